"""What a person may set for every session of theirs, besides the language."""

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
"""The values of each setting; the first one holds where nothing was chosen.

- theme: the colours, where the terminal has many
- motion: whether dice tumble and cards turn for a moment
- mouse: whether clicks are reported from the start
- ascii: whether only ASCII is written; "auto" as the client's locale says
- bell, notify: what calls a person whose turn it is; the escape sequence of a notification
- title: whether the terminal's window says whose turn it is
- tour: whether the lobby still offers to show a newcomer round
"""
