"""What a turn of Trente played for points does: to its own seat, and to the one it strikes."""

from collections import defaultdict
from functools import cache

from arcade.games.trente.bots.turn import hits, in_points, mean_hits, turn


@cache
def losses() -> dict[int, float]:
    """Give the law of what a seat loses in a round: by its own turn and by another's attack."""
    found: defaultdict[int, float] = defaultdict(float)
    for excess, likely in plain_turn().items():
        for struck, chance in strikes().items():
            found[max(-excess, 0) + struck] += likely * chance
    return dict(found)


@cache
def strikes() -> dict[int, float]:
    """Give the law of what one turn played for points strikes off another seat."""
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
    """Give the law of the excess of a turn played for points."""
    return turn(in_points(mean_hits())).ends(6, 0)
