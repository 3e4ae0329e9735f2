"""The tables and tariffs of the rules pages repeat the figures of the code."""

import re

import pytest

from arcade.club.i18n.words import Words
from arcade.club.speech.options import value_text
from arcade.engine.registry import games
from arcade.games.golden21.rules.dice import MOST_GOLDEN, band, bonus, golden_of, mean
from arcade.games.le421.rules.hands import NENETTE, ORDERS, worth
from arcade.games.le421.rules.options import Options
from arcade.games.vingt_et_un.rules.placing import MARKED, OWN, PLAIN
from tests.laws.rulepages import page

LANGUAGES = ("en", "fr")


def rows(key: str, language: str) -> list[list[str]]:
    """Return the cells of the tables of a page, heads and rules between left out."""
    lines = [line for line in page(key, language).splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0][:1].isdigit()]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def paragraph(key: str, language: str, number: int) -> str:
    """Return a paragraph with its lines joined."""
    match = re.search(
        rf"^## {number} · (.+?)(?=^## |\Z)", page(key, language), re.MULTILINE | re.DOTALL
    )
    assert match is not None
    return " ".join(match[1].split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bonus_table_of_the_golden_21(language: str) -> None:
    table = rows("golden21", language)
    assert [int(row[0]) for row in table] == [2, 3, 4, 5]
    for first, middle, *bands in table:
        dice = int(first)
        assert tuple(numbers(middle)) == mean(dice)
        for step, cell in enumerate(bands, 1):
            *totals, points = numbers(cell)
            every = range(dice, 6 * dice + 1)
            assert totals == [total for total in every if band(dice, total) == step]
            assert {bonus(dice, total) for total in totals} == {points}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_golden_dice_of_a_run(language: str) -> None:
    text = paragraph("golden21", language, 10)
    for digit, word in enumerate(("un dé", "deux", "trois"), 1):
        text = text.replace(word, str(digit), 1)
    brings = [golden_of(tuple(range(1, run + 1))) for run in (3, 4, 5, 6)]
    assert brings[2] == brings[3]
    listed = " ".join(map(str, numbers(text)))
    assert f"3 {brings[0]} 4 {brings[1]} 5 6 {brings[2]} {MOST_GOLDEN}" in listed


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worths_of_421(language: str) -> None:
    """All hands of the table in the order they have in the code, each with its tokens."""
    table, order = rows("421", language), ORDERS["source"]
    named = [hand for cell, tokens in table[:-2] for hand in numbers(cell)]
    assert named == list(order[: len(named)])
    for cell, tokens in table[:-1]:
        assert {worth(Options(), hand, None) for hand in numbers(cell)} == {int(tokens)}
    others = numbers(table[-2][0])
    assert others[:3] == list(order[len(named) : len(named) + 3])
    assert [others[-1], *numbers(table[-1][0])] == list(order[-2:])
    assert order[-1] == NENETTE


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_order_of_421_in_belgium(language: str) -> None:
    text = paragraph("421", language, 9)
    named = numbers(text[text.index("611") :])[:10]
    assert named == list(ORDERS["aces-first"][2:12])


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_tile_of_21_scores(language: str) -> None:
    text = paragraph("vingt-et-un", language, 5)
    tariff = text.split(" - ")[1:4]
    assert [numbers(paragraph_text)[0] for paragraph_text in tariff] == [PLAIN, OWN, MARKED["1"]]
    assert numbers(tariff[2])[:3] == list(MARKED.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_options_of_421_are_named_as_the_form_names_them(language: str) -> None:
    words, text = Words(language), paragraph("421", language, 9)
    for option in games()["421"].option_list:
        assert words.t(option.label) in text
        for value in option.values[1:]:
            if isinstance(value, str):
                assert value_text(words, option, value) in text, value
            elif isinstance(value, int) and not isinstance(value, bool):
                assert value in numbers(text)
