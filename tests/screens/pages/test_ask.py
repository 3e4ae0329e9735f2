"""The question over a dim screen, and the key in dice that are to be thrown."""

import pytest

from arcade.club.club import Club
from screens.pages.ask import Ask, _from
from screens.terminal.rows import plain
from screens.widgets import dice
from tests.screens.conftest import ANNA, screen_text, see, session


def test_half_of_a_wide_sign_does_not_show_beside_a_question() -> None:
    assert _from("ab日本cd", 3, 8) == " 本cd"
    assert _from("ab日本cd", 2, 5) == "日 "


@pytest.mark.parametrize("key", ["Enter", "Entrée"])
def test_a_die_to_throw_names_its_key_in_every_language(key: str) -> None:
    assert any(key in plain(line) for line in dice.unthrown(key, "big"))


async def test_the_answers_stand_in_the_question_and_the_way_back_below_it(club: Club) -> None:
    answers = [("go", "y", "go away"), ("", "n", "stay here")]
    answered: list[str | None] = []
    async with session(club, ANNA) as anna:
        for key in ("y", "n", "escape"):
            await anna.app.push_screen(Ask("Sure?", "Really?", answers), answered.append)
            await see(anna, "n  stay here")
            text = screen_text(anna)
            assert text.count("go away") == 1
            assert text.splitlines()[-1].split() == ["Esc", "stay", "here"]
            await anna.press(key)
    assert answered == ["go", "", ""]
