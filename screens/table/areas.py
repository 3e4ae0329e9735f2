"""The layout of a screen with a game: the picture left, something beside it, bars below."""

from typing import NamedTuple, TypeVar

from textual.geometry import Region, Size
from textual.strip import Strip

from screens.base import BaseScreen
from screens.table.seats import SeatStrip
from screens.terminal.rows import row
from screens.widgets.lines import strip

Result = TypeVar("Result")

_NARROW = 60
"""Cells of a terminal below which there is room for the picture alone."""


class Areas(NamedTuple):
    """The parts of a screen with a game, under its top line; `bottom` is the first row below."""

    picture: Region
    seats: Region
    divider: Region
    side: Region
    bottom: int


class GameScreen(BaseScreen[Result]):
    """A screen with a game, divided by a rule."""

    _divider = Region()

    def areas(self, size: Size, below: int, seats: int = 0) -> Areas:
        """Divide the screen, with `below` rows of bars; `seats` 0: the view shows them itself."""
        done = areas(size, below, seats)
        self._divider = done.divider
        return done

    def backdrop(self, y: int, cells: int) -> Strip:
        """Paint the rule between the picture and what is beside it."""
        at = self._divider
        if not at.width or not at.y <= y < at.bottom:
            return super().backdrop(y, cells)
        return strip(row(" " * at.x, ("│", "rule")), cells, self.arcade.palette)


def areas(size: Size, below: int, seats: int = 0) -> Areas:
    """Divide a screen with `below` rows of bars and so many seats under the picture."""
    side = 0 if size.width < _NARROW else max(26, min(60, size.width // 3))
    rule = 1 if side else 0
    left = size.width - side - rule
    strip = SeatStrip.rows_for(seats, left) if seats else 0
    bottom = size.height - below
    return Areas(
        picture=Region(0, 1, left, max(0, bottom - 1 - strip)),
        seats=Region(0, bottom - strip, left, strip),
        divider=Region(left, 1, rule, bottom - 1),
        side=Region(left + 1, 1, side, bottom - 1),
        bottom=bottom,
    )
