"""What the expert weighs, said in odds of the round."""

from collections.abc import Sequence

from arcade.engine.chance import Chance
from arcade.engine.coach import Advice, Coach
from arcade.engine.news import News, told
from arcade.engine.offers import Offer
from arcade.engine.words import N_
from arcade.games.le421.bots.expert import plan
from arcade.games.le421.bots.odds import Kept, Plan
from arcade.games.le421.bots.outlook import Outlook, Verdict
from arcade.games.le421.rules.actions import Action, Stop
from arcade.games.le421.rules.hands import rank
from arcade.games.le421.rules.state import View


class Weigher:
    """Weighs every different keep, and standing, by the share of the game they promise."""

    unit = N_("% of the game")

    def advise(
        self,
        view: View,
        offers: Sequence[Offer],
        chance: Chance,  # noqa: ARG002
    ) -> tuple[Advice, ...]:
        outlook, best = plan(view)
        found = []
        for action in (offer.action for offer in offers):
            if isinstance(action, Stop):
                verdict = outlook.stand(rank(view.hand or 0), view.throws)
            else:
                verdict = _follow(outlook, best, tuple(sorted(action.keep or ())), view.throws)
            found.append(Advice(action, 100 * verdict.share, _why(view, action, verdict)))
        return tuple(sorted(found, key=lambda advice: -advice.worth))


def _follow(outlook: Outlook, turn: Plan, kept: Kept, made: int) -> Verdict:
    share = best = worst = 0.0
    for place, throws, likely in turn.ends(kept, made):
        verdict = outlook.stand(place, throws)
        share += likely * verdict.share
        best += likely * verdict.best
        worst += likely * verdict.worst
    return Verdict(share, best, worst)


def _why(view: View, action: Action, verdict: Verdict) -> News:
    odds = {"best": round(100 * verdict.best), "worst": round(100 * verdict.worst)}
    if isinstance(action, Stop):
        return told(
            "Standing on {hand:hand}: {best} % to be the best of the round, {worst} % the worst.",
            hand=view.hand or 0,
            **odds,
        )
    if action.keep:
        return told(
            "Keeping {kept:dice}: {best} % to be the best of the round, {worst} % the worst.",
            kept=action.keep,
            **odds,
        )
    return told(
        "Rolling all three: {best} % to be the best of the round, {worst} % the worst.", **odds
    )


COACH: Coach = Weigher()
