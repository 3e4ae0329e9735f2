"""Bots and coach for Cochon: each with its method in its docstring."""

from collections.abc import Sequence

from arcade.engine import N_, Advice, Bot, Chance, Coach, Offer, counted, phrase
from cochon.rules import Action, Roll, Stop, View


class Simple(Bot):
    """Stops at 20 points. It ignores the scores."""

    name = "simple"

    def choose(self, view: View, _offers: Sequence[Offer], _chance: Chance) -> Action:
        """Choose by what the turn has brought."""
        return _hold(view, 20)


class Good(Bot):
    """Keeps pace with the best rival, and throws to win once somebody is near the goal.

    Source: T. Neller and C. Presser, "Practical Play of the Dice Game Pig", 2010, for two
    players, one die and 100 points; it is played for others alike.
    """

    name = "good"

    def choose(self, view: View, _offers: Sequence[Offer], _chance: Chance) -> Action:
        """Choose by the turn and the scores."""
        goal, own = view.options.goal, view.scores[view.turn or 0]
        rival = max(score for seat, score in enumerate(view.scores) if seat != view.turn)
        if max(own, rival) >= goal - 29:
            return _hold(view, goal)
        return _hold(view, 21 + round((rival - own) / 8))


class Teacher:
    """Weighs one more throw against stopping, by the points of this turn alone."""

    unit = N_("points")

    def advise(self, view: View, offers: Sequence[Offer], _chance: Chance) -> tuple[Advice, ...]:
        """Weigh the offers, the best first."""
        advice = [_advice(view, offer.action) for offer in offers]
        return tuple(sorted(advice, key=lambda choice: -choice.worth))


def _advice(view: View, action: Action) -> Advice:
    if isinstance(action, Stop):
        why = counted("Writes down {n} point.", "Writes down {n} points.", view.sum)
        return Advice(action, view.sum, why)
    dice = view.options.dice
    safe = (5 / 6) ** dice
    worth = safe * (view.sum + 4 * dice)  # no 1 among them: 2 to 6, 4 on average
    if dice == 2:
        worth -= view.scores[view.turn or 0] / 36
    return Advice(action, worth, phrase("{percent} % to throw no 1.", percent=round(100 * safe)))


def _hold(view: View, at: int) -> Action:
    """Stop with this many points, or with enough to win."""
    enough = min(at, view.options.goal - view.scores[view.turn or 0])
    return Stop() if view.throws and view.sum >= enough else Roll()


BOTS: tuple[Bot, ...] = (Simple(), Good())
COACH: Coach = Teacher()
