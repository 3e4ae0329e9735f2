"""The actions of Golden Zero, and when they are legal: offers and refusals."""

from arcade.engine import GameAction, IllegalAction, Offer
from arcade.games.golden_zero.rules.dealing import has_cards
from arcade.games.golden_zero.rules.state import State


class Open(GameAction, frozen=True, tag="open"):
    amount: int


class Call(GameAction, frozen=True, tag="call"):
    """Match the highest bet, with the whole stack if it is too short."""


class Raise(GameAction, frozen=True, tag="raise"):
    """Raise the bet of this round to a total."""

    to: int


class Fold(GameAction, frozen=True, tag="fold"):
    """Give the hand up."""


class Stand(GameAction, frozen=True, tag="stand"):
    """Leave equal bets as they are."""


class Card(GameAction, frozen=True, tag="card"):
    """Take an open card."""


class Stay(GameAction, frozen=True, tag="stay"):
    """Take no more cards."""


class LastHand(GameAction, frozen=True, tag="last-hand"):
    """Announce that the next hand is the last."""


class Deal(GameAction, frozen=True, tag="deal"):
    """Have the next hand dealt."""


Bid = Open | Call | Raise | Fold | Stand
Action = Bid | Card | Stay | LastHand | Deal

_CALL, _FOLD, _STAND = Offer(Call()), Offer(Fold()), Offer(Stand())
_CARD, _STAY = Offer(Card()), Offer(Stay())
_LAST_HAND, _DEAL = Offer(LastHand()), Offer(Deal())


def offers(state: State, seat: int) -> tuple[Offer, ...]:
    if state.phase == "over" or not 0 <= seat < state.seats or state.out[seat]:
        return ()
    offered: tuple[Offer, ...] = ()
    if state.phase == "result":
        offered = (_DEAL,)
    elif state.turn == seat:
        offered = _draws(state) if state.phase == "choix" else _bids(state, seat)
    return (*offered, _LAST_HAND) if may_announce(state) else offered


def check(state: State, seat: int, action: Action) -> None:
    if not 0 <= seat < state.seats:
        raise IllegalAction("no-such-seat", "There is no such seat at this table.", 0)
    if state.phase == "over":
        raise IllegalAction("over", "The game is over.", 13)
    if state.out[seat]:
        raise IllegalAction("out", "Whoever has no chips left is out of the game.", 13)
    kind = type(action)
    if kind is LastHand:
        _check_announcement(state)
    elif kind is Deal:
        if state.phase != "result":
            raise IllegalAction("hand-not-over", "This hand is not over yet.", 3)
    else:
        _check_turn(state, seat)
        if kind is Card or kind is Stay:
            _check_choix(state, kind)
        else:
            _check_bid(state, seat, action)


def _draws(state: State) -> tuple[Offer, ...]:
    return (_CARD, _STAY) if has_cards(state) else (_STAY,)


def _bids(state: State, seat: int) -> tuple[Offer, ...]:
    opening = open_span(state, seat)
    if opening is not None:
        offer = Offer(Open(opening[0]), "amount", *opening)
        return (_FOLD, offer) if state.phase == "reine" else (offer,)
    answers = (_FOLD, _CALL) if to_call(state, seat) else (_STAND,)
    raising = raise_span(state, seat)
    if raising is None:
        return answers
    return (*answers, Offer(Raise(raising[0]), "to", *raising))


def may_announce(state: State) -> bool:
    """Return whether the last hand can be announced."""
    ends_anyway = state.final is not None and state.hand + 1 >= state.final
    return not state.last_hand and not ends_anyway


def _check_announcement(state: State) -> None:
    if state.last_hand:
        raise IllegalAction("already-announced", "The last hand is announced already.", 13)
    if not may_announce(state):
        raise IllegalAction(
            "ends-anyway", "The game ends with hand {n} anyway.", 13, n=state.final or 0
        )


def _check_turn(state: State, seat: int) -> None:
    if state.turn is None:
        raise IllegalAction("between-hands", "The hand is over: deal the next one.", 3)
    if state.turn != seat:
        raise IllegalAction("not-your-turn", "It is the turn of {seat:seat}.", 6, seat=state.turn)


def _check_choix(state: State, kind: type[Action]) -> None:
    if state.phase != "choix":
        raise IllegalAction("no-cards-now", "Cards are taken in the Choix, not while bidding.", 8)
    if kind is Card and not has_cards(state):
        raise IllegalAction("no-card-left", "No cards are left: stand.", 8)


Span = tuple[int, int]
"""The lowest and the highest amount allowed."""


def minimum(state: State) -> int:
    """Return the least opening of this round: twice the Droit, in the Reine four times."""
    return state.options.levee if state.phase == "levee" else state.options.reine


def to_call(state: State, seat: int) -> int:
    """Return the difference of a seat's bet to the highest one; its stack may be less."""
    return max(state.bets) - state.bets[seat]


def standing(state: State) -> bool:
    return state.aggressor is not None and state.turn is not None and not to_call(state, state.turn)


def open_span(state: State, seat: int) -> Span | None:
    """Return the amounts a seat may open for, None in an open round; short stacks go all-in."""
    if state.aggressor is not None:
        return None
    return min(minimum(state), state.stacks[seat]), state.stacks[seat]


def raise_span(state: State, seat: int) -> Span | None:
    """Return the totals a seat may raise to, None where it may not; short stacks go all-in."""
    if not may_raise(state, seat):
        return None
    most = state.bets[seat] + state.stacks[seat]
    return min(max(state.bets) + state.increase, most), most


def _check_bid(state: State, seat: int, action: Action) -> None:
    if state.phase == "choix":
        raise IllegalAction(
            "no-bids-now", "In the Choix you take a card or stand; nobody bids or folds.", 8
        )
    if type(action) is Open:
        _check_open(state, seat, action.amount)
    elif type(action) is Raise:
        _check_raise(state, seat, action.to)
    elif type(action) is Fold:
        _check_fold(state, seat)
    else:
        _check_answer(state, seat, type(action))


def _check_open(state: State, seat: int, amount: int) -> None:
    span = open_span(state, seat)
    if span is None:
        raise IllegalAction("already-open", "The bidding is open already: call, raise or fold.", 6)
    if amount < span[0]:
        raise IllegalAction(
            "open-too-low",
            "Open for at least {low} here.",
            6 if state.phase == "levee" else 10,
            low=span[0],
        )
    _check_most(amount, span[1])


def _check_raise(state: State, seat: int, to: int) -> None:
    span = raise_span(state, seat)
    if span is None:
        raise _no_raise(state, seat)
    low, high = span
    if to < low:
        raise IllegalAction(
            "raise-too-low",
            "A raise adds at least {increase} to the highest bet: here it goes to {low}.",
            6,
            increase=state.increase,
            low=low,
        )
    _check_most(to, high)


def _check_most(amount: int, most: int) -> None:
    if amount > most:
        raise IllegalAction(
            "beyond-stack",
            "Nobody bets more than the stack in front of them: at most {most} here.",
            12,
            most=most,
        )


def may_raise(state: State, seat: int) -> bool:
    """Return whether a seat may raise at all."""
    if state.aggressor is None or state.raises >= state.options.max_raises:
        return False
    owed = to_call(state, seat)
    return state.stacks[seat] > owed and not (owed and state.answered[seat])


def _no_raise(state: State, seat: int) -> IllegalAction:
    """Return why a seat may not raise."""
    owed = to_call(state, seat)
    if state.aggressor is None:
        return _not_open()
    if state.raises >= state.options.max_raises:
        return IllegalAction(
            "no-more-raises",
            "Raises in a round of bidding: {most} at most; call or fold.",
            6,
            most=state.options.max_raises,
        )
    if owed and state.answered[seat]:
        return IllegalAction(
            "not-reopened",
            "After an all-in of less than a raise, whoever has already answered may not raise.",
            12,
        )
    return IllegalAction(
        "nothing-to-raise-with",
        "Calling takes all your chips: {n} are left.",
        12,
        n=state.stacks[seat],
    )


def _check_answer(state: State, seat: int, kind: type[Action]) -> None:
    if state.aggressor is None:
        raise _not_open()
    owed = to_call(state, seat)
    if kind is Call and not owed:
        raise IllegalAction("nothing-to-call", "All bets are equal: stand, or raise again.", 7)
    if kind is Stand and owed:
        raise IllegalAction("no-checking", "There is no checking: you have {n} to call.", 6, n=owed)


def _check_fold(state: State, seat: int) -> None:
    if state.aggressor is None and state.phase == "levee":
        raise IllegalAction(
            "must-open", "Whoever speaks first in the Levée must open and cannot fold.", 6
        )
    if state.aggressor is not None and not to_call(state, seat):
        raise IllegalAction("nothing-to-fold", "All bets are equal: stand, or raise again.", 7)


def _not_open() -> IllegalAction:
    return IllegalAction("not-open", "Nobody has opened the bidding yet.", 6)
