"""The expert: plays for its share of the manche.

Method: dynamic programming over the dice left and the sum kept (`turn`), for what the scores are
worth after the turn (`stakes`, `standing`): its own danger, whom a level strikes, the kill and
the vengeance for it, whether to take one's own, and the choice of the target. All variants. It
ignores: whose turn comes next, that others play for the scores too, that their first die may make
12, and the manches already won.
"""

from collections.abc import Sequence

from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.trente.bots.stakes import Stakes, moment, worths
from arcade.games.trente.bots.turn import Turn, keeps, promise, turn
from arcade.games.trente.rules.actions import Action, Attack, Forgo, Keep, Roll, may_forgo
from arcade.games.trente.rules.state import View


class Expert:
    name = "expert"
    slow = False

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:  # noqa: ARG002
        if view.attack is not None:
            level, stakes = view.attack, Stakes(view)
            return Attack(max(view.targets, key=lambda seat: stakes.attack(seat, level)))
        found = keeps(offers)
        if not found:
            forgoes = may_forgo(view) and Stakes(view).forgone() > thrown(view)
            return Forgo() if forgoes else Roll()
        best = plan(view)
        return max(_sensible(view, found), key=lambda keep: promise(best, view, keep))


def _sensible(view: View, found: list[Keep]) -> list[Keep]:
    """Leave out keeps of one or two dice that are not the best: the coach weighs them all."""
    best = max(view.dice), min(view.dice)
    return [
        keep
        for keep in found
        if len(view.kept) + len(keep.dice) > 2 or {*keep.dice[:1], *keep.dice[-1:]} & {*best}
    ]


def thrown(view: View) -> float:
    """Return what it is worth to begin the turn."""
    best = plan(view)
    return best.first() if view.threshold is None else best.worth(6, 0)


def plan(view: View) -> Turn:
    """Return the best play of the turn at a moment of the manche."""
    return turn(worths(moment(view)))
