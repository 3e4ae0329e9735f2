"""How a hand of Golden Zero ends whose closed cards are known: exact odds of a full deck.

Ends are numbered from the best up: what is missing to the target decides, then a Garde against
none, then the lower Garde. A zero among the open cards changes nothing but the deck.
"""

from functools import cache

from arcade.games.golden_zero.bots.good import CLEAR_GAIN
from arcade.games.golden_zero.bots.sight import UNKNOWN, VALUES, winning
from arcade.games.golden_zero.rules.hands import best

NO_GARDE = VALUES
STEP = VALUES + 1
BURNED = 25 * STEP
"""The end of every hand above its target; targets go to 24."""

Ends = tuple[tuple[int, float], ...]
"""Numbers of ends and how likely each is."""


@cache
def end(room: int, first: int, second: int) -> int:
    """Number the end of a hand that takes no more; `room` is the target less its open cards."""
    hand = best((), (first, second), room)
    if hand is None:
        return BURNED
    return hand.short * STEP + (NO_GARDE if hand.garde is None else hand.garde)


@cache
def hope(room: int, first: int, second: int, rivals: int) -> tuple[float, float]:
    """Return the chances to win against rivals who end as `UNKNOWN` says.

    The first chance is for staying, the second for taking cards as long as it pays.
    """
    stay = winning(best((), (first, second), room), (UNKNOWN,) * rivals)
    drawn = sum(hope(room - card, first, second, rivals)[1] for card in _fitting(room))
    return stay, max(stay, drawn / (VALUES - 1))


@cache
def draws(room: int, first: int, second: int) -> bool:
    """Return whether a hand takes a card where it has the choice."""
    stay, playing_on = hope(room, first, second, 1)
    return playing_on > stay + CLEAR_GAIN


@cache
def ends(room: int, first: int, second: int) -> Ends:
    """Return how a hand ends that is yet to choose, if it draws as `draws` says."""
    if not draws(room, first, second):
        return ((end(room, first, second), 1.0),)
    odds: dict[int, float] = {}
    for card in _fitting(room):
        for number, chance in ends(room - card, first, second):
            odds[number] = odds.get(number, 0.0) + chance / (VALUES - 1)
    odds[BURNED] = odds.get(BURNED, 0.0) + 1 - len(_fitting(room)) / (VALUES - 1)
    return tuple(sorted(odds.items()))


def ahead(odds: Ends) -> list[float]:
    """Return for every end how likely `odds` ends better than it, a tie counted half."""
    exact = [0.0] * (BURNED + 1)
    for number, chance in odds:
        exact[number] += chance
    better, chances = 0.0, []
    for chance in exact:
        chances.append(better + chance / 2)
        better += chance
    return chances


def _fitting(room: int) -> range:
    """Return the cards that count and do not burn openly."""
    return range(1, min(VALUES - 1, room) + 1)
