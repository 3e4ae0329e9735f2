"""The question alone on the screen, and the key in dice that are to be thrown."""

import pytest

from arcade.club.club import Club
from screens.pages.ask import Ask
from screens.terminal.rows import plain
from screens.widgets import dice
from tests.screens.conftest import ANNA, screen_text, see, session


@pytest.mark.parametrize("key", ["Enter", "Entrée"])
def test_a_die_to_throw_names_its_key_in_every_language(key: str) -> None:
    assert any(key in plain(line) for line in dice.unthrown(key, "big"))


async def test_the_answers_stand_in_the_question_with_the_way_back_beside_one(club: Club) -> None:
    answers = [("go", "y", "go away"), ("", "n", "stay here")]
    answered: list[str | None] = []
    async with session(club, ANNA) as anna:
        for key in ("y", "n", "escape"):
            await anna.app.push_screen(Ask("Sure?", "Really?", answers), answered.append)
            await see(anna, "n  stay here")
            text = screen_text(anna)
            assert text.count("go away") == 1
            assert text.count("stay here") == text.count("Esc") == 1
            (last,) = [line for line in text.splitlines() if "stay here" in line]
            assert last.split()[1:-1] == ["n", "stay", "here", "Esc"]
            await anna.press(key)
    assert answered == ["go", "", ""]
