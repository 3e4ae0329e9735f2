"""Textual's driver on an SSH channel: no thread, no polling, no signals.

The one file of the server for Textual's private parts: docs/decisions/0007-private-parts.md.
Must not know: the person at the other end, or the screens.
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from contextvars import copy_context
from functools import cache
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, TextIO, TypeVar, cast

import textual.app
from msgspec import Struct
from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from arcade.tasks import Coalescer
from screens.base import BaseScreen
from screens.session import SessionApp
from screens.terminal.paint import PaneApp
from screens.terminal.reader import Filled, GroundReported, Pressed
from server.config.settings import Limits
from server.terminal.offers import Offers
from server.terminal.outlet import OutputCounters
from server.terminal.terminal import Terminal

A = TypeVar("A", bound=App[Any])

PRIVATE: Mapping[type, tuple[str, ...]] = {App: ("_handle_exception",), Driver: ("_size",)}
"""The private names used here, by the class whose instances have them; a test holds them."""

ENTER = "\x1b[?1049h\x1b[?25l\x1b[>1u\x1b[?2004h\x1b[?7l"
"""Other screen, no cursor, unambiguous Escape, pastes marked, no wrapping. No mouse and no focus
reports: they are enabled on request."""
ASK = "\x1b[?2026$p"
"""Ask for synchronized output; the answer is the app's."""
MOUSE_ON = "\x1b[?1000h\x1b[?1006h"
MOUSE_OFF = "\x1b[?1006l\x1b[?1000l"
LEAVE = f"{MOUSE_OFF}\x1b[?2004l\x1b[?7h\x1b[<u\x1b[0m\x1b[H\x1b[J\x1b[?1049l\x1b[?25h"
"""The last picture is erased: GNU screen has by default no other screen, and would keep it."""

POINTER_SHAPE = "\x1b]22;"
"""Textual writes this for each new screen, in a packet of its own; no screen needs it."""
BESIDE_WAIT = 0.03
"""Seconds the window's title, or the bell, waits for a frame it can go with."""


# Textual would have every app take the process's stdout; with many apps a dead one keeps it.
def _no_redirection(_: object) -> AbstractContextManager[None]:
    return contextlib.nullcontext()


textual.app.redirect_stdout = _no_redirection  # type: ignore[attr-defined, assignment]
textual.app.redirect_stderr = _no_redirection  # type: ignore[attr-defined, assignment]


class DriverChannel(Protocol):
    """The session as its driver needs it."""

    terminal: Terminal
    limits: Limits
    counters: OutputCounters

    def opening(self) -> str:
        """Return what goes before the first frame: it takes the terminal, or queries it."""
        ...

    def send(self, data: bytes) -> bool:
        """Send a frame; False when it was dropped, and `TerminalDriver.pause` has been called."""
        ...

    def frame_drawn(self) -> None:
        """Note that a frame is whole and was sent."""
        ...

    def ground(self, light: bool) -> bool:
        """Note whether the terminal's background is light; return whether the answer counts."""
        ...

    def watch_line(self, plays: Callable[[], bool | None], tell: Callable[[bool], None]) -> None:
        """Tell when the client does not answer, and when it does again, while its person plays."""
        ...

    def attach(self, driver: "TerminalDriver | None") -> None:
        """Send input and sizes to a driver; None: to nobody."""
        ...


class TerminalDriver(Driver):
    """Drives one app on one channel."""

    most_waiting: int | None = None

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.app: App[Any] = app
        self._running_loop = asyncio.get_running_loop()
        self._batch: AbstractContextManager[None] | None = None
        self._channel: DriverChannel = app.channel  # type: ignore[attr-defined]  # `run` sees to it
        self._frame: list[str] = []
        self._last_frame = ""
        self._beside: list[str] = []
        self._beside_soon = Coalescer(self._send, BESIDE_WAIT, context=copy_context())
        self._drawn = False
        self._live = False
        self._clicks = False

    # Output: everything written in one turn of the loop becomes one packet.

    def write(self, data: str) -> None:
        """Write to the terminal, at the end of this turn of the loop."""
        if not data or data.startswith(POINTER_SHAPE):
            return
        if not self._frame:
            self._running_loop.call_soon(self._send)
        self._frame.append(data)

    def flush(self) -> None:
        """Send what was written: a frame is whole. The same twice in a row is sent once."""
        frame = "".join(self._frame)
        if frame == self._last_frame:
            self._frame.clear()
        self._last_frame = frame
        self._drawn = True
        self._send()
        self._channel.frame_drawn()

    def write_beside(self, data: str) -> None:
        """Write with the next frame; alone where none comes soon."""
        self._beside.append(data)
        self._beside_soon.begin()

    def _send(self) -> None:
        self._beside_soon.stop()
        if self._frame or self._beside:
            text = "".join(self._beside + self._frame)
            self._beside.clear()
            self._frame.clear()
            self._channel.send(text.encode("utf-8", "replace"))

    def pause(self) -> None:
        """Draw nothing until `repaint`: the client is behind, and a frame was lost."""
        if self._batch is None:
            self._last_frame = ""
            self._batch = self.app.batch_update()
            self._batch.__enter__()

    def repaint(self) -> None:
        """Redraw everything: the client has caught up."""
        if self._batch is not None:
            batch, self._batch = self._batch, None
            batch.__exit__(None, None, None)
            if self._live and self.app.screen_stack:
                self.app.screen.refresh()

    def retake(self) -> None:
        """Draw everything, with title and modes, on a terminal that may have lost it."""
        self.pause()
        if self._clicks:
            self._beside.append(MOUSE_ON)
        if isinstance(self.app, SessionApp):
            self.app.attention.repeat()
        self.repaint()

    def offers(self) -> Offers | None:
        """Return the actions of the front screen, its open line, and the table of the person."""
        app = self.app
        screen = app.screen if app.screen_stack else None
        if not isinstance(app, SessionApp) or not isinstance(screen, BaseScreen):
            return None
        if not screen.is_mounted:
            return None
        line = screen.line()
        typing = line is not None and line.typing
        return Offers(
            tuple(
                (action.name, app.words.t(action.shown), app.words.t(action.label))
                for action in screen.footer.actions
            ),
            screen.footer.main,
            typing,
            line.text if typing and line is not None else "",
            next((session.code for session in app.table_sessions if session.seated), ""),
        )

    def use_mouse(self, on: bool) -> None:
        """Ask the terminal to report clicks, or to stop it."""
        if self._live and on != self._clicks:
            self._clicks = on
            self.write(MOUSE_ON if on else MOUSE_OFF)

    def painted(self, seconds: float) -> None:
        """Note how long a frame took; painting that changed nothing is none."""
        if self._drawn and self._channel.counters.painted is not None:
            self._channel.counters.painted(seconds)
        self._drawn = False

    # Input

    def take(self, event: Message) -> None:
        """Take what came from the client."""
        if not self._live:
            return
        if isinstance(event, events.MouseEvent) and not self._clicks:
            return  # an earlier program has left the mouse on
        if isinstance(event, Pressed | Filled):
            if self.app.screen_stack:
                self.app.screen.post_message(event)
        elif not isinstance(event, GroundReported):
            self.process_message(event)
        elif isinstance(self.app, SessionApp) and self._channel.ground(event.light):
            self.app.call_later(self.app.ground, event.light)

    def send_message(self, message: Message) -> None:
        """Hand an event to the app; all of it happens on the one loop."""
        if isinstance(self.app, PaneApp) and isinstance(message, events.Key | events.Paste):
            self.app.take(message)
        else:
            self.app.post_message(message)

    def resize(self, size: tuple[int, int]) -> None:
        """Take a new size, clamped by the caller."""
        self._size = size
        self._last_frame = ""  # a terminal may have moved or cut what it shows
        if self._live:
            self.send_message(events.Resize(Size(*size), Size(*size)))

    # The life of it

    def start_application_mode(self) -> None:
        """Take the terminal."""
        self._live = True
        if self._channel.counters.painted is not None:
            self.app.painted = self.painted  # type: ignore[attr-defined]  # of `PaneApp`
        self._channel.attach(self)
        self.app.driver = self  # type: ignore[attr-defined]  # of `Hosted`
        self._beside.append(self._channel.opening())  # with the first frame, in one packet

    def disable_input(self) -> None:
        """Take nothing from the client any more."""
        self._live = False

    def stop_application_mode(self) -> None:
        """Take and show nothing more; the terminal is the session's to give back."""
        self.use_mouse(False)
        self.disable_input()
        self._send()

    def leave(self) -> None:
        """Exit the app."""
        self.app.exit()

    def close(self) -> None:
        """Let go of the session."""
        self._send()  # the window's own title, which comes last
        self._beside_soon.close()
        self._channel.attach(None)

    # What would reach the server's own machine

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing: the browser would be the server's."""

    def deliver_binary(self, binary: BinaryIO | TextIO, **_: object) -> None:
        """Save nothing: the disk would be the server's."""
        binary.close()


if TYPE_CHECKING:
    _Mixed = App[Any]
else:
    _Mixed = object  # Textual looks for style sheets and bindings along the first App base


class Hosted(_Mixed):
    """Mixed into an app class: forbids what would touch a machine that many use."""

    ENABLE_COMMAND_PALETTE = False
    channel: DriverChannel
    driver: "TerminalDriver | None" = None
    failure: Exception | None = None
    """The error that ended it."""

    def set_mouse(self, on: bool) -> None:
        """Turn mouse reports on or off. Off at first: a lost connection would leave them on."""
        if self.driver is not None:
            self.driver.use_mouse(on)

    def watch_line(self) -> None:
        """Count the person as gone while the client does not answer."""
        if self.driver is not None and isinstance(self, SessionApp):
            app: SessionApp = self

            def tell(answers: bool) -> None:
                app.call_later(app.note_line, answers)

            self.channel.watch_line(lambda: app.plays_with_others, tell)

    def write_beside(self, text: str) -> None:
        """Write with the next frame: a packet of its own costs more."""
        if self.driver is not None:
            self.driver.write_beside(text)

    def save_screenshot(self, *_: object, **__: object) -> str:
        """Write no file on the server."""
        return ""

    def deliver_screenshot(self, *_: object, **__: object) -> str | None:
        return None

    def _handle_exception(self, error: Exception) -> None:
        """End. Textual's own renders a traceback with locals, on the server's terminal."""
        self.failure = self.failure or error
        self.exit()

    def panic(self, *_: object) -> None:
        """End; why is in the log."""
        self.exit()


def hosted(app: type[A]) -> type[A]:
    """Return the app class as it may run on a server.

    It keeps the module, by which Textual finds an app's style sheets.
    """
    return cast(type[A], _hosted(app))


@cache
def _hosted(app: type[App[Any]]) -> type[App[Any]]:
    return type(app.__name__, (Hosted, app), {"__module__": app.__module__})


class AppResult(Struct, frozen=True):
    """The result of an app, or the error that ended it."""

    returned: object = None
    error: Exception | None = None


async def run(app: App[Any], channel: DriverChannel) -> AppResult:
    """Run an app made from a `hosted` class on a channel, to its end.

    Call this in a context of its own (`contextvars.Context()`): Textual keeps the active app
    in one, and a shared one gives a widget another session's app.
    """
    asyncio.get_running_loop().set_task_factory = _keep_task_factory  # type: ignore[method-assign, assignment]
    app.channel = channel  # type: ignore[attr-defined]
    app.driver_class = TerminalDriver
    if isinstance(app, PaneApp):
        app.console.depth = channel.terminal.depth
        app.console.cp437 = channel.terminal.cp437
        app.console.repeats = channel.terminal.repeats
    await app.run_async(mouse=False, size=channel.terminal.size)
    result = AppResult(app.return_value, app.failure)  # type: ignore[attr-defined]  # of `Hosted`
    if isinstance(app, PaneApp):
        app.untie()
    return result


def _keep_task_factory(_: object) -> None:
    """Leave the loop's tasks as they are.

    From Python 3.12 on an app that runs makes all tasks of the loop start eagerly. asyncssh cannot
    bear it: an authentication that starts before its connection knows of it is never answered.
    """
