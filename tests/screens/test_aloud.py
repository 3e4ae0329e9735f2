"""Every screen says what it shows in one paragraph, by one key."""

import pytest
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from screens.aloud import keys_text
from screens.games.golden_zero.view import GoldenZeroView
from screens.lobby.new_table import NewTable
from screens.pages.page import Aloud
from screens.pages.settings import SettingsScreen
from tests.screens.conftest import ANNA, BEN, row_of, screen_text, see, session, until


async def heard(pilot: Pilot[str]) -> str:
    """Press the key, give what is said, and go back."""
    await pilot.press("ctrl+r")
    await until(pilot, lambda: isinstance(pilot.app.screen, Aloud))
    text = " ".join(screen_text(pilot).split())
    await pilot.press("ctrl+r", "escape")
    await until(pilot, lambda: not isinstance(pilot.app.screen, Aloud))
    assert not set(text) & set("│─╭╮▶◀●○◍")
    return text


@pytest.mark.parametrize(("width", "edge"), [(80, 2), (100, 2), (160, 8)])
async def test_what_is_said_begins_at_the_edge_of_every_page(
    club: Club, width: int, edge: int
) -> None:
    async with session(club, ANNA, (width, 45)) as anna:
        await anna.press("ctrl+r")
        await see(anna, "This page is for screen readers")
        lines = [line for line in screen_text(anna).splitlines() if line]
        assert {len(line) - len(line.lstrip()) for line in lines} == {edge}


@pytest.mark.parametrize("height", [24, 45])
async def test_what_is_said_stands_a_sentence_a_line_from_the_top(club: Club, height: int) -> None:
    async with session(club, ANNA, (160, height)) as anna:
        await anna.press("ctrl+r")
        await see(anna, "This page is for screen readers")
        rows = [line.strip() for line in screen_text(anna).splitlines()]
    last = row_of(rows, "This page is", begins=True)
    first = next(at for at, line in enumerate(rows) if at and line)
    assert sum(not line for line in rows[first:last]) <= 2, "air parts what to do, and no lines"
    assert first == 2 + (height > 24)


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_each_key_of_a_turn_has_a_line_at_eighty_columns(club: Club, language: str) -> None:
    words = Words(language)
    keys = ",\n".join(f"{n} key" for n in range(8))
    sentences = " ".join(f"{n}." for n in range(8))
    text = f"{sentences} {words.t('It is your turn.')} {words.t('Keys: {keys}.', keys=keys)}"
    async with session(club, ANNA, (80, 24), language=language) as anna:
        await anna.app.push_screen(Aloud(anna.app.words, text))
        await see(anna, "\n  3 key,\n  4 key,\n")


async def test_a_month_that_is_shortened_ends_no_sentence(club: Club) -> None:
    text = "Dernier tournoi : Le 421, 28 nov. 2026, 23:53. Place 1, Anna : 3 points."
    async with session(club, ANNA, (100, 30)) as anna:
        await anna.app.push_screen(Aloud(anna.app.words, text))
        await see(anna, "28 nov. 2026, 23:53.\n")


async def test_the_lobby_says_its_tables_and_the_chosen_one(club: Club) -> None:
    code = await club.create(BEN, "421", {}, 3)
    await club.join(BEN, code)
    await club.community.say(BEN, "who plays?")
    async with session(club, ANNA, (100, 30)) as anna:
        text = await heard(anna)
        assert "1 person here: Anna." in text and "Chosen: Play now." in text
        assert f"{code}: Le 421, waiting, Ben, 2 seats to take." in text
        assert "Ben: who plays?" in text and "Enter play now" in text
        await anna.press("t", *"half")
        assert "half" not in await heard(anna), "what one types oneself is not said again"
        assert "half" in screen_text(anna)


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_any_screen_says_what_is_chosen(club: Club, language: str) -> None:
    async with session(club, ANNA, (80, 24), language=language) as anna:
        await anna.press("o", "down")
        assert isinstance(anna.app.screen, SettingsScreen)
        text = await heard(anna)
        chosen, keys = (
            ("Choisi : Couleurs", "Touches : flèches")
            if language == "fr"
            else ("Chosen: Colours", "Keys: arrows")
        )
        assert chosen in text and keys in text
        await anna.press("escape", "s", "tab")
        text = await heard(anna)
        assert ("Chosen: leaderboards" if language == "en" else "Choisi : classements") in text
        await anna.press("escape", "n")
        assert isinstance(anna.app.screen, NewTable)
        assert "Le 421" in await heard(anna)
        await anna.press("escape", "question_mark", "space")
        await see(anna, "^R")
        await anna.press("escape", "colon", *"read" if language == "en" else "écouter")
        await see(anna, "^R")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "0-9 type the amount; Enter bets it"),
        ("fr", "0-9 taper le montant ; Entrée le mise"),
    ],
)
def test_a_key_named_within_a_sentence_keeps_its_capital(language: str, text: str) -> None:
    digits = [action for action in GoldenZeroView.KEYS if action.name == "digit_0"]
    assert text in keys_text(Words(language), digits).replace("\N{NO-BREAK SPACE}", " ")
