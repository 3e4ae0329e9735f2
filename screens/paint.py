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

Stretch = tuple[int, int, Strip]
"""Column, row, and what stands there."""

PRIVATE = ("_dirty_regions", "_regions_to_spans", "_render_chops")
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
        crop = Region.from_union(list(dirty)).intersection(self.size.region)
        spans = [
            (y, max(0, x1), min(x2, self.size.width))
            for y, x1, x2 in self._regions_to_spans(dirty)
            if 0 <= y < self.size.height
        ]
        chops = self._render_chops(crop, {y for y, _, _ in spans}.__contains__)
        for y, x1, x2 in spans:
            for x, strip in chops[y].items():
                if strip is not None and x < x2 and x + strip.cell_length > x1:
                    start = max(x, x1)
                    yield start, y, strip.crop(start - x, x2 - x)


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
