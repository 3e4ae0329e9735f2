"""Reports which streams of a log grow to whoever listens in this process."""

import asyncio
from collections.abc import AsyncIterator

from arcade.eventlog.log import Token

Growth = tuple[str, Token]
"""A stream that grew, and up to where; see `EventLog.growing`."""


class GrowthFeed:
    """The listeners of one log; `closed` once the log is."""

    def __init__(self) -> None:
        self.closed = False
        self._queues: list[asyncio.Queue[Growth | None]] = []

    async def growing(self) -> AsyncIterator[Growth]:
        queue: asyncio.Queue[Growth | None] = asyncio.Queue()
        self._queues.append(queue)
        try:
            while not self.closed and (growth := await queue.get()) is not None:
                yield growth
        finally:
            self._queues.remove(queue)

    def report(self, stream: str, token: Token) -> None:
        """Report that a stream grew up to `token`; ("", 0): any stream may have grown."""
        for queue in self._queues:
            queue.put_nowait((stream, token))

    def close(self) -> None:
        self.closed = True
        for queue in self._queues:
            queue.put_nowait(None)


class GrowingLog:
    """What every log does with its feed."""

    def __init__(self) -> None:
        self._growth = GrowthFeed()

    def growing(self) -> AsyncIterator[Growth]:
        return self._growth.growing()

    def _check_open(self) -> None:
        if self._growth.closed:
            raise ValueError("the log is closed")
