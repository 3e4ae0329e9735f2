"""The trader that learned what things are worth: the best of all choices, by exact odds."""

from collections.abc import Sequence
from operator import attrgetter

from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.golden21.bots.position import Position
from arcade.games.golden21.bots.weighing import weigh
from arcade.games.golden21.rules.actions import Action
from arcade.games.golden21.rules.state import View


class Expert:
    """Weighs every choice by exact odds and by worths of debts, accounts and kills.

    The worths are fitted to what came of tens of thousands of games (`worths`); the choice looks
    one action ahead, over all throws and the best use of a bonus. Draws nothing.
    """

    name = "expert"
    slow = False

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:  # noqa: ARG002
        found = weigh(Position(view), offers)
        best: Action = max(found, key=attrgetter("worth")).action
        return best
