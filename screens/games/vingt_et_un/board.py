"""The board: every square with its tile, as a legal place, or empty.

Everything can be read without colour: tiles carry the letter of their seat, coloured squares its
capital, marked squares `+15`; `○` a legal square, `◎` one that would score, `▒b▒` a face-down tile.
"""

from typing import TYPE_CHECKING

from arcade.games.vingt_et_un.rules.board import COLOURS, COLUMNS, NAMES
from screens.games.vingt_et_un.aim import Aim
from screens.games.vingt_et_un.squares import Cell, empty, into, inviting
from screens.terminal.rows import Row, pad, row

if TYPE_CHECKING:
    from screens.games.vingt_et_un.view import View21


def letters(cell: Cell) -> Row:
    """Draw the names of the columns."""
    named = "".join(pad(letter, cell.across, "center") for letter in COLUMNS)
    return row(("   " + named, "dim"))


def board_row(pane: "View21", number: int, cell: Cell, aim: Aim | None) -> list[Row]:
    """Draw a row of the board at the height of its cells."""
    drawn: list[list[Row]] = [[row((f"{number + 1:>2} ", "dim"))]]
    drawn += [[row("   ")] for _ in range(cell.down - 1)]
    bright = _bright(pane, aim)
    for column in range(len(COLUMNS)):
        square = NAMES[number][column]
        text, tone = _mark(pane, square, aim, bright)
        click = f"at {square}"
        drawn[0].append(row((into(text, cell.across), tone, click)))
        for line in drawn[1:]:
            below = tone if tone.startswith(("tile", "cursor")) else ""
            line.append(row((" " * cell.across, below, click)))
    return [tuple(piece for part in line for piece in part) for line in drawn]


def _bright(pane: "View21", aim: Aim | None) -> set[str]:
    """Return the tiles to highlight: those the chosen one would make 21 with, and the newest."""
    last = pane.game.last
    bright = {last} if last is not None and pane.frame % 2 else set()
    if aim and pane.square in aim.squares:
        bright.update(one for line in aim.lines(pane.square) for one in line)
    return bright


def _mark(pane: "View21", square: str, aim: Aim | None, bright: set[str]) -> tuple[str, str]:
    """Return the three characters of a square and its tone."""
    if square in pane.game.board:
        text, tone = _lying(pane, square)
    elif aim and square in aim.squares:
        text, tone = inviting(square, scores=aim.points(square) > 0)
    else:
        text, tone = empty(square)
    return text, "cursor" if square == pane.square or square in bright else tone


def _lying(pane: "View21", square: str) -> tuple[str, str]:
    tile = pane.game.board[square]
    letter = COLOURS[tile.seat]
    if not tile.face_up:
        return f"▒{letter}▒", "tile-dim"
    tone = "tile-held" if tile.seat == pane.table.seat else "tile"
    return f"{'★' if tile.star else letter}{tile.value:>2}", tone
