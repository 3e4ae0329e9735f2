"""The themes: the colours of each tone.

Café colours: espresso, cream, brass, a little wine red. A tone says what a piece of text *is*;
colour is never the only sign, so every screen works in the palette without colours.

- text: "" plain, "dim", "told" (what a log tells, dimmer), "strong" (headings, names), "accent" and
  "gold" (a page's title, keys and what else one can press, what is chosen, what is best or one's
  own), "alert", "good", "cool"; "rule" is for lines and frames, never for words
- "turn": it is the reader's turn, and nothing else; "turn-sign": the sign of it at their seat
- "seat-0" … "seat-9": the colour of a seat (`screens/terminal/seats.py`), "on-0" its tiles,
  "lined-0" those that touch others on a board, "fill-0" the area below its curve, nearer to the
  ground
- "earns-0" … "earns-2": bars of a chart by what they bring, a little, more, most
- bars: "bar", "bar-dim", "bar-gold", "bar-alert"
- "cursor" what Enter or Space would take, "caret" where typing goes
- "tile" a die, card or tile; "tile-held" one set apart; "tile-dim" one that is closed,
  "tile-turned" one that counts no more, "turned-last" if it is the last
- "field" the ground of a board; "field-dim", "field-0" and so on what is written on it,
  "field-price" what a square of it pays, "field-rule" and "field-turned" what is drawn on it
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from rich.color import Color, ColorSystem, blend_rgb
from rich.style import Style
from textual.theme import Theme

_INKS = """
            cafe         light        contrast     zinc
ground      #1b1613 234  #faf5ea 231  #000000 16   #18181b 234
panel       #2a221c 236  #eadfcb 230  #1c1c1c 234  #27272a 235
text        #efe4d2 230  #2b211a 235  #ffffff 231  #e4e4e7 254
dim         #a3937f 144  #665848 240  #d0d0d0 252  #a1a1aa 247
told        #8f806d 101  #7a6a58 243  #b0b0b0 248  #88888f 245
rule        #5a4c40 240  #a89980 144  #949494 246  #52525b 240
accent      #e0a84a 179  #6b3f00 94   #ffd75f 221  #7dd3fc 117
alert       #e2806e 209  #9c2a1a 124  #ffafaf 217  #fca5a5 217
good        #8fb573 107  #38611c 22   #87ff87 120  #86efac 120
cool        #8ab0c4 110  #1f5473 24   #87d7ff 117  #c4b5fd 147
tile        #efe4d2 255  #2b211a 235  #ffffff 231  #e4e4e7 254
tile-ink    #2b211a 235  #faf5ea 231  #000000 16   #18181b 234
held        #e0a84a 179  #6b3f00 94   #ffd75f 221  #7dd3fc 117
held-ink    #2b211a 235  #fff6e0 231  #000000 16   #0c1a24 234
closed      #221b16 235  #e3d7c1 223  #303030 236  #27272a 235
closed-ink  #948570 144  #5e5142 239  #eeeeee 255  #a1a1aa 247
field       #241d18 235  #f1e8d7 230  #121212 233  #202024 235
turned      #4a3f36 238  #cdbea2 187  #444444 238  #3f3f46 238
turned-ink  #d2c3ae 187  #4a3e33 238  #ffffff 231  #d4d4d8 254
turn        #5fffaf 85   #00694a 29   #5fffaf 85   #5fffaf 85
turn-ink    #1b1613 234  #faf5ea 231  #000000 16   #18181b 234
seat-0      #87b5ff 111  #0057c4 26   #87b5ff 111  #87b5ff 111
seat-1      #ff87af 211  #c4007a 162  #ff87af 211  #ff87af 211
seat-2      #87d75f 113  #1e7200 28   #87d75f 113  #87d75f 113
seat-3      #ffff5f 227  #6f6600 58   #ffff5f 227  #ffff5f 227
seat-4      #ff8f1f 208  #a85000 130  #ff8f1f 208  #ff8f1f 208
seat-5      #d28bff 177  #8700d7 92   #d28bff 177  #d28bff 177
seat-6      #4fd0d7 80   #006a74 23   #4fd0d7 80   #4fd0d7 80
seat-7      #ff6464 203  #cc0000 160  #ff6464 203  #ff6464 203
seat-8      #d7af87 180  #7b5c50 95   #d7af87 180  #d7af87 180
seat-9      #c6c6c6 251  #585858 241  #c6c6c6 251  #c6c6c6 251
"""
"""The colours of each theme, and the one of 256 colours chosen for each. `cafe` is the house's own,
`light` is dark on light, `contrast` has as much of it as there is, `zinc` is cool greys and a clear
blue. On a `tile`, one that is `held`, `closed` or `turned`, and on the `turn` there is `-ink`; a
`field` is a board's."""

_WRITTEN: Mapping[str, tuple[str, bool]] = {
    "": ("text", False),
    "dim": ("dim", False),
    "strong": ("text", True),
    "rule": ("rule", False),
    "accent": ("accent", False),
    "gold": ("accent", True),
}
"""The tones that a field has as the ground has them: their ink, and whether it is bold."""
_FILLED = 0.55
"""How much of a seat's colour the area below its curve has, the rest is ground."""
_ON_A_BOARD = 4
"""The seats whose colours a field has."""
_LINE = Style(underline=True)
"""What parts a tile from the one that touches it below."""

IN_256: dict[str, int] = {}
"""The nearest of 256 colours to a colour of the themes."""


def _on_a_field(tone: str) -> str:
    return f"field-{tone}" if tone else "field"


def _theme(inks: Mapping[str, str]) -> Mapping[str, Style]:
    def on(ground: str, ink: str, bold: bool = False) -> Style:
        return Style(color=inks[ink], bgcolor=inks[ground], bold=bold)

    seats = range(10)
    return MappingProxyType(
        {
            **{tone: on("ground", *ink) for tone, ink in _WRITTEN.items()},
            "alert": on("ground", "alert", bold=True),
            "told": on("ground", "told"),
            "good": on("ground", "good"),
            "cool": on("ground", "cool"),
            "earns-0": on("ground", "dim"),
            "earns-1": on("ground", "text"),
            "earns-2": on("ground", "text", bold=True),
            "turn": on("turn", "turn-ink", bold=True),
            "turn-sign": on("ground", "turn", bold=True),
            "bar": on("panel", "text"),
            "bar-dim": on("panel", "dim"),
            "bar-gold": on("panel", "accent", bold=True),
            "bar-alert": on("panel", "alert", bold=True),
            "cursor": on("accent", "ground", bold=True),
            "caret": on("text", "ground"),
            "tile": on("tile", "tile-ink", bold=True),
            "tile-held": on("held", "held-ink", bold=True),
            "tile-dim": on("closed", "closed-ink", bold=True),
            "tile-turned": on("turned", "turned-ink"),
            "turned-last": on("turned", "text", bold=True),
            **{_on_a_field(tone): on("field", *ink) for tone, ink in _WRITTEN.items()},
            "field-turned": on("field", "turned"),
            "field-price": on("field", "cool"),
            **{f"field-{seat}": on("field", f"seat-{seat}") for seat in range(_ON_A_BOARD)},
            **{f"seat-{seat}": on("ground", f"seat-{seat}") for seat in seats},
            **{f"on-{seat}": on(f"seat-{seat}", "ground", bold=True) for seat in seats},
            **{
                f"lined-{seat}": on(f"seat-{seat}", "ground", bold=True) + _LINE
                for seat in range(_ON_A_BOARD)
            },
            **{f"fill-{seat}": on("ground", f"fill-{seat}") for seat in seats},
        }
    )


def _between(ground: str, ink: str) -> str:
    """Mix a colour with its ground, and note the nearest of 256 colours."""
    first, second = (Color.parse(colour).get_truecolor() for colour in (ground, ink))
    mixed = Color.from_triplet(blend_rgb(first, second, _FILLED))
    number = mixed.downgrade(ColorSystem.EIGHT_BIT).number
    IN_256[mixed.name] = number if number is not None else 0
    return mixed.name


def _themes() -> dict[str, Mapping[str, Style]]:
    """Read the table, and note the colours chosen for terminals with 256 of them."""
    head, *lines = (line.split() for line in _INKS.strip().splitlines())
    inks: dict[str, dict[str, str]] = {theme: {} for theme in head}
    for name, *cells in lines:
        for theme, colour, number in zip(head, cells[::2], cells[1::2], strict=True):
            inks[theme][name] = colour
            IN_256[colour] = int(number)
    for colours in inks.values():
        filled = {
            f"fill-{seat}": _between(colours["ground"], colours[f"seat-{seat}"])
            for seat in range(10)
        }
        colours |= filled
    return {theme: _theme(colours) for theme, colours in inks.items()}


_WITH_COLOURS = _themes()
CAFE = _WITH_COLOURS["cafe"]

_SIXTEEN = """
            sixteen                      sixteen-light
""          bright_white on black        black on bright_white
dim         white on black               blue on bright_white
told        white on black               blue on bright_white
strong      bold bright_white on black   magenta on bright_white
rule        bright_black on black        bright_black on bright_white
accent      bright_yellow on black       red on bright_white
gold        bold bright_yellow on black  red on bright_white
alert       bold bright_red on black     red on bright_white
good        green on black               blue on bright_white
cool        cyan on black                blue on bright_white
earns-0     bright_black on black        bright_black on bright_white
earns-1     bright_blue on black         bright_blue on bright_white
earns-2     bold bright_blue on black    bright_blue on bright_white
turn        bright_white on blue         black on bright_cyan
turn-sign   bold bright_white on black   black on bright_white
bar         black on bright_white        bright_white on blue
bar-dim     black on bright_white        bright_white on blue
bar-gold    red on bright_white          bright_yellow on blue
bar-alert   black on bright_red          bright_white on red
cursor      black on bright_yellow       bright_white on red
caret       black on bright_white        bright_white on black
tile        black on bright_white        bright_white on black
tile-held   black on bright_yellow       bright_white on red
tile-dim    white on black               blue on bright_white
seat-0      cyan                         blue
seat-1      bright_magenta               magenta
seat-2      green                        black
seat-3      bright_yellow                red
seat-4      yellow                       blue
seat-5      bright_white                 magenta
seat-6      bright_cyan                  black
seat-7      bright_red                   red
seat-8      white                        blue
seat-9      bright_green                 magenta
"""
"""The terminal's own sixteen colours. Their ground is painted too: nobody knows the user's, and on
white there are four that can be read, which seats share. Bars have what is seen but not read.
Nothing on a light ground and no black is bold: terminals draw it lighter."""


def _sixteen(column: int) -> Mapping[str, Style]:
    _, *lines = (re.split(r"  +", line) for line in _SIXTEEN.strip("\n").splitlines())
    styles = {line[0].strip('"'): line[column] for line in lines}
    ground = styles[""].partition(" on ")[2]
    for seat in range(10):
        colour = styles[f"seat-{seat}"]
        styles[f"seat-{seat}"] = f"{colour} on {ground}"
        styles[f"on-{seat}"] = f"{ground} on {colour}"
        styles[f"fill-{seat}"] = styles[f"seat-{seat}"]
        if seat < _ON_A_BOARD:
            styles[f"field-{seat}"] = styles[f"seat-{seat}"]
            styles[f"lined-{seat}"] = f"{_LINE} {styles[f'on-{seat}']}"
    styles |= {"tile-turned": styles["dim"], "field-turned": styles["dim"]}
    styles |= {"turned-last": styles["strong"], "field-price": styles["cool"]}
    styles |= {_on_a_field(tone): styles[tone] for tone in _WRITTEN}
    return MappingProxyType({tone: Style.parse(style) for tone, style in styles.items()})


_MONO_TONES: Mapping[str, str] = {
    "dim": "dim", "told": "dim", "rule": "dim", "earns-0": "dim", "tile-dim": "dim", "bar-dim": "",
    "field-dim": "dim", "field-rule": "dim", "field-turned": "dim", "tile-turned": "dim",
    "cursor": "reverse", "caret": "reverse", **{f"on-{seat}": "bold reverse" for seat in range(10)},
    **{f"lined-{seat}": "bold reverse underline" for seat in range(_ON_A_BOARD)},
}  # fmt: skip

MONO: Mapping[str, Style] = MappingProxyType(
    {
        tone: Style.parse(_MONO_TONES[tone]) if tone in _MONO_TONES else Style(bold=style.bold)
        for tone, style in CAFE.items()
    }
)
"""No colours at all: bold, dim and reverse."""

PALETTES: Mapping[str, Mapping[str, Style]] = MappingProxyType(
    {**_WITH_COLOURS, "sixteen": _sixteen(1), "sixteen-light": _sixteen(2), "mono": MONO}
)
"""All of them. Where a terminal has many colours all but the last two may be chosen; a light theme
and a dark one are the two of sixteen where it has as many; without colours there is one.
"""

OF_DEPTH: Mapping[str, str] = MappingProxyType(
    {"truecolor": "cafe", "256": "cafe", "16": "sixteen", "none": "mono"}
)
"""The default palette for each number of colours."""

LIGHT = frozenset({"light", "sixteen-light"})
"""Palettes with a light background."""


def _textual(name: str) -> Theme:
    """Return a palette as Textual's theme, for the widgets and style sheets that use `$primary`."""
    # Textual cannot have the terminal's own colours.
    styles = _WITH_COLOURS.get(name, _WITH_COLOURS["light" if name in LIGHT else "cafe"])
    ink = {tone: style.color.name for tone, style in styles.items() if style.color}
    ground = {tone: style.bgcolor.name for tone, style in styles.items() if style.bgcolor}
    return Theme(
        name=name,
        primary=ink["accent"],
        secondary=ink["cool"],
        accent=ink["accent"],
        warning=ink["accent"],
        error=ink["alert"],
        success=ink["good"],
        foreground=ink[""],
        background=ground[""],
        surface=ground["bar"],
        panel=ground["bar"],
        dark=name not in LIGHT,
    )


THEMES: tuple[Theme, ...] = tuple(map(_textual, PALETTES))
"""The palettes as Textual's themes."""


def theme_for(theme: str, palette: str) -> str:
    """Return the palette of a theme for a terminal whose default is `palette`."""
    if palette == OF_DEPTH["16"] and theme in LIGHT:
        return "sixteen-light"
    return theme if palette == "cafe" else palette
