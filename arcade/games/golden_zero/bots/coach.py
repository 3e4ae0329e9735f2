"""What the expert finds, said in chips and odds."""

from collections.abc import Sequence

from arcade.engine.chance import Chance
from arcade.engine.coach import Advice, Coach, percent
from arcade.engine.news import News, told
from arcade.engine.offers import Offer
from arcade.engine.words import N_
from arcade.games.golden_zero.bots.expert import Tried, tried, winnable
from arcade.games.golden_zero.bots.sight import unseen
from arcade.games.golden_zero.rules.actions import Call, Card, Deal, Fold, Open, Raise
from arcade.games.golden_zero.rules.view import SeatView

LIKELY = 98
"""Times in 100 from which a fold, or a call, is as good as certain."""


class Weigher:
    """Weighs choices by the chips they bring from now to the end of the hand; draws nothing."""

    unit = N_("chips")

    def advise(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> tuple[Advice, ...]:
        """Rate the choices of this hand, best first; () between hands."""
        if any(isinstance(offer.action, Deal) for offer in offers):
            return ()
        return tuple(Advice(one.action, one.worth, _why(view, one)) for one in tried(view, offers))


def _why(view: SeatView, one: Tried) -> News:
    wins = percent(one.wins)
    match one.action:
        case Fold():
            return told("What you have paid is lost, but no more.")
        case Call():
            cost = min(view.to_call, view.stacks[view.seat])
            pot = winnable(view, cost)
            return told(
                "It costs {cost} to win {pot}: that pays if you win {needed} in 100, and"
                " you win about {wins}.",
                cost=cost,
                pot=pot,
                needed=percent(cost / (pot + cost)),
                wins=wins,
            )
        case Open() | Raise():
            return _bet(one)
        case Card():
            burns = percent(_burning(view))
            if not burns:
                return told("No card burns openly; you win about {wins} in 100.", wins=wins)
            return told(
                "It burns openly in {burns} of 100 cases; you win about {wins}.",
                burns=burns,
                wins=wins,
            )
        case _:
            return _stood(view, wins)


def _bet(one: Tried) -> News:
    folds = percent(one.folds)
    if folds >= LIKELY:
        return told("All others are likely to fold, and you win the pot as it is.")
    wins = percent((one.wins - one.folds) / (1 - one.folds))
    if folds <= 100 - LIKELY:
        return told("Somebody is likely to call; you then win about {wins} in 100.", wins=wins)
    return told(
        "All others fold in about {folds} of 100 cases; if anybody calls, you win about {wins}.",
        folds=folds,
        wins=wins,
    )


def _stood(view: SeatView, wins: int) -> News:
    if view.value is None:
        return told("Burned unseen: you win only if all others fold.")
    if view.value == view.target:
        return told("You are exactly on the target, and win about {wins} in 100.", wins=wins)
    return told(
        "You are {short} short of the target, and win about {wins} in 100.",
        short=view.target - view.value,
        wins=wins,
    )


def _burning(view: SeatView) -> float:
    """Return the share of unseen cards that would carry the open cards above the target."""
    left = unseen(view)
    room = view.target - sum(view.open[view.seat])
    return sum(left[room + 1 :]) / max(1, sum(left))


COACH: Coach = Weigher()
