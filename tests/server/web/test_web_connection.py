"""A connection of a browser, with bytes as a client cuts them; the client is that of websockets."""

import asyncio
import logging
from collections.abc import Iterator
from http import HTTPStatus

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.typing import Origin
from websockets.uri import parse_uri

from server.doors.traffic import WebTraffic
from server.web.connection import MAX_HEAD, MAX_MESSAGE, MAX_UNSENT, Handler, WebConnection, refusal
from server.web.messages import Table

HOME = "https://arcade.example"


class Strict(logging.Handler):
    """Fails the test: the library logs what it did not foresee, and goes on."""

    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(record.getMessage())


@pytest.fixture(scope="module", autouse=True)
def strict() -> Iterator[None]:
    logger, strict = logging.getLogger("websockets.server"), Strict(logging.ERROR)
    logger.addHandler(strict)
    yield
    logger.removeHandler(strict)


class Wire(asyncio.Transport):
    """Keeps what is sent until it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = bytearray()
        self.written: list[object] = []
        self.unsent = 0
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.closed
        self.sent += data
        self.written.append(data)

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close


class Heard:
    """A handler that keeps what it is sent."""

    def __init__(self) -> None:
        self.events: list[object] = []
        self.connection: WebConnection | None = None
        self.full = False

    def admits(self) -> bool:
        return not self.full

    def opened(self, connection: WebConnection) -> None:
        self.connection = connection

    def take_input(self, data: bytes) -> None:
        self.events.append(data)

    def take_message(self, message: bytes) -> None:
        self.events.append(message.decode("utf-8", "replace"))

    def lost(self) -> None:
        self.events.append(None)


class Line:
    """A connection, the wire under it, and what is at its end."""

    def __init__(self) -> None:
        self.wire, self.heard, self.tasks = Wire(), Heard(), []
        self.traffic = WebTraffic()
        self.connection = WebConnection(self.answer, [HOME], self.tasks.append, self.traffic)
        self.connection.connection_made(self.wire)

    def answer(self, request: Request) -> Response | Handler:
        return self.heard if request.path == "/ws" else refusal(HTTPStatus.NOT_FOUND)

    def cut(self, data: bytes, pieces: list[int]) -> None:
        """Deliver the data in pieces of these lengths, and the rest in one."""
        for length in pieces:
            if self.wire.closed:
                return
            self.connection.data_received(data[:length])
            data = data[length:]
        if data and not self.wire.closed:
            self.connection.data_received(data)


@pytest.fixture
async def line() -> Line:
    return Line()


def opening(origin: str = HOME, path: str = "/ws") -> tuple[ClientProtocol, bytes]:
    client = ClientProtocol(parse_uri(f"wss://arcade.example{path}"), origin=Origin(origin))
    client.send_request(client.connect())
    return client, b"".join(client.data_to_send())


def frames(*messages: bytes | str) -> bytes:
    """Return what a page sends."""
    return b"".join(
        Frame(Opcode.BINARY, message).serialize(mask=True)
        if isinstance(message, bytes)
        else Frame(Opcode.TEXT, message.encode()).serialize(mask=True)
        for message in messages
    )


def opened(line: Line) -> ClientProtocol:
    client, request = opening()
    line.connection.data_received(request)
    received(line, client)
    return client


def received(line: Line, client: ClientProtocol) -> list[object]:
    """Let the client read what was sent; return the messages."""
    client.receive_data(bytes(line.wire.sent))
    line.wire.sent.clear()
    return [
        event.data.decode() if event.opcode is Opcode.TEXT else bytes(event.data)
        for event in client.events_received()
        if isinstance(event, Frame)
    ]


PIECES = st.lists(st.integers(1, 40), max_size=40)


@given(pieces=PIECES, message=st.binary(max_size=MAX_MESSAGE), text=st.text(max_size=200))
async def test_messages_arrive_however_they_are_cut(
    pieces: list[int], message: bytes, text: str
) -> None:
    line = Line()
    client, request = opening()
    line.cut(request + frames(message, text), pieces)
    assert line.heard.events == [message, text.encode("utf-8", "replace").decode()]
    line.connection.write(message)
    line.connection.send(Table("ABCD"))
    assert received(line, client) == [message, '{"type":"table","code":"ABCD"}']


REQUESTS = st.sampled_from(
    [
        *(opening()[1], opening()[1] + frames(b"x"), opening(path="/")[1], opening("null")[1]),
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabcde",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ]
)


def strays() -> Iterator[st.SearchStrategy[bytes]]:
    """Yield what a client may send that is no page, or a broken one."""
    yield st.binary(max_size=300)
    yield REQUESTS
    yield st.builds(
        lambda opcode, data, mask: Frame(opcode, data, fin=opcode > 7).serialize(mask=mask),
        st.sampled_from([*Opcode]),
        st.binary(max_size=125),
        st.booleans(),
    )


@given(pieces=PIECES, stream=st.lists(st.one_of(*strays()), max_size=6).map(b"".join))
@pytest.mark.parametrize("begins", [b"", opening()[1]], ids=["request", "frames"])
async def test_no_bytes_however_cut_raise_an_error(
    pieces: list[int], stream: bytes, begins: bytes
) -> None:
    line = Line()
    line.cut(begins + stream, pieces)
    line.connection.write(b"picture")
    line.connection.exit(0)
    line.connection.connection_lost(None)


@pytest.mark.attack(54, "another site's page, and requests that are none")
@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (opening("https://elsewhere.example")[1], 403),
        (opening("https://arcade.example:8443")[1], 403),
        (opening("null")[1], 403),
        (opening()[1].replace(b"Origin: https://arcade.example\r\n", b""), 403),
        (b"GET /ws HTTP/1.1\r\n\r\n", 426),
        (b"GET /" + b"w" * MAX_MESSAGE + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * MAX_HEAD, 431),
        (b"GET /nowhere HTTP/1.1\r\n\r\n", 404),
        (b"POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx", 400),
        (b"GET / HTTP/9.9\r\n\r\n", 400),
        (b"\x16\x03\x01\r\n\r\n", 400),
    ],
    ids=[
        *("site", "port", "null", "none", "plain", "line", "headers", "path"),
        *("body", "version", "junk"),
    ],
)
async def test_what_is_no_page_gets_a_status_and_the_end(
    line: Line, request_bytes: bytes, status: int
) -> None:
    line.connection.data_received(request_bytes)
    assert line.wire.sent.startswith(f"HTTP/1.1 {status} ".encode())
    assert line.wire.closed
    assert line.heard.connection is None
    malformed = status in (HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_URI_TOO_LONG)
    assert +line.traffic.responses == {"malformed" if malformed else str(status): 1}


@pytest.mark.attack(55, "one WebSocket too many, greeting before it is refused")
async def test_one_too_many_gets_a_status_and_nothing_it_sends_counts(line: Line) -> None:
    line.heard.full = True
    _, request = opening()
    line.connection.data_received(request + frames("greeting"))
    line.connection.data_received(frames("greeting"))
    assert line.wire.sent.startswith(b"HTTP/1.1 429 ")
    assert line.heard.connection is None
    assert line.heard.events == []
    assert (line.traffic.sockets, line.traffic.responses["429"]) == (0, 1)


async def test_nothing_counts_of_a_client_whose_socket_is_closed(line: Line) -> None:
    opened(line)
    line.connection.close(CloseCode.TRY_AGAIN_LATER)
    line.connection.data_received(frames("greeting", b"x"))
    assert line.heard.events == []


@pytest.mark.attack(55, "frames that no browser sends")
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (Frame(Opcode.BINARY, b"x").serialize(mask=False), CloseCode.PROTOCOL_ERROR),
        (b"\xc2" + frames(b"x")[1:], CloseCode.PROTOCOL_ERROR),
        (frames(bytes(MAX_MESSAGE + 1)), CloseCode.MESSAGE_TOO_BIG),
        (Frame(Opcode.BINARY, b"x", fin=False).serialize(mask=True), CloseCode.UNSUPPORTED_DATA),
    ],
    ids=["unmasked", "compressed", "long", "fragment"],
)
async def test_a_frame_that_no_browser_sends_closes(
    line: Line, data: bytes, code: CloseCode
) -> None:
    client = opened(line)
    line.connection.data_received(data)
    client.receive_data(bytes(line.wire.sent))
    assert client.close_rcvd is not None
    assert client.close_rcvd.code == code
    assert line.wire.closed
    assert line.heard.events == []
    assert line.traffic.sockets == 1
    line.connection.connection_lost(None)
    assert (line.traffic.sockets, line.traffic.closed) == (0, {code.name.lower(): 1})


async def test_an_endpoint_that_fails_ends_its_own_connection_only(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = opened(line)

    def fail(_: bytes) -> None:
        raise RuntimeError

    monkeypatch.setattr(line.heard, "take_input", fail)
    line.connection.data_received(frames(b"x"))
    client.receive_data(bytes(line.wire.sent))
    assert client.close_rcvd is not None
    assert client.close_rcvd.code == CloseCode.INTERNAL_ERROR


@pytest.mark.attack(55, "pings without reading")
async def test_pings_are_answered_but_not_for_a_client_that_does_not_read(line: Line) -> None:
    client = opened(line)
    client.send_ping(b"here?")
    ping = b"".join(client.data_to_send())
    line.connection.data_received(ping)
    assert received(line, client) == [b"here?"]
    line.wire.unsent = MAX_UNSENT + 1
    line.connection.data_received(ping)
    assert not line.wire.sent


async def test_a_client_is_asked_whether_it_is_there(line: Line) -> None:
    client = opened(line)
    asked = asyncio.gather(line.connection.answer(), line.connection.answer())
    await asyncio.sleep(0)
    received(line, client)
    line.connection.data_received(b"".join(client.data_to_send()))
    await asyncio.wait_for(asked, 5)


async def test_the_end_is_told_and_confirmed(line: Line) -> None:
    client = opened(line)
    line.connection.exit(0)
    assert received(line, client)[0] == '{"type":"end","text":""}'
    assert line.connection.closing
    assert not line.wire.closed
    line.connection.data_received(b"".join(client.data_to_send()))
    assert line.wire.closed


async def test_a_picture_for_many_is_framed_once() -> None:
    """What one more watcher costs is a system call."""
    lines = [Line() for _ in range(3)]
    clients = []
    for line in lines:
        client, request = opening()
        line.connection.data_received(request)
        client.receive_data(bytes(line.wire.sent))
        line.wire.sent.clear()
        line.wire.written.clear()
        clients.append(client)
    for picture in (b"\x1b[H" + b"x" * 1500, b"y" * 70_000):
        for line, client in zip(lines, clients, strict=True):
            line.connection.write(picture)
            client.receive_data(bytes(line.wire.sent))
            line.wire.sent.clear()
            frame = client.events_received()[-1]
            assert isinstance(frame, Frame)
            assert (frame.opcode, bytes(frame.data)) == (Opcode.BINARY, picture)
        first, *others = (line.wire.written[-1] for line in lines)
        assert all(other is first for other in others)
