"""The quick bots: `Simple` takes the most points now, `Good` minds the next player's answer."""

from collections.abc import Iterator, Sequence
from math import inf
from operator import itemgetter

from msgspec import Struct

from arcade.engine import Bot, Chance, Offer
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
        first = next((one.action for one in offers if isinstance(one.action, Mulligan)), None)
        if first is not None:
            return first
        places = list(declared(offers))
        if places:
            return best(view, places, 1)[0].place
        if pass_ends(view) and lead_if_over(view, view.turn or 0) > 0:
            return Pass()
        swaps = [offer.action for offer in offers if isinstance(offer.action, Swap)]
        found: Action = max(swaps, key=unwanted, default=offers[0].action)
        return found


class Weighed(Struct, frozen=True):
    """A placement: what it gains, and what the next player is expected to make then, in points.

    `points` it scores at once; `gain` counts the tile it spends as well.
    """

    place: Place
    points: int
    gain: float
    threat: float

    @property
    def balance(self) -> float:
        return self.gain - self.threat


def best(view: SeatView, places: Sequence[Place], count: int) -> list[Weighed]:
    """Return the `count` placements with the best balance of gain and threat, the best first.

    A threat is never below zero, so what gains too little for the best so far is not looked at.
    """
    found: list[Weighed] = []
    for one in _weighed(view, outlook(view), places):
        enough = found[-1].balance if len(found) == count else -inf
        if one.gain <= enough:
            break
        if one.balance > enough:
            found = sorted((*found, one), key=lambda it: it.balance, reverse=True)[:count]
    return found


def _weighed(view: SeatView, before: Outlook, places: Sequence[Place]) -> Iterator[Weighed]:
    """Weigh placements, those that gain most first."""
    gains = [(*gain(view, before, place), place) for place in places]
    gains.sort(key=itemgetter(0), reverse=True)
    for brings, scores, place in gains:
        yield Weighed(
            place=place,
            points=worth(place.at, before.seat) if scores else 0,
            gain=brings,
            threat=threat(view, before, place.at, 0 if scores else laid_as(place)),
        )


class Simple(Bot):
    """Takes what a tile brings at once, by chance among equals."""

    name = "simple"

    def choose(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> Action:
        places = list(declared(offers))
        if places:
            return _dearest(view, places, chance)
        swaps = [offer.action for offer in offers if isinstance(offer.action, Swap)]
        first = [offer.action for offer in offers if isinstance(offer.action, Mulligan)]
        found: Action = max(swaps, key=unwanted, default=(*first, offers[0].action)[0])
        return found


def _dearest(view: SeatView, places: Sequence[Place], chance: Chance) -> Place:
    before = outlook(view)
    gains = [gain(view, before, place)[0] for place in places]
    best = max(gains)
    dearest = [place for place, one in zip(places, gains, strict=True) if one == best]
    return dearest[chance.pick(len(dearest))]
