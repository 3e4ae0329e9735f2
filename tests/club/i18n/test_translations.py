"""Sentences in the reader's language."""

from datetime import UTC, date, datetime

import pytest

from arcade.club.i18n import dates
from arcade.club.i18n.words import Words, languages, nearest
from arcade.club.speech.ending import figure
from arcade.engine import registry
from arcade.engine.news import counted, phrase
from tests.catalogues import literals, parts


def test_news_names_seats_and_lists() -> None:
    news = phrase(
        "{seat:seat} throws {dice:dice} ({hand:hand}); {all:seats}; {cards:cards}; {n:>3}",
        seat=1,
        dice=(4, 2, 1),
        hand=421,
        all=(0, 1),
        cards=(3, 5, 7),
        n=2,
    )
    sentence = Words("en").say(news, ("anna", "ben"))
    assert sentence == "ben throws 4-2-1 (421); anna and ben; 3, 5, and 7;   2"
    order = phrase("The order of play is {order:seats}.", order=(1, 0))
    assert Words("fr", "anna").say(order, ("anna", "ben")).endswith("ben et vous.")
    assert Words("fr").say(phrase("{before} becomes {now}", before=-5, now=2)) == "−5 becomes 2"


@pytest.mark.parametrize(
    ("language", "day", "sentence"),
    [
        ("en", date(2026, 11, 26), "26 Nov 2026"),
        ("en", date(2026, 5, 1), "1 May 2026"),
        ("fr", date(2026, 11, 26), "26 nov. 2026"),
        ("fr", date(2026, 5, 1), "1er mai 2026"),
    ],
)
def test_days_are_written_as_people_write_them(language: str, day: date, sentence: str) -> None:
    words = Words(language)
    assert dates.written(words, day) == sentence
    at = 1000 * int(datetime(day.year, day.month, day.day, 8, 40, tzinfo=UTC).timestamp())
    assert dates.moment(words, at) == f"{sentence}, 08:40"
    assert dates.since(words, at, at + 2 * 86_400_000) == sentence
    assert dates.day(at) == day.isoformat(), "in records"


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
    assert (
        Words("en").say(phrase("{who:@ sits|You sit} down.", who="{seat:seat}"))
        == "{seat:seat} sits down."
    )


def test_french_elides_before_a_vowel() -> None:
    words = Words("fr")
    grows = "{seat:@'s|Your} debt grows by {own}, from {before} to {after}."
    debt = phrase(grows, seat=0, own=1, before=1, after=2)
    sentences = [
        words.say(debt, (name,)) for name in ("Albert", "Yvette", "Yann", "Émile", "Bruno")
    ]
    names = [
        sentence.split()[2] if "d'" in sentence else sentence.split()[3] for sentence in sentences
    ]
    assert names == ["d'Albert", "d'Yvette", "Yann", "d'Émile", "Bruno"]
    assert words.t("{name}'s last roll", name="Odette") == "Dernier lancer d'Odette"
    assert Words("en").say(debt, ("Albert",)).startswith("Albert's debt")


def test_a_french_title_has_no_article_after_de() -> None:
    opens = "Enter opens a table of {game} for {n} person"
    many = "Enter opens a table of {game} for {n} people"
    sentences = [
        Words("fr").nt(opens, many, 3, game=game.meta.name).partition(" de ")[2]
        for game in registry.games().values()
    ]
    assert sentences == [
        f"{game} pour 3 personnes" for game in ("21", "Golden Zero", "421", "Golden 21", "Trente")
    ]
    assert "of Le 421 for" in Words("en").nt(opens, many, 3, game="Le 421")
    assert Words("fr").t(
        "{game} is for {low} to {high} players.", game="Le 421", low=2, high=9
    ) == ("Le 421 se joue de 2 à 9 joueurs.")


def test_news_about_the_reader_say_you() -> None:
    strike = phrase("{seat:@ strikes|You strike} {target:@|you}.", seat=0, target=1)
    shared = phrase("{won:@ share|You and @ share} the game.", won=(0, 1))
    back = phrase("{who:@ is|You are} back.", who="anna")
    names = ("anna", "ben")
    for you, sentence in (
        ("", ("anna strikes ben.", "anna and ben share the game.", "anna is back.")),
        ("anna", ("You strike ben.", "You and ben share the game.", "You are back.")),
        ("ben", ("anna strikes you.", "You and anna share the game.", "anna is back.")),
    ):
        words = Words("en").to(you)
        assert tuple(words.say(news, names) for news in (strike, shared, back)) == sentence


def test_the_reader_is_one_of_a_list_of_any_length() -> None:
    english, french = Words("en").to("anna"), Words("fr").to("anna")
    names = ("anna", "ben", "carol", "eve")
    for seats, in_english, in_french in (
        ((0,), "you", "vous"),
        ((0, 1), "you and ben", "vous et ben"),
        ((2, 0, 1), "you, carol, and ben", "vous, carol et ben"),
        ((0, 1, 2, 3), "you, ben, carol, and eve", "vous, ben, carol et eve"),
    ):
        pot = phrase("Main pot, {amount}: {seats:@|you and @}.", amount=7, seats=seats)
        assert english.say(pot, names) == f"Main pot, 7: {in_english}."
        assert french.say(pot, names) == f"Pot principal, 7 : {in_french}."
    burned = phrase(
        "All these hands have burned: {seats:@ share|you and @ share} {amount}.",
        amount=4,
        seats=(0, 1),
    )
    assert french.say(burned, names) == "Toutes ces mains ont brûlé : vous et ben vous partagez 4."


def test_every_sentence_of_the_games_about_one_player_can_be_said_to_them() -> None:
    sentences = {text for message in literals() for text in parts(message)}
    coached = {text for text in sentences if text.startswith("{seat:seat} then rolls ")}
    about = {text for text in sentences if text.startswith(("{seat:seat} ", "{seats:seats} "))}
    assert about == coached


def test_french_elides_inside_what_is_said_of_somebody() -> None:
    words = Words("fr").to("Bruno")
    text = "{seat:@'s|Your} debt grows by {own}, from {before} to {after}."
    debt = phrase(text, seat=0, own=2, before=1, after=3)
    assert words.say(debt, ("Albert",)) == "La dette d'Albert monte de 2, de 1 à 3."
    assert words.say(debt, ("Bruno",)) == "Votre dette monte de 2, de 1 à 3."


def test_a_unit_stands_in_the_singular_below_two_in_french_and_beside_one_in_english() -> None:
    fr, en = Words("fr"), Words("en")
    assert figure(fr, 0.63, "points") == "0,6 point" and figure(fr, 2, "points") == "2,0 points"
    assert figure(fr, 1.9, "games of 100 won") == "1,9 point de chance"
    assert figure(fr, 2, "games of 100 won") == "2,0 points de chance"
    assert figure(en, 0.63, "points") == "0.6 points" and figure(en, 1.0, "points") == "1.0 points"
    units = [f"{n} {en.unit('tokens', n)}" for n in (-1, 0, 1, 2)]
    assert units == ["-1 token", "0 tokens", "1 token", "2 tokens"]
