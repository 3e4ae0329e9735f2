"""A log in memory, for tests and for playing without a server."""

import asyncio
from collections.abc import Collection, Sequence

from arcade.eventlog.log import Conflict, Entry, GrowingLog, NotStored, Token, check_append


class MemoryLog(GrowingLog):
    """An `EventLog` in a dict (stream → facts)."""

    def __init__(self, facts: dict[str, list[bytes]] | None = None) -> None:
        self._facts = {} if facts is None else facts
        super().__init__()

    async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
        check_append(stream, data)
        await asyncio.sleep(0)  # let other tasks run, as every other log does
        if self.closed:
            raise NotStored("the log is closed")
        if expected != len(self._facts.get(stream, ())):
            raise Conflict(stream, expected)
        facts = self._facts.setdefault(stream, [])
        facts.extend(data)
        self.report(stream, len(facts))
        return len(facts)

    async def read(self, stream: str, after: Token = 0) -> list[Entry]:
        self._check_open()
        facts = self._facts.get(stream, [])[after:]
        return [Entry(stream, number, fact) for number, fact in enumerate(facts, after + 1)]

    async def between(self, stream: str, after: Token, until: Token) -> list[Entry]:
        return (await self.read(stream, after))[: until - after]

    async def streams(self) -> list[str]:
        self._check_open()
        return sorted(self._facts)

    async def check(self, stream: str) -> None:
        """Do nothing; see `EventLog`."""

    async def ends(self, streams: Collection[str] | None = None) -> dict[str, Entry]:
        self._check_open()
        names = self._facts if streams is None else self._facts.keys() & set(streams)
        return {name: Entry(name, len(self._facts[name]), self._facts[name][-1]) for name in names}

    async def close(self) -> None:
        self.stop_growing()
