"""What a turn of Trente played for points does: to its own seat, and to the one it strikes."""

from collections import defaultdict
from functools import cache

from arcade.games.trente.bots.turn import hits, in_points, mean_hits, turn
from arcade.games.trente.rules.state import POINTS


@cache
def losses() -> dict[int, float]:
    """Return the law of what a seat loses in a round: by its own turn and by another's attack."""
    found: defaultdict[int, float] = defaultdict(float)
    for excess, likely in plain_turn().items():
        for struck, chance in strikes().items():
            found[max(-excess, 0) + struck] += likely * chance
    return dict(found)


@cache
def strikes() -> dict[int, float]:
    """Return the law of what one turn played for points strikes off another seat."""
    found: defaultdict[int, float] = defaultdict(float)
    for excess, likely in plain_turn().items():
        if excess <= 0:
            found[0] += likely
        else:
            for kept, chance in enumerate(hits()):
                found[excess * kept] += likely * chance
    return dict(found)


@cache
def plain_turn() -> dict[int, float]:
    """Return the law of the excess of a turn played for points."""
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
