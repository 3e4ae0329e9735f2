"""What every log promises: streams of facts, appended only where the writer thinks they end."""

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Protocol

from msgspec import Struct

Token = int
"""A place in a stream; opaque: give back what you got. 0 is before the first entry."""


class Entry(Struct, frozen=True):
    """One stored fact; `token` is the place right after it."""

    stream: str
    token: Token
    data: bytes


class Conflict(Exception):
    """The stream ends elsewhere than the writer thought; nothing was stored: read, decide again."""

    def __init__(self, stream: str, expected: Token) -> None:
        self.stream = stream
        self.expected = expected
        super().__init__(f"stream {stream!r} does not end at {expected}")


class NotStored(Exception):
    """The log could not store it (disk full, I/O error, closed); nothing changed."""


class Damaged(Exception):
    """A stored fact is not what was written; `number` counts from 1 and is the first bad one."""

    def __init__(self, stream: str, number: int) -> None:
        self.stream = stream
        self.number = number
        super().__init__(f"fact {number} of stream {stream!r} is not what was written")


class CannotOpen(Exception):
    """The log cannot be opened; the message is for the host and says what to do."""


class EventLog(Protocol):
    """Append-only streams with an expected place, used from one asyncio loop."""

    async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
        """Store all of `data` at the end of a stream, or nothing; return the new end once durable.

        `expected` is the end the caller has seen, 0 for a stream that does not exist yet. Raises
        `Conflict`, `NotStored`, or ValueError where there is nothing to store or no stream name.
        Who is cancelled while waiting does not know whether it was stored, and reads again.
        """
        ...

    async def read(self, stream: str, after: Token = 0) -> list[Entry]:
        """Give what is stored after a place, in order, [] where there is nothing.

        Where several servers keep the log, the one that answers may know of less than `growing`
        has named a moment before. Raises `Damaged`, or ValueError when the log is closed.
        """
        ...

    def growing(self) -> AsyncIterator[tuple[str, Token]]:
        """Name streams as they grow, by whomever, and up to where, until the log closes.

        ("", 0): any of them may have grown unheard.
        """
        ...

    async def streams(self) -> list[str]:
        """Name all streams that hold something, sorted.

        Raises CannotOpen where the store no longer tells, ValueError when the log is closed.
        """
        ...

    async def check(self, stream: str) -> None:
        """Raise `Damaged` unless a whole stream is what was written.

        A log whose store looks after that itself has nothing to do.
        """
        ...

    async def ends(self, streams: Collection[str] | None = None) -> dict[str, Entry]:
        """Give the last entry of every stream, or of some; one that cannot be told is left out.

        Cheap beside reading them; what is being stored at this moment need not be known yet.
        Raises as `streams` does, or NotStored without an answer.
        """
        ...

    async def close(self) -> None:
        """Store what waits, end the listeners, let go; closing twice is harmless."""
        ...


def check_append(stream: str, data: Sequence[bytes]) -> None:
    """Raise ValueError unless there is a sayable stream name and something to store."""
    if not stream:
        raise ValueError("a stream needs a name")
    if not data:
        raise ValueError(f"nothing to append to stream {stream!r}")
    stream.encode()  # lone surrogates: UnicodeEncodeError is a ValueError
