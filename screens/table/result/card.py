"""When the card of a game's end is shown, and who finds out what it tells."""

from asyncio import Task, create_task, wait
from collections.abc import Callable
from functools import cached_property, partial
from time import monotonic

from arcade.club.club import Club
from arcade.club.deals.daily import Daily
from arcade.club.table_session import TableSession
from arcade.club.views import TableView
from screens.table.result.pane import Result

AT_THE_END = {"again", "another", "board", "recording", "look_back", "leave"}
"""The actions of the card, and one that asks no question any more."""
WEIGH_AFTER = 1.5
"""Seconds after which the coach analyses a finished game, if its card is still open."""
CALM = 1.0
"""Seconds in which a new card takes no key of its own: it was pressed for the game."""


class ResultCard:
    """When the card of a game's end is shown: from the end that was seen until a key.

    It stays when the next game begins, for whoever is not ready for that.
    """

    def __init__(self) -> None:
        self.open = False
        self.board = False
        """Whether the board is shown meanwhile."""
        self._game = -1
        self._since = 0.0
        self._weighing: Task[None] | None = None
        self._comparing: Task[None] | None = None
        self.clock: Callable[[], float] = monotonic

    @cached_property
    def pane(self) -> Result:
        """The card itself, created at the first end."""
        return Result()

    @property
    def shown(self) -> bool:
        return self.open and not self.board

    def covers(self, table: TableView) -> bool:
        """Return whether the game that is over there has a result, and its card has come."""
        return table.phase == "over" and table.outcome is not None and self._game >= 0

    @property
    def hasty(self) -> bool:
        """Whether it has just come: a key was pressed for the game."""
        return self.shown and self.clock() < self._since + CALM

    def follow(self, seen: TableView, settled: bool, table: TableView) -> bool:
        """Open at the end of a game, close when one goes on without it; return whether it is new.

        `seen` is what was shown of the `table`, `settled` whether that is all.
        """
        if seen.phase == "over" and seen.outcome is not None and settled:
            new = self._game != seen.games_played
            if new:
                self._game, self.open, self.board = seen.games_played, True, False
                self._since = self.clock()
            self.pane.show(seen)
            return new
        if table.phase == "playing":
            self.open = self.shown and table.bot_plays
        return False

    def weigh(self, club: Club, session: TableSession) -> None:
        """Have the coach analyse the game; the card says what it finds."""
        self._weighing = create_task(self._tell_highlights(club, session))

    def compare(self, daily: Daily, game: str) -> None:
        """Have bots play the daily deal that is over; the card says how they fare."""
        self._comparing = create_task(self._tell_bots(daily, game))

    async def _tell_bots(self, daily: Daily, game: str) -> None:
        await daily.settle()
        playing = daily.compare(daily.today, game)
        if playing is not None:
            await wait([playing])
        if self.pane.is_attached:
            self.pane.redraw()

    async def _tell_highlights(self, club: Club, session: TableSession) -> None:
        self.pane.lend(session.lent)
        number, game = self._game, session.table().game
        find = partial(club.replay, session.code, number, session.player)
        curve = await club.curves.of(session.code, number, find)
        if curve is not None and number == self._game and self.pane.is_attached:
            self.pane.trace(curve)
        highlights = await club.highlights.of(session.code, number, game, session.player)
        if highlights is not None and number == self._game and self.pane.is_attached:
            self.pane.tell(highlights)
