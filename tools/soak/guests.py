"""Guests by the hundred: asyncssh clients with a terminal each, in one process."""

import asyncio
from types import TracebackType
from typing import Self

import asyncssh

from tests.ssh.client import connect
from tests.waiting import PATIENCE


class Guest(asyncssh.SSHClientSession[bytes]):
    """A guest's terminal: counts the bytes it receives, and wakes whoever waits for them."""

    def __init__(self) -> None:
        self.received = 0
        self.tail = b""
        self._came = asyncio.Event()

    @classmethod
    async def enter(
        cls,
        port: int,
        user: str = "play",
        size: tuple[int, int] = (100, 30),
        address: str = "127.0.0.1",
    ) -> Self:
        guest = cls()
        guest.line = await connect(port, username=user, login_timeout=120, local_addr=(address, 0))
        guest.channel, _ = await guest.line.create_session(
            lambda: guest, term_type="xterm-256color", term_size=size, encoding=None
        )
        return guest

    line: asyncssh.SSHClientConnection
    channel: asyncssh.SSHClientChannel[bytes]

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.line.close()
        await self.line.wait_closed()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.received += len(data)
        self.tail = (self.tail + data)[-20_000:]
        self._came.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self._came.set()

    def type(self, keys: bytes) -> None:
        self._came.clear()
        self.channel.write(keys)

    async def some(self) -> None:
        """Wait until bytes come after the last `type`."""
        async with asyncio.timeout(PATIENCE):
            await self._came.wait()

    async def see(self, text: bytes) -> None:
        """Wait until this was drawn in one piece."""
        async with asyncio.timeout(PATIENCE):
            while text not in self.tail:
                assert not self.channel.is_closing(), self.tail[-500:]
                self._came.clear()
                await self._came.wait()
