"""A club in memory whose bots leave time to look."""

from collections.abc import AsyncIterator

import pytest

from arcade.club.club import Club
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.settings import Settings
from tests.virtual import _virtual_clock, pytest_asyncio_loop_factories  # noqa: F401


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    opened = await Club.open(MemoryLog(), Settings(bot_pause=60, linger=60))
    yield opened
    await opened.close()
