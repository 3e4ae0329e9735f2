"""Waiting for what is to happen, never longer than a bound; shared by all folders."""

import asyncio
from collections.abc import Callable

from arcade.club.table_session import TableSession

PATIENCE = 60.0
"""Seconds: much longer than anything takes, on a machine with much else to do."""


async def until(what: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Look again and again until something is so; raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not what():
            await asyncio.sleep(0.005)


async def change(table_session: TableSession) -> None:
    """Wait for the next change of a table; raises TimeoutError."""
    changed = asyncio.Event()
    stop = table_session.listen(changed.set)
    try:
        async with asyncio.timeout(PATIENCE):
            await changed.wait()
    finally:
        stop()
