"""Ratings: a person's skill at one game, and its uncertainty.

The model is Plackett-Luce for any number of seats, with ties and partners (Weng and Lin, "A
Bayesian Approximation Method for Online Ranking", JMLR 12, 2011, algorithm 4), as openskill has it.
Reasons: docs/decisions/0009-ratings.md.
"""

from collections.abc import Mapping

from msgspec import Struct
from openskill.models import PlackettLuce

from arcade.players.results import Result

MU, SIGMA = 25.0, 25.0 / 3
"""Mean and standard deviation of the skill of a new player."""
BETA = 25.0 / 6
"""The luck in one game: a lead of this much skill wins two games in three against one opponent."""
TAU = 25.0 / 300
"""Uncertainty added before every game, because skill changes."""
KAPPA = 0.0001
START, SCALE, CAUTION = 1000, 20, 3
"""points = START + SCALE · (mu − CAUTION · sigma): see `points`."""
UNSURE = 5.0
"""A larger sigma marks a provisional rating: about the first twenty games."""


class Rating(Struct, frozen=True):
    """An estimated skill: normally distributed around `mu` with deviation `sigma`."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def points(self) -> int:
        """The displayed number: 1000 + 20 · (mu − 3 · sigma), rounded.

        The skill exceeds it with a probability of 99.9 %. Everybody starts at 1000; it grows when a
        player wins more than expected, and in the first games as the uncertainty falls.
        """
        return round(START + SCALE * (self.mu - CAUTION * self.sigma))

    @property
    def unsure(self) -> bool:
        return self.sigma > UNSURE


def rate(result: Result, before: Mapping[str, Rating]) -> dict[str, Rating]:
    """Return the ratings after a game of everybody rated in it; new players are not in `before`.

    Persons with a key are rated by their seat's rank. Bots and guests are ignored, and so are seats
    whose rank is not their owner's doing (`Result.stands`). With partners all seats must be rated,
    since a side's skill is the sum of its partners'. Empty if fewer than two sides are left.
    """
    sides = _sides(result)
    if len(sides) < 2:
        return {}
    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU)
    keys = [[result.seats[seat].key for seat in side] for side in sides]
    known = [[before.get(key, Rating()) for key in side] for side in keys]
    teams = [[model.rating(rating.mu, rating.sigma) for rating in side] for side in known]
    rated = model.rate(teams, ranks=[float(result.ranks[side[0]]) for side in sides])
    return {
        key: Rating(rating.mu, rating.sigma)
        for side, team in zip(keys, rated, strict=True)
        for key, rating in zip(side, team, strict=True)
    }


def _sides(result: Result) -> list[list[int]]:
    sides: dict[int, list[int]] = {}
    for seat, owner in enumerate(result.seats):
        if owner.player and not owner.guest and result.stands(seat):
            sides.setdefault(result.side(seat), []).append(seat)
        elif result.sides:
            return []
    return list(sides.values())
