"""The simple bot: what a beginner is told at the counter.

Method: keep every six and every five (at 12: ones and twos), and one die, the best, where there is
none. Strike the living seat with the fewest points.

It ignores: that a five kept early is a six given up, the odds, the sum still needed, the scores,
and whom a level strikes.
"""

from collections.abc import Sequence

from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.trente.bots.thumb import follow
from arcade.games.trente.rules.table import Action, View


class Simple:
    """Keeps the sixes and the fives (or the ones and the twos)."""

    name = "simple"
    slow = False

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:  # noqa: ARG002
        """Choose by the beginner's rule."""
        return follow(view, offers, second_best=6)
