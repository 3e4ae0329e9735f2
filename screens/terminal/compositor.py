"""Textual's compositor with leaner updates: changed stretches, a band of cells at a time."""

import gc
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from operator import itemgetter

from rich.console import Console
from textual._compositor import Compositor, CompositorMap, CompositorUpdate
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from screens.terminal.ansi import FrameConsole, Stretch

BAND = 4096
"""Cells painted in one turn of the loop: the rest of a larger picture follows in the next ones."""

PRIVATE: Mapping[type, tuple[str, ...]] = {Compositor: ("_dirty_regions", "_arrange_root")}
"""The private names used here, by the class whose instances have them; a test holds them."""

Span = tuple[int, int, int]
"""Row, start and end of some cells."""

Painter = Callable[[int], Strip]
"""Returns a row of a widget, as a strip of its width."""


class Painting:
    """Mixed into a widget that paints its rows itself."""

    def painter(self) -> Painter:
        """Return what paints rows now, until the loop's next turn."""
        raise NotImplementedError


class PaneCompositor(Compositor):
    """Textual's compositor with leaner updates."""

    unfinished = False
    """Whether an update left something for the next one."""

    def __init__(self) -> None:
        super().__init__()
        self._changed: set[Span] = set()
        """What the next update paints: a set, as a screen behind another waits long for one."""

    def _arrange_root(
        self, root: Widget, size: Size, visible_only: bool = True
    ) -> tuple[CompositorMap, set[Widget]]:
        """Arrange with garbage collection suspended.

        Textual uses a function that refers to itself: a cycle with all widgets, which a
        collection meanwhile would move to the old generation.
        """
        enabled = gc.isenabled()
        gc.disable()
        try:
            return super()._arrange_root(root, size, visible_only)
        finally:
            if enabled:
                gc.enable()

    def repaint(self, spans: Iterable[Span]) -> None:
        """Have the next update paint these cells."""
        self._changed.update(spans)

    def render_partial_update(self) -> CompositorUpdate | None:  # type: ignore[override]
        """Return what changed since the last update, as much as a band; None for nothing."""
        spans, cells = _united(self._changed.union(covered(self._dirty_regions))), 0
        self._dirty_regions.clear()
        self._changed.clear()
        for number, (_, start, end) in enumerate(spans):
            cells += end - start
            if cells > BAND and number:
                self.unfinished = True
                self._changed.update(spans[number:])
                del spans[number:]
                break
        return Patch(tuple(self._stretches(spans))) if spans else None

    def render_full_update(  # type: ignore[override]
        self, simplify: bool = False
    ) -> CompositorUpdate | None:
        """Return the whole screen, or its first band."""
        if simplify:  # a screenshot
            return super().render_full_update(simplify)
        self._dirty_regions.add(self.size.region)
        return self.render_partial_update()

    def whole(self) -> tuple[Stretch, ...]:
        """Return all cells of the screen."""
        width, height = self.size
        return tuple(self._stretches((y, 0, width) for y in range(height)))

    def _stretches(self, spans: Iterable[Span]) -> list[Stretch]:
        """Return the cells of these spans of rows, each from the widget in front."""
        width, height = self.size
        drawn = list[Stretch]()
        layers, painters = self.layers_visible, dict[Widget, Painter]()
        for y, row in groupby(spans, itemgetter(0)):
            if not 0 <= y < height:
                continue
            free = [(max(0, start), min(end, width)) for _, start, end in row]
            stretches: list[Stretch] = []
            for widget, (left, _, across, _), region in layers[y]:
                line: Strip | None = None
                rest: list[tuple[int, int]] = []
                for start, end in free:
                    x1, x2 = max(start, left), min(end, left + across)
                    if x1 >= x2:
                        rest.append((start, end))
                        continue
                    if line is None:
                        if widget not in painters:
                            painters[widget] = _painter(widget, region.width)
                        line = painters[widget](y - region.y)
                    stretches.append((x1, y, line.crop(x1 - region.x, x2 - region.x)))
                    if start < x1:
                        rest.append((start, x1))
                    if x2 < end:
                        rest.append((x2, end))
                free = rest
                if not free:
                    break
            stretches.sort(key=itemgetter(0))
            drawn += stretches
        return drawn


def covered(regions: Iterable[Region]) -> list[Span]:
    """Return the rows of these regions."""
    return [(row, x, x + width) for x, y, width, high in regions for row in range(y, y + high)]


def _united(spans: Iterable[Span]) -> list[Span]:
    """Return the same cells in order, and none twice."""
    united = list[Span]()
    y, start, end = 0, 0, 0
    for row, left, right in sorted(spans):
        if row == y and left <= end:
            end = max(end, right)
            continue
        if start < end:
            united.append((y, start, end))
        y, start, end = row, left, right
    if start < end:
        united.append((y, start, end))
    return united


def _painter(widget: Widget, width: int) -> Painter:
    if isinstance(widget, Painting):
        return widget.painter()
    return lambda y: widget.render_lines(Region(0, y, width, 1))[0]


class Patch(CompositorUpdate):
    """Some stretches of the screen."""

    def __init__(self, stretches: tuple[Stretch, ...]) -> None:
        self.stretches = stretches

    def render_segments(self, console: Console) -> str:
        """Return the stretches as terminal output."""
        return console.written(self.stretches) if isinstance(console, FrameConsole) else ""
