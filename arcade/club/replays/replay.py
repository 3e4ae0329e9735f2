"""A game step by step: what a table showed after each action, and who may see it now.

While a game runs, everybody looks back from their own seat. Once it is over, everybody may look
from every seat, since the record then holds everything; in a game whose unshown hands stay hidden
(`Veils`), only from their own, or as a spectator.
"""

import asyncio
from bisect import bisect_right
from collections.abc import Generator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from arcade.club.replays.record import run_in_slices
from arcade.club.table_session import TableSession
from arcade.club.table_view import room_view
from arcade.club.views import LogLine, TableView
from arcade.engine.game import Veils
from arcade.eventlog.log import Entry, Token
from arcade.players.player import Player
from arcade.rooms import facts
from arcade.rooms.directory import Directory
from arcade.rooms.errors import refused
from arcade.rooms.evolve import LINES, follow
from arcade.rooms.facts import Acted, Started, Stored
from arcade.rooms.room import Room


class Step(Struct, frozen=True):
    """One step: what a seat did (None: the set-up), and the room right after it.

    `turn` counts from 1 and changes when another seat acts; the set-up belongs to the first. `room`
    is without its lines; `last` is the number of the newest of them then. `action` is plain.
    """

    at: int
    """When, in milliseconds since 1970."""
    seat: int | None
    person: bool
    action: Mapping[str, object]
    turn: int
    room: Room
    last: int


class Replay:
    """One game of a table, as far as it has been played, seen from the seats in `viewpoints`.

    `number` counts the games of the table from 1; `own` is the viewer's seat, if any, and `who`
    their id; `over` says that the game does not go on. Where viewers may look from their own seat
    only, it shows what they saw at the time: before they took the seat, the view of watchers.
    """

    def __init__(
        self,
        number: int,
        steps: Sequence[Step],
        lines: Sequence[LogLine],
        viewpoints: Sequence[int | None],
        own: int | None = None,
        *,
        who: str = "",
        over: bool = True,
    ) -> None:
        self.number = number
        self.steps = tuple(steps)
        self.viewpoints = tuple(viewpoints)
        self.own = own
        self.over = over
        self._who = who
        # While it runs, what watchers say is for watchers.
        shown = (line for line in lines if over or own is None or not line.watcher)
        self.lines = tuple(replace(line, by="") if line.by else line for line in shown)
        """The whole log of the game, as the viewer may see it."""

    @property
    def room(self) -> Room:
        return self.steps[-1].room

    @property
    def turns(self) -> int:
        return self.steps[-1].turn

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The first step of each turn, the first turn's being the set-up."""
        firsts: dict[int, int] = {}
        for number, step in enumerate(self.steps):
            firsts.setdefault(step.turn, number)
        return tuple(firsts.values())

    def view(self, number: int, seat: int | None) -> TableView:
        """Build the table after that step, as a seat (None: a watcher) saw it.

        Raises ValueError for a seat that is no viewpoint, IndexError for a missing step.
        """
        if seat not in self.viewpoints:
            raise ValueError(f"this game cannot be seen from seat {seat}")
        step = self.steps[number]
        room = step.room
        if seat is not None and not self._sat(room, seat):
            seat = None
        count = bisect_right(self.lines, step.last, key=lambda line: line.number)
        return replace(room_view(room, seat), lines=self.lines[:count][-LINES:])

    def _sat(self, room: Room, seat: int) -> bool:
        """Return whether the viewer had this seat then, if that matters."""
        if set(range(len(room.chairs))) <= set(self.viewpoints):
            return True
        then = room.chairs[seat].player
        return then is not None and then.id == self._who


class ReplayBuilder:
    """Folds a table's facts and keeps the steps of one of its games (0: the newest)."""

    def __init__(self, wanted: int = 0) -> None:
        self.number = 0
        """The number of the last game begun."""
        self.finished = 0
        """The number of the last game played to its end."""
        self._wanted = wanted
        self._room: Room | None = None
        self.outdated = False
        """Whether the game was played by rules that today's cannot follow."""
        self._steps: list[Step] = []
        self.lines: list[LogLine] = []
        self._since = 0
        """The last line of the log before the game: a replay shows no earlier game."""

    def add(self, stored: Stored) -> None:
        before = self._room
        room = self._room = follow(before, stored)
        if isinstance(stored.fact, Started):
            self.number = (before.games_played if before else 0) + 1
            if self._wanted in (0, self.number):
                self._steps, self.lines = [], []
                self._since = before.lines[-1].number if before and before.lines else 0
        self.finished = room.games_played
        if self._wanted not in (0, self.number):
            return
        known = self.lines[-1].number if self.lines else self._since
        self.lines += [line for line in room.lines if line.number > known]
        if isinstance(stored.fact, Started | Acted):
            self.outdated = room.unfollowed and not room.broken
            if room.state is not None:
                self._steps.append(self._step(room, stored))

    def running(self, seat: int | None, who: str) -> Replay | None:
        """Return the newest game as far as `who` on that seat (None: a watcher) may see it now.

        Once it is over, their own seat is the one they had at its end. None before its beginning.
        """
        room = self._room
        if room is None or not self._steps:
            return None
        if room.phase != "playing":
            own = room.played_seat(who)
            viewpoints = _viewpoints(room, own)
            return Replay(self.number, self._steps, self.lines, viewpoints, own, who=who)
        steps = self._steps
        if seat is None and room.delayed_states:  # watchers see the game later
            while steps[-1].room.state is not room.delayed_states[0].state:
                steps = steps[:-1]
        return Replay(self.number, steps, self.lines, (seat,), seat, who=who, over=False)

    def opened(self, player: Player | None = None) -> Replay | None:
        """Return the game with all seats open; None unless it was played to its end."""
        if not self._steps:
            return None
        room = self._steps[-1].room
        number = self._wanted or self.number
        if room.rules.outcome(room.state) is None:
            return None
        own = room.seat_of(player) if player is not None else None
        who = player.id if player is not None else ""
        viewpoints = _viewpoints(room, own)
        return Replay(number, self._steps, self.lines, viewpoints, own, who=who)

    def _step(self, room: Room, stored: Stored) -> Step:
        fact = stored.fact
        acted = fact if isinstance(fact, Acted) else None
        return Step(
            at=stored.at,
            seat=acted.seat if acted else None,
            person=acted is not None and acted.by == "person",
            action=acted.action if acted else {},
            turn=room.course.turn if room.course is not None else 1,
            room=replace(room, lines=(), delayed_states=()),
            last=room.lines[-1].number if room.lines else 0,
        )


class LiveReplay:
    """The running (or just finished) game of a session, as far as the session has seen it."""

    def __init__(self, directory: Directory, session: TableSession) -> None:
        self._directory = directory
        self._session = session
        self._builder = ReplayBuilder()
        self._token: Token = 0
        self._lock = asyncio.Lock()

    async def replay(self) -> Replay:
        """Read what is new and return the steps so far; raises `Refused` before the first game."""
        async with self._lock:
            table = self._session.table()
            entries = await self._directory.entries(self._session.code, self._token)
            self._token = await run_in_slices(
                _fold(self._builder, entries, self._token, table.version)
            )
            replay = self._builder.running(table.seat, self._session.player.id)
        if replay is None and self._builder.number:
            raise _missing(self._session.code, self._builder.number, self._builder)
        if replay is None:
            raise refused("No game has begun here yet.")
        return replay


class Replays:
    """Finished games from the log, also of closed tables."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory

    async def finished(self, code: str, number: int = 0, player: Player | None = None) -> Replay:
        """Return a finished game of a table (0: the last one); raises `Refused` if there is none.

        `player` is the viewer, and tells which seat is their own.
        """
        code = code.upper()
        entries = await self._directory.entries(code)
        reel = ReplayBuilder(number)
        await run_in_slices(_fold(reel, entries, 0))
        if not number and reel.finished and reel.finished != reel.number:
            number = reel.finished  # the newest game runs: read the one before
            reel = ReplayBuilder(number)
            await run_in_slices(_fold(reel, entries, 0))
        replay = reel.opened(player)
        if replay is None:
            raise _missing(code, number, reel)
        return replay

    async def stored(self, code: str) -> list[bytes]:
        """Return a table's facts as stored, with secrets; raises `Refused`."""
        return [entry.data for entry in await self._directory.entries(code)]

    def live(self, session: TableSession) -> LiveReplay:
        return LiveReplay(self._directory, session)


def _missing(code: str, number: int, reel: ReplayBuilder) -> Exception:
    if number and number <= reel.number and reel.outdated:
        return refused(
            "Game {n} of table {code} was played by older rules, which today's cannot follow.",
            n=number,
            code=code,
        )
    if number and number <= reel.number:
        return refused("Game {n} of table {code} was not played to its end.", n=number, code=code)
    if number:
        return refused("Table {code} has no game {n}.", code=code, n=number)
    return refused("No game of table {code} is over yet.", code=code)


def _viewpoints(room: Room, own: int | None) -> tuple[int | None, ...]:
    """Return the seats (None: a spectator's view) from which a finished game may be seen."""
    if isinstance(room.rules, Veils):
        return (None,) if own is None else (own, None)
    return (*range(len(room.chairs)), None)


def _fold(
    reel: ReplayBuilder, entries: Sequence[Entry], token: Token, version: int | None = None
) -> Generator[None, None, Token]:
    """Add facts up to a version, yielding often; return the place after the last one."""
    for entry in entries:
        stored = facts.decode(entry.data)
        if version is not None and stored.n > version:
            break
        reel.add(stored)
        token = entry.token
        yield
    return token
