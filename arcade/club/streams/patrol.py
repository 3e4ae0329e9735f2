"""Reads every stream again and again while the server runs, to find damage before a start does."""

import asyncio
from collections.abc import Callable

import structlog

from arcade.eventlog.log import Damaged, EventLog, NotStored, superseded
from arcade.rooms.directory import Directory
from arcade.rooms.host import stream

PAUSE = 1.0
"""Seconds between two streams, at least."""
SHARE = 100
"""How many times longer than the reading of a stream the pause after it is."""

log = structlog.get_logger()


class Patrol:
    """Checks the streams that `own` names, and notes which are damaged."""

    def __init__(self, events: EventLog, rooms: Directory, own: Callable[[str], bool]) -> None:
        self._events = events
        self._rooms = rooms
        self._own = own
        self.damaged: set[str] = set()
        """Damaged streams, apart from tables."""

    async def walk(self) -> None:
        """Check one stream after another, slowly, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(PAUSE)
            for name in await self._names():
                before = loop.time()
                try:
                    await self._events.check(name)
                except Damaged:
                    self._note(name)
                except NotStored:
                    continue  # the log is away
                await asyncio.sleep(max(PAUSE, SHARE * (loop.time() - before)))

    def _note(self, name: str) -> None:
        code = name.removeprefix(stream(""))
        if code != name:
            self._rooms.note_damage(code, f"{name} is not what was written")
        elif name not in self.damaged:
            self.damaged.add(name)
            log.error("stream damaged", stream=name, see="arcade doctor")

    async def _names(self) -> list[str]:
        try:
            names = await self._events.streams()
        except NotStored:
            return []
        spent = superseded(names)
        return [name for name in names if self._own(name) and name not in spent]
