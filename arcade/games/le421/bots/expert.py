"""The expert: plays for the game, not for the round.

Method: every keep of the turn is weighed by enumeration, against the hands on the table and those
still to come (`outlook`), for the share of the game that the tokens after the round are worth
(`values`): the stake, who gets it, the halves won, all options. It ignores: that those who follow
adapt their keeps to the hands on the table, and what it is worth to lead the next round.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from arcade.engine import N_, Advice, Bot, Chance, Coach, News, Offer, phrase
from arcade.games.le421.bots.odds import Plan, Rethrow, first_throw, rethrow, ways
from arcade.games.le421.bots.outlook import Outlook, Verdict
from arcade.games.le421.bots.values import Halves
from arcade.games.le421.rules.actions import Action, Stop, may_announce
from arcade.games.le421.rules.options import Options
from arcade.games.le421.rules.state import View


class Expert(Bot):
    name = "expert"

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:
        if not view.throws or view.rank is None:
            return first_throw(view, lambda: plan(view)[1])
        choice = plan(view)[1].choice(view.rank, view.throws)
        return Stop() if choice is None else rethrow(offers, choice)


def plan(view: View) -> tuple[Outlook, Plan]:
    """Return the worths of hands in this round, and the best play of the turn for them."""
    announces = may_announce(replace(view, throws=0))
    return _plan(
        replace(view, throws=0 if announces else 1, dice=(), last_throw=None, last_round=None)
    )


@lru_cache(maxsize=32)
def _plan(view: View) -> tuple[Outlook, Plan]:
    outlook = Outlook(view, halves(view.options, len(view.tokens)))

    def worth(hand_rank: int, made: int) -> float:
        verdict = outlook.stand(hand_rank, made)
        # A small regard for the order of the hands decides between equals.
        return verdict.share - hand_rank * 1e-7

    return outlook, Plan(worth, view.most, ways(view), view.throws)


@lru_cache(maxsize=32)
def halves(options: Options, seats: int) -> Halves:
    return Halves(options, seats)


class Weigher:
    """Weighs every different keep, and standing, by the share of the game they promise."""

    unit = N_("% of the game")

    def advise(self, view: View, offers: Sequence[Offer], chance: Chance) -> tuple[Advice, ...]:
        outlook, best = plan(view)
        weighed = []
        for action in (offer.action for offer in offers):
            if isinstance(action, Stop):
                verdict = outlook.stand(view.rank or 0, view.throws)
            else:
                throw = Rethrow(tuple(sorted(action.keep or ())), action.bon)
                verdict = _follow(outlook, best, throw, view.throws)
            weighed.append(Advice(action, 100 * verdict.share, _why(view, verdict)))
        return tuple(sorted(weighed, key=lambda advice: -advice.worth))


def _follow(outlook: Outlook, turn: Plan, throw: Rethrow, made: int) -> Verdict:
    verdict = Verdict()
    for hand_rank, throws, likely in turn.ends(throw, made):
        verdict = verdict.plus(outlook.stand(hand_rank, throws), likely)
    return verdict


def _why(view: View, verdict: Verdict) -> News:
    """Explain by the deciding odds: in charge and décharge by tokens, not only the best hand."""
    best, worst = round(100 * verdict.best), round(100 * verdict.worst)
    tokens = {"taken": round(10 * verdict.taken), "given": round(10 * verdict.given)}
    seat = view.turn or 0
    match view.phase:
        case "charge":
            return phrase(
                "{seat:@'s|Your} chance to lose this round: {worst}%. Tokens on average: "
                "{taken:tenths} for {seat:@|you}, {given:tenths} for the others.",
                seat=seat,
                worst=worst,
                **tokens,
            )
        case "decharge":
            return phrase(
                "{seat:@'s|Your} chance to win this round: {best}%, to lose it: {worst}%. Tokens "
                "on average: {given:tenths} given away, {taken:tenths} taken.",
                seat=seat,
                best=best,
                worst=worst,
                **tokens,
            )
        case _:
            return phrase(
                "{seat:@'s|Your} chance to win this round: {best}%.", seat=seat, best=best
            )


COACH: Coach = Weigher()
