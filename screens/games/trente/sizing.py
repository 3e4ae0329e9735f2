"""How large a turn of Trente is drawn: its dice and the way to the sum."""

from collections.abc import Sequence
from typing import NamedTuple

from screens.terminal.rows import EMPTY, Row, stacked
from screens.widgets.dice import SIZES

APART = 5
"""Cells between thrown dice and the kept ones beside them."""


class Sizing(NamedTuple):
    """A size of the dice, the kept ones beside the thrown, and rows of the way to go."""

    size: str
    line: int

    @property
    def parts(self) -> tuple[int, ...]:
        """The rows of the parts while somebody chooses: caption, dice, way to go."""
        parts = (1, SIZES[self.size][1] + 1, self.line)
        return tuple(rows for rows in parts if rows)

    def fits(self, width: int, rows: int) -> bool:
        """Whether it fits, each part with a free row below it."""
        gap = 2 if self.size == "huge" else 1
        cells = 1 + 6 * SIZES[self.size][0] + 4 * gap + APART
        return cells <= width and sum(self.parts) + len(self.parts) <= rows

    def apart(self, rows: int) -> int:
        """Return the free rows between two parts where there are so many rows."""
        used, parts, most = sum(self.parts), len(self.parts), 3 if self in BROAD else 2
        return next((free for free in range(most, 1, -1) if used + free * parts <= rows), 1)

    def high(self, rows: int) -> int:
        """Return the rows of a move where there are so many for it and what is free below it."""
        return sum(self.parts) + self.apart(rows) * (len(self.parts) - 1)

    def placed(self, blocks: Sequence[Sequence[Row]], rows: int, close: bool = False) -> list[Row]:
        """Put the blocks of a move below each other, in as many rows as those of a choice take.

        `close`: in as many as they need.
        """
        high, filled = self.high(rows), [block for block in blocks if block]
        free, lines = high - sum(map(len, filled)), list[Row]()
        for at, block in enumerate(filled):
            share = -(-free // (len(filled) - at))  # what is left over comes first
            apart = max(1, min(self.apart(rows), share)) if at else 0
            free -= apart
            lines += [*[EMPTY] * apart, *block]
        lines = lines[: rows - 1]
        if close:
            return lines
        return [*lines, *[EMPTY] * (high - len(lines))]


WHOLE_SIZINGS = Sizing("huge", 2), Sizing("big", 2), Sizing("big", 1)
"""Those of a picture that has all columns of a terminal, from the highest to the lowest."""


def close(blocks: Sequence[Sequence[Row]], rows: int, asked: bool) -> list[Row]:
    """Put the blocks of a move in so many rows, if need be two without a row between.

    These are the last two, or where somebody is `asked`, the first one right above the last.
    """
    filled = [block for block in blocks if block]
    if len(filled) > 1 and len(stacked(filled, rows)) > rows:
        if asked and len(filled) > 2:
            filled.insert(-1, filled.pop(0))
        filled[-2:] = [[*filled[-2], *filled[-1]]]
    lines = stacked(filled, rows)[:rows]
    return [*lines, *[EMPTY] * (rows - len(lines))]


_SIZINGS = (
    Sizing("huge", 2),
    Sizing("big", 2),
    Sizing("medium", 2),
    Sizing("medium", 1),
    Sizing("medium", 0),
    Sizing("small", 1),
    Sizing("small", 0),
)
"""From the largest to the smallest; where rows lack, the way goes first, which the caption says."""
BROAD = Sizing("huge", 3), Sizing("big", 3)
"""Those above the seats' cards."""


def fitted(width: int, rows: int, sizings: Sequence[Sizing] = _SIZINGS) -> Sizing:
    return next((sizing for sizing in sizings if sizing.fits(width, rows)), sizings[-1])


def first_that_fits(rows: int, *ways: Sequence[Sequence[Row]]) -> Sequence[Sequence[Row]]:
    """Return the first of several ways to draw a move that fits with a row between its blocks."""
    return next((blocks for blocks in ways if len(stacked(blocks, 0)) <= rows), ways[-1])
