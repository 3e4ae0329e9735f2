"""The protocol of every log: streams of facts, appended with an expected end."""

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Protocol

from msgspec import Struct

Token = int
"""A place in a stream; opaque, except that 0 is before the first entry."""


class Entry(Struct, frozen=True):
    """A stored fact; `token` is the place right after it."""

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
    """A stored fact is not what was written; `number` is the first bad one, counted from 1."""

    def __init__(self, stream: str, number: int) -> None:
        self.stream = stream
        self.number = number
        super().__init__(f"fact {number} of stream {stream!r} is not what was written")


class CannotOpen(Exception):
    """The log cannot be opened; the message tells the operator what to do."""


class EventLog(Protocol):
    """Append-only streams with optimistic concurrency, used from one event loop."""

    async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
        """Store all of `data` at the end of a stream, or nothing; return the new end once durable.

        `expected` is the end the caller has seen, 0 for a new stream. Raises `Conflict`,
        `NotStored`, or ValueError if there is nothing to store or no stream name. A caller
        cancelled while waiting must read to learn whether it was stored.
        """

    async def read(self, stream: str, after: Token = 0) -> list[Entry]:
        """Return what is stored after a place, in order.

        With several servers, the one that answers may lag behind what `growing` has just named.
        Raises `Damaged`, or ValueError if the log is closed.
        """

    def growing(self) -> AsyncIterator[tuple[str, Token]]:
        """Yield each stream that grows, through any process, and its new end, until the log closes.

        ("", 0): any stream may have grown unnoticed.
        """

    async def streams(self) -> list[str]:
        """Return the names of all streams that hold something, sorted.

        Raises CannotOpen if the store is damaged, ValueError if the log is closed.
        """

    async def check(self, stream: str) -> None:
        """Raise `Damaged` unless a whole stream is what was written.

        Does nothing if the store verifies its data itself.
        """

    async def ends(self, streams: Collection[str] | None = None) -> dict[str, Entry]:
        """Return the last entry of every stream, or of some; damaged ones are left out.

        Cheap compared with reading them; may lag behind appends in progress. Raises as `streams`
        does, or NotStored without an answer.
        """

    async def close(self) -> None:
        """Store pending appends and end the listeners; closing twice is harmless."""


def check_append(stream: str, data: Sequence[bytes]) -> None:
    """Raise ValueError unless there is a valid stream name and something to store."""
    if not stream:
        raise ValueError("a stream needs a name")
    if not data:
        raise ValueError(f"nothing to append to stream {stream!r}")
    stream.encode()  # lone surrogates: UnicodeEncodeError is a ValueError
