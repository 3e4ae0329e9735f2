"""The good bot: exact odds of the turn, a point lost against a point struck.

Method: dynamic programming over the dice left and the sum kept; a point missed counts −1, a point
an attack takes off another seat +1, with the exact mean of an attack. Of several targets it
strikes the living seat nearest to death.

It ignores: the scores (its own danger, a kill within reach, vengeance), whom a level strikes, and
the manches.
"""

from collections.abc import Sequence

from arcade.bots.trente.choices import keeps, nearest_to_death, promise
from arcade.bots.trente.turn import in_points, mean_hits, turn
from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.trente.table import Action, Attack, Roll, View


class Good:
    """Weighs a point lost like a point thrown at another seat, and plays by exact expectation."""

    name = "good"
    slow = False

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:
        """Choose the keep with the best expectation, or the target worth most (ties by chance)."""
        if view.attack is not None:
            most = max(nearest_to_death(view, seat) for seat in view.targets)
            equals = [seat for seat in view.targets if nearest_to_death(view, seat) == most]
            return Attack(equals[chance.pick(len(equals))])
        plan = turn(in_points(mean_hits()))
        found = keeps(offers)
        return max(found, key=lambda keep: promise(plan, view, keep)) if found else Roll()
