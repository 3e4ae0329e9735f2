"""Lean painting with Textual: the base of the arcade's panes, screens and apps.

Screens and panes are widgets as any others, and stock widgets work beside them. Textual's own
update repeats a row from its left edge; here only changed stretches go to the terminal
(`screens/terminal/ansi.py`), one frame for each change, as soon as it is made.
Textual's private parts are used here, in `compositor` and in `reader`, and nowhere else in the
screens: docs/decisions/0007-private-parts.md.
"""

import time
from abc import abstractmethod
from asyncio import Future
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import copy_context
from functools import partial
from math import inf
from pathlib import PurePath
from types import MethodType
from typing import Any, Self, TypeVar, cast
from weakref import proxy

from textual import events, on
from textual.app import App
from textual.cache import FIFOCache
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.reactive import Reactive, var
from textual.screen import Screen
from textual.selection import Selection
from textual.strip import Strip
from textual.timer import Timer, TimerCallback
from textual.widget import Widget

from arcade.tasks import Sliced
from screens.terminal.ansi import FrameConsole, Stretch
from screens.terminal.compositor import Painting, PaneCompositor, Span, covered

FRAME = 1 / 60
"""The fewest seconds between two frames: changes in between share one."""

AWAITED = 1.0
"""Seconds after a key in which its screen is drawn before other people's."""

WHEEL = 3
"""Rows that a turn of the mouse's wheel scrolls."""

Result = TypeVar("Result")

PRIVATE: Mapping[type, tuple[str, ...]] = {
    Message: ("_set_forwarded",),
    Timer: ("_skip",),
    Widget: ("_arrangement_cache", "_box_model_cache"),
    Screen: (
        "_compositor",
        "_dirty_widgets",
        "_extend_compose",
        "_refresh_layout",
        "_update_timer",
        "_on_timer_update",
    ),
    App: ("_context", "_driver", "_shutdown"),
}
"""The private names used here, by the class whose instances have them; a test holds them."""


def set_timer(
    self: MessagePump,
    delay: float,
    callback: TimerCallback | None = None,
    *,
    name: str | None = None,
    pause: bool = False,
) -> Timer:
    """Call once after a delay, even if the process is held up for as long meanwhile.

    Textual's own skips a time that has passed before its task began to wait, and then ends: a busy
    machine loses short timers, and with the app's of 8 ms all further sizes of a window.
    """
    timer = MessagePump.set_timer(self, delay, callback, name=name, pause=True)
    timer._skip = False
    if not pause:
        timer.resume()
    return timer


def untie(node: DOMNode, screen: DOMNode | None = None) -> None:
    """Break the reference cycles of a node that has left its app, so that no collection is needed.

    References to its `screen`, and to methods of it, become weak.
    """
    node.styles.base.node = node.styles.inline.node = None
    for name, value in vars(node).items() if screen is not None else ():
        if value is screen:
            vars(node)[name] = proxy(screen)
        elif isinstance(value, MethodType) and value.__self__ is screen:
            vars(node)[name] = partial(value.__func__, proxy(screen))


class Pane(Painting, Widget, inherit_css=False, inherit_bindings=False):
    """A widget that paints rows. It has no border and no padding.

    Without a screen it can be drawn in the `context` of an app, after `take_size`.
    """

    ALLOW_SELECT = False
    # Textual's own ask for a layout or a repaint when these change; no pane's look depends on them.
    virtual_size = Reactive(Size(0, 0), repaint=False)
    has_focus = Reactive(False, repaint=False)
    mouse_hover = Reactive(False, repaint=False)

    set_timer = set_timer
    _own_size: Size | None = None

    def __init__(self, *children: Widget, **options: Any) -> None:
        super().__init__(*children, **options)
        # Textual's own cache of sizes is a cycle, which each pane would leave behind.
        self._box_model_cache = FIFOCache(16)  # type: ignore[assignment]

    @property
    def size(self) -> Size:
        """The size."""
        return self.outer_size if self._own_size is None else self._own_size

    def awaited(self) -> bool:
        """Whether the person has just pressed a key and waits for the result."""
        return isinstance(self.app, PaneApp) and self.app.awaited

    def take_size(self, size: Size | None) -> None:
        """Take this size without a screen; None: the screen's again."""
        self._own_size = size

    def render_line(self, y: int) -> Strip:
        """Return one row as a strip of the pane's width."""
        return self.painter()(y)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the strips of a part, without Textual's cache for each widget."""
        paint = self.painter()
        return [paint(y).crop(crop.x, crop.right) for y in range(crop.y, crop.bottom)]

    def refresh(self, *regions: Region, **how: bool) -> Self:
        """Repaint these parts of it, or all of it, without two messages to the screen first."""
        screen = self.screen if self.is_mounted else None
        if how.get("layout") or how.get("recompose") or not isinstance(screen, PaneScreen):
            return super().refresh(*regions, **how)
        if how.get("repaint", True):
            screen.repaint(self, covered(regions))
        return self

    def repaint(self, spans: Sequence[Span]) -> None:
        """Repaint these stretches of its rows."""
        screen = self.screen if self.is_mounted else None
        if isinstance(screen, PaneScreen):
            screen.repaint(self, spans)
        else:
            super().refresh()

    def on_unmount(self) -> None:
        untie(self)

    def on_click(self, event: events.Click) -> None:
        """Handle a click with the method for it."""
        event.stop()
        self.click(event.x, event.y)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Handle a turn of the wheel with the method for it."""
        event.stop()
        self.wheel(-WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Handle a turn of the wheel with the method for it."""
        event.stop()
        self.wheel(WHEEL)

    def click(self, x: int, y: int) -> None:
        """Handle a click on a cell."""

    def wheel(self, rows: int) -> None:
        """Handle a turn of the mouse's wheel: `rows` rows down, or up if negative."""


class PaneScreen(Screen[Result], inherit_css=False, inherit_bindings=False):
    """A screen of panes and any other widgets: one frame for a change, no toasts, no tooltips."""

    DEFAULT_CSS = """
    PaneScreen { background: $background; color: $foreground; }
    """
    AUTO_FOCUS = ""
    virtual_size = Reactive(Size(0, 0), repaint=False)
    # Textual's own begins a coroutine at the start, which a session that ends then leaves behind.
    selections: var[dict[Widget, Selection]] = var(dict, init=False)

    set_timer = set_timer
    _frame_timer: "FrameTimer | None" = None
    arranging = False
    """Whether the children are being arranged."""
    _compositor: PaneCompositor

    def __init__(self) -> None:
        super().__init__()
        self._compositor = PaneCompositor()

    @property
    def _update_timer(self) -> "FrameTimer":  # type: ignore[override]
        """Return a replacement for Textual's timer, which has a task and ticks at fixed moments."""
        if self._frame_timer is None:
            self._frame_timer = FrameTimer(self, self._paint_safely)
        return self._frame_timer

    def on_unmount(self) -> None:
        untie(self)
        for pane in vars(self).values():
            if isinstance(pane, Pane):  # one too that was never shown
                untie(pane, self)
        self._update_timer.close()
        self._frame_timer = None
        self._compositor.root = None
        assert not self.displayed_children  # which Textual would keep until the next question

    @property
    def placed(self) -> dict[Pane, Region]:
        """The regions of the visible panes."""
        seen = self._compositor.visible_widgets.items()
        return {pane: region for pane, (region, _) in seen if isinstance(pane, Pane) and region}

    def fit(self, size: Size) -> None:
        """Set the classes and styles that depend on the size; called before each layout."""
        for width, name in self.HORIZONTAL_BREAKPOINTS or ():
            self.set_class(size.width >= width, name)

    def show_pane(self, pane: Pane, shown: bool = True, before: int | Pane | None = None) -> None:
        """Show or hide a pane that is seldom needed; mount it the first time."""
        if shown:
            self.mount_panes(pane, before=before)
        pane.display = shown

    def mount_panes(self, *panes: Pane, before: int | Pane | None = None) -> None:
        """Mount those of the panes that are not mounted yet.

        An app that is ending still handles queued events, such as a resize, but mounts nothing.
        """
        missing = [pane for pane in panes if not pane.is_attached]
        if missing and self.is_attached:
            self.mount(*missing, before=before)

    @abstractmethod
    def ground(self, cells: int) -> Strip:
        """Paint `cells` cells of background."""

    def backdrop(self, _y: int, cells: int) -> Strip:
        """Paint a row of the screen not covered by panes."""
        return self.ground(cells)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint the background."""
        cells = self.outer_size.width
        rows = range(crop.y, crop.bottom)
        return [self.backdrop(y, cells).crop(crop.x, crop.right) for y in rows]

    def whole(self) -> tuple[Stretch, ...]:
        """Return the whole screen."""
        return self._compositor.whole()

    def refresh(self, *regions: Region, **how: bool) -> Self:
        """Repaint the screen, once it has a size: the first frame is of all of it.

        Textual asks for refreshes before the first layout; they would replace the panes' own.
        """
        return super().refresh(*regions, **how) if self.outer_size else self

    def repaint(self, pane: Pane, spans: Sequence[Span]) -> None:
        """Repaint these stretches of a pane's rows, or all of it."""
        placed = self._compositor.visible_widgets.get(pane)
        if placed is None:
            return
        region, clip = placed
        left, top, _, _ = region
        seen = region.intersection(clip)
        x, y, width, high = seen
        right, bottom = x + width, y + high
        moved = [
            (row + top, max(x, start + left), min(right, end + left))
            for row, start, end in spans
            if y <= row + top < bottom
        ]
        self._compositor.repaint(moved if spans else covered([seen]))
        self._dirty_widgets.add(pane)
        self._update_timer.begin()

    def awaited(self) -> bool:
        """Whether the person has just pressed a key and waits for the result."""
        return isinstance(self.app, PaneApp) and self.app.awaited

    @property
    def is_current(self) -> bool:
        """Whether to paint: only in front, while Textual also paints the screen behind."""
        return self.is_active and not self.arranging

    async def on_event(self, event: events.Event) -> None:
        """Handle an event. A key is the screen's unless a focused widget has a binding for it."""
        if isinstance(event, events.Resize) and self.outer_size != self.app.size:
            self.arrange_for(self.app.size)  # which brings another such event; this may be old
            return
        ours = isinstance(event, events.Key) and not self._bound(event.key)
        if not ours or not await self.take_key(cast(events.Key, event)):
            await super().on_event(event)
        elif not self.message_queue_size:  # else more may come of it, for the same frame
            self._update_timer.hurry()

    def _bound(self, key: str) -> bool:
        return self.focused is not None and key in self.active_bindings

    async def take_key(self, _event: events.Key) -> bool:
        """Handle a key; return False to leave it to Textual's handlers and bindings."""
        return False

    def rearrange(self) -> None:
        """Arrange the children again after a change that no style expresses."""
        if self.is_mounted:
            self._arrangement_cache.clear()
            self.refresh(layout=True, repaint=False)
            self._update_timer.resume()

    @on(events.Resize)
    def _take_size(self, event: events.Resize) -> None:
        """Skip a size that has been taken: Textual's own handler would arrange everything again."""
        event.stop()
        event.prevent_default()

    @on(events.ScreenResume)
    def _come_to_front(self, event: events.ScreenResume) -> None:
        """Come to the front with one frame; Textual's own handler paints two or three."""
        event.prevent_default()
        self.stack_updates += 1
        if self.CSS or self.css_path:  # Textual reads these after it has styled a new screen
            self.update_node_styles(animate=False)
        if self.outer_size != self.app.size:
            self.arrange_for(self.app.size)
        else:
            self.refresh()

    def arrange_for(self, size: Size) -> None:
        """Arrange the panes on a screen of this size, and paint it in the next turn of the loop.

        The panes learn the new size afterwards; their changes make another frame.
        """
        self._paint_in(0)
        self._arrangement_cache.clear()
        self.arranging = True
        self.fit(size)
        self._refresh_layout(size)
        self.arranging = False

    def _paint_in(self, seconds: float) -> None:
        self._dirty_widgets.add(self)
        self._update_timer.start(seconds)

    def _paint_safely(self) -> None:
        if not self.is_attached:
            return
        try:
            self._paint()
        except Exception as error:
            self.call_later(_raise, error)  # Textual ends an app whose handler raises

    def _paint(self) -> None:
        """Paint what changed, or a part of it; the app hears how long it took."""
        app, began = self.app, time.thread_time()
        self._compositor.unfinished = False
        self._on_timer_update()
        took = time.thread_time() - began
        if self._compositor.unfinished:  # others have the loop for as long
            self._paint_in(took)
        if isinstance(app, PaneApp) and app.painted is not None:
            app.painted(took)

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """Leave out Textual's tooltip and toasts, which interpret markup."""


class FrameTimer(Sliced):
    """Paints a screen at once, but not twice within `FRAME`, and in its turn where many are drawn.

    It replaces Textual's timer, with the two methods that a screen uses.
    """

    def __init__(self, screen: PaneScreen[Any], paint: Callable[[], None]) -> None:
        super().__init__(paint, rest=FRAME, context=copy_context(), first=screen.awaited)
        self._screen = screen
        self.rest()  # a new screen's panes come one by one, and are one frame

    def resume(self) -> None:
        self.begin()

    def pause(self) -> None:
        """Pause, except while the screen is arranged: a full frame follows."""
        if not self._screen.arranging:
            self.stop()


def _raise(error: Exception) -> None:
    raise error


class ThemeSheet(Stylesheet):
    """The sheet that all apps of a theme share; a sheet for each would cost 100 KiB."""

    def read(self, filename: str | PurePath) -> None:
        """Read a file, once for all apps."""
        if not self.has_source(str(filename)):
            super().read(filename)


_sheets: dict[str, ThemeSheet] = {}
_variables: dict[str, dict[str, str]] = {}
"""The variables of each theme; the themes are few."""


class PaneApp(App[Result], inherit_css=False, inherit_bindings=False):
    """An app of such screens that takes nothing from the environment of the process."""

    painted: Callable[[float], None] | None = None
    """Receives the seconds of processor time each frame took; set by the app's runner."""

    set_timer = set_timer
    console: FrameConsole

    def __init__(self) -> None:
        super().__init__()
        self._keys_queued: set[events.Key | events.Paste] = set()
        self._nodes_at_end: list[DOMNode] = []
        self._shut_down = False
        self.stylesheet = self._theme_sheet()
        self.no_color = False
        self.console = FrameConsole(
            color_system="truecolor",
            file=self.console.file,
            markup=False,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            force_terminal=True,
            safe_box=False,
            soft_wrap=False,
            no_color=False,
        )

    def __repr__(self) -> str:
        """Return the class alone: each timer asks, and Textual's own asks for pseudo classes."""
        return f"{type(self).__name__}()"

    def on_resize(self, event: events.Resize) -> None:
        """Repaint a screen that has this size: a window may have been smaller for an instant."""
        if self.screen_stack and self.screen.outer_size == event.size:
            self.screen.refresh()

    def on_exit_app(self) -> None:
        self._nodes_at_end = [
            node for screen in self.screen_stack for node in screen.walk_children(with_self=True)
        ]

    async def _shutdown(self) -> None:
        """Note that the shutdown is complete; a cancelled run does not wait for it."""
        await super()._shutdown()
        self._shut_down = True

    def untie(self) -> None:
        """Take an ended app apart, so that no garbage collection is needed.

        Not while it or a widget closes, waits for an answer or is in the middle of an update.
        """
        nodes, self._nodes_at_end = self._nodes_at_end, []
        waits = [value for node in nodes for value in vars(node).values()]
        closing = any(node.is_running for node in nodes) or not self._shut_down or self.batches
        if not closing and all(wait.done() for wait in waits if isinstance(wait, Future)):
            for node in nodes:
                if isinstance(node, PaneScreen):
                    node._update_timer.pause()
                vars(node).clear()
            vars(self.animator).clear()
            vars(self).clear()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return none: those that Textual makes depend on the environment of the process."""
        return ()

    def get_css_variables(self) -> dict[str, str]:
        """Return the theme's variables, made once: Textual mixes 160 colours for each app."""
        name = self.theme
        if name not in _variables:
            _variables[name] = super().get_css_variables()
        self.theme_variables = _variables[name]
        return self.theme_variables

    def _theme_sheet(self) -> Stylesheet:
        if self.theme not in _sheets:
            _sheets[self.theme] = ThemeSheet(variables=self.get_css_variables())
        _sheets[self.theme].read_all(self.css_path)
        return _sheets[self.theme]

    def begin_with(self, theme: str) -> None:
        """Choose the theme before the app runs: there is nothing yet to be styled again."""
        self.set_reactive(App.theme, theme)
        dark = self.current_theme.dark
        classes = {f"-theme-{theme}": True, "-dark-mode": dark, "-light-mode": not dark}
        self.update_classes(classes, update=False)
        self.stylesheet = self._theme_sheet()

    def refresh_css(self, animate: bool = True) -> None:
        """Apply the sheet of the theme; the sheets are shared, so none is parsed again."""
        self.stylesheet = self._theme_sheet()
        self.stylesheet.update(self, animate=animate)
        for screen in self.screen_stack:
            self.stylesheet.update(screen, animate=animate)

    def emit(self, sequence: str) -> None:
        """Write to the terminal beside the frames."""
        if self._driver is not None and not self.is_headless:
            self.write_beside(self.console.spelled(sequence))

    def write_beside(self, text: str) -> None:
        """Write beside the frames; drivers may delay this until the next frame."""
        if self._driver is not None:
            self._driver.write(text)

    batches = 0
    """Number of nested batch updates."""

    @contextmanager
    def batch_update(self) -> Iterator[None]:
        """Suspend painting; afterwards paint what was pending."""
        self.batches += 1
        try:
            with super().batch_update():
                yield
        finally:
            self.batches -= 1
        if self.screen_stack:
            self.screen.check_idle()

    _pressed_at = -inf

    busy = False
    """Whether an event is being handled; later ones wait."""

    async def on_event(self, event: events.Event) -> None:
        """Handle an event; keys wait meanwhile."""
        self.busy = True
        try:
            await super().on_event(event)
        finally:
            self.busy = False
            if isinstance(event, events.Key | events.Paste):
                self._keys_queued.discard(event)

    def take(self, event: events.Key | events.Paste) -> None:
        """Pass input to the front screen, at once if nothing is pending and nothing has the focus.

        Textual would let the app look for bindings and pass it on a turn of the loop later.
        """
        self._pressed_at = time.monotonic()
        front = self.screen_stack[-1:]
        pending = self.busy or self.message_queue_size or self._keys_queued
        if front and front[0].focused is None and not pending:
            event._set_forwarded()
            front[0].post_message(event)
        else:
            self.queue(event)

    @property
    def awaited(self) -> bool:
        """Whether a key was pressed so recently that a change may be its result."""
        return time.monotonic() - self._pressed_at < AWAITED

    def queue(self, event: events.Key | events.Paste) -> None:
        """Put input behind everything pending; later keys do not overtake it.

        The size of the queue does not count the message that Textual has taken out to look at.
        """
        self._keys_queued.add(event)
        self.post_message(event)

    def context(self) -> AbstractContextManager[None]:
        """Return a context in which this is the active app, even if it does not run."""
        return self._context()

    def whole(self) -> str:
        """Return the whole front screen as terminal output."""
        with self._context():
            screen = self.screen
            if not isinstance(screen, PaneScreen):
                return ""
            return self.console.written(screen.whole())
