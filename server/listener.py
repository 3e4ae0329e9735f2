"""The door: one asyncssh server, who is let in, and what is refused."""

import errno
import socket
from typing import Any

import asyncssh
import structlog

from server.config import Settings
from server.errors import CannotDo
from server.house import House, Login
from server.identity import AnyKey, Tries, fingerprint, shortcut
from server.session import Session
from server.transport import OPTIONS

log = structlog.get_logger()


class Door(asyncssh.SSHServer):
    """One connection: authentication and sessions. All forwarding is refused, by default."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._sessions: list[Session] = []
        house.doors.add(self)

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Bound what the kernel holds for it."""
        self._connection = conn
        self._tries = Tries(conn, self._house.limits.login_tries)
        opened: socket.socket | None = conn.get_extra_info("socket")
        if opened is not None:
            size = self._house.limits.socket_bytes
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, size)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Forget it."""
        self._house.doors.discard(self)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    async def closed(self) -> None:
        """Wait until the connection is closed."""
        await self._connection.wait_closed()

    def begin_auth(self, username: str) -> bool:
        """Demand authentication, so that clients offer their keys before they are guests."""
        self._user = username
        keys: Any = AnyKey(self._tries)
        self._connection.set_authorized_keys(keys)
        return True

    def kbdint_auth_supported(self) -> bool:
        """Offer guests a way in."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:  # noqa: ARG002
        """Ask a guest nothing."""
        return self._tries.another()

    def session_requested(self) -> Session:
        """Open a session; raises `ChannelOpenError` for one too many."""
        self._sessions = [one for one in self._sessions if not one.closed]
        if len(self._sessions) >= self._house.limits.channels:
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, "Too many sessions on one connection"
            )
        login = Login(fingerprint(self._connection), shortcut(self._user))
        session = Session(self._house, login)
        self._sessions.append(session)
        return session


async def listen(settings: Settings, key: asyncssh.SSHKey, house: House) -> asyncssh.SSHAcceptor:
    """Listen; raises `CannotDo` when the address or the port cannot be had."""
    limits = settings.limits
    try:
        return await asyncssh.listen(
            settings.host,
            settings.port,
            server_factory=lambda: Door(house),
            server_host_keys=[key],
            login_timeout=limits.login_time,
            keepalive_interval=limits.keepalive,
            **OPTIONS,
        )
    except OSError as error:
        raise CannotDo(_why_not(settings, error)) from error


def _why_not(settings: Settings, error: OSError) -> str:
    where = f"port {settings.port} on {settings.host}"
    match error.errno:
        case errno.EADDRINUSE:
            return f"Another program listens to {where}. Choose another with --port (0: any)."
        case errno.EACCES:
            return f"The system does not allow {where}. Ports from 1024 on need no permission."
        case errno.EADDRNOTAVAIL:
            return f"{settings.host} is no address of this machine. See --host."
        case None if "could not bind on any address" in str(error):  # Python 3.12 on
            return f"{settings.host} is no address of this machine. See --host."
    return f"Cannot listen to {where}: {error.strerror or error}."
