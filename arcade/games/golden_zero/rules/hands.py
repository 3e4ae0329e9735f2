"""What a hand is worth: the open cards and one or both closed cards, against the target."""

from collections.abc import Sequence

from msgspec import Struct


class Reading(Struct, frozen=True):
    """One way to count a hand.

    `used` are the closed cards counted, `garde` the one left over (None: both are used), `short`
    is what is missing to the target, negative where the reading lies above it.
    """

    used: tuple[int, ...]
    value: int
    garde: int | None
    short: int


Rank = tuple[int, bool, int]
"""Sorts readings from the worst up: value, a Garde or none, the lower Garde."""


def readings(open_cards: Sequence[int], closed: Sequence[int], target: int) -> tuple[Reading, ...]:
    """Return the three ways to count a hand of two closed cards; () without closed cards."""
    if len(closed) != 2:
        return ()
    first, second = closed
    base = sum(open_cards)
    ways: tuple[tuple[tuple[int, ...], int | None], ...] = (
        ((first,), second),
        ((second,), first),
        ((first, second), None),
    )
    return tuple(
        Reading(used, base + sum(used), garde, target - base - sum(used)) for used, garde in ways
    )


def best(open_cards: Sequence[int], closed: Sequence[int], target: int) -> Reading | None:
    """Return the best reading at most at the target; None where there is none: a burned hand."""
    within = [one for one in readings(open_cards, closed, target) if one.short >= 0]
    return max(within, key=rank, default=None)


def rank(reading: Reading) -> Rank:
    """Order readings by the page's § 7: highest value, then a Garde, then the lowest Garde."""
    garde = reading.garde
    return reading.value, garde is not None, 0 if garde is None else -garde
