"""Offers cover exactly what they describe."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcade.engine.chance import Stream
from arcade.engine.offers import Offer, choose, covers
from tests.engine.toy import Mark, Roll, Step

STEPS = Offer(Step(2), "by", low=2, high=5)
MARKS = Offer(Mark((1,)), "squares", among=(1, 3), most=2)


@pytest.mark.parametrize(
    ("offer", "action"),
    [
        (Offer(Roll()), Roll()),
        (STEPS, Step(2)),
        (STEPS, Step(5)),
        (MARKS, Mark((3, 1))),
        (MARKS, Mark((3, 3))),
    ],
)
def test_covered(offer: Offer, action: object) -> None:
    assert covers(offer, action)


@pytest.mark.parametrize(
    ("offer", "action"),
    [
        (Offer(Roll()), Step(1)),
        (Offer(Step(1)), Step(2)),
        (STEPS, Step(1)),
        (STEPS, Step(6)),
        (STEPS, Roll()),
        (MARKS, Mark(())),
        (MARKS, Mark((1, 1, 1))),
        (MARKS, Mark((2,))),
    ],
)
def test_not_covered(offer: Offer, action: object) -> None:
    assert not covers(offer, action)


@given(st.sampled_from([Offer(Roll()), STEPS, MARKS]), st.binary(max_size=8))
def test_what_is_chosen_is_covered(offer: Offer, key: bytes) -> None:
    assert covers(offer, choose(offer, Stream(key).pick))


def test_every_choice_comes_up() -> None:
    picks = Stream(b"choices")
    assert {choose(STEPS, picks.pick).by for _ in range(100)} == {2, 3, 4, 5}
    chosen = {choose(MARKS, picks.pick).squares for _ in range(200)}
    assert chosen == {(1,), (3,), (1, 1), (1, 3), (3, 1), (3, 3)}
