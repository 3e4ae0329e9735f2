"""The slash finds: a table in the lobby, a line on a page, a line of a list."""

import pytest

from arcade.club.club import Club
from arcade.club.limits.allowance import GUESSES
from arcade.club.standings.ledger import STREAM
from arcade.eventlog.memory import MemoryLog
from arcade.players.results import encode
from screens.lobby.screen import Lobby
from screens.pages.page import Page
from screens.pages.past_games import PastGames
from screens.pages.people import People
from screens.pages.standing import StandingScreen
from screens.table.screen import TableScreen
from screens.terminal.rows import row
from tests.screens.conftest import (
    ANNA,
    BEN,
    CLEO,
    PATIENT,
    screen_text,
    see,
    session,
    table_screen,
    until,
)
from tests.screens.pages.test_standing import written
from tests.snapshots.views import FULL_LOBBY


async def test_a_table_is_found_by_typing_and_a_line_of_the_rules_too(club: Club) -> None:
    club.lobby = lambda _: FULL_LOBBY  # type: ignore[method-assign]
    async with session(club, ANNA) as pilot:
        lobby = pilot.app.screen
        assert isinstance(lobby, Lobby)
        await pilot.press("slash", *"zéro")  # accents count nowhere
        assert lobby.list.chosen and lobby.list.chosen.code == "BIDUL"
        await pilot.press(*["backspace"] * 4, *"max golden")
        assert lobby.list.chosen.code == "ZUFAJ"
        await pilot.press("enter", "r")
        await see(pilot, "The Golden 21")
        await pilot.press("slash", *"súrvivor")
        first = screen_text(pilot)
        assert "survivor" in first.lower()
        await pilot.press(*["enter"] * 4)
        assert screen_text(pilot) != first
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert pilot.app.screen is lobby and not lobby.prompt.typing


async def test_a_private_table_is_reached_by_its_code(club: Club) -> None:
    code = await club.create(BEN, "421", {}, 2, private=True)
    await club.join(BEN, code)
    async with session(club, ANNA) as anna, session(club, CLEO) as cleo:
        await anna.press("slash", *"nowhere")
        await see(anna, "not here: nowhere")
        await anna.press("enter")
        await see(anna, "There is no table NOWHERE.")
        await anna.press("ctrl+u", *"zazaz", "enter")
        await see(anna, "There is no table ZAZAZ.")
        await anna.press("ctrl+u", *code.lower())
        await see(anna, "Enter to that table")
        await anna.press("enter")
        await see(anna, f"Table {code} is Ben's: Le 421.")
        await anna.press("y")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        assert table_screen(anna).table.seat == 1
        await cleo.press("slash", *code.lower(), "enter")
        await see(cleo, f"Table {code} is Ben's: Le 421, with Anna.")
        await cleo.press("y")
        await until(cleo, lambda: isinstance(cleo.app.screen, TableScreen))
        assert table_screen(cleo).table.seat is None


async def test_codes_are_not_guessed_in_the_lobby(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("slash", *"zazaz", *["enter"] * (GUESSES + 1))
        await see(anna, "Too many tables were asked for")


async def test_people_and_games_are_found_in_their_lists() -> None:
    events = MemoryLog({STREAM: [encode(result) for result in written(40)]})
    club = await Club.open(events, PATIENT)
    await club.choose_name(club.accounts.known("SHA256:b"), "Ben")
    async with session(club, ANNA) as pilot, session(club, BEN), session(club, CLEO):
        await pilot.press("W", "slash", *"clé")
        people = pilot.app.screen
        assert isinstance(people, People)
        assert people.chosen and people.chosen.name == "Cleo"
        await see(pilot, " find: clé")
        await pilot.press("x")
        await see(pilot, " not here: cléx")
        await pilot.press("escape", "up")
        assert people.chosen.name == "Ben"
        await pilot.press("escape", "v", "slash", *"zero")
        past = pilot.app.screen
        assert isinstance(past, PastGames)
        first = past.at
        assert first and past.games[first].game == "golden-zero"
        await pilot.press("enter")
        assert past.at > first and past.games[past.at].game == "golden-zero"
        await pilot.press("escape", "escape", "s", "tab", "slash", *"ben")
        standing = pilot.app.screen
        assert isinstance(standing, StandingScreen)
        assert standing.boards[standing.game].rows[standing.at].name == "Ben"
        await pilot.press("escape")
        assert pilot.app.screen is standing and not standing.finder.typing
    await club.close()


@pytest.mark.parametrize(("lines", "offered"), [(5, False), (90, True)])
async def test_keys_that_scroll_are_named_where_something_scrolls(
    club: Club, lines: int, offered: bool
) -> None:
    async with session(club, ANNA) as anna:
        page = Page("A page", lambda _: [row("so much to read")] * lines)
        await anna.app.push_screen(page)
        await see(anna, "so much to read")
        await until(anna, lambda: ("scroll" in screen_text(anna)) is offered)
        assert ("▼" in screen_text(anna)) is offered
