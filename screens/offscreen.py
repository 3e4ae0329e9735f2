"""Renders a screen without a terminal: the output for what changed between two frames."""

from textual.geometry import Size

from screens.app import ArcadeApp
from screens.base import BaseScreen
from screens.terminal.ansi import Stretch, written
from screens.widgets.lines import Lines, Shown, painted


class OffscreenRenderer:
    """One screen of an app that does not run, at one size; it must be used inside `app.context`.

    It writes the panes' rows as for any terminal.
    """

    def __init__(self, app: ArcadeApp, screen: BaseScreen[None], size: Size) -> None:
        self._app = app
        self._screen = screen
        self._size = size
        self._shown: Shown = {}

    def paint(self) -> str:
        """Return the output for what changed since the last frame; the whole screen at first."""
        stretches: list[Stretch] = []
        places = self._screen.with_edges(self._size)
        ground = ""
        if not self._shown:
            cells, height = self._size
            ground = written((0, y, self._screen.backdrop(y, cells)) for y in range(height))
        for pane, region in places.items():
            if isinstance(pane, Lines):
                stretches += painted(pane, region, self._shown, self._shown)
        return ground + written(stretches) if stretches else ground
