"""Sentences on a touch screen: they speak of taps, and name no key."""

import re
from typing import Any

import pytest

from arcade.club.club import Club
from arcade.club.views import TableView
from tests.screens.conftest import ANNA, screen_text, see, session, table_screen
from tests.screens.games import test_golden21 as golden21
from tests.screens.games import test_le421 as le421
from tests.screens.games import test_trente as trente
from tests.screens.games import test_vingt_et_un as vingt_et_un
from tests.screens.spot import press, shown

PHONE = (50, 52)
KEYS = re.compile(r"\b(Enter|Entrée|Space|Espace|Esc|Échap|\d-\d|[a-z] (ends|stands))\b|[←→↑↓]")
ROLLED = le421.table_of(6, 1, 4, 2, 1, moves=(le421.ROLL,))


def states_of(module: Any) -> list[TableView]:
    """Show the states of a game in which somebody sits at the screen."""
    states = [(state, seat) for state, seat, *_ in module.STATES.values() if seat is not None]
    return [module.table_of(*state, version=at) for at, state in enumerate(states, 1)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "tables",
    [
        states_of(trente),
        states_of(golden21),
        [le421.table_of(6, 1), ROLLED],
        [vingt_et_un.table_of()],
    ],
    ids=["trente", "golden21", "421", "21"],
)
async def test_no_hint_names_a_key(club: Club, tables: list[TableView], language: str) -> None:
    async with shown(club, tables[0], PHONE, touch=True, language=language) as (pilot, _):
        game = table_screen(pilot).game
        for table in tables:
            game.take(table)
            instruction = game.instruction
            assert not KEYS.search(instruction) and len(instruction) <= PHONE[0], instruction


@pytest.mark.parametrize(
    ("table", "hint"),
    [
        (ROLLED, "Tap the dice to keep."),
        (trente.table_of(*trente.STATES["later throw"]), "Tap the dice to keep."),
        (golden21.table_of(*golden21.STATES["opening"][:2]), "Tap a total."),
        (golden21.table_of(*golden21.STATES["bonus"][:2]), "Tap a trader."),
        (vingt_et_un.table_of(), "Tap a tile, then a square."),
    ],
    ids=["421", "trente", "announce", "bonus", "21"],
)
async def test_the_status_line_says_what_to_tap(club: Club, table: TableView, hint: str) -> None:
    async with shown(club, table, PHONE, touch=True) as (pilot, _):
        await see(pilot, f"Your turn. {hint}")
    async with shown(club, table, PHONE) as (pilot, _):
        await see(pilot, "Your turn.")
        assert hint not in screen_text(pilot)


@pytest.mark.parametrize(
    "table", [ROLLED, trente.table_of(*trente.STATES["later throw"])], ids=["421", "trente"]
)
async def test_no_die_has_a_key_below_it(club: Club, table: TableView) -> None:
    async with shown(club, table, PHONE, touch=True) as (pilot, _):
        await see(pilot, "Tap the dice to keep.")
        assert not re.search(r"\bkey\b|^ +1 +2 +3\b", screen_text(pilot), re.MULTILINE)
    async with shown(club, table, PHONE) as (pilot, _):
        await see(pilot, "Your turn.")
        assert re.search(r"\bkey\b|^ +1 +2 +3\b", screen_text(pilot), re.MULTILINE)


async def test_the_main_button_refuses_in_words_of_taps(club: Club) -> None:
    table = trente.table_of(*trente.STATES["later throw"])
    async with shown(club, table, PHONE, touch=True) as (pilot, _):
        press(pilot, "enter")
        await see(pilot, "! Tap at least one die.")
    table = golden21.table_of(*golden21.STATES["bonus"][:2])
    async with shown(club, table, PHONE, touch=True) as (pilot, _):
        press(pilot, "enter")
        await see(pilot, "! Tap a trader first.")


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_no_line_of_the_lobby_is_cut_on_a_phone_or_names_a_key(
    club: Club, language: str
) -> None:
    async with session(club, ANNA, PHONE, pointer=True, touch=True, language=language) as pilot:
        await see(pilot, {"en": "hide this", "fr": "masquer"}[language])
        assert "…" not in screen_text(pilot)
        assert not re.search(r"^ *d  ", screen_text(pilot), re.MULTILINE)  # the deal of today
        assert not KEYS.search(screen_text(pilot).rpartition("\n")[0])  # below: what buttons show
        await pilot.press("n")
        await see(pilot, {"en": "A new table", "fr": "Une nouvelle table"}[language])
        assert not KEYS.search(screen_text(pilot).rpartition("\n")[0])
