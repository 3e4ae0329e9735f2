"""A state of The Golden 21 from named fields."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from arcade.games.golden21.rules.state import LIMIT, State, Status, below_21
from arcade.games.golden21.rules.turn import following, has_turn
from tests.scenarios.given.fields import with_plain


def build(state: State, fields: Mapping[str, Any]) -> State:
    """Replace fields of a fresh state by plain values, and derive the others from them.

    Debts give `status`, `reached`, `above` and the sheet's last row; `order` its first seat as
    `keeper` and `turn`; a turn that nobody can have passes on; a bonus or gifts mean "dispose", and
    the bonus counts as won over the account given. 21s of unknown years count as made in the year
    given. Raises `msgspec.ValidationError`.
    """
    names = {name: "trader" if name == "turn" else name for name in fields}
    named = set(fields)
    state = with_plain(state, {names[name]: value for name, value in fields.items()})
    if "order" in named and "keeper" not in named:
        state = replace(state, keeper=state.order[0])
    if "order" in named and "turn" not in named:
        state = replace(state, trader=state.order[0])
    state = _derive_standing(state, named)
    state = _derive_sheet(state, named)
    if "twentyones" in named and "twentyone_years" not in named:
        years = tuple((state.year,) * count for count in state.twentyones)
        state = replace(state, twentyone_years=years)
    if "turn" not in named and not has_turn(state, state.trader) and below_21(state):
        state = replace(state, trader=following(state))
    if "won_over" not in named:
        state = replace(state, won_over=state.accounts[state.trader])
    if "phase" not in named and state.phase != "over":
        waits = state.bonus or state.gifts or state.status[state.trader] == "21"
        state = replace(state, phase="dispose" if waits else "announce")
    return state


def _derive_standing(state: State, named: set[str]) -> State:
    """Derive who stands at 21 or above it; nobody knows who came first, so the order of play."""
    if "debts" in named and "status" not in named:
        state = replace(state, status=tuple(_status(debt) for debt in state.debts))
    if "reached" not in named:
        reached = tuple(seat for seat in state.order if state.status[seat] == "21")
        state = replace(state, reached=reached)
    if "above" not in named:
        above = tuple(seat for seat in state.order if state.debts[seat] > LIMIT)
        state = replace(state, above=above)
    return state


def _derive_sheet(state: State, named: set[str]) -> State:
    """Start the year's columns with the debts given; nothing is known of the years before."""
    if "sheet" not in named and named & {"debts", "year"}:
        empty = ((),) * len(state.debts)
        row = tuple((debt,) for debt in state.debts)
        state = replace(state, sheet=(*(empty,) * (state.year - 1), row))
    if "exponents" not in named:
        raised = tuple(tuple((0,) * len(column) for column in row) for row in state.sheet)
        state = replace(state, exponents=raised)
    return state


def _status(debt: int) -> Status:
    return "in" if debt < LIMIT else "21" if debt == LIMIT else "out"
