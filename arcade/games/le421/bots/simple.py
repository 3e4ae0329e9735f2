"""The simple bot: what a beginner is told at the counter.

Method: keep two aces, or two dice of 4-2-1, or an ace, or a pair; throw the rest. Where one may,
stand on a hand worth two tokens or more, in the charge after two throws on 651 and better.

It ignores: the odds, the hands on the table, the tokens, and the throws of the others.
"""

from collections.abc import Sequence

from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.le421.bots.odds import Kept, rethrow
from arcade.games.le421.rules.actions import Action, Roll, Stop
from arcade.games.le421.rules.hands import rank
from arcade.games.le421.rules.state import View

STANDS_ON = rank(321)
"""The last hand that is worth two tokens."""

PASSABLE = rank(651)
"""What will do in the charge after two throws."""


class Simple:
    """Keeps 4-2-1, aces and pairs, and stands on what has a name."""

    name = "simple"
    slow = False

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:  # noqa: ARG002
        if not view.throws or view.rank is None:
            return Roll()
        may_stop = any(isinstance(offer.action, Stop) for offer in offers)
        if may_stop and _good_enough(view, view.rank):
            return Stop()
        return rethrow(offers, _keep(view.dice))


def _good_enough(view: View, place: int) -> bool:
    passable = view.phase == "charge" and view.throws > 1 and place <= PASSABLE
    return passable or place <= STANDS_ON


def _keep(dice: tuple[int, ...]) -> Kept:
    """Keep two dice of 4-2-1 if there are, else aces, else a pair, else nothing."""
    of_421 = sorted({1, 2, 4} & {*dice})
    aces = (1,) * min(dice.count(1), 2)
    pairs = [(face, face) for face in range(6, 0, -1) if dice.count(face) > 1]
    if len(aces) == 2:
        return aces
    if len(of_421) > 1:
        return tuple(of_421[:2])
    return aces or next(iter(pairs), ())
