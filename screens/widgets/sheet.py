"""What pages are composed of: columns with one top edge, headed blocks, frames.

A terminal of 120 columns has room for a second column. What neither column needs stays dark.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from math import inf

from textual.geometry import Size

from screens.terminal.rows import EMPTY, Row, beside, fit, row, row_width

TERMINAL = 120
"""The fewest columns of a terminal in which pages have a second column."""
BROAD = 150
"""Columns of a terminal from which a page of two columns keeps away from both edges."""
SHEET = 144
"""Cells of a page's text then; its title and its keys begin where the text begins."""
MARGIN = 2
"""Cells before the text, title and keys of a page in any other terminal: the mark of a chosen line
stands in them."""
TALL = 34
"""Rows of a pane from which a page is composed for its whole height."""
WIDE = TERMINAL - 4
"""The fewest cells of a page's pane then."""
SIDE = 46
"""Cells of the second column."""
GAP = 4
"""Cells between two columns."""
_LIFT = 1
"""The most rows above a page in a tall pane, besides the one below its title."""


def split(cells: int, side: int = SIDE) -> tuple[int, int]:
    """Return the cells of the first column and of the second, which has none on a narrow page."""
    return (cells - side - GAP, side) if cells >= WIDE else (cells, 0)


def side_by_side(first: Sequence[Row], second: Sequence[Row], cells: int) -> list[Row]:
    """Put two columns beside each other, the first in `cells` cells."""
    return beside(first, second, cells, GAP)


def headed(title: str, lines: Iterable[Row], cells: int, note: str | Row = "") -> list[Row]:
    """Put a title over a block, with a rule as long as the block is wide."""
    head = row((title, "strong"), " ")
    noted = row((note, "dim")) if isinstance(note, str) else note
    end = row(" ") + noted if noted else EMPTY
    rule = row(("─" * max(0, cells - row_width(head) - row_width(end)), "rule"))
    return [fit(head + rule + end, cells), *lines]


def is_tall(size: Size) -> bool:
    """Return whether a page is composed for the height of such a pane."""
    return size.width >= WIDE and size.height >= TALL


def lift(rows: int, size: Size) -> int:
    """Count the rows above a page of so many rows: in a tall pane it stands a little lower."""
    return min(_LIFT, max(0, size.height - rows)) if is_tall(size) else 0


def middle(rows: Sequence[Row], size: Size) -> list[Row]:
    """Put a page a little below the title of a tall pane."""
    return [*[EMPTY] * lift(len(rows), size), *rows]


def piled(blocks: Iterable[Sequence[Row]], height: int, gap: int = 1) -> list[Row]:
    """Put blocks below each other, blank rows between; one that does not fit is left out."""
    rows: list[Row] = []
    for block in blocks:
        above = [EMPTY] * (gap if rows else 0)
        if block and len(rows) + len(above) + len(block) <= height:
            rows += [*above, *block]
    return rows


def roomy(blocks: Sequence[Sequence[Row]], height: int, most: int = 3) -> list[Row]:
    """Put blocks below each other as `piled` does, with more blank rows between if all fit."""
    full = [block for block in blocks if block]
    spare = height - sum(map(len, full))
    return piled(full, height, max(1, min(most, spare // max(1, len(full) - 1))))


def evenly(
    high: Sequence[int], many: int, gap: int, room: float = inf
) -> Sequence[tuple[int, int]]:
    """Share blocks of so many rows among columns in their order: from which to which each has.

    As evenly as it goes, `gap` rows between two; nothing if a column would be higher than `room`.
    """

    def rows(start: int, end: int) -> int:
        return sum(high[start:end]) + (end - start - 1) * gap

    cuts = combinations(range(1, len(high)), min(many, len(high)) - 1)
    shared = ([*pairwise((0, *cut, len(high)))] for cut in cuts)
    fitting = (parts for parts in shared if max(rows(*part) for part in parts) <= room)
    return min(fitting, key=lambda parts: sum(rows(*part) ** 2 for part in parts), default=[])


def framed(
    title: Row, end: Row, lines: Sequence[Row], cells: int, high: int, tone: str = "rule"
) -> list[Row]:
    """Draw a frame of `high` rows around lines, `title` and `end` in its upper edge.

    What does not fit is cut off; below the last line it is blank.
    """
    head = row(("╭─", tone)) + title
    end = (*end, *row(("─╮", tone)))
    rule = row(("─" * max(0, cells - row_width(head) - row_width(end)), tone))
    side = row(("│", tone))
    inside = [*lines, *[EMPTY] * high][: max(0, high - 2)]
    inner = [(*side, *fit(row(" ") + line, cells - 2), *side) for line in inside]
    return [head + rule + end, *inner, row(("╰" + "─" * (cells - 2) + "╯", tone))]
