"""A session of line mode or of the JSON API: its lines, its visit, its table session.

Must not know: whether the lines are words or JSON.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Literal

from arcade.club.club import Club
from arcade.club.errors import NotStored
from arcade.club.people.devices import change_notice
from arcade.club.presence import ACCOUNT_TIME
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.table_session import TableSession
from arcade.club.views import ACCOUNT, Notice
from arcade.engine.news import News
from arcade.players.player import Player
from server.limits.cost_meter import payer
from server.terminal.line_input import LineInput

CELLS = 79
"""The widest line, so that a terminal of 80 cells breaks none."""

Mode = Literal["plain", "api"]


class LineSession:
    """One person's line conversation with the club, until `close`."""

    visiting = True

    def __init__(
        self,
        club: Club,
        player: Player,
        resume_code: str | None,
        lines: LineInput,
        write: Callable[[str], Awaitable[None]],
    ) -> None:
        self.club = club
        self.player = player
        self.resume_code = resume_code
        self.key = ""
        self.lines = lines
        self.write = write
        self._cost_meter = payer()
        self.table_session: TableSession | None = None
        self.dropped = False
        """Whether the connection ended without `quit`."""
        self.over: News | None = None
        self.notices: list[Notice] = []
        self._changed = asyncio.Event()
        self._returning: asyncio.Task[None] | None = None
        self.cells = CELLS
        """The most cells of a line; a page wraps by itself."""
        self.in_browser = False
        """Whether a page shows it."""
        self.call: Callable[[], None] = lambda: None
        """Called before something urgent is said: it is the person's turn, or they are refused."""
        self.offer: Callable[[Sequence[tuple[str, str]]], None] = lambda _: None
        """Called before a line is awaited, with what can be written now and its words."""
        self.watch_line: Callable[[], None] = lambda: None
        """Called at each table: begins to watch whether the client answers."""
        self._visit = club.presence.enter(player, self._ended, self._hear)
        self._visit.listen(self._changed.set)

    @property
    def plays_with_others(self) -> bool | None:
        """Whether others would wait for this person; None at no table."""
        return None if self.table_session is None else self.table_session.plays_with_others

    def note_line(self, answers: bool) -> None:
        """Count the person as gone while the client does not answer."""
        self._visit.note_line(answers)
        if self.table_session is not None:
            returning = self.table_session.note_line(answers)
            self._returning = asyncio.get_running_loop().create_task(returning)

    async def turn(self, lines: bool = True, seconds: float | None = None) -> bool:
        """Wait until something changes or, unless `lines` is false, a line arrives.

        Wait at most `seconds`, if given. Return whether a line, or the end of input, is waiting.
        """
        loop = asyncio.get_running_loop()
        waits: set[asyncio.Task[object]] = {loop.create_task(self._changed.wait())}
        if lines:
            waits.add(loop.create_task(self.lines.arrived()))
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        self._changed.clear()
        if lines and self.lines.waiting:
            await self._cost_meter.turn()  # a script may ask for more than its share
            return True
        return False

    async def pay(self) -> None:
        """Wait until the address may use the processor again."""
        await self._cost_meter.turn()

    def wake(self) -> None:
        """End a wait for something to change."""
        self._changed.set()

    def rename(self, player: Player) -> None:
        """Go on under the name that was just chosen."""
        self.player = player
        self._visit.rename(player)
        if self.table_session is not None:
            self.table_session.rename(player)

    def go(self, table_session: TableSession) -> None:
        """Go to a table; a seat at the previous table stays reserved."""
        self.leave()
        self.table_session = table_session
        self.watch_line()
        self.notices = [notice for notice in self.notices if notice.code != table_session.code]
        table_session.listen(self._changed.set)

    def leave(self) -> None:
        """Go to the lobby; a seat stays reserved."""
        if self.table_session is not None:
            self.table_session.detach()
            self.table_session = None

    def close(self) -> None:
        """End the visit; also after a lost connection."""
        if self.table_session is not None:
            self.table_session.detach(self.dropped)
            self.table_session = None
        self._visit.leave()

    async def tell_key_changes(self, key: str) -> None:
        """Notify the person of what other keys have changed in the account since this key's last
        visit.
        """
        self.key = key
        if key:
            with suppress(NotStored):
                for change in await self.club.accounts.untold_changes(self.player, key):
                    news = change_notice(change, by_ssh("play", self.club.address))
                    self._hear(Notice(news, ACCOUNT_TIME, rank=ACCOUNT))

    def _ended(self, why: News) -> None:
        self.over = why
        self._changed.set()

    def _hear(self, notice: Notice) -> None:
        self.notices = [*self.notices[-9:], notice]
        self._changed.set()
