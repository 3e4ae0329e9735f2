"""Exact odds of a throw, and of what a trader's debt does from throw to throw.

Everything is counted, nothing is drawn: `distribution` counts all throws of n dice by their sum.
"""

from functools import lru_cache

from msgspec import Struct

from arcade.games.golden21.rules.dice import bonus, distribution
from arcade.games.golden21.rules.state import LIMIT

STRIDE = 50
"""Debts followed before those below them: a debt of many hundreds below 0 is one call a point."""


class Announcement(Struct, frozen=True):
    """A total and its odds: `hit` is the chance of the sum, `misses[k - 1]` that of missing by k.

    `bonus` is what a hit earns, in points.
    """

    total: int
    hit: float
    bonus: int
    misses: tuple[float, ...]


@lru_cache(maxsize=1024)
def announcement(dice: int, total: int) -> Announcement:
    chances = distribution(dice)
    misses = tuple(
        chances.get(total - gap, 0.0) + chances.get(total + gap, 0.0)
        for gap in range(1, 5 * dice + 1)
    )
    return Announcement(total, chances[total], bonus(dice, total), misses)


@lru_cache(maxsize=64)
def announcements(dice: int) -> tuple[Announcement, ...]:
    """Return the odds of every total from the mean upwards: those below it have the same odds."""
    return tuple(announcement(dice, total) for total in range((7 * dice + 1) // 2, 6 * dice + 1))


@lru_cache(maxsize=4096)
def life(dice: int, debt: int) -> float:
    """Expect the throws, the last included, after which a trader is no longer below 21.

    The trader announces the mean. With L(d) = 1 + Σ p(k)·L(d + k), solved for L(d).
    """
    if debt >= LIMIT:
        return 0.0
    if debt + STRIDE < LIMIT:
        life(dice, debt + STRIDE)
    mean = announcements(dice)[0]
    later = sum(p * life(dice, debt + gap) for gap, p in enumerate(mean.misses, 1))
    return (1 + later) / (1 - mean.hit)


@lru_cache(maxsize=65536)
def landing(dice: int, debt: int, points: int, hazard: float) -> float:
    """Return the chance that a debt comes within reach of this many points, and is met there.

    Within reach is below 21 and above 21 with the points. The trader announces the mean and is
    met after every throw; `hazard` is the chance that the year ends between two throws.
    """
    low = LIMIT + 1 - points
    if debt + STRIDE < LIMIT:
        landing(dice, debt + STRIDE, points, hazard)
    mean = announcements(dice)[0]
    chance = mean.hit if low <= debt < LIMIT else 0.0
    for gap, p in enumerate(mean.misses, 1):
        after = debt + gap
        if after >= LIMIT:
            break
        chance += p if after >= low else p * (1 - hazard) * landing(dice, after, points, hazard)
    return chance if debt >= low else chance / (1 - mean.hit * (1 - hazard))


def misses_by(dice: int, most: int) -> float:
    """Return the chance that the mean, announced, is missed by at most so much."""
    mean = announcements(dice)[0]
    return mean.hit + sum(mean.misses[:most])
