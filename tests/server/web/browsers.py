"""Browsers without a network: a page's end of a WebSocket, and the terminal that it shows."""

import asyncio
import base64
import json
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from msgspec import Struct
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.typing import Origin
from websockets.uri import parse_uri

from server.doors.context import ServerContext
from server.web.connection import WebConnection
from server.web.greeting import Reception
from server.web.messages import Greeting, encode
from server.web.session import Sessions
from tests.server.sights import Sight
from tests.server.web.test_web_key import proof, spki
from tests.waiting import until

HOME = "https://arcade.example"


class Wire(asyncio.Transport):
    """Delivers to a page what the server writes, or holds it while the page is `slow`."""

    def __init__(self, page: "Browser") -> None:
        super().__init__()
        self._page = page
        self._unsent = bytearray()
        self._closed = False
        self.slow = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._unsent += data
        if not self.slow:
            self.deliver()

    def deliver(self) -> None:
        data, self._unsent = bytes(self._unsent), bytearray()
        self._page.receive(data)

    def get_write_buffer_size(self) -> int:
        return len(self._unsent)

    def is_closing(self) -> bool:
        return self._closed

    def close(self) -> None:
        self._closed = True

    abort = close


class Browser:
    """A page that is open."""

    def __init__(
        self, context: ServerContext, address: str = "192.0.2.1", sessions: Sessions | None = None
    ) -> None:
        sessions = sessions or Sessions(context)
        slot = context.limiter.admit(address)
        assert slot is not None
        self.messages: list[dict[str, Any]] = []
        self.sight = Sight((100, 30))
        self.wire = Wire(self)
        self._client = ClientProtocol(parse_uri("wss://arcade.example/ws"), origin=Origin(HOME))
        self._connection = WebConnection(
            lambda _: Reception(context, sessions, slot, address, "build"),
            [HOME],
            lambda _: None,
            context.web_traffic,
        )
        self._connection.connection_made(self.wire)
        self._client.send_request(self._client.connect())
        self._flush()

    def greet(self, **greeting: Any) -> None:
        size = greeting.setdefault("size", (100, 30))
        self.sight = Sight(size)
        self.say(Greeting(**greeting))

    async def prove(self, key: EllipticCurvePrivateKey, **greeting: Any) -> None:
        """Greet with a proof of a key of one's own."""
        nonce = base64.b64decode((await self.message("challenge"))["nonce"])
        self.greet(key=spki(key), proof=proof(key, nonce=nonce), **greeting)

    def say(self, message: Struct) -> None:
        self._client.send_text(encode(message))
        self._flush()

    def type(self, data: bytes) -> None:
        self._client.send_binary(data)
        self._flush()

    def leave(self) -> None:
        self.wire.close()
        self._connection.connection_lost(None)

    @property
    def closed(self) -> int | None:
        """The code with which the server has closed; None if it has not."""
        return self._client.close_rcvd.code if self._client.close_rcvd else None

    def of_type(self, name: str) -> list[dict[str, Any]]:
        return [message for message in self.messages if message["type"] == name]

    async def message(self, name: str) -> dict[str, Any]:
        await until(lambda: self.of_type(name))
        return self.of_type(name)[-1]

    def receive(self, data: bytes) -> None:
        self._client.receive_data(data)
        for frame in self._client.events_received():
            if not isinstance(frame, Frame):
                continue
            if frame.opcode is Opcode.TEXT:
                self.messages.append(json.loads(bytes(frame.data)))
            elif frame.opcode is Opcode.BINARY:
                self.sight.send(bytes(frame.data))

    def _flush(self) -> None:
        for data in self._client.data_to_send():
            self._connection.data_received(data)
