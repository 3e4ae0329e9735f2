"""The stream `results`: each game's result, stored once, even after a crash or by two processes.

It can be rebuilt from the tables' records.
"""

import asyncio
from collections.abc import Awaitable, Callable, Container, Iterable, Sequence
from contextlib import suppress
from contextvars import Context

import structlog
from msgspec import DecodeError

from arcade.engine.codec import UnknownSchema
from arcade.engine.fence import GameBroken
from arcade.engine.registry import NoSuchGame
from arcade.eventlog.log import Conflict, Damaged, EventLog, NotStored, ReadableLog, Token
from arcade.players.results import DAY, Result, decode, encode
from arcade.players.standing import Standing
from arcade.rooms import facts
from arcade.rooms.evolve import results
from arcade.rooms.host import stream
from arcade.rooms.room import Room, result

STREAM = "results"
"""If it is damaged, the next one ("results.2") holds what was recovered, and goes on."""
Progress = Callable[[int, int], object]
"""Called with the amount read so far, and the whole amount."""
Read = Callable[[Progress], Awaitable[list[Result]]]
"""Reads the results from the records of all tables."""
Played = tuple[str, int]
"""A room's code and the number of one of its games."""
RETRY = 5.0
"""Seconds after which storing is tried again."""
RECOVERY_BATCH = 500
"""How many recovered results are stored in one append."""
FACT_SLICE = 10
"""How many facts of a record are folded before others run."""
RESULT_SLICE = 25
"""How many results are folded (some milliseconds) before others run."""

log = structlog.get_logger()


def nobody(_read: int, _all: int) -> None:
    """Ignore the progress."""


class Ledger:
    """The results of one log, and the standing they make.

    `counted` is called with a table's code when a result of it has been stored and folded.
    """

    def __init__(self, events: EventLog, counted: Callable[[str], None]) -> None:
        self.standing = Standing()
        self._events = events
        self._counted = counted
        self._token: Token = 0
        self._lock = asyncio.Lock()
        self._stream = STREAM
        self.damaged: list[str] = []
        """The streams whose results were recovered from the tables' records."""
        self._days: dict[int, tuple[Token, Token]] = {}
        """Between which places of the stream the results of each day since 1970 stand."""
        self._waiting: dict[tuple[str, int], Result] = {}
        self._storing: asyncio.Task[None] | None = None
        self._ending = asyncio.Event()

    async def load(self, rooms: Iterable[Room]) -> None:
        """Read the stream; store results that only the open tables have."""
        async with self._lock:  # a table may have queued a result before it is known to be stored
            stored = await self._refold()
        for room in rooms:
            if room.games_played > self.standing.count(room.code):
                self._await_all(await _of_room(self._events, room.code), stored)
        await self._finish()

    def take(self, room: Room) -> None:
        """Store the result of a game that is over, unless it is known."""
        course = room.course
        if course is None or self._knows(room.code, course.number):
            return
        game_result = result(room)
        if game_result is not None:
            self._await(game_result)

    async def rebuild(self, progress: Progress = nobody, read: Read | None = None) -> int:
        """Store results missing from the records of all tables, fold again, return their number.

        `read` reads the records elsewhere: in this process it may take minutes.
        """
        async with self._lock:
            stored = await self._refold()
        game_results = await (
            read(progress) if read is not None else recorded(self._events, progress)
        )
        missing = self._await_all(game_results, stored)
        await self._finish()
        async with self._lock:
            await self._refold()
        return missing

    async def catch_up(self, name: str = "", end: Token = 0) -> Token:
        """Read what other processes stored, unless it is known up to `end`."""
        async with self._lock:
            if name and name != self._stream:
                if _number(name) > _number(self._stream):  # another process has recovered it
                    await self._refold()
                return end
            if not end or end > self._token:
                await self._fold(await self._read_on())
            return self._token

    async def of_day(self, day: int) -> list[Result]:
        """Return the results of a day since 1970 in their order; raises as `EventLog.read`."""
        if day not in self._days:
            return []
        entries = await self._events.between(self._stream, *self._days[day])
        of_day: dict[Played, Result] = {}
        for number, entry in enumerate(entries):
            with suppress(UnknownSchema, DecodeError):
                game_result = decode(entry.data)
                if game_result.at // DAY == day:
                    of_day.setdefault((game_result.code, game_result.number), game_result)
            if number % RESULT_SLICE == 0:
                await asyncio.sleep(0)
        return sorted(of_day.values(), key=lambda game_result: game_result.order)

    def _note_day(self, game_result: Result, before: Token, after: Token) -> None:
        first, last = self._days.get(game_result.at // DAY, (before, after))
        self._days[game_result.at // DAY] = min(first, before), max(last, after)

    async def close(self) -> None:
        """Store pending results; the next load finds any that cannot be stored now."""
        self._ending.set()
        await self._finish()

    def _knows(self, code: str, number: int) -> bool:
        return (code, number) in self._waiting or self.standing.has(code, number)

    def _await_all(self, game_results: Iterable[Result], stored: Container[Played]) -> int:
        """Queue results that are not stored, also of old rooms; return how many."""
        return sum(
            self._await(game_result)
            for game_result in game_results
            if (game_result.code, game_result.number) not in stored
        )

    def _await(self, game_result: Result) -> bool:
        """Queue a result to be stored; return whether it is new."""
        if self._knows(game_result.code, game_result.number):
            return False
        self._waiting[game_result.code, game_result.number] = game_result
        if self._storing is None or self._storing.done():
            loop = asyncio.get_running_loop()
            self._storing = loop.create_task(self._store(), context=Context())
        return True

    async def _finish(self) -> None:
        if self._storing is not None:
            await self._storing

    async def _store(self) -> None:
        while self._waiting:
            try:
                async with self._lock:
                    await self._store_waiting()
            except NotStored as error:
                log.error("results not stored", games=len(self._waiting), error=str(error))
                if self._ending.is_set():
                    return
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._ending.wait(), RETRY)

    async def _store_waiting(self) -> None:
        batch = sorted(self._waiting.values(), key=lambda game_result: game_result.order)
        if batch:
            try:
                await self._append(batch)
            except Conflict:
                # Another process was faster: its results may be these very ones.
                batch = await self._read_on()
        await self._fold(batch)

    async def _append(self, batch: Sequence[Result]) -> None:
        before, data = self._token, [encode(game_result) for game_result in batch]
        self._token = await self._events.append(self._stream, data, before)
        for game_result in batch:
            self._note_day(game_result, before, self._token)

    async def _fold(self, batch: Sequence[Result]) -> None:
        for game_result in batch:
            self._waiting.pop((game_result.code, game_result.number), None)
        if any(game_result.order < self.standing.newest for game_result in batch):
            await self._refold()  # ratings depend on the order
        else:
            for game_result in sorted(batch, key=lambda game_result: game_result.order):
                self.standing.add(game_result)
        for game_result in batch:
            self._counted(game_result.code)

    async def _refold(self) -> frozenset[Played]:
        """Read and fold all results again; return their games."""
        names = (name for name in await self._events.streams() if _number(name))
        self._stream, self._token = max(names, key=_number, default=STREAM), 0
        self._days.clear()
        game_results = await self._read_on()
        self.standing = await _folded(game_results)
        stored = frozenset((game_result.code, game_result.number) for game_result in game_results)
        for played in [key for key in self._waiting if key in stored]:
            # Stored by another process since the last look: storing it again would double it.
            del self._waiting[played]
            self._counted(played[0])
        return stored

    async def _read_on(self) -> list[Result]:
        try:
            entries = await self._events.read(self._stream, self._token)
        except Damaged as error:
            return await self._recover(error)
        game_results = []
        for entry in entries:
            before, self._token = self._token, entry.token
            try:
                game_result = decode(entry.data)
                game_results.append(game_result)
                self._note_day(game_result, before, self._token)
            except (UnknownSchema, DecodeError) as error:
                log.error("result not read", token=entry.token, error=str(error))
        return game_results

    async def _recover(self, error: Damaged) -> list[Result]:
        """Store the results in the tables' records in a new stream, once, and go on with that."""
        damaged, self._token = self._stream, 0
        self._days.clear()
        self.damaged.append(damaged)
        self._stream = f"{STREAM}.{_number(damaged) + 1}"
        log.error("results damaged", error=str(error), recovers=self._stream)
        game_results = sorted(
            await recorded(self._events), key=lambda game_result: game_result.order
        )
        for first in range(0, len(game_results), RECOVERY_BATCH):
            batch = game_results[first : first + RECOVERY_BATCH]
            try:
                await self._append(batch)
            except Conflict:  # another process recovers it as well: its results are these
                self._token = 0
                return await self._read_on()
        return game_results


def _number(name: str) -> int:
    """Return which stream of results this is, from 1; 0 for any other stream."""
    first, dot, number = name.partition(".")
    if first != STREAM or (dot and not number.isdecimal()):
        return 0
    return int(number) if dot else 1


async def recorded(events: ReadableLog, progress: Progress = nobody) -> list[Result]:
    """Return the results in the records of all tables, open and closed."""
    game_results: list[Result] = []
    names = await events.streams()
    for number, name in enumerate(names, 1):
        progress(number, len(names))
        code = name.removeprefix(stream(""))
        if code != name:
            game_results += await _of_room(events, code)
    return game_results


async def _of_room(events: ReadableLog, code: str) -> list[Result]:
    """Return the results in a table's record; none of a damaged one, which is logged."""
    game_results: list[Result] = []
    try:
        entries = await events.read(stream(code))
        stored = (facts.decode(entry.data) for entry in entries)
        for number, game_result in enumerate(results(stored)):
            if game_result is not None:
                game_results.append(game_result)
            if number % FACT_SLICE == 0:
                await asyncio.sleep(0)
    except (Damaged, DecodeError, ValueError, NoSuchGame, UnknownSchema, GameBroken) as error:
        log.error("results of a room not read", room=code, error=str(error))
    return game_results


async def _folded(game_results: Iterable[Result]) -> Standing:
    standing = Standing()
    for number, game_result in enumerate(
        sorted(game_results, key=lambda game_result: game_result.order)
    ):
        standing.add(game_result)
        if number % RESULT_SLICE == 0:
            await asyncio.sleep(0)
    return standing
