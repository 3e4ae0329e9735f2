"""Lessons on the screen: played by the keys they name, with a word for wrong ones."""

import re

import pytest

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.engine import registry
from arcade.engine.lesson import lesson
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.timers import RoomSettings
from screens.lessons.screen import LessonScreen
from screens.lobby.screen import Lobby
from screens.pages.rules_page import RulesPage
from screens.table.screen import TableScreen
from tests.lessons.test_classroom import LEARNT
from tests.screens.conftest import (
    ANNA,
    row_of,
    screen_text,
    see,
    session,
    table_screen,
    until,
    without_room,
)


def _turn_of(screen: LessonScreen, number: int) -> bool:
    """Whether that step has come, and the others have played."""
    return screen.room.number == number and screen.room.others is None


@pytest.mark.parametrize("key", LEARNT)
async def test_a_lesson_is_played_by_its_own_keys(club: Club, key: str) -> None:
    plan = lesson(registry.find(key))
    assert plan is not None
    async with session(club, ANNA, language="fr") as anna:  # its words are the longest
        await anna.app.push_screen(screen := LessonScreen(plan))
        for number in range(len(plan.steps) - 1):
            assert not without_room(screen.arcade), f"step {number + 1}"
            for sign in screen.step_keys():
                await anna.press(sign)
            await until(anna, lambda n=number: _turn_of(screen, n + 1))
        await see(anna, Words("fr").t("That was the lesson."))
    assert not [*club.rooms]
    assert not club.standings.history(ANNA)


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
@pytest.mark.parametrize(("language", "title"), [("en", "What to do"), ("fr", "À faire")])
async def test_the_bar_of_a_lesson_is_whole(
    club: Club, language: str, title: str, size: tuple[int, int]
) -> None:
    plan = lesson(registry.find("421"))
    assert plan is not None
    async with session(club, ANNA, size, language=language) as anna:
        await anna.app.push_screen(LessonScreen(plan))
        await see(anna, title)
        (bar,) = (line for line in screen_text(anna).splitlines() if title in line)
        assert bar.rstrip().endswith("━")


async def test_a_high_lesson_has_the_panel_of_its_table_below_the_teacher(club: Club) -> None:
    plan = lesson(registry.find("421"))
    assert plan is not None
    async with session(club, ANNA, (160, 45)) as anna:
        await anna.app.push_screen(LessonScreen(plan))
        await see(anna, "The hands, best first")
        rows = screen_text(anna).splitlines()
    task, panel = (row_of(rows, title) for title in ("What to do ─", "Hands ─"))
    assert task < panel and rows[task].index("What") == rows[panel].index("Hands")


async def test_the_lesson_of_21_is_given_on_the_board_of_its_table(club: Club) -> None:
    plan = lesson(registry.find("vingt-et-un"))
    assert plan is not None
    async with session(club, ANNA) as anna:
        await anna.app.push_screen(screen := LessonScreen(plan))
        await anna.press("enter")
        await until(anna, lambda: _turn_of(screen, 1))
        await see(anna, "The first tile goes on your own start square.")
        taught = _board(screen_text(anna))
        code = await club.create(ANNA, "vingt-et-un", {}, 2)
        await (await club.join(ANNA, code)).start()
        await anna.press("escape", "slash", *code, "enter")
        await see(anna, "29 tiles")
        table = _board(screen_text(anna))
    assert len(taught) == 8 and taught[3].count("■") == 2
    for board in taught, table:
        assert re.fullmatch(r"\d◂", board[6].pop(8)), "the tile that one would lay"
    assert taught == table


def _board(text: str) -> list[list[str]]:
    """Return what the rows of a board hold, whatever colour the other seat has."""
    drawn = [line for line in text.splitlines() if re.match(r" +[1-8] .*·.*·", line)]
    return [re.sub("[♥♣♦]", "♥", line).split()[: 1 + len("ABCDEFGHIJKLMNO")] for line in drawn]


async def test_the_rules_begin_beside_the_games_where_there_is_room(club: Club) -> None:
    async with session(club, ANNA, (160, 45)) as anna:
        await anna.press("L")
        await see(anna, "Which game would you like to learn?")
        text = screen_text(anna)
        await anna.press("down")
        await until(anna, lambda: screen_text(anna) != text)
        for shown_text in (text, screen_text(anna)):
            beside = [line[72:].strip() for line in shown_text.splitlines()[2:-2]]
            assert sum(map(bool, beside)) > 15 and "§" not in beside[0]
        pages = [[line[72:] for line in page.splitlines()] for page in (text, screen_text(anna))]
        assert pages[0] != pages[1]


async def test_a_wrong_key_is_answered_kindly_and_the_game_follows(club: Club) -> None:
    plan = lesson(registry.find("421"))
    assert plan is not None
    async with session(club, ANNA) as anna:
        await anna.press("L")
        await see(anna, "Which game would you like to learn?")
        await anna.press("enter")
        await see(anna, "step 1 of 10")
        await anna.press("x")
        await see(anna, "✗ The keys that work")
        await anna.press("x")
        await see(anna, "✗✗ The keys that work")
        await anna.press("ctrl+r")
        await see(anna, "who waits for you.")
        await see(anna, "  Press: Enter.")
        await anna.press("escape")
        await anna.press("enter", "enter", "s")
        await see(anna, "✗ Keep the 4 and the")
        remark = [piece for y in range(20) for piece in anna.app.screen.teacher.row_at(y)]
        assert {piece.tone for piece in remark if "✗" in piece.text} == {"alert"}, "no key is"
        assert {piece.tone for piece in remark if "Keep the 4" in piece.text} == {""}, "no scolding"
        for number, step in enumerate(plan.steps[2:-1], 3):
            await anna.press(*step.keys)
            await until(anna, lambda n=number: _turn_of(anna.app.screen, n))
        await see(anna, "Enter play now")
        await anna.press("enter")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        assert table_screen(anna).table.game == "421"
        assert [type(screen) for screen in anna.app.screen_stack[:1]] == [Lobby]
        assert len(anna.app.screen_stack) == 2


async def test_the_bottom_line_of_a_question_has_one_escape(club: Club) -> None:
    plan = lesson(registry.find("golden-zero"))
    assert plan is not None
    async with session(club, ANNA) as anna:
        await anna.app.push_screen(LessonScreen(plan))
        await anna.press("enter", "enter")
        await see(anna, "f fold  Esc leave")
        await anna.press("f")
        await see(anna, "Esc no")
        assert screen_text(anna).splitlines()[-1].count("Esc") == 1
        await anna.press("escape")
        await see(anna, "f fold  Esc leave")


async def test_the_help_of_a_table_leads_to_its_lesson_and_back(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("p")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        table = anna.app.screen
        await see(anna, "New here?")
        await anna.press("question_mark")
        await until(anna, lambda: isinstance(anna.app.screen, RulesPage))
        await anna.press("L")
        await see(anna, "step 1 of 10")
        await anna.press("escape", "escape")
        await until(anna, lambda: anna.app.screen is table)


async def test_the_others_play_one_after_the_other_and_enter_does_not_wait() -> None:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=60))
    plan = lesson(registry.find("trente"))
    assert plan is not None
    async with session(club, ANNA) as anna:
        await anna.app.push_screen(screen := LessonScreen(plan))
        for step in plan.steps[:7]:
            await anna.press(*step.keys)
        await see(anna, "Margot plays…")
        assert screen.room.number == 6
        await anna.press("1", "x")
        await anna.press("enter", "enter")
        await see(anna, "Margot keeps 6-5")
        assert "Margot keeps 6 " not in screen_text(anna)
        await anna.press(*["enter"] * (len(plan.steps[6].turns) - 2))
        await see(anna, "step 8 of 10")
    await club.close()


async def test_the_teacher_says_what_was_thrown_once_the_last_die_lies(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.games.playback.FRAME", 3600)  # frames are stepped through by hand
    plan = lesson(registry.find("421"))
    assert plan is not None
    async with session(club, ANNA, animations=True) as anna:
        await anna.app.push_screen(screen := LessonScreen(plan))
        view = screen.game
        while not view.table.view.dice:
            await anna.press("enter")
        view.playback.finish()
        await see(anna, "642 · worth 1 token")
        await anna.press("1", "3", "enter")
        await until(anna, lambda: view.moment.frame)
        while view.moment.frame:
            assert "421!" not in screen_text(anna)
            view.playback.step()
            await anna.pause()
        await see(anna, "421!")
