"""A form at sizes that show only a part of it, and what a step from line to line draws again."""

import re

import pytest

from arcade.club.club import Club
from screens.lobby.new_table import NewTable
from tests.screens.conftest import ANNA, row_of, screen_text, see, session


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 24), (150, 24), (160, 30)])
async def test_a_form_that_hides_lines_says_what_enter_does(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as anna:
        await anna.press("n")
        await see(anna, "opens a table of Le 421")
        form = anna.app.screen
        assert isinstance(form, NewTable)
        await anna.press(*["down"] * 5, "right")  # all rules in detail
        for _ in form.fields():
            await anna.press("down")
            assert "opens a table of Le 421" in screen_text(anna)
            assert " more: " in screen_text(anna)


@pytest.mark.parametrize(("size", "hidden"), [((80, 24), 15), ((100, 30), 9)])
async def test_below_many_lines_stands_a_picture_of_the_game(
    club: Club, size: tuple[int, int], hidden: int
) -> None:
    async with session(club, ANNA, size) as anna:
        await anna.press("n", *["down"] * 5, "right", *["up"] * 5)
        await see(anna, "│ 4 │ │ 2 │ │ 1 │")
        assert f"▼ {hidden} more" in (text := screen_text(anna)), "as few as fit with it"
        for part in ["Three dice and a pot: first load up", "then race to unload."]:
            assert part in text
        await anna.press("left")
        await see(anna, "= 18")
        await anna.press("right", *["down"] * 4)
        await see(anna, "● classic")
        assert "spicy" in screen_text(anna), "the styles need the rows"


async def test_a_step_to_another_line_draws_only_what_it_changes(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    for name in ("summary", "preview"):
        draw = getattr(NewTable, name)

        def noted(*about: object, name: str = name, draw: object = draw) -> object:
            drawn.append(name)
            return draw(*about)  # type: ignore[operator]

        monkeypatch.setattr(NewTable, name, noted)
    async with session(club, ANNA, (100, 30)) as anna:
        await anna.press("n")
        await see(anna, "opens a table of Le 421")
        drawn.clear()
        await anna.press("down", "down", "up", "up")
        assert drawn == []
        await anna.press("right")
        assert sorted(drawn) == ["preview", "summary"]


async def test_a_new_table_is_explained_beside_its_lines_from_a_hundred_columns(club: Club) -> None:
    for size, beside in (((80, 24), False), ((100, 30), True), ((160, 45), True)):
        async with session(club, ANNA, size) as anna:
            await anna.press("n")
            await see(anna, "The table ──")
            head = next(line for line in screen_text(anna).splitlines() if "The table ──" in line)
            assert ("─    Game ──" in head) is beside


@pytest.mark.parametrize("size", [(100, 30), (160, 45)])
async def test_the_keys_of_the_settings_stand_below_them_where_there_is_room(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as anna:
        await anna.press("o")
        await see(anna, "Choose keys of your own.")
        lines = screen_text(anna).splitlines()
        left, more = (
            next(line.index(name) for line in lines if name in line)
            for name in ("What you see ", "More ")
        )
        assert left == more


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 45)])
async def test_what_explains_a_setting_stands_beside_it_and_moves_no_sample(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as anna:
        await anna.press("o")
        await see(anna, "What you read; the rules")
        dice = set()
        for _ in range(11):
            lines = screen_text(anna).splitlines()
            (label,) = re.findall("▸ (.+?)  ", "\n".join(lines))
            head = row_of(lines, re.compile(f"─ +{label} ─"))
            assert "What you see ─" in lines[head], "the heading beside that of the first group"
            assert not lines[head + 1][:40].strip(), "no line touches its heading"
            dice.add(row_of(lines, "free"))
            await anna.press("down")
        assert len(dice) == 1


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_the_rules_in_detail_are_one_line_until_it_is_unfolded(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as anna:
        await anna.press("n")
        await see(anna, "In detail       19 more")
        assert "▼" not in screen_text(anna) and "Pot  " not in screen_text(anna)
        await anna.press(*["down"] * 4, "right", "down", "right")
        await see(anna, "Pot  ")
        assert "default: 21" in screen_text(anna), "what a style changed stays"
        await anna.press("left", "enter")
        await see(anna, "Pot 11")
