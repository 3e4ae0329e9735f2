"""The settings of a person for all their sessions, besides the language."""

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
