"""`/metrics` and `/healthz` over HTTP, for monitoring.

Must not know: what is measured.
"""

import asyncio
import contextlib
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus

import structlog

from server.config.addresses import LOOPBACK, reached_at
from server.config.environment import CannotDo
from server.doors.sockets import Endpoint

log = structlog.get_logger()

PATIENCE = 5.0
"""Seconds a request may take to come, and its answer to go."""
LOG_TIMEOUT = 1.5
"""Seconds the log has to answer a health check."""
WORKER_TIMEOUT = 2.5
"""Seconds a worker has to answer, its log included: the whole answer takes three at most."""
MAX_HEAD = 8192
"""Bytes of a request's head."""

DAMAGED = "ok, but damaged: "
"""How a healthy server's answer begins if it has found damage."""
HEAD = b"HEAD / HTTP/1.1\r\nHost: arcade\r\nConnection: close\r\n\r\n"
FROM_PROXY = b"PROXY UNKNOWN\r\n"
"""How a proxy asks in its own name whether anybody is there."""
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: arcade\r\nConnection: close\r\n\r\n"

MAX_CONNECTIONS = 32
"""Connections at once; a further one closes the oldest, which has had time to ask."""

Text = Callable[[], bytes]
Damage = Callable[[], tuple[str, ...]]
"""Returns the streams that are damaged."""
Ill = Callable[[], Awaitable[str]]
"""Returns the problem, or "", within three seconds."""


def address(text: str) -> tuple[str, int]:
    """Read `PORT` or `ADDRESS:PORT`; without an address it is the loopback's.

    Raises `CannotDo`.
    """
    host, _, port = text.rpartition(":")
    host = host.strip("[]") or LOOPBACK
    try:
        ipaddress.ip_address(host)
        if not port.isascii() or not 0 <= int(port) <= 65535:
            raise ValueError
    except ValueError:
        raise CannotDo(
            f"{text!r} is no place for metrics. Write a port (9222) or an address and a port "
            "(10.0.0.5:9222)."
        ) from None
    return host, int(port)


class HealthServer:
    """Answers GET requests on one address, one per connection."""

    def __init__(self, metrics: Text, ill: Ill, damaged: Damage = tuple) -> None:
        self._metrics = metrics
        self._ill = ill
        self._damaged = damaged
        self._server: asyncio.Server | None = None
        self._open: dict[asyncio.StreamWriter, None] = {}

    async def open(self, host: str, port: int) -> int:
        """Listen and return the port; raise `CannotDo` if that fails."""
        endpoint = Endpoint(host, port, host_option="--metrics", port_option="--metrics")
        (sock,) = await endpoint.listen()
        self._server = await asyncio.start_server(self._answer, sock=sock, limit=MAX_HEAD)
        port = int(sock.getsockname()[1])
        log.info("measured", metrics=f"http://{host}:{port}/metrics", health="/healthz")
        return port

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open[writer] = None
        if len(self._open) > MAX_CONNECTIONS:
            oldest = next(iter(self._open))
            del self._open[oldest]
            oldest.transport.abort()
        try:
            await self._talk(reader, writer)
        finally:
            self._open.pop(writer, None)
            writer.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(
            OSError,
            TimeoutError,
            ValueError,
            asyncio.IncompleteReadError,
            asyncio.LimitOverrunError,
        ):
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
            request, *fields = head.split(b"\r\n")
            status, body = (
                HTTPStatus.MISDIRECTED_REQUEST,
                b"Ask by address, or by a name of one word.\n",
            )
            if _is_own(fields):
                status, body = await self._respond(request)
            async with asyncio.timeout(PATIENCE):
                writer.write(_response(status, body))
                await writer.drain()

    async def _respond(self, request: bytes) -> tuple[HTTPStatus, bytes]:
        match request.split(b" "):
            case [b"GET", b"/metrics", _]:
                return HTTPStatus.OK, self._metrics()
            case [b"GET", b"/healthz", _]:
                if wrong := await self._ill():
                    return HTTPStatus.SERVICE_UNAVAILABLE, wrong.encode() + b"\n"
                some = ", ".join(self._damaged()[:5])  # no reason to send everybody elsewhere
                return HTTPStatus.OK, f"{DAMAGED}{some}\n".encode() if some else b"ok\n"
            case [b"GET", _, _]:
                return HTTPStatus.NOT_FOUND, b"There are /metrics and /healthz.\n"
        return HTTPStatus.METHOD_NOT_ALLOWED, b"Only GET.\n"


def _is_own(fields: list[bytes]) -> bool:
    """Return whether a request names an address or a name of one word.

    A page from elsewhere can point its own name to this port, in the host's browser.
    """
    hosts = [
        field.split(b":", 1)[1].strip() for field in fields if field.lower().startswith(b"host:")
    ]
    for host in hosts:
        name = re.sub(rb":\d+$", b"", host).strip(b"[]").decode("ascii", "replace")
        with contextlib.suppress(ValueError):
            ipaddress.ip_address(name)
            continue
        if "." in name:
            return False
    return True


def _response(status: HTTPStatus, body: bytes) -> bytes:
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        "Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def ask(host: str, port: int, patience: float = PATIENCE) -> str:
    """Return the answer of a server's `/healthz`; raise `CannotDo` if it is unhealthy."""
    well, text = _read(_exchange(host, port, REQUEST, patience))
    if not well:
        raise CannotDo(f"The server at {host} port {port} is not well: {text}.")
    return text


async def asked(host: str, port: int) -> tuple[str, list[str]]:
    """Ask a worker's `/healthz`; return what is wrong, "" if nothing, and what is damaged.

    Raises `CannotDo`.
    """
    writer = None
    try:
        async with asyncio.timeout(WORKER_TIMEOUT):
            reader, writer = await asyncio.open_connection(reached_at(host), port)
            writer.write(REQUEST)
            well, text = _read(await reader.read())
    except (OSError, TimeoutError) as error:
        raise CannotDo(f"no answer to /healthz ({str(error) or 'too late'})") from error
    finally:
        if writer is not None:
            writer.close()
    damaged = text.removeprefix(DAMAGED).split(", ") if well and text.startswith(DAMAGED) else []
    return "" if well else text, damaged


def _read(answer: bytes) -> tuple[bool, str]:
    """Read an answer: whether all is well, and its text."""
    head, _, body = answer.partition(b"\r\n\r\n")
    text = body.decode("utf-8", "replace").strip().partition("\n")[0]
    return head.startswith(b"HTTP/1.1 200 "), text or "no answer"


def greeting(host: str, port: int, proxies: Sequence[str] = ()) -> str:
    """Return the greeting of an SSH port; raise `CannotDo` if it is none."""
    host = reached_at(host)
    line = (
        _exchange(host, port, b"", proxies=proxies).split(b"\r\n", 1)[0].decode("ascii", "replace")
    )
    if not line.startswith("SSH-2.0-"):
        raise CannotDo(f"What listens to {host} port {port} does not speak SSH.")
    return line


def ask_for_page(
    host: str, port: int, patience: float = PATIENCE, proxies: Sequence[str] = ()
) -> None:
    """Ask for the front page, as a browser does; raise `CannotDo` if it does not come."""
    host = reached_at(host)
    well, _ = _read(answer := _exchange(host, port, HEAD, patience, proxies))
    if not well:
        first = answer.split(b"\r\n", 1)[0].decode("ascii", "replace") or "nothing"
        raise CannotDo(f"Browsers at {host} port {port} get no page: {first}.")


def header(line: socket.socket, proxies: Sequence[str]) -> bytes:
    """Return what a server expects first on this connection: what a proxy would say, or nothing."""
    own = ipaddress.ip_address(line.getsockname()[0].partition("%")[0])
    trusted = any(own in ipaddress.ip_network(proxy, strict=False) for proxy in proxies)
    return FROM_PROXY if trusted else b""


def _exchange(
    host: str, port: int, request: bytes, patience: float = PATIENCE, proxies: Sequence[str] = ()
) -> bytes:
    """Send a request and read the answer, or only its first line; raises `CannotDo`."""
    received = b""
    try:
        with socket.create_connection((host, port), timeout=patience) as line:
            line.sendall(header(line, proxies) + request)
            while part := line.recv(4096):
                received += part
                if not request and b"\n" in received:
                    break
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise CannotDo(f"Nothing answers at {host} port {port}: {why}.") from error
    return received
