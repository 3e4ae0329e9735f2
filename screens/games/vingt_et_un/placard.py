"""The large picture of the game on a page: a line of tiles that makes 21."""

from screens.terminal.rows import PieceLike, Row, pad, row
from screens.terminal.seats import seat_mark

_NUMBERS = 4, 8, 9
_TILE, _DOWN = 11, 2
"""Cells of a tile; rows from one tile to the next, which share a row."""


def placard() -> list[Row]:
    """Draw a tile for each number, the next one further right and down: half rows are free above
    and below it.
    """
    last = len(_NUMBERS) - 1
    return [_row(at) for at in range(_DOWN * last + 3)]


def _row(at: int) -> Row:
    pieces: list[PieceLike] = []
    for seat, number in enumerate(_NUMBERS):
        mark, inside = seat_mark(seat), at - _DOWN * seat
        pieces.append(
            {
                0: ("▄" * _TILE, mark.tone),
                1: (pad(str(number), _TILE, "center"), mark.tile),
                2: ("▀" * _TILE, mark.tone),
            }.get(inside, (pad("·" if at % _DOWN else "", _TILE, "center"), "dim"))
        )
    if at == _DOWN * len(_NUMBERS) - 1:
        pieces += [("  = ", "dim"), (str(sum(_NUMBERS)), "gold")]
    return row(*pieces)
