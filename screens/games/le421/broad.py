"""Le 421 in a broad and high picture: the dice, what they are worth beside them, cards below."""

from collections.abc import Callable, Iterable, Sequence

from screens.games.seat_cards import CardStyle
from screens.terminal.rows import EMPTY, Row, beside, row_width, stacked, wrap
from screens.widgets.dice import SIZES

BROAD, HIGH = 80, 30
"""Cells above which, and rows from which, a picture is composed like this."""
_SIZES = ("giant", "huge", "big")
DOT = " · "
"""What joins the parts of what a hand is worth in one row."""
_BESIDE = 5
"""Cells between the dice and what stands beside them."""
_EDGES, _APART = 4, 4
"""Rows left free above and below, and at most between the dice and the cards."""


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
    What the last round brought stands below the cards; as much air is above the dice, between them
    and the cards, and below all.
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
            apart = max(1, min(_APART, (free + 1) // 3))
            return stacked([[*above(size), *drawn], [*listed, EMPTY, *last]], room, apart)
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
