"""One server process of the simulated world, as its people reach it."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from arcade.club.club import Club
from tests.simulation.exchange import Wire
from tests.simulation.network import Line

R = TypeVar("R")

DAILY = "421"
"""Whose daily deal people play."""
SOON = 5.0
"""Seconds in which joined processes know of each other what there is to know."""


class Gone(Exception):
    """The process one talks to is dead, or does not answer."""


class Process:
    """One server process: a club on its own line to the disk."""

    def __init__(self, line: Line, club: Club, wire: Wire | None = None) -> None:
        self.line = line
        self.club = club
        self.stops = 0
        """How often it has stood still."""
        self.alone = True
        """Whether no other has stored anything beside it."""
        self._wire = wire

    def kill(self) -> None:
        """End it at once: nothing it still does reaches anybody."""
        self.line.dead.set()
        self.line.awake.set()
        for room in self.club.rooms:
            room.stop()

    def stand_still(self) -> None:
        """Let nothing get in or out: stopped, or joined to a server that is."""
        self.stops += 1
        self.line.awake.clear()

    def go_on(self) -> None:
        """Go on as if no time had passed: with what has come meanwhile, and what was begun."""
        if not self.line.dead.is_set():
            self.line.awake.set()
            if self._wire is not None:
                self._wire.go_on()

    async def ask(self, request: Awaitable[R]) -> R:
        """Wait for an answer; raises `Gone` when the process dies first."""
        task = asyncio.ensure_future(request)
        dead = asyncio.ensure_future(self.line.dead.wait())
        try:
            await asyncio.wait((task, dead), return_when=asyncio.FIRST_COMPLETED, timeout=60)
        finally:
            dead.cancel()
        if not task.done() or self.line.dead.is_set():
            task.add_done_callback(lambda task: task.cancelled() or task.exception())
            raise Gone
        return task.result()
