"""What may lie where: touching, lines of at most 21, and face-down tiles (page: Play)."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from arcade.games.vingt_et_un.rules.board import BESIDE, RAYS, TOUCHING, Square

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

Spots = Mapping[Square, Spot]
"""All of a board's, by their squares, in no order."""


def touches(board: Board, square: Square) -> bool:
    """Return whether a square touches a tile, also diagonally, face up or down."""
    return any(one in board for one in TOUCHING[square])


def beside_face_down(board: Board, square: Square) -> bool:
    """Return whether a face-down tile lies orthogonally beside a square."""
    return any(one in board and not board[one].face_up for one in BESIDE[square])


def room(board: Board, square: Square) -> int:
    """Return which value a tile on an empty square may have at the most, by the lines alone.

    21 where it would join no line; below 1 where nothing fits. Below 21 it is also the one value
    that makes a line of exactly 21 there.
    """
    return GOAL - max((total for _, total in lines(board, square)), default=0)


def spots(board: Board) -> dict[Square, Spot]:
    """Find the spots of a board, of all its 15 rows.

    A number fits on one if it is not above the room and no face-down tile is beside it.
    """
    values = face_up(board)
    near = {one for square in board for one in TOUCHING[square] if one not in board}
    barred = {one for square in board if square not in values for one in BESIDE[square]}
    return {square: (square, space(values, square), square in barred) for square in near}


def spots_after(spots: Spots, board: Board, square: Square) -> dict[Square, Spot]:
    """Return the spots once the tile on `square` lies on `board`, from those there were before it.

    A tile makes lines longer, never shorter: only where its own lines end is there less room.
    """
    after = {**spots}
    after.pop(square, None)
    for one in TOUCHING[square]:
        if one not in after and one not in board:
            after[one] = (one, GOAL, False)
    if not board[square].face_up:
        for one in BESIDE[square]:
            if one in after:
                after[one] = (one, after[one][1], True)
        return after
    for end, total in _ends(board, square):
        if end in after:
            _, most, barred = after[end]
            after[end] = (end, min(most, GOAL - total), barred)
    return after


def _ends(board: Board, square: Square) -> Iterator[tuple[Square, int]]:
    """Return the squares where the lines through a tile end, and what a tile there would add to."""
    for direction, (before, after) in enumerate(RAYS[square]):
        left, right = _run(board, before), _run(board, after)
        line = sum(board[one].value for one in (square, *left, *right))
        for side, ray, run in ((0, before, left), (1, after, right)):
            if len(run) < len(ray):
                end = ray[len(run)]
                beyond = _run(board, RAYS[end][direction][side])
                yield end, line + sum(board[one].value for one in beyond)


def face_up(board: Board) -> dict[Square, int]:
    """Return the values of the face-up tiles: those that lines are made of."""
    return {square: tile.value for square, tile in board.items() if tile.face_up}


def space(values: Mapping[Square, int], square: Square) -> int:
    """Return the `room` of a square among face-up tiles of these values.

    Written out, for bots ask it of many squares.
    """
    most = 0
    for rays in RAYS[square]:
        total = 0
        for ray in rays:
            for one in ray:
                value = values.get(one)
                if value is None:
                    break
                total += value
        if total > most:
            most = total
    return GOAL - most


def lines(board: Board, square: Square) -> list[tuple[tuple[Square, ...], int]]:
    """Return the lines a tile on `square` would join: their other squares in order, and their sum.

    A line is a maximal unbroken run of face-up tiles; a face-down tile breaks it.
    """
    found = []
    for before, after in RAYS[square]:
        left, right = _run(board, before), _run(board, after)
        if left or right:
            others = (*reversed(left), *right)
            found.append((others, sum(board[one].value for one in others)))
    return found


def made(board: Board, square: Square) -> tuple[tuple[Square, ...], ...]:
    """Return the lines of exactly 21 through the tile on `square`.

    In the order row, column, falling and rising diagonal, each from left to right or downwards.
    """
    value = board[square].value
    return tuple(
        _in_order(others, square) for others, total in lines(board, square) if total + value == GOAL
    )


def _run(board: Board, ray: tuple[Square, ...]) -> list[Square]:
    run = []
    for square in ray:
        tile = board.get(square)
        if tile is None or not tile.face_up:
            break
        run.append(square)
    return run


def _in_order(others: tuple[Square, ...], square: Square) -> tuple[Square, ...]:
    return tuple(sorted((*others, square), key=lambda one: (one[0], int(one[1:]))))
