"""Lessons on the screen: played by the keys they name, with a word for wrong ones."""

import pytest

from arcade.club.club import Club
from arcade.engine import registry
from arcade.lessons.lesson import lesson
from screens.lesson import LessonScreen
from screens.lobby import Lobby
from screens.rulespage import RulesPage
from tests.lessons.test_classroom import LEARNT
from tests.screens.conftest import ANNA, see, session, table_screen, until


@pytest.mark.parametrize("key", LEARNT)
async def test_a_lesson_is_played_by_its_own_keys(club: Club, key: str) -> None:
    plan = lesson(registry.find(key))
    assert plan is not None
    async with session(club, ANNA) as anna:
        await anna.app.push_screen(screen := LessonScreen(plan))
        for number, step in enumerate(plan.steps[:-1]):
            for sign in step.keys:
                await anna.press(sign)
            await until(anna, lambda n=number: screen.room.number == n + 1)
        await see(anna, "That was the lesson.")
    assert not club.hosts
    assert not club.standing.history(ANNA)


async def test_a_wrong_key_is_answered_kindly_and_the_game_follows(club: Club) -> None:
    plan = lesson(registry.find("421"))
    assert plan is not None
    async with session(club, ANNA) as anna:
        await anna.press("L")
        await see(anna, "Which game would you like to learn?")
        await anna.press("enter")
        await see(anna, "step 1 of 10")
        await anna.press("x")
        await see(anna, "The keys that work")
        await anna.press("ctrl+r")
        await see(anna, "who waits for you. Press: Enter.")
        await anna.press("escape")
        await anna.press("enter", "enter", "s")
        await see(anna, "Keep the 4 and the 2")
        for step in plan.steps[2:-1]:
            await anna.press(*step.keys)
        await see(anna, "Enter play now")
        await anna.press("enter")
        await until(anna, lambda: anna.app.screen.__class__.__name__ == "TableScreen")
        assert table_screen(anna).table.game == "421"
        assert [type(one) for one in anna.app.screen_stack[:1]] == [Lobby]
        assert len(anna.app.screen_stack) == 2


async def test_the_help_of_a_table_leads_to_its_lesson_and_back(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("p")
        await until(anna, lambda: anna.app.screen.__class__.__name__ == "TableScreen")
        table = anna.app.screen
        await see(anna, "New here?")
        await anna.press("question_mark")
        await until(anna, lambda: isinstance(anna.app.screen, RulesPage))
        await anna.press("L")
        await see(anna, "step 1 of 10")
        await anna.press("escape", "escape")
        await until(anna, lambda: anna.app.screen is table)
