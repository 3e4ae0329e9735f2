"""The tournament of an evening on its page: joining, live standings, one's own table."""

import time
from types import SimpleNamespace

import pytest

from arcade.club.club import Club
from arcade.club.tournaments import tournaments
from arcade.rooms import clocks
from arcade.rooms.clocks import now
from screens.table.screen import TableScreen
from tests.screens.conftest import ANNA, BEN, see, session, until

HOUR = 3_600_000


async def test_standings_are_live_on_the_page(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "CHECK_EVERY", 0.05)
    club.tournaments._tasks.begin(club.tournaments._run())  # the first one sleeps for longer
    await club.tournaments.schedule("421", now() + HOUR)
    await club.tournaments.enter(BEN, True)
    async with session(club, ANNA, (100, 30)) as anna:
        await anna.press("T")
        await see(anna, "1 of")
        await anna.press("enter")
        await see(anna, "You have joined")
        later = SimpleNamespace(time_ns=lambda: time.time_ns() + HOUR * 10**6)
        monkeypatch.setattr(clocks, "time", later)
        await see(anna, "round 1 of 3")
        await see(anna, "4 points")  # a table of bots alone is over
        await see(anna, "You play at table")
        await anna.press("enter")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
