"""A room written down as it is after a fact, so that a long record need not be gone through again.

Facts alone are the truth: a snapshot counts only for the very program that made it, and where there
is none, or it is not understood, the record is folded from its beginning.
"""

import asyncio
import inspect
import sys
import zlib
from collections.abc import Iterable, Sequence
from contextvars import Context
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

import arcade
from arcade.engine import registry
from arcade.eventlog.log import Conflict, Damaged, Entry, EventLog, NotStored, Token
from arcade.rooms import facts
from arcade.rooms.room import Moment, Room, fold

PARTS = ("engine", "games", "rooms")
"""Where it is written what a fact makes of a room."""


EVERY = 256
"""After so many new facts a running table is written down."""
FEW = 16
"""So few new facts are not worth it when the house closes."""
PARTING = 3.0
"""Seconds it may take then."""
QUICKLY = 1
"""How hard zlib tries: a fifth of the size in a third of a millisecond."""


class _Past(Struct, frozen=True):
    state: Raw
    line: int


class Snapshot(Struct, frozen=True):
    """A room at a place of its stream; the game's own states apart: only it knows their form."""

    program: str
    token: Token
    room: Room
    state: Raw
    moments: tuple[_Past, ...]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Snapshot)


def encode(room: Room, token: Token) -> bytes | None:
    """Write a room down; None where it would not come back as it is."""
    bare = replace(room, state=None, moments=())
    moments = tuple(_Past(_raw(one.state), one.line) for one in room.moments)
    try:
        written = _encoder.encode(
            Snapshot(program(room.game), token, bare, _raw(room.state), moments)
        )
    except (TypeError, ValueError):
        return None
    data = zlib.compress(written, QUICKLY)
    return data if decode(data) == (room, token) else None


def decode(data: bytes) -> tuple[Room, Token] | None:
    """Read a room and its place; None where another program wrote it, or it makes no sense."""
    try:
        found = _decoder.decode(zlib.decompress(data))
        if found.program != program(found.room.game):
            return None
        read = msgspec.msgpack.Decoder(found.room.rules.state | None).decode
        moments = tuple(Moment(read(one.state), one.line) for one in found.moments)
        return replace(found.room, state=read(found.state), moments=moments), found.token
    except (zlib.error, msgspec.DecodeError, LookupError, ValueError, TypeError):
        return None


@cache
def program(game: str) -> str:
    """Name the program by its own text: whatever is changed in it, no old snapshot counts."""
    rules = registry.find(game)
    shared = (_shared(), str(rules.meta.version))  # a game from elsewhere may be more than its text
    texts = map(Path.read_bytes, _texts(type(rules)))
    return _digest((*map(str.encode, shared), *texts))


@cache
def _shared() -> str:
    folder = Path(arcade.__file__).parent
    files = sorted(file for part in PARTS for file in (folder / part).rglob("*.py"))
    return _digest(map(Path.read_bytes, files))


def _digest(texts: Iterable[bytes]) -> str:
    digest = sha256()
    for text in texts:
        digest.update(text)
    return digest.hexdigest()


def _texts(kind: type) -> list[Path]:
    """Find what a game is written in, one from elsewhere too."""
    file = Path(inspect.getfile(kind))
    return sorted(file.parent.rglob("*.py")) if sys.modules[kind.__module__].__package__ else [file]


def _raw(state: object) -> Raw:
    return Raw(_encoder.encode(state))


class Snapshots:
    """Writes down the rooms of one process: now and then, and when the house closes."""

    def __init__(self, events: EventLog) -> None:
        self._events = events
        self._versions: dict[str, int] = {}
        self._ends: dict[str, Token] = {}
        self._turn = asyncio.Lock()
        self._storing: set[asyncio.Task[None]] = set()

    async def open(
        self, code: str, end: Entry | None = None, kept: Entry | None = None
    ) -> tuple[Room, Token]:
        """Build a room from its record, which has this end, or from a snapshot and what followed.

        Gives it with its place; raises `Damaged`, and whatever a record that makes no sense does.
        """
        name = f"room.{code}"
        found = decode(kept.data) if kept is not None else None
        if kept is not None:
            self._ends[code] = kept.token
        if found is not None and found[0].code == code:
            room, token = found
            await self._events.check(name)
            entries = await self._events.read(name, token)
            if _follow(entries, room) or (end is not None and end.token == token and not entries):
                self._versions[code] = room.version
                return _gone_on(room, token, entries)
        entries = await self._events.read(name)
        if not entries:
            raise NotStored(f"nothing is told of {name} yet")
        return _gone_on(None, 0, entries)

    def look(self, room: Room, token: Token) -> None:
        """Have a room written down where much has happened since; `token` is its place."""
        if self._grown(room) >= EVERY:
            self._versions[room.code] = room.version
            task = asyncio.get_running_loop().create_task(
                self._store(room, token), context=Context()
            )
            self._storing.add(task)
            task.add_done_callback(self._storing.discard)

    def forget(self, code: str) -> None:
        """Drop what is known of a room that is closed."""
        self._versions.pop(code, None)
        self._ends.pop(code, None)

    async def close(self, rooms: Iterable[tuple[Room, Token]]) -> None:
        """Write down what has changed, as far as that can be had soon."""
        wanted = [self._store(*one) for one in rooms if self._grown(one[0]) >= FEW]
        try:
            async with asyncio.timeout(PARTING):
                await asyncio.gather(*wanted, *self._storing)
        except TimeoutError:
            return  # the record tells all of it

    def _grown(self, room: Room) -> int:
        return room.version - self._versions.get(room.code, 0)

    async def _store(self, room: Room, token: Token) -> None:
        async with self._turn:  # many may be due at once: whoever waits for a key comes between
            data = encode(room, token)
            await asyncio.sleep(0)
        if data is None:
            return
        name, end = stream(room.code), self._ends.get(room.code, 0)
        try:
            self._ends[room.code] = await self._events.append(name, [data], end)
        except Conflict:  # another process has written one: the next comes after it
            await self._learn(name, room.code)
        except NotStored:
            return

    async def _learn(self, name: str, code: str) -> None:
        try:
            entries = await self._events.read(name, self._ends.get(code, 0))
        except (Damaged, NotStored, ValueError):
            return
        if entries:
            self._ends[code] = entries[-1].token


def _follow(entries: Sequence[Entry], room: Room) -> bool:
    """Whether these are the facts after a room's own."""
    return bool(entries) and facts.decode(entries[0].data).n == room.version + 1


def _gone_on(room: Room | None, token: Token, entries: Sequence[Entry]) -> tuple[Room, Token]:
    after = fold((facts.decode(entry.data) for entry in entries), room)
    return after, entries[-1].token if entries else token


def stream(code: str) -> str:
    """Name the stream of a room's snapshots in the log."""
    return f"snapshot.{code}"
