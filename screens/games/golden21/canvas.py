"""A row of cells to write into at any place."""

from itertools import groupby

from screens.rows import Piece, Row


class Canvas:
    """So many cells of narrow characters; what is written later stands over what was before."""

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self._cells: list[tuple[str, str, str]] = [(" ", "", "")] * cells

    def put(self, at: int, text: str, tone: str = "", click: str = "") -> None:
        """Write a text from a cell on; what does not fit at the ends is lost."""
        for x, letter in enumerate(text, at):
            if 0 <= x < len(self._cells):
                self._cells[x] = (letter, tone, click)

    def free(self, at: int, cells: int) -> bool:
        """Say whether these cells are on the canvas and blank, and the one before them too."""
        inside = at in range(len(self._cells))
        return inside and all(cell[0] == " " for cell in self._cells[max(0, at - 1) : at + cells])

    def row(self) -> Row:
        """Give it as a row."""
        return tuple(
            Piece("".join(cell[0] for cell in run), tone, click)
            for (tone, click), run in groupby(self._cells, key=lambda cell: cell[1:])
        )
