"""Ratings: how good somebody is at one game, and how sure that is.

The model is Plackett-Luce for any number of seats, with ties and partners (Weng and Lin, "A
Bayesian Approximation Method for Online Ranking", JMLR 12, 2011, algorithm 4), as openskill has it.
Reasons: docs/decisions/0009-ratings.md.
"""

from collections.abc import Mapping

from msgspec import Struct
from openskill.models import PlackettLuce

from arcade.players.results import Result

MU, SIGMA = 25.0, 25.0 / 3
"""What is believed of somebody who has not played: mean and standard deviation of the skill."""
BETA = 25.0 / 6
"""How much one game goes by luck: who has so much more skill wins two games in three of two."""
TAU = 25.0 / 300
"""What is added to the doubt before every game: nobody's skill stands still."""
KAPPA = 0.0001
START, SCALE, CAUTION = 1000, 20, 3
"""points = START + SCALE · (mu − CAUTION · sigma): see `points`."""
UNSURE = 5.0
"""A sigma above this is a first impression: about the first twenty games."""


class Rating(Struct, frozen=True):
    """A skill as believed: normally distributed around `mu` with deviation `sigma`."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def points(self) -> int:
        """Return the number that is shown: 1000 + 20 · (mu − 3 · sigma), rounded.

        The skill is above it with 99.9 %. All begin at 1000; it grows by winning more than
        expected, and in the first games by being known better.
        """
        return round(START + SCALE * (self.mu - CAUTION * self.sigma))

    @property
    def unsure(self) -> bool:
        """Whether it is still a first impression."""
        return self.sigma > UNSURE


def rate(result: Result, before: Mapping[str, Rating]) -> dict[str, Rating]:
    """Return the ratings after a game of those who are rated in it; who is not in `before` is new.

    Rated are persons with a key, each by the seat's rank; bots and guests are left out as if they
    had not been there, and so are seats whose rank is not their owner's doing
    (`Result.stands`). With partners all seats must be rated, since a side's skill is the sum of its
    partners'. Empty where fewer than two are left.
    """
    sides = _sides(result)
    if len(sides) < 2:
        return {}
    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU)
    keys = [[result.seats[seat].key for seat in side] for side in sides]
    known = [[before.get(key, Rating()) for key in side] for side in keys]
    teams = [[model.rating(one.mu, one.sigma) for one in side] for side in known]
    rated = model.rate(teams, ranks=[float(result.ranks[side[0]]) for side in sides])
    return {
        key: Rating(one.mu, one.sigma)
        for side, team in zip(keys, rated, strict=True)
        for key, one in zip(side, team, strict=True)
    }


def _sides(result: Result) -> list[list[int]]:
    """Return the sides that are rated, each as its seats."""
    sides: dict[int, list[int]] = {}
    for seat, owner in enumerate(result.seats):
        if owner.player and not owner.guest and result.stands(seat):
            sides.setdefault(result.side(seat), []).append(seat)
        elif result.sides:
            return []
    return list(sides.values())
