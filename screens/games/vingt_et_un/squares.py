"""The look of one square: its size, and three characters with a tone."""

from typing import NamedTuple

from arcade.games.vingt_et_un.rules.board import COLUMNS, MARKED, MARKS
from screens.terminal.rows import pad


class Cell(NamedTuple):
    """The size of a square."""

    across: int
    down: int


def cell_for(width: int, height: int, board: int, seats: int) -> Cell:
    """Choose the size of a square: from 3×1 up to 6×2."""
    down = 2 if board * 2 + seats + 6 <= height else 1
    return Cell(max(3, min(6 if down == 2 else 5, (width - 3) // len(COLUMNS))), down)


def into(text: str, cells: int) -> str:
    """Put three characters into a square."""
    return pad(text, cells, "center") if cells > 3 else text


def inviting(square: str, scores: bool) -> tuple[str, str]:
    """Draw a legal square for the chosen tile."""
    ring, tone = ("◎", "gold") if scores else ("○", "good")
    mark = MARKS[square]
    if mark in MARKED:
        return f"{ring}{MARKED[mark]}", tone
    return (f"{ring}{mark} " if mark.isalpha() else f" {ring} "), tone


def empty(square: str) -> tuple[str, str]:
    """Draw any other empty square."""
    mark = MARKS[square]
    if mark in MARKED:
        return f"+{MARKED[mark]}", "accent"
    if mark.islower():
        return f"({mark})", "cool"
    return (f" {mark} ", "cool") if mark.isalpha() else (" · ", "rule")
