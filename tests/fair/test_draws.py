"""The draws themselves: fixed by key and label, even, and the exact bytes of the page."""

from collections import Counter
from pathlib import Path

import pytest

from arcade.engine import fair
from arcade.engine.fair import Contribution, Draws

PAGE = Path(__file__).parents[2] / "docs" / "fair-dice.md"
KEY = b"k" * 32


def test_no_two_lists_of_texts_give_the_same_bytes() -> None:
    assert fair.length_prefixed("ab", "c") != fair.length_prefixed("a", "bc")
    assert fair.length_prefixed("a", "") != fair.length_prefixed("a")
    assert fair.length_prefixed("é") == b"\0\0\0\2\xc3\xa9"


def test_a_draw_depends_on_key_and_label_alone() -> None:
    first = [Draws(KEY, "1 action").pick(1000) for _ in range(3)]
    assert len(set(first)) == 1
    others = {Draws(KEY, "2 action").pick(2**32), Draws(b"l" * 32, "1 action").pick(2**32)}
    assert Draws(KEY, "1 action").pick(2**32) not in others
    assert len(others) == 2


def test_a_shuffle_does_not_depend_on_how_the_cards_lay() -> None:
    assert Draws(KEY, "x").shuffle((3, 1, "*", 2)) == Draws(KEY, "x").shuffle(("*", 1, 2, 3))


def test_everything_goes_into_the_key() -> None:
    seats = (Contribution("words", "a"), Contribution("bot"))
    keys = {
        fair.game_key(KEY, "421", "{}", "KAFEL", 1, seats),
        fair.game_key(b"l" * 32, "421", "{}", "KAFEL", 1, seats),
        fair.game_key(KEY, "trente", "{}", "KAFEL", 1, seats),
        fair.game_key(KEY, "421", "{ }", "KAFEL", 1, seats),
        fair.game_key(KEY, "421", "{}", "OTHER", 1, seats),
        fair.game_key(KEY, "421", "{}", "KAFEL", 2, seats),
        fair.game_key(KEY, "421", "{}", "KAFEL", 1, seats[::-1]),
        fair.game_key(KEY, "421", "{}", "KAFEL", 1, (Contribution("sealed", "a"), seats[1])),
        fair.game_key(KEY, "421", "{}", "KAFEL", 1, seats[:1]),
    }
    assert len(keys) == 9


@pytest.mark.parametrize("n", [2, 6, 7, 29])
def test_picks_are_even(n: int) -> None:
    """Chi-squared of 20,000 draws over many labels, well below what chance makes of it."""
    counts = Counter(Draws(KEY, f"{label} action").pick(n) for label in range(20_000))
    expected = 20_000 / n
    chi = sum((counts[face] - expected) ** 2 / expected for face in range(n))
    assert set(counts) == set(range(n))
    assert chi < n + 5 * (2 * n) ** 0.5


def test_numbers_that_would_favour_some_are_thrown_away() -> None:
    """Of 2³² numbers, 3·2³⁰ can be shared by three evenly only up to a limit."""
    n = 3 * 2**30
    drawn = [Draws(KEY, str(label)).pick(n) for label in range(3_000)]
    low = sum(number < 2**30 for number in drawn)
    assert 900 < low < 1_100  # a plain remainder would give one half, 1,500


def test_shuffles_are_even() -> None:
    counts = Counter(Draws(KEY, str(label)).shuffle((1, 2, 3)) for label in range(6_000))
    assert len(counts) == 6
    assert all(850 < count < 1_150 for count in counts.values())


def test_the_page_says_the_bytes_as_they_are() -> None:
    """The worked example of docs/fair-dice.md, made by its own command."""
    text = PAGE.read_text(encoding="utf-8")
    seed = bytes(range(32))
    seats = (Contribution("words", "café"), Contribution("bot"))
    rules = '{"options":{"pot":11},"seats":2}'
    key = fair.game_key(seed, "421", rules, "KAFEL", 1, seats)
    draws = Draws(key, "1 action")
    assert fair.seal("421", seed) in text
    assert fair.seal_words("café") in text
    assert key.hex() in text
    assert f"1 action: {draws.die()} {draws.die()} {draws.die()}" in text
