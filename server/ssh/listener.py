"""The SSH listener: admission of connections, and refusals."""

import asyncio
import contextlib
import errno
import ipaddress
import socket
import struct
from collections.abc import Coroutine, Sequence
from contextvars import Context
from typing import Any

import asyncssh
import structlog
from proxyprotocol import ProxyProtocolChecksumError
from proxyprotocol.detect import ProxyProtocolDetect
from proxyprotocol.reader import ProxyProtocolReader

from arcade.club.limits.rate_limiter import TokenBucket, network
from arcade.tasks import WorkSlots
from server.config import addresses
from server.config.environment import CannotDo
from server.config.settings import Settings
from server.doors.context import Login, ServerContext
from server.doors.session import Session
from server.limits.connection_limiter import ConnectionLimiter, ConnectionSlot
from server.limits.cost_meter import PAYER
from server.limits.throttle import ThrottledProtocol
from server.ssh import transport
from server.ssh.identity import GUEST, AnyKey, KeyChoice, Tries, fingerprint, shortcut
from server.terminal.channel import Channel

log = structlog.get_logger()

BACKLOG = 512
"""Connections the kernel queues while the loop is busy."""
NO_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
PROXY_TIME = 5.0
"""Seconds a proxy has to send its header."""
IDLE_TIME = 15.0
"""Seconds a connection may be logged in without a session."""
REKEYS, REKEY_EVERY = 6, 10.0
"""Key exchanges of one connection at once, and the seconds after which one more may be."""
PAUSE = 0.01
"""Seconds between the key exchanges of two new connections."""
LOG_INS, LOG_IN = 8, 0.25
"""New connections that log in at once, and seconds after which the next may begin although one of
them is not done: it waits for its client."""
SOCKET_BYTES = 64 * 1024
"""Bytes that the kernel may hold for a client, as requested (Linux doubles the number)."""
SHUT_DOWN = errno.EINVAL
"""The parent of a worker that was silent has led newcomers to the others; soon it undoes that."""
NO_FORWARDING = "This server plays games: it forwards no ports (-R, -L, -D) and no sockets."
ASKED_BY_SSH = 3
"""How many times as seldom as the system, by TCP, SSH asks a silent client whether it is there: it
takes half a millisecond of ours. It finds clients that do not answer although their system does."""
BREATH = 0.1
"""Seconds to wait where the system has no more files, before the next is accepted."""


class SSHConnection(asyncssh.SSHServer):
    """One connection: authentication and sessions. All forwarding is refused, by default."""

    def __init__(self, context: ServerContext, slot: ConnectionSlot, address: str) -> None:
        self._context = context
        self._slot = slot
        self._address = address
        self._channels: list[Channel] = []
        self._used = False
        """Whether a session has begun since the last look."""
        self._idle: asyncio.TimerHandle | None = None
        context.connections.add(self)

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Bound what the kernel holds for it."""
        self._connection = conn
        self._tries = Tries(conn, self._context.limits.login_tries)
        opened: socket.socket | None = conn.get_extra_info("socket")
        if opened is not None:
            limits = self._context.limits
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BYTES)
            notice_loss(opened, limits.keepalive)

    def connection_lost(self, exc: Exception | None) -> None:
        if exc is not None and getattr(exc, "reason", "") != "Connection lost":
            self._slot.fail()
        self._context.connections.discard(self)
        if self._idle is not None:
            self._idle.cancel()

    def close(self) -> None:
        self._connection.close()

    async def closed(self) -> None:
        await self._connection.wait_closed()

    def begin_auth(self, username: str) -> bool:
        """Demand authentication, so that clients offer their keys before they are guests."""
        self._user = username
        client = str(self._connection.get_extra_info("client_version"))
        choice = KeyChoice(client, self._context.club.accounts.has_account)
        keys: Any = AnyKey(self._tries, choice)
        self._connection.set_authorized_keys(keys)
        return username.lower() != GUEST

    def auth_completed(self) -> None:
        """Stop counting it as unauthenticated; it has a while to open a session."""
        self._slot.know()
        self._look_later()

    def kbdint_auth_supported(self) -> bool:
        return True

    def password_auth_supported(self) -> bool:
        """Offer passwords to clients that know nothing else; no password is ever read."""
        return True

    def get_kbdint_challenge(self, _username: str, _lang: str, _submethods: str) -> bool:
        return self._tries.another()

    def session_requested(self) -> Channel:
        """Open a session; raises `ChannelOpenError` for one too many."""
        self._forget_closed()
        if len(self._channels) >= self._context.limits.sessions_per_connection:
            self._slot.refuse_session("sessions")
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, "Too many sessions on one connection"
            )
        if len(self._context.sessions) >= self._context.limits.connections:
            self._slot.refuse_session("full")
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, "The server is full; come back in a while"
            )
        login = Login(fingerprint(self._connection), shortcut(self._user), self._address)
        self._slot.playing()
        session = Session(self._context, login, self._slot.cost_meter, self._session_ended)
        self._channels.append(session.channel)
        return session.channel

    def server_requested(self, _listen_host: str, _listen_port: int) -> bool:
        """Refuse to listen for a client. The refusal itself has no text; `ssh -v` shows this."""
        self._connection.send_debug(NO_FORWARDING, always_display=True)
        return False

    def _forget_closed(self) -> None:
        # Opened only, a channel is nothing yet.
        self._used = self._used or any(channel.begun for channel in self._channels)
        self._channels = [channel for channel in self._channels if not channel.closed]

    def _look_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._idle = loop.call_later(min(IDLE_TIME, self._context.limits.login_time), self._check)

    def _session_ended(self) -> None:
        if self._idle is None:
            self._look_later()

    def _check(self) -> None:
        """Close a connection that nobody has used for a while; not looked at while one is used."""
        self._forget_closed()
        self._idle = None
        used, self._used = self._used, False
        if any(channel.begun for channel in self._channels):
            self._used = True
        elif used:
            self._look_later()
        else:
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, "Nothing was asked for")


class Listener:
    """Accepts connections on its sockets, as far as the limiter admits them."""

    def __init__(
        self,
        sockets: list[socket.socket],
        context: ServerContext,
        options: asyncssh.SSHServerConnectionOptions,
        trusted: tuple[str, ...],
    ) -> None:
        self.limiter = ConnectionLimiter(context.limits, machine=context.machine_use)
        self._sockets = sockets
        self._context = context
        self._options = options
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in trusted]
        self._log_ins = WorkSlots(LOG_INS)
        self._key_exchanges = WorkSlots(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        for sock in sockets:
            self._watch(sock)

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
        # Without `sock_accept`: what it has accepted, a task cancelled in the next round of the
        # loop would keep open, and nobody would answer it.
        try:
            opened, peer = listening.accept()
        except OSError as error:
            if error.errno in (*NO_FILES, SHUT_DOWN):
                self.limiter.refused["files"] += error.errno in NO_FILES
                loop = asyncio.get_running_loop()
                loop.remove_reader(listening)
                loop.call_later(BREATH, self._watch, listening)
            return
        opened.setblocking(False)
        self._open(opened, str(peer[0]))

    def _open(self, opened: socket.socket, address: str) -> None:
        if self._is_proxy(address):
            # The proxies are trusted; each client they bring is admitted by its own address.
            self._spawn(self._ask_proxy(opened), opened)
        elif (slot := self.limiter.admit(address)) is None:
            opened.close()
        else:
            self._spawn(self._connect(opened, address, slot), opened)

    def _spawn(self, work: Coroutine[object, None, None], opened: socket.socket) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)

        def finished(_: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if task.cancelled():  # perhaps before it began
                opened.close()

        task.add_done_callback(finished)

    def _is_proxy(self, address: str) -> bool:
        return bool(self._proxies) and any(
            ipaddress.ip_address(address.partition("%")[0]) in proxy for proxy in self._proxies
        )

    async def _ask_proxy(self, opened: socket.socket) -> None:
        try:
            async with asyncio.timeout(min(PROXY_TIME, self._context.limits.login_time)):
                header = await ProxyProtocolReader(ProxyProtocolDetect()).read(_Reader(opened))
            source = header.source
        except (OSError, ValueError, EOFError, struct.error, ProxyProtocolChecksumError):
            self.limiter.refused["proxy"] += 1
            opened.close()
            return
        # Without a source it is the proxy's own question whether anybody is here.
        address = str(source[0]) if isinstance(source, tuple) else "proxy"
        slot = self.limiter.admit(address)
        if slot is None:
            opened.close()
        else:
            await self._connect(opened, address, slot)

    async def _connect(self, opened: socket.socket, address: str, slot: ConnectionSlot) -> None:
        loop = asyncio.get_running_loop()

        def made() -> ThrottledProtocol:
            inner = transport.connection(
                self._options,
                lambda: SSHConnection(self._context, slot, address),
                TokenBucket(1 / REKEY_EVERY, REKEYS).take,
            )
            throttled = ThrottledProtocol(inner, slot.cost_meter, slot.leave)
            slot.closing, slot.playing = throttled.abort, throttled.play
            return throttled

        PAYER.set(slot.cost_meter)  # this task's context is the connection's
        slot.logged_in = await self._log_ins.take(network(slot.origin))
        loop.call_later(LOG_IN, slot.logged_in, context=Context())
        async with self._key_exchanges.slot(network(slot.origin)):
            await asyncio.sleep(PAUSE)
        if not slot.inside:  # sent away meanwhile
            slot.logged_in()
            opened.close()
            return
        try:
            await loop.connect_accepted_socket(made, opened)
        except OSError:
            slot.leave()
            opened.close()


class _Reader:
    """Reads a few bytes of a socket and no more: the rest belongs to SSH."""

    def __init__(self, opened: socket.socket) -> None:
        self._socket = opened

    async def readexactly(self, n: int) -> bytes:
        """Read so many bytes; raises EOFError."""
        received = b""
        while len(received) < n:
            some = await asyncio.get_running_loop().sock_recv(self._socket, n - len(received))
            if not some:
                raise EOFError
            received += some
        return received

    async def readline(self) -> bytes:
        """Read to the end of a line of at most 107 bytes, as the protocol has it."""
        received = b""
        while not received.endswith(b"\n") and len(received) < 107:
            received += await self.readexactly(1)
        return received


def notice_loss(opened: socket.socket, seconds: float) -> None:
    """Make the system close a connection whose other end has been gone for so many seconds.

    It asks after a quarter of them and every further one. To ask by SSH takes half a millisecond
    of ours each time: of 500 idle people every 15 s, 2 % of a core.
    """
    quarter = max(1, round(seconds / 4))
    for name, value in (
        ("TCP_KEEPIDLE", quarter),
        ("TCP_KEEPALIVE", quarter),  # what it is called on macOS
        ("TCP_KEEPINTVL", quarter),
        ("TCP_KEEPCNT", 3),
        ("TCP_USER_TIMEOUT", round(seconds * 1000)),
    ):
        if hasattr(socket, name):
            opened.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


async def listen(
    settings: Settings,
    key: asyncssh.SSHKey,
    context: ServerContext,
    announced: Sequence[asyncssh.SSHKey] = (),
) -> Listener:
    """Listen; raises `CannotDo` when the address or the port cannot be had.

    The keys `announced` are told to clients, and not used.
    """
    limits = settings.limits
    options = await asyncssh.SSHServerConnectionOptions.construct(
        server_host_keys=[key, *announced],
        login_timeout=limits.login_time,
        keepalive_interval=ASKED_BY_SSH * limits.keepalive,
        **(transport.strict() if settings.strict else transport.OPTIONS),
    )
    transport.use_first_host_key(options)
    sockets = await bind(settings)
    try:
        for sock in sockets:
            sock.listen(BACKLOG)
    except OSError as error:
        for sock in sockets:
            sock.close()
        raise CannotDo(_why_not(settings, error)) from error
    return Listener(sockets, context, options, settings.proxies)


async def bind(settings: Settings) -> list[socket.socket]:
    """Open a socket for every address of the host, or take those of a worker's parent.

    Raises `CannotDo` where that cannot be.
    """
    if settings.sockets:
        sockets = [socket.socket(fileno=number) for number in settings.sockets]
        for sock in sockets:
            sock.setblocking(False)
            sock.set_inheritable(False)
        return sockets
    try:
        return await asyncio.to_thread(
            addresses.bind, settings.host, settings.port, settings.share_port
        )
    except OSError as error:
        raise CannotDo(_why_not(settings, error)) from error


def _why_not(settings: Settings, error: OSError) -> str:
    host = error.filename or settings.host
    where = f"port {settings.port} on {host}"
    match error.errno:
        case errno.EADDRINUSE:
            return f"Another program listens to {where}. Choose another with --port (0: any)."
        case errno.EACCES:
            return f"The system does not allow {where}. Ports from 1024 on need no permission."
        case errno.EADDRNOTAVAIL:
            return f"{host} is no address of this machine. See --host."
        case errno.EAFNOSUPPORT:
            family = "IPv6" if ":" in host else "IPv4"
            return f"Cannot listen to {where}: this machine has no {family}. See --host."
    return f"Cannot listen to {where}: {error.strerror or error}."
