"""The day's checkpoint: one Merkle root over the seals and ends of all games (RFC 6962).

The tree only grows. The leaves of each day are stored in the stream `checkpoints`, in order, when
somebody first asks for the day, so that all processes give the same answer, also after a restart. A
leaf is a hash over something random: only somebody who has seen the record knows what it is about.
"""

import asyncio
import hashlib
import json
from collections.abc import Callable, Generator, Iterable, Sequence
from datetime import UTC, datetime

import structlog
from msgspec import DecodeError, Struct

from arcade.club.replays.record import run_in_slices
from arcade.club.streams.following import StreamCursor
from arcade.engine.codec import UnknownSchema, VersionedCodec
from arcade.engine.fair import length_prefixed
from arcade.eventlog.log import Damaged, EventLog
from arcade.players.results import DAY
from arcade.rooms import facts
from arcade.rooms.clocks import now
from arcade.rooms.facts import (
    Acted,
    Created,
    DayOver,
    Ended,
    Revealed,
    Sealed,
    Started,
    Stored,
    duel_of,
)
from arcade.rooms.host import stream

STREAM = "checkpoints"
SEALED = "ssh-arcade/1/checkpoint/sealed"
OVER = "ssh-arcade/1/checkpoint/over"
PUBLISH_AFTER = 600_000
"""Milliseconds after midnight before a day is published: its last facts are stored by then, even by
a process whose clock is slightly wrong."""
MAX_LEAVES = 10_000
"""How many leaves are stored at once: fewer bytes than a NATS message may have."""

Hash = bytes
log = structlog.get_logger()


class Grown(Struct, frozen=True):
    """The next leaves, up to the end of a day (ISO, UTC); `more` of the same day follow."""

    day: str
    leaves: bytes
    more: bool = False
    v: int = 1


form = VersionedCodec(Grown, 1)


class Checkpoint(Struct, frozen=True):
    """What is signed: the root (hex) over all leaves up to the end of a day (ISO, UTC)."""

    checkpoint: str
    leaves: int
    root: str


class Proof(Struct, frozen=True):
    """Proof that a leaf (hex) is in the tree at an index: the hashes beside its way to the root."""

    leaf: str
    index: int
    path: tuple[str, ...]


class Leaf(Struct, frozen=True, order=True):
    """A leaf: its subject, which orders the leaves of a day, and its hash."""

    at: int
    code: str
    number: int
    over: bool
    hash: Hash


def leaves(stored: Iterable[Stored], until: int) -> Generator[None, None, list[Leaf]]:
    """Return the leaves of a table's seals and ends before a time; yields often.

    A daily deal ends with its day, whose end is stored by then: as far as it came, and without a
    result where it was ended or its day was over first.
    """
    collected: list[Leaf] = []
    code, seal, moves, void = "", None, None, False

    def add(at: int, over: bool, number: int, *parts: str) -> None:
        if at < until:
            message = length_prefixed(OVER if over else SEALED, code, str(number), str(at), *parts)
            collected.append(Leaf(at, code, number, over, hashlib.sha256(b"\0" + message).digest()))

    for stored_fact in stored:
        match stored_fact.fact:
            case Created():
                code = stored_fact.fact.code
            case Sealed():
                seal = stored_fact.fact
                add(stored_fact.at, False, seal.number, seal.commitment)
            case Started(contributions=given):
                moves = hashlib.sha256(
                    _part([[contribution.kind, contribution.text] for contribution in given])
                )
            case Acted(seat=seat, action=action, by=by) if moves is not None:
                moves.update(_part([seat, action, by]))
            case Ended() | DayOver():
                void = True
            case Revealed(number=number, seed=seed, aborted=aborted) if seal and moves:
                result = "" if aborted else moves.hexdigest()
                add(stored_fact.at, True, number, seal.commitment, seed, result)
        yield
    if seal and seal.day and moves and not duel_of(seal.day):  # a duel's table has its seal alone
        revealed_seed = "" if seal.shared else seal.seed
        result = "" if void else moves.hexdigest()
        add(_end(seal.day), True, seal.number, seal.commitment, revealed_seed, result)
    return collected


def _part(value: object) -> bytes:
    return length_prefixed(json.dumps(value, sort_keys=True, separators=(",", ":")))


def tree(level: Sequence[Hash]) -> Generator[None, None, list[Sequence[Hash]]]:
    """Return all levels of hashes, from the leaves to the root; yields often."""
    levels = [level]
    while len(level) > 1:
        above = []
        for at in range(0, len(level) - 1, 2):
            above.append(hashlib.sha256(b"\1" + level[at] + level[at + 1]).digest())
            yield
        level = above + list(level[len(above) * 2 :])
        levels.append(level)
    return levels


def proof(levels: Sequence[Sequence[Hash]], index: int) -> Proof:
    path = []
    for height, level in enumerate(levels[:-1]):
        beside = index >> height ^ 1
        if beside < len(level):
            path.append(level[beside].hex())
    return Proof(levels[0][index].hex(), index, tuple(path))


class Checkpoints:
    """The tree of one log. Methods raise `NotStored`."""

    def __init__(self, events: EventLog, clock: Callable[[], int] = now) -> None:
        self.clock = clock
        self._events = events
        self._cursor = StreamCursor(events, STREAM, form, self._take)
        self._index: dict[Hash, int] = {}
        self._day = self._whole = ""
        """The last day published, and the last day published completely."""
        self._levels: list[Sequence[Hash]] = [[]]
        self._lock = asyncio.Lock()

    async def newest(self, stored: Iterable[Stored] = ()) -> tuple[Checkpoint, list[Proof]]:
        """Return the newest checkpoint, and a proof of each leaf of a table in it."""
        async with self._lock:
            day = (
                datetime.fromtimestamp((self.clock() - PUBLISH_AFTER - DAY) / 1000, UTC)
                .date()
                .isoformat()
            )
            await self._cursor.read_on()
            while self._whole < max(day, self._day):
                await self._grow(max(day, self._day))
            if len(self._levels[0]) < len(self._index):
                self._levels = await run_in_slices(tree(list(self._index)))
            root = self._levels[-1][0] if self._index else hashlib.sha256().digest()
            checkpoint = Checkpoint(self._whole, len(self._index), root.hex())
            table_leaves = await run_in_slices(leaves(stored, _end(self._whole)))
            known = [self._index[leaf.hash] for leaf in table_leaves if leaf.hash in self._index]
            return checkpoint, [proof(self._levels, index) for index in known]

    async def _grow(self, day: str) -> None:
        """Store the leaves up to the end of a day, unless another process is faster."""
        collected = sorted(await self._collect(_end(day)))

        def decide() -> Grown | None:
            if self._whole >= day or self._day > day:
                return None
            new = [leaf.hash for leaf in collected if leaf.hash not in self._index]
            return Grown(day, b"".join(new[:MAX_LEAVES]), len(new) > MAX_LEAVES)

        while self._whole < day and self._day <= day:
            await self._cursor.store(decide)

    def _take(self, grown: Grown) -> None:
        for at in range(0, len(grown.leaves), 32):
            self._index.setdefault(grown.leaves[at : at + 32], len(self._index))
        self._day = grown.day
        if not grown.more:
            self._whole = grown.day

    async def _collect(self, until: int) -> list[Leaf]:
        """Return the leaves of tables that have grown since the day before the last published."""
        since = _end(self._whole) - DAY if self._whole else 0
        collected: list[Leaf] = []
        for name, last in (await self._events.ends()).items():
            await asyncio.sleep(0)
            if name == stream(name.removeprefix(stream(""))):
                try:
                    if facts.decode(last.data).at >= since:
                        entries = await self._events.read(name)
                        read = (facts.decode(entry.data) for entry in entries)
                        collected += await run_in_slices(leaves(read, until))
                except (Damaged, DecodeError, UnknownSchema) as error:
                    log.error("not in the checkpoint", stream=name, error=str(error))
        return collected


def _end(day: str) -> int:
    """Return the end of a day (ISO, UTC), in ms since 1970."""
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()) * 1000 + DAY
