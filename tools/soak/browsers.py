"""One address floods the browsers' port; each attack runs until it is cancelled."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager

from msgspec import Struct
from websockets.frames import Frame, Opcode

from server.web.messages import Greeting, Message, Press, Resize, encode
from server.web.session import MIN_LIFE

SIZE = (160, 45)
MOST_UNSENT = 65_536
"""Bytes that wait for the server before more are sent."""
BREATH = 0.01


class Door(Struct, frozen=True):
    """Where the server answers browsers, and the address of whoever floods it."""

    port: int
    address: str

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))

    @asynccontextmanager
    async def page(
        self, greeting: bytes | None = None
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Open a WebSocket and greet."""
        reader, writer = await self.connect()
        try:
            writer.write(_request(self.port) + (greeting or _text(Greeting("screens", SIZE))))
            yield reader, writer
        finally:
            writer.transport.abort()


def _request(port: int) -> bytes:
    return (
        f"GET /ws HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


def _text(message: Message) -> bytes:
    return Frame(Opcode.TEXT, encode(message)).serialize(mask=True)


async def _send(door: Door, data: Iterator[bytes], reads: bool = True) -> None:
    """Send without end over one page, which reads what it gets or does not."""
    async with door.page() as (reader, writer):
        reading = asyncio.create_task(_read(reader)) if reads else None
        try:
            while not writer.transport.is_closing():
                if writer.transport.get_write_buffer_size() < MOST_UNSENT:
                    writer.write(next(data))
                    await asyncio.sleep(0)
                else:
                    await asyncio.sleep(BREATH)
        finally:
            if reading is not None:
                reading.cancel()


async def _read(reader: asyncio.StreamReader) -> None:
    while await reader.read(65_536):
        pass


async def keys(door: Door) -> None:
    """Press keys."""
    frame = Frame(Opcode.BINARY, b"\x1b[A\x1b[B" * 500).serialize(mask=True)
    await _send(door, itertools.repeat(frame))


async def frames(door: Door) -> None:
    """Send frames of one byte."""
    await _send(door, itertools.repeat(Frame(Opcode.BINARY, b"?").serialize(mask=True) * 100))


async def messages(door: Door) -> None:
    """Press buttons and change the size of the window."""
    pressed = _text(Press("help")) + _text(Press("nothing"))
    await _send(
        door, (pressed + _text(Resize((60 + n % 200, 20 + n % 60))) for n in itertools.count())
    )


async def pings(door: Door) -> None:
    """Ping, and read no answer."""
    pings = Frame(Opcode.PING, bytes(125)).serialize(mask=True) * 100
    await _send(door, itertools.repeat(pings), reads=False)


async def pages(door: Door) -> None:
    """Ask for pages."""
    for path in itertools.cycle(("/", "/rules/golden-zero", "/play", "/nowhere")):
        reader, writer = await door.connect()
        with contextlib.closing(writer):
            writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            await _read(reader)


async def greetings(door: Door) -> None:
    """Open sessions and go."""
    while True:
        async with door.page() as (reader, _):
            await reader.read(1000)


async def nonsense(door: Door) -> None:
    """Greet with what is no message, or a proof that is none."""
    wrong = Greeting("screens", SIZE, key="MFkwEwYHKoZIzj0CAQ==" * 90, proof="x" * 2000)
    strange = Frame(Opcode.TEXT, b'{"type":"greeting"' + b"[" * 4000).serialize(mask=True)
    for greeting in itertools.cycle((_text(wrong), strange)):
        async with door.page(greeting) as (reader, _):
            await reader.read(1000)


async def breaks(door: Door) -> None:
    """Open sessions that live long enough to be kept, and break their connections."""
    while True:
        async with door.page() as (reader, _):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(_read(reader), MIN_LIFE + 0.2)


Way = Callable[[Door], Awaitable[None]]
AT_ONCE: Mapping[Way, int] = {
    **dict.fromkeys((keys, frames, messages, pings), 1),
    **dict.fromkeys((pages, greetings, nonsense, breaks), 16),
}
"""How many run at the same time."""
WAYS = {way.__name__: way for way in AT_ONCE}


async def flood(door: Door, way: Way) -> None:
    """Do it without end, as often as the server lets this address in."""
    async with asyncio.TaskGroup() as doing:
        for _ in range(AT_ONCE[way]):
            doing.create_task(_again(door, way))


async def _again(door: Door, way: Way) -> None:
    while True:
        with contextlib.suppress(OSError):  # one over the limit
            await way(door)
        await asyncio.sleep(BREATH)
