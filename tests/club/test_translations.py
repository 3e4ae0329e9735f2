"""Sentences in the reader's language."""

import pytest

from arcade.club.i18n.words import Words, languages, nearest
from arcade.engine.news import counted, told


def test_news_names_seats_and_lists() -> None:
    news = told(
        "{seat:seat} throws {dice:dice} ({hand:hand}); {all:seats}; {cards:cards}; {n:>3}",
        seat=1,
        dice=(4, 2, 1),
        hand=421,
        all=(0, 1),
        cards=(3, 5, 7),
        n=2,
    )
    said = Words("en").say(news, ("anna", "ben"))
    assert said == "ben throws 4-2-1 (421); anna and ben; 3, 5, and 7;   2"
    assert Words("fr").say(told("{before} becomes {now}", before=-5, now=2)) == "−5 becomes 2"


def test_a_count_chooses_the_wording() -> None:
    words = Words("en")
    assert words.say(counted("{n} token", "{n} tokens", 1)) == "1 token"
    assert words.say(counted("{n} token", "{n} tokens", 3)) == "3 tokens"
    assert words.nt("{n} seat", "{n} seats", 2) == "2 seats"


@pytest.mark.parametrize(
    ("wish", "language"),
    [("fr_FR.UTF-8", "fr"), ("fr", "fr"), ("C.UTF-8", "en"), ("tlh", "en"), (None, "en")],
)
def test_the_nearest_language(wish: str | None, language: str) -> None:
    assert nearest(wish) == language


def test_english_stands_first() -> None:
    assert languages()[0] == "en" and "fr" in languages()


def test_names_with_braces_are_not_fields() -> None:
    assert Words("en").say(told("{who} sits down.", who="{seat:seat}")) == "{seat:seat} sits down."


def test_french_elides_before_a_vowel() -> None:
    words = Words("fr")
    debt = told("The debt of {seat:seat} goes from {before} to {after}.", seat=0, before=1, after=2)
    said = [words.say(debt, (name,)) for name in ("Albert", "Yvette", "Yann", "Émile", "Bruno")]
    names = [one.split()[2] if "d'" in one else one.split()[3] for one in said]
    assert names == ["d'Albert", "d'Yvette", "Yann", "d'Émile", "Bruno"]
    assert words.t("{name}'s throw before", name="Odette") == "le lancer d'Odette"
    assert Words("en").say(debt, ("Albert",)).startswith("The debt of Albert")
