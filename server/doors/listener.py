"""Accepts connections, each by the address of its client, and refuses those that are too many."""

import asyncio
import contextlib
import errno
import ipaddress
import socket
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence

from proxyprotocol import ProxyProtocolChecksumError
from proxyprotocol.detect import ProxyProtocolDetect
from proxyprotocol.reader import ProxyProtocolReader

from arcade.tasks import Tasks
from server.config import addresses
from server.doors.context import ServerContext
from server.doors.sockets import BoundedReader, prepare
from server.limits.connection_limiter import ConnectionSlot
from server.limits.throttle import ThrottledProtocol

NO_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
PROXY_TIME = 5.0
"""Seconds a proxy has to send its header."""
SHUT_DOWN = errno.EINVAL
"""The error after the parent of a silent worker has led newcomers to the others, for a while."""
ACCEPT_PAUSE = 0.1
"""Seconds to wait where the system has no more files, before the next is accepted."""


class Listener(ABC):
    """Accepts connections on its sockets, as far as the limiter admits them."""

    def __init__(
        self, sockets: list[socket.socket], context: ServerContext, trusted: Sequence[str]
    ) -> None:
        self.limiter = context.limiter
        self._sockets = sockets
        self._context = context
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in trusted]
        self._tasks = Tasks()
        self._closed = False
        for sock in sockets:
            self._watch(sock)

    @abstractmethod
    async def _connect(self, opened: socket.socket, address: str, slot: ConnectionSlot) -> None:
        """Speak with a client that was admitted; close the socket where that cannot be."""

    def fault(self) -> str:
        """Return why nobody can come in here; "" if they can."""
        return ""

    def get_port(self) -> int:
        return int(self._sockets[0].getsockname()[1])

    @property
    def addresses(self) -> tuple[str, ...]:
        return addresses.bound_to(self._sockets)

    def close(self) -> None:
        """Stop accepting; open connections stay open."""
        if self._closed:
            return
        self._closed = True
        for sock in self._sockets:
            asyncio.get_running_loop().remove_reader(sock)
            # A worker's parent has the socket too, and it would go on listening.
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
            sock.close()
        for task in self._tasks:
            task.cancel()

    def _watch(self, listening: socket.socket) -> None:
        if not self._closed:
            asyncio.get_running_loop().add_reader(listening, self._accept, listening)

    def _accept(self, listening: socket.socket) -> None:
        # Not `sock_accept`: if its task is cancelled in the next round of the loop, what it has
        # accepted stays open, and nobody answers it.
        try:
            opened, peer = listening.accept()
        except OSError as error:
            if error.errno in (*NO_FILES, SHUT_DOWN):
                self.limiter.refused["files"] += error.errno in NO_FILES
                loop = asyncio.get_running_loop()
                loop.remove_reader(listening)
                loop.call_later(ACCEPT_PAUSE, self._watch, listening)
            return
        opened.setblocking(False)
        prepare(opened, self._context.limits.keepalive)
        self._open(opened, str(peer[0]))

    def _open(self, opened: socket.socket, address: str) -> None:
        if self._is_proxy(address):
            # The proxies are trusted; each client they bring is admitted by its own address.
            self._spawn(self._ask_proxy(opened), opened)
        elif (slot := self._admit(address)) is None:
            opened.close()
        else:
            self._spawn(self._connect(opened, address, slot), opened)

    def _admit(self, address: str) -> ConnectionSlot | None:
        return self.limiter.admit(address)

    async def _throttle(
        self,
        opened: socket.socket,
        slot: ConnectionSlot,
        protocol: Callable[[Callable[[bool], None]], asyncio.Protocol],
    ) -> None:
        """Hand a socket over to a protocol that pays for what it receives.

        `protocol` is called with a function that pauses and resumes its input.
        """

        def throttled_protocol() -> ThrottledProtocol:
            throttled: ThrottledProtocol
            inner = protocol(lambda on: throttled.hold(on))
            throttled = ThrottledProtocol(inner, slot.cost_meter, slot.leave)
            slot.closing, slot.playing = throttled.abort, throttled.play
            slot.holds = lambda: throttled.holds
            return throttled

        try:
            await asyncio.get_running_loop().connect_accepted_socket(throttled_protocol, opened)
        except OSError:
            slot.leave()
            opened.close()

    def _spawn(self, work: Coroutine[object, None, None], opened: socket.socket) -> None:
        def ended(task: asyncio.Task[None]) -> None:
            if task.cancelled():  # perhaps before it began
                opened.close()

        self._tasks.begin(work).add_done_callback(ended)

    def _is_proxy(self, address: str) -> bool:
        return bool(self._proxies) and any(
            ipaddress.ip_address(address.partition("%")[0]) in proxy for proxy in self._proxies
        )

    async def _ask_proxy(self, opened: socket.socket) -> None:
        try:
            async with asyncio.timeout(min(PROXY_TIME, self._context.limits.login_time)):
                reader = ProxyProtocolReader(ProxyProtocolDetect())
                header = await reader.read(BoundedReader(opened))
            source = header.source
        except (OSError, ValueError, EOFError, struct.error, ProxyProtocolChecksumError):
            self.limiter.refused["proxy"] += 1
            opened.close()
            return
        # Without a source, the proxy itself checks whether anybody is here.
        address = str(source[0]) if isinstance(source, tuple) else "proxy"
        slot = self._admit(address)
        if slot is None:
            opened.close()
        else:
            await self._connect(opened, address, slot)
