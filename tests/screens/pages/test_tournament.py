"""The tournament of an evening on its page: joining, live standings, one's own table."""

import time
from types import SimpleNamespace

import pytest

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.speech.good_bye import good_bye
from arcade.club.start import Start
from arcade.club.tournaments import tournaments
from arcade.rooms import clocks
from arcade.rooms.clocks import now
from screens.pages.tournament import TournamentPage
from screens.table.screen import TableScreen
from tests.people import begin_round, play
from tests.screens.conftest import ANNA, BEN, screen_text, see, session, until

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
        await see(anna, "of the tournament: you play")  # its key has come, too
        assert ".:" not in screen_text(anna)
        await anna.press("enter")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        (own,) = [table_session.code for table_session in anna.app.table_sessions]
        elsewhere = await club.create(BEN, "trente")
        for code in (own, elsewhere):  # from her own table, and from another
            await anna.app.navigator.change_table(code)
            await anna.app.push_screen(TournamentPage("Tournament"))
            await anna.press("enter")
            await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
            assert [table_session.code for table_session in anna.app.table_sessions] == [own]


async def test_a_result_of_a_tournament_leads_to_its_standings(club: Club) -> None:
    code = await begin_round(club, ANNA)
    async with session(club, ANNA, start=Start("join", code)) as anna:
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        assert "T tournament" not in screen_text(anna)
        await anna.press("q")
        await see(anna, "A tournament waits for nobody")
        await anna.press("n")
        assert "A tournament waits for nobody" in good_bye(Words(), club, ANNA, None)
        (table_session,) = anna.app.table_sessions
        await play(table_session)
        await see(anna, "T tournament")
        await anna.press("T")
        await see(anna, "No tournament is scheduled.")
