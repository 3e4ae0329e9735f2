"""The board as data: a reconstruction, to be replaced should the authentic one be found.

The diagrams of the 1965 rules are lost. What the text says is kept: start squares at the centre,
squares of each colour, squares of 15, 20 and 30, and a middle row which belongs to the upper half.
"""

from collections.abc import Mapping
from functools import cache

PLAN = (
    "3..B...3...P..3",
    ".B..2.....2..P.",
    ".....B.2.P.....",
    "B..B.......P..P",
    ".2..1..1..1..2.",
    "..B..B...P..P..",
    "......b.p......",
    "3.2.1.....1.2.3",
    "......y.g......",
    "..Y..Y...G..G..",
    ".2..1..1..1..2.",
    "Y..Y.......G..G",
    ".....Y.2.G.....",
    ".Y..2.....2..G.",
    "3..Y...3...G..3",
)
"""Lower case: a start square; upper case: a colour square; 1, 2, 3: a square of 15, 20, 30."""

COLUMNS = "ABCDEFGHIJKLMNO"
SIZE = len(PLAN)
HALF = 8
"""How many rows two players use; the middle row is the last of them."""

COLOURS = "bpgy"
"""The colour of each seat: blue, pink, green, yellow."""

MARKED: Mapping[str, int] = {"1": 15, "2": 20, "3": 30}
OWN = 10
PLAIN = 5
"""What a tile scores on a marked square, on one's own colour, and anywhere else."""

Square = str
"""A name such as "G8": the column's letter, then the row's number."""


def _name(row: int, column: int) -> Square:
    return f"{COLUMNS[column]}{row + 1}"


NAMES = tuple(tuple(_name(row, column) for column in range(SIZE)) for row in range(SIZE))
MARKS: Mapping[str, str] = {
    NAMES[row][column]: PLAN[row][column] for row in range(SIZE) for column in range(SIZE)
}
STARTS: Mapping[str, str] = {mark: square for square, mark in MARKS.items() if mark in COLOURS}

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))
"""Row, column and the two diagonals, as steps (row, column)."""


def start(seat: int) -> Square:
    return STARTS[COLOURS[seat]]


def rows(seats: int) -> int:
    """Return how many rows of the board are played on."""
    return HALF if seats == 2 else SIZE


@cache
def squares(seats: int) -> tuple[Square, ...]:
    return tuple(name for row in NAMES[: rows(seats)] for name in row)


def worth(square: Square, seat: int) -> int:
    """Return what a tile scores on a square: 5, 10 on the seat's own colour, or what is marked."""
    mark = MARKS[square]
    return MARKED.get(mark, OWN if mark.lower() == COLOURS[seat] else PLAIN)


def _rays(row: int, column: int) -> tuple[tuple[tuple[Square, ...], tuple[Square, ...]], ...]:
    return tuple(
        (_ray(row, column, -down, -right), _ray(row, column, down, right))
        for down, right in DIRECTIONS
    )


def _ray(row: int, column: int, down: int, right: int) -> tuple[Square, ...]:
    ray = []
    row, column = row + down, column + right
    while 0 <= row < SIZE and 0 <= column < SIZE:
        ray.append(NAMES[row][column])
        row, column = row + down, column + right
    return tuple(ray)


RAYS: Mapping[str, tuple[tuple[tuple[Square, ...], tuple[Square, ...]], ...]] = {
    NAMES[row][column]: _rays(row, column) for row in range(SIZE) for column in range(SIZE)
}
"""For each square and direction: the squares before it (nearest first) and those after it."""

TOUCHING: Mapping[str, tuple[str, ...]] = {
    square: tuple(ray[0] for pair in rays for ray in pair if ray) for square, rays in RAYS.items()
}
"""The up to eight squares around each square."""

BESIDE: Mapping[str, tuple[str, ...]] = {
    square: tuple(ray[0] for pair in rays[:2] for ray in pair if ray)
    for square, rays in RAYS.items()
}
"""The up to four squares orthogonally beside each square."""
