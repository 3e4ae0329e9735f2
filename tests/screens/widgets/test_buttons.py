"""The buttons that a page makes of the bottom line: the main one, and what a press does."""

from typing import Any

from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.games.golden_zero.rules.actions import Open
from arcade.rooms.table_rules import TableRules
from screens.base import BaseScreen
from screens.terminal.reader import Pressed
from tests.screens.conftest import ANNA, see, session, table_screen, until
from tests.screens.games.test_le421 import ROLL, table_of
from tests.screens.golden_zero_tables import after, dealt
from tests.screens.golden_zero_tables import table_of as golden_zero
from tests.screens.spot import show, shown


def main(screen: Any) -> str:
    """Return the label of the main button; "" for none."""
    assert isinstance(screen, BaseScreen)
    footer = screen.footer
    return next((action.label for action in footer.actions if action.name == footer.main), "")


async def test_a_question_is_answered_by_the_main_button_and_a_press_is_of_what_it_showed(
    club: Club,
) -> None:
    async with shown(club, table_of(6, 1, 4, 2, 1, moves=(ROLL,))) as (pilot, spot):
        screen = table_screen(pilot)
        assert main(screen) == "roll"
        screen.post_message(Pressed("roll"))
        await see(pilot, "Roll 421 again?")
        assert main(screen) == "roll again"
        screen.post_message(Pressed("roll"))  # once more: it is not offered, and asks again
        await pilot.pause()
        assert spot.asked == []
        screen.post_message(Pressed("again"))
        await until(pilot, lambda: spot.asked == [{"do": "roll", "keep": []}])
        screen.post_message(Pressed("deal"))  # of another game
        await pilot.pause()
        assert len(spot.asked) == 1


async def test_a_press_while_dice_roll_ends_that_and_throws_none_unseen(club: Club) -> None:
    async with shown(club, table_of(6, 1), animations=True) as (pilot, spot):
        screen = table_screen(pilot)
        await show(pilot, spot, table_of(6, 1, 6, 5, 2, moves=(ROLL,), version=2))
        assert not screen.game.playback.settled
        screen.post_message(Pressed("roll"))
        await until(pilot, lambda: screen.game.playback.settled)
        assert spot.asked == []
        screen.post_message(Pressed("roll"))
        await until(pilot, lambda: spot.asked)


async def test_while_others_play_no_button_is_the_main_one(club: Club) -> None:
    thrown = replace(table_of(6, 1), offers=(), to_act=(1,))
    async with shown(club, thrown) as (pilot, _):
        assert main(table_screen(pilot)) == ""


async def test_before_a_game_and_in_a_pause_it_is_what_a_seat_does(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 3, False, TableRules())
    async with session(club, ANNA, start=Start("join", code)) as pilot:
        await see(pilot, "start now")
        assert main(pilot.app.screen) == "start now"
        await pilot.press("t")
        await until(pilot, lambda: main(pilot.app.screen) == "stop talking")


async def test_a_bet_is_the_main_button_once_its_amount_is_chosen(club: Club) -> None:
    opened = after(dealt(), Open(10))
    async with shown(club, golden_zero(opened, opened.turn)) as (pilot, _):
        screen = table_screen(pilot)
        assert main(screen) == "call"
        screen.post_message(Pressed("more"))
        await until(pilot, lambda: main(screen) == "raise")
