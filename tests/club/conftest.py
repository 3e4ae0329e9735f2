"""Clubs of tests."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from arcade.club.club import Club
from arcade.eventlog.log import EventLog
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.timers import RoomSettings
from tests.laws.conftest import pytest_pyfunc_call  # noqa: F401
from tests.virtual import _virtual_clock, pytest_asyncio_loop_factories  # noqa: F401

Opening = Callable[..., Awaitable[Club]]
"""Opens a club; by default on a log of its own, with bots that move at once."""

AT_ONCE = RoomSettings(bot_pause=0, linger=0)


@pytest.fixture
async def opening() -> AsyncIterator[Opening]:
    """Opens clubs, and closes them all at the end: what went on before is as after kill -9."""
    opened: list[Club] = []

    async def opening(
        events: EventLog | None = None, settings: RoomSettings = AT_ONCE, **more: Any
    ) -> Club:
        opened.append(await Club.open(events or MemoryLog(), settings, **more))
        return opened[-1]

    yield opening
    for club in opened:
        await club.close()


@pytest.fixture
async def club(opening: Opening) -> Club:
    return await opening()
