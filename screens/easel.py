"""Paints a screen that is on no terminal: what changed from one picture to the next, as output."""

from textual.geometry import Size

from screens.ansi import Stretch, written
from screens.app import ArcadeApp
from screens.frame import Frame
from screens.lines import Lines, strip
from screens.rows import EMPTY, Row, differences


class Easel:
    """One screen of an app that does not run, at one size; it must be used inside `app.context`.

    The rows are the panes' own, and written as they are for every terminal.
    """

    def __init__(self, app: ArcadeApp, screen: Frame[None], size: Size) -> None:
        self._app = app
        self._screen = screen
        self._size = size
        self._shown: dict[tuple[int, int], Row] = {}

    def paint(self) -> str:
        """Give what changed since the last picture; the first time, the whole picture."""
        stretches: list[Stretch] = []
        if not self._shown:
            ground = strip(EMPTY, self._size.width, self._app.palette)
            stretches += [(0, y, ground) for y in range(self._size.height)]
        for pane, region in self._screen.places(self._size).items():
            if isinstance(pane, Lines):
                pane.take_size(region.size)
                for y in range(region.height):
                    stretches += self._line(pane, y, region.x, region.y + y, region.width)
        return written(stretches) if stretches else ""

    def _line(self, pane: Lines, y: int, left: int, top: int, width: int) -> list[Stretch]:
        row, before = pane.row_at(y), self._shown.get((left, top))
        self._shown[left, top] = row
        drawn = strip(row, width, self._app.palette, pane.TONE)
        if before is None:
            return [(left, top, drawn)]
        return [
            (left + start, top, drawn.crop(start, min(end, width)))
            for start, end in differences(before, row)
            if start < width
        ]
