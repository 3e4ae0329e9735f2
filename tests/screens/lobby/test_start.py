"""A session that is to begin at a table."""

import pytest

from arcade.club.club import Club
from arcade.club.errors import NotStored
from arcade.club.start import Start
from tests.screens.conftest import ANNA, see, session


async def test_a_start_that_cannot_be_stored_ends_in_the_lobby(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise NotStored

    code = await club.create(ANNA, "421")
    monkeypatch.setattr(club, "join", full)
    async with session(club, ANNA, start=Start("join", code)) as anna:
        await see(anna, "This cannot be stored at the moment")


async def test_a_start_at_no_table_ends_in_the_lobby(club: Club) -> None:
    async with session(club, ANNA, start=Start("watch", "ZZZZZ")) as anna:
        await see(anna, "There is no table ZZZZZ.")
