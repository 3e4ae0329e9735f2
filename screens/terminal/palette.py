"""The themes: the colours of each tone.

Café colours: espresso, cream, brass, a little wine red. A tone says what a piece of text *is*;
colour is never the only sign, so every screen works in the palette without colours.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rich.style import Style
from textual.theme import Theme


class _Inks(NamedTuple):
    """The colours of a theme; those of tiles and bars are (background, foreground)."""

    ground: str
    panel: str
    text: str
    dim: str
    rule: str
    accent: str
    alert: str
    good: str
    cool: str
    tile: tuple[str, str]
    held: tuple[str, str]
    closed: tuple[str, str]


def _theme(inks: _Inks) -> Mapping[str, Style]:
    def on(ground: str, ink: str, bold: bool = False) -> Style:
        return Style.parse(f"{ink} on {ground}") + Style(bold=bold)

    ground, panel = inks.ground, inks.panel
    return MappingProxyType(
        {
            "": on(ground, inks.text),
            "dim": on(ground, inks.dim),
            "strong": on(ground, inks.text, bold=True),
            "rule": on(ground, inks.rule),
            "accent": on(ground, inks.accent),
            "gold": on(ground, inks.accent, bold=True),
            "alert": on(ground, inks.alert, bold=True),
            "good": on(ground, inks.good),
            "cool": on(ground, inks.cool),
            "bar": on(panel, inks.text),
            "bar-dim": on(panel, inks.dim),
            "bar-gold": on(panel, inks.accent, bold=True),
            "bar-alert": on(panel, inks.alert, bold=True),
            "cursor": on(inks.accent, ground, bold=True),
            "caret": on(inks.text, ground),
            "tile": on(*inks.tile, bold=True),
            "tile-held": on(*inks.held, bold=True),
            "tile-dim": on(*inks.closed, bold=True),
        }
    )


CAFE = _theme(
    _Inks(
        ground="#1b1613",
        panel="#2a221c",
        text="#efe4d2",
        dim="#a3937f",
        rule="#5a4c40",
        accent="#e0a84a",
        alert="#e2806e",
        good="#8fb573",
        cool="#8ab0c4",
        tile=("#efe4d2", "#2b211a"),
        held=("#e0a84a", "#2b211a"),
        closed=("#221b16", "#948570"),
    )
)
"""The house's own, dark, for terminals with many colours.

- text: "" plain, "dim", "strong", "accent" and "gold" (what is yours, or now), "alert", "good",
  "cool"; "rule" is for lines and frames, never for words
- bars: "bar", "bar-dim", "bar-gold", "bar-alert"
- "cursor" what Enter or Space would take, "caret" where typing goes
- "tile" a die, card or tile; "tile-held" one set apart; "tile-dim" an old or closed one
"""

LIGHT = _theme(
    _Inks(
        ground="#faf5ea",
        panel="#eadfcb",
        text="#2b211a",
        dim="#665848",
        rule="#a89980",
        accent="#6b3f00",
        alert="#9c2a1a",
        good="#38611c",
        cool="#1f5473",
        tile=("#3a2e25", "#faf5ea"),
        held=("#6b3f00", "#fff6e0"),
        closed=("#e3d7c1", "#665848"),
    )
)
"""Café crème: dark on light."""

CONTRAST = _theme(
    _Inks(
        ground="#000000",
        panel="#1c1c1c",
        text="#ffffff",
        dim="#d0d0d0",
        rule="#949494",
        accent="#ffd75f",
        alert="#ffafaf",
        good="#87ff87",
        cool="#87d7ff",
        tile=("#ffffff", "#000000"),
        held=("#ffd75f", "#000000"),
        closed=("#303030", "#eeeeee"),
    )
)
"""As much contrast as there is."""

ZINC = _theme(
    _Inks(
        ground="#18181b",
        panel="#27272a",
        text="#e4e4e7",
        dim="#a1a1aa",
        rule="#52525b",
        accent="#7dd3fc",
        alert="#fca5a5",
        good="#86efac",
        cool="#c4b5fd",
        tile=("#d4d4d8", "#18181b"),
        held=("#7dd3fc", "#0c1a24"),
        closed=("#27272a", "#a1a1aa"),
    )
)
"""Cool greys and a clear blue."""


SIXTEEN: Mapping[str, Style] = MappingProxyType(
    {
        "": Style(),
        "dim": Style.parse("dim"),
        "strong": Style.parse("bold"),
        "rule": Style.parse("dim"),
        "accent": Style.parse("yellow"),
        "gold": Style.parse("bold yellow"),
        "alert": Style.parse("bold red"),
        "good": Style.parse("green"),
        "cool": Style.parse("cyan"),
        "bar": Style.parse("bold"),
        "bar-dim": Style(),
        "bar-gold": Style.parse("bold yellow"),
        "bar-alert": Style.parse("bold red"),
        "cursor": Style.parse("bold reverse"),
        "caret": Style.parse("reverse"),
        "tile": Style.parse("bold"),
        "tile-held": Style.parse("bold yellow"),
        "tile-dim": Style.parse("dim"),
    }
)
"""The terminal's own sixteen colours, on its own ground."""

_MONO_TONES: Mapping[str, str] = {
    "dim": "dim", "rule": "dim", "tile-dim": "dim", "bar-dim": "", "cursor": "reverse",
    "caret": "reverse",
}  # fmt: skip

MONO: Mapping[str, Style] = MappingProxyType(
    {
        tone: Style.parse(_MONO_TONES[tone]) if tone in _MONO_TONES else Style(bold=style.bold)
        for tone, style in CAFE.items()
    }
)
"""No colours at all: bold, dim and reverse."""

PALETTES: Mapping[str, Mapping[str, Style]] = MappingProxyType(
    {
        "cafe": CAFE,
        "light": LIGHT,
        "contrast": CONTRAST,
        "zinc": ZINC,
        "sixteen": SIXTEEN,
        "mono": MONO,
    }
)
"""All of them; every one but "mono" is a theme one may choose where the terminal has many colours.

A terminal with sixteen colours, or none, has the palette for that, whatever the theme.
"""


def _textual(name: str) -> Theme:
    """Return a palette as Textual's theme, for the widgets and style sheets that use `$primary`."""
    styles = PALETTES[name]
    if styles[""].bgcolor is None:  # the terminal's own colours: Textual's cannot be these
        styles = CAFE

    def ink(tone: str) -> str:
        color = styles[tone].color
        return color.name if color else ""

    def ground(tone: str) -> str:
        color = styles[tone].bgcolor
        return color.name if color else ""

    return Theme(
        name=name,
        primary=ink("accent"),
        secondary=ink("cool"),
        accent=ink("accent"),
        warning=ink("accent"),
        error=ink("alert"),
        success=ink("good"),
        foreground=ink(""),
        background=ground(""),
        surface=ground("bar"),
        panel=ground("bar"),
        dark=name != "light",
    )


THEMES: tuple[Theme, ...] = tuple(map(_textual, PALETTES))
"""The palettes as Textual's themes."""


def worn(theme: str, palette: str) -> str:
    """Return the palette of a theme for a terminal whose default is `palette`."""
    return theme if palette == "cafe" else palette
