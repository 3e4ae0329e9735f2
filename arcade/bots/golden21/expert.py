"""The trader that looks to the year's end: the best of all choices, weighed exactly."""

from collections.abc import Sequence
from operator import attrgetter

from arcade.bots.golden21.position import Position
from arcade.bots.golden21.weighing import weigh
from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.golden21.actions import Action
from arcade.games.golden21.state import View


class Expert:
    """Weighs every choice by exact odds and by what the rest of the year is worth after it.

    The rest of a year is solved by dynamic programming over debts (`year`), for itself and for
    the others, with the rivals' accounts and bonuses as threats; an account is worth the chance
    that some debt comes within its reach (`odds.landing`). Draws nothing.
    """

    name = "expert"
    slow = False

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:  # noqa: ARG002
        """Choose what is worth most for the seat whose turn it is."""
        found = weigh(Position(view), offers)
        best: Action = max(found, key=attrgetter("worth")).action
        return best
