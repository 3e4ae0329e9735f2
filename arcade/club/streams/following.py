"""Reads streams: how far one has been read, and every stream that grows through other processes."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from typing import Generic, TypeVar

import structlog

from arcade.engine.codec import Stored, Value, VersionedCodec
from arcade.eventlog.log import Conflict, EventLog, NotStored, Token
from arcade.rooms.clocks import now
from arcade.tasks import WorkSlots


class StreamCursor(Generic[Value]):
    """A stream and how far it has been read; calls `take` with each value, exactly once.

    `grown` is called after `catch_up` has read what other processes stored.
    """

    def __init__(
        self,
        events: EventLog,
        stream: str,
        form: VersionedCodec[Value],
        take: Callable[[Value], None],
        grown: Callable[[], object] = lambda: None,
    ) -> None:
        self.grown = grown
        self._events = events
        self._stream = stream
        self._form = form
        self._take = take
        self.token: Token = 0
        """Up to where the stream is known."""
        self._untold = False
        self._lock = asyncio.Lock()

    async def read_on(self, end: Token = 0) -> bool:
        """Read on unless the stream is known up to `end`; return whether facts came since."""
        async with self._lock:
            if not end or end > self.token:
                await self._read_on()
            untold, self._untold = self._untold, False
            return untold

    async def catch_up(self, _: str = "", end: Token = 0) -> Token:
        """Read what other processes stored, unless it is known up to `end`; a `CatchUp`."""
        if await self.read_on(end):
            self.grown()
        return self.token

    async def store(self, decide: Callable[[], Value | None]) -> None:
        """Append the result of `decide`, if any; on a conflict, read and decide again.

        Raises what `decide` raises, and `NotStored`.
        """
        async with self._lock:
            while (value := decide()) is not None:
                data = self._form.encode(value)
                try:
                    token = await self._events.append(self._stream, [data], self.token)
                except Conflict:
                    await self._read_on()
                    continue
                self.token = token
                self._take(self._form.decode(data))  # as others will read it
                return

    async def _read_on(self) -> None:
        entries = await self._events.read(self._stream, self.token)
        for entry in entries:
            self._take(self._form.decode(entry.data))
            self.token = entry.token
            self._untold = True


Fact = TypeVar("Fact")


class FactStream(StreamCursor[Stored[Fact]], Generic[Fact]):
    """A stream of facts, each stored with the time at which it was decided."""

    async def add(self, decide: Callable[[], Fact | None], clock: Callable[[], int] = now) -> None:
        """Store the fact that `decide` returns, if any, as `store` does."""

        def stored() -> Stored[Fact] | None:
            fact = decide()
            return None if fact is None else Stored(clock(), fact)

        await self.store(stored)


CatchUp = Callable[[str, Token], Awaitable[Token]]
"""Reads a stream unless it is known up to a place (0: unknown); returns the new place."""

MAX_READING = 16
"""The most streams read at the same time."""
FIRST_WAIT, LONGEST_WAIT = 0.05, 2.0
"""Seconds before reading is retried; doubled each time."""
REPORT_TIME = 1.0
"""Seconds until a stored fact is reported."""

log = structlog.get_logger()


class StreamFollower:
    """Calls the handler registered for a stream's prefix (up to the first dot) when it grows."""

    def __init__(self, events: EventLog, parts: Mapping[str, CatchUp]) -> None:
        self._events = events
        self.parts = parts
        self._open = asyncio.Event()
        self._wanted: dict[str, Token] = {}
        self._ends: dict[str, Token] = {}
        self._known: dict[str, Token] = {}
        self._reading: dict[str, asyncio.Task[None]] = {}
        self._slots = WorkSlots(MAX_READING)
        self._listening: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Start listening; reads nothing before `open`."""
        self._listening = asyncio.create_task(self._listen())
        await asyncio.sleep(0)  # from here on nothing is missed

    def open(self) -> None:
        self._open.set()

    async def reconcile(self, streams: Collection[str]) -> None:
        """Compare each stream's known position with its end, and read the difference."""
        self._known = {name: at for name, at in self._known.items() if name in streams}
        ends = await self._events.ends(streams)
        await asyncio.sleep(REPORT_TIME)
        for name, end in ends.items():
            known = self._known.get(name)
            if known is None or known < end.token:
                if known is not None:
                    log.warning("missed", stream=name, known=known, end=end.token)
                self._want(name, end.token)

    async def close(self) -> None:
        tasks = [*self._reading.values(), *([self._listening] if self._listening else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> None:
        async for stream, end in self._events.growing():
            await self._open.wait()
            if stream:
                self._want(stream, end)
            else:
                await self._want_all()

    async def _want_all(self) -> None:
        while True:
            with suppress(NotStored):
                for stream in await self._events.streams():
                    self._want(stream, 0)
                return
            await asyncio.sleep(LONGEST_WAIT)

    def _want(self, stream: str, end: Token) -> None:
        if stream.partition(".")[0] not in self.parts:
            return
        known = self._wanted.get(stream, end)
        self._wanted[stream] = max(known, end) if known and end else 0
        self._ends[stream] = max(end, self._ends.get(stream, 0))
        if stream not in self._reading:
            self._reading[stream] = asyncio.create_task(self._catch_up(stream))

    async def _catch_up(self, stream: str) -> None:
        part = self.parts[stream.partition(".")[0]]
        wait = FIRST_WAIT
        try:
            while (end := self._wanted.pop(stream, None)) is not None:
                try:
                    async with self._slots.slot():
                        self._known[stream] = await part(stream, end)
                except NotStored:
                    behind = True
                except Exception:
                    # One stream's damage must not keep the others from being heard.
                    log.exception("not followed", stream=stream)
                    behind = False
                else:
                    # The server that answers may lag behind the one that reported it.
                    behind = self._known[stream] < self._ends[stream]
                if behind:
                    self._wanted[stream] = 0
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_WAIT)
        finally:
            del self._reading[stream], self._ends[stream]
