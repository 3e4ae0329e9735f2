"""The 56 throws of three dice, from 421 down to the nénette, and what each is worth.

A hand is a throw's digits in descending order, as a number: 4, 1, 2 is 421 and 1, 1, 6 is 611.
Source: the rules' page "421", *Order of the combinations*.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, combinations_with_replacement

NENETTE = 221

_NAMED = (421, 111, 611, 666, 511, 555, 411, 444, 311, 333, 211, 222, 654, 543, 432, 321)
_WORTH = (10, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 2, 2, 2, 2)


def hand(dice: Sequence[int]) -> int:
    """Read three dice as a hand, whatever order they lie in."""
    low, middle, high = sorted(dice)
    return 100 * high + 10 * middle + low


_THROWS = frozenset(hand(dice) for dice in combinations_with_replacement(range(1, 7), 3))

ORDER = (*_NAMED, *sorted(_THROWS - {*_NAMED, NENETTE}, reverse=True), NENETTE)
"""All 56 hands, best first."""

_RANKS: Mapping[int, int] = {one: place for place, one in enumerate(ORDER)}


def rank(one: int) -> int:
    """Give a hand's place in the order: 0 for 421 … 55 for the nénette."""
    return _RANKS[one]


def worth(one: int) -> int:
    """Give how many tokens a round moves when this is the best hand: 1 to 10."""
    place = _RANKS[one]
    return _WORTH[place] if place < len(_WORTH) else 1


def keeps(dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """List what can be kept of three dice when at least one is thrown again.

    Most kept first, each set of faces once, its faces in the order they lie.
    """
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for count in (2, 1, 0):
        for faces in combinations(dice, count):
            found.setdefault(tuple(sorted(faces)), faces)
    return tuple(found.values())
