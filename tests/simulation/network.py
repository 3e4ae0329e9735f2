"""The log as one process reaches it: late, sometimes not at all, sometimes only half of the way."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from random import Random

from msgspec import Struct

from arcade.eventlog.followers import Followers, Growth
from arcade.eventlog.log import Conflict, Entry, NotStored, Token, check_append
from tests.simulation.disk import Disk

LATE = 0.5
"""Seconds a word may take at most, one way."""


class Weather(Struct):
    """How bad things are, as chances from 0 to 1; `full` and `parted` are switched meanwhile."""

    late: float = 0.0
    lost: float = 0.0
    """How often a store's answer gets lost, whatever became of the wish."""
    full: bool = False
    deaf: int = 0
    """How many answers got lost."""


class Line:
    """An `EventLog` over the one disk, for one process, until that is killed."""

    def __init__(self, disk: Disk, weather: Weather, chance: Random) -> None:
        self.dead = asyncio.Event()
        self.parted = False
        self.stored: Callable[[str, Token], None] = lambda _stream, _end: None
        """Called after every append."""
        self._disk = disk
        self._weather = weather
        self._chance = chance
        self._followers = Followers()
        self._dead_ends: list[asyncio.Future[None]] = []

    async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
        """Store all of `data` or nothing; see `EventLog`."""
        check_append(stream, data)
        await self._way()
        if self.dead.is_set() and self._chance.random() < 0.5:
            await self._never()  # what was on its way when the process died, may arrive or not
        if self._followers.closed or self._weather.full or self.parted:
            raise NotStored("as the weather is")
        if expected != len(self._disk.streams.get(stream, ())):
            raise Conflict(stream, expected)
        end = self._disk.append(stream, tuple(data))
        self._followers.wake(stream, end)
        self.stored(stream, end)
        await self._way()
        if self.dead.is_set():
            await self._never()
        if self._chance.random() < self._weather.lost:
            self._weather.deaf += 1
            raise NotStored("no answer")  # stored all the same
        return end

    async def read(self, stream: str, after: Token = 0) -> list[Entry]:
        """Give what is stored after a place; see `EventLog`."""
        await self._way()
        if self.dead.is_set():
            await self._never()
        if self.parted:
            raise NotStored("no answer")
        facts = self._disk.streams.get(stream, [])[after:]
        found = [Entry(stream, number, fact) for number, fact in enumerate(facts, after + 1)]
        await self._way()  # what is told may be old when it arrives
        return found

    def follow(self, stream: str, after: Token = 0) -> AsyncIterator[Entry]:
        """Yield what is stored and then what is appended; see `EventLog`."""
        return self._followers.follow(self.read, stream, after)

    def growing(self) -> AsyncIterator[Growth]:
        """Name streams as they grow; see `EventLog`."""
        return self._followers.growing()

    def grown(self, stream: str, end: Token) -> None:
        """Hear that another process has stored something."""
        self._followers.wake(stream, end)

    def joined_again(self) -> None:
        """End a partition: whatever was stored meanwhile was not heard of."""
        self.parted = False
        self._followers.wake_all()

    async def streams(self) -> list[str]:
        """Name all streams; see `EventLog`."""
        await self._way()
        if self.parted:
            raise NotStored("no answer")
        return sorted(self._disk.streams)

    async def check(self, stream: str) -> None:
        """Find nothing; see `EventLog`."""

    async def ends(self) -> dict[str, Entry]:
        """Give the last entry of every stream; see `EventLog`."""
        await self._way()
        if self.parted:
            raise NotStored("no answer")
        kept = self._disk.streams.items()
        return {name: Entry(name, len(facts), facts[-1]) for name, facts in kept}

    async def close(self) -> None:
        """End the followers."""
        self._followers.close()

    async def way(self) -> None:
        """Be on the way, for ever where the process is dead."""
        await self._way()
        if self.dead.is_set():
            await self._never()

    async def _way(self) -> None:
        late = self._chance.random() < self._weather.late
        await asyncio.sleep(self._chance.random() * LATE if late else 0)

    async def _never(self) -> None:
        self._dead_ends.append(asyncio.get_running_loop().create_future())
        await self._dead_ends[-1]
