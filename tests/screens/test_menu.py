"""The menu: every action of a screen, found by typing, done by Enter."""

from arcade.club.club import Club
from screens.lobby.new_table import NewTable
from screens.lobby.screen import Lobby
from screens.pages.menu import Menu
from screens.table.screen import TableScreen
from tests.screens.conftest import ANNA, screen_text, see, session, until


async def test_a_few_letters_and_enter_do_it(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        await see(pilot, "Open a table: game, seats, options.")
        await pilot.press(*"open table")
        await until(pilot, lambda: "Read the rules" not in screen_text(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewTable))


async def test_escape_and_nonsense_do_nothing(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        await pilot.press("ctrl+p", *"xyzzy", "enter")
        await see(pilot, "Nothing here is called that.")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Lobby))


async def test_a_game_s_own_keys_are_in_it(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        await pilot.press("p")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        await until(pilot, lambda: screen.game.mine)
        await pilot.press("colon", *"throw")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        await pilot.press("enter")
        await until(pilot, lambda: screen.table.view.last_throw)
