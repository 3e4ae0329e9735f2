"""Le 421 in a broad and high picture: dice as large as there is room, all else in rows below."""

from collections.abc import Callable, Sequence

from rich.cells import cell_len

from screens.terminal.rows import EMPTY, Row, beside, plain, rows_apart
from screens.widgets.dice import SIZES

BROAD, HIGH = 80, 30
"""Cells above which, and rows from which, a picture is composed like this."""
_SIZES = ("colossal", "vast", "giant", "huge", "big")
_FOOT = 3
"""Rows left free below the last part."""
_GAP, _LIST = 4, 36
"""Cells between the seats and the list of the hands beside them, and the fewest of that list."""


def composed(
    board: Callable[[str], list[Row]],
    above: Sequence[Row],
    parts: Sequence[Sequence[Row]],
    seats: Sequence[Row],
    last: Sequence[Row],
    height: int,
) -> list[Row]:
    """Put the parts below each other: the dice grow first, then the seats, then the air."""
    most, others = height - _FOOT, [part for part in (above, *parts, last) if part]
    for size in _SIZES:
        for listed in (_apart(seats), seats):
            rows = SIZES[size][1] + 1 + len(listed) + sum(map(len, others))
            free = most - rows - len(others) - 2
            if free >= 0 or (size, listed) == (_SIZES[-1], seats):
                blocks = [above, board(size), *parts, listed, last]
                return _spaced([block for block in blocks if block], max(0, free))
    return []


def with_list(seats: Sequence[Row], hands: Callable[[int], list[Row]], cells: int) -> list[Row]:
    """Put the list of the hands beside the seats, if it has room there."""
    across = max(cell_len(plain(line).rstrip()) for line in seats)
    if cells - across - _GAP < _LIST:
        return list(seats)
    return beside(list(seats), hands(cells - across - _GAP), across, _GAP)


def _apart(seats: Sequence[Row]) -> list[Row]:
    """Return head and seats with a row of air between two seats."""
    head, *rest = seats
    return [head, *rows_apart(rest)]


def _spaced(blocks: Sequence[Sequence[Row]], free: int) -> list[Row]:
    """Put air above each block: one row, and another one above the lower ones first."""
    wider = set(sorted(range(1, len(blocks)), reverse=True)[:free])
    return [
        line for at, block in enumerate(blocks) for line in (*[EMPTY] * (1 + (at in wider)), *block)
    ]
