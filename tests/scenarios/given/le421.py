"""A state of Le 421 from named fields."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import structs

from arcade.games.le421.rules import rounds
from arcade.games.le421.rules.state import State
from tests.scenarios.given.fields import with_plain


def build(state: State, fields: Mapping[str, Any]) -> State:
    """Replace named fields; pot, leader, turn, limit and throws follow where not named.

    Hands were made in as many throws as the limit says.

    Tokens named without the pot leave the rest in the pot (none outside the charge). Who leads
    does not follow from the tokens (within a décharge it is the last round's loser): without
    a named leader or turn it is the seat of the set-up or, where that one sits the décharge
    out, the next that plays. Raises `msgspec.ValidationError` for a décharge in which nobody
    holds a token, or a belle that is nobody's.
    """
    state = with_plain(
        state, {"manches_won" if name == "score" else name: fields[name] for name in fields}
    )
    if "made" not in fields:
        throws = state.limit or 1
        state = structs.replace(
            state, made=tuple(0 if hand is None else throws for hand in state.hands)
        )
    if state.phase == "over":
        won = {"winners": state.winners} if "winners" in fields else {}
        return structs.replace(rounds.over(state), news=(), **won)
    if "pot" not in fields and {"tokens", "phase"} & set(fields):
        charge = state.phase == "charge"
        rest = max(0, state.options.pot - sum(state.tokens)) if charge else 0
        state = structs.replace(state, pot=rest)
    if state.phase == "decharge" and not any(state.tokens):
        raise msgspec.ValidationError("in this décharge nobody holds a token")
    if state.phase == "belle" and len(state.playing) == 1:
        raise msgspec.ValidationError("in this belle nobody else has won as much")
    if state.phase == "decharge" and len(state.playing) == 1:
        return rounds.espagnole(structs.replace(state, news=()))
    if "leader" not in fields:
        state = structs.replace(state, leader=_leader(state, fields))
    return _turn(state, fields)


def _leader(state: State, fields: Mapping[str, Any]) -> int:
    """Find who leads: the first of the run of hands, else whose turn it is, else as set up."""
    seats = sorted(state.playing)
    thrown = [index for index, seat in enumerate(seats) if state.hands[seat] is not None]
    for index in thrown:
        if state.hands[seats[index - 1]] is None:
            return seats[index]
    if not thrown and "limit" not in fields and state.turn is not None and "turn" in fields:
        return state.turn
    return next((seat for seat in seats if seat >= state.leader), seats[0])


def _turn(state: State, fields: Mapping[str, Any]) -> State:
    """Derive throws, limit and turn; two throws are not told apart from one by the dice alone."""
    thrown = any(hand is not None for hand in state.hands)
    if "throws" not in fields and state.dice:
        state = structs.replace(state, throws=1)
    if "limit" not in fields and thrown:
        state = structs.replace(state, limit=1)
    if "turn" not in fields:
        waiting = (seat for seat in state.playing if state.hands[seat] is None)
        state = structs.replace(state, turn=next(waiting, state.leader))
    return state
