"""Draws: unbiased, the same for ever, recorded, and given back exactly."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from arcade.engine.chance import Draw, NoDraw, Recorder, Replay, Shuffled, Stream

WORD = 2**32
DICE = [2, 5, 3, 5, 5, 6, 3, 5, 1, 5, 2, 3]
SHUFFLED = (3, 4, "*", 5, 1, 2)


def words(key: bytes, label: bytes, blocks: int) -> list[int]:
    """Make the 32-bit words of a stream another way: HMAC-SHA256(key, label, 0, counter)."""
    digests = [
        hmac.new(key, label + b"\0" + n.to_bytes(8, "big"), hashlib.sha256).digest()
        for n in range(blocks)
    ]
    whole = b"".join(digests)
    return [int.from_bytes(whole[at : at + 4], "big") for at in range(0, len(whole), 4)]


def chi_square(counts: Counter[int] | Counter[tuple[int | str, ...]], kinds: int) -> float:
    expected = counts.total() / kinds
    missing = kinds - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts.values()) + missing * expected


def test_the_draws_of_a_key_never_change() -> None:
    stream = Stream(b"key", "label")
    assert [stream.die() for _ in range(12)] == DICE
    assert [word % 6 + 1 for word in words(b"key", b"label", 2)[:12]] == DICE
    assert Stream(b"key", "label").shuffle((1, 2, 3, 4, 5, "*")) == SHUFFLED


def test_key_and_label_make_the_stream() -> None:
    def rolls(key: bytes, label: str) -> list[int]:
        stream = Stream(key, label)
        return [stream.die() for _ in range(40)]

    assert rolls(b"k", "a") == rolls(b"k", "a")
    assert rolls(b"k", "a") != rolls(b"k", "b")
    assert rolls(b"k", "a") != rolls(b"l", "a")


def test_words_that_would_bias_are_rejected() -> None:
    """With n just over half of all words, nearly every other word must be passed over."""
    n = WORD // 2 + 1
    kept = [word for word in words(b"key", b"", 8) if word < n]
    stream = Stream(b"key")
    assert [stream.pick(n) for _ in kept] == kept


class Given(Stream):
    """Draws from these words, again and again."""

    def __init__(self, *given: int) -> None:
        super().__init__(b"")
        self._given = given

    def _block(self, _: int) -> tuple[int, ...]:
        return self._given


def test_dice_and_shuffles_pass_over_the_words_that_a_pick_passes_over() -> None:
    """The last word suits no die and no pick of three, but a pick of two."""
    last = WORD - 1
    assert Given(last, 6, last, last, 7, 8).dice(3) == (1, 2, 3)
    assert [Given(last, 0, last).pick(n) for n in (6, 3, 2)] == [0, 0, 1]
    assert Given(last, 0, last).shuffle((1, 2, 3)) == (3, 2, 1)
    assert Given(last, 0, last - 1).shuffle((1, 2, 3)) == (2, 3, 1)


@pytest.mark.parametrize("n", [1, WORD])
def test_the_smallest_and_the_largest_pick(n: int) -> None:
    assert Stream(b"key").pick(n) == words(b"key", b"", 1)[0] % n


def test_dice_are_fair() -> None:
    """Chi-square with 5 degrees of freedom: over 20.5 in one of a thousand keys."""
    stream = Stream(b"fair dice")
    assert chi_square(Counter(stream.die() for _ in range(60_000)), 6) < 20.5


def test_picks_are_fair() -> None:
    """Chi-square with 10 degrees of freedom: over 29.6 in one of a thousand keys."""
    stream = Stream(b"fair picks")
    assert chi_square(Counter(stream.pick(11) for _ in range(55_000)), 11) < 29.6


def test_pairs_of_dice_are_independent() -> None:
    """Chi-square with 35 degrees of freedom: over 66.6 in one of a thousand keys."""
    stream = Stream(b"fair pairs")
    pairs = Counter(stream.die() * 6 + stream.die() for _ in range(72_000))
    assert chi_square(pairs, 36) < 66.6


def test_shuffles_are_fair() -> None:
    """Chi-square with 23 degrees of freedom: over 49.7 in one of a thousand keys."""
    stream = Stream(b"fair shuffles")
    orders = Counter(stream.shuffle((1, 2, 3, 4)) for _ in range(24_000))
    assert set(orders) == set(permutations((1, 2, 3, 4)))
    assert chi_square(orders, 24) < 49.7


def test_what_is_recorded_can_be_replayed() -> None:
    recorder = Recorder(Stream(b"key"))
    drawn = (recorder.die(), recorder.shuffle((3, 1, 2, "*", "*")), recorder.pick(9))
    assert recorder.draws == (drawn[0], Shuffled(drawn[1]), drawn[2])
    replay = Replay(recorder.draws)
    assert replay.left == 3
    assert (replay.die(), replay.shuffle((1, 2, 3, "*", "*")), replay.pick(9)) == drawn
    assert replay.left == 0


def test_cards_that_a_shuffle_does_not_name_follow_in_order() -> None:
    replay = Replay((Shuffled((9, "*")), Shuffled(())))
    assert replay.shuffle(("*", 10, 9, 2, "*", 2)) == (9, "*", 2, 2, 10, "*")
    assert replay.shuffle((3, 1, 2)) == (1, 2, 3)


@pytest.mark.parametrize(
    ("draws", "message"),
    [
        ((), "asks for a die, and no draw is left"),
        ((0,), "draw 1: 0 is not a die"),
        ((7,), "draw 1: 7 is not a die"),
        ((Shuffled((1,)),), "draw 1: .* is not a die"),
    ],
)
def test_a_die_that_is_not_there(draws: tuple[Draw, ...], message: str) -> None:
    with pytest.raises(NoDraw, match=message):
        Replay(draws).die()


@pytest.mark.parametrize(
    ("draws", "message"),
    [
        ((), "asks for a pick of 4, and no draw is left"),
        ((4,), "draw 1: 4 is not a pick of 4"),
        ((-1,), "draw 1: -1 is not a pick of 4"),
    ],
)
def test_a_pick_that_is_not_there(draws: tuple[Draw, ...], message: str) -> None:
    with pytest.raises(NoDraw, match=message):
        Replay(draws).pick(4)


@pytest.mark.parametrize(
    ("draws", "message"),
    [
        ((), "asks for a shuffle, and no draw is left"),
        ((3,), "draw 1: 3 is not a shuffle"),
        ((Shuffled((4,)),), "draw 1: 4 is not"),
        ((Shuffled((1, 1)),), "draw 1: 1 is not .no longer. among the cards"),
    ],
)
def test_a_shuffle_that_is_not_there(draws: tuple[Draw, ...], message: str) -> None:
    with pytest.raises(NoDraw, match=message.replace(".no longer.", r"\(or no longer\)")):
        Replay(draws).shuffle((1, 2, 3))
