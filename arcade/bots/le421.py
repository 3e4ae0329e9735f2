"""A bot for Le 421: weighs every keep by the exact odds of the throws that are left.

What the others will throw is taken to be what a player who minds only the order of the hands
would throw; ties count half.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product

from arcade.bots.bot import Bot
from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.le421.hands import NENETTE, ORDER, hand, keeps, rank, worth
from arcade.games.le421.table import Action, Roll, Stop, View

Worth = Callable[[int, int], float]
"""What it is worth to stand on a hand (its rank) after so many throws."""

Kept = tuple[int, ...]
"""Faces kept, in ascending order."""

_KEPT: tuple[Kept, ...] = tuple(
    kept for count in range(3) for kept in combinations_with_replacement(range(1, 7), count)
)


class Simple:
    """Fears to be worst in the charge, hopes to be best in the décharge; plays the odds exactly.

    As the leader it stands when the others, with as many throws as it made, are less likely to
    catch up than it is to improve.
    """

    name = "simple"
    slow = False

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:  # noqa: ARG002
        """Choose the keep, or to stand, with the best expectation in tokens."""
        if not view.throws or view.hand is None:
            return Roll()
        may_stop = any(isinstance(offer.action, Stop) for offer in offers)
        plan = _Plan(_stakes(view), view.most, may_stop)
        going_on, keep = plan.best_keep(rank(view.hand), view.throws)
        if may_stop and plan.worth(rank(view.hand), view.throws) >= going_on:
            return Stop()
        return next(
            offer.action
            for offer in offers
            if isinstance(offer.action, Roll)
            and offer.action.keep is not None
            and tuple(sorted(offer.action.keep)) == keep
        )


BOTS: tuple[Bot, ...] = (Simple(),)


class _Plan:
    """The best play of one turn from any dice, for one table and one moment."""

    def __init__(self, worth: Worth, most: int, may_stop: bool) -> None:
        self.worth = worth
        self._most = most
        self._may_stop = may_stop

    def best_keep(self, place: int, made: int) -> tuple[float, Kept]:
        """Give the expectation of the best keep of the hand of that rank, and the faces kept."""
        promises = self._promises(made)
        return max((promises[kept], kept) for kept in _keeps(place))

    def _promises(self, made: int) -> dict[Kept, float]:
        """Give what each set of faces promises when it is kept after so many throws."""
        places = range(len(ORDER))
        then = [self.worth(place, made + 1) for place in places]
        if made + 1 < self._most:
            after = self._promises(made + 1)
            going_on = [max(after[kept] for kept in _keeps(place)) for place in places]
            then = list(map(max, then, going_on)) if self._may_stop else going_on
        return {kept: sum(weight * then[place] for place, weight in _odds(kept)) for kept in _KEPT}


def _stakes(view: View) -> Worth:
    """Build what standing on a hand is worth to the seat whose turn it is, in tokens."""
    seat = view.turn or 0
    seats = len(view.tokens)
    thrown = [place for place in view.ranks if place is not None]
    to_come = seats - len(view.out) - len(thrown) - 1
    own = view.tokens[seat]
    top, bottom = min(thrown, default=len(ORDER)), max(thrown, default=-1)

    def stakes(place: int, made: int) -> float:
        throws = view.limit or made
        behind = _worse(throws)[place]
        best = _half(place < top, place == top)
        best *= behind**to_come
        worst = _half(place > bottom, place == bottom)
        worst *= (1 - behind) ** to_come
        one = ORDER[place]
        loss = 2.0 if one == NENETTE else max(view.stake, 2)
        # A small regard for the order of the hands decides between equals.
        regard = behind / 100
        match view.phase:
            case "charge":
                return regard - worst * min(loss, view.pot)
            case "decharge":
                return regard + best * min(worth(one), own) - worst * loss
            case _:
                return regard + best

    return stakes


def _half(wins: bool, ties: bool) -> float:
    return 1.0 if wins else 0.5 if ties else 0.0


@cache
def _keeps(place: int) -> tuple[Kept, ...]:
    dice = tuple(int(digit) for digit in reversed(str(ORDER[place])))
    return keeps(dice)


@cache
def _odds(kept: Kept) -> tuple[tuple[int, float], ...]:
    throws = list(product(range(1, 7), repeat=3 - len(kept)))
    count = Counter(rank(hand((*kept, *dice))) for dice in throws)
    return tuple((place, many / len(throws)) for place, many in count.items())


@cache
def _worse(throws: int) -> tuple[float, ...]:
    """For each rank, the chance that another's hand after so many throws is worse; ties half."""
    odds = _final_odds(throws)
    return tuple(sum(odds[place + 1 :]) + odds[place] / 2 for place in range(len(ORDER)))


@cache
def _final_odds(throws: int) -> tuple[float, ...]:
    """The odds of each rank after exactly so many throws, made to beat as many throws as it can."""
    if throws == 1:
        first = dict(_odds(()))
        return tuple(first[place] for place in range(len(ORDER)))
    single = _worse(1)
    plan = _Plan(lambda place, _: single[place], throws, may_stop=False)
    now = _final_odds(1)
    for made in range(1, throws):
        now = _after(now, {place: plan.best_keep(place, made)[1] for place in range(len(ORDER))})
    return now


def _after(now: Sequence[float], choice: dict[int, Kept]) -> tuple[float, ...]:
    then = [0.0] * len(ORDER)
    for place, likely in enumerate(now):
        for next_place, weight in _odds(choice[place]):
            then[next_place] += likely * weight
    return tuple(then)
