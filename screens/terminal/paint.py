"""Lean painting with Textual: the base of the arcade's panes, screens and apps.

A screen is one widget; its panes are not widgets, each of which would cost a task, a queue, style
sheets, half a millisecond and 20 KB. Textual's own update repeats a row from its left edge; here
only changed stretches go to the terminal (`screens/terminal/ansi.py`), one frame for each change.
No other file of the screens uses Textual's private parts: docs/decisions/0007-private-parts.md.
"""

import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from contextvars import copy_context
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar

from rich.console import Console
from textual import events
from textual._compositor import Compositor, CompositorUpdate
from textual._context import active_app
from textual.app import App
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from arcade.coalescer import Coalescer
from screens.terminal.ansi import Stretch, written
from screens.terminal.colours import Depth
from screens.terminal.glyphs import twin

FRAME = 1 / 60
"""Seconds from a frame to the next one, at least: what changes meanwhile is one frame."""

WHEEL = 3
"""Rows a turn of the mouse's wheel goes."""

Result = TypeVar("Result")

PRIVATE: Mapping[type, tuple[str, ...]] = {
    Message: ("_set_forwarded",),
    Compositor: ("_dirty_regions", "_regions_to_spans"),
    Widget: ("_size_updated", "_layout_required"),
    Screen: (
        "_compositor",
        "_compositor_refresh",
        "_dirty_widgets",
        "_size",
        "_on_resize",
        "_on_screen_resume",
        "_refresh_layout",
        "_extend_compose",
        "_update_timer",
        "_on_timer_update",
    ),
    App: (
        "_background_screens",
        "_filters",
        "_context",
        "_driver",
        "_exit",
        "_batch_count",
        "_begin_update",
        "_closed",
        "_dispatch_message",
        "_display",
        "_end_update",
        "_running",
        "_end_batch",
        "_handle_exception",
    ),
    Console: ("_environ",),
}
"""The private names used here, by the class whose instances have them; a test holds them."""


class Pane:
    """A part of a screen that paints rows; its screen takes its messages and timers.

    Without a screen it can be drawn in the `context` of an app.
    """

    screen: "PaneScreen[Any] | None" = None
    """What it is shown on, once it has had a place there."""
    region = Region()
    """Its place on the screen; empty while it has none."""

    @property
    def app(self) -> App[Any]:
        """The app."""
        return active_app.get()

    @property
    def size(self) -> Size:
        """The size."""
        return self.region.size

    def take_size(self, size: Size) -> None:
        """Take this size without a screen."""
        self.region = Region(0, 0, size.width, size.height)

    def render_line(self, y: int) -> Strip:
        """Return one row as a strip of the pane's width."""
        raise NotImplementedError

    def refresh(self, *stretches: Region) -> None:
        """Repaint these parts of it, or all of it."""
        if self.screen is not None:
            left, top, width, height = self.region
            parts = stretches or (Region(0, 0, width, height),)
            self.screen.repaint([part.translate((left, top)) for part in parts])

    def post_message(self, message: Message) -> None:
        """Pass a message to the screen."""
        if self.screen is not None:
            self.screen.post_message(message)

    def click(self, x: int, y: int) -> None:
        """Handle a click on a cell."""

    def wheel(self, rows: int) -> None:
        """Handle a turn of the mouse's wheel: `rows` rows down, or up if negative."""


class PaneScreen(Screen[Result], inherit_css=False, inherit_bindings=False):
    """A screen of panes side by side: one frame for a change, no toasts, no tooltips."""

    is_scrollable = False

    _pulse: "Pulse | None" = None

    def __init__(self) -> None:
        super().__init__()
        self._compositor = PaneCompositor()
        self.shown: tuple[Pane, ...] = ()
        """The panes that have a place, from the left; where two have the same, first who covers."""

    @property
    def _update_timer(self) -> "Pulse":  # type: ignore[override]
        """Return a replacement for Textual's timer, which has a task and ticks at fixed moments."""
        if self._pulse is None:
            self._pulse = Pulse(self, self._on_timer_update)
        return self._pulse

    @abstractmethod
    def arranged(self, size: Size) -> Mapping[Pane, Region]:
        """Return the regions of the panes on a screen of this size; other panes are hidden."""

    @abstractmethod
    def ground(self, cells: int) -> Strip:
        """Paint `cells` cells of background."""

    def stretches(self, y: int, spans: Sequence[tuple[int, int]]) -> Iterator[Stretch]:
        """Return the stretches of a row within these spans of columns, from the left."""
        first, last = spans[0][0], spans[-1][1]
        row = [
            (left, left + width, pane.render_line(y - top))
            for pane in self.shown
            for left, top, width, height in (pane.region,)
            if top <= y < top + height and left < last and first < left + width
        ]
        for start, end in spans:
            for left, right, line in row:
                x1, x2 = max(start, left), min(end, right)
                if x1 < x2:
                    if start < x1:
                        yield start, y, self.ground(x1 - start)
                    yield x1, y, line.crop(x1 - left, x2 - left)
                    start = x2
            if start < end:
                yield start, y, self.ground(end - start)

    def whole(self) -> tuple[Stretch, ...]:
        """Return the whole screen."""
        width, height = self.outer_size
        return tuple(one for y in range(height) for one in self.stretches(y, [(0, width)]))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint a part of the screen."""
        rows = range(crop.y, crop.bottom)
        spans = [(crop.x, crop.right)]
        return [Strip.join(one for *_, one in self.stretches(y, spans)) for y in rows]

    def repaint(self, parts: Iterable[Region]) -> None:
        """Repaint these parts of the screen."""
        self._compositor._dirty_regions.update(part for part in parts if part)
        self._dirty_widgets.add(self)
        self._update_timer.resume()

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, a key without Textual's search for handlers."""
        if isinstance(event, events.Key):
            await self.on_key(event)
            if not self.message_queue_size:  # else more may come of it, for the same frame
                self._update_timer.hurry()
        else:
            await super().on_event(event)

    async def on_key(self, event: events.Key) -> None:
        """Handle a key."""

    def rearrange(self) -> None:
        """Arrange the panes again."""
        self._layout_required = True
        self._update_timer.resume()

    def pane_at(self, x: int, y: int) -> Pane | None:
        """Return the pane at a cell of the screen."""
        return next((pane for pane in self.shown if pane.region.contains(x, y)), None)

    def on_click(self, event: events.Click) -> None:
        """Pass a click to its pane."""
        if pane := self.pane_at(event.x, event.y):
            pane.click(event.x - pane.region.x, event.y - pane.region.y)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Pass a turn of the wheel to its pane."""
        if pane := self.pane_at(event.x, event.y):
            pane.wheel(-WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Pass a turn of the wheel to its pane."""
        if pane := self.pane_at(event.x, event.y):
            pane.wheel(WHEEL)

    def _on_resize(self, event: events.Resize) -> None:  # type: ignore[override]
        """Take a new size; Textual's own handler would arrange everything a second time."""
        event.stop()
        event.prevent_default()
        if event.size != self._size:
            self._refresh_layout(event.size)

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        """Come to the front with one frame; Textual's own handler paints two or three."""
        event.prevent_default()
        self.stack_updates += 1
        if self._size != self.app.size:
            self._refresh_layout(self.app.size)
        else:
            self.refresh()

    def settle(self, size: Size) -> None:
        """Arrange the panes on a screen of this size."""
        places = {pane: at for pane, at in self.arranged(size).items() if at}
        before = {pane: pane.region for pane in self.shown}
        for pane in before.keys() | places.keys():
            pane.screen, pane.region = self, places.get(pane, Region())
            if before.get(pane) != places.get(pane):
                self.repaint(one[pane] for one in (before, places) if pane in one)
        last_first = list(places)
        last_first.reverse()
        self.shown = tuple(sorted(last_first, key=lambda pane: pane.region.x))

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """Arrange the panes as well."""
        size = self.outer_size if size is None else size
        self.settle(size)
        super()._refresh_layout(size, scroll)

    def _size_updated(
        self,
        size: Size,
        virtual_size: Size,
        container_size: Size,
        layout: bool = True,  # noqa: ARG002
    ) -> bool:
        """Take a size without requesting another layout, as Textual would."""
        return super()._size_updated(size, virtual_size, container_size, layout=False)

    def _compositor_refresh(self) -> None:
        """Paint a frame, and report its duration to the app if somebody measures it."""
        painted = self.app.painted if isinstance(self.app, PaneApp) else None
        if painted is None:
            return super()._compositor_refresh()
        before = time.perf_counter()
        super()._compositor_refresh()
        painted(time.perf_counter() - before)
        return None

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """Leave out Textual's tooltip and toasts, which interpret markup."""


class Pulse:
    """Paints a screen at once, but not twice within `FRAME`.

    It replaces Textual's timer, with the two methods that a screen uses.
    """

    def __init__(self, screen: PaneScreen[Any], paint: Callable[[], None]) -> None:
        self._screen = screen
        self._paint = paint
        self._frame = Coalescer(self._tick, rest=FRAME, context=copy_context())
        self._frame.rest()  # a new screen's panes come one by one, and are one frame
        self.resume, self.pause, self.hurry = (
            self._frame.begin,
            self._frame.stop,
            self._frame.hurry,
        )

    def _tick(self) -> None:
        app = self._screen.app
        if app._exit:
            return
        try:
            self._paint()
        except Exception as error:
            app._handle_exception(error)


class Ink(Console):
    """The console that renders frames."""

    only_ascii = False
    """Whether the terminal gets the ASCII twin of every glyph."""
    depth: Depth = "truecolor"
    """How many colours the terminal shows."""

    def written(self, stretches: Iterable[Stretch]) -> str:
        """Return stretches as output for this terminal."""
        return written(stretches, self.only_ascii, self.depth)


class PaneApp(App[Result], inherit_css=False, inherit_bindings=False):
    """An app of such screens that takes nothing from the environment of the process."""

    painted: Callable[[float], None] | None = None
    """Is told how many seconds a frame took to paint; set by who runs the app."""

    console: "Ink"

    def __init__(self) -> None:
        super().__init__()
        self._filters = []
        self.no_color = False
        self.console = Ink(
            color_system="truecolor",
            file=self.console.file,
            markup=False,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            force_terminal=True,
            safe_box=False,
            soft_wrap=False,
            _environ={},
        )

    def emit(self, sequence: str) -> None:
        """Write to the terminal beside the frames."""
        if self._driver is not None and not self.is_headless:
            self.write_beside(twin(sequence) if self.console.only_ascii else sequence)

    def write_beside(self, text: str) -> None:
        """Write beside the frames; drivers may delay this until the next frame."""
        if self._driver is not None:
            self._driver.write(text)

    def _end_batch(self) -> None:
        """End a batch of changes and paint what was pending."""
        super()._end_batch()
        if self.screen_stack:
            self.screen.check_idle()

    busy = False
    """Whether something is done that later events must wait for."""

    async def _dispatch_message(self, message: Message) -> None:
        """Handle a message; others wait meanwhile."""
        self.busy = True
        try:
            await super()._dispatch_message(message)
        finally:
            self.busy = False

    def take(self, event: events.Key | events.Paste) -> None:
        """Pass input to the front screen, at once if nothing is pending.

        Textual would let the app look for bindings and pass it on a turn of the loop later.
        """
        front = self.screen_stack[-1:]
        if front and not self.message_queue_size and not self.busy:
            event._set_forwarded()
            front[0].post_message(event)
        else:
            self.post_message(event)

    def _display(self, screen: Screen[Any], renderable: Any) -> None:  # noqa: ARG002
        """Write an update to the terminal. The cursor stays where it is: it is hidden."""
        driver = self._driver
        if renderable is None or driver is None or self._batch_count or self.is_headless:
            return
        if self._running and not self._closed:
            try:
                text = renderable.render_segments(self.console)
            except Exception as error:
                self._handle_exception(error)
                return
            self._begin_update()
            driver.write(text)
            self._end_update()
            driver.flush()

    def context(self) -> AbstractContextManager[None]:
        """Return a context in which this is the active app, even if it does not run."""
        return self._context()

    def whole(self) -> str:
        """Return the whole front screen as terminal output."""
        screen = self.screen
        if not isinstance(screen, PaneScreen):
            return ""
        with self._context():
            return self.console.written(screen.whole())

    def get_css_variables(self) -> dict[str, str]:
        """Return no CSS variables: there are no style sheets, and Textual would mix 160 colours."""
        return {}

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        """Return no screens behind the front one: it is opaque, and Textual would paint them."""
        return []


class PaneCompositor(Compositor):
    """Textual's compositor with leaner updates."""

    def render_partial_update(self) -> CompositorUpdate | None:  # type: ignore[override]
        """Return what changed since the last update; None for nothing."""
        dirty = self._dirty_regions.copy()
        self._dirty_regions.clear()
        if not dirty:
            return None
        return Patch(tuple(self._stretches(dirty)))

    def render_full_update(  # type: ignore[override]
        self, simplify: bool = False
    ) -> CompositorUpdate:
        """Return the whole screen."""
        if simplify or not isinstance(self.root, PaneScreen):  # a screenshot
            return super().render_full_update(simplify)
        self._dirty_regions.clear()
        return Patch(self.root.whole())

    def _stretches(self, dirty: Iterable[Region]) -> Iterator[Stretch]:
        screen, (width, height) = self.root, self.size
        if isinstance(screen, PaneScreen):
            for y, row in groupby(self._regions_to_spans(dirty), itemgetter(0)):
                if 0 <= y < height:
                    spans = [(max(0, start), min(end, width)) for _, start, end in row]
                    yield from screen.stretches(y, spans)


class Patch(CompositorUpdate):
    """Some stretches of the screen."""

    def __init__(self, stretches: tuple[Stretch, ...]) -> None:
        self.stretches = stretches

    def render_segments(self, console: Console) -> str:
        """Return the stretches as terminal output."""
        return console.written(self.stretches) if isinstance(console, Ink) else ""
