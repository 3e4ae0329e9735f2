"""A state of Golden Zero from named fields."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from msgspec import structs

from arcade.engine.chance import Replay
from arcade.engine.seats import clockwise
from arcade.games.golden_zero.rules import betting, choix, showdown
from arcade.games.golden_zero.rules.actions import minimum
from arcade.games.golden_zero.rules.game import go_on
from arcade.games.golden_zero.rules.state import State, alive, collect
from tests.scenarios.given.fields import with_plain

MARKS = ("folded", "burned", "out")
"""Fields that may be given as one yes or no a seat, or as the list of the seats."""


def build(state: State, fields: Mapping[str, Any]) -> State:
    """Replace fields named in the page's *View* or *Seat view*, or any of the state.

    `closed` is a pair a seat. Whatever follows and is not named is derived: who is out or in turn,
    the target, who burned (from `open`), what is carried (from `pots`), what was paid, who opened
    or raised last, how often and by how much (from `bets`), which is the last hand (from
    `last_hand`: the next one). A phase begins anew. Raises `msgspec.ValidationError` for a field
    the state lacks.
    """
    plain = dict(fields)
    on_table = plain.pop("pots", None)
    for name in MARKS:
        if name in plain and not any(isinstance(mark, bool) for mark in plain[name]):
            plain[name] = [seat in plain[name] for seat in range(state.seats)]
    state = with_plain(state, plain)
    if "bets" in plain and "paid" not in plain:
        both = zip(state.paid, state.bets, strict=True)
        state = structs.replace(state, paid=tuple(map(sum, both)))
    if on_table is not None:
        paid = 0 if state.phase in ("result", "over") else sum(state.paid)
        state = structs.replace(state, carry=sum(pot["amount"] for pot in on_table) - paid)
    return _derive(state, set(plain))


def _derive(state: State, named: set[str]) -> State:
    if "target_cards" in named and "target" not in named:
        state = structs.replace(state, target=sum(state.target_cards))
    if "last_hand" in named and "final" not in named:
        final = state.options.hands
        if state.last_hand:
            final = min(final or state.hand + 1, state.hand + 1)
        state = structs.replace(state, final=final)
    elif "final" in named and "last_hand" not in named:
        announced = state.final not in (None, state.options.hands)
        state = structs.replace(state, last_hand=announced)
    state = _seats(state, named)
    match state.phase:
        case "levee" | "reine":
            state = _bidding(state, named)
        case "choix":
            state = _choosing(state, named)
        case _:
            state = structs.replace(betting.clear(state), turn=None)
            if state.phase == "over" and "winners" not in named:
                state = showdown.over(state)
    return structs.replace(state, news=())


def _seats(state: State, named: set[str]) -> State:
    """Derive who is out or has burned, and take their cards away."""
    if "stacks" in named and "out" not in named:
        state = structs.replace(state, out=_out(state))
    if "out" in named and "stacks" not in named:
        left = tuple(0 if gone else n for gone, n in zip(state.out, state.stacks, strict=True))
        state = structs.replace(state, stacks=left)
    after_levee = state.phase in ("choix", "reine")
    if after_levee and "burned" not in named and named & {"open", "target", "target_cards"}:
        above = tuple(sum(cards) > state.target for cards in state.open)
        state = structs.replace(state, burned=above)
    for seat in range(state.seats):
        if (state.folded[seat] or state.burned[seat] or state.out[seat]) and state.open[seat]:
            state = collect(state, seat)
    return state


def _out(state: State) -> tuple[bool, ...]:
    ended = state.phase in ("result", "over")
    return tuple(
        not chips and (ended or not paid)
        for chips, paid in zip(state.stacks, state.paid, strict=True)
    )


def _bidding(state: State, named: set[str]) -> State:
    if not any(state.bets):
        begun = betting.start(state, state.phase)
        if begun.turn is None:
            return go_on(begun, Replay(()))
        kept = {name: getattr(state, name) for name in named & {"turn", "raises"}}
        return structs.replace(begun, **kept)
    highest = max(state.bets)
    leader = next(
        seat for seat in clockwise(state.seats, state.button) if state.bets[seat] == highest
    )
    steps = sorted({0, *state.bets})
    full = [by for low, high in pairwise(steps) if (by := high - low) >= minimum(state)]
    if "raises" in named and len(steps) == 2:
        full = [highest // (state.raises + 1)]
    derived: dict[str, Any] = {
        "aggressor": leader,
        "increase": max(full[-1:], default=minimum(state)),
        "raises": max(0, len(full) - 1),
        "answered": tuple(bet == highest for bet in state.bets),
    }
    derived = {name: value for name, value in derived.items() if name not in named}
    state = structs.replace(state, **derived)
    if "turn" in named:
        return state
    return go_on(structs.replace(state, turn=betting.next_turn(state, leader)), Replay(()))


def _choosing(state: State, named: set[str]) -> State:
    chance = Replay(())
    if len(alive(state)) < 2:
        return go_on(structs.replace(state, turn=None), chance)
    begun = choix.start(state, chance)
    return structs.replace(begun, turn=state.turn) if "turn" in named else begun
