"""Le 421 in a broad and high picture: the dice, what they are worth beside them, cards below."""

from collections.abc import Callable, Iterable, Sequence

from screens.games.seat_cards import CardStyle
from screens.terminal.rows import EMPTY, Row, beside, row_width
from screens.widgets.dice import SIZES

BROAD, HIGH = 80, 30
"""Cells above which, and rows from which, a picture is composed like this."""
_SIZES = ("colossal", "giant", "huge", "big")
_BESIDE = 5
"""Cells between the dice and what stands beside them."""
_EDGES, _BELOW, _APART = 4, 2, 3
"""Rows left free above and below, below alone, and at most between the dice and the cards."""


def composed(
    board: Callable[[str], list[Row]],
    about: Callable[[int, int], list[Row]],
    above: Callable[[str], list[Row]],
    cards: Iterable[tuple[CardStyle, list[Row]]],
    last: Sequence[Row],
    cells: int,
    height: int,
) -> list[Row]:
    """Put the seats' cards below the dice, both as large as the rows are; nothing without room.

    Dice and the two rows above them are drawn for a size of dice.
    What the last round brought stands below the cards.
    """
    room = height - _EDGES
    for listed, size in ((listed, size) for _, listed in cards for size in _SIZES):
        if 3 + SIZES[size][1] + len(listed) + 1 + len(last) > room:
            continue
        drawn = board(size)
        across = row_width(drawn[0])
        worth = about(cells - across - _BESIDE, len(drawn) - 1)
        drawn = beside(drawn, worth, across, _BESIDE)
        free = room - (2 + len(drawn) + len(listed) + 1 + len(last))
        if free >= 0:
            apart = min(_APART, max(1, free))
            above_all = [EMPTY] * (1 + max(0, free - apart) // 2)
            lines = [*above_all, *above(size), *drawn, *[EMPTY] * apart, *listed, EMPTY, *last]
            return [*lines, *[EMPTY] * (height - _BELOW - len(lines))]
    return []
