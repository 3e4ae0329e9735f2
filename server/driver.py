"""Textual on an SSH channel: no thread, no poll, no signal; nothing of the server's own terminal.

The only file that touches Textual's private parts; the version is pinned, and a test says which
names are relied on. Must not know: who is at the other end, or what is shown.
"""

import asyncio
import contextlib
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, Protocol, TextIO, TypeVar, cast

import textual.app
from msgspec import Struct
from rich.color import ColorSystem
from textual import constants, events, messages
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from server import colours
from server.config import Limits
from server.terminal import Terminal, clamp

A = TypeVar("A", bound=App[Any])

PRIVATE = {
    App: (
        "_begin_batch",
        "_end_batch",
        "_close_messages_no_wait",
        "_fatal_error",
        "_print_error_renderables",
    ),
    XTermParser: ("_parse_extended_key",),
}
"""The private names used here that a class has; instances are asked in the test."""

ENTER = "\x1b[?1049h\x1b[?25l\x1b[>1u\x1b[?2026$p\x1b[?2004h\x1b[?7l"
"""Other screen, no cursor, unambiguous Escape, ask for synchronized output, pastes marked, no
wrapping. No mouse and no focus reports: they are asked for by who wants them."""
MOUSE_ON = "\x1b[?1000h\x1b[?1006h"
MOUSE_OFF = "\x1b[?1006l\x1b[?1000l"
LEAVE = f"{MOUSE_OFF}\x1b[?2004l\x1b[?7h\x1b[<u\x1b[0m\x1b[?1049l\x1b[?25h"

PASTE_END = b"\x1b[201~"
SLICE = 64
"""Bytes parsed between two looks at the allowance."""
PUMP_PAUSE = 0.05
SWALLOW_PAUSE = 2.0
"""Seconds of silence after which a paste that was cut is taken to be over."""

# Textual would have every app take the process's stdout; with many apps a dead one keeps it.
_no_redirection: Any = lambda _: contextlib.nullcontext()  # noqa: E731
textual.app.redirect_stdout = _no_redirection  # type: ignore[attr-defined]
textual.app.redirect_stderr = _no_redirection  # type: ignore[attr-defined]


class Wire(Protocol):
    """What a driver needs of the session that runs it."""

    terminal: Terminal
    limits: Limits

    def send(self, data: bytes) -> bool:
        """Send a frame; False when it was dropped, and `SSHDriver.pause` has been called."""
        ...

    def send_last(self, data: bytes) -> None:
        """Send a few bytes whatever else waits."""
        ...

    def hold(self, on: bool) -> None:
        """Stop or start taking bytes from the client."""
        ...

    def attach(self, driver: "SSHDriver | None") -> None:
        """Tell the session to which driver input and sizes go; None: to nobody."""
        ...


class _Parser(XTermParser):
    """Textual's parser without the cache that would keep it, and its session, alive."""

    _parse_extended_key: Any = XTermParser._parse_extended_key.__wrapped__

    @property
    def undecided(self) -> bool:
        """Whether it waits to see if an Escape was a key or the start of a sequence."""
        return self._timeout_time is not None


class Intake:
    """Turns a client's bytes into events, no faster than the limits allow."""

    def __init__(
        self,
        limits: Limits,
        deliver: Callable[[Message], None],
        hold: Callable[[bool], None],
    ) -> None:
        self._limits = limits
        self._deliver = deliver
        self._hold = hold
        self._loop = asyncio.get_running_loop()
        self._bytes = bytearray()
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = _Parser()
        self._allowance = float(limits.event_burst)
        self._at = self._fed = self._loop.time()
        self._silent = 0
        self._swallowing = False
        self._tail = b""
        self._held = False
        self._pumping: asyncio.TimerHandle | None = None
        self._escape: asyncio.TimerHandle | None = None

    def feed(self, data: bytes) -> None:
        """Take bytes from the client."""
        if self._swallowing:
            data = self._swallow(data)
        self._fed = self._loop.time()
        self._bytes += data
        if self._pumping is None:
            self._pump()

    def close(self) -> None:
        """Forget what has not been parsed, and stop the clocks."""
        self._bytes.clear()
        for handle in (self._pumping, self._escape):
            if handle is not None:
                handle.cancel()
        self._pumping = self._escape = None

    def _pump(self) -> None:
        self._pumping = None
        now = self._loop.time()
        earned = (now - self._at) * self._limits.event_rate
        self._allowance = min(self._limits.event_burst, self._allowance + earned)
        self._at = now
        while self._bytes and self._allowance > 0:
            chunk = bytes(self._bytes[:SLICE])
            del self._bytes[:SLICE]
            self._count(len(chunk), self._parse(self._decode(chunk)))
        if self._bytes:
            self._pumping = self._loop.call_later(PUMP_PAUSE, self._pump)
        if self._held != bool(self._bytes):
            self._held = bool(self._bytes)
            self._hold(self._held)
        self._watch_escape()

    def _parse(self, text: str) -> int:
        """Parse and deliver; give the number of events."""
        if not text:  # half a letter; to the parser an empty text is the end
            return 0
        try:
            return self._deliver_all(self._parser.feed(text))
        except Exception:
            # CSI 99999999999 u kills the parser's generator, and must not end the session.
            self._parser = _Parser()
            return 1

    def _deliver_all(self, found: Iterable[Message]) -> int:
        count = 0
        for event in found:
            count += 1
            # The size is the channel's to tell; CSI 48 t from a client would go unclamped.
            if isinstance(event, events.Resize | messages.InBandWindowResize):
                continue
            if isinstance(event, events.Paste):
                event.text = event.text[: self._limits.paste]
            self._deliver(event)
        return count

    def _count(self, size: int, found: int) -> None:
        self._allowance -= found or 0.25
        self._silent = 0 if found else self._silent + size
        if self._silent > 4 * self._limits.paste:
            self._cut()

    def _cut(self) -> None:
        """End a paste that is too long: what came so far counts, the rest is swallowed.

        The rest must not be read as keys: it would play the game.
        """
        self._silent = 0
        self._parse(PASTE_END.decode())
        self._swallowing, self._tail = True, b""
        self._bytes[:] = self._swallow(bytes(self._bytes))

    def _swallow(self, data: bytes) -> bytes:
        """Give what comes after the end of a paste that was cut; the mark may come in two parts."""
        if self._loop.time() - self._fed > SWALLOW_PAUSE:
            self._swallowing = False
            return data
        seen, end, rest = (self._tail + data).partition(PASTE_END)
        self._swallowing = not end
        self._tail = b"" if end else seen[1 - len(PASTE_END) :]
        return rest

    def _watch_escape(self) -> None:
        if self._parser.undecided and self._escape is None:
            delay = constants.ESCAPE_DELAY + 0.01
            self._escape = self._loop.call_later(delay, self._decide_escape)

    def _decide_escape(self) -> None:
        self._escape = None
        self._deliver_all(self._parser.tick())
        self._watch_escape()


class SSHDriver(Driver):
    """Drives one app on one channel."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._wire: Wire = app.wire  # type: ignore[attr-defined]  # `run` sees to it
        self._intake = Intake(self._wire.limits, self.process_message, self._wire.hold)
        self._frame: list[str] = []
        self._resizing: asyncio.TimerHandle | None = None
        self._live = False
        self._paused = False

    # Output: what is written in one turn of the loop becomes one packet.

    def write(self, data: str) -> None:
        """Write to the terminal, at the end of this turn of the loop."""
        if not self._frame:
            self._loop.call_soon(self._send)
        self._frame.append(data)

    def _send(self) -> None:
        if self._frame:
            text = colours.reduce("".join(self._frame), self._wire.terminal.depth)
            self._frame.clear()
            self._wire.send(text.encode("utf-8", "replace"))

    def pause(self) -> None:
        """Draw nothing until `repaint`: the client is behind, and a frame was lost."""
        if not self._paused:
            self._paused = True
            self._app._begin_batch()

    def repaint(self) -> None:
        """Draw everything anew: the client has caught up."""
        if self._paused:
            self._paused = False
            self._app._end_batch()
            if self._live and self._app.screen_stack:
                self._app.screen.refresh()

    def use_mouse(self, on: bool) -> None:
        """Ask the terminal to report clicks, or to stop it."""
        if self._live:
            self.write(MOUSE_ON if on else MOUSE_OFF)

    # Input

    def feed(self, data: bytes) -> None:
        """Take bytes from the client."""
        if self._live:
            self._intake.feed(data)

    def send_message(self, message: Message) -> None:
        """Hand an event to the app; all of it happens on the one loop."""
        self._app.post_message(message)

    def resize(self, size: tuple[int, int]) -> None:
        """Take a new size, clamped by the caller; several at once become one event."""
        self._size = size
        if self._resizing is None and self._live:
            wait = self._wire.limits.resize_wait
            self._resizing = self._loop.call_later(wait, self._tell_size)

    def _tell_size(self) -> None:
        self._resizing = None
        size = Size(*(self._size or clamp(0, 0)))
        self.send_message(events.Resize(size, size))

    # The life of it

    def start_application_mode(self) -> None:
        """Take the terminal."""
        self._live = True
        self._wire.attach(self)
        self.write(ENTER)
        self._tell_size()

    def disable_input(self) -> None:
        """Take nothing from the client any more."""
        self._live = False
        self._intake.close()
        if self._resizing is not None:
            self._resizing.cancel()
            self._resizing = None

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self.disable_input()
        self._send()
        self._wire.send_last(LEAVE.encode())

    def leave(self) -> None:
        """Have the app end in good order."""
        self._app.exit()

    def close(self) -> None:
        """Let go of the session."""
        self._wire.attach(None)

    # What would reach the server's own machine

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing: the browser would be the server's."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,  # noqa: ARG002
        save_path: Path,  # noqa: ARG002
        open_method: Literal["browser", "download"] = "download",  # noqa: ARG002
        encoding: str | None = None,  # noqa: ARG002
        mime_type: str | None = None,  # noqa: ARG002
        name: str | None = None,  # noqa: ARG002
    ) -> None:
        """Save nothing: the disk would be the server's."""
        binary.close()


if TYPE_CHECKING:
    _Mixed = App[Any]
else:
    _Mixed = object  # Textual looks for style sheets and bindings along the first App base


class Hosted(_Mixed):
    """Laid over an app class: what an app must not do on a machine that many use."""

    ENABLE_COMMAND_PALETTE = False
    wire: Wire

    def set_mouse(self, on: bool) -> None:
        """Have clicks reported, or not. Off at first: a lost line would leave it on."""
        if isinstance(self._driver, SSHDriver):
            self._driver.use_mouse(on)

    def save_screenshot(self, *_: Any, **__: Any) -> str:
        """Write no file on the server."""
        return ""

    def deliver_screenshot(self, *_: Any, **__: Any) -> str | None:
        """Draw no picture for nobody."""
        return None

    def _fatal_error(self) -> None:
        # Textual's own renders a traceback with locals, and keeps everybody waiting for seconds.
        self._close_messages_no_wait()

    def panic(self, *_: Any) -> None:
        """End; why is in the log."""
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        # Textual would print them on the server's own terminal.
        self._exit_renderables.clear()


def hosted(app: type[A]) -> type[A]:
    """Give the app class as it may run on a server.

    It keeps the module, by which Textual finds an app's style sheets.
    """
    return cast(type[A], _hosted(app))


@cache
def _hosted(app: type[App[Any]]) -> type[App[Any]]:
    return type(app.__name__, (Hosted, app), {"__module__": app.__module__})


class Ended(Struct, frozen=True):
    """How an app ended: the sentence it leaves on the terminal, or the error it died of."""

    sentence: str = ""
    error: Exception | None = None


async def run(app: App[Any], wire: Wire) -> Ended:
    """Run an app made from a `hosted` class on a wire, to its end.

    To be called in a context of its own (`contextvars.Context()`): Textual keeps the active app
    in one, and a shared one gives a widget another session's app.
    """
    app.wire = wire  # type: ignore[attr-defined]
    app.driver_class = SSHDriver
    # One colour system for all, since Textual's caches are shared; `colours` brings it down.
    app.console._color_system = ColorSystem.TRUECOLOR
    app.no_color = wire.terminal.depth == "none"
    returned = await app.run_async(size=wire.terminal.size, mouse=False)
    sentence = returned if isinstance(returned, str) else ""
    return Ended(sentence, app._exception)
