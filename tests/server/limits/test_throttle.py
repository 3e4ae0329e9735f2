"""Between a socket and its SSH connection: the end of a line."""

import asyncio
import socket
from contextlib import suppress

from server.config.settings import Limits
from server.limits.cost_meter import CostMeter
from server.limits.throttle import ThrottledProtocol


class Inner(asyncio.Protocol):
    """Ends as asyncssh's connections do: it aborts the transport in the next turn of the loop."""

    transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def eof_received(self) -> None:
        self.connection_lost(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.transport is not None:
            asyncio.get_running_loop().call_soon(self.transport.abort)
            self.transport = None


async def test_a_client_may_end_at_the_moment_the_last_output_passes() -> None:
    loop = asyncio.get_running_loop()
    wrong: list[object] = []
    loop.set_exception_handler(lambda _, context: wrong.append(context))
    ended = asyncio.Event()
    ours, theirs = socket.socketpair()
    with theirs:
        theirs.setblocking(False)
        opened, _ = await loop.connect_accepted_socket(
            lambda: ThrottledProtocol(Inner(), CostMeter(Limits()), ended.set), ours
        )
        while not opened.get_write_buffer_size():
            opened.write(b"x" * 4096)
        with suppress(BlockingIOError):
            while theirs.recv(1 << 20):
                pass
        theirs.shutdown(socket.SHUT_WR)  # the loop sees both at once: room, and the end
        await asyncio.wait_for(ended.wait(), 10)
        await asyncio.sleep(0)
    assert wrong == []
