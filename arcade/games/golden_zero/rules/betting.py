"""The two rounds of bidding, Levée and Reine (page § 4, 6 and 8)."""

from collections.abc import Sequence

from msgspec import structs

from arcade.engine import N_, News, clockwise, phrase, put
from arcade.games.golden_zero.rules.actions import Action, Call, Open, Raise, Stand, to_call
from arcade.games.golden_zero.rules.hands import excess
from arcade.games.golden_zero.rules.state import (
    Kind,
    Phase,
    State,
    alive,
    collect,
    in_pots,
    may_bet,
    none_yet,
)


def start(state: State, phase: Phase) -> State:
    """Begin a round of bidding from the button's left; `turn` is None where nobody can bid."""
    bidders = may_bet(state)
    spoken: dict[str, object] = {}
    if phase == "levee" or len(bidders) > 1:
        # The last round with bidding decides who shows first: forgotten only for another one.
        spoken = {"raiser": None, "spoke": None}
    if len(bidders) < 2:
        return close(clear(state, phase=phase, turn=None, **spoken))
    first = _first(clockwise(state.seats, state.button), bidders)
    news = (*state.news, _invitation(state, phase, first))
    return clear(state, phase=phase, turn=first, news=news, **spoken)


def clear(state: State, **changed: object) -> State:
    """Take the bets of a round off the table, with the given changes; `paid` stays."""
    nobody = none_yet(state.seats)
    return structs.replace(
        state,
        bets=(0,) * state.seats,
        raises=0,
        increase=0,
        aggressor=None,
        answered=nobody,
        stood=nobody,
        **changed,
    )


def bid(state: State, seat: int, action: Action) -> State:
    """Do what `check` allows; `turn` is None when the round is over and its excess returned."""
    if type(action) is Open:
        state = _open(state, seat, action.amount)
    elif type(action) is Raise:
        state = _raise(state, seat, action.to)
    elif type(action) is Call:
        state = _call(state, seat)
    elif type(action) is Stand:
        stand = phrase("{seat:@ stands|You stand}.", Kind.STOOD_PAT, seat=seat)
        stood = put(state.stood, seat, True)
        state = structs.replace(state, stood=stood, news=(*state.news, stand))
    else:
        fold = phrase("{seat:@ folds|You fold}.", Kind.FOLDED, seat=seat)
        folded = put(state.folded, seat, True)
        state = collect(state, seat, folded=folded, news=(*state.news, fold))
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
        "{seat:@ takes|You take} back {amount} that nobody called.",
        seat=seat,
        amount=amount,
        chips=amount,
    )


def _invitation(state: State, phase: Phase, first: int) -> News:
    if phase == "levee":
        return phrase(
            "Levée (first bets): {seat:@|you} must open for at least {low}.",
            Kind.LEVEE,
            seat=first,
            low=state.options.levee,
        )
    return phrase(
        "Reine (last bets), {pot} in the pot: {seat:@ opens|you open} for at least {low} or "
        "{seat:folds|fold}.",
        Kind.REINE,
        pot=in_pots(state),
        seat=first,
        low=state.options.reine,
    )


def next_turn(state: State, after: int) -> int | None:
    """Find the next seat: one that must answer, else (*reprise*) one that may bid again."""
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
    for seat in order:
        if seat in among:
            return seat
    raise ValueError(f"none of {among} is among {order}")


def _pay(state: State, seat: int, amount: int, account: News, **changed: object) -> State:
    return structs.replace(
        state,
        stacks=put(state.stacks, seat, state.stacks[seat] - amount),
        bets=put(state.bets, seat, state.bets[seat] + amount),
        paid=put(state.paid, seat, state.paid[seat] + amount),
        news=(*state.news, account),
        **changed,
    )


def _lead(
    state: State, seat: int, amount: int, account: News, increase: int, **changed: object
) -> State:
    """An opening or a full raise: everybody else has to answer, and may raise."""
    nobody = none_yet(state.seats)
    led = {"increase": increase, "aggressor": seat, "answered": nobody, "stood": nobody}
    return _pay(state, seat, amount, account, **led, **changed)


def _open(state: State, seat: int, amount: int) -> State:
    text = N_("{seat:@ opens|You open} for {amount}.")
    if amount == state.stacks[seat]:
        text = N_("{seat:@ opens|You open} all-in for {amount}.")
    return _lead(state, seat, amount, phrase(text, seat=seat, amount=amount, chips=-amount), amount)


def _raise(state: State, seat: int, to: int) -> State:
    by, amount = to - max(state.bets), to - state.bets[seat]
    if by < state.increase:
        short = phrase(
            "{seat:@ goes|You go} all-in, {by} more, to {to}: too little to count as a raise.",
            seat=seat,
            by=by,
            to=to,
            chips=-amount,
        )
        return _pay(state, seat, amount, short)
    n, most = state.raises + 1, state.options.max_raises
    text, kind = N_("{seat:@ raises|You raise} to {to} (+{by}), raise {n} of {most}."), Kind.RAISED
    if amount == state.stacks[seat]:
        text = N_("{seat:@ goes|You go} all-in to {to} (+{by}), raise {n} of {most}.")
        kind = Kind.ALL_IN
    account = phrase(text, kind, seat=seat, by=by, to=to, n=n, most=most, chips=-amount)
    return _lead(state, seat, amount, account, by, raises=n, raiser=seat)


def _call(state: State, seat: int) -> State:
    amount = min(to_call(state, seat), state.stacks[seat])
    text, kind = N_("{seat:@ calls|You call} {amount}."), Kind.CALLED
    if amount == state.stacks[seat]:
        text, kind = N_("{seat:@ calls|You call} all-in with {amount}."), Kind.ALL_IN
    return _pay(state, seat, amount, phrase(text, kind, seat=seat, amount=amount, chips=-amount))
