"""Reads and appends to one stream, passing each fact on once, in order."""

import asyncio
from collections.abc import Callable

from arcade.eventlog.log import Conflict, EventLog, Token


class StreamCursor:
    """A stream and how far it has been read; calls `take` with each fact, exactly once."""

    def __init__(self, events: EventLog, stream: str, take: Callable[[bytes], None]) -> None:
        self._events = events
        self._stream = stream
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

    async def store(self, decide: Callable[[], bytes | None]) -> None:
        """Append what `decide` returns, if anything; on a conflict read, and decide again.

        Raises what `decide` raises, and `NotStored`.
        """
        async with self._lock:
            while (data := decide()) is not None:
                try:
                    token = await self._events.append(self._stream, [data], self.token)
                except Conflict:
                    await self._read_on()
                    continue
                self.token = token
                self._take(data)
                return

    async def _read_on(self) -> None:
        entries = await self._events.read(self._stream, self.token)
        for entry in entries:
            self._take(entry.data)
            self.token = entry.token
            self._untold = True
