"""The question over what it is about, and the key in dice that are to be thrown."""

import re

import pytest

from arcade.club.club import Club
from arcade.club.start import Start
from screens.pages.ask import Ask, _from, _whole_words
from screens.terminal.rows import plain
from screens.widgets import dice
from tests.people import begin
from tests.screens.conftest import ANNA, BEN, SIZES, screen_text, see, session, until


def test_half_of_a_wide_sign_does_not_show_beside_a_question() -> None:
    assert _from("ab日本cd", 3, 8) == " 本cd"
    assert _from("ab日本cd", 2, 5) == "日 "


def test_half_of_a_word_does_not_show_beside_a_question() -> None:
    assert _whole_words("two tokens left", 0, 6) == "two   "
    assert _whole_words("two tokens left", 6, 15) == "     left"
    assert _whole_words("two tokens", 0, 10) == "two tokens"
    assert _whole_words("two tokens", 4, 12) == "tokens  "


@pytest.mark.parametrize("key", ["Enter", "Entrée"])
def test_a_die_to_throw_names_its_key_in_every_language(key: str) -> None:
    assert any(key in plain(line) for line in dice.unthrown(key, "big"))


async def test_the_answers_stand_in_the_question_with_the_way_back_below_them(club: Club) -> None:
    answers = [("go", "y", "go away"), ("", "n", "stay here")]
    answered: list[str | None] = []
    async with session(club, ANNA) as anna:
        for key in ("y", "n", "escape"):
            await anna.app.push_screen(Ask("Sure?", "Really?", answers), answered.append)
            await see(anna, "n  stay here")
            lines = screen_text(anna).splitlines()
            top = next(at for at, line in enumerate(lines) if "╭─ Sure? " in line)
            left = lines[top].index("╭─ Sure? ")
            text = "\n".join(line[left : lines[top].index("─╮", left) + 2] for line in lines[top:])
            assert text.count("go away") == 1
            assert text.count("stay here") == 1 and "Esc" not in text
            (last,) = [line for line in text.splitlines() if "stay here" in line]
            assert re.search(r"│   n  stay here +│", last)
            assert lines[-1].split() == ["Esc", "stay", "here"]
            await anna.press(key)
    assert answered == ["go", "", ""]


async def test_what_a_question_is_about_is_dim_behind_it_and_clear_of_its_frame(club: Club) -> None:
    async with session(club, ANNA, SIZES[-1]) as anna:
        before = screen_text(anna).splitlines()
        await anna.app.push_screen(Ask("Sure?", "Really?", [("", "n", "stay here")]))
        await see(anna, "stay here")
        lines = [line.ljust(160) for line in screen_text(anna).splitlines()]
        lines += [" " * 160] * (len(before) - len(lines))  # no keys at the foot
        top = next(at for at, line in enumerate(lines) if "   ╭─ Sure? " in line)
        left = lines[top].index("   ╭─ Sure? ")
        right = lines[top].index("─╮   ", left) + 5
        bottom = next(at for at in range(top, len(lines)) if lines[at][left + 3] == "╰")
        for at, (line, behind) in enumerate(zip(lines[1:-1], before[1:-1], strict=True), 1):
            behind = behind.ljust(160)
            if top - 1 <= at <= bottom + 1:
                sides = _whole_words(behind, 0, left), _whole_words(behind, right, 160)
                assert (line[:left], line[right:]) == sides
            else:
                assert line == behind
        assert not lines[top - 1][left:right].strip() and not lines[bottom + 1][left:right].strip()


async def test_the_clock_behind_a_question_runs_on(club: Club) -> None:
    table_session, _ = await begin(club, ANNA, BEN)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        await see(anna, "◷")
        await anna.press("q")
        await see(anna, "Leave the table?")
        (before,) = re.findall(r"◷ \S+", screen_text(anna))
        await until(anna, lambda: before not in screen_text(anna))
        assert "Leave the table?" in screen_text(anna)
