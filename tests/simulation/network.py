"""The log as one process reaches it: late, sometimes not at all, sometimes only half of the way."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from random import Random

import msgspec
from msgspec import Struct

from arcade.club.streams import mark
from arcade.eventlog.log import Conflict, Entry, GrowingLog, Growth, NotStored, Token, check_append
from tests.simulation.disk import Disk

LATE = 0.5
"""Seconds a word may take at most, one way."""
BEHIND = 0.4
"""Seconds by which the server that answers may be behind what another one told of."""


class Weather(Struct):
    """How bad things are, as chances from 0 to 1; `full` and `parted` are switched meanwhile."""

    delayed: float = 0.0
    lost: float = 0.0
    """How often a store's answer gets lost, whatever became of the wish."""
    stale: float = 0.0
    """How often a server answers that is behind."""
    missed: float = 0.0
    """How often it is never heard that another process has stored something."""
    full: bool = False
    deaf: int = 0
    """How many answers got lost."""


class Line:
    """An `EventLog` over the one disk, for one process, until that is killed."""

    def __init__(self, disk: Disk, weather: Weather, chance: Random) -> None:
        self.dead = asyncio.Event()
        self.ended = False
        """Whether nothing of a dead process arrives any more."""
        self.parted = False
        self.deaf = False
        """Whether nothing is heard of what others store, without a word of it."""
        self.awake = asyncio.Event()
        """Unset while the process, or the server it is joined to, stands still."""
        self.awake.set()
        self.stored: Callable[[str, Token], None] = lambda _stream, _end: None
        """Called after every append."""
        self._disk = disk
        self._weather = weather
        self._chance = chance
        self._growth = GrowingLog()
        self._dead_ends: list[asyncio.Future[None]] = []
        self.damaged: tuple[str, ...] = ()

    async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
        """Store all of `data` or nothing; see `EventLog`."""
        check_append(stream, data)
        await self._way()
        if self.ended or (self.dead.is_set() and self._chance.random() < 0.5):
            await self._never()  # what was on its way when the process died, may arrive or not
        if self._growth.closed or self._weather.full or self.parted:
            raise NotStored("as the weather is")
        if expected != len(self._disk.streams.get(stream, ())):
            raise Conflict(stream, expected)
        end = self._disk.append(stream, tuple(data))
        self._growth.report(stream, end)
        self.stored(stream, end)
        await self._way()
        if self.dead.is_set():
            await self._never()
        if self._chance.random() < self._weather.lost:
            self._weather.deaf += 1
            raise NotStored("no answer")  # stored all the same
        return end

    async def can_store(self) -> bool:
        """Leave it to the next append; see `EventLog`."""
        return False

    async def read(self, stream: str, after: Token = 0) -> list[Entry]:
        """Return what is stored after a place; see `EventLog`."""
        if stream == mark.STREAM:  # the programs are one version, and the log has its mark
            return [Entry(stream, 1, msgspec.json.encode(sorted(mark.known())))]
        await self._way()
        if self.dead.is_set():
            await self._never()
        if self.parted:
            raise NotStored("no answer")
        facts = self._disk.streams.get(stream, [])[after : self._known(stream)]
        entries = [Entry(stream, number, fact) for number, fact in enumerate(facts, after + 1)]
        await self._way()  # what is told may be old when it arrives
        return entries

    async def between(self, stream: str, after: Token, until: Token) -> list[Entry]:
        """Return what is stored after a place, up to another; see `EventLog`."""
        return (await self.read(stream, after))[: until - after]

    def growing(self) -> AsyncIterator[Growth]:
        """Name streams as they grow; see `EventLog`."""
        return self._growth.growing()

    def grown(self, stream: str, end: Token) -> None:
        """Hear that another process has stored something."""
        if not self.deaf:
            self._growth.report(stream, end)

    def joined_again(self) -> None:
        """End a partition, or deafness: whatever was stored meanwhile was not heard of."""
        self.parted = self.deaf = False
        self._growth.report("", 0)

    async def streams(self) -> list[str]:
        """Name all streams; see `EventLog`."""
        await self._way()
        if self.parted:
            raise NotStored("no answer")
        return sorted(self._disk.streams)

    async def check(self, stream: str) -> None:
        """Find nothing; see `EventLog`."""

    async def ends(self, streams: Collection[str] | None = None) -> dict[str, Entry]:
        """Return the last entry of every stream, or of some; see `EventLog`."""
        await self._way()
        if self.parted:
            raise NotStored("no answer")
        kept = self._disk.streams
        names = kept if streams is None else kept.keys() & set(streams)
        ends = {name: self._known(name) for name in sorted(names)}
        return {name: Entry(name, end, kept[name][end - 1]) for name, end in ends.items() if end}

    async def close(self) -> None:
        """End the listeners."""
        self._growth.stop_growing()

    async def way(self) -> None:
        """Be on the way, for ever where the process is dead."""
        await self._way()
        if self.dead.is_set():
            await self._never()

    def _known(self, stream: str) -> int:
        """Return how many facts of a stream the server knows that answers."""
        if self._weather.stale and self._chance.random() < self._weather.stale:
            return self._disk.known(stream, self._chance.random() * BEHIND)
        return len(self._disk.streams.get(stream, ()))

    async def _way(self) -> None:
        delayed = self._chance.random() < self._weather.delayed
        await asyncio.sleep(self._chance.random() * LATE if delayed else 0)
        await self.awake.wait()

    async def _never(self) -> None:
        self._dead_ends.append(asyncio.get_running_loop().create_future())
        await self._dead_ends[-1]
