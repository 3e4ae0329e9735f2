"""The expert: plays for its share of the manche; the coach says why.

Method: dynamic programming over the dice left and the sum kept (`turn`), for what the scores are
worth after the turn (`stakes`, `standing`): its own danger, whom a level strikes, the kill and
the vengeance for it, and the choice of the target. All variants. It ignores: whose turn comes next,
that others play for the scores too, that their first die may make 12, and the manches already won.
"""

from collections.abc import Sequence

from arcade.bots.advice import Advice
from arcade.bots.trente.choices import after, keeps, promise
from arcade.bots.trente.stakes import Stakes, moment, worths
from arcade.bots.trente.turn import Prospect, Turn, mean_hits, turn
from arcade.engine.chance import Chance
from arcade.engine.news import News, told
from arcade.engine.offers import Offer
from arcade.engine.words import N_
from arcade.games.trente.table import Action, Attack, Keep, Roll, View


class Expert:
    """Plays for its share of the manche."""

    name = "expert"
    slow = False

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:  # noqa: ARG002
        """Choose what promises the greatest share of the manche."""
        if view.attack is not None:
            level, stakes = view.attack, Stakes(view)
            return Attack(max(view.targets, key=lambda seat: stakes.attack(seat, level)))
        found = keeps(offers)
        if not found:
            return Roll()
        plan = _plan(view)
        return max(_sensible(view, found), key=lambda keep: promise(plan, view, keep))


class Teacher:
    """Gives every different keep, and every target, with what comes of it."""

    unit = N_("% of the manche")

    def advise(
        self,
        view: View,
        offers: Sequence[Offer],
        chance: Chance,  # noqa: ARG002
    ) -> tuple[Advice, ...]:
        """Weigh what may be done, the best first."""
        found = [_advice(view, offer.action) for offer in offers]
        return tuple(sorted(found, key=lambda advice: -advice.worth))


def _advice(view: View, action: Action) -> Advice:
    match action:
        case Attack():
            level = view.attack or 0
            target = view.targets[0] if action.target is None else action.target
            worth = Stakes(view).attack(target, level)
            return Advice(action, 100 * worth, _why_attack(view, target, level))
        case Keep():
            plan, (left, total) = _plan(view), after(view, action)
            worth = plan.worth(left, total)
            return Advice(action, 100 * worth, _why_keep(action, plan.prospect(left, total)))
        case Roll():
            plan = _plan(view)
            worth = plan.first() if view.threshold is None else plan.worth(6, 0)
            return Advice(action, 100 * worth, told("Throws all six dice: nothing else to do."))


def _why_attack(view: View, target: int, level: int) -> News:
    dies = round(100 * Stakes(view).kills(target, level))
    return told(
        "Strikes {target:seat}: {mean:tenths} points on average, {dies} % to kill.",
        target=target,
        mean=round(10 * level * mean_hits()),
        dies=dies,
    )


def _why_keep(keep: Keep, ahead: Prospect) -> News:
    attack, miss = round(100 * ahead.attack), round(100 * ahead.miss)
    lost = round(10 * ahead.lost)
    if keep.first is None:
        return told(
            "Keeps {dice:dice}: "
            "{attack} % to attack, {miss} % to miss, {lost:tenths} points lost on average.",
            dice=keep.dice,
            attack=attack,
            miss=miss,
            lost=lost,
        )
    return told(
        "Keeps {dice:dice}, the {first} first: "
        "{attack} % to attack, {miss} % to miss, {lost:tenths} points lost on average.",
        dice=keep.dice,
        first=keep.first,
        attack=attack,
        miss=miss,
        lost=lost,
    )


def _sensible(view: View, found: list[Keep]) -> list[Keep]:
    """Leave out keeps of one or two dice that are not the best: the coach weighs them all."""
    best = max(view.dice), min(view.dice)
    return [
        keep
        for keep in found
        if len(view.kept) + len(keep.dice) > 2 or {*keep.dice[:1], *keep.dice[-1:]} & {*best}
    ]


def _plan(view: View) -> Turn:
    return turn(worths(moment(view)))
