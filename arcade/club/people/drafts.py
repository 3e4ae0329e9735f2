"""The unfinished line, page or form of a person whose connection broke."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from arcade.club.people.returns import RETURN_TIME
from arcade.newest import Newest
from arcade.players.player import Player
from arcade.rooms.clocks import now

MAX_DRAFTS = 1000
"""Drafts and pages kept; the oldest are dropped."""


class OpenPage(Struct, frozen=True):
    """A page as it was left: the rules of a game, the form for a new table, a replay.

    `of` is the game's key, or the table's code. `at` is a row, a line of the form, or a step.
    """

    kind: Literal["rules", "form", "replay"]
    of: str
    at: int = 0
    number: int = 0
    viewpoint: int | None = None
    values: Mapping[str, object] = {}


class Drafts:
    """Keeps each person's last unfinished line, and for which table it was ("": the lobby).

    It also keeps the page they had open, as long as a broken connection leads back to a table.
    """

    def __init__(self) -> None:
        self._drafts: Newest[str, tuple[str, str]] = Newest(MAX_DRAFTS)
        self._pages: Newest[str, tuple[OpenPage, int]] = Newest(MAX_DRAFTS)

    def keep(self, player: Player, code: str, text: str) -> None:
        self._drafts[player.id] = code, text

    def take(self, player: Player, code: str) -> str:
        """Return and forget this person's unfinished line; "" for none."""
        if self._drafts.get(player.id, ("", ""))[0] != code:
            return ""
        return self._drafts.pop(player.id, (code, ""))[1]

    def keep_page(self, player: Player, page: OpenPage) -> None:
        self._pages[player.id] = page, now()

    def take_page(self, player: Player) -> OpenPage | None:
        """Return the page this person had open a moment ago, once."""
        page, at = self._pages.pop(player.id, (None, 0))
        return page if now() < at + RETURN_TIME else None
