"""Small plots as text: one character a value, in blocks."""

from collections.abc import Sequence

BLOCKS = "▁▂▃▄▅▆▇█"
"""Marks from almost empty to full."""


def spark(values: Sequence[int], cells: int) -> str:
    """Return one row for the last `cells` values; if all are equal, at half height.

    A single value has no course, and none is drawn. Rows below each other stay apart.
    """
    return "".join(plot(values, cells, 1, BLOCKS[:-2])) if len(values) > 1 else ""


def plot(values: Sequence[int], cells: int, rows: int, marks: str = BLOCKS) -> list[str]:
    """Return columns for the last `cells` values, the lowest one mark high, the highest full.

    Rows are as long as there are values; the first row is the top.
    """
    shown = values[-cells:] if cells > 0 else ()
    if not shown or rows < 1:
        return []
    low, high = min(shown), max(shown)
    most = rows * len(marks)

    def level(value: int) -> int:
        return 1 + round((value - low) * (most - 1) / (high - low)) if high > low else most // 2

    levels = [level(value) for value in shown]
    return [
        "".join(_mark(height, row, marks) for height in levels) for row in reversed(range(rows))
    ]


def _mark(level: int, row: int, marks: str) -> str:
    filled = min(level - row * len(marks), len(marks))
    return marks[filled - 1] if filled > 0 else " "
