"""One connection of a browser: a request for a page, or a WebSocket.

Must not know: sessions, tables, who is there.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context
from functools import lru_cache
from http import HTTPStatus
from typing import Protocol

import structlog
from websockets.datastructures import Headers
from websockets.exceptions import InvalidMessage, InvalidState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol
from websockets.typing import Origin

from server.doors.traffic import WebTraffic
from server.web.messages import End, FromServer, encode

log = structlog.get_logger()

MAX_HEAD = 16 * 1024
"""Bytes of a request with its headers."""
MAX_MESSAGE = 8 * 1024
"""Bytes of a message from a page."""
MAX_UNSENT = 4 * 1024
"""A client for which more bytes wait gets no answers to its pings."""
REQUEST_TIME = 10.0
"""Seconds a client has to send its request."""
RESPONSE_TIME = 60.0
"""Seconds a client has to read a page, or a file of one."""
PING_EVERY = 20.0
"""Seconds; a client that is silent until the next ping is gone: a proxy would hide that."""
PLAIN = (("X-Content-Type-Options", "nosniff"), ("Connection", "close"))
CLOSE_TIME = 2.0
"""Seconds a client has to confirm that a WebSocket is closed."""


class Handler(Protocol):
    """What a page talks to on its WebSocket."""

    def admits(self) -> bool:
        """Return whether this WebSocket may be opened, or is one too many."""

    def opened(self, connection: "WebConnection") -> None: ...

    def take_input(self, data: bytes) -> None:
        """Take the bytes of a terminal."""

    def take_message(self, message: bytes) -> None:
        """Take a message, which may be anything."""

    def lost(self) -> None: ...


Answer = Callable[[Request], Response | Handler]
"""Answers a request with a response, or with what a WebSocket leads to."""


class WebConnection(asyncio.Protocol):
    """Speaks HTTP/1.1 and RFC 6455, with the sans-I/O part of `websockets`: a `Wire`.

    It takes one request: a page and each of its files is a connection of its own.
    """

    def __init__(
        self,
        answer: Answer,
        origins: Sequence[str],
        hold: Callable[[bool], None],
        traffic: WebTraffic,
    ) -> None:
        """`hold` stops reading from the client, and goes on."""
        self._answer = answer
        self._protocol = ServerProtocol(
            origins=[Origin(origin) for origin in origins], max_size=MAX_MESSAGE
        )
        self._head = bytearray()
        """What has been received of the request."""
        self._handler: Handler | None = None
        self._pong: asyncio.Future[None] | None = None
        self._heard = True
        """Whether anything was received since the last ping."""
        self._hold = hold
        self._traffic = traffic
        self._closed = asyncio.Event()

    _transport: asyncio.Transport
    _timer: asyncio.TimerHandle

    # What asyncio asks

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._timer = self._after(REQUEST_TIME, self.abort)

    def data_received(self, data: bytes) -> None:
        self._heard = True
        if self._handler is None:
            data = self._receive_head(data)
        if self._handler is not None and data:
            self._receive_frames(data)

    def connection_lost(self, _exc: Exception | None) -> None:
        self._timer.cancel()
        if self._pong is not None:
            self._pong.cancel()
        self._closed.set()
        handler, self._handler = self._handler, None
        if handler is not None:
            self._count_end()
        self._answer, self._hold = _nothing, lambda _: None  # both refer to this connection
        if handler is not None:
            handler.lost()

    def _count_end(self) -> None:
        protocol, traffic = self._protocol, self._traffic
        traffic.sockets -= 1
        if protocol.close_sent is not None and not protocol.close_rcvd_then_sent:
            traffic.closed[CloseCode(protocol.close_sent.code).name.lower()] += 1

    # The request

    def _receive_head(self, data: bytes) -> bytes:
        """Answer the request when it is whole; return what came after it.

        The protocol is fed nothing beyond: it would read frames before the request is answered.
        """
        head = self._head
        head += data
        end = head.find(b"\r\n\r\n") + 4
        if self._protocol.close_expected():  # the response is on its way
            return b""
        if end < 4 and len(head) <= MAX_HEAD:
            return b""
        if end < 4:
            self._respond(refusal(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE))
            return b""
        self._protocol.receive_data(bytes(head[:end]))
        events = self._protocol.events_received()
        if not events:
            self._refuse_malformed()
        for event in events:
            assert isinstance(event, Request)
            self._answer_request(event)
        self._flush()
        rest = bytes(head[end:])
        head.clear()
        return rest

    def _refuse_malformed(self) -> None:
        """Say so: the protocol answers what is too long, and only ends where it cannot read."""
        self._traffic.responses["malformed"] += 1
        if isinstance(self._protocol.handshake_exc, InvalidMessage):
            self._transport.write(refusal(HTTPStatus.BAD_REQUEST).serialize())

    def _answer_request(self, request: Request) -> None:
        try:
            answer = self._answer(request)
        except Exception:
            log.exception("page failed", path=request.path)
            answer = refusal(HTTPStatus.INTERNAL_SERVER_ERROR)
        if isinstance(answer, Response):
            self._respond(answer)
            return
        response = self._protocol.accept(request)  # or a refusal: it checks the origin
        opens = response.status_code == HTTPStatus.SWITCHING_PROTOCOLS
        if opens and not answer.admits():
            opens, response = False, refusal(HTTPStatus.TOO_MANY_REQUESTS)
        self._respond(response)
        if opens:
            self._handler = answer
            self._traffic.sockets += 1
            self._timer.cancel()
            self._timer = self._after(PING_EVERY, self._keep_alive)
            self._guarded(lambda handler: handler.opened(self))

    def _respond(self, response: Response) -> None:
        self._traffic.responses[str(response.status_code)] += 1
        self._protocol.send_response(response)
        self._timer.cancel()
        self._timer = self._after(RESPONSE_TIME, self.abort)
        self._flush()

    # The WebSocket

    def _receive_frames(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                self._receive_frame(event)
        if self._protocol.state is State.OPEN and self.waiting > MAX_UNSENT:
            self._protocol.data_to_send()  # pongs, for one that pings and does not read
        self._flush()

    def _receive_frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.PONG:
            pong, self._pong = self._pong, None
            if pong is not None:
                pong.set_result(None)
        elif frame.opcode in (Opcode.PING, Opcode.CLOSE):
            pass  # the protocol has answered
        elif not frame.fin or frame.opcode is Opcode.CONT:  # no browser splits so short a message
            self._protocol.fail(CloseCode.UNSUPPORTED_DATA, "no fragments, please")
        elif frame.opcode is Opcode.BINARY:
            self._guarded(lambda handler: handler.take_input(bytes(frame.data)))
        else:
            self._guarded(lambda handler: handler.take_message(bytes(frame.data)))

    def _guarded(self, pass_on: Callable[[Handler], None]) -> None:
        """Pass something on; an error ends this connection, and no other.

        What comes after the server has closed the WebSocket counts for nothing.
        """
        if self._handler is None or self.closing:
            return
        try:
            pass_on(self._handler)
        except Exception:
            log.exception("page failed")
            self.close(CloseCode.INTERNAL_ERROR)

    def _keep_alive(self) -> None:
        if not self._heard:
            self._traffic.closed["silent"] += 1
            self.abort()
            return
        self._heard = False
        self._timer = self._after(PING_EVERY, self._keep_alive)
        self._ping()

    def _ping(self) -> None:
        if not self.closing:
            self._protocol.send_ping(b"")
            self._flush()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data == SEND_EOF:
                self._transport.close()
            elif not self._transport.is_closing():
                self._transport.write(data)

    def _after(self, seconds: float, what: Callable[[], None]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, what, context=Context())

    @property
    def origin(self) -> str:
        """The origin of the page, which is one of those allowed."""
        return self._protocol.origin or ""

    async def closed(self) -> None:
        await self._closed.wait()

    # What a session asks: see `Wire`

    @property
    def closing(self) -> bool:
        return self._transport.is_closing() or self._protocol.state is not State.OPEN

    @property
    def waiting(self) -> int:
        return self._transport.get_write_buffer_size()

    def write(self, data: bytes, aside: bool = False) -> None:  # noqa: ARG002  one way out
        """Send bytes of the terminal."""
        if not self.closing:
            self._transport.write(_framed(data))

    def send(self, message: FromServer) -> None:
        """Send a message."""
        if not self.closing:
            self._protocol.send_text(encode(message))
            self._flush()

    def hold(self, on: bool) -> None:
        self._hold(on)

    async def answer(self) -> None:
        """Ping the client, and wait for its pong."""
        if self._pong is None:
            self._pong = asyncio.get_running_loop().create_future()
            self._ping()
        await asyncio.shield(self._pong)

    def exit(self, status: int) -> None:  # noqa: ARG002  a page has no exit code
        """Tell the page that it is over, and close."""
        self.send(End())
        self.close()

    def close(self, code: CloseCode = CloseCode.NORMAL_CLOSURE) -> None:
        """Close when everything is sent; a page whose session is not over comes back by itself."""
        try:
            self._protocol.send_close(code)
        except InvalidState:  # closed or closing
            return
        self._flush()
        self._timer.cancel()
        self._timer = self._after(CLOSE_TIME, self.abort)

    def abort(self) -> None:
        self._transport.abort()


@lru_cache(maxsize=8)
def _framed(data: bytes) -> bytes:
    """Return a frame of the terminal's bytes: all who watch a table are sent the same."""
    return Frame(Opcode.BINARY, data).serialize(mask=False)


def refusal(status: HTTPStatus, more: Sequence[tuple[str, str]] = PLAIN) -> Response:
    """Return a response that is no page, with these headers and those of its text."""
    body = f"{status.phrase}.\n".encode()
    headers = Headers([("Content-Type", "text/plain; charset=utf-8"), *more])
    headers["Content-Length"] = str(len(body))
    return Response(status.value, status.phrase, headers, body)


def _nothing(_: Request) -> Response:
    return refusal(HTTPStatus.NOT_FOUND)
