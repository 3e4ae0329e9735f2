"""Those who wait for a stream to grow, woken without polling."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from arcade.eventlog.log import Entry, Token

Read = Callable[[str, Token], Awaitable[list[Entry]]]


class Followers:
    """The waiting followers of one log in this process."""

    def __init__(self) -> None:
        self.closed = False
        self._bells: dict[str, asyncio.Event] = {}
        self._hearers: list[asyncio.Queue[str | None]] = []

    async def follow(self, read: Read, stream: str, after: Token) -> AsyncIterator[Entry]:
        """Yield what `read` gives, then again whenever the stream grew, until closed."""
        while not self.closed:
            # Taken before reading: what is appended during the read rings this very bell.
            bell = self._bells.setdefault(stream, asyncio.Event())
            for entry in await read(stream, after):
                yield entry
                after = entry.token
            if not self.closed:
                await bell.wait()

    async def growing(self) -> AsyncIterator[str]:
        """Name streams as they grow, "" when any of them may have, until closed."""
        heard: asyncio.Queue[str | None] = asyncio.Queue()
        self._hearers.append(heard)
        try:
            while not self.closed and (stream := await heard.get()) is not None:
                yield stream
        finally:
            self._hearers.remove(heard)

    def wake(self, stream: str) -> None:
        """Tell those who follow the stream that it grew."""
        if bell := self._bells.pop(stream, None):
            bell.set()
        for hearer in self._hearers:
            hearer.put_nowait(stream)

    def wake_all(self) -> None:
        """Tell all followers that their stream may have grown."""
        for bell in self._bells.values():
            bell.set()
        self._bells.clear()
        for hearer in self._hearers:
            hearer.put_nowait("")

    def close(self) -> None:
        """End every follower."""
        self.closed = True
        self.wake_all()
        for hearer in self._hearers:
            hearer.put_nowait(None)
