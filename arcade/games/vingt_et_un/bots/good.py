"""The quick bots: `Simple` takes the most points now, `Good` minds the next player's answer."""

from collections.abc import Iterator, Sequence
from math import inf
from operator import itemgetter

from msgspec import Struct

from arcade.engine import Bot, Chance, Offer, offered
from arcade.games.vingt_et_un.bots.outlook import (
    Outlook,
    declared,
    gain,
    laid_as,
    outlook,
    threat,
    unwanted,
)
from arcade.games.vingt_et_un.bots.worlds import lead_if_over, pass_ends
from arcade.games.vingt_et_un.rules.actions import Action, Mulligan, Pass, Place, Swap
from arcade.games.vingt_et_un.rules.placing import worth
from arcade.games.vingt_et_un.rules.state import SeatView


class Good(Bot):
    """Takes the best balance of gain and threat."""

    name = "good"

    def choose(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> Action:
        """Choose the best placement; exchange a first hand, or the highest number, if asked.

        Pass where that ends the game and wins it.
        """
        first: Action | None
        first = next(iter(offered(offers, Mulligan)), None)
        if first is not None:
            return first
        placements = list(declared(offers))
        if placements:
            return best(view, placements, 1)[0].placement
        if pass_ends(view) and lead_if_over(view, view.turn or 0) > 0:
            return Pass()
        swaps = offered(offers, Swap)
        action: Action = max(swaps, key=unwanted, default=offers[0].action)
        return action


class Weighed(Struct, frozen=True):
    """A placement: what it gains, and what the next player is expected to make then, in points.

    `points` it scores at once; `gain` counts the tile it spends as well.
    """

    placement: Place
    points: int
    gain: float
    threat: float

    @property
    def balance(self) -> float:
        return self.gain - self.threat


def best(view: SeatView, placements: Sequence[Place], count: int) -> list[Weighed]:
    """Return the `count` placements with the best balance of gain and threat, the best first.

    A threat is never below zero, so what gains too little for the best so far is not looked at.
    """
    assessments: list[Weighed] = []
    for assessment in _weighed(view, outlook(view), placements):
        enough = assessments[-1].balance if len(assessments) == count else -inf
        if assessment.gain <= enough:
            break
        if assessment.balance > enough:
            assessments = sorted(
                (*assessments, assessment), key=lambda it: it.balance, reverse=True
            )[:count]
    return assessments


def _weighed(view: SeatView, before: Outlook, placements: Sequence[Place]) -> Iterator[Weighed]:
    """Weigh placements, those that gain most first."""
    gains = [(*gain(view, before, placement), placement) for placement in placements]
    gains.sort(key=itemgetter(0), reverse=True)
    for brings, scores, placement in gains:
        yield Weighed(
            placement=placement,
            points=worth(placement.at, before.seat) if scores else 0,
            gain=brings,
            threat=threat(view, before, placement.at, 0 if scores else laid_as(placement)),
        )


class Simple(Bot):
    """Plays for the points of this turn alone, by chance among equals."""

    name = "simple"

    def choose(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> Action:
        placements = list(declared(offers))
        if placements:
            return _dearest(view, placements, chance)
        swaps = offered(offers, Swap)
        first = offered(offers, Mulligan)
        action: Action = max(swaps, key=unwanted, default=(*first, offers[0].action)[0])
        return action


def _dearest(view: SeatView, placements: Sequence[Place], chance: Chance) -> Place:
    before = outlook(view)
    gains = [gain(view, before, placement)[0] for placement in placements]
    best = max(gains)
    dearest = [
        placement for placement, value in zip(placements, gains, strict=True) if value == best
    ]
    return dearest[chance.pick(len(dearest))]
