"""Rules of thumb for Golden Zero: up to three short is near enough; who is near, pays."""

from collections.abc import Sequence
from typing import Any

from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.golden_zero.bots.good import between
from arcade.games.golden_zero.rules.actions import Call, Card, Deal, Fold, Open, Raise, Stand, Stay
from arcade.games.golden_zero.rules.view import SeatView

NEAR = 3
"""So far below the target is near enough."""
STEEP = 8
"""A call of more than one part in so many of the stack is steep: only a near hand pays it."""


class Simple:
    """Looks at its own best sum and nothing else, and never bluffs."""

    name = "simple"
    slow = False

    def choose(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> Any:  # noqa: ARG002
        own = {type(offer.action): offer for offer in offers}
        if Deal in own:
            return between(view, own)
        short = None if view.value is None else view.target - view.value
        near = short is not None and short <= NEAR
        if Stay in own:
            wants = Card in own and short is not None and not near
            return own[Card if wants else Stay].action
        if Raise in own and short == 0 and not view.raises:
            return own[Raise].action
        if Open in own:
            return own[Open if near or Fold not in own else Fold].action
        if Stand in own:
            return own[Stand].action
        cheap = view.to_call * STEEP <= view.stacks[view.seat] and view.phase == "levee"
        return own[Call if near or cheap else Fold].action
