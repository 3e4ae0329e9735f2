"""The menu: every action of a screen, found by typing, done by Enter."""

import re
from itertools import chain

import pytest

from arcade.club.club import Club
from arcade.club.start import Start
from screens.lobby.new_table import NewTable
from screens.lobby.screen import Lobby
from screens.pages.menu import Menu
from screens.pages.page import Page
from screens.pages.rules import group_of, key_blocks
from screens.pages.rules_page import RulesPage
from screens.table.screen import TableScreen
from screens.terminal.rows import plain, row_width
from tests.people import sit_down
from tests.registered import registered
from tests.screens.conftest import ANNA, BEN, SIZES, row_of, screen_text, see, session, until


async def test_a_few_letters_and_enter_do_it(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        await see(pilot, "new table")
        await pilot.press(*"open table")
        await see(pilot, "Open a table: game, seats, options.")
        assert "rules" not in screen_text(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewTable))


async def test_the_menu_is_searched_without_accents_too(club: Club) -> None:
    async with session(club, ANNA, language="fr") as pilot:
        await pilot.press("colon", *"regle")
        await until(pilot, lambda: "Quitter" not in screen_text(pilot))
        assert "règles" in screen_text(pilot)


async def test_what_has_no_room_is_counted(club: Club) -> None:
    async with session(club, ANNA, (80, 16)) as pilot:
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        count = len(pilot.app.screen.matches())
        rows = pilot.app.screen.list._rows or ()
        listed = [line for line in rows if any(piece.click for piece in line)]
        await see(pilot, f"  ▼ {count - len(listed)} more")
        await pilot.press("up", *["down"] * (count - 1))
        await see(pilot, "▲ ")
        rows = pilot.app.screen.list._rows or ()
        listed = [line for line in rows if any(piece.click for piece in line)]
        await see(pilot, f"  ▲ {count - len(listed)} more")
        assert "▼" not in screen_text(pilot)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_all_of_it_is_in_sight_in_columns(
    club: Club, language: str, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size, language=language) as pilot:
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        menu = pilot.app.screen
        clicks = {piece.click for line in menu.list._rows or () for piece in line} - {""}
        assert clicks == {f"do {action.name}" for action in menu.matches()}
        await pilot.press(*["down"] * len(menu.matches()))
        (marked,) = (line for line in screen_text(pilot).splitlines() if "▸" in line)
        what = menu.words.t(menu.matches()[-1].what)
        if size == SIZES[0]:
            assert len(marked.partition("▸")[0]) > 40, "the last one ends the last column"
            await see(pilot, what)  # its sentence, below the columns
        else:
            assert what in marked, "beside its name"
            listed = [line for line in screen_text(pilot).splitlines()[4:-1] if line.strip()]
            assert marked == listed[-1], "the last one ends the list"


async def test_the_line_that_filters_is_a_field_as_wide_as_the_list(club: Club) -> None:
    async with session(club, ANNA, (100, 30)) as pilot:
        await pilot.press("colon")
        await see(pilot, "find:   type a word of it")
        menu = pilot.app.screen
        assert isinstance(menu, Menu)
        _, *field = menu.search.row_at(0)
        assert {piece.tone for piece in field} == {"bar", "bar-gold", "bar-dim", "caret"}
        assert row_width(menu.search.row_at(0)) == row_width(menu.list.row_at(0))
        await pilot.press(*"du")
        await see(pilot, "find: du")
        assert "type a word of it" not in screen_text(pilot)
        assert "u      duels             Play the same dice" in screen_text(pilot), "in its columns"


@pytest.mark.parametrize("size", SIZES[::2])
async def test_each_group_stands_in_one_column(club: Club, size: tuple[int, int]) -> None:
    async with session(club, ANNA, size) as pilot:
        await pilot.press("colon")
        await see(pilot, "Move and leave ──")
        heads = "The main keys", "With other people", "Learn and look", "Settings", "Move and leave"
        assert [screen_text(pilot).count(f"{head} ──") for head in heads] == [1] * len(heads)


async def test_nobody_needs_the_menu_to_move_up_or_down(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        assert {"up", "down"} <= {action.name for action in pilot.app.screen.actions()}  # type: ignore[attr-defined]
        await pilot.press("colon", *"mo")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        await see(pilot, "motion")
        assert not {"up", "down"} & {match.name for match in pilot.app.screen.matches()}


async def test_escape_and_nonsense_do_nothing(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        await pilot.press("ctrl+p", *"xyzzy", "enter")
        await see(pilot, "Nothing here is called that.")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Lobby))


async def test_a_game_s_own_keys_are_in_it(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        await pilot.press("p")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        await until(pilot, lambda: screen.game.mine)
        await pilot.press("colon", *"roll")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        await pilot.press("enter")
        await until(pilot, lambda: screen.table.view.last_throw)


@pytest.mark.parametrize("game", registered())
async def test_nothing_is_listed_twice_and_what_is_needed_most_comes_first(
    club: Club, game: str
) -> None:
    async with session(club, ANNA) as pilot:
        await pilot.app.navigator.play_from_lobby(game)
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        await until(pilot, lambda: screen.game.mine)
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(pilot.app.screen, Menu))
        matches = pilot.app.screen.matches()
        sentences = [item.what for item in matches]
        assert len(set(sentences)) == len(sentences) and "The same, another way." not in sentences
        order = [(group_of(action), not action.label) for action in matches]
        assert matches[0].name in {action.name for action in screen.game.actions()}
        assert order == sorted(order)


async def test_the_menu_offers_no_coach_that_says_no(club: Club) -> None:
    (table_session,) = await sit_down(club, BEN, seats=2)
    async with session(club, ANNA, start=Start("join", table_session.code)) as pilot:
        await pilot.press("s")
        await until(pilot, lambda: pilot.app.screen.table.phase == "playing")
        await pilot.press("i")
        await see(pilot, "No coach at this table")
        await pilot.press("colon")
        await see(pilot, "make a gesture")
        assert "ask the coach" not in screen_text(pilot)


async def test_help_says_what_the_game_is_then_has_contents_to_go_by_and_keys_after_the_rules(
    club: Club,
) -> None:
    async with session(club, ANNA) as pilot:
        await pilot.app.navigator.play_from_lobby("golden21")
        await pilot.press("question_mark")
        page = pilot.app.screen
        assert isinstance(page, RulesPage)
        seen = screen_text(pilot).splitlines()
        assert seen[2].startswith("  For 3 to 10 traders")
        listed = row_of(seen, "  1 Goal ", begins=True)
        assert not any(line.startswith("   Enter ") for line in seen[:listed]), "the text is near"
        assert re.match(r"  1 · Goal ──+$", seen[listed + 8]), seen
        text = [plain(line).rstrip(" ─") for line in page.text._text]
        heads = "The main keys", "With other people", "Learn and look", "Settings"
        at = [text.index(head) for head in (*heads, "Move and leave", "The signs")]
        assert at == sorted(at)
        assert at[0] > max(n for n, line in enumerate(text) if line.startswith("13 · "))
        others = text[at[1] + 1 : at[2]]
        assert [line[0] for line in others if line] == ["t", "E", "W", "P", "X"]
        moves = text[at[4] + 1 : at[5]]
        assert any(move.count(".") == 2 for move in moves), "no two side by side"
        assert seen[listed + 1].startswith("  2 Order of play "), "below each other, in columns"
        assert re.search(r"1 Goal  +8 .+  +15 ", seen[listed])
        await pilot.press("right", "right")
        await until(pilot, lambda: screen_text(pilot).splitlines()[2].startswith("  2 · "))
        await pilot.press("left")
        await until(pilot, lambda: screen_text(pilot).splitlines()[2].startswith("  1 · "))
        await page.clicked("section 13")
        await until(pilot, lambda: screen_text(pilot).splitlines()[2].startswith("  13 · "))


@pytest.mark.parametrize("size", SIZES)
async def test_rules_say_which_section_is_read_and_a_digit_leads_to_one(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as pilot:
        await pilot.app.navigator.play_from_lobby("golden21")
        await pilot.press("question_mark")
        await until(pilot, lambda: screen_text(pilot).splitlines()[0].endswith(" 1/19"))
        await pilot.press("5")
        await until(pilot, lambda: screen_text(pilot).splitlines()[0].endswith(" 5/19"))
        assert "5 · Bonus" in screen_text(pilot).splitlines()[2]
        assert ("▸  5 Bonus" in screen_text(pilot)) == (size[0] >= 96), "contents beside the text"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES)
async def test_help_shows_all_keys_at_once_in_columns(
    club: Club, size: tuple[int, int], language: str
) -> None:
    async with session(club, ANNA, size, language=language) as pilot:
        await pilot.press("question_mark")
        t = pilot.app.screen.words.t
        await see(pilot, t("If something goes wrong"))
        page = pilot.app.screen
        assert isinstance(page, Page) and not page.text.scrolls
        lines = [plain(line) for line in page.text.lines()]
        heads = t("The main keys"), t("Settings")
        assert any(all(head in line for head in heads) for line in lines), "not side by side"
        assert any(t("tour of the café") in line for line in lines)
        explained = any(t("Take the tour: three pages.") in line for line in lines)
        assert explained == (size[0] == 160), "a broad terminal has sentences too"


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_what_a_key_does_ends_with_no_word_alone(club: Club, language: str) -> None:
    async with session(club, ANNA, language=language) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, Lobby)
        for cells in range(46, 74):
            for line in chain(*key_blocks(screen.words, screen.actions(), cells)):
                text = plain(line).rstrip()
                assert text.startswith(" ") <= (" " in text.strip()), text


@pytest.mark.parametrize("size", SIZES)
async def test_every_key_begins_its_column_before_its_word(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as pilot:
        await pilot.press("colon")
        await see(pilot, "past games")
        apart = 6 if size == SIZES[-1] else 2
        gap = " " * (apart + 4)
        for shown in (f"  d{gap}daily deal", f"  n{gap}new table", f"  Enter{gap[4:]}"):
            assert shown in screen_text(pilot).replace("▸", " ")
        await pilot.press("escape", "question_mark")
        await see(pilot, "If something goes wrong")
        keys = [line for line in pilot.app.screen.text.lines() if "ends ssh" in plain(line)]
        assert [piece.text for piece in keys[0] if piece.tone == "cursor"] == [
            "\xa0Enter\xa0",
            "\xa0~.\xa0",
        ]
        for shown in ("v   past games", "n      new table", "^R  read aloud", "  :   menu"):
            assert shown in screen_text(pilot)


@pytest.mark.parametrize("size", SIZES)
async def test_a_heading_is_nearer_to_its_own_keys_than_to_those_above(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as pilot:
        await pilot.press("colon")
        if size == SIZES[1]:  # there a blank row parts the groups, which have no headings
            await see(pilot, "who is here")
            lines = screen_text(pilot).splitlines()
            at = row_of(lines, "  t      talk", begins=True)
            assert not lines[at - 1].strip() and lines[at + 1].startswith("  W  ")
            return
        await see(pilot, "With other people")
        lines = [line[:26].strip(" ▸") for line in screen_text(pilot).splitlines()]
        at = row_of(lines, "With other people", begins=True)
        assert lines[at - 2 : at + 2] == ["", "", lines[at], ""] and lines[at + 2]
        edges = [len(line) for line in screen_text(pilot).splitlines() if line.endswith("─")]
        if size != SIZES[-1]:  # there the sentences stand in the columns
            assert edges[0] == edges[-1], "what is below the columns ends as they do"


async def test_rules_have_a_picture_of_the_game_below_their_contents(club: Club) -> None:
    async with session(club, ANNA, (100, 30)) as pilot:
        pilot.app.push_screen(RulesPage(pilot.app.screen.words, "421"))
        await see(pilot, "  Contents ─")
        await see(pilot, "▸ 1 Goal")
        lines = [line[:34] for line in screen_text(pilot).splitlines()]
        picture = next(number for number, line in enumerate(lines) if line.count("│") > 4)
        assert picture > row_of(lines, "9 Options")
