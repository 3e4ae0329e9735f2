"""Those who wait for a stream to grow, woken without polling."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from arcade.eventlog.log import Entry, NotStored, Token

Read = Callable[[str, Token], Awaitable[list[Entry]]]
Growth = tuple[str, Token]
"""A stream that grew, and up to where; see `EventLog.growing`."""


class Followers:
    """The waiting followers of one log in this process."""

    def __init__(self) -> None:
        self.closed = False
        self._bells: dict[str, asyncio.Event] = {}
        self._hearers: list[asyncio.Queue[Growth | None]] = []

    async def follow(self, read: Read, stream: str, after: Token) -> AsyncIterator[Entry]:
        """Yield what `read` gives, then again whenever the stream grew, until closed."""
        while not self.closed:
            # Taken before reading: what is appended during the read rings this very bell.
            bell = self._bells.setdefault(stream, asyncio.Event())
            for entry in await self._read(read, stream, after):
                yield entry
                after = entry.token
            if not self.closed:
                await bell.wait()

    async def _read(self, read: Read, stream: str, after: Token) -> list[Entry]:
        """Read; nothing where the log closes under the reading."""
        try:
            return await read(stream, after)
        except (ValueError, NotStored):
            if self.closed:
                return []
            raise

    async def growing(self) -> AsyncIterator[Growth]:
        """Name streams as they grow; see `EventLog.growing`."""
        heard: asyncio.Queue[Growth | None] = asyncio.Queue()
        self._hearers.append(heard)
        try:
            while not self.closed and (growth := await heard.get()) is not None:
                yield growth
        finally:
            self._hearers.remove(heard)

    def wake(self, stream: str, token: Token) -> None:
        """Tell those who follow the stream that it grew, up to a place."""
        if bell := self._bells.pop(stream, None):
            bell.set()
        for hearer in self._hearers:
            hearer.put_nowait((stream, token))

    def wake_all(self) -> None:
        """Tell all followers that their stream may have grown."""
        for bell in self._bells.values():
            bell.set()
        self._bells.clear()
        for hearer in self._hearers:
            hearer.put_nowait(("", 0))

    def close(self) -> None:
        """End every follower."""
        self.closed = True
        self.wake_all()
        for hearer in self._hearers:
            hearer.put_nowait(None)
