"""A row of cells that can be written at any position."""

from itertools import groupby

from screens.terminal.rows import Piece, Row


class Canvas:
    """So many cells of narrow characters; later text overwrites earlier text."""

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self._cells: list[tuple[str, str, str]] = [(" ", "", "")] * cells

    def put(self, at: int, text: str, tone: str = "", click: str = "") -> None:
        """Write a text from a cell on; text beyond the ends is dropped."""
        for x, letter in enumerate(text, at):
            if 0 <= x < len(self._cells):
                self._cells[x] = (letter, tone, click)

    def free(self, at: int, cells: int) -> bool:
        """Return whether these cells and the one before them are on the canvas and blank."""
        inside = at in range(len(self._cells))
        return inside and all(cell[0] == " " for cell in self._cells[max(0, at - 1) : at + cells])

    def row(self) -> Row:
        """Return the cells as a row."""
        return tuple(
            Piece("".join(cell[0] for cell in run), tone, click)
            for (tone, click), run in groupby(self._cells, key=lambda cell: cell[1:])
        )
