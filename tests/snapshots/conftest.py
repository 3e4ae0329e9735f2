"""A club in which a hundred games have been played, long ago."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from arcade.club.club import Club
from arcade.club.standings.ledger import STREAM
from arcade.eventlog.memory import MemoryLog
from arcade.players.results import encode
from tests.screens.conftest import PATIENT
from tests.screens.test_standing import PEOPLE, written


@asynccontextmanager
async def after_a_hundred_games() -> AsyncIterator[Club]:
    opened = await Club.open(
        MemoryLog({STREAM: [encode(stored_fact) for stored_fact in written(100)]}), PATIENT
    )
    opened.address = "arcade.example"
    for key, name in PEOPLE.items():
        await opened.choose_name(opened.accounts.known(key), name)
    yield opened
    await opened.close()


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    async with after_a_hundred_games() as opened:
        yield opened
