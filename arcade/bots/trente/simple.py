"""The simple bot: what a beginner is told at the counter.

Method: keep every six (at 12: every one), of three dice and fewer the fives as well (the twos),
and one die, the best, where there is none. With the threshold open, go for the side on which more
of the extreme dice lie. Strike the living seat with the fewest points.

It ignores: the odds, the sum still needed, the scores, and whom a level strikes.
"""

from collections.abc import Sequence

from arcade.bots.trente.choices import keeps, nearest_to_death
from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.trente.play import HIGH
from arcade.games.trente.table import Action, Attack, Keep, Roll, View


class Simple:
    """Keeps the sixes (or the ones) and, late, the fives (or the twos)."""

    name = "simple"
    slow = False

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:  # noqa: ARG002
        """Choose by the rule of thumb."""
        if view.attack is not None:
            return Attack(max(view.targets, key=lambda seat: nearest_to_death(view, seat)))
        if not view.dice:
            return Roll()
        return _find(offers, _wanted(view))


def _wanted(view: View) -> tuple[int, ...]:
    """Name the dice to keep, ascending."""
    dice = view.dice
    high = view.threshold == HIGH
    if view.threshold is None:
        high = dice.count(6) >= dice.count(1) and max(dice) > 3
    best, second = (6, 5) if high else (1, 2)
    faces = (best,) if len(dice) > 3 else (best, second)
    kept = sorted(die for die in dice if die in faces)
    return tuple(kept) or (max(dice) if high else min(dice),)


def _find(offers: Sequence[Offer], wanted: tuple[int, ...]) -> Keep:
    return next(keep for keep in keeps(offers) if tuple(sorted(keep.dice)) == wanted)
