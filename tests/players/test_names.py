"""Which names there can be, which look alike, and codes people can read out and type."""

import random
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arcade.club.i18n.words import Words
from arcade.engine.words import plain_letters
from arcade.players import names
from arcade.players.names import BadName
from screens.terminal.glyphs import twin

SHAPED = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{1,15}", fullmatch=True)


@pytest.mark.parametrize(
    "name",
    [
        "Al",
        "Zoe",
        "Jean-Luc",
        "x_X",
        "Robin",
        "kafel",
        "a234567890123456",
        "Topaz",
        "Mei",
        "Amélie",
        "Éva",
        "François",
        "Zoë",
        "Ódź",
        "Cœur",
        "Æsa",
        "Łukasz",
        "Øystein",
        "Strauß",
        "Đorđe",
    ],
)
def test_names_there_can_be(name):
    names.check(name)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "at least 2"),
        ("a", "at least 2"),
        ("a2345678901234567", "at most 16"),
        ("a" * 10_000, "at most 16"),
        ("1one", "begins with a letter"),
        ("-rf", "begins with a letter"),
        ("e\u0301va", "from A to Z"),  # not composed; what is typed is
        ("Zoeﬁ", "from A to Z"),
        ("\uff21nna", "begins with a letter"),  # wide
        ("Am\u0435lie", "from A to Z"),  # a Cyrillic e
        ("Luı", "from A to Z"),
        ("KÀFEL", "small letters"),
        ("Hôte", "would pass"),
        ("\u0410nna", "begins with a letter"),  # a Cyrillic A
        ("../etc", "begins with a letter"),
        ("a b", "from A to Z"),
        ("ab\n", "from A to Z"),
        ("ab\u200b", "from A to Z"),
        ("a\x1b[31m", "from A to Z"),
        ("KAFEL", "small letters"),
        ("admin", "would pass"),
        ("Adm1n", "would pass"),
        ("r00t", "would pass"),
        ("AD-MIN", "would pass"),
        ("everybody", "would pass"),
        ("Guest-k7qf", "would pass"),
        ("gue5t", "would pass"),
        ("b0t-1", "would pass"),
        ("resume-me", "would pass"),
    ],
)
def test_names_there_cannot_be_and_why(name, sentence):
    with pytest.raises(BadName) as bad:
        names.check(name)
    phrase_told = Words("en").say(bad.value.news)
    assert sentence in phrase_told
    assert phrase_told.isprintable()
    en_francais = Words("fr").say(bad.value.news)
    assert en_francais != phrase_told
    if "letter from" in phrase_told or "letters from" in phrase_told:
        assert "accent" in phrase_told and "accent" in en_francais


@given(st.text(max_size=20) | st.text("aeiouyàéîõüçñÅØłœÆßþðſıﬁ\u0301-_19", max_size=18))
def test_whatever_passes_has_the_shape(name):
    try:
        names.check(name)
    except BadName as bad:
        assert Words("en").say(bad.news).isprintable()
    else:
        assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]+", plain_letters(name))
        assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{1,15}", twin(name)), "in ASCII cell for cell"
        assert names.looks(name) & names.looks(twin(name)), "nobody can take what ASCII shows"


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("Alice", "alice"),
        ("Alice", "A1ice"),
        ("Alice", "AIice"),
        ("Bob", "B0b"),
        ("Marne", "Mame"),
        ("William", "VVilliarn"),
        ("Jean-Luc", "Jean_Luc"),
        ("JeanLuc", "Jean-Luc"),
        ("Lisa", "Li5a"),
        ("Amélie", "AMELIE"),
        ("François", "Francois"),
        ("Zoë", "Zoé"),
        ("Cœur", "Coeur"),
        ("Cœur", "Cour"),
        ("Æsa", "Aesa"),
        ("Łukasz", "Lukasz"),
        ("Øystein", "0ystein"),
        ("Strauß", "Strauss"),
        ("Claire", "daire"),
        ("Wanda", "UUanda"),
        ("UUanda", "VVanda"),
        ("Ludic", "LucIic"),
    ],
)
def test_names_that_look_alike(first, other):
    assert names.looks(first) & names.looks(other)


def test_names_that_do_not_look_alike():
    people = ["Alice", "Alix", "Bob", "Rob", "Anna", "Ana", "Emma", "Nora", "Mona", "Vera", "Wera"]
    assert len({names.skeleton(name) for name in people}) == len(people)


@given(SHAPED)
def test_a_skeleton_is_its_own_skeleton_in_any_case(name):
    shape = names.skeleton(name)
    assert names.skeleton(shape) == shape == names.skeleton(name.upper())


def test_guests_have_a_steady_name_of_their_own():
    assert names.guest_name("token") == names.guest_name("token")
    shown = {names.guest_name(str(number)) for number in range(200)}
    assert len(shown) > 195
    assert all(re.fullmatch("guest-[0-9a-z]{4}", name) for name in shown)


@given(st.randoms(use_true_random=False))
def test_table_codes_can_be_said_and_are_no_word_to_blush_at(chance):
    for syllables in (2, 3, 4):
        code = names.code(chance.randrange, syllables)
        assert re.fullmatch(f"([B-Z][AEOU]){{{syllables}}}[B-Z]", code)
        assert not set(code) & set("IQVWXY10")
        assert names.is_code(code)
        with pytest.raises(BadName):
            names.check(code)


def test_a_rude_or_reserved_code_is_drawn_again():
    def draw(*words: str) -> str:
        alphabets = [names.CONSONANTS, names.VOWELS] * 2 + [names.CONSONANTS]
        picks = [a.index(c) for word in words for a, c in zip(alphabets, word, strict=True)]
        return names.code(lambda _n: picks.pop(0))

    assert draw("PUTES", "RULES", "FAGOT", "ROBOT", "KAFEL") == "KAFEL"


def test_codes_differ():
    chance = random.Random(1)
    assert len({names.code(chance.randrange) for _ in range(1000)}) > 950


@given(st.binary(min_size=8, max_size=16))
def test_a_resume_code_is_read_however_it_is_typed(token):
    code = names.resume_code(token)
    assert re.fullmatch("[0-9A-Z]{4}(-[0-9A-Z]{4}){2}", code)
    assert names.read_resume_code(code) == code
    for typed in (
        code.lower(),
        code.replace("-", ""),
        f"  {code.replace('-', ' ')}\n",
        code.replace("-", "\u2013"),
        code.replace("0", "O").replace("1", "I"),
        code.lower().replace("0", "o").replace("1", "l"),
    ):
        assert names.read_resume_code(typed) == code


@given(st.binary(min_size=8, max_size=8), st.binary(min_size=8, max_size=8))
def test_resume_codes_hold_sixty_bits(first, other):
    assume(int.from_bytes(first, "big") % 2**60 != int.from_bytes(other, "big") % 2**60)
    assert names.resume_code(first) != names.resume_code(other)


def test_a_resume_code_needs_enough_chance():
    with pytest.raises(ValueError, match="8"):
        names.resume_code(b"7 bytes")


@pytest.mark.parametrize(
    "typed", ["", "K7QF", "K7QF-9M2X-4TPDX", "K7QF-9M2X-4TPU", "K7QF-9M2X-4TP\u00e9", "?" * 10_000]
)
def test_what_is_no_resume_code(typed):
    assert names.read_resume_code(typed) is None


def test_names_made_up_are_names():
    for noun in range(len(names.THINGS)):
        for number in (0, 97):
            picked = iter((noun, number))
            names.check(names.invented(lambda _, picked=picked: next(picked)))
