"""How Textual paints, made lean: what panes, screens and apps of the arcade are built on.

Textual's own update repeats a pane's row from its left edge and resets the style after every
piece: several times the bytes. Here only changed stretches go to the terminal, a style only where
it changes, one frame for each change. The only file of the screens that touches Textual's private
parts: docs/decisions/0007-private-parts.md.
"""

import time
from asyncio import Handle, get_running_loop
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from contextvars import copy_context
from functools import lru_cache
from typing import Any, Self, TypeVar

from rich.console import Console
from rich.style import Style
from textual import events
from textual._compositor import Compositor, CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from screens.glyphs import twin

FRAME = 1 / 60
"""Seconds from a frame to the next one, at least: what changes meanwhile is one frame."""

Stretch = tuple[int, int, Strip]
"""Column, row, and what stands there."""

Result = TypeVar("Result")

PRIVATE: Mapping[type, tuple[str, ...]] = {
    Message: ("_set_forwarded",),
    Compositor: ("_dirty_regions", "_regions_to_spans"),
    Widget: ("_size_updated", "_repaint_regions", "_is_mounted", "_parent"),
    Screen: (
        "_compositor",
        "_compositor_refresh",
        "_size",
        "_on_screen_resume",
        "_refresh_layout",
        "_extend_compose",
        "_update_timer",
        "_on_timer_update",
        "_dirty_widgets",
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


def _take_size(
    self: Widget,
    size: Size,
    virtual_size: Size,
    container_size: Size,
    layout: bool = True,  # noqa: ARG001
) -> bool:
    """Take a size without asking for another layout, which Textual would: nothing depends."""
    return Widget._size_updated(self, size, virtual_size, container_size, layout=False)


class Pane(Widget, inherit_css=False, inherit_bindings=False):
    """A widget whose size is the business of its screen alone."""

    _size_updated = _take_size

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Have these stretches painted with the next frame; none: all of it.

        The screen is told at once. Textual's way is a message to oneself, then one to the screen,
        then one of the screen's to itself, then a timer: five turns of the loop.
        """
        screen = self._parent
        if layout or recompose or not (self._is_mounted and isinstance(screen, PaneScreen)):
            return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)
        self._repaint_regions.update(regions or [self._size.region])
        screen.paint(self)
        return self

    def take_size(self, size: Size) -> None:
        """Be of this size, where no screen lays the pane out."""
        self._size_updated(size, size, size)


class PaneScreen(Screen[Result], inherit_css=False, inherit_bindings=False):
    """A screen of panes that lie side by side: one frame for a change, no toasts, no tooltips."""

    _size_updated = _take_size

    _pulse: "Pulse | None" = None

    def __init__(self) -> None:
        super().__init__()
        self._compositor = PaneCompositor()

    @property
    def _update_timer(self) -> "Pulse":  # type: ignore[override]
        """Give what stands in for Textual's timer, which has a task and ticks at fixed moments."""
        if self._pulse is None:
            self._pulse = Pulse(self, self._on_timer_update)
        return self._pulse

    def paint(self, pane: Pane) -> None:
        """Paint a pane with the next frame."""
        self._dirty_widgets.add(pane)
        self._update_timer.resume()

    async def on_event(self, event: events.Event) -> None:
        """Take an event: a key without a search for all the handlers there may be."""
        if isinstance(event, events.Key):
            await self.on_key(event)
        else:
            await super().on_event(event)

    async def on_key(self, event: events.Key) -> None:
        """Take a key."""

    def further_panes(self) -> Iterable[Pane]:
        """Name panes every screen has, besides those it composes."""
        return ()

    def _on_screen_resume(self, event: events.ScreenResume) -> None:
        """Come to the front with one frame; Textual's own way paints two or three."""
        event.prevent_default()
        self.stack_updates += 1
        if self._size != self.app.size:
            self._refresh_layout(self.app.size)
        else:
            self.refresh()

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
        widgets.extend(self.further_panes())


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
        with self._context():
            strips = self.screen._compositor.render_strips()
        lines = ((0, y, strip) for y, strip in enumerate(strips))
        return written(lines, self.console.only_ascii)

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

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
        """Give the whole screen."""
        update = super().render_full_update(simplify)
        return Whole(update.strips, update.region)

    def _stretches(self, dirty: Iterable[Region]) -> Iterator[Stretch]:
        """Give the changed stretches; panes lie side by side, so each cell has one pane at most."""
        panes = [
            (region, pane)
            for pane, (region, _) in self.visible_widgets.items()
            if isinstance(pane, Pane)
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

    def render_segments(self, console: Console) -> str:
        """Write it as terminal output."""
        return written(self.stretches, _only_ascii(console))


class Whole(LayoutUpdate):
    """The whole screen."""

    def render_segments(self, console: Console) -> str:
        """Write it as terminal output."""
        left, top = self.region.offset
        lines = ((left, y, Strip.join(strips)) for y, strips in enumerate(self.strips, top))
        return written(lines, _only_ascii(console))


def _only_ascii(console: Console) -> bool:
    return isinstance(console, Ink) and console.only_ascii


def written(stretches: Iterable[Stretch], only_ascii: bool = False) -> str:
    """Write stretches as terminal output that ends in the plain style."""
    parts: list[str] = []
    style: Style | None = None
    for x, y, strip in stretches:
        parts.append(f"\x1b[{y + 1};{x + 1}H")
        for text, wished, _ in strip:
            wished = wished or _PLAIN
            if wished != style:
                parts.append(_sgr(style, wished))
                style = wished
            parts.append(twin(text) if only_ascii else text)
    parts.append("\x1b[0m")
    return "".join(parts)


_PLAIN = Style()
_ATTRIBUTES = (
    ("bold", "1", "22"),
    ("dim", "2", "22"),
    ("italic", "3", "23"),
    ("underline", "4", "24"),
    ("reverse", "7", "27"),
)
"""Attributes of a style, and the codes that set them and take them away."""


@lru_cache(4096)
def _sgr(before: Style | None, style: Style) -> str:
    """Give the shortest sequence that makes one style of another (None: of any)."""
    anew = ["0", *(on for name, on, _ in _ATTRIBUTES if getattr(style, name))]
    anew += _inks(style, _PLAIN)
    if before is None:
        return f"\x1b[{';'.join(anew)}m"
    off = {
        off for name, _, off in _ATTRIBUTES if getattr(before, name) and not getattr(style, name)
    }
    change = sorted(off)
    for name, on, gone in _ATTRIBUTES:  # bold and dim are taken away by one code
        if getattr(style, name) and (gone in off or not getattr(before, name)):
            change.append(on)
    change += _inks(style, before)
    return f"\x1b[{min((';'.join(anew), ';'.join(change)), key=len)}m"


def _inks(style: Style, before: Style) -> list[str]:
    """Give the codes of the colours that are others than before; 39 and 49 are the terminal's."""
    codes: list[str] = []
    if style.color != before.color:
        codes += style.color.get_ansi_codes(foreground=True) if style.color else ["39"]
    if style.bgcolor != before.bgcolor:
        codes += style.bgcolor.get_ansi_codes(foreground=False) if style.bgcolor else ["49"]
    return codes
