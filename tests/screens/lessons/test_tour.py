"""The first visit: the tour that is offered once, and what it says."""

import pytest

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.engine import registry
from screens.lobby.cards import drawn_game
from screens.lobby.game_list import GameList
from screens.lobby.new_table import NewTable
from screens.lobby.screen import Lobby
from screens.pages.menu import Menu
from screens.pages.page import Page
from screens.table.screen import TableScreen
from screens.terminal.seats import MARKS
from tests.screens.conftest import (
    ANNA,
    SIZES,
    row_of,
    screen_text,
    see,
    session,
    table_screen,
    until,
)

OFFER = "First time here?"
ASKED = {"en": "How do I come back?", "fr": "Comment revenir ?"}
WAITING = {"en": "▸ Your seat is waiting", "fr": "▸ Votre place vous attend"}


async def test_the_tour_is_offered_until_it_was_begun(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await see(anna, OFFER)
        await anna.press("h")
        await see(anna, "Where am I?")
        await anna.press("enter")
        await see(anna, "Log in with the same SSH key, from any machine: you are Anna.")
        await anna.press("left", "right", "enter")
        await see(anna, "A few keys")
        await anna.press("L")
        await see(anna, "▸ Learn a game")
        await anna.press("L")
        await until(anna, lambda: isinstance(anna.app.screen, GameList))
        await anna.press("escape", "escape")
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        assert OFFER not in screen_text(anna)
    async with session(club, ANNA) as again:
        await see(again, "Play now")
        assert OFFER not in screen_text(again)
        await again.press("h", "enter", "enter", "enter")
        await see(again, "▸ Play now")  # the third is for reading on, too
        await again.press("enter")
        await until(again, lambda: isinstance(again.app.screen, TableScreen))
        assert table_screen(again).table_session.player == ANNA


@pytest.mark.parametrize(
    ("key", "sentence", "opens"),
    [
        ("n", "▸ Open a table", NewTable),
        ("question_mark", "▸ Help", Page),
        ("colon", "▸ Menu", Menu),
    ],
)
async def test_a_key_says_what_it_does_and_then_does_it_in_the_lobby(
    club: Club, key: str, sentence: str, opens: type
) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("h", "enter", "enter")
        await see(anna, "Enter try it")
        assert "▸" not in screen_text(anna)
        await anna.press(key)
        await see(anna, sentence)
        assert "▸ Play now" not in screen_text(anna)
        await anna.press(key)
        await until(anna, lambda: isinstance(anna.app.screen, opens))
        assert isinstance(anna.app.screen_stack[-2], Lobby)


@pytest.mark.parametrize("size", SIZES)
async def test_the_first_page_shows_each_game_and_more_of_them_in_a_larger_terminal(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as anna:
        await anna.press("h")
        await see(anna, "Where am I?")
        shown = screen_text(anna)
        for game in (game for game in registry.games().values() if registry.built_in(game)):
            assert shown.count(game.meta.name) >= 1 and game.meta.blurb.split()[0] in shown
        assert " = 21" in shown and "Six dice for 30" in shown  # pictures, and names without
        assert "nothing, lost by nobody." in shown


async def test_the_offer_can_be_hidden_for_good(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await see(anna, OFFER)
        await anna.press("escape")
        await until(anna, lambda: OFFER not in screen_text(anna))
    assert club.accounts.preference(ANNA, "tour") == "seen"


async def test_whose_game_runs_is_not_here_for_the_first_time(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await see(anna, OFFER)
        code = await club.create(ANNA, "421", {}, 2)
        await (await club.join(ANNA, code)).start()
        await see(anna, "Your seat is waiting")
        await until(anna, lambda: OFFER not in screen_text(anna))
        assert "hide this" not in screen_text(anna)
        assert club.accounts.preference(ANNA, "tour") == "offered"


async def test_a_guest_is_told_the_private_code_whole_in_french_too(club: Club) -> None:
    guest, code = club.accounts.guest()
    async with session(club, guest, resume_code=code, language="fr") as pilot:
        await see(pilot, "Première visite ?")
        await pilot.press("h", "enter")
        await see(pilot, "Comment revenir ?")
        shown = screen_text(pilot)
        assert f"ssh resume-{code}@…" in shown
        assert shown.index("♥ votre ami") < shown.index("ssh KAFEL@") < shown.index("ssh resume-")
        assert "━━ 2/3" in shown  # there is room for all


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_first_screen_cuts_no_sentence(club: Club, language: str) -> None:
    guest, code = club.accounts.guest()
    async with session(club, guest, resume_code=code, language=language) as pilot:
        await see(pilot, "Le 421")
        assert all(game.meta.name in screen_text(pilot) for game in registry.games().values())
        built_in = (game for game in registry.games().values() if registry.built_in(game))
        for number, game in enumerate(built_in, 1):
            await pilot.press("down")  # a small screen says of the chosen game what it is
            await see(pilot, f"▸ {number}  {game.meta.name}")
            beside = " ".join(line[54:].strip() for line in screen_text(pilot).splitlines())
            assert Words(language).t(game.meta.blurb) in " ".join(beside.split())


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_both_questions_about_coming_are_answered_with_a_picture_as_wide_as_the_text(
    club: Club, size: tuple[int, int], language: str
) -> None:
    async with session(club, ANNA, size, language=language) as anna:
        await anna.press("h", "enter")
        await see(anna, ASKED[language])
        lines = screen_text(anna).splitlines()
        heads = [len(line.rstrip()) for line in lines if line.rstrip().endswith("───")]
        frames = [len(line.rstrip()) for line in lines if line.strip().startswith("╭")]
        assert len(set(heads)) == 1 and frames == heads
        assert any(WAITING[language] in line for line in lines)


async def test_what_the_bottom_line_says_stands_beside_the_table_that_has_one(club: Club) -> None:
    async with session(club, ANNA, SIZES[-1]) as anna:
        await anna.press("h", "enter", "enter")
        await see(anna, "learnt by heart")
        lines = screen_text(anna).splitlines()
        column = next(line.index("Help") for line in lines if "Help" in line) - 15
        (line,) = (each for each in lines if "The bottom line always says" in each)
        assert line.index("The bottom") == column
        assert line[:column].count("│") > 2  # beside the dice


@pytest.mark.parametrize("size", SIZES)
async def test_what_the_second_page_pictures_looks_like_nothing_to_press(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as anna:
        await anna.press("h", "enter")
        await see(anna, WAITING["en"])
        tones = {piece.tone for line in anna.app.screen.text._rows for piece in line}  # type: ignore[attr-defined]
        assert "bar" in tones and "cursor" not in tones


@pytest.mark.parametrize("size", SIZES)
async def test_games_stand_below_their_names_and_free_of_the_bottom_line(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as anna:
        await anna.press("h")
        await see(anna, "Where am I?")
        lines = screen_text(anna).splitlines()
        names = row_of(lines, "The Golden 21")
        assert "Trente" in lines[names] and "Good to know" in lines[names], "one upper edge"
        assert lines.index(next(line for line in lines if "Announce your" in line)) > names
        assert not lines[-2].strip(), "a free row above the bottom line"


async def test_the_dice_of_trente_wear_the_first_seat_s_colour_at_each_size(club: Club) -> None:
    tones = [
        {
            piece.tone
            for line in drawn_game("trente", large)
            for piece in line
            if piece.text.strip("\u2002 ")
        }
        for large in (False, True)
    ]
    assert tones[0] == tones[1] == {MARKS[0].tile, MARKS[0].tone, "strong"}


async def test_the_keys_stand_in_three_columns_of_a_tall_terminal(club: Club) -> None:
    for size, across in ((SIZES[0], 2), (SIZES[-1], 3)):
        async with session(club, ANNA, size) as anna:
            await anna.press("h", "enter")
            await see(anna, "← back")
            await anna.press("enter")
            await see(anna, "A few keys")
            first = next(line for line in screen_text(anna).splitlines() if "Play now" in line)
            titles = ("Play now", "Learn a game", "Help", "Menu")
            assert sum(title in first for title in titles) == across


async def test_each_explanation_stands_above_what_it_explains(club: Club) -> None:
    async with session(club, ANNA, SIZES[-1]) as anna:
        await anna.press("h", "enter")
        await see(anna, WAITING["en"])
        lines = screen_text(anna).splitlines()

        def at(what: str) -> int:
            return row_of(lines, what)

        assert at("code stands at its top") < at("table KAFEL")
        assert at("In the lobby, type /") < at("find, or a table's code")
        assert at("If your connection drops") < at(WAITING["en"])
