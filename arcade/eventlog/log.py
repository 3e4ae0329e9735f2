"""The protocols of a log (streams of facts, appended with an expected end) and of a cluster bus."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from typing import Protocol

from msgspec import Struct

Token = int
"""A place in a stream; opaque, except that 0 is before the first entry."""


class Entry(Struct, frozen=True):
    stream: str
    token: Token
    data: bytes


class Conflict(Exception):
    """The stream does not end where the writer expected; nothing was stored. Read and retry."""

    def __init__(self, stream: str, expected: Token) -> None:
        self.stream = stream
        self.expected = expected
        super().__init__(f"stream {stream!r} does not end at {expected}")


class NotStored(Exception):
    """The log could not store it (disk full, I/O error, closed); nothing changed."""


class Damaged(Exception):
    """A stored fact differs from the one written; `number` is the first bad one, from 1."""

    def __init__(self, stream: str, number: int) -> None:
        self.stream = stream
        self.number = number
        super().__init__(f"fact {number} of stream {stream!r} is not what was written")


class CannotOpen(Exception):
    """The log cannot be opened; the message says what to do."""


class NewerLog(CannotOpen):
    """A newer program has written the log."""


RECOVERED = "results"
"""A damaged stream of this name is recovered once into the next one, NAME.2, and read no more."""


def superseded(names: Iterable[str]) -> frozenset[str]:
    """Return the streams that have been recovered into a later one: damage there does no harm."""
    numbers = {name: int(name.partition(".")[2] or 1) for name in names if _recovered(name)}
    return frozenset(name for name in numbers if numbers[name] < max(numbers.values()))


_recovered = re.compile(rf"{RECOVERED}(\.\d+)?").fullmatch


class ReadableLog(Protocol):
    """The reading half of a log; see `EventLog`."""

    async def read(self, stream: str, after: Token = 0) -> list[Entry]: ...

    async def streams(self) -> list[str]: ...


class EventLog(Protocol):
    """Append-only streams with optimistic concurrency, used from one event loop."""

    @property
    def damaged(self) -> tuple[str, ...]:
        """The parts of the store that are known to be damaged, though another part has it all."""

    async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
        """Store all of `data` at the end of a stream, or nothing; return the new end once durable.

        `expected` is the end the caller has seen, 0 for a new stream. Raises `Conflict`,
        `NotStored`, or ValueError if there is nothing to store or no stream name. A caller
        cancelled while waiting must read to learn whether it was stored.
        """

    async def read(self, stream: str, after: Token = 0) -> list[Entry]:
        """Return the entries after a position, in order.

        With several servers, the one that answers may lag behind what `growing` has just named.
        Raises `Damaged`, or ValueError if the log is closed.
        """

    async def between(self, stream: str, after: Token, until: Token) -> list[Entry]:
        """Return the entries after a position, up to another one; raises as `read`."""

    def growing(self) -> AsyncIterator[tuple[str, Token]]:
        """Yield each stream that grows, through any process, and its new end, until the log closes.

        ("", 0): any stream may have grown unnoticed.
        """

    async def streams(self) -> list[str]:
        """Return the names of all streams that hold something, sorted.

        Raises CannotOpen if the store is damaged, ValueError if the log is closed.
        """

    async def check(self, stream: str) -> None:
        """Raise `Damaged` unless a whole stream is as written.

        Does nothing if the store verifies its data itself.
        """

    async def ends(self, streams: Collection[str] | None = None) -> dict[str, Entry]:
        """Return the last entry of every stream, or of some; damaged ones are left out.

        Cheap compared with reading them; may lag behind appends in progress. Raises as `streams`
        does, or NotStored without an answer.
        """

    async def can_store(self) -> bool:
        """Return whether there is surely room for something; asked after a failure."""

    async def close(self) -> None:
        """Store pending appends and end the listeners; closing twice is harmless."""


def check_append(stream: str, data: Sequence[bytes]) -> None:
    """Raise ValueError unless there is a valid stream name and something to store."""
    if not stream:
        raise ValueError("a stream needs a name")
    if not data:
        raise ValueError(f"nothing to append to stream {stream!r}")
    stream.encode()  # lone surrogates: UnicodeEncodeError is a ValueError


Growth = tuple[str, Token]
"""A stream that grew, and up to where; see `EventLog.growing`."""


class GrowingLog:
    """The common part of all logs: listeners, and whether it is `closed`."""

    def __init__(self) -> None:
        self.closed = False
        self._queues: list[asyncio.Queue[Growth | None]] = []

    @property
    def damaged(self) -> tuple[str, ...]:
        return ()

    async def can_store(self) -> bool:
        return False  # the next append tells

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

    def stop_growing(self) -> None:
        """Note that the log is closed, and end its listeners."""
        self.closed = True
        for queue in self._queues:
            queue.put_nowait(None)

    def _check_open(self) -> None:
        if self.closed:
            raise ValueError("the log is closed")


class Disconnected(Exception):
    """The other processes cannot be reached now."""


class ClusterBus(Protocol):
    """One process's connection to the others.

    `me` is its name, new with every start; a lease lasts `lease` seconds.
    """

    me: str
    lease: float

    async def subscribe(self, heard: Callable[[str, bytes], None]) -> None:
        """Call `heard` with the sender and each message; raises `Disconnected`."""

    async def publish(self, data: bytes) -> None:
        """Send a message to all other processes; it is lost if they cannot be reached."""

    async def renew(self) -> frozenset[str]:
        """Renew this process's lease; return who holds one. Raises `Disconnected`."""

    async def close(self) -> None:
        """Release the lease."""
