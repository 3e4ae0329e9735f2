"""The expert: plays for the game, not for the round; the coach says why.

Method: every keep of the turn is weighed by enumeration, against the hands on the table and those
still to come (`outlook`), for the share of the game that the tokens after the round are worth
(`values`): the stake, who gets it, the halves won, all options. It ignores: that those who follow
adapt their keeps to the hands on the table, and what it is worth to lead the next round.
"""

from collections.abc import Sequence
from functools import lru_cache

from arcade.bots.advice import Advice
from arcade.bots.le421.odds import Kept, Plan
from arcade.bots.le421.outlook import Outlook, Verdict
from arcade.bots.le421.values import Halves
from arcade.engine.chance import Chance
from arcade.engine.news import News, told
from arcade.engine.offers import Offer
from arcade.engine.words import N_
from arcade.games.le421.hands import rank
from arcade.games.le421.table import Action, Options, Roll, Stop, View


class Expert:
    """Plays for its share of the game."""

    name = "expert"
    slow = False

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:  # noqa: ARG002
        """Choose what promises the greatest share of the game."""
        if not view.throws or view.hand is None:
            return Roll()
        _, plan = _plan(view)
        keep = plan.keep(rank(view.hand), view.throws)
        return Stop() if keep is None else _roll(offers, keep)


class Teacher:
    """Gives every different keep, and standing, with the odds of the round."""

    unit = N_("% of the game")

    def advise(
        self,
        view: View,
        offers: Sequence[Offer],
        chance: Chance,  # noqa: ARG002
    ) -> tuple[Advice, ...]:
        """Weigh what may be done, the best first."""
        outlook, plan = _plan(view)
        found = []
        for action in (offer.action for offer in offers):
            if isinstance(action, Stop):
                verdict = outlook.stand(rank(view.hand or 0), view.throws)
            else:
                verdict = _follow(outlook, plan, tuple(sorted(action.keep or ())), view.throws)
            found.append(Advice(action, 100 * verdict.share, _why(view, action, verdict)))
        return tuple(sorted(found, key=lambda advice: -advice.worth))


def _plan(view: View) -> tuple[Outlook, Plan]:
    outlook = Outlook(view, _halves(view.options, len(view.tokens)))
    may_stop = view.limit is None or view.options.throws == "at-most"

    def worth(place: int, made: int) -> float:
        verdict = outlook.stand(place, made)
        # A small regard for the order of the hands decides between equals.
        return verdict.share - place * 1e-7

    return outlook, Plan(worth, view.most, may_stop, view.throws)


@lru_cache(maxsize=32)
def _halves(options: Options, seats: int) -> Halves:
    return Halves(
        seats,
        options.pot,
        options.end,
        options.decharge_stock == "equal",
        options.nenette == "flat2",
    )


def _follow(outlook: Outlook, plan: Plan, kept: Kept, made: int) -> Verdict:
    share = best = worst = 0.0
    for place, throws, likely in plan.ends(kept, made):
        verdict = outlook.stand(place, throws)
        share += likely * verdict.share
        best += likely * verdict.best
        worst += likely * verdict.worst
    return Verdict(share, best, worst)


def _roll(offers: Sequence[Offer], keep: Kept) -> Action:
    return next(
        offer.action
        for offer in offers
        if isinstance(offer.action, Roll)
        and offer.action.keep is not None
        and tuple(sorted(offer.action.keep)) == keep
    )


def _why(view: View, action: Action, verdict: Verdict) -> News:
    odds = {"best": round(100 * verdict.best), "worst": round(100 * verdict.worst)}
    if isinstance(action, Stop):
        return told(
            "Stands on {hand:hand}: {best} % to be the best of the round, {worst} % the worst.",
            hand=view.hand or 0,
            **odds,
        )
    if action.keep:
        return told(
            "Keeps {kept:dice}: {best} % to be the best of the round, {worst} % the worst.",
            kept=action.keep,
            **odds,
        )
    return told(
        "Throws all three: {best} % to be the best of the round, {worst} % the worst.", **odds
    )
