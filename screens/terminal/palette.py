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
    """The colours of a theme, each as "#rrggbb n": n is the one of 256 colours chosen for it.

    Those of tiles and of the turn are (background, foreground).
    """

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
    turn: tuple[str, str]
    seats: tuple[str, ...]


IN_256: dict[str, int] = {}
"""What a terminal with 256 colours shows for a colour of the themes."""


def _theme(inks: _Inks) -> Mapping[str, Style]:
    def on(ground: str, ink: str, bold: bool = False) -> Style:
        for one in (ground, ink):
            colour, number = one.split()
            IN_256[colour] = int(number)
        return Style(color=ink.split()[0], bgcolor=ground.split()[0], bold=bold)

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
            "turn": on(*inks.turn, bold=True),
            "bar": on(panel, inks.text),
            "bar-dim": on(panel, inks.dim),
            "bar-gold": on(panel, inks.accent, bold=True),
            "bar-alert": on(panel, inks.alert, bold=True),
            "cursor": on(inks.accent, ground, bold=True),
            "caret": on(inks.text, ground),
            "tile": on(*inks.tile, bold=True),
            "tile-held": on(*inks.held, bold=True),
            "tile-dim": on(*inks.closed, bold=True),
            **{f"seat-{seat}": on(ground, ink) for seat, ink in enumerate(inks.seats)},
            **{f"on-{seat}": on(ink, ground, bold=True) for seat, ink in enumerate(inks.seats)},
        }
    )


_ON_DARK = (
    "#87b5ff 111",  # blue
    "#ff87af 211",  # pink
    "#87d75f 113",  # green
    "#ffff5f 227",  # yellow
    "#ff8f1f 208",  # orange
    "#d28bff 177",  # mauve
    "#4fd0d7 80",  # turquoise
    "#ff6464 203",  # coral
    "#d7af87 180",  # sand
    "#c6c6c6 251",  # nickel
)
"""The colours of the seats on a dark ground."""

CAFE = _theme(
    _Inks(
        ground="#1b1613 234",
        panel="#2a221c 236",
        text="#efe4d2 230",
        dim="#a3937f 144",
        rule="#5a4c40 240",
        accent="#e0a84a 179",
        alert="#e2806e 209",
        good="#8fb573 107",
        cool="#8ab0c4 110",
        tile=("#efe4d2 230", "#2b211a 235"),
        held=("#e0a84a 179", "#2b211a 235"),
        closed=("#221b16 235", "#948570 144"),
        turn=("#5fffaf 85", "#1b1613 234"),
        seats=_ON_DARK,
    )
)
"""The house's own, dark, for terminals with many colours.

- text: "" plain, "dim", "strong", "accent" and "gold" (titles, keys, what is best), "alert",
  "good", "cool"; "rule" is for lines and frames, never for words
- "turn": it is the reader's turn, and nothing else
- "seat-0" … "seat-9": the colour of a seat (`screens/terminal/seats.py`), "on-0" its tiles
- bars: "bar", "bar-dim", "bar-gold", "bar-alert"
- "cursor" what Enter or Space would take, "caret" where typing goes
- "tile" a die, card or tile; "tile-held" one set apart; "tile-dim" one that is closed
"""

LIGHT = _theme(
    _Inks(
        ground="#faf5ea 231",
        panel="#eadfcb 230",
        text="#2b211a 235",
        dim="#665848 240",
        rule="#a89980 144",
        accent="#6b3f00 94",
        alert="#9c2a1a 124",
        good="#38611c 22",
        cool="#1f5473 24",
        tile=("#3a2e25 237", "#faf5ea 231"),
        held=("#6b3f00 94", "#fff6e0 231"),
        closed=("#e3d7c1 223", "#5e5142 239"),
        turn=("#00694a 29", "#faf5ea 231"),
        seats=(
            "#0057c4 26",
            "#c4007a 162",
            "#1e7200 28",
            "#6f6600 58",
            "#a85000 130",
            "#8700d7 92",
            "#006a74 23",
            "#cc0000 160",
            "#7b5c50 95",
            "#585858 241",
        ),
    )
)
"""Café crème: dark on light."""

CONTRAST = _theme(
    _Inks(
        ground="#000000 16",
        panel="#1c1c1c 234",
        text="#ffffff 231",
        dim="#d0d0d0 252",
        rule="#949494 246",
        accent="#ffd75f 221",
        alert="#ffafaf 217",
        good="#87ff87 120",
        cool="#87d7ff 117",
        tile=("#ffffff 231", "#000000 16"),
        held=("#ffd75f 221", "#000000 16"),
        closed=("#303030 236", "#eeeeee 255"),
        turn=("#5fffaf 85", "#000000 16"),
        seats=_ON_DARK,
    )
)
"""As much contrast as there is."""

ZINC = _theme(
    _Inks(
        ground="#18181b 234",
        panel="#27272a 235",
        text="#e4e4e7 254",
        dim="#a1a1aa 247",
        rule="#52525b 240",
        accent="#7dd3fc 117",
        alert="#fca5a5 217",
        good="#86efac 120",
        cool="#c4b5fd 147",
        tile=("#d4d4d8 254", "#18181b 234"),
        held=("#7dd3fc 117", "#0c1a24 234"),
        closed=("#27272a 235", "#a1a1aa 247"),
        turn=("#5fffaf 85", "#18181b 234"),
        seats=_ON_DARK,
    )
)
"""Cool greys and a clear blue."""


_OF_SIXTEEN = (
    *("bright_blue", "bright_magenta", "green", "bright_yellow", "yellow"),
    *("magenta", "cyan", "bright_red", "bright_green", "white"),
)

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
        "turn": Style.parse("bold black on bright_cyan"),
        "bar": Style.parse("bold"),
        "bar-dim": Style(),
        "bar-gold": Style.parse("bold yellow"),
        "bar-alert": Style.parse("bold red"),
        "cursor": Style.parse("bold reverse"),
        "caret": Style.parse("reverse"),
        "tile": Style.parse("bold"),
        "tile-held": Style.parse("bold yellow"),
        "tile-dim": Style.parse("dim"),
        **{f"seat-{seat}": Style(color=name) for seat, name in enumerate(_OF_SIXTEEN)},
        **{
            f"on-{seat}": Style(color="black", bgcolor=name, bold=True)
            for seat, name in enumerate(_OF_SIXTEEN)
        },
    }
)
"""The terminal's own sixteen colours, on its own ground."""

_MONO_TONES: Mapping[str, str] = {
    "dim": "dim", "rule": "dim", "tile-dim": "dim", "bar-dim": "", "cursor": "reverse",
    "caret": "reverse", **{f"on-{seat}": "bold reverse" for seat in range(10)},
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

OF_DEPTH: Mapping[str, str] = MappingProxyType(
    {"truecolor": "cafe", "256": "cafe", "16": "sixteen", "none": "mono"}
)
"""The palette for as many colours as a terminal shows, where nobody has chosen one."""


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
