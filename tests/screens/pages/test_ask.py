"""The question below what it is about, and the key in dice that are to be thrown."""

import re

import pytest

from arcade.club.club import Club
from arcade.club.start import Start
from screens.pages.ask import Ask
from screens.terminal.rows import plain
from screens.widgets import dice
from tests.people import begin
from tests.screens.conftest import ANNA, BEN, SIZES, row_of, screen_text, see, session, until


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
            top = row_of(lines, "╭─ Sure? ")
            left = lines[top].index("╭─ Sure? ")
            text = "\n".join(
                line[left : lines[top].index("─╮", left) + 2] for line in lines[top:-1]
            )
            assert text.count("go away") == 1
            assert text.count("stay here") == 1 and "Esc" not in text
            (last,) = [line for line in text.splitlines() if "stay here" in line]
            assert re.search(r"go away    n  stay here +│", last)
            assert lines[-1].split() == ["Esc", "stay", "here"]
            await anna.press(key)
    assert answered == ["go", "", ""]


@pytest.mark.parametrize("size", SIZES)
async def test_a_question_stands_whole_below_what_it_is_about(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as anna:
        before = screen_text(anna).splitlines()
        await anna.app.push_screen(Ask("Sure?", "Really?", [("", "n", "stay here")]))
        await see(anna, "stay here")
        lines = screen_text(anna).splitlines()
    wide = min(size[0] - 2, 102)
    left = (size[0] - wide) // 2
    top = row_of(lines, " " * left + "╭─ Sure? ─", begins=True)
    assert lines[1 : top - 1] == before[1 : top - 1], "what stands above it is as it was"
    assert not lines[top - 1].strip() and size[1] - 1 - top == 5
    assert {(len(line), line[left], line[-1]) for line in lines[top + 1 : size[1] - 2]} == {
        (left + wide, "│", "│")
    }
    assert lines[size[1] - 2].strip("─ ") == "╰" + "─" * (wide - 2) + "╯"


async def test_the_clock_behind_a_question_runs_on(club: Club) -> None:
    table_session, _ = await begin(club, ANNA, BEN)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        await see(anna, "◷")
        await anna.press("q")
        await see(anna, "Leave the table?")
        (before,) = re.findall(r"◷ \S+", screen_text(anna))
        await until(anna, lambda: before not in screen_text(anna))
        assert "Leave the table?" in screen_text(anna)


@pytest.mark.parametrize("size", SIZES)
async def test_talk_that_looks_like_a_clock_is_none(club: Club, size: tuple[int, int]) -> None:
    table_session, other = await begin(club, ANNA, BEN)
    async with session(club, ANNA, size, start=Start("join", table_session.code)) as anna:
        await other.say("◷ 9:59 is left")
        await see(anna, "◷ 9:59")
        await anna.press("q")
        await see(anna, "Leave the table?")
        (edge,) = [line for line in screen_text(anna).splitlines() if "Leave the table?" in line]
        assert re.search(r" ◷ [01]:\d\d", edge) and "9:59" not in edge
