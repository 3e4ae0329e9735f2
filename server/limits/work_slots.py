"""Long answers, a few at a time: each lies in memory until the last byte of it is taken.

Must not know: what is answered.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from arcade.club.errors import Refused
from arcade.club.people.origin import counted
from arcade.engine.news import told

MOST, EACH = 8, 2
"""How many there may be at once, and of them for one address."""
PATIENCE = 600.0
"""Seconds a slot may be held: a slow reader keeps others waiting."""


class WorkSlots:
    """Limits how many long answers are made at once; refuses the others."""

    def __init__(self) -> None:
        self._here = 0
        self._taken: Counter[str] = Counter()

    @asynccontextmanager
    async def at(self, place: str) -> AsyncIterator[None]:
        """Hold a slot for an address; raise `Refused` if none is free, or after `PATIENCE`."""
        names = counted(place)
        if self._here >= MOST or any(self._taken[name] >= n * EACH for name, n in names):
            raise Refused(told("Too many ask for something long; ask again in a minute."))
        self._here += 1
        self._taken.update(name for name, _ in names)
        try:
            async with asyncio.timeout(PATIENCE):
                yield
        except TimeoutError as error:
            raise Refused(told("That took too long; the rest is left out.")) from error
        finally:
            self._here -= 1
            self._taken -= Counter(name for name, _ in names)
