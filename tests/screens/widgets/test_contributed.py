"""A contributor's widgets work on the lobby and at a table: picture, focus, keys, clicks."""

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from arcade.club.club import Club
from screens.base import BaseScreen
from screens.lobby.screen import Lobby
from screens.table.screen import TableScreen
from screens.terminal.palette import PALETTES
from tests.screens.conftest import ANNA, screen_text, see, session, until
from tests.screens.widgets.contributed import HOSTILE, Corner, Counter


async def at(pilot: Pilot[str], where: type[BaseScreen[None]]) -> BaseScreen[None]:
    if where is TableScreen:
        await pilot.press("p")
    await until(pilot, lambda: isinstance(pilot.app.screen, where))
    await pilot.app.screen.mount(Corner())
    await see(pilot, "count=0")
    screen = pilot.app.screen
    assert isinstance(screen, where)
    return screen


@pytest.mark.parametrize("where", [Lobby, TableScreen])
async def test_a_contributors_widgets_work(club: Club, where: type[BaseScreen[None]]) -> None:
    async with session(club, ANNA, (120, 30)) as pilot:
        screen = await at(pilot, where)
        assert HOSTILE in screen_text(pilot) and "second" in screen_text(pilot)
        counter = screen.query_one(Counter)
        assert counter.styles.background == screen.query_one("#counter").styles.background
        for text in screen.query(Static):  # in the palette's colour, without one of its own
            assert text.rich_style.color == PALETTES["cafe"][""].color

        await pilot.click("#friend")
        assert isinstance(screen.focused, Input)
        await pilot.press(*"nqp", "enter")  # keys of the screen, were nothing focused
        await see(pilot, "said=nqp")
        assert pilot.app.screen is screen

        await pilot.click("#counter")
        await see(pilot, "count=10")
        await pilot.press("f2", "n")
        await see(pilot, "count=12")
        await see(pilot, "now 12 [b]")
        assert pilot.app.screen is screen

        screen.query_one("#list").focus()
        await pilot.pause()
        await pilot.press("down", "enter")
        await see(pilot, "chosen=second")

        await pilot.press("escape")
        assert screen.focused is None
        await screen.query_one("#corner").remove()
        await pilot.press("question_mark")
        await until(pilot, lambda: pilot.app.screen is not screen)


async def test_a_screen_may_have_bindings_of_its_own(club: Club) -> None:
    class Extended(Lobby):
        BINDINGS = [("f5", "again", "Again"), ("n", "again", "hidden by the lobby's own")]
        presses = 0

        def action_again(self) -> None:
            self.presses += 1

    async with session(club, ANNA) as pilot:
        extended = Extended()
        await pilot.app.push_screen(extended)
        await pilot.pause()
        await pilot.press("f5")
        await until(pilot, lambda: extended.presses == 1)
        await pilot.press("n")
        await until(pilot, lambda: pilot.app.screen is not extended)
        assert extended.presses == 1
