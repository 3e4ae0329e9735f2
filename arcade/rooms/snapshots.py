"""Snapshots of rooms, so that long records need not be folded from their beginning.

Only facts are authoritative: a snapshot is valid only for the exact program text that wrote it;
without a valid one the record is folded from its beginning. So it is if people were forgotten who
may be named in the snapshot.
"""

import asyncio
import inspect
import sys
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

import arcade
from arcade.engine import registry
from arcade.eventlog.log import Conflict, Damaged, Entry, EventLog, NotStored, Token
from arcade.rooms import facts
from arcade.rooms.evolve import fold
from arcade.rooms.room import Moment, Room
from arcade.tasks import Tasks

PARTS = ("engine", "games", "rooms")
"""The packages that determine what a fact does to a room."""

SNAPSHOT_EVERY = 256
"""New facts after which a running table gets a snapshot."""
MIN_NEW_FACTS = 16
"""New facts that are worth a snapshot at shutdown."""
SHUTDOWN_TIME = 3.0
"""Seconds that snapshots may take at shutdown."""
COMPRESSION = 1
"""Compression level of zlib: a fifth of the size in a third of a millisecond."""


Apart = Callable[[list[Entry]], tuple[list[Entry], int]]
"""Takes the names of the people who were forgotten out of entries; tells how many people that is.

The number tells who they are: people are counted in the order in which they were forgotten.
"""


class Folded(NamedTuple):
    """A room up to a token of its record, without the names of the first `names_gone` people."""

    room: Room
    token: Token
    names_gone: int = 0


class _Past(Struct, frozen=True):
    state: Raw
    line: int


class Snapshot(Struct, frozen=True):
    """A room at a place in its stream; the game's states are separate: it knows their type."""

    program: str
    token: Token
    names_gone: int
    room: Room
    state: Raw
    delayed_states: tuple[_Past, ...]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Snapshot)


def encode(folded: Folded) -> bytes | None:
    """Encode a room; None if it would not decode to the same."""
    room = folded.room
    bare = replace(room, state=None, delayed_states=())
    moments = tuple(_Past(_raw(moment.state), moment.line) for moment in room.delayed_states)
    try:
        written = _encoder.encode(
            Snapshot(
                program(room.game), folded.token, folded.names_gone, bare, _raw(room.state), moments
            )
        )
    except (TypeError, ValueError):
        return None
    data = zlib.compress(written, COMPRESSION)
    return data if decode(data) == folded else None


def decode(data: bytes) -> Folded | None:
    """Decode a room and its place; None if it is invalid, or another program wrote it."""
    try:
        snapshot = _decoder.decode(zlib.decompress(data))
        if snapshot.program != program(snapshot.room.game):
            return None
        read = msgspec.msgpack.Decoder(snapshot.room.rules.state | None).decode
        moments = tuple(Moment(read(past.state), past.line) for past in snapshot.delayed_states)
        room = replace(snapshot.room, state=read(snapshot.state), delayed_states=moments)
        return Folded(room, snapshot.token, snapshot.names_gone)
    except (zlib.error, msgspec.DecodeError, LookupError, ValueError, TypeError):
        return None


@cache
def program(game: str) -> str:
    """Return a digest of the program's text: any change invalidates old snapshots."""
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
    """Return a game's source files, also for a game from another package."""
    file = Path(inspect.getfile(kind))
    return sorted(file.parent.rglob("*.py")) if sys.modules[kind.__module__].__package__ else [file]


def _raw(state: object) -> Raw:
    return Raw(_encoder.encode(state))


class Snapshots:
    """Stores snapshots of the rooms of one process: every so often, and at shutdown."""

    def __init__(self, events: EventLog, apart: Apart = lambda entries: (entries, 0)) -> None:
        self._events = events
        self._apart = apart
        self._versions: dict[str, int] = {}
        self._ends: dict[str, Token] = {}
        self._turn = asyncio.Lock()
        self._storing = Tasks()

    async def open(
        self, code: str, end: Entry | None = None, snapshot: Entry | None = None
    ) -> Folded:
        """Return a room and its position, from a `snapshot` and later facts, or its record.

        `end` is the record's last entry. Raises `Damaged`, and whatever an invalid record raises.
        """
        name = f"room.{code}"
        restored = decode(snapshot.data) if snapshot is not None else None
        if snapshot is not None:
            self._ends[code] = snapshot.token
        if restored is not None and restored.room.code == code:
            room, token, names_gone = restored
            await self._events.check(name)
            entries = await self._events.read(name, token)
            ends = end is not None and end.token == token and not entries
            apart, gone = self._apart(entries)  # after the last wait: nobody is forgotten meanwhile
            if names_gone >= gone and (ends or _follow(entries, room)):
                self._versions[code] = room.version
                return Folded(*_gone_on(room, token, apart), gone)
        entries = await self._events.read(name)
        if not entries:
            raise NotStored(f"{name} is not known yet")
        apart, gone = self._apart(entries)
        return Folded(*_gone_on(None, 0, apart), gone)

    def store_if_due(self, folded: Folded) -> None:
        """Store a snapshot if enough has happened since the last."""
        if self._grown(folded.room) >= SNAPSHOT_EVERY:
            self.store(folded)

    def store(self, folded: Folded) -> None:
        """Store a snapshot soon; later loads begin with it."""
        self._versions[folded.room.code] = folded.room.version
        self._storing.begin(self._store(folded))

    def forget(self, code: str) -> None:
        self._versions.pop(code, None)
        self._ends.pop(code, None)

    async def close(self, rooms: Iterable[Folded]) -> None:
        """Store snapshots of changed rooms, as many as `SHUTDOWN_TIME` allows."""
        wanted = [
            self._store(folded) for folded in rooms if self._grown(folded.room) >= MIN_NEW_FACTS
        ]
        try:
            async with asyncio.timeout(SHUTDOWN_TIME):
                await asyncio.gather(*wanted, *self._storing)
        except TimeoutError:
            return  # the record has all of it

    def _grown(self, room: Room) -> int:
        return room.version - self._versions.get(room.code, 0)

    async def _store(self, folded: Folded) -> None:
        room = folded.room
        async with self._turn:  # many may be due at once: let key presses come between
            data = encode(folded)
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
    """Return whether these entries continue a room's facts."""
    return bool(entries) and facts.decode(entries[0].data).n == room.version + 1


def _gone_on(room: Room | None, token: Token, entries: Sequence[Entry]) -> tuple[Room, Token]:
    after = fold((facts.decode(entry.data) for entry in entries), room)
    return after, entries[-1].token if entries else token


def stream(code: str) -> str:
    return f"snapshot.{code}"
