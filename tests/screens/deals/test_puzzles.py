"""The puzzles of the day on the screen: from the page of the deals to what the coach says."""

import pytest

from arcade.club.club import Club
from screens.deals.daily import DailyScreen
from screens.deals.puzzles import JudgementPage, PuzzlesScreen
from screens.games.messages import Act
from screens.lobby.screen import Lobby
from tests.screens.conftest import ANNA, SIZES, screen_text, see, session, table_screen, until

pytestmark = pytest.mark.usefixtures("noon")


@pytest.mark.parametrize("size", SIZES)
async def test_a_puzzle_is_solved_and_played_on(club: Club, size: tuple[int, int]) -> None:
    posed = await club.puzzles.posed("421")
    async with session(club, ANNA, size) as anna:
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        await anna.press("d")
        await until(anna, lambda: isinstance(anna.app.screen, DailyScreen))
        await see(anna, "p puzzles")
        await anna.press("p")
        await until(anna, lambda: isinstance(anna.app.screen, PuzzlesScreen))
        await see(anna, "to solve")
        games = [puzzle.game for puzzle in club.puzzles.of(ANNA).puzzles]
        await anna.press(*["down"] * games.index("421"), "enter")
        await until(anna, lambda: table_screen(anna).table.code == "PUZZLE")
        await see(anna, "which choice is the best?")
        await table_screen(anna).submit(Act(dict(posed.best)))
        await until(anna, lambda: isinstance(anna.app.screen, JudgementPage))
        await see(anna, "Right: that is the best choice.")
        assert all(len(line) <= size[0] for line in screen_text(anna).splitlines())
        await anna.press("escape")
        await until(anna, lambda: table_screen(anna).table.coach)
        await anna.press("escape")
        await until(anna, lambda: isinstance(anna.app.screen, PuzzlesScreen))
        await see(anna, "1 puzzle solved")
        await see(anna, "found by 1 of 1")
