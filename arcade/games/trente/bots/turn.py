"""One turn of Trente by exact calculation: six dice, at least one kept of every throw.

Turns for 12 and for 30 are one and the same with every die turned over (7 − die): both are
followed as a race for 30, by the excess at the end (−24 … 6). What the excess is worth is given.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from operator import add, itemgetter, mul
from typing import NamedTuple

from arcade.games.trente.rules.actions import Keep
from arcade.games.trente.rules.options import HIGH, LOW, is_low
from arcade.games.trente.rules.state import View

WORST = 6 - HIGH
"""The excess of six ones: the worst miss of a turn."""

BEST = 6

Worths = tuple[float, ...]
"""The worth of each excess, from `WORST` to `BEST`."""

Places = Callable[[Sequence[float]], tuple[float, ...]]
"""Selects the worths of a throw's keeps from those of all keeps."""


class Prospect(NamedTuple):
    """The prospects of a keep: the chances to attack and to miss, and the mean points lost."""

    attack: float
    miss: float
    lost: float


class Turn:
    """The best play of a turn, given the worths of its ends.

    Of a throw the best dice are kept, one to all: keeping a worse die in place of a better one
    never pays where more is better, and all but never where it is not.
    """

    def __init__(self, worths: Worths) -> None:
        self._worths = worths
        self._known: dict[tuple[int, int], float] = {}
        self._ahead: dict[tuple[int, int], Prospect] = {}

    def worth(self, left: int, total: int) -> float:
        """Return the worth of throwing the `left` dice that remain, with `total` on those kept."""
        if not left:
            return self._worths[total - HIGH - WORST]
        state = (left, total)
        if state not in self._known:
            after = [
                self.worth(left - count, total + kept) if kept >= count else 0.0
                for count in range(1, left + 1)
                for kept in range(6 * count + 1)
            ]
            likely, pickers = _places(left)
            best = [max(pick(after)) for pick in pickers] if left > 1 else after[1:]
            value = sum(map(mul, likely, best))
            self._known[state] = value
        return self._known[state]

    def first(self) -> float:
        """Return the worth of six dice of which the first one kept decides between 12 and 30."""
        return sum(
            likely
            * max(
                self.worth(6 - count, kept if high else 7 * count - kept)
                for count, kept, high in keeps
            )
            for likely, keeps in _first_throws()
        )

    def prospect(self, left: int, total: int) -> Prospect:
        """Return the prospects of throwing the remaining `left` dice by this plan."""
        if not left:
            excess = total - HIGH
            return Prospect(float(excess > 0), float(excess < 0), float(max(0, -excess)))
        state = (left, total)
        if state not in self._ahead:
            attack = miss = lost = 0.0
            for likely, sums in throws(left):
                after = [(left - count, total + kept) for count, kept in enumerate(sums, 1)]
                then = self.prospect(*max(after, key=lambda state: self.worth(*state)))
                attack += likely * then.attack
                miss += likely * then.miss
                lost += likely * then.lost
            self._ahead[state] = Prospect(attack, miss, lost)
        return self._ahead[state]

    def ends(self, left: int, total: int) -> dict[int, float]:
        """Return the chance of each excess when the turn goes on by this plan."""
        now = {(left, total): 1.0}
        ends: defaultdict[int, float] = defaultdict(float)
        while now:
            then: defaultdict[tuple[int, int], float] = defaultdict(float)
            for (dice, lying), reached in now.items():
                if not dice:
                    ends[lying - HIGH] += reached
                    continue
                for likely, sums in throws(dice):
                    _, after = max(
                        (self.worth(dice - count, lying + kept), (dice - count, lying + kept))
                        for count, kept in enumerate(sums, 1)
                    )
                    then[after] += reached * likely
            now = then
        return dict(ends)


@cache
def throws(count: int) -> tuple[tuple[float, tuple[int, ...]], ...]:
    """List the different throws of `count` dice: their chance, and the sums of the best 1, 2 …"""
    return tuple(
        (likely, tuple(sum(dice[-n:]) for n in range(1, count + 1)))
        for dice, likely in combinations(count)
    )


@cache
def _places(count: int) -> tuple[tuple[float, ...], tuple[Places, ...]]:
    """Return the chances of the throws, and the selectors of their keeps in the list of all keeps.

    That list goes by dice kept, one to all, then by their sum, 0 to six times the dice.
    """
    starts = [3 * n * n - 2 * n - 1 for n in range(1, count + 1)]
    all_throws = throws(count)
    return tuple(likely for likely, _ in all_throws), tuple(
        itemgetter(*map(add, starts, sums)) for _, sums in all_throws
    )


@cache
def _first_throws() -> tuple[tuple[float, tuple[tuple[int, int, bool], ...]], ...]:
    """List the throws of six dice, with the keeps for 30 (large dice) and for 12 (small ones).

    The die that decides is the best of those kept, which therefore must itself lie on that side.
    """
    return tuple(
        (
            likely,
            tuple((n, sum(dice[-n:]), True) for n in range(1, 7) if dice[-1] > 3)
            + tuple((n, sum(dice[:n]), False) for n in range(1, 7) if dice[0] <= 3),
        )
        for dice, likely in combinations(6)
    )


@cache
def combinations(count: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """List the different throws of `count` dice, ascending, with their chances."""
    return tuple(
        (dice, factorial(count) / prod(factorial(dice.count(n)) for n in range(1, 7)) / 6**count)
        for dice in combinations_with_replacement(range(1, 7), count)
    )


@lru_cache(maxsize=64)
def turn(worths: Worths) -> Turn:
    """Return the turn for these worths; cached, because every choice of a turn asks for it."""
    return Turn(worths)


@cache
def hits(most: int = 12) -> tuple[float, ...]:
    """Return the chances of an attack to keep 0, 1 … `most` dice or more, main pleine included."""
    law = [0.0] * (most + 1)
    now = {(0, 6): 1.0}
    while now:
        then: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (kept, left), likely in now.items():
            for more in range(left + 1):
                chance = likely * comb(left, more) * 5 ** (left - more) / 6**left
                if not more or kept + more >= most:
                    law[min(kept + more, most)] += chance
                else:
                    then[kept + more, left - more or 6] += chance
        now = then
    return tuple(law)


@cache
def mean_hits() -> float:
    return sum(kept * likely for kept, likely in enumerate(hits(60)))


def in_points(hits_worth: float) -> Worths:
    return tuple(
        float(excess) if excess <= 0 else excess * hits_worth for excess in range(WORST, BEST + 1)
    )


def after(view: View, keep: Keep) -> tuple[int, int]:
    """Return the dice left and the sum after a keep, dice turned over where 12 is the threshold."""
    dice = view.kept + keep.dice
    first = keep.dice[0] if keep.first is None else keep.first
    low = is_low(first) if view.threshold is None else view.threshold == LOW
    return 6 - len(dice), 7 * len(dice) - sum(dice) if low else sum(dice)


def promise(turn: Turn, view: View, keep: Keep) -> float:
    return turn.worth(*after(view, keep))


def nearest_to_death(view: View, seat: int) -> tuple[bool, int]:
    """Rank targets: the living before the dead, and the one nearest to death first.

    Among the dead it is the one nearest to zero, who may still win a manche that all lose.
    """
    score = view.scores[seat]
    return (True, -score) if seat not in view.dead else (False, score)
