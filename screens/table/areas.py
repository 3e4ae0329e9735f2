"""The layout of a table: the game at the left, something beside it, bars below."""

from typing import NamedTuple

from textual.geometry import Region, Size

from screens.table.seats import SeatStrip

_NARROW = 60
"""Cells of a terminal below which there is room for the picture alone."""


class Areas(NamedTuple):
    """The parts of a screen with a table, under its top line; `bottom` is the first row below."""

    picture: Region
    seats: Region
    divider: Region
    side: Region
    bottom: int


def areas(size: Size, below: int, seats: int = 0) -> Areas:
    """Divide a screen with `below` rows of bars; `seats` 0: the view shows them itself."""
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
