"""The curves of past games, fetched one after the other while a page shows them."""

from asyncio import Task, get_running_loop
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.replays.curve import Curve
from arcade.club.standings.views import PastGame
from arcade.players.player import Player


class PastCurves:
    """Curves by table and number of the game; `changed` is called when there is one more."""

    def __init__(self, club: Club, player: Player, changed: Callable[[], None]) -> None:
        self._club = club
        self._player = player
        self._changed = changed
        self._asked: set[tuple[str, int]] = set()
        self._task: Task[None] | None = None
        self.known: dict[tuple[str, int], Curve] = {}

    def want(self, games: Sequence[PastGame]) -> None:
        """Fetch those that were not fetched yet, unless others are being fetched."""
        new = [game for game in games if game.code and (game.code, game.number) not in self._asked]
        if new and (self._task is None or self._task.done()):
            self._task = get_running_loop().create_task(self._fetch(new))

    async def _fetch(self, games: Sequence[PastGame]) -> None:
        for game in games:
            key = game.code, game.number
            self._asked.add(key)
            find = partial(self._club.replay, *key, self._player)
            with suppress(Refused):
                curve = await self._club.curves.of(*key, find)
                if curve is not None:
                    self.known[key] = curve
                    self._changed()

    def close(self) -> None:
        """Fetch no more: the page is gone."""
        if self._task is not None:
            self._task.cancel()
