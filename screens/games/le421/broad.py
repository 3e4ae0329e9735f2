"""Le 421 in a broad and high picture: large dice, what they are worth beside them, seats below."""

from collections.abc import Callable, Sequence

from rich.cells import cell_len

from screens.terminal.rows import EMPTY, Row, beside, blocks_apart, plain, row_width, wrap
from screens.widgets.dice import SIZES

BROAD, HIGH = 80, 30
"""Cells above which, and rows from which, a picture is composed like this."""
_SIZES = ("vast", "giant", "huge", "big")
DOT = " · "
"""What joins the parts of what a hand is worth in one row."""
_AIRS = (2, 1, 0)
"""Rows of air between two seats."""
_FOOT = 3
"""Rows left free below the last part."""
_GAP, _LIST = 4, 36
"""Cells between the seats and the list of the hands beside them, and the fewest of that list."""


def composed(
    board: Callable[[str], list[Row]],
    about: Callable[[int, int], list[Row]],
    above: Row,
    seats: Sequence[Row],
    last: Sequence[Row],
    cells: int,
    height: int,
) -> list[Row]:
    """Put the seats below the dice, which grow first, then the air between the seats."""
    for size in _SIZES:
        for air in _AIRS:
            listed = [seats[0], *_apart(seats[1:], air)]
            rows = 1 + SIZES[size][1] + 1 + len(listed) + len(last)
            free = height - _FOOT - rows - 4
            if free >= 0 or (size, air) == (_SIZES[-1], _AIRS[-1]):
                drawn = board(size)
                across = row_width(drawn[0])
                worth = about(cells - across, len(drawn) - 1)
                drawn = beside(drawn, worth, across, 0)
                return _spaced([[above], drawn, listed, last], max(0, free))
    return []


def one_a_row(line: Row, cells: int) -> list[Row]:
    """Put what dots join in one row into rows below each other, a long one in two."""
    rows: list[Row] = [EMPTY]
    for piece in line:
        if piece.text.startswith(DOT):
            rows.append((piece._replace(text=piece.text.removeprefix(DOT)),))
        elif row_width((*rows[-1], piece)) > cells:
            rows.append((piece._replace(text=piece.text.strip()),))
        else:
            rows[-1] += (piece,)
    return [part for each in rows for part in wrap(each, cells)]


def with_list(seats: Sequence[Row], hands: Callable[[int], list[Row]], cells: int) -> list[Row]:
    """Put the list of the hands beside the seats, if it has room there."""
    across = max(cell_len(plain(line).rstrip()) for line in seats)
    if cells - across - _GAP < _LIST:
        return list(seats)
    return beside(list(seats), hands(cells - across - _GAP), across, _GAP)


def _apart(lines: Sequence[Row], air: int) -> list[Row]:
    return blocks_apart([[line] for line in lines], air) if air else list(lines)


def _spaced(blocks: Sequence[Sequence[Row]], free: int) -> list[Row]:
    """Put air above each block: one row, and up to two more above the lower ones first."""
    lower = range(len(blocks) - 1, 0, -1)
    airs = [1] * len(blocks)
    for at in [*lower, *lower][:free]:
        airs[at] += 1
    return [
        line for air, block in zip(airs, blocks, strict=True) for line in (*[EMPTY] * air, *block)
    ]
