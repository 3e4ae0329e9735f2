"""How a picture looks for somebody: what it depends on besides what it shows, and its size."""

from collections.abc import Mapping

from msgspec import Struct

from arcade.club.club import Club
from arcade.club.i18n.words import nearest
from arcade.players.player import Player
from screens.palette import worn
from server.ssh.colours import Depth
from server.ssh.terminal import Terminal

PALETTES: Mapping[Depth, str] = {
    "truecolor": "cafe",
    "256": "cafe",
    "16": "sixteen",
    "none": "mono",
}
"""The palette of the screens for each depth of colours."""


class Appearance(Struct, frozen=True):
    """Language, colours, glyphs, and whether dice tumble and cards turn."""

    language: str
    depth: Depth
    palette: str
    only_ascii: bool
    moving: bool


def appearance_for(club: Club, player: Player, terminal: Terminal) -> Appearance:
    """Say how pictures look for somebody, by what the terminal can and the person has set."""
    glyphs, theme, motion = (
        club.accounts.preference(player, name) for name in ("ascii", "theme", "motion")
    )
    return Appearance(
        language=club.accounts.language(player) or nearest(terminal.locale),
        depth=terminal.depth,
        palette=worn(theme, PALETTES[terminal.depth]),
        only_ascii=terminal.only_ascii if glyphs == "auto" else glyphs == "on",
        moving=motion == "on",
    )
