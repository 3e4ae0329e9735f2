"""The two rounds of bidding, Levée and Reine (page § 4, 6 and 8)."""

from collections.abc import Sequence

from msgspec import structs

from arcade.engine import News, clockwise, put, told
from arcade.games.golden_zero.rules.actions import Call, Fold, Open, Raise, Stand, to_call
from arcade.games.golden_zero.rules.hands import excess
from arcade.games.golden_zero.rules.state import (
    Phase,
    State,
    alive,
    collect,
    may_bet,
    none_yet,
    pots,
)


def start(state: State, phase: Phase) -> State:
    """Begin a round of bidding from the button's left; `turn` is None where nobody can bid."""
    state = structs.replace(clear(state), phase=phase, turn=None, **_nobody_spoke(state, phase))
    bidders = may_bet(state)
    if len(bidders) < 2:
        return close(state)
    first = _first(clockwise(state.seats, state.button), bidders)
    return structs.replace(state, turn=first).with_news(_invitation(state, phase, first))


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
            state = structs.replace(state, stood=stood).tell(
                "{seat:@ stands|You stand}.", seat=seat
            )
        case Fold():
            folded = put(state.folded, seat, True)
            state = collect(structs.replace(state, folded=folded), seat)
            state = state.tell("{seat:@ folds|You fold}.", seat=seat)
    answered = put(state.answered, seat, True)
    state = structs.replace(state, spoke=seat, answered=answered, turn=next_turn(state, seat))
    return close(state) if state.turn is None else state


def close(state: State) -> State:
    """Return the part of a bet that nobody matched (page § 8)."""
    seat, amount = excess(state.paid)
    if not amount:
        return state
    state = structs.replace(
        state,
        stacks=put(state.stacks, seat, state.stacks[seat] + amount),
        paid=put(state.paid, seat, state.paid[seat] - amount),
    )
    return state.tell(
        "{seat:@ takes|You take} back {amount} that nobody called.", seat=seat, amount=amount
    )


def _nobody_spoke(state: State, phase: Phase) -> dict[str, None]:
    """The last round with bidding decides who shows first: forget it only if there is another."""
    fresh = phase == "levee" or len(may_bet(state)) > 1
    return {"raiser": None, "spoke": None} if fresh else {}


def _invitation(state: State, phase: Phase, first: int) -> News:
    if phase == "levee":
        return told(
            "Levée (first bets): {seat:@|you} must open for at least {low}.",
            seat=first,
            low=state.options.levee,
        )
    return told(
        "Reine (last bets), {pot} in the pot: {seat:@ opens|you open} for at least {low} or "
        "{seat:folds|fold}.",
        pot=sum(pot.amount for pot in pots(state)),
        seat=first,
        low=state.options.reine,
    )


def next_turn(state: State, after: int) -> int | None:
    """Find who speaks next: who must answer, then who may bid again (*reprise*), else nobody."""
    living = alive(state)
    if len(living) < 2:
        return None
    bidders = [seat for seat in living if state.stacks[seat]]
    order = clockwise(state.seats, after)
    if state.aggressor is None:
        return _first(order, bidders) if len(bidders) > 1 else None
    highest = max(state.bets)
    owing = [seat for seat in bidders if state.bets[seat] < highest]
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
        return state.tell("{seat:@ opens|You open} for {amount}.", seat=seat, amount=amount)
    return state.tell("{seat:@ opens|You open} all-in for {amount}.", seat=seat, amount=amount)


def _raise(state: State, seat: int, to: int) -> State:
    by = to - max(state.bets)
    full = by >= state.increase
    state = _pay(state, seat, to - state.bets[seat])
    if not full:
        return state.tell(
            "{seat:@ goes|You go} all-in, {by} more, to {to}: too little to count as a raise.",
            seat=seat,
            by=by,
            to=to,
        )
    state = structs.replace(_lead(state, seat, by), raises=state.raises + 1, raiser=seat)
    data = {"seat": seat, "by": by, "to": to, "n": state.raises, "most": state.options.max_raises}
    if state.stacks[seat]:
        return state.tell("{seat:@ raises|You raise} to {to} (+{by}), raise {n} of {most}.", **data)
    return state.tell("{seat:@ goes|You go} all-in to {to} (+{by}), raise {n} of {most}.", **data)


def _call(state: State, seat: int) -> State:
    amount = min(to_call(state, seat), state.stacks[seat])
    state = _pay(state, seat, amount)
    if state.stacks[seat]:
        return state.tell("{seat:@ calls|You call} {amount}.", seat=seat, amount=amount)
    return state.tell("{seat:@ calls|You call} all-in with {amount}.", seat=seat, amount=amount)
