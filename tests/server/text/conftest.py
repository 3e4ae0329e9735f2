"""Conversations with a club whose bots move at once."""

from collections.abc import AsyncIterator

import pytest

from arcade.club.club import Club
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.timers import RoomSettings
from tests.server.text.talk import Talk


@pytest.fixture
async def talk() -> AsyncIterator[Talk]:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=0, linger=0))
    talker = Talk(club)
    yield talker
    talker.session.close()
    await club.close()


@pytest.fixture
async def french(talk: Talk) -> AsyncIterator[Talk]:
    """A conversation in French with the same club."""
    talker = Talk(talk.session.club, "fr")
    yield talker
    talker.session.close()
