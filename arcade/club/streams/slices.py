"""Long work in slices, so that others have their turn.

Must not know: what is worked on.
"""

import asyncio
from collections.abc import Generator
from typing import TypeVar

SLICE = 0.004
"""Seconds of work at a time."""

Made = TypeVar("Made")


async def run_in_slices(work: Generator[None, None, Made]) -> Made:
    """Do work that may be interrupted wherever it yields; give what it returns."""
    loop = asyncio.get_running_loop()
    while True:
        until = loop.time() + SLICE
        while loop.time() < until:
            try:
                next(work)
            except StopIteration as done:
                made: Made = done.value
                return made
        await asyncio.sleep(0)
