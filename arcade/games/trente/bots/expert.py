"""The expert: plays for its share of the manche.

Method: dynamic programming over the dice left and the sum kept (`turn`), for what the scores are
worth after the turn (`stakes`): its own danger, whom a level strikes, the kill and
the vengeance for it, whether to take one's own, and the choice of the target. All variants. It
ignores: whose turn comes next, that others play for the scores too, that their first die may make
12, and the manches already won.
"""

from collections.abc import Sequence

from arcade.engine import N_, Advice, Bot, Chance, Coach, News, Offer, offered, phrase
from arcade.games.trente.bots.stakes import Stakes, moment, worths
from arcade.games.trente.bots.turn import Prospect, Turn, after, mean_hits, promise, turn
from arcade.games.trente.rules.actions import Action, Attack, Forgo, Keep, Roll, may_forgo
from arcade.games.trente.rules.state import View


class Expert(Bot):
    name = "expert"

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:
        if view.attack is not None:
            level, stakes = view.attack, Stakes(view)
            return Attack(max(view.targets, key=lambda seat: stakes.attack(seat, level)))
        choices = offered(offers, Keep)
        if not choices:
            forgoes = may_forgo(view) and Stakes(view).forgone() > thrown(view)
            return Forgo() if forgoes else Roll()
        best = plan(view)
        return max(_sensible(view, choices), key=lambda keep: promise(best, view, keep))


def _sensible(view: View, choices: list[Keep]) -> list[Keep]:
    """Leave out keeps of one or two dice that are not the best: the coach weighs them all."""
    best = max(view.dice), min(view.dice)
    return [
        keep
        for keep in choices
        if len(view.kept) + len(keep.dice) > 2 or {*keep.dice[:1], *keep.dice[-1:]} & {*best}
    ]


def thrown(view: View) -> float:
    best = plan(view)
    return best.first() if view.threshold is None else best.worth(6, 0)


def plan(view: View) -> Turn:
    return turn(worths(moment(view)))


class Weigher:
    """Weighs every different keep, and every target, by the share of the manche they promise."""

    unit = N_("% of the manche")

    def advise(self, view: View, offers: Sequence[Offer], chance: Chance) -> tuple[Advice, ...]:
        weighed = [_advice(view, offer.action) for offer in offers]
        return tuple(sorted(weighed, key=lambda advice: -advice.worth))


def _advice(view: View, action: Action) -> Advice:
    match action:
        case Attack():
            level = view.attack or 0
            target = view.targets[0] if action.target is None else action.target
            worth = Stakes(view).attack(target, level)
            return Advice(action, 100 * worth, _why_attack(view, target, level))
        case Keep():
            best, (left, total) = plan(view), after(view, action)
            worth = best.worth(left, total)
            return Advice(action, 100 * worth, _why_keep(action, best.prospect(left, total)))
        case Roll():
            if may_forgo(view):
                why = phrase("One more turn, and you may strike anybody.")
            else:
                why = phrase("Rolling all six dice: there is nothing else to do.")
            return Advice(action, 100 * thrown(view), why)
        case Forgo():
            why = phrase("All scores stay as they are.")
            return Advice(action, 100 * Stakes(view).forgone(), why)


def _why_attack(view: View, target: int, level: int) -> News:
    dies = round(100 * Stakes(view).kills(target, level))
    return phrase(
        "Points lost on average: {mean:tenths}; {dies}% to kill.",
        mean=round(10 * level * mean_hits()),
        dies=dies,
    )


def _why_keep(keep: Keep, ahead: Prospect) -> News:
    attack, miss = round(100 * ahead.attack), round(100 * ahead.miss)
    lost = round(10 * ahead.lost)
    if keep.first is None:
        return phrase(
            "It attacks {attack}% of the time and misses {miss}% (−{lost:tenths} on average).",
            attack=attack,
            miss=miss,
            lost=lost,
        )
    return phrase(
        "With the {first} first it attacks {attack}% of the time and misses {miss}% "
        "(−{lost:tenths} on average).",
        first=keep.first,
        attack=attack,
        miss=miss,
        lost=lost,
    )


COACH: Coach = Weigher()
