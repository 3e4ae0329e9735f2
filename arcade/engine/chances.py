"""Each seat's chance to win, from what everybody sees of a game that goes on.

A game's part `bots` may have `chances(view)`, for the spectators' view. A game without it is played
on at random from the view, where its view is its state.
"""

from collections.abc import Sequence
from math import erf, exp, prod, sqrt
from typing import Any

from arcade.engine.chance import Stream
from arcade.engine.coach import PlayOn, coach
from arcade.engine.game import Game
from arcade.engine.registry import part

STEPS, REACH = 48, 4.0
"""Into how many slices a score is cut, and how many spreads it is followed to each side."""


def chances(game: Game, view: Any) -> tuple[float, ...]:
    """Return every seat's chance to win, 0 to 1 and 1 in sum; () where nothing tells it."""
    own = getattr(part(game, "bots"), "chances", None)
    if own is not None:
        return tuple(own(view))
    teacher = coach(game)
    return teacher.chances(view, Stream(b"chances")) if isinstance(teacher, PlayOn) else ()


def race(means: Sequence[float], spread: float, teams: bool = False) -> tuple[float, ...]:
    """Return each seat's chance to end highest, where ends are normal about these means.

    P(i) ∝ Σ over x of φ(x − mean of i) · Π over the others of Φ(x − mean), in units of `spread`.
    In two teams, on alternate seats, sums count and both partners win.
    """
    if teams:
        return race([sum(means[::2]), sum(means[1::2])], spread) * (len(means) // 2)
    best = max(means)
    if spread <= 0:
        return tuple((mean == best) / means.count(best) for mean in means)
    units = [(mean - best) / spread for mean in means]
    weights = [0.0] * len(units)
    for step in range(STEPS + 1):
        x = REACH * (2 * step / STEPS - 1)
        below = [(1 + erf((x - unit) / sqrt(2))) / 2 for unit in units]
        for seat, unit in enumerate(units):
            others = prod(below[:seat]) * prod(below[seat + 1 :])
            weights[seat] += exp(-((x - unit) ** 2) / 2) * others
    total = sum(weights)
    return tuple(weight / total for weight in weights)
