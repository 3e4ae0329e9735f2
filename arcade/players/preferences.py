"""The settings of a person for all their sessions, besides the language."""

import re
from collections.abc import Mapping
from types import MappingProxyType

PREFERENCES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "theme": ("cafe", "light", "contrast", "zinc", "sixteen"),
        "motion": ("on", "off"),
        "mouse": ("off", "on"),
        "ascii": ("auto", "on", "off"),
        "bell": ("on", "off"),
        "notify": ("off", "osc9", "osc777"),
        "title": ("on", "off"),
        "tour": ("offered", "seen"),
    }
)
"""The values of each setting, the default first.

- theme: the colours, where the terminal has many
- motion: whether dice and cards are animated
- mouse: whether mouse support is on from the start
- ascii: whether to use only ASCII; "auto" follows the client's locale
- bell, notify: how to alert a person when their turn comes: bell, escape sequence of a notification
- title: whether the terminal's window title tells whose turn it is
- tour: whether the lobby still offers the tour
"""

LETTERS = "letters"
"""The setting with a person's own keys."""
_LETTER = re.compile(r"(\w{1,30})=(\w)")
_MOST = 100


def read_letters(text: str) -> dict[str, str]:
    """Return a person's own letters by the names of what they do, "call=x fold=z"."""
    found = (_LETTER.fullmatch(part) for part in text.split()[:_MOST])
    return {one[1]: one[2] for one in found if one}


def write_letters(letters: Mapping[str, str]) -> str:
    """Return letters as they are stored."""
    return " ".join(f"{name}={letter}" for name, letter in letters.items())
