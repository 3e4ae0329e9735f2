"""Plays a hand of Golden Zero on in dealt worlds: what leaves the most chips, is done.

A choice takes `SAMPLES` worlds, in each of which every candidate is played to the end of the hand
by the rules' own `apply` and the `habits` of all seats: about 100 ms on one core of 2026, twice as
much in a bidding with many amounts. The number is fixed, for a bot may not look at a clock: the
same view and chance then give the same choice on any machine.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from arcade.bots.golden_zero.good import between, rivals_of
from arcade.bots.golden_zero.habits import habit
from arcade.bots.golden_zero.worlds import world
from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.golden_zero import GAME
from arcade.games.golden_zero.state import Deal, LastHand, Open, Raise, State
from arcade.games.golden_zero.table import SeatView

SAMPLES = 45
LONG = 200
"""No hand has so many actions: a guard, never reached."""


class Tried(Struct, frozen=True):
    """A choice: the chips it brings from now on, on average, and the share of worlds it wins."""

    action: Any
    worth: float
    wins: float


class Expert:
    """Chooses what brought most."""

    name = "expert"
    slow = True

    def __init__(self, samples: int = SAMPLES) -> None:
        self._samples = samples

    def lighter(self, samples: int) -> "Expert":
        """Give the same with so many worlds for a choice."""
        return Expert(samples)

    def choose(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> Any:
        """Choose what leaves the most chips at the end of the hand."""
        own = {type(offer.action): offer for offer in offers}
        if Deal in own:
            return between(view, own)
        return tried(view, offers, chance, self._samples)[0].action


def tried(
    view: SeatView, offers: Sequence[Offer], chance: Chance, samples: int = SAMPLES
) -> list[Tried]:
    """Try the choices worth a thought, the best first; every choice meets the same worlds."""
    choices = _choices(view, offers)
    chips, wins = [0.0] * len(choices), [0] * len(choices)
    for _ in range(samples if len(choices) > 1 else 0):
        state = world(view, chance)
        for number, choice in enumerate(choices):
            ended = _ended(GAME.apply(state, view.seat, choice, chance), view.seat, chance)
            chips[number] += ended.stacks[view.seat] - view.stacks[view.seat]
            wins[number] += ended.won[view.seat] > 0
    found = [
        Tried(choice, total / samples, won / samples)
        for choice, total, won in zip(choices, chips, wins, strict=True)
    ]
    return sorted(found, key=lambda one: one.worth, reverse=True)


def _choices(view: SeatView, offers: Sequence[Offer]) -> list[Any]:
    """List what may be done in this hand; of a range the least, and up to thrice the pot."""
    choices: list[Any] = []
    for offer in offers:
        action = offer.action
        if isinstance(action, LastHand):
            continue
        if isinstance(action, Open):
            choices += [Open(amount) for amount in _amounts(view, offer)]
        elif isinstance(action, Raise):
            if any(view.stacks[seat] for seat in rivals_of(view)):
                choices += [Raise(to) for to in _amounts(view, offer)]
        else:
            choices.append(action)
    return choices or [offers[0].action]


def _amounts(view: SeatView, offer: Offer) -> list[int]:
    """Give amounts worth a thought; more than any rival can match is none."""
    pot = sum(pot.amount for pot in view.pots)
    reach = max((view.bets[seat] + view.stacks[seat] for seat in rivals_of(view)), default=0)
    most = max(offer.low, min(offer.high, reach))
    return sorted({min(most, offer.low + more) for more in (0, pot // 2, pot, 3 * pot)})


def _ended(state: State, own: int, chance: Chance) -> State:
    for _ in range(LONG):
        if state.turn is None:
            break
        state = GAME.apply(state, state.turn, habit(state, own), chance)
    return state
