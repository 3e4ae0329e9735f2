"""Numbers as pictures: a curve with its axis, and a bar of two parts."""

from collections.abc import Sequence

from arcade.club.standings.plot import plot
from screens.terminal.rows import EMPTY, Row, minus, pad, row, spread
from screens.widgets.sheet import headed

AXIS = 7
"""Cells before a curve."""
_STRETCH = 4
"""The most cells of a number in a curve."""
_LOW = 6
"""The most rows of a curve right under its title."""


def charted(
    title: str,
    numbers: Sequence[int],
    cells: int,
    rows: int,
    tone: str,
    first: str = "",
    last: str = "",
) -> list[Row]:
    """Draw numbers as a curve under a title, with the highest and the lowest beside it.

    A high one has the number in the middle too, and a foot that says what the ends are.
    """
    wide = min(_STRETCH * len(numbers), cells - AXIS - 1)
    stretched = [numbers[at * len(numbers) // wide] for at in range(wide)]
    high = rows > _LOW
    drawn = plot(stretched, wide, rows - (2 + bool(last)) * high)
    low, top = min(numbers), max(numbers)
    labels = [minus(top), *[""] * (len(drawn) - 2), minus(low)]
    if high and len(drawn) % 2:
        labels[len(drawn) // 2] = minus((low + top) // 2)
    curve = [
        row((pad(label, AXIS - 1, "right") + " │", "dim"), (text, tone))
        for label, text in zip(labels, drawn, strict=False)
    ]
    foot = row((" " * AXIS + "└" + "─" * wide, "dim"))
    before = row((" " * (AXIS + 1) + first, "dim"))
    ends = [spread(before, row((last, "dim")), AXIS + 1 + wide)] if last else []
    return headed(title, [EMPTY, *curve, foot, *ends] if high else curve, cells)


def versus(ahead: int, behind: int, most: int, cells: int) -> Row:
    """Draw how often somebody was ahead (high) and behind (low); `most` games fill the cells."""
    scale = cells / max(1, most)
    full = min(round(ahead * scale), cells - bool(behind))
    rest = max(round((ahead + behind) * scale) - full, bool(behind))
    return row(("▆" * full, "good"), ("▂" * rest, "dim"))


def signs_of(legend: str) -> Row:
    """Draw a legend of `versus` in its colours."""
    high, _, low = legend.partition(", ")
    return row((high, "good"), (f", {low}", "dim"))
