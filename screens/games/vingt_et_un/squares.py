"""A square of the board of 21 in cells: a ground, and on it a text or a large number.

A ground is as high as its text, or where a square has two rows half a row higher. Where it has
four, a number of three rows is built of blocks. So tiles touch only where squares have one row.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from arcade.games.vingt_et_un.rules.placing import COLUMNS
from screens.widgets.cards import doubled

EDGE = 3
"""Cells left of the first column at least: a row's number, and a gap."""
HIGH = 4
"""The rows of a square that has room for a large number."""
BARS, _BRACKETS = ("▌", "▐"), ("[", "]")
"""The ends of a tile that stands out: thin bars, half a cell from it, or signs on it."""
PRICE = "field-price"
"""The tone of what a marked square scores."""
_AIRY = 5
"""The cells of a square from which the field has a margin at its left, where tiles end full."""
_QUARTERS = " ▘▝▀▖▌/▛▗\\▐▜▄▙▟█"
"""The signs of a cell by its quarters: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""
_LARGE = 7
"""The cells of a square from which a number of two digits can be built of blocks."""

Pieces = tuple[tuple[str, str], ...]


class Cell(NamedTuple):
    """The size of a square, with the gap after it and what is free of its first row.

    `edge` are the cells before the field. A number of two digits is in the middle of every tile:
    where a square has an even number of cells, a tile begins and ends in the middle of one.
    """

    across: int
    down: int
    edge: int = EDGE

    @property
    def width(self) -> int:
        return self.edge + self.margin + self.across * len(COLUMNS) - self.over

    @property
    def margin(self) -> int:
        return self.across % 2 if _AIRY <= self.across < _LARGE else 0

    @property
    def over(self) -> int:
        """The cells of its gap that the last square of a row has not: large ones need all."""
        return int(self.across >= _LARGE)

    @property
    def full(self) -> int:
        """The cells of a ground, the halves at its ends counted."""
        return self.across - self.across % 2

    @property
    def middle(self) -> int:
        """The row of a square's text."""
        return self.down // 2

    @property
    def last(self) -> tuple[str, str]:
        """The ends of the tile laid last: bars where there is no room for signs, or where it is
        large.
        """
        return BARS if self.full == 2 or self.down == HIGH else _BRACKETS

    def label(self, text: str) -> str:
        """Return a text whose last letter stands where the ones of a number do."""
        return f"{text:>{self.across // 2 + 1}}".ljust(self.across)


class Inks(NamedTuple):
    """What a look lacks: `shaped`, colours; `hatched`, many of them; `square`, half blocks."""

    shaped: bool = False
    hatched: bool = False
    square: bool = False


def inks(appearance: str) -> Inks:
    mono, ascii_only = " mono" in appearance, appearance.endswith("ascii")
    return Inks(mono, mono or " sixteen" in appearance, ascii_only)


class Ground(NamedTuple):
    """The tone of a ground, and of its rim on the field, "" for none.

    `ends` stand at the text's left and right in the tone `marks`, bars and hatches beside all rows.
    """

    tone: str
    rim: str
    ends: tuple[str, str] = ("", "")
    marks: str = ""


@lru_cache(256)
def blank(cell: Cell, text: str, tone: str, marked: bool) -> tuple[Pieces, ...]:
    """Draw a square without a ground, perhaps between the marks of the cursor."""
    label, free = cell.label(text), ((" " * cell.across, "field"),)
    line: Pieces = ((label, tone),)
    if marked:
        last = max(2, cell.full - 1)
        line = (("▸", "field-gold"), (label[1:last], tone), ("◂", "field-gold"))
        line = (*line, (" " * (cell.across - last - 1), "field"))
    return tuple(line if at == cell.middle else free for at in range(cell.down))


@lru_cache(1024)
def filled(
    cell: Cell, ink: Inks, number: str, ground: Ground, large: bool = False
) -> tuple[Pieces, ...]:
    """Draw a square with a ground, but for the gap after it."""
    if cell.full == 2:
        return (_narrow(number, ground), *[((" " * cell.across, "field"),)] * (cell.down - 1))
    digits = number.removesuffix("★")
    text = f"{digits:>{cell.full // 2 + 1}}{number[len(digits) :]}".ljust(cell.full)
    empty = " " * cell.full
    lines: Sequence[str] = [empty, text, empty] if cell.down == HIGH else [text]
    blocks = large and cell.down == HIGH and cell.across >= _LARGE
    if blocks and not (ink.shaped or ink.square) and (built := built_of_blocks(int(digits))):
        tone = ground.tone
        rows: list[Pieces] = [((line, tone), (" ", "field")) for line in built]
        if ground.ends[0] == "▸" and built[1][0] == built[1][-1] == " ":
            rows[1] = ((f"▸{built[1][1:-1]}◂", tone), (" ", "field"))
        top = Ground(tone, ground.marks if ground.ends == BARS else ground.rim)
        return (_top(cell, ink, top, number[len(digits) :]), *rows)
    rows = [_row(cell, ink, line, ground, at == len(lines) // 2) for at, line in enumerate(lines)]
    return tuple(rows) if cell.down == 1 else (_top(cell, ink, ground, ""), *rows)


def _row(cell: Cell, ink: Inks, line: str, ground: Ground, middle: bool) -> Pieces:
    """Draw a whole row of a ground."""
    tone, rim, (first, last), marks = ground
    odd = cell.across % 2
    half = rim and not odd and not ink.square
    left = ("▐", rim) if half else (line[0], tone)
    right = ("▌", rim) if half else (line[-1], tone if odd else "field")
    if line[-1] != " ":
        right = (line[-1], tone)
    if first and (middle or marks):
        left = (first if middle or first in "▌░" else " ", marks if first in "▌░▸" else tone)
    if last and (middle or marks):
        right = (last if middle or last in "▐░" else " ", tone if last == "]" else marks)
    return (left, (line[1:-1], tone), right, *[(" ", "field")] * odd)


def _top(cell: Cell, ink: Inks, ground: Ground, star: str) -> Pieces:
    """Draw the half row that a ground has above its text or number, with a star at its end.

    It is as wide as these, whose ends are half cells where a square has an even number of cells.
    """
    free, inner = " " * (cell.across - cell.full), "▄" * (cell.full - 2)
    if ink.square or not ground.rim or ground.ends in (BARS, _BRACKETS):
        return ((" " * cell.across, "field"),)
    if not free and ground.ends == ("", ""):
        return ((f"▗{inner}▖", ground.rim),)
    return ((f"▄{inner}{star or '▄'}{free}", ground.rim),)


def _narrow(number: str, ground: Ground) -> Pieces:
    """Draw two cells of a ground and the gap after them: a star or a sign is at the left."""
    digits, (first, last) = number.removesuffix("★"), ground.ends
    if first and first not in "▌░▸":
        return ((f"{first}{digits}".ljust(3), ground.tone),)
    sign = "★" if number != digits else first * (first == "░")
    gap = ("▌" if last == "▐" else last, ground.marks) if last else (" ", "field")
    return ((f"{sign}{digits}"[-2:].rjust(2), ground.tone), gap)


_STROKE, _GAP = ["██"] * 5, "  "
"""A 1 in quarters of cells, and what is free beside it."""
_BITS = str.maketrans("█ ", "10")


@lru_cache(32)
def built_of_blocks(value: int) -> tuple[str, ...]:
    """Build a number of blocks in the middle of a large ground, three rows; () without the room.

    A 1 before another digit is one cell wide, and so is one after it where cells lack.
    """
    cells = 2 * (_LARGE - 1)
    tens, ones = divmod(value, 10)
    before = [] if not tens else [_STROKE if tens == 1 else doubled(tens)]
    for last in (doubled(ones), *[_STROKE] * (ones == 1)):
        lines = [_GAP.join(parts) for parts in zip(*before, last, strict=True)]
        spare = cells - len(lines[0])
        if spare > 0:
            whole = [(" " * (spare // 2) + line).ljust(cells) for line in (*lines, "")]
            return tuple(map(_joined, whole[::2], whole[1::2]))
    return ()


def _joined(upper: str, lower: str) -> str:
    """Write two rows of quarters in a row of cells."""
    quarters = (
        lower[at : at + 2][::-1] + upper[at : at + 2][::-1] for at in range(0, len(upper), 2)
    )
    return "".join(_QUARTERS[int(four.translate(_BITS), 2)] for four in quarters)
