"""A club in which a hundred games have been played, long ago."""

from collections.abc import AsyncIterator

import pytest

from arcade.club.club import Club
from tests.screens.pages.test_standing import after_a_hundred_games


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    async with after_a_hundred_games() as opened:
        yield opened
