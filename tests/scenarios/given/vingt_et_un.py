"""A state of 21 from named fields."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.state import State
from tests.scenarios.given.fields import with_plain


def build(state: State, fields: Mapping[str, Any]) -> State:
    """Replace board, round, turn, hands, series or scores; derive what follows of the board."""
    new: State = with_plain(state, fields)
    if "board" not in fields or not new.board:
        return new
    last = max(new.board, key=lambda square: new.board[square].order)
    lines = placing.made(new.board, last, placing.runs(new.board, last))
    spots = placing.spots(new.board)
    return replace(new, last=last, lines=lines, spots=spots, rooms=placing.rooms_of(spots))
