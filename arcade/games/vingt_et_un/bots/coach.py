"""What the expert finds, said in points and odds."""

from collections.abc import Sequence

from arcade.engine.chance import Chance
from arcade.engine.coach import Advice, Coach
from arcade.engine.news import News, told
from arcade.engine.offers import Offer
from arcade.engine.words import N_
from arcade.games.vingt_et_un.bots.expert import Tried, tried
from arcade.games.vingt_et_un.bots.worlds import lead_if_over, pass_ends
from arcade.games.vingt_et_un.rules.actions import Mulligan, Pass, Place, Swap
from arcade.games.vingt_et_un.rules.placing import SCORING_ROUND
from arcade.games.vingt_et_un.rules.state import STAR, SeatView


class Weigher:
    """Weighs choices by how one stands a few turns later against the best of the others."""

    unit = N_("points ahead")

    def advise(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> tuple[Advice, ...]:
        return tuple(
            Advice(one.action, one.worth, _why(view, one)) for one in tried(view, offers, chance)
        )


def _why(view: SeatView, one: Tried) -> News:
    if isinstance(one.action, Mulligan):
        return told("Three other tiles, one of them 9 or less, and still your turn.")
    if isinstance(one.action, Swap):
        return told("Nothing fits: this tile goes back, and the turn is over.")
    if isinstance(one.action, Pass) and pass_ends(view):
        lead = lead_if_over(view, view.turn or 0)
        if lead > 0:
            return told("All others have passed: it ends the game, and you win by {n}.", n=lead)
        return told("All others have passed: it ends the game, and you do not win it.")
    if isinstance(one.action, Pass):
        return told("Nothing fits: the hand stays as it is, and the turn is over.")
    if one.weighed is None:
        return told("There is nothing else to do.")
    if view.round < SCORING_ROUND - 1:
        return told("Nothing scores before round {round}.", round=SCORING_ROUND)
    spent = round(10 * (one.weighed.points - one.weighed.gain))
    parts = {
        "points": one.weighed.points,
        "ahead": round(10 * one.ahead),
        "threat": round(10 * one.weighed.threat),
    }
    if isinstance(one.action, Place) and one.action.tile == STAR and spent > 0:
        return told(
            "{points} now, about {ahead:tenths} on your next turn, less {threat:tenths} for the "
            "next player and {spent:tenths} for the star: kept, it may score more.",
            spent=spent,
            **parts,
        )
    return told(
        "{points} now, about {ahead:tenths} on your next turn, less {threat:tenths} for the next "
        "player.",
        **parts,
    )


COACH: Coach = Weigher()
