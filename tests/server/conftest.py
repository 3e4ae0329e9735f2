"""A club in memory whose bots leave time to look, and a server of it."""

import logging
import socket
from collections.abc import AsyncIterator, Iterator

import pytest
import structlog

from arcade.club.club import Club
from arcade.engine.news import phrase
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.timers import RoomSettings
from server.config.settings import Limits
from server.doors.context import ServerContext, arcade_app
from tests.virtual import _virtual_clock, pytest_asyncio_loop_factories  # noqa: F401


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    opened = await Club.open(MemoryLog(), RoomSettings(bot_pause=60, linger=60))
    yield opened
    await opened.close()


@pytest.fixture
async def context(club: Club) -> AsyncIterator[ServerContext]:
    made = ServerContext(club, Limits(), arcade_app)
    yield made
    await made.empty(phrase("The server is being closed."))


@pytest.fixture
def taken() -> Iterator[int]:
    """A port somebody listens to."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


@pytest.fixture
def own_logging() -> Iterator[None]:
    """Puts back how is logged."""
    handlers, level = logging.root.handlers[:], logging.root.level
    yield
    structlog.reset_defaults()
    logging.basicConfig(handlers=handlers, level=level, force=True)
