"""The sockets that clients come in by.

Must not know: what is said on them.
"""

import asyncio
import errno
import socket

from msgspec import Struct

from server.config import addresses
from server.config.environment import CannotDo

BACKLOG = 512
"""Connections the kernel queues while the loop is busy."""
SOCKET_BYTES = 64 * 1024
"""Bytes that the kernel may hold for a client, as requested (Linux doubles the number)."""


class Endpoint(Struct, frozen=True):
    """Where to listen; errors name the options that chose the host and the port."""

    host: str
    port: int
    share_port: bool = False
    inherited: tuple[int, ...] = ()
    """The sockets that a worker's parent has opened for it, by their numbers."""
    host_option: str = "--host"
    port_option: str = "--port"

    async def bind(self) -> list[socket.socket]:
        """Open a socket for every address of the host, or take those of a worker's parent.

        Raises `CannotDo` where that cannot be.
        """
        if self.inherited:
            sockets = [socket.socket(fileno=number) for number in self.inherited]
            for sock in sockets:
                sock.setblocking(False)
                sock.set_inheritable(False)
            return sockets
        try:
            return await asyncio.to_thread(addresses.bind, self.host, self.port, self.share_port)
        except OSError as error:
            raise CannotDo(self._why_not(error)) from error

    async def listen(self) -> list[socket.socket]:
        """Bind, and let the kernel take connections; raises `CannotDo`."""
        sockets = await self.bind()
        try:
            for sock in sockets:
                sock.listen(BACKLOG)
        except OSError as error:
            for sock in sockets:
                sock.close()
            raise CannotDo(self._why_not(error)) from error
        return sockets

    def _why_not(self, error: OSError) -> str:
        host = error.filename or self.host
        where = f"port {self.port} on {host}"
        match error.errno:
            case errno.EADDRINUSE:
                return (
                    f"Another program listens to {where}. "
                    f"Choose another with {self.port_option} (0: any)."
                )
            case errno.EACCES:
                return f"The system does not allow {where}. Ports from 1024 on need no permission."
            case errno.EADDRNOTAVAIL:
                return f"{host} is no address of this machine. See {self.host_option}."
            case errno.EAFNOSUPPORT:
                family = "IPv6" if ":" in host else "IPv4"
                return (
                    f"Cannot listen to {where}: this machine has no {family}. "
                    f"See {self.host_option}."
                )
        return f"Cannot listen to {where}: {error.strerror or error}."


def prepare(opened: socket.socket, patience: float) -> None:
    """Bound what the kernel holds for a client, and let it close what its client has left.

    The system asks after a quarter of `patience`, in seconds, and every further one. Asking by
    SSH takes half a millisecond each time: for 500 idle people every 15 s, 2 % of a core.
    """
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BYTES)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    quarter = max(1, round(patience / 4))
    for name, value in (
        ("TCP_KEEPIDLE", quarter),
        ("TCP_KEEPALIVE", quarter),  # what it is called on macOS
        ("TCP_KEEPINTVL", quarter),
        ("TCP_KEEPCNT", 3),
        ("TCP_USER_TIMEOUT", round(patience * 1000)),
    ):
        if hasattr(socket, name):
            opened.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


class BoundedReader:
    """Reads a few bytes of a socket and no more: the rest belongs to the protocol that follows."""

    def __init__(self, opened: socket.socket) -> None:
        self._socket = opened

    async def readexactly(self, n: int) -> bytes:
        """Read exactly `n` bytes; raises EOFError."""
        received = b""
        while len(received) < n:
            part = await asyncio.get_running_loop().sock_recv(self._socket, n - len(received))
            if not part:
                raise EOFError
            received += part
        return received

    async def readline(self) -> bytes:
        """Read to the end of a line of at most 107 bytes, as the PROXY protocol has it."""
        received = b""
        while not received.endswith(b"\n") and len(received) < 107:
            received += await self.readexactly(1)
        return received
