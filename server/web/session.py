"""Somebody who plays in a browser: a session as by SSH, on a WebSocket."""

from server.doors.context import Login, ServerContext
from server.doors.session import Session
from server.limits.cost_meter import CostMeter
from server.terminal.terminal import LONGEST_VALUE, Terminal, clamp
from server.web.connection import WebConnection
from server.web.messages import FromPage, Greeting, Line, Resize


class WebSession:
    """Passes on what the page sends."""

    def __init__(
        self,
        context: ServerContext,
        connection: WebConnection,
        login: Login,
        cost_meter: CostMeter,
        greeting: Greeting,
    ) -> None:
        lines = greeting.view == "lines"
        terminal = Terminal(
            "xterm-256color",
            clamp(*greeting.size),
            "truecolor",
            greeting.language[:LONGEST_VALUE],
            accessible=lines,
        )
        self._channel = Session(context, login, cost_meter).channel
        self._channel.begin(connection, terminal, pty=not lines)

    def take_input(self, data: bytes) -> None:
        self._channel.receive(data)

    def take_message(self, message: FromPage) -> None:
        match message:
            case Resize(size):
                self._channel.resize(*size)
            case Line(line):
                self._channel.receive(line.encode() + b"\n")

    def leave(self) -> None:
        self._channel.hang_up()
