"""Nothing a person types can steer, hide in or overflow another's terminal."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from arcade.players.text import FORBIDDEN, MARKS, clean, typed, width

NASTY = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Mn", "Mc", "Me", "Cf", "Cs", "Zs", "Cc"]),
        st.sampled_from(
            "a \u00e9e\u0301\u0300\u0323\ufe0f\u200d👩🇫🏽雀가\u1100\u1161\u11a8\u3164\u09c7\u09be"
        ),
    ),
    max_size=60,
)


@given(NASTY, st.integers(0, 40))
def test_cleaned_text_is_harmless_and_stays_as_it_is(text, cells):
    cleaned = clean(text, cells)
    assert clean(cleaned, cells) == cleaned
    assert width(cleaned) <= cells
    assert cell_len(cleaned) <= cells  # the screens count by this one
    assert len(cleaned) <= (1 + MARKS) * cells
    assert not {unicodedata.category(character) for character in cleaned} & FORBIDDEN
    assert unicodedata.is_normalized("NFC", cleaned)
    assert cleaned == cleaned.strip()
    cleaned.encode()


@given(st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), max_size=20))
def test_plain_text_is_left_alone(text):
    assert clean(text, 20) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bien joué !", "Bien joué !"),
        ("  hello  ", "hello"),
        ("one\ttwo\r\nthree\u2028four", "one two three four"),
        ("e\u0301te\u0301", "été"),
        ("\x1b]52;c;aGk=\x07", "]52;c;aGk="),
        ("\x9b31mred", "31mred"),
        ("\u202egnp.exe", "gnp.exe"),
        ("a\u200bb\ufeffc\u2066d", "abcd"),
        ("z" + "\u0301" * 50, "ź\u0301\u0301"),
        ("\u0301 a", "a"),
        ("👩\u200d🎤", "👩🎤"),
        ("❤\ufe0f", "❤"),
        ("a\ud800b", "ab"),
        ("\ue000\U0010ffff", ""),
        ("[@click=app.quit]x[/]", "[@click=app.quit]x[/]"),
        ("", ""),
    ],
)
def test_examples(text, expected):
    assert clean(text, 80) == expected


@pytest.mark.parametrize(
    ("cells", "expected"), [(0, ""), (1, ""), (2, "雀"), (3, "雀"), (4, "雀雀"), (5, "雀雀a")]
)
def test_a_wide_character_is_not_cut_in_half(cells, expected):
    assert clean("雀雀a", cells) == expected


def test_clipping_leaves_no_space_at_the_end():
    assert clean("one two", 4) == "one"


def test_width_counts_cells():
    assert [width(text) for text in ("", "abc", "été", "e\u0301", "雀", "🎲", "\x1b")] == [
        0, 3, 3, 1, 2, 2, 0,
    ]  # fmt: skip


def test_a_line_being_typed_is_as_harmless_and_keeps_the_space_at_its_end() -> None:
    assert typed("z" + "\u0301" * 40 + "\u202e\x1b[2J ") == "\u017a\u0301\u0301[2J "
