"""The quick bots: a beginner's rule, and exact odds with tokens of this round as the only aim.

`Simple` keeps two aces, or two dice of 4-2-1, or an ace, or a pair, and throws the rest. Where one
may, it stands on a hand worth two tokens or more, in the charge after two throws on 651 and better.
It ignores the odds, the hands on the table, the tokens, the throws of the others, and *le bon*.

`Good` weighs every keep of the turn by enumeration. The aim is, in the charge, not to take tokens;
in the décharge, to give some and not to get any; what the others still to come will throw is taken
to be what a player throws who minds only the order of the hands; ties count half. It announces
*le bon* where that promises more. As the leader it stands when the others, with as many throws as
it made, are less likely to catch up than it is to improve. It ignores what a token is worth (the
first one and the last one are), who gets the tokens it gives, the halves already won, and the hand
that will be best when it is the worst.
"""

from collections.abc import Sequence

from arcade.engine import Bot, Chance, Offer, offered
from arcade.games.le421.bots.odds import (
    PLACES,
    Kept,
    Plan,
    Rethrow,
    Worth,
    behind,
    first_throw,
    rethrow,
    ways,
    ways_to_come,
)
from arcade.games.le421.rules.actions import Action, Roll, Stop
from arcade.games.le421.rules.hands import NENETTE, ORDERS, Order, rank, worth
from arcade.games.le421.rules.state import View

STANDS_ON = 321
"""The last hand that is worth two tokens."""

PASSABLE = 651
"""A hand good enough to stand on in the charge after two throws."""


class Simple(Bot):
    """Keeps 4-2-1, aces and pairs, and stands on a named hand."""

    name = "simple"

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:
        if not view.throws or view.rank is None:
            return Roll()
        may_stop = offered(offers, Stop)
        if may_stop and _good_enough(view, view.rank, view.options.order):
            return Stop()
        return rethrow(offers, Rethrow(_keep(view.dice)))


def _good_enough(view: View, hand_rank: int, order: Order) -> bool:
    passable = view.phase == "charge" and view.throws > 1 and hand_rank <= rank(PASSABLE, order)
    return passable or hand_rank <= rank(STANDS_ON, order)


def _keep(dice: tuple[int, ...]) -> Kept:
    of_421 = sorted({1, 2, 4} & {*dice})
    aces = (1,) * min(dice.count(1), 2)
    pairs = [(face, face) for face in range(6, 0, -1) if dice.count(face) > 1]
    if len(aces) == 2:
        return aces
    if len(of_421) > 1:
        return tuple(of_421[:2])
    return aces or next(iter(pairs), ())


class Good(Bot):
    name = "good"

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:
        def plan() -> Plan:
            return Plan(_stakes(view), view.most, ways(view), view.throws)

        if not view.throws or view.rank is None:
            return first_throw(view, plan)
        choice = plan().choice(view.rank, view.throws)
        return Stop() if choice is None else rethrow(offers, choice)


def _stakes(view: View) -> Worth:
    """Return the worths, in tokens, of standing on each hand for the seat to act."""
    seat = view.turn or 0
    thrown = [hand_rank for hand_rank in view.ranks if hand_rank is not None]
    to_come = len(view.tokens) - len(view.out) - len(thrown) - 1
    own = view.tokens[seat]
    top, bottom = min(thrown, default=len(PLACES)), max(thrown, default=-1)
    to_follow, order = ways_to_come(view.options), ORDERS[view.options.order]
    stake = max(view.stake, 2)

    def stakes(hand_rank: int, made: int) -> float:
        ahead = behind(view.limit or made, to_follow)[hand_rank]
        best = _half(hand_rank < top, hand_rank == top)
        best *= ahead**to_come
        worst = _half(hand_rank > bottom, hand_rank == bottom)
        worst *= (1 - ahead) ** to_come
        hand = order[hand_rank]
        loss = 2.0 if hand == NENETTE else stake
        # A small regard for the order of the hands decides between equals.
        regard = ahead / 100
        match view.phase:
            case "charge":
                return regard - worst * min(loss, view.pot)
            case "decharge":
                return regard + best * min(worth(view.options, hand, own), own) - worst * loss
            case _:
                return regard + best

    return stakes


def _half(wins: bool, ties: bool) -> float:
    return 1.0 if wins else 0.5 if ties else 0.0
