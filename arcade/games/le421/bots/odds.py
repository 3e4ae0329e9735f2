"""What dice do at Le 421: what follows a keep, what one turn makes of it, what others will throw.

A hand is named by its place in the order of the table: 0 for 421 … 55 for the nénette. Everything
is exact, by enumeration of the 216 throws.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate, combinations_with_replacement, product
from typing import Literal, NamedTuple

from arcade.engine import Offer
from arcade.games.le421.rules.actions import Roll, may_announce, may_stop
from arcade.games.le421.rules.hands import ORDERS, Order, hand, keeps, rank
from arcade.games.le421.rules.options import Options
from arcade.games.le421.rules.state import View

Worth = Callable[[int, int], float]
"""The worth of standing on a hand (its place) after this many throws."""

Kept = tuple[int, ...]
"""Faces kept, in ascending order."""


class Rethrow(NamedTuple):
    """The dice kept of a hand, and whether the throw is announced as *le bon*."""

    kept: Kept
    bon: bool = False


Stops = Literal["when-content", "by-announcing", "never"]
"""How a turn may end before its last throw."""

PLACES = range(len(ORDERS["source"]))

ALL_KEPT: tuple[Kept, ...] = tuple(
    kept for count in range(3) for kept in combinations_with_replacement(range(1, 7), count)
)


class Ways(NamedTuple):
    """How the turns of a table go: the order of the hands, and how a turn may end early."""

    order: Order
    stops: Stops


def ways(view: View) -> Ways:
    """Return how the turn goes that is being played."""
    if may_stop(view):
        return Ways(view.options.order, "when-content")
    announces = view.options.throws == "le-bon"
    return Ways(view.options.order, "by-announcing" if announces else "never")


def ways_to_come(options: Options) -> Ways:
    """Return the ways in which the players after the leader may end their turns."""
    stops: dict[str, Stops] = {"at-most": "when-content", "le-bon": "by-announcing"}
    return Ways(options.order, stops.get(options.throws, "never"))


class Plan:
    """The best play of one turn from any dice, for one table and one moment.

    `made` is the number of throws made already: what comes before it is not planned.
    """

    def __init__(self, worth: Worth, most: int, ways: Ways, made: int = 0) -> None:
        self._worth = worth
        self._most = most
        self._ways = ways
        self._promises: dict[int, dict[Rethrow, float]] = {}
        values = [worth(hand_rank, most) for hand_rank in PLACES]
        for before in range(most - 1, made - 1, -1):
            promises = {
                Rethrow(kept): sum(p * values[to] for to, p in odds(kept, ways.order))
                for kept in ALL_KEPT
            }
            if ways.stops == "by-announcing" and before < most - 1:
                ends = [worth(hand_rank, before + 1) for hand_rank in PLACES]
                promises |= {
                    Rethrow(kept, bon=True): sum(p * ends[to] for to, p in odds(kept, ways.order))
                    for kept in ALL_KEPT
                }
            self._promises[before] = promises
            if before > made:
                values = [self._value(hand_rank, before) for hand_rank in PLACES]

    def choice(self, hand_rank: int, made: int) -> Rethrow | None:
        """Return the dice to keep of a hand after this many throws; None: stand on it."""
        if made == self._most:
            return None
        promise, rethrow = self._best(keeps_of(hand_rank, self._ways.order), made)
        content = self._ways.stops == "when-content" and self._worth(hand_rank, made) >= promise
        return None if content else rethrow

    def first(self) -> Rethrow:
        """Return whether the first throw is to be announced."""
        return self._best(((),), 0)[1]

    def _promise(self, hand_rank: int, made: int) -> float:
        """Return what the best throw from a hand promises."""
        promises = self._promises[made]
        return max(
            promises[to] for to in _throws_from(hand_rank, self._ways.order) if to in promises
        )

    def _best(self, kept: Sequence[Kept], made: int) -> tuple[float, Rethrow]:
        """Find the best throw; an announced one only where it promises more."""
        promises = self._promises[made]
        return max(
            ((promises[to], to) for faces in kept for to in _calls(faces) if to in promises),
            key=lambda pair: (pair[0], not pair[1].bon, pair[1].kept),
        )

    def _value(self, hand_rank: int, made: int) -> float:
        promise = self._promise(hand_rank, made)
        if self._ways.stops != "when-content":
            return promise
        return max(promise, self._worth(hand_rank, made))

    def ends(self, rethrow: Rethrow, made: int) -> list[tuple[int, int, float]]:
        """List where such a throw leads by this plan: (place, throws made, chance)."""
        ends: list[tuple[int, int, float]] = []
        order = self._ways.order
        if rethrow.bon:
            return [
                (hand_rank, made + 1, likely) for hand_rank, likely in odds(rethrow.kept, order)
            ]
        now: dict[int, float] = dict(odds(rethrow.kept, order))
        while now:
            made += 1
            then: defaultdict[int, float] = defaultdict(float)
            for hand_rank, likely in now.items():
                again = self.choice(hand_rank, made)
                if again is None:
                    ends.append((hand_rank, made, likely))
                    continue
                for after, weight in odds(again.kept, order):
                    if again.bon:
                        ends.append((after, made + 1, likely * weight))
                    else:
                        then[after] += likely * weight
            now = then
        return ends


@cache
def _calls(kept: Kept) -> tuple[Rethrow, Rethrow]:
    return Rethrow(kept), Rethrow(kept, bon=True)


@cache
def keeps_of(hand_rank: int, order: Order) -> tuple[Kept, ...]:
    """List the sets of faces that can be kept of a hand, at least one die thrown again."""
    dice = tuple(int(digit) for digit in reversed(str(ORDERS[order][hand_rank])))
    return keeps(dice)


@cache
def _throws_from(hand_rank: int, order: Order) -> tuple[Rethrow, ...]:
    return tuple(to for faces in keeps_of(hand_rank, order) for to in _calls(faces))


@cache
def odds(kept: Kept, order: Order) -> tuple[tuple[int, float], ...]:
    """Return the chance of each place when these faces are kept and the others thrown."""
    throws = list(product(range(1, 7), repeat=3 - len(kept)))
    count = Counter(rank(hand((*kept, *dice)), order) for dice in throws)
    return tuple((hand_rank, many / len(throws)) for hand_rank, many in count.items())


@cache
def final_odds(throws: int, ways: Ways) -> tuple[float, ...]:
    """Return the odds of each place for a player who minds only the order of the hands.

    The turn has this many throws, or fewer as its ways allow; it is played to beat as many single
    throws as it can.
    """
    return tuple(map(sum, pace(throws, ways)))


@cache
def pace(throws: int, ways: Ways) -> tuple[tuple[float, ...], ...]:
    """Return for each place the odds to end there in one throw, in two, in three."""
    first = dict(odds((), ways.order))
    single = _worse(tuple(first[hand_rank] for hand_rank in PLACES))
    plan = Plan(lambda hand_rank, _: single[hand_rank], throws, ways)
    ends = [[0.0] * throws for _ in PLACES]
    for hand_rank, made, likely in plan.ends(plan.first(), 0):
        ends[hand_rank][made - 1] += likely
    return tuple(map(tuple, ends))


@cache
def behind(throws: int, ways: Ways) -> tuple[float, ...]:
    """For each place, the chance that another's final hand is worse; ties half."""
    return _worse(final_odds(throws, ways))


def _worse(law: Sequence[float]) -> tuple[float, ...]:
    upto = (0.0, *accumulate(law))
    return tuple(upto[-1] - upto[hand_rank + 1] + law[hand_rank] / 2 for hand_rank in PLACES)


def first_throw(view: View, plan: Callable[[], Plan]) -> Roll:
    """Return the first throw of a turn; a plan is needed only where it may be announced."""
    return Roll(bon=may_announce(view) and plan().first().bon)


def rethrow(offers: Sequence[Offer], wanted: Rethrow) -> Roll:
    """Find the throw that keeps these faces (ascending), which must be offered."""
    return next(
        offer.action
        for offer in offers
        if isinstance(offer.action, Roll)
        and offer.action.keep is not None
        and Rethrow(tuple(sorted(offer.action.keep)), offer.action.bon) == wanted
    )
