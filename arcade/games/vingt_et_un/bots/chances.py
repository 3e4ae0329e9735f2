"""Each seat's chance to win 21: a race in points, of which the tiles still to lay are taken off."""

from math import sqrt

from arcade.engine.coach import race
from arcade.games.vingt_et_un.rules.state import View, unlaid, value

TILE = 10.0
"""How far a seat's points stray for a tile that it has still to lay."""
LEFT = 0.05
"""What the points of such a tile weigh."""


def chances(view: View) -> tuple[float, ...]:
    counts = [
        hand + series for hand, series in zip(view.hand_counts, view.series_counts, strict=True)
    ]
    burdens = [
        sum(value(tile) for tile in unlaid(view, seat).elements()) for seat in range(len(counts))
    ]
    means = [score - LEFT * load for score, load in zip(view.scores, burdens, strict=True)]
    return race(means, TILE * sqrt(sum(counts) / len(counts)), view.teams)
