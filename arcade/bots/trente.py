"""A bot for Trente: keeps what promises most, point for point, and strikes the weakest."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from arcade.bots.bot import Bot
from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.trente.play import HIGH, LOW, is_low
from arcade.games.trente.table import Action, Attack, Keep, Roll, View


class Simple:
    """Weighs a point lost like a point thrown at another seat, and plays by exact expectation."""

    name = "simple"
    slow = False

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:
        """Choose the keep with the best expectation, or the target worth most (ties by chance)."""
        if view.attack is not None:
            most = max(_worth(view, seat) for seat in view.targets)
            equals = [seat for seat in view.targets if _worth(view, seat) == most]
            return Attack(equals[chance.pick(len(equals))])
        keeps = [offer.action for offer in offers if isinstance(offer.action, Keep)]
        return max(keeps, key=lambda keep: _promise(view, keep)) if keeps else Roll()


def _worth(view: View, seat: int) -> tuple[bool, int]:
    """Rank targets: the living before the dead, and the one nearest to death first.

    Among the dead it is the one nearest to zero, who may still win a manche that all lose.
    """
    score = view.scores[seat]
    return (True, -score) if seat not in view.dead else (False, score)


def _promise(view: View, keep: Keep) -> float:
    dice = view.kept + keep.dice
    first = keep.dice[0] if keep.first is None else keep.first
    threshold = view.threshold or (LOW if is_low(first) else HIGH)
    return _expect(6 - len(dice), sum(dice), threshold == LOW)


@cache
def _expect(left: int, total: int, low: bool) -> float:
    """Give the expected gain of a turn with `left` dice to throw and `total` kept, in points."""
    if not left:
        excess = LOW - total if low else total - HIGH
        return excess * _hits() if excess > 0 else excess
    return sum(
        weight * _best(dice if low else dice[::-1], total, low) for dice, weight in _throws(left)
    )


def _best(dice: tuple[int, ...], total: int, low: bool) -> float:
    """Give the best expectation of keeping the first dice, best face first: the rest never pays."""
    return max(
        _expect(len(dice) - count, total + sum(dice[:count]), low)
        for count in range(1, len(dice) + 1)
    )


@cache
def _throws(count: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """List the different throws of `count` dice, sorted upwards, with their probabilities."""
    return tuple(
        (dice, factorial(count) / prod(factorial(dice.count(n)) for n in range(1, 7)) / 6**count)
        for dice in combinations_with_replacement(range(1, 7), count)
    )


@cache
def _hits() -> float:
    """Give the expected number of dice an attack keeps, main pleine included.

    With f(k) = a(k) + b(k)·f(6) for k dice left and f(0) = f(6): f(6) = a(6) / (1 − b(6)).
    """
    certain, again = [0.0], [1.0]
    for left in range(1, 7):
        chances = [comb(left, hits) * 5 ** (left - hits) / 6**left for hits in range(left + 1)]
        later = range(1, left + 1)
        certain.append(sum(chances[hits] * (hits + certain[left - hits]) for hits in later))
        again.append(sum(chances[hits] * again[left - hits] for hits in later))
    return certain[6] / (1 - again[6])


BOTS: tuple[Bot, ...] = (Simple(),)
