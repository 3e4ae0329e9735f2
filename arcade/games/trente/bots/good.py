"""The bots by rule of thumb: a beginner's first advice, and the play of regulars.

Method: keep the sixes (at 12: the ones), and one die, the best, where there is none. `Simple` keeps
every five (two) as well, `Good` only of three dice and fewer. Strike the living seat with the
fewest points.

They ignore: the odds, the sum still needed, the scores (their own danger, vengeance, who leads),
and whom a level strikes.
"""

from collections.abc import Sequence

from arcade.engine import Bot, Chance, Offer, offered
from arcade.games.trente.bots.turn import nearest_to_death
from arcade.games.trente.rules.actions import Action, Attack, Keep, Roll
from arcade.games.trente.rules.options import HIGH
from arcade.games.trente.rules.state import View


class Simple(Bot):
    name = "simple"

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:
        return follow(view, offers, second_best=6)


def follow(view: View, offers: Sequence[Offer], second_best: int) -> Action:
    """Keep the best face, and the second best too of throws of at most `second_best` dice."""
    if view.attack is not None:
        return Attack(max(view.targets, key=lambda seat: nearest_to_death(view, seat)))
    if not view.dice:
        return Roll()
    wanted = _wanted(view, second_best)
    return next(keep for keep in offered(offers, Keep) if tuple(sorted(keep.dice)) == wanted)


def _wanted(view: View, second_best: int) -> tuple[int, ...]:
    dice = view.dice
    high = view.threshold == HIGH
    if view.threshold is None:
        high = dice.count(6) >= dice.count(1) and max(dice) > 3
    best, second = (6, 5) if high else (1, 2)
    faces = (best, second) if len(dice) <= second_best else (best,)
    kept = sorted(die for die in dice if die in faces)
    return tuple(kept) or (max(dice) if high else min(dice),)


class Good(Bot):
    name = "good"

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:
        return follow(view, offers, second_best=3)
