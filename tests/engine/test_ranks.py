"""Ranks that follow from how a game ended."""

import pytest

from arcade.engine.game import Outcome, ranks


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Outcome((1,), (3, 9, 3, 1)), (2, 1, 2, 4)),
        (Outcome((0,), (-4, 0, 7), better="less"), (1, 2, 3)),
        (Outcome((0, 1), (5, 5, 4)), (1, 1, 3)),
        (Outcome((2,), (30, 20, 10), better="none"), (2, 2, 1)),
        (Outcome((2,), (30, 20, 10)), (2, 3, 1)),  # a winner is first, whatever the scores
        (Outcome((0, 2), (1, 9, 7, 2), better="less", sides=(0, 1, 0, 1)), (1, 3, 1, 3)),
    ],
)
def test_winners_are_first_and_equals_share_a_rank(
    outcome: Outcome, expected: tuple[int, ...]
) -> None:
    assert ranks(outcome) == expected
