"""What dice do at Le 421: what follows a keep, what one turn makes of it, what others will throw.

A hand is named by its place in the order: 0 for 421 … 55 for the nénette. Everything is exact,
by enumeration of the 216 throws.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate, combinations_with_replacement, product

from arcade.engine import Offer
from arcade.games.le421.rules.actions import Roll
from arcade.games.le421.rules.hands import ORDER, hand, keeps, rank

Worth = Callable[[int, int], float]
"""What it is worth to stand on a hand (its place) after so many throws."""

Kept = tuple[int, ...]
"""Faces kept, in ascending order."""

PLACES = range(len(ORDER))

ALL_KEPT: tuple[Kept, ...] = tuple(
    kept for count in range(3) for kept in combinations_with_replacement(range(1, 7), count)
)


class Plan:
    """The best play of one turn from any dice, for one table and one moment.

    `made` is the number of throws made already: what comes before it is not planned.
    """

    def __init__(self, worth: Worth, most: int, may_stop: bool, made: int = 0) -> None:
        self._worth = worth
        self._most = most
        self._may_stop = may_stop
        self._promises: dict[int, dict[Kept, float]] = {}
        values = [worth(place, most) for place in PLACES]
        for before in range(most - 1, made - 1, -1):
            self._promises[before] = {
                kept: sum(p * values[to] for to, p in odds(kept)) for kept in ALL_KEPT
            }
            if before > made:
                values = [self._value(place, before) for place in PLACES]

    def keep(self, place: int, made: int) -> Kept | None:
        """Return the faces to keep of that hand after so many throws; None: stand on it."""
        if made == self._most:
            return None
        promise, kept = self._best(place, made)
        return None if self._may_stop and self._worth(place, made) >= promise else kept

    def _best(self, place: int, made: int) -> tuple[float, Kept]:
        promises = self._promises[made]
        return max((promises[kept], kept) for kept in keeps_of(place))

    def _value(self, place: int, made: int) -> float:
        promise, _ = self._best(place, made)
        return max(promise, self._worth(place, made)) if self._may_stop else promise

    def ends(self, kept: Kept, made: int) -> list[tuple[int, int, float]]:
        """List where keeping these faces leads by this plan: (place, throws made, chance)."""
        ends: list[tuple[int, int, float]] = []
        now: dict[int, float] = dict(odds(kept))
        while now:
            made += 1
            then: defaultdict[int, float] = defaultdict(float)
            for place, likely in now.items():
                again = self.keep(place, made)
                if again is None:
                    ends.append((place, made, likely))
                    continue
                for after, weight in odds(again):
                    then[after] += likely * weight
            now = then
        return ends


@cache
def keeps_of(place: int) -> tuple[Kept, ...]:
    """List the sets of faces that can be kept of a hand, at least one die thrown again."""
    dice = tuple(int(digit) for digit in reversed(str(ORDER[place])))
    return keeps(dice)


@cache
def odds(kept: Kept) -> tuple[tuple[int, float], ...]:
    """Return the chance of each place when these faces are kept and the others thrown."""
    throws = list(product(range(1, 7), repeat=3 - len(kept)))
    count = Counter(rank(hand((*kept, *dice))) for dice in throws)
    return tuple((place, many / len(throws)) for place, many in count.items())


@cache
def final_odds(throws: int, may_stop: bool = False) -> tuple[float, ...]:
    """Return the odds of each place for a player who minds only the order of the hands.

    The turn has exactly so many throws, or with `may_stop` at most so many; it is played to beat
    as many single throws as it can.
    """
    first = dict(odds(()))
    single = _worse(tuple(first[place] for place in PLACES))
    plan = Plan(lambda place, _: single[place], throws, may_stop)
    final = [0.0] * len(ORDER)
    for place, _, likely in plan.ends((), 0):
        final[place] += likely
    return tuple(final)


@cache
def behind(throws: int, may_stop: bool = False) -> tuple[float, ...]:
    """For each place, the chance that another's final hand is worse; ties half."""
    return _worse(final_odds(throws, may_stop))


def _worse(law: Sequence[float]) -> tuple[float, ...]:
    upto = (0.0, *accumulate(law))
    return tuple(upto[-1] - upto[place + 1] + law[place] / 2 for place in PLACES)


def rethrow(offers: Sequence[Offer], kept: Kept) -> Roll:
    """Find the throw that keeps these faces (ascending), which must be offered."""
    return next(
        offer.action
        for offer in offers
        if isinstance(offer.action, Roll)
        and offer.action.keep is not None
        and tuple(sorted(offer.action.keep)) == kept
    )
