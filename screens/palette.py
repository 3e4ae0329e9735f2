"""The look: what each tone is on the screen.

Café colours: espresso, cream, brass, a little wine red. A tone says what a piece of text *is*;
colour never says it alone, so every picture also reads in the palette without colours.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rich.style import Style

_GROUND = "#1b1613"
_PANEL = "#2a221c"
_CREAM = "#efe4d2"
_MILK = "#a3937f"
_SHADE = "#5a4c40"
_BRASS = "#e0a84a"
_WINE = "#e2806e"
_LEAF = "#8fb573"
_SLATE = "#8ab0c4"


def _on(ground: str, ink: str, **more: bool) -> Style:
    return Style.parse(f"{ink} on {ground}") + Style(**more)  # type: ignore[arg-type]


CAFE: Mapping[str, Style] = MappingProxyType(
    {
        "": _on(_GROUND, _CREAM),
        "dim": _on(_GROUND, _MILK),
        "strong": _on(_GROUND, _CREAM, bold=True),
        "rule": _on(_GROUND, _SHADE),
        "accent": _on(_GROUND, _BRASS),
        "gold": _on(_GROUND, _BRASS, bold=True),
        "alert": _on(_GROUND, _WINE, bold=True),
        "good": _on(_GROUND, _LEAF),
        "cool": _on(_GROUND, _SLATE),
        "bar": _on(_PANEL, _CREAM),
        "bar-dim": _on(_PANEL, _MILK),
        "bar-gold": _on(_PANEL, _BRASS, bold=True),
        "bar-alert": _on(_PANEL, _WINE, bold=True),
        "cursor": _on(_BRASS, _GROUND, bold=True),
        "caret": _on(_CREAM, _GROUND),
        "tile": _on(_CREAM, "#2b211a", bold=True),
        "tile-held": _on(_BRASS, "#2b211a", bold=True),
        "tile-dim": _on("#7d7062", "#221b16", bold=True),
    }
)
"""The palette for terminals with many colours.

- text: "" plain, "dim", "strong", "accent" and "gold" (what is yours, or now), "alert", "good",
  "cool", "rule" (lines and frames)
- bars: "bar", "bar-dim", "bar-gold", "bar-alert"
- "cursor" what Enter or Space would take, "caret" where typing goes
- "tile" a die, card or tile; "tile-held" one set apart; "tile-dim" an old or closed one
"""


def _plain(text: str) -> Style:
    return Style.parse(text)


SIXTEEN: Mapping[str, Style] = MappingProxyType(
    {
        "": Style(),
        "dim": _plain("dim"),
        "strong": _plain("bold"),
        "rule": _plain("dim"),
        "accent": _plain("yellow"),
        "gold": _plain("bold yellow"),
        "alert": _plain("bold red"),
        "good": _plain("green"),
        "cool": _plain("cyan"),
        "bar": _plain("bold"),
        "bar-dim": Style(),
        "bar-gold": _plain("bold yellow"),
        "bar-alert": _plain("bold red"),
        "cursor": _plain("bold reverse"),
        "caret": _plain("reverse"),
        "tile": _plain("bold"),
        "tile-held": _plain("bold yellow"),
        "tile-dim": _plain("dim"),
    }
)
"""The terminal's own sixteen colours, on its own ground."""

_MONO_TONES = {
    "dim": "dim", "rule": "dim", "tile-dim": "dim", "bar-dim": "", "cursor": "reverse",
    "caret": "reverse",
}  # fmt: skip

MONO: Mapping[str, Style] = MappingProxyType(
    {
        tone: _plain(_MONO_TONES[tone]) if tone in _MONO_TONES else Style(bold=style.bold)
        for tone, style in CAFE.items()
    }
)
"""No colours at all: bold, dim and reverse."""

PALETTES: Mapping[str, Mapping[str, Style]] = MappingProxyType(
    {"cafe": CAFE, "sixteen": SIXTEEN, "mono": MONO}
)
