"""What goes to the terminal: the changed stretches only, and a style only where it changes.

Textual's own update repeats a pane's row from its left edge and resets the style after every
piece: several times the bytes. The only file that touches the compositor's private parts.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from rich.console import Console
from rich.style import Style
from textual._compositor import Compositor, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from screens.lines import Lines

Stretch = tuple[int, int, Strip]
"""Column, row, and what stands there."""

PRIVATE = ("_dirty_regions", "_regions_to_spans")
"""The compositor's private names used here; a test says that they exist."""


class PaneCompositor(Compositor):
    """Textual's compositor with leaner updates."""

    def render_partial_update(self) -> CompositorUpdate | None:  # type: ignore[override]
        """Give what changed since the last update, None for nothing."""
        dirty = self._dirty_regions.copy()
        self._dirty_regions.clear()
        if not dirty:
            return None
        return Patch(tuple(self._stretches(dirty)))

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
        """Give the whole screen."""
        update = super().render_full_update(simplify)
        return Whole(update.strips, update.region)

    def _stretches(self, dirty: Iterable[Region]) -> Iterator[Stretch]:
        """Give the changed stretches; panes lie side by side, so each cell has one pane at most."""
        panes = [
            (region, pane)
            for pane, (region, _) in self.visible_widgets.items()
            if isinstance(pane, Lines)
        ]
        width, height = self.size
        for y, start, end in self._regions_to_spans(dirty):
            for region, pane in panes:
                x1, x2 = max(start, region.x, 0), min(end, region.right, width)
                if region.y <= y < min(region.bottom, height) and x1 < x2:
                    strip = pane.render_line(y - region.y)
                    yield x1, y, strip.crop(x1 - region.x, x2 - region.x)


class Patch(CompositorUpdate):
    """Some stretches of the screen."""

    def __init__(self, stretches: tuple[Stretch, ...]) -> None:
        self.stretches = stretches

    def render_segments(self, console: Console) -> str:  # noqa: ARG002
        """Write it as terminal output."""
        return written(self.stretches)


class Whole(LayoutUpdate):
    """The whole screen."""

    def render_segments(self, console: Console) -> str:  # noqa: ARG002
        """Write it as terminal output."""
        left, top = self.region.offset
        lines = ((left, y, Strip.join(strips)) for y, strips in enumerate(self.strips, top))
        return written(lines)


def written(stretches: Iterable[Stretch]) -> str:
    """Write stretches as terminal output that ends in the plain style."""
    parts: list[str] = []
    style: Style | None = None
    for x, y, strip in stretches:
        parts.append(f"\x1b[{y + 1};{x + 1}H")
        for text, wished, _ in strip:
            wished = wished or _PLAIN
            if wished != style:
                parts.append(_sgr(wished))
                style = wished
            parts.append(text)
    parts.append("\x1b[0m")
    return "".join(parts)


_PLAIN = Style()
_ATTRIBUTES = (("bold", "1"), ("dim", "2"), ("italic", "3"), ("underline", "4"), ("reverse", "7"))


@lru_cache(1024)
def _sgr(style: Style) -> str:
    """Give the sequence that sets a style, whatever was set before."""
    codes = ["0", *(code for name, code in _ATTRIBUTES if getattr(style, name))]
    if style.color is not None:
        codes += style.color.get_ansi_codes(foreground=True)
    if style.bgcolor is not None:
        codes += style.bgcolor.get_ansi_codes(foreground=False)
    return f"\x1b[{';'.join(codes)}m"
