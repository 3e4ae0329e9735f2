"""What the end of a turn is worth at Trente: misses, attacks, kills and the vengeance for them.

Every excess of the turn is weighed by the scores it leads to (`standing`), an attack by the exact
law of its dice, on the target that the rules or the best choice give it. Who is killed takes
vengeance at once, by a turn played for points, on the living seat nearest to death.
"""

from functools import lru_cache

from msgspec.structs import replace

from arcade.engine.seats import clockwise
from arcade.games.trente.bots.standing import Scores, shares, strikes
from arcade.games.trente.bots.turn import BEST, WORST, Worths, hits
from arcade.games.trente.rules.state import View, lower
from arcade.games.trente.rules.turn import find_targets

REGARD = 0.00001
"""What a point is worth for its own sake, as a share of the manche: it decides between equals."""

REGARD_OF_SUMS = 0.003
"""The same where several manches are played: level seats are parted by the sum of their scores.

A point now is a point at the end in one manche of four, and about one game of three is level."""


class Stakes:
    """What a seat has to win and lose at one moment of a manche."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._seat = view.turn or 0
        self._regard = REGARD if view.rules.manches == 1 else REGARD_OF_SUMS

    def worths(self) -> Worths:
        return tuple(self._worth(excess) for excess in range(WORST, BEST + 1))

    def _worth(self, excess: int) -> float:
        if excess <= 0:
            return self._standing(lower(self._view.scores, self._seat, -excess))
        targets, _ = find_targets(self._view, self._seat, excess)
        return max(self.attack(target, excess) for target in targets)

    def forgone(self) -> float:
        """Return what it is worth to leave all scores as they are."""
        return self._standing(self._view.scores)

    def attack(self, target: int, level: int) -> float:
        """Return what it is worth to strike a seat at that level.

        Any kill counts as the nearest; not in vengeance, where the dead compare how low they are.
        """
        score, worth, left = self._view.scores[target], 0.0, 1.0
        for kept, likely in enumerate(hits()):
            if level * kept > score >= 0:
                killed = self._killed(target, level * kept)
                if self._view.avenging is None:
                    return worth + left * killed
                worth += likely * killed
            else:
                worth += likely * self._standing(lower(self._view.scores, target, level * kept))
            left -= likely
        return worth

    def kills(self, target: int, level: int) -> float:
        """Return the chance that an attack kills a living seat."""
        needed = self._view.scores[target]
        return sum(likely for kept, likely in enumerate(hits()) if level * kept > needed >= 0)

    def _killed(self, target: int, lost: int) -> float:
        scores = lower(self._view.scores, target, lost)
        return _avenged(scores, target, self._seat, self._view.origin)

    def _standing(self, scores: Scores) -> float:
        regard = self._regard * (scores[self._seat] - self._view.scores[self._seat])
        return standing(scores, self._seat, self._view.origin) + regard


def standing(scores: Scores, seat: int, origin: int) -> float:
    """Return a seat's share of the manche after the turn of `origin`."""
    order = clockwise(len(scores), origin)
    mover = next((other for other in order if scores[other] >= 0), origin)
    return shares(scores, mover)[seat]


@lru_cache(maxsize=20_000)
def _avenged(scores: Scores, killed: int, seat: int, origin: int) -> float:
    """Return what a seat may expect when the seat just killed has taken its vengeance.

    Where nobody lives it strikes the highest of the others.
    """
    living = [other for other, score in enumerate(scores) if score >= 0]
    others = [other for other in range(len(scores)) if other != killed]
    if living:
        target = min(living, key=lambda other: scores[other])
    else:
        target = max(others, key=lambda other: scores[other])
    return sum(
        likely * standing(lower(scores, target, lost), seat, origin)
        for lost, likely in strikes().items()
    )


@lru_cache(maxsize=64)
def worths(view: View) -> Worths:
    """Return the worths of a turn; kept by what they depend on."""
    return Stakes(view).worths()


def moment(view: View) -> View:
    """Return the view without what the worths of the turn do not depend on."""
    return replace(
        view, dice=(), kept=(), threshold=None, attack=None, targets=(), hand=None, strike=None
    )
