"""What may lie where: touching, lines of at most 21, and face-down tiles."""

from collections.abc import Mapping

from msgspec import Struct

from arcade.games.vingt_et_un.board import BESIDE, RAYS, TOUCHING, Square

GOAL = 21
SCORING_ROUND = 4
"""From this round on lines of 21 score."""

LOW = 9
"""The highest tile that may be played in the first round."""


class Tile(Struct, frozen=True):
    """A tile on the board; `order` counts the placements from 1."""

    seat: int
    value: int
    star: bool
    face_up: bool
    order: int


Board = Mapping[Square, Tile]


def touches(board: Board, square: Square) -> bool:
    """Whether a square touches a tile, orthogonally or diagonally, face up or down."""
    return any(one in board for one in TOUCHING[square])


def beside_face_down(board: Board, square: Square) -> bool:
    """Whether a face-down tile lies orthogonally beside a square."""
    return any(one in board and not board[one].face_up for one in BESIDE[square])


def lines(board: Board, square: Square) -> list[tuple[tuple[Square, ...], int]]:
    """Give the lines a tile on `square` would join: their other squares in order, and their sum.

    A line is a maximal unbroken run of face-up tiles; a face-down tile breaks it.
    """
    found = []
    for before, after in RAYS[square]:
        left, right = _run(board, before), _run(board, after)
        if left or right:
            others = (*reversed(left), *right)
            found.append((others, sum(board[one].value for one in others)))
    return found


def room(board: Board, square: Square) -> int:
    """Say which value a tile on `square` may have at the most, by the lines alone.

    21 where it would join no line; below 1 where nothing fits. Written out, because it is asked
    for every square of every turn.
    """
    most = 0
    for rays in RAYS[square]:
        total = 0
        for ray in rays:
            for one in ray:
                tile = board.get(one)
                if tile is None or not tile.face_up:
                    break
                total += tile.value
        most = max(most, total)
    return GOAL - most


def touching(board: Board, squares: tuple[Square, ...]) -> list[Square]:
    """Name the empty squares that touch a tile, in the order of `squares`."""
    near = {one for square in board for one in TOUCHING[square]}
    return [one for one in squares if one in near and one not in board]


def placeable(board: Board, squares: tuple[Square, ...], value: int) -> bool:
    """Whether a number can be laid anywhere from round 2 on."""
    return any(
        room(board, square) >= value and not beside_face_down(board, square)
        for square in touching(board, squares)
    )


def made(board: Board, square: Square) -> tuple[tuple[Square, ...], ...]:
    """Name the lines of exactly 21 through the tile on `square`, each in order of the board."""
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
