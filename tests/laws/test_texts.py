"""What a game says: news, options, its own description, its rules pages."""

from string import Formatter
from typing import Any

import pytest

from arcade.engine import options
from arcade.engine.errors import BadOptions
from arcade.engine.game import Game, Option
from arcade.engine.news import News
from tests.laws.rulepages import HEADING, numbers, page
from tests.laws.tables import Table, refusal, settings, tables, trace
from tests.playthrough import sentence
from tests.registered import registered

SPECS = {"", "seat", "seats", "dice", "hand", "cards"}

Case = tuple[Game, Option]
CASES = [(game, option) for game in registered().values() for option in game.option_list]


def test_news_are_whole_sentences(table: Table) -> None:
    game, played = table.game, trace(table)
    for state in played.states:
        for news in game.news(state):
            assert isinstance(news, News)
            _check_news(news, table.seats)


def test_every_action_brings_news(table: Table) -> None:
    game, played = table.game, trace(table)
    for state in played.states:
        assert game.news(state)


def test_meta_is_sane(game: Game) -> None:
    meta = game.meta
    low, high = meta.seats
    assert 1 <= low <= meta.best_seats <= high
    assert meta.length > 0
    assert meta.version > 0
    assert meta.name
    assert meta.blurb.endswith(".")


@pytest.mark.parametrize("seats", ["fewer", "more"])
def test_too_few_or_too_many_seats_are_refused(game: Game, seats: str) -> None:
    low, high = game.meta.seats
    table = Table(game.meta.key, low - 1 if seats == "fewer" else high + 1)
    assert refusal(table)


def test_the_form_shows_every_option_once(game: Game) -> None:
    shown = [option.name for option in game.option_list]
    assert sorted(shown) == sorted(game.options.__struct_fields__)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0].meta.key}-{case[1].name}")
def test_an_option_is_explained(case: Case) -> None:
    game, option = case
    default = getattr(game.options(), option.name)
    assert option.label
    assert option.help.endswith(".")
    if option.values:
        assert option.values[0] == default
        words = [str(value) for value in option.values if isinstance(value, str)]
        assert all(option.value_help.get(word) for word in words)
        assert set(option.value_help) <= {str(value) for value in option.values}
    else:
        assert option.nullable if default is None else option.low <= default <= option.high


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0].meta.key}-{case[1].name}")
def test_an_option_refuses_other_values_by_name(case: Case) -> None:
    game, option = case
    wrong: tuple[Any, ...] = ("no such value", 1.5, [1], {})
    if not option.values:
        wrong = (*wrong, option.low - 1, option.high + 1, True)
    for value in wrong:
        with pytest.raises(BadOptions, match=option.name):
            options.read(game, {option.name: value})


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0].meta.key}-{case[1].name}")
def test_a_value_that_needs_company_says_which(case: Case) -> None:
    """A value refused at every number of seats must name another option to be set with it."""
    game, option = case
    others = {other.name for other in game.option_list} - {option.name}
    for value in settings(option):
        here = [t for t in tables() if (t.key, t.name) == (game.meta.key, option.name)]
        for table in here:
            if table.value == value and (why := refusal(table)):
                assert option.name in why
                assert any(other in why for other in others) or "seat" in why


@pytest.mark.parametrize("language", ["en", "fr"])
def test_rules_are_numbered_paragraphs(game: Game, language: str) -> None:
    text = page(game.meta.key, language)
    assert text.startswith("# ")
    paragraph_numbers = numbers(game.meta.key, language)
    assert paragraph_numbers == list(range(1, len(paragraph_numbers) + 1))
    assert len(paragraph_numbers) >= 3
    assert len(paragraph_numbers) == text.count("\n## ")
    paragraphs = HEADING.split(text)[3::3]
    assert all(paragraph.strip() for paragraph in paragraphs)


def test_rules_have_the_same_paragraphs_in_both_languages(game: Game) -> None:
    assert numbers(game.meta.key, "en") == numbers(game.meta.key, "fr")


def _check_news(news: News, seats: int) -> None:
    for text in filter(None, (news.text, news.plural)):
        for _, name, spec, _ in Formatter().parse(text):
            if name is None:
                continue
            assert name in news.data, news
            assert spec in SPECS or spec.count("|") == 1, news
            value = news.data[name]
            if spec == "seat" or ("|" in spec and not isinstance(value, tuple)):
                assert isinstance(value, int), news
                assert 0 <= value < seats, news
            if spec in ("seats", "dice", "cards"):
                assert isinstance(value, tuple), news
    if news.plural:
        assert type(news.data.get("n")) is int, news
    assert sentence(news)
