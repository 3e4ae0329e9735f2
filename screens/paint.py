"""How Textual paints, made lean: what panes, screens and apps of the arcade are built on.

A screen is one widget; its panes are none, since each would cost a task, a queue, style sheets,
half a millisecond and 20 KB. Textual's own update repeats a row from its left edge: here only
changed stretches go to the terminal (`screens/ansi.py` writes them), one frame for each change. The
only file of the screens that touches Textual's private parts: docs/decisions/0007-private-parts.md.
"""

import time
from abc import abstractmethod
from asyncio import Handle, TimerHandle, get_running_loop
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

from screens.ansi import Stretch, written
from screens.glyphs import twin

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
    """A part of a screen that paints rows; what it is shown on takes its messages and timers.

    Off every screen it can be drawn all the same, in the `context` of an app.
    """

    screen: "PaneScreen[Any] | None" = None
    """What it is shown on, once it has had a place there."""
    region = Region()
    """Its place on the screen; empty while it has none."""

    @property
    def app(self) -> App[Any]:
        """The application it is used in."""
        return active_app.get()

    @property
    def size(self) -> Size:
        """How large it is."""
        return self.region.size

    def take_size(self, size: Size) -> None:
        """Be of this size, where no screen gives it a place."""
        self.region = Region(0, 0, size.width, size.height)

    def render_line(self, y: int) -> Strip:
        """Give one row as a strip of the pane's width."""
        raise NotImplementedError

    def refresh(self, *stretches: Region) -> None:
        """Have these parts of it painted, or all of it."""
        if self.screen is not None:
            left, top, width, height = self.region
            parts = stretches or (Region(0, 0, width, height),)
            self.screen.repaint([part.translate((left, top)) for part in parts])

    def post_message(self, message: Message) -> None:
        """Hand a message to the screen."""
        if self.screen is not None:
            self.screen.post_message(message)

    def click(self, x: int, y: int) -> None:
        """Take a click on one of its cells."""

    def wheel(self, rows: int) -> None:
        """Take a turn of the mouse's wheel: so many rows down, or up where negative."""


class PaneScreen(Screen[Result], inherit_css=False, inherit_bindings=False):
    """A screen of panes that lie side by side: one frame for a change, no toasts, no tooltips."""

    is_scrollable = False

    _pulse: "Pulse | None" = None

    def __init__(self) -> None:
        super().__init__()
        self._compositor = PaneCompositor()
        self.shown: tuple[Pane, ...] = ()
        """The panes that have a place, from the left; where two have the same, first who covers."""

    @property
    def _update_timer(self) -> "Pulse":  # type: ignore[override]
        """Give what stands in for Textual's timer, which has a task and ticks at fixed moments."""
        if self._pulse is None:
            self._pulse = Pulse(self, self._on_timer_update)
        return self._pulse

    @abstractmethod
    def arranged(self, size: Size) -> Mapping[Pane, Region]:
        """Give the places of the panes on a screen of this size; panes not named are not shown."""

    @abstractmethod
    def ground(self, cells: int) -> Strip:
        """Paint so many cells where no pane is."""

    def stretches(self, y: int, spans: Sequence[tuple[int, int]]) -> Iterator[Stretch]:
        """Give what stands in a row between some columns, from the left; no gap in a span."""
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
        """Give all that stands on the screen."""
        width, height = self.outer_size
        return tuple(one for y in range(height) for one in self.stretches(y, [(0, width)]))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint a part of the screen."""
        rows = range(crop.y, crop.bottom)
        spans = [(crop.x, crop.right)]
        return [Strip.join(one for *_, one in self.stretches(y, spans)) for y in rows]

    def repaint(self, parts: Iterable[Region]) -> None:
        """Have these parts of the screen painted."""
        self._compositor._dirty_regions.update(part for part in parts if part)
        self._dirty_widgets.add(self)
        self._update_timer.resume()

    async def on_event(self, event: events.Event) -> None:
        """Take an event: a key without a search for all the handlers there may be."""
        if isinstance(event, events.Key):
            await self.on_key(event)
            if not self.message_queue_size:  # else more may come of it, for the same frame
                self._update_timer.hurry()
        else:
            await super().on_event(event)

    async def on_key(self, event: events.Key) -> None:
        """Take a key."""

    def rearrange(self) -> None:
        """Put the panes in their places anew."""
        self._layout_required = True
        self._update_timer.resume()

    def pane_at(self, x: int, y: int) -> Pane | None:
        """Give the pane at a cell of the screen."""
        return next((pane for pane in self.shown if pane.region.contains(x, y)), None)

    def on_click(self, event: events.Click) -> None:
        """Hand a click to the pane it is on."""
        if pane := self.pane_at(event.x, event.y):
            pane.click(event.x - pane.region.x, event.y - pane.region.y)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Hand a turn of the wheel to the pane it is on."""
        if pane := self.pane_at(event.x, event.y):
            pane.wheel(-WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Hand a turn of the wheel to the pane it is on."""
        if pane := self.pane_at(event.x, event.y):
            pane.wheel(WHEEL)

    def _on_resize(self, event: events.Resize) -> None:  # type: ignore[override]
        """Take a new size; Textual arranges everything again for the one it has just taken."""
        event.stop()
        event.prevent_default()
        if event.size != self._size:
            self._refresh_layout(event.size)

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        """Come to the front with one frame; Textual's own way paints two or three."""
        event.prevent_default()
        self.stack_updates += 1
        if self._size != self.app.size:
            self._refresh_layout(self.app.size)
        else:
            self.refresh()

    def settle(self, size: Size) -> None:
        """Put the panes in their places on a screen of this size."""
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
        """Put the panes in their places, too."""
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
        """Take a size without asking for another layout, which Textual would: nothing depends."""
        return super()._size_updated(size, virtual_size, container_size, layout=False)

    def _compositor_refresh(self) -> None:
        """Paint a frame; the app is told how long it took, where somebody wants to know."""
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
    """Has a screen painted: at once, but not twice within `FRAME`.

    It stands in for Textual's timer, and has the two methods of it that a screen uses.
    """

    def __init__(self, screen: PaneScreen[Any], paint: Callable[[], None]) -> None:
        self._screen = screen
        self._work = paint
        self._clock, self._within = get_running_loop(), copy_context()
        # A new screen's panes come one by one, and are one frame.
        self._painted_at = self._clock.time()
        self._soon: Handle | None = None

    def resume(self) -> None:
        """Paint as soon as may be."""
        if self._soon is None:
            wait = self._painted_at + FRAME - self._clock.time()
            if wait > 0:
                self._soon = self._clock.call_later(wait, self._tick, context=self._within)
            else:
                self._soon = self._clock.call_soon(self._tick, context=self._within)

    def hurry(self) -> None:
        """Paint now what could be painted in the next turn of the loop."""
        if self._soon is not None and not isinstance(self._soon, TimerHandle):
            self.pause()
            self._tick()

    def pause(self) -> None:
        """Take back what was asked for: it is done."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None

    def _tick(self) -> None:
        self._soon = None
        app = self._screen.app
        if app._exit:
            return
        self._painted_at = self._clock.time()
        try:
            self._work()
        except Exception as error:
            app._handle_exception(error)


class Ink(Console):
    """What pictures are written with."""

    only_ascii = False
    """Whether the terminal gets the ASCII twin of every glyph."""


class PaneApp(App[Result], inherit_css=False, inherit_bindings=False):
    """An app of such screens, which takes nothing from the environment of the process."""

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
        """Write to the terminal what is no part of a picture."""
        if self._driver is not None and not self.is_headless:
            self.write_beside(twin(sequence) if self.console.only_ascii else sequence)

    def write_beside(self, text: str) -> None:
        """Write what is no part of a picture; who runs the app may wait for the next one."""
        if self._driver is not None:
            self._driver.write(text)

    def _end_batch(self) -> None:
        """End a batch of changes; what was not painted meanwhile is, now."""
        super()._end_batch()
        if self.screen_stack:
            self.screen.check_idle()

    busy = False
    """Whether something is done that later events must wait for."""

    async def _dispatch_message(self, message: Message) -> None:
        """Do what a message asks; what comes meanwhile waits."""
        self.busy = True
        try:
            await super()._dispatch_message(message)
        finally:
            self.busy = False

    def take(self, event: events.Key | events.Paste) -> None:
        """Take input: the screen in front does, at once where nothing is to be done before.

        Textual has the app take it, which looks for bindings, and hands it on a turn of the loop
        later.
        """
        front = self.screen_stack[-1:]
        if front and not self.message_queue_size and not self.busy:
            event._set_forwarded()
            front[0].post_message(event)
        else:
            self.post_message(event)

    def _display(self, screen: Screen[Any], renderable: Any) -> None:  # noqa: ARG002
        """Write an update to the terminal. The cursor stays where it is: nobody sees it."""
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
        """Give what makes this the app of the widgets used inside, also where it does not run."""
        return self._context()

    def whole(self) -> str:
        """Give the whole screen in front as terminal output, whatever was painted already."""
        screen = self.screen
        if not isinstance(screen, PaneScreen):
            return ""
        with self._context():
            return written(screen.whole(), self.console.only_ascii)

    def get_css_variables(self) -> dict[str, str]:
        """Give no variables for style sheets: there are none, and 160 colours would be mixed."""
        return {}

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        """Name no screen below the one in front: each is opaque, and Textual would paint it too."""
        return []


class PaneCompositor(Compositor):
    """Textual's compositor with leaner updates."""

    def render_partial_update(self) -> CompositorUpdate | None:  # type: ignore[override]
        """Give what changed since the last update, None for nothing."""
        dirty = self._dirty_regions.copy()
        self._dirty_regions.clear()
        if not dirty:
            return None
        return Patch(tuple(self._stretches(dirty)))

    def render_full_update(  # type: ignore[override]
        self, simplify: bool = False
    ) -> CompositorUpdate:
        """Give the whole screen."""
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
        """Write it as terminal output."""
        return written(self.stretches, _only_ascii(console))


def _only_ascii(console: Console) -> bool:
    return isinstance(console, Ink) and console.only_ascii
