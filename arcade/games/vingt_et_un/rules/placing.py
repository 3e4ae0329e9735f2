"""The board, and the rules of placing: touching, lines of at most 21, face-down tiles."""

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

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
"""A tile's points on a marked square, on the seat's own colour, and anywhere else."""

Square = str
"""A name such as "G8": the column's letter, then the row's number."""

NAMES = tuple(tuple(f"{column}{row}" for column in COLUMNS) for row in range(1, SIZE + 1))
MARKS: Mapping[str, str] = {
    NAMES[row][column]: PLAN[row][column] for row in range(SIZE) for column in range(SIZE)
}
STARTS: Mapping[str, str] = {mark: square for square, mark in MARKS.items() if mark in COLOURS}

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))
"""Row, column and the two diagonals, as steps (row, column)."""


def start(seat: int) -> Square:
    return STARTS[COLOURS[seat]]


def rows(seats: int) -> int:
    return HALF if seats == 2 else SIZE


@cache
def squares(seats: int) -> tuple[Square, ...]:
    return tuple(name for row in NAMES[: rows(seats)] for name in row)


@cache
def board_of(seats: int) -> frozenset[Square]:
    return frozenset(squares(seats))


PLACES: Mapping[Square, int] = {square: index for index, square in enumerate(squares(4))}
"""Where each square comes in the order of the board: row by row, each from the left."""


def worth(square: Square, seat: int) -> int:
    """Return a tile's points on a square: 5, 10 on the seat's own colour, or the mark."""
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

GOAL = 21
SCORING_ROUND = 4
"""From this round on lines of 21 score."""

LOW = 9
"""The highest tile that may be played in the first round."""


class Tile(Struct, frozen=True):
    """A tile on the board; `order` counts the placements from 1."""

    seat: int
    value: int
    star: bool = False
    face_up: bool = True
    order: int = 0


Board = Mapping[Square, Tile]

Spot = tuple[Square, int, bool]
"""An empty square that touches a tile, its `room`, and whether it is beside a face-down tile."""

Run = tuple[list[Square], int, Square | None]
"""Squares with face-up tiles in an unbroken row, their sum, and the square that ends it."""

Runs = list[tuple[Run, Run]]
"""In each direction what runs up to a square, nearest first, and what runs on from it."""

Spots = dict[Square, Spot]
"""All of a board's, by their squares, in no order."""

Rooms = bytes
"""Up to which number a tile may lie on each square, in the order of the board; 0: none may."""

NO_ROOM: Rooms = bytes(len(PLACES))


def touches(board: Board, square: Square) -> bool:
    """Return whether a square touches a tile, also diagonally, face up or down."""
    return any(neighbour in board for neighbour in TOUCHING[square])


def beside_face_down(board: Board, square: Square) -> bool:
    """Return whether a face-down tile lies orthogonally beside a square."""
    return any(neighbour in board and not board[neighbour].face_up for neighbour in BESIDE[square])


def spots(board: Board) -> Spots:
    """Find the spots of a board, of all its 15 rows.

    A number fits on one if it is not above the room and no face-down tile is beside it.
    """
    values = face_up(board)
    near = {
        neighbour for square in board for neighbour in TOUCHING[square] if neighbour not in board
    }
    barred = {neighbour for square in board if square not in values for neighbour in BESIDE[square]}
    return {square: (square, space(values, square), square in barred) for square in near}


def rooms_of(spots: Spots) -> Rooms:
    rooms = bytearray(NO_ROOM)
    for square, most, barred in spots.values():
        rooms[PLACES[square]] = 0 if barred else max(0, most)
    return bytes(rooms)


def changed_by(square: Square, spots: Spots, board: Board, runs: Runs) -> Spots:
    """Return the spots that the tile on `square` makes and changes, from those before it.

    `runs` are those through the tile. It makes lines longer, never shorter: only where its own
    lines end is there less room.
    """
    tile = board[square]
    changed: Spots = {}
    if not tile.face_up:
        for neighbour in TOUCHING[square]:
            if neighbour not in board:
                _, most, barred = spots.get(neighbour, (neighbour, GOAL, False))
                changed[neighbour] = (neighbour, most, barred or neighbour in BESIDE[square])
        return changed
    for direction, pair in enumerate(runs):
        line = tile.value + pair[0][1] + pair[1][1]
        for side, (_, _, end) in enumerate(pair):
            if end is not None and end not in board:
                _, most, barred = spots.get(end, (end, GOAL, False))
                beyond = _sum(board, RAYS[end][direction][side])
                changed[end] = (end, min(most, GOAL - line - beyond), barred)
    return changed


def rooms_after(rooms: Rooms, square: Square, changed: Spots) -> Rooms:
    """Return the rooms once a tile lies on `square` and these spots have changed."""
    after = bytearray(rooms)
    after[PLACES[square]] = 0
    for other, most, barred in changed.values():
        after[PLACES[other]] = 0 if barred or most < 0 else most
    return bytes(after)


def face_up(board: Board) -> dict[Square, int]:
    """Return the values of the face-up tiles: those that lines are made of."""
    return {square: tile.value for square, tile in board.items() if tile.face_up}


def space(values: Mapping[Square, int], square: Square) -> int:
    """Return the highest value of a tile on an empty square, by the lines alone.

    21 where it would join no line; below 1 where nothing fits. Below 21 it is also the one value
    that makes a line of exactly 21 there. Written out, for bots ask it of many squares.
    """
    most = 0
    for rays in RAYS[square]:
        total = 0
        for ray in rays:
            for other in ray:
                value = values.get(other)
                if value is None:
                    break
                total += value
        if total > most:
            most = total
    return GOAL - most


def runs(board: Board, square: Square) -> Runs:
    return [(_run(board, before), _run(board, after)) for before, after in RAYS[square]]


def lines(board: Board, square: Square) -> list[tuple[tuple[Square, ...], int]]:
    """Return the lines a tile on `square` would join: their other squares in order, and their sum.

    A line is a maximal unbroken run of face-up tiles; a face-down tile breaks it.
    """
    return _joined(runs(board, square))


def _joined(runs: Runs) -> list[tuple[tuple[Square, ...], int]]:
    return [
        ((*reversed(left), *right), before + after)
        for (left, before, _), (right, after, _) in runs
        if left or right
    ]


def made(board: Board, square: Square, runs: Runs) -> tuple[tuple[Square, ...], ...]:
    """Return the lines of exactly 21 through the tile on `square`, which joins these runs.

    In the order row, column, falling and rising diagonal, each from left to right or downwards.
    """
    missing = GOAL - board[square].value
    return tuple([_in_order(others, square) for others, total in _joined(runs) if total == missing])


def _run(board: Board, ray: tuple[Square, ...]) -> Run:
    run: list[Square] = []
    total = 0
    for square in ray:
        tile = board.get(square)
        if tile is None or not tile.face_up:
            return run, total, square
        run.append(square)
        total += tile.value
    return run, total, None


def _sum(board: Board, ray: tuple[Square, ...]) -> int:
    """Return the sum of a run alone."""
    total = 0
    for square in ray:
        tile = board.get(square)
        if tile is None or not tile.face_up:
            break
        total += tile.value
    return total


def _in_order(others: tuple[Square, ...], square: Square) -> tuple[Square, ...]:
    return tuple(sorted((*others, square), key=lambda name: (name[0], int(name[1:]))))
