"""Plays 21 on in dealt games: the best placements of `good`, each tried in the same worlds.

A choice takes `SAMPLES` worlds, each with every candidate and `TURNS` turns of greedy play by the
rules' own `apply`: about 150 ms on one core of 2026. The numbers are fixed, for a bot may not look
at a clock: the same view and chance then give the same choice on any machine.
"""

from collections.abc import Sequence

from msgspec import Struct

from arcade.bots.vingt_et_un.good import Weighed, best
from arcade.bots.vingt_et_un.outlook import declared
from arcade.bots.vingt_et_un.playout import playout, standing
from arcade.bots.vingt_et_un.worlds import world
from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.vingt_et_un import GAME
from arcade.games.vingt_et_un.state import Action, Mulligan, SeatView, Swap

SAMPLES = 24
CANDIDATES = 6
TURNS = 5
"""Turns played on after one's own; odd, so that among two the last is not one's own gain alone."""


class Tried(Struct, frozen=True):
    """A choice, and how the seat stands some turns later, in points, on the average of worlds."""

    action: Action
    worth: float
    weighed: Weighed | None = None


class Expert:
    """Chooses what stood best."""

    name = "expert"
    slow = True

    def __init__(self, samples: int = SAMPLES) -> None:
        self._samples = samples

    def lighter(self, samples: int) -> "Expert":
        """Give the same with so many worlds for a choice."""
        return Expert(samples)

    def choose(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> Action:
        """Choose the placement, the exchange or the first hand that stands best."""
        return tried(view, offers, chance, self._samples)[0].action


def tried(
    view: SeatView, offers: Sequence[Offer], chance: Chance, samples: int = SAMPLES
) -> list[Tried]:
    """Try the choices worth a thought, the best first; `view` is that of the seat in turn."""
    first = [offer.action for offer in offers if isinstance(offer.action, Mulligan)]
    swaps = [offer.action for offer in offers if isinstance(offer.action, Swap)]
    places = list(declared(offers))
    weighed = best(view, places, CANDIDATES) if places else []
    choices: list[Action] = [*first, *(one.place for one in weighed), *swaps]
    choices = choices or [offers[0].action]
    worths = [0.0]
    if len(weighed) == len(choices) > 1:
        worths = [
            one.balance + later
            for one, later in zip(weighed, _later(view, choices, chance, samples, 1), strict=True)
        ]
    elif len(choices) > 1:
        worths = _later(view, choices, chance, samples, 0)
    by_place: dict[Action, Weighed] = {one.place: one for one in weighed}
    found = [
        Tried(choice, worth, by_place.get(choice))
        for choice, worth in zip(choices, worths, strict=True)
    ]
    return sorted(found, key=lambda one: one.worth, reverse=True)


def _later(
    view: SeatView, choices: Sequence[Action], chance: Chance, samples: int, known: int
) -> list[float]:
    """Give what each choice brings after `known` turns, on average; all meet the same worlds.

    The next player's answer is known by exact odds (`outlook.threat`): to take it from samples
    would only add noise, so it is played in each world and what it changes is not counted.
    """
    seat = 0 if view.turn is None else view.turn
    sums = [0.0] * len(choices)
    for _ in range(samples):
        state = world(view, chance)
        for number, choice in enumerate(choices):
            answered = playout(GAME.apply(state, seat, choice, chance), known, chance)
            ended = playout(answered, TURNS - known, chance)
            before = standing(answered, seat) if known else 0.0
            sums[number] += standing(ended, seat) - before
    return [total / samples for total in sums]
