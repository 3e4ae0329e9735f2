"""What the expert finds, said in chips and odds."""

from collections.abc import Sequence

from arcade.engine.chance import Chance
from arcade.engine.coach import Advice, Coach
from arcade.engine.news import News, told
from arcade.engine.offers import Offer
from arcade.engine.words import N_
from arcade.games.golden_zero.bots.expert import Tried, tried
from arcade.games.golden_zero.bots.sight import pot_of, unseen
from arcade.games.golden_zero.rules.actions import Call, Card, Deal, Fold
from arcade.games.golden_zero.rules.view import SeatView


class Weigher:
    """Weighs choices by the chips they bring from now to the end of the hand; draws nothing."""

    unit = N_("chips")

    def advise(
        self,
        view: SeatView,
        offers: Sequence[Offer],
        chance: Chance,  # noqa: ARG002
    ) -> tuple[Advice, ...]:
        """Rate the choices of this hand, best first; () between hands."""
        if any(isinstance(offer.action, Deal) for offer in offers):
            return ()
        return tuple(Advice(one.action, one.worth, _why(view, one)) for one in tried(view, offers))


def _why(view: SeatView, one: Tried) -> News:
    percent = round(100 * one.wins)
    match one.action:
        case Fold():
            return told("The hand is over; what you have paid is lost.")
        case Call():
            cost = min(view.to_call, view.stacks[view.seat])
            return told(
                "Costs {cost} for a pot of {pot}; you win it {percent} times in 100.",
                cost=cost,
                pot=pot_of(view) + cost,
                percent=percent,
            )
        case Card():
            return told(
                "Burns openly with {burns} cards in 100; you win {percent} times in 100.",
                burns=round(100 * _burning(view)),
                percent=percent,
            )
        case _:
            return told("You win {percent} times in 100.", percent=percent)


def _burning(view: SeatView) -> float:
    """Return the share of unseen cards that would carry the open cards above the target."""
    left = unseen(view)
    room = view.target - sum(view.open[view.seat])
    return sum(left[room + 1 :]) / max(1, sum(left))


COACH: Coach = Weigher()
