"""A club in memory whose bots leave time to look."""

import logging
from collections.abc import AsyncIterator, Iterator

import pytest
import structlog

from arcade.club.club import Club
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.timers import RoomSettings
from tests.virtual import _virtual_clock, pytest_asyncio_loop_factories  # noqa: F401


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    opened = await Club.open(MemoryLog(), RoomSettings(bot_pause=60, linger=60))
    yield opened
    await opened.close()


@pytest.fixture
def own_logging() -> Iterator[None]:
    """Puts back how is logged."""
    handlers, level = logging.root.handlers[:], logging.root.level
    yield
    structlog.reset_defaults()
    logging.basicConfig(handlers=handlers, level=level, force=True)
