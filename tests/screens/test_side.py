"""What stands beside a picture: log, panels of the game, seats."""

import pytest

from arcade.club.club import Club
from arcade.engine.chance import Stream
from arcade.games.le421 import GAME
from arcade.games.le421.rules.options import Options
from tests.screens.conftest import SIZES, screen_text, see, table_screen
from tests.screens.spot import picture_of, shown

BEGUN = GAME.setup(Options(), 3, Stream(bytes(32)))
TABLE = picture_of(GAME, BEGUN, BEGUN.turn, ("Anna", "Ben", "Cleo-of-the-long-name"), people=3)


async def test_tab_swaps_log_panels_and_seats(club: Club) -> None:
    async with shown(club, TABLE) as (pilot, spot):
        screen = table_screen(pilot)
        assert "log hands seats" in screen_text(pilot) and screen.log_pane in screen.placed
        await pilot.press("tab")
        await see(pilot, "611  666")
        assert screen.log_pane not in screen.placed and not screen.bare
        await pilot.press("tab")
        await see(pilot, "Cleo-of-the-long-name")
        await pilot.press("tab")
        await pilot.pause()
        assert screen.log_pane in screen.placed and screen.bare
        assert not spot.asked


async def test_a_large_terminal_shows_all_at_once_and_the_prompt_near_the_game(club: Club) -> None:
    async with shown(club, TABLE, SIZES[-1]) as (pilot, _):
        screen = table_screen(pilot)
        for text in ("Hands", "421", "Seats", "Cleo-of-the-long-name"):
            assert text in screen_text(pilot)
        game, status, log = (
            screen.placed[one] for one in (screen.game, screen.status, screen.log_pane)
        )
        assert status.y == game.bottom and log.y == status.bottom
        assert "tab" not in {key for one in screen.actions() for key in one.keys}
        places = list(screen.placed.values())
        assert not any(one.overlaps(two) for one in places for two in places if one is not two)


async def test_the_prompt_is_near_the_game_in_a_very_high_terminal(club: Club) -> None:
    async with shown(club, TABLE, (200, 60)) as (pilot, _):
        placed = table_screen(pilot).placed
        screen = table_screen(pilot)
        assert placed[screen.status].y <= 38 and placed[screen.log_pane].height >= 18


@pytest.mark.parametrize("size", SIZES)
async def test_the_coach_takes_its_place_beside_the_game(club: Club, size: tuple[int, int]) -> None:
    async with shown(club, TABLE, size) as (pilot, _):
        screen = table_screen(pilot)
        screen.coach.open = True
        screen.rearrange()
        await pilot.pause()
        assert screen.placed[screen.coach].height >= 18
        assert (screen.side in screen.placed) == (size == SIZES[-1])
