"""A page over a real connection: what a browser keeps of it, and the terminal that it shows."""

import asyncio
import base64
import json
from contextlib import suppress
from typing import Any, Self

from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from server.web.messages import Greeting, Message, encode
from tests.server.sights import Sight
from tests.server.web.test_web_key import proof, spki
from tests.waiting import until

SIZE = (100, 30)


class Page:
    """A page that has greeted."""

    def __init__(self, socket: ClientConnection, sight: Sight) -> None:
        self.messages: list[dict[str, Any]] = []
        self.sight = sight
        self._socket = socket
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(
        cls, port: int, key: EllipticCurvePrivateKey | None = None, **greeting: Any
    ) -> Self:
        """Connect and greet, as the server asks for it."""
        site = f"http://localhost:{port}"
        socket = await connect(
            f"ws://127.0.0.1:{port}/ws", origin=Origin(site), compression=None, max_size=None
        )
        nonce = base64.b64decode(json.loads(await socket.recv())["nonce"])
        if key is not None:
            greeting |= {"key": spki(key), "proof": proof(key, origin=site, nonce=nonce)}
        greeting = {"view": "screens", "size": SIZE, **greeting}
        page = cls(socket, Sight(greeting["size"]))
        await page.say(Greeting(**greeting))
        return page

    async def say(self, message: Message) -> None:
        await self._socket.send(encode(message).decode())

    async def type(self, text: str) -> None:
        await self._socket.send(text.encode())

    def cut(self) -> None:
        """Break the connection, as a network does."""
        self._reading.cancel()
        self._socket.transport.abort()

    async def closed(self) -> int | None:
        """Wait for the end; return the code with which the server closed, if it did."""
        await self._reading
        return self._socket.close_code

    def last(self, name: str) -> dict[str, Any]:
        """Return the newest message of a type."""
        return next((message for message in self.messages[::-1] if message["type"] == name), {})

    async def is_at(self, code: str) -> None:
        await until(lambda: self.last("table").get("code") == code)

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for data in self._socket:
                if isinstance(data, bytes):
                    self.sight.send(data)
                else:
                    self.messages.append(json.loads(data))
