"""The good bot: the rule of thumb of people who have played for a while.

Method: keep the sixes alone while many dice are left (at 12: the ones); of three dice and fewer the
fives as well (the twos), and one die, the best, where there is none. Strike the living seat with
the fewest points.

It ignores: the odds, the sum still needed, the scores (its own danger, vengeance, who leads), and
whom a level strikes.
"""

from collections.abc import Sequence

from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.trente.bots.simple import follow
from arcade.games.trente.rules.actions import Action
from arcade.games.trente.rules.state import View


class Good:
    name = "good"
    slow = False

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:  # noqa: ARG002
        return follow(view, offers, second_best=3)
