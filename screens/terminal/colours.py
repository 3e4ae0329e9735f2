"""The number of colours of a terminal, and the nearest of them to a style's."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from rich.color import Color, ColorSystem, ColorType
from rich.palette import Palette
from rich.style import Style

from screens.terminal.palette import IN_256

Depth = Literal["truecolor", "256", "16", "none"]

_TRUECOLOR_TERMS = ("alacritty", "contour", "foot", "ghostty", "iterm", "kitty", "wezterm")
_MONOCHROME_TERMS = ("vt52", "vt100", "vt102", "vt220", "vt320", "dumb")

_FIRST = 16
_CUBE_AND_GREYS = Palette([Color.from_ansi(n).get_truecolor() for n in range(_FIRST, 256)])
"""The colours of 256 that are the same in every terminal; the first sixteen are the user's."""


def depth(term: str, environment: Mapping[str, str]) -> Depth:
    """Return how many colours a client shows, from its TERM and its environment.

    https://no-color.org: NO_COLOR counts when it is not empty. COLORTERM is only there when the
    client was told to send it; a terminal without it is taken for what its name says.
    """
    name = term.lower()
    if environment.get("NO_COLOR"):
        return "none"
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "truecolor"
    if name.endswith("-direct") or any(word in name for word in _TRUECOLOR_TERMS):
        return "truecolor"
    if "256color" in name:
        return "256"
    if name.startswith(_MONOCHROME_TERMS) or name.endswith(("-m", "-mono")):
        return "none"
    return "16"


@lru_cache(4096)
def reduced(style: Style, to: Depth) -> Style:
    """Return the style in the colours that a terminal has; everything else stays."""
    if to == "truecolor":
        return style
    if to == "none":
        return style.without_color
    ink, ground = (_nearest(colour, to) for colour in (style.color, style.bgcolor))
    if ink and ground and ink.number == ground.number and style.color != style.bgcolor:
        # Text must not vanish in its background: both become the terminal's own.
        ink = ground = Color.default()
    return style + Style(color=ink, bgcolor=ground)


def _nearest(colour: Color | None, to: Depth) -> Color | None:
    if colour is None or colour.type in (ColorType.DEFAULT, ColorType.STANDARD):
        return colour
    if to == "16":
        return Color.from_ansi(colour.downgrade(ColorSystem.STANDARD).number or 0)
    chosen = IN_256.get(colour.name)
    nearest = _FIRST + _CUBE_AND_GREYS.match(colour.get_truecolor())
    return Color.from_ansi(nearest if chosen is None else chosen)
