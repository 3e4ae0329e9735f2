"""How a hand is played on in a moment: each seat by its own cards, odds looked up, no sampling.

The odds are those of a full deck against rivals who end as `ENDS` says; a seat's hand is known to
the one who plays it, and to nobody else.
"""

from functools import cache
from typing import Any

from arcade.bots.golden_zero.good import BLUFF, CLEAR_GAIN, UNKNOWN, VALUES
from arcade.games.golden_zero import betting
from arcade.games.golden_zero.dealing import has_cards
from arcade.games.golden_zero.readings import best
from arcade.games.golden_zero.state import (
    Call,
    Card,
    Fold,
    Open,
    Raise,
    Stand,
    State,
    Stay,
    alive,
    pots,
)

WARY = 0.4
"""How much every raise of the round makes a seat doubt: who raises has more than a random hand.

Others are taken for people who pay to see."""
MUCH = 0.45
"""A chance to win of more than this is worth a raise."""


def habit(state: State, wary: int) -> Any:
    """Choose for the seat in turn, from its own cards and what everybody sees.

    `wary` is the seat that doubts when others raise.
    """
    seat = 0 if state.turn is None else state.turn
    if state.phase == "choix":
        stay, playing_on = chances(state, seat)
        return Card() if playing_on > stay + CLEAR_GAIN and has_cards(state) else Stay()
    stay, playing_on = chances(state, seat)
    hope = stay if state.phase == "reine" else playing_on
    rivals = len(alive(state)) - 1
    fair = 1 / (rivals + 1)
    pot = sum(one.amount for one in pots(state))
    opening = betting.open_span(state, seat)
    if opening is not None:
        if state.phase == "reine" and hope < 0.7 * fair:
            return Fold()
        return Open(_amount(opening, pot, hope, fair))
    cost = min(betting.to_call(state, seat), state.stacks[seat])
    if seat == wary:
        hope **= 1 + WARY * state.raises
    raising = betting.raise_span(state, seat)
    if raising is not None and state.raises < 2 and hope > max(1.4 * fair, MUCH):
        return Raise(_amount(raising, pot, hope, fair))
    if not cost:
        return Stand()
    risk = 0.25 * cost / (cost + state.stacks[seat] + 1)
    return Call() if hope > cost / (pot + cost) * (1 + risk) else Fold()


def chances(state: State, seat: int) -> tuple[float, float]:
    """Give a seat's chance to win when it stays now, and when it plays on at its best."""
    rivals = len(alive(state)) - 1
    first, second = sorted(state.closed[seat])
    return hope(state.target - sum(state.open[seat]), first, second, rivals)


@cache
def hope(room: int, first: int, second: int, rivals: int) -> tuple[float, float]:
    """Give the chances of a hand with `room` between its open cards and the target.

    The closed cards are given in ascending order. The first chance is for staying, the second
    for taking cards as long as it pays.
    """
    stay = _staying(room, first, second, rivals)
    drawn = sum(hope(room - card, first, second, rivals)[1] for card in _fitting(room))
    return stay, max(stay, drawn / (VALUES - 1))


def _fitting(room: int) -> range:
    """Give the cards that count and do not burn openly; a zero changes nothing but the deck."""
    return range(1, min(VALUES - 1, room) + 1)


def _staying(room: int, first: int, second: int, rivals: int) -> float:
    hand = best((), (first, second), room)
    if hand is None:
        return BLUFF
    tie = 0.35 if hand.garde is None else 0.65
    lost = sum(UNKNOWN[: hand.short]) + (1 - tie) * sum(UNKNOWN[hand.short : hand.short + 1])
    return (1 - lost) ** rivals


def _amount(span: betting.Span, pot: int, hope: float, fair: float) -> int:
    """Give the least, or with a strong hand something like half the pot."""
    low, high = span
    return low if hope < 1.5 * fair else min(high, low + round(pot * hope / 2))
