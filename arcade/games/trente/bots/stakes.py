"""The worth of a turn's end at Trente: misses, attacks, kills and the vengeance for them.

Every excess of the turn is weighed by the scores it leads to, an attack by the exact distribution
of its dice, on the target that the rules or the best choice give it. A seat that is killed takes
vengeance at once, by a turn played for points, on the living seat nearest to death.

Scores are worth a seat's share of the manche. A turn is played for points there: its distribution
is exact, for its own seat and for the one it strikes. Of two living seats the share is exact too.
Three or more race: round by round each loses, on its own, what its own turn misses and what one
turn of somebody else strikes; P(i is the last) ∝ Σ over rounds t of P(i dies in t) · Π (P(j is dead
before t) + ½ P(j dies in t)), in sum 1. The chance of a manche that all lose is added. The race
ignores the order of the seats and whose turn it is.
"""

from collections import defaultdict
from functools import cache, lru_cache
from itertools import accumulate
from math import exp, prod
from operator import mul

from msgspec.structs import replace

from arcade.engine import clockwise
from arcade.games.trente.bots.turn import BEST, WORST, Worths, hits, in_points, mean_hits, turn
from arcade.games.trente.rules.state import POINTS, View, lower
from arcade.games.trente.rules.turn import find_targets


@cache
def losses() -> dict[int, float]:
    """Return how likely each loss of a seat in a round is, by its own turn and another's attack."""
    chances: defaultdict[int, float] = defaultdict(float)
    for excess, likely in plain_turn().items():
        for struck, chance in strikes().items():
            chances[max(-excess, 0) + struck] += likely * chance
    return dict(chances)


@cache
def strikes() -> dict[int, float]:
    """Return how likely each loss of another seat is by one turn played for points."""
    chances: defaultdict[int, float] = defaultdict(float)
    for excess, likely in plain_turn().items():
        if excess <= 0:
            chances[0] += likely
        else:
            for kept, chance in enumerate(hits()):
                chances[excess * kept] += likely * chance
    return dict(chances)


@cache
def plain_turn() -> dict[int, float]:
    """Return how likely each excess of a turn played for points is."""
    return turn(in_points(mean_hits())).ends(6, 0)


@cache
def duel() -> list[list[float]]:
    """Return, by the mover's score and the other's (0 … 30), the mover's share of the manche."""
    table = [[0.0] * (POINTS + 1) for _ in range(POINTS + 1)]
    for total in range(2 * POINTS + 1):
        for mover in range(max(0, total - POINTS), min(total, POINTS) + 1):
            other = total - mover
            # v = c + n · (1 − w) and w = d + n · (1 − v), w being the other's share as the mover.
            idle = _idle()
            here, there = _changes(mover, other, table), _changes(other, mover, table)
            table[mover][other] = (here + idle - idle * (there + idle)) / (1 - idle * idle)
    return table


@cache
def _idle() -> float:
    return plain_turn()[0] + _strikes_in_vain()


@cache
def _strikes_in_vain() -> float:
    return strikes()[0] - sum(likely for excess, likely in plain_turn().items() if excess <= 0)


def _changes(mover: int, other: int, table: list[list[float]]) -> float:
    """Add up the mover's share over all turns that change a score."""
    share = 0.0
    for excess, likely in plain_turn().items():
        if excess < 0 <= mover + excess:
            share += likely * (1 - table[other][mover + excess])
    for lost, likely in strikes().items():
        if lost > other:
            share += likely * avenged(mover, other - lost)
        elif lost:
            share += likely * (1 - table[other - lost][mover])
    return share


@cache
def avenged(score: int, killed: int) -> float:
    """Return the share of the last one alive when the other, killed, takes vengeance."""
    share = 0.0
    for lost, likely in strikes().items():
        left = score - lost
        share += likely * (1.0 if left >= 0 or left > killed else 0.5 if left == killed else 0.0)
    return share


ROUNDS = 30
"""The longest race that is computed; next to no seat lives longer."""

Scores = tuple[int, ...]


@lru_cache(maxsize=20_000)
def shares(scores: Scores, mover: int) -> tuple[float, ...]:
    """Return each seat's share of the manche with `mover`, alive, about to throw.

    Where at most one lives the manche is over.
    """
    living = [score for score in scores if score >= 0]
    if len(living) <= 1:
        best = max(scores)
        return tuple((score == best) / scores.count(best) for score in scores)
    low = _all_die(scores, living)
    if len(living) == 2:
        hopes = [hope if score < 0 else 0.0 for score, hope in zip(scores, low, strict=True)]
        raced = _duel(scores, mover)
    else:
        hopes = low
        raced = _race(tuple(living))
    alive, rest = iter(raced), 1 - sum(hopes)
    return tuple(
        hope + (rest * next(alive) if score >= 0 else 0.0)
        for score, hope in zip(scores, hopes, strict=True)
    )


def _all_die(scores: Scores, living: list[int]) -> list[float]:
    """Return each seat's chance to be the highest of a manche that all lose.

    Fitted to games of turns played for points, from tables with one seat dead, three points right:
    it happens in one manche of ten, seldomer the more the living have; the highest of the dead wins
    it most often.
    """
    happens = 0.14 * exp(-sum(living) / len(living) / 30)
    best = max((score for score in scores if score < 0), default=0)
    weights = [
        0.21 if score >= 0 else exp((score + 1) / 2.5) if score == best else 0.0 for score in scores
    ]
    return [happens * weight / sum(weights) for weight in weights]


def _duel(scores: Scores, mover: int) -> tuple[float, ...]:
    first, second = (seat for seat, score in enumerate(scores) if score >= 0)
    other = second if mover == first else first
    share = duel()[min(scores[mover], POINTS)][min(scores[other], POINTS)]
    return (share, 1 - share) if mover == first else (1 - share, share)


@lru_cache(maxsize=20_000)
def _race(living: Scores) -> tuple[float, ...]:
    table = _lives()
    lives = [table[min(score, POINTS)] for score in living]
    all_dead = list(map(prod, zip(*(dead for dead, _ in lives), strict=True)))
    chances = [sum(map(mul, all_dead, last)) for _, last in lives]
    total = sum(chances)
    return tuple(chance / total for chance in chances)


@cache
def _lives() -> list[tuple[list[float], list[float]]]:
    """By score, for each round t: P(dead before it, or half in it), and P(dies in it) over that."""
    chances = losses()
    dying = [[0.0] * ROUNDS for _ in range(POINTS + 1)]
    for t in range(ROUNDS):
        for score in range(POINTS + 1):
            for lost, likely in chances.items():
                if lost <= score:
                    dying[score][t] += likely * (dying[score - lost][t - 1] if t else 0.0)
                elif not t:
                    dying[score][t] += likely
    lives = []
    for deaths in dying:
        dead = [upto - now / 2 for upto, now in zip(accumulate(deaths), deaths, strict=True)]
        lives.append((dead, [now / before for now, before in zip(deaths, dead, strict=True)]))
    return lives


REGARD = 0.00001
"""The worth of a point in itself, as a share of the manche: it decides between equals."""

REGARD_OF_SUMS = 0.003
"""The same for a game of several manches: the sum of the scores decides between level seats.

A point now is a point at the end in one manche of four, and about one game of three is level."""


class Stakes:
    """A seat's stakes at one moment of a manche."""

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
        """Return the worth of leaving all scores as they are."""
        return self._standing(self._view.scores)

    def attack(self, target: int, level: int) -> float:
        """Return the worth of striking a seat at that level.

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
    """Return a seat's expected share after the vengeance of the seat just killed.

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
    """Return the worths of a turn, cached by everything they depend on."""
    return Stakes(view).worths()


def moment(view: View) -> View:
    """Return the view reduced to the fields on which the worths of the turn depend."""
    return replace(
        view, dice=(), kept=(), threshold=None, attack=None, targets=(), hand=None, strike=None
    )
