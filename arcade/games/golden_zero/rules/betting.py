"""The two rounds of bidding, Levée and Reine (page § 4, 6 and 8)."""

from collections.abc import Sequence

from msgspec import structs

from arcade.engine.errors import IllegalAction
from arcade.engine.news import News, told
from arcade.engine.seats import clockwise, put
from arcade.engine.words import N_
from arcade.games.golden_zero.rules.pots import excess
from arcade.games.golden_zero.rules.state import (
    Call,
    Fold,
    Open,
    Phase,
    Raise,
    Stand,
    State,
    able,
    alive,
    collect,
    none_yet,
    pots,
    tell,
)

Span = tuple[int, int]
"""The lowest and the highest amount allowed."""


def start(state: State, phase: Phase) -> State:
    """Begin a round of bidding from the button's left; `turn` is None where nobody can bid."""
    state = structs.replace(clear(state), phase=phase, turn=None, **_nobody_spoke(state, phase))
    bidders = able(state)
    if len(bidders) < 2:
        return close(state)
    first = _first(clockwise(state.seats, state.button), bidders)
    return tell(structs.replace(state, turn=first), _invitation(state, phase, first))


def clear(state: State) -> State:
    """Take the bets of a round off the table: what is paid stays paid."""
    nobody = none_yet(state.seats)
    return structs.replace(
        state,
        bets=(0,) * state.seats,
        raises=0,
        increase=0,
        aggressor=None,
        answered=nobody,
        stood=nobody,
    )


def minimum(state: State) -> int:
    """Give the least opening of this round: twice the Droit, in the Reine four times."""
    return state.options.levee if state.phase == "levee" else state.options.reine


def to_call(state: State, seat: int) -> int:
    """Give what a seat's bet is short of the highest one; its stack may be less."""
    return max(state.bets) - state.bets[seat]


def standing(state: State) -> bool:
    """Say whether bets are equal and the seat in turn may only raise again or stand."""
    return state.aggressor is not None and state.turn is not None and not to_call(state, state.turn)


def open_span(state: State, seat: int) -> Span | None:
    """Give what a seat may open for, None where the round is open; short stacks go all-in."""
    if state.aggressor is not None:
        return None
    return min(minimum(state), state.stacks[seat]), state.stacks[seat]


def raise_span(state: State, seat: int) -> Span | None:
    """Give the totals a seat may raise to, None where it may not; short stacks go all-in."""
    if _no_raise(state, seat) is not None:
        return None
    most = state.bets[seat] + state.stacks[seat]
    return min(max(state.bets) + state.increase, most), most


def check(state: State, seat: int, action: Open | Call | Raise | Fold | Stand) -> None:
    """Refuse what the seat in turn may not do in this round."""
    match action:
        case Open(amount):
            _check_open(state, seat, amount)
        case Raise(to):
            _check_raise(state, seat, to)
        case Call() | Stand():
            _check_answer(state, seat, action)
        case Fold():
            _check_fold(state, seat)


def bid(state: State, seat: int, action: Open | Call | Raise | Fold | Stand) -> State:
    """Do what `check` allows; `turn` is None when the round is over and its excess returned."""
    match action:
        case Open(amount):
            state = _open(state, seat, amount)
        case Raise(to):
            state = _raise(state, seat, to)
        case Call():
            state = _call(state, seat)
        case Stand():
            stood = put(state.stood, seat, True)
            state = tell(
                structs.replace(state, stood=stood), told("{seat:seat} stands.", seat=seat)
            )
        case Fold():
            folded = put(state.folded, seat, True)
            state = collect(structs.replace(state, folded=folded), seat)
            state = tell(state, told("{seat:seat} folds.", seat=seat))
    answered = put(state.answered, seat, True)
    state = structs.replace(state, spoke=seat, answered=answered)
    state = structs.replace(state, turn=next_turn(state, seat))
    return close(state) if state.turn is None else state


def close(state: State) -> State:
    """Give back what nobody matched (page § 8)."""
    seat, amount = excess(state.paid)
    if not amount:
        return state
    state = structs.replace(
        state,
        stacks=put(state.stacks, seat, state.stacks[seat] + amount),
        paid=put(state.paid, seat, state.paid[seat] - amount),
    )
    return tell(
        state,
        told("{seat:seat} takes back {amount} that nobody called.", seat=seat, amount=amount),
    )


def _nobody_spoke(state: State, phase: Phase) -> dict[str, None]:
    """The last round with bidding decides who shows first: forget it only if there is another."""
    fresh = phase == "levee" or len(able(state)) > 1
    return {"raiser": None, "spoke": None} if fresh else {}


def _invitation(state: State, phase: Phase, first: int) -> News:
    if phase == "levee":
        return told(
            "Levée: {seat:seat} must open for at least {low}.", seat=first, low=state.options.levee
        )
    return told(
        "Reine, {pot} in the pot: {seat:seat} opens for at least {low} or folds.",
        pot=sum(pot.amount for pot in pots(state)),
        seat=first,
        low=state.options.reine,
    )


def next_turn(state: State, after: int) -> int | None:
    """Find who speaks next: who must answer, then who may bid again (*reprise*), else nobody."""
    bidders = able(state)
    order = clockwise(state.seats, after)
    if len(alive(state)) < 2:
        return None
    if state.aggressor is None:
        return _first(order, bidders) if len(bidders) > 1 else None
    owing = [seat for seat in bidders if to_call(state, seat)]
    if owing:
        return _first(order, owing)
    if not state.options.reprise or state.raises >= state.options.max_raises or len(bidders) < 2:
        return None
    content = [seat for seat in bidders if not state.stood[seat]]
    return _first(clockwise(state.seats, state.aggressor), content) if content else None


def _first(order: Sequence[int], among: Sequence[int]) -> int:
    return next(seat for seat in order if seat in among)


def _pay(state: State, seat: int, amount: int) -> State:
    return structs.replace(
        state,
        stacks=put(state.stacks, seat, state.stacks[seat] - amount),
        bets=put(state.bets, seat, state.bets[seat] + amount),
        paid=put(state.paid, seat, state.paid[seat] + amount),
    )


def _lead(state: State, seat: int, increase: int) -> State:
    """An opening or a full raise: everybody else has to answer, and may raise."""
    nobody = none_yet(state.seats)
    return structs.replace(state, increase=increase, aggressor=seat, answered=nobody, stood=nobody)


def _open(state: State, seat: int, amount: int) -> State:
    state = _lead(_pay(state, seat, amount), seat, amount)
    if state.stacks[seat]:
        return tell(state, told("{seat:seat} opens for {amount}.", seat=seat, amount=amount))
    return tell(state, told("{seat:seat} opens all-in for {amount}.", seat=seat, amount=amount))


def _raise(state: State, seat: int, to: int) -> State:
    by = to - max(state.bets)
    full = by >= state.increase
    state = _pay(state, seat, to - state.bets[seat])
    if not full:
        return tell(
            state,
            told(
                "{seat:seat} goes all-in, {by} more, to {to}: too little to count as a raise.",
                seat=seat,
                by=by,
                to=to,
            ),
        )
    state = structs.replace(_lead(state, seat, by), raises=state.raises + 1, raiser=seat)
    data = {"seat": seat, "by": by, "to": to, "n": state.raises, "most": state.options.max_raises}
    if state.stacks[seat]:
        return tell(state, told("{seat:seat} raises by {by} to {to}, raise {n} of {most}.", **data))
    return tell(
        state, told("{seat:seat} raises all-in by {by} to {to}, raise {n} of {most}.", **data)
    )


def _call(state: State, seat: int) -> State:
    amount = min(to_call(state, seat), state.stacks[seat])
    state = _pay(state, seat, amount)
    if state.stacks[seat]:
        return tell(state, told("{seat:seat} calls {amount}.", seat=seat, amount=amount))
    return tell(state, told("{seat:seat} calls all-in with {amount}.", seat=seat, amount=amount))


def _check_open(state: State, seat: int, amount: int) -> None:
    span = open_span(state, seat)
    if span is None:
        raise IllegalAction(
            "already-open", N_("The bidding is open already: call, raise or fold."), 6
        )
    if amount < span[0]:
        raise IllegalAction(
            "open-too-low",
            N_("An opening here takes at least {low}."),
            6 if state.phase == "levee" else 10,
            low=span[0],
        )
    _check_most(amount, span[1])


def _check_raise(state: State, seat: int, to: int) -> None:
    refusal = _no_raise(state, seat)
    if refusal is not None:
        raise refusal
    low, high = raise_span(state, seat) or (0, 0)
    if to < low:
        raise IllegalAction(
            "raise-too-low",
            N_("A raise adds at least {increase} to the highest bet: here it goes to {low}."),
            6,
            increase=state.increase,
            low=low,
        )
    _check_most(to, high)


def _check_most(amount: int, most: int) -> None:
    if amount > most:
        raise IllegalAction(
            "beyond-stack",
            N_("Nobody bets more than the stack in front of them: at most {most} here."),
            12,
            most=most,
        )


def _no_raise(state: State, seat: int) -> IllegalAction | None:
    """Say why a seat may not raise at all, None where it may."""
    owed = to_call(state, seat)
    if state.aggressor is None:
        return _not_open()
    if state.raises >= state.options.max_raises:
        return IllegalAction(
            "no-more-raises",
            N_("A round of bidding takes at most {most} raises."),
            6,
            most=state.options.max_raises,
        )
    if owed and state.answered[seat]:
        return IllegalAction(
            "not-reopened",
            N_("After an all-in of less than a raise, who has answered already may not raise."),
            12,
        )
    if state.stacks[seat] <= owed:
        return IllegalAction(
            "nothing-to-raise-with",
            N_("Calling takes all the chips left: there are {n}."),
            12,
            n=state.stacks[seat],
        )
    return None


def _check_answer(state: State, seat: int, action: Call | Stand) -> None:
    if state.aggressor is None:
        raise _not_open()
    owed = to_call(state, seat)
    if isinstance(action, Call) and not owed:
        raise IllegalAction("nothing-to-call", N_("All bets are equal: stand, or raise again."), 7)
    if isinstance(action, Stand) and owed:
        raise IllegalAction(
            "no-checking", N_("There is no checking: {n} are to be called."), 6, n=owed
        )


def _check_fold(state: State, seat: int) -> None:
    if state.aggressor is None and state.phase == "levee":
        raise IllegalAction(
            "must-open", N_("Who speaks first in the Levée must open and cannot fold."), 6
        )
    if state.aggressor is not None and not to_call(state, seat):
        raise IllegalAction("nothing-to-fold", N_("All bets are equal: stand, or raise again."), 7)


def _not_open() -> IllegalAction:
    return IllegalAction("not-open", N_("Nobody has opened the bidding yet."), 6)
