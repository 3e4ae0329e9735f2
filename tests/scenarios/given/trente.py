"""A state of Trente from named fields."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from arcade.games.trente.rules import turn
from arcade.games.trente.rules.options import HIGH, LOW, is_low
from arcade.games.trente.rules.state import State
from tests.scenarios.given.fields import with_plain


def build(state: State, fields: Mapping[str, Any]) -> State:
    """Replace named fields; who is dead, the threshold, the targets and the turn follow."""
    state = with_plain(state, fields)
    if state.winners:
        return replace(state, turn=None)
    state = _derive_dead(state, fields)
    state = _derive_turn(state, fields)
    if state.avenging is None and len(state.scores) - len(state.dead) <= 1:
        return turn.end_turn(state)
    if state.kept and "threshold" not in fields and state.threshold is None:
        low = is_low(state.kept[0])
        state = replace(state, threshold=LOW if low else HIGH)
    if state.attack is not None:
        return state if "targets" in fields else turn.aim(state, state.attack)
    return turn.settle(state) if len(state.kept) == 6 else state


def _derive_dead(state: State, fields: Mapping[str, Any]) -> State:
    """Seats below zero are dead; who is dead, or avenges, without a score is one below zero."""
    scores = state.scores
    if "scores" not in fields:
        gone = {*state.dead, state.avenging}
        scores = tuple(-1 if seat in gone else score for seat, score in enumerate(scores))
    below = [seat for seat, score in enumerate(scores) if score < 0]
    dead = [seat for seat in state.dead if seat in below]
    dead += [seat for seat in below if seat not in dead]
    return replace(state, scores=scores, dead=tuple(dead))


def _derive_turn(state: State, fields: Mapping[str, Any]) -> State:
    """Let an avenger act, else a living seat; a turn given beside it is the original attacker's."""
    origin = state.origin
    if "turn" in fields and "origin" not in fields and state.turn not in (None, state.avenging):
        origin = state.turn
    if state.avenging is not None:
        return replace(state, turn=state.avenging, origin=origin)
    if origin in state.dead:
        origin = turn.next_living(state, origin)
    return replace(state, turn=origin, origin=origin)
