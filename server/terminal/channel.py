"""The terminal of a session, and the frontend that is shown on it.

Must not know: how its bytes travel, the person at the other end, and the meaning of the request.
"""

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from arcade.tasks import Coalescer
from screens.terminal.sequences import ASK_GROUND, LineFilter
from server.config.settings import Limits
from server.terminal.line_input import LineInput
from server.terminal.line_watch import LineWatch
from server.terminal.offers import Offers
from server.terminal.outlet import Outlet, OutputCounters
from server.terminal.terminal import Terminal, clamp
from server.terminal.wire import Wire

if TYPE_CHECKING:
    from textual.message import Message

    from server.terminal.intake import Intake

CTRL_C = b"\x03"
RESIZE_WAIT = 0.03
"""Seconds in which several window sizes become one."""
ANSWER_TIME = 5.0
"""Seconds in which a terminal's answer counts."""
MOST_AHEAD = 1024
"""Bytes of typed-ahead input that are kept while nothing is shown."""


class ChannelSession(Protocol):
    """The session behind a channel."""

    def reads_lines(self) -> bool:
        """Return whether lines are read: the command reads them, or no screen is shown."""

    def begin(self) -> None:
        """Run the request, which is now complete."""

    def interrupt(self) -> None:
        """Stop where nothing is shown: Ctrl+C was typed."""

    def lost(self) -> None:
        """End: the client is gone."""


class Frontend(Protocol):
    """The thing a session shows: an app, or a broadcast shared with others."""

    most_waiting: int | None
    """How many of its bytes may wait for the client; None: as many as the limits allow."""

    def take(self, event: "Message") -> None:
        """Take a key, a paste, a click, or what the terminal answers."""

    def resize(self, size: tuple[int, int]) -> None: ...

    def pause(self) -> None:
        """Draw nothing until `repaint`: a frame was lost."""

    def repaint(self) -> None: ...

    def retake(self) -> None:
        """Draw everything, with title and modes, on a terminal that may have lost it."""

    def offers(self) -> Offers | None:
        """Return what is offered; None before there is anything."""

    def leave(self) -> None: ...


class Channel:
    """Passes the client's requests on to its session, and input to the frontend that is shown."""

    wire: Wire
    terminal: Terminal
    outlet: Outlet

    def __init__(self, session: ChannelSession, limits: Limits, counters: OutputCounters) -> None:
        self._session: ChannelSession | None = session
        """None once the client is gone: session and channel would keep each other."""
        self.limits = limits
        self.counters = counters
        self.command: str | None = None
        self._size = (0, 0)
        self.pty = False
        self._frontend: Frontend | None = None
        self._taken = False
        self._ground_asked = 0.0
        """When the terminal was asked whether its background is light; 0: never."""
        self._ahead = bytearray()
        self.lines: LineInput | None = None
        self._line_watch: LineWatch | None = None
        self._intake: Intake | None = None
        self._resizing = Coalescer(self._ask_to_resize, RESIZE_WAIT, context=copy_context())
        self.frame_drawn: Callable[[], None] = lambda: None
        """Called with every frame: the next newcomer may begin after the first."""
        self.shown: Callable[[], None] = lambda: None
        """Called after every frame: what is offered may have changed."""

    @property
    def closed(self) -> bool:
        return self.wire.closing

    # What the wire reports

    def begin(
        self, wire: Wire, terminal: Terminal, *, pty: bool, command: str | None = None
    ) -> None:
        """Run the request, which is now complete."""
        self.wire, self.terminal = wire, terminal
        self.pty, self.command, self._size = pty, command, terminal.size
        self.outlet = Outlet(wire, self.limits, self._blocked, self._drained, self.counters)
        if self._session is not None:
            if self._session.reads_lines():  # from the start: piped input arrives at once
                self.lines = self._line_input()
            self._session.begin()

    def receive(self, data: bytes) -> None:
        """Pass input on, or keep it for the app that is coming; Ctrl+C ends the wait for that."""
        if self._line_watch is not None:
            self._line_watch.heard()
        if self._frontend is not None:
            self._keys.feed(data)
        elif self.lines is not None:
            self.lines.feed(data)
        elif self.pty and CTRL_C in data and not self._taken:
            if self._session is not None:
                self._session.interrupt()
        elif self.pty:  # typed before the first picture, or between two apps
            self._ahead += data[: MOST_AHEAD - len(self._ahead)]

    def end_input(self) -> None:
        """No more lines will come; answers still go out."""
        if self.lines is not None:
            self.lines.end()

    def resize(self, columns: int, rows: int) -> None:
        self._size = (columns, rows)
        if self._frontend is not None:
            self._resizing.begin()

    def add(self, message: "Message") -> None:
        """Take what does not come as bytes: the press of a button, a text."""
        if self._frontend is not None:
            self._keys.add(message)

    def charge(self) -> None:
        """Count what comes beside the bytes as a key."""
        self._keys.charge()

    def suspend(self) -> None:
        """Draw nothing until `resume`: the line is broken, and may be taken up."""
        self.outlet.stop()
        self._blocked()

    def resume(self, size: tuple[int, int]) -> None:
        """Redraw everything: the line was taken up, perhaps by another terminal."""
        from server.terminal.driver import ENTER

        self._size = size
        if self._taken:
            self.outlet.send(ENTER.encode())
        if self._frontend is not None:
            self._frontend.resize(self.size)
            self._frontend.retake()

    def offers(self) -> Offers | None:
        """Return what is offered; None while nothing is shown."""
        return self._frontend.offers() if self._frontend is not None else None

    def hang_up(self) -> None:
        """End: the client is gone."""
        self._resizing.close()
        self._stop_watching()
        if self._intake is not None:
            self._intake.close()
            self._intake.meter.forget(self._resize)
            self._intake = None
        session, self._session = self._session, None
        if session is not None:
            self.outlet.close()
            session.lost()
            self.lines = None

    # What the driver asks

    def send(self, data: bytes) -> bool:
        sent = self.outlet.send(data)
        self.shown()
        return sent

    def take(self) -> str:
        """Return what switches the terminal to the app's screen, unless it is switched already."""
        from server.terminal.driver import ENTER

        taken, self._taken = self._taken, True
        return "" if taken else ENTER

    def opening(self) -> str:
        """Return what an app begins with: it takes the terminal and asks for its capabilities."""
        from server.terminal.driver import ASK

        if self._ground_asked:
            return self.take() + ASK
        self._ground_asked = asyncio.get_running_loop().time()
        return self.take() + ASK + ASK_GROUND

    def ground(self, light: bool) -> bool:
        """Note whether the terminal's background is light; return whether the answer counts.

        Only a first and prompt answer does: nobody wants other colours in mid-game.
        """
        asked, self._ground_asked = self._ground_asked, -ANSWER_TIME
        counts = asyncio.get_running_loop().time() - asked < ANSWER_TIME
        if counts:
            self.terminal = replace(self.terminal, light=light)
        return counts

    def watch_line(self, plays: Callable[[], bool | None], tell: Callable[[bool], None]) -> None:
        """Tell when the client does not answer, and when it does again, while its person plays."""
        self._stop_watching()
        if not self.wire.closing:  # an app that arrives somewhere may have lost its line
            self._line_watch = LineWatch(self.wire.answer, plays, tell)

    def _stop_watching(self) -> None:
        watch, self._line_watch = self._line_watch, None
        if watch is not None:
            watch.stop()

    def hold(self, on: bool) -> None:
        self.wire.hold(on)

    async def write(self, data: bytes) -> None:
        """Write all of it, as fast as the client reads."""
        await self.outlet.send_all(data)

    def complain(self, data: bytes) -> None:
        """Write to the client's errors."""
        if not self.closed:
            self.wire.write(data, aside=True)

    def exit(self, status: int) -> None:
        if not self.closed:
            self.wire.exit(status)

    def leave(self) -> bool:
        """Ask what is shown to end; return whether anything is shown."""
        if self._frontend is None:
            return False
        self._frontend.leave()
        return True

    @property
    def size(self) -> tuple[int, int]:
        """The client's size in cells, as far as is drawn."""
        return clamp(*self._size)

    def attach(self, frontend: "Frontend | None") -> None:
        """Send input and sizes here, at once those kept until now; None: keep them."""
        self._frontend = frontend
        if frontend is None:
            self._stop_watching()
            self.outlet.bound()
            if self._intake is not None:
                self._intake.pause()
            return
        self.outlet.bound(frontend.most_waiting)
        if self._intake is not None:
            self._intake.resume()
        if self._ahead:
            ahead, self._ahead = bytes(self._ahead), bytearray()
            self._keys.feed(ahead)
        if self.size != self.terminal.size:
            self._resizing.begin(0)

    def _line_input(self) -> LineInput:
        if not self.pty:
            return LineInput(None, self.hold)
        return LineInput(self._echo, self.hold, LineFilter())

    @property
    def _keys(self) -> "Intake":
        """The parser of the client's bytes, made with the first key."""
        if self._intake is None:
            from server.terminal.intake import Intake

            self._intake = Intake(self.limits, self._deliver, self.hold)
        return self._intake

    def _deliver(self, event: "Message") -> None:
        if self._frontend is not None:
            self._frontend.take(event)

    def _ask_to_resize(self) -> None:
        self._keys.meter.begin(self._resize)

    def _resize(self) -> None:
        if self._frontend is not None:
            self._frontend.resize(self.size)

    def _blocked(self) -> None:
        if self._frontend is not None:
            self._frontend.pause()

    def _drained(self) -> None:
        if self._frontend is not None:
            self._frontend.repaint()

    def _echo(self, data: bytes) -> None:
        self.outlet.send(data)

    def give_back(self) -> None:
        """Give the terminal back as it was before the first screen."""
        from server.terminal.driver import LEAVE

        if self._taken:
            self._taken = False
            self.outlet.send_last(LEAVE.encode())
