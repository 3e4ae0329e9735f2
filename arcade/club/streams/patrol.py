"""Reads every stream again and again while the server runs, to find damage before a start does."""

import asyncio
from collections.abc import Callable

import structlog

from arcade.eventlog.log import Damaged, EventLog, NotStored, superseded

PAUSE = 1.0
"""Seconds between two streams, at least."""
SHARE = 100
"""How many times longer than the reading of a stream the pause after it is."""

log = structlog.get_logger()


class Patrol:
    """Checks the streams that `own` names, and calls `on_found` with each that is damaged."""

    def __init__(
        self, events: EventLog, own: Callable[[str], bool], on_found: Callable[[str], None]
    ) -> None:
        self._events = events
        self._own = own
        self._on_found = on_found

    async def walk(self) -> None:
        """Check one stream after another, forever."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(PAUSE)
            for name in await self._names():
                before = loop.time()
                try:
                    await self._events.check(name)
                except Damaged:
                    self._on_found(name)
                except NotStored:
                    continue  # the log is away
                await asyncio.sleep(max(PAUSE, SHARE * (loop.time() - before)))

    async def _names(self) -> list[str]:
        try:
            names = await self._events.streams()
        except NotStored:
            return []
        spent = superseded(names)
        return [name for name in names if self._own(name) and name not in spent]
