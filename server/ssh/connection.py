"""One SSH connection: log-in and sessions."""

import asyncio
from typing import Any

import asyncssh

from server.doors.context import Login, ServerContext
from server.doors.session import Session
from server.limits.connection_limiter import ConnectionSlot
from server.ssh.identity import GUEST, AnyKey, KeyChoice, Tries, fingerprint, shortcut
from server.ssh.wire import SSHWire

IDLE_TIME = 15.0
"""Seconds a connection may be logged in without a session."""
NO_FORWARDING = "This server plays games: it forwards no ports (-R, -L, -D) and no sockets."


class SSHConnection(asyncssh.SSHServer):
    """One connection: authentication and sessions. All forwarding is refused, by default."""

    def __init__(self, context: ServerContext, slot: ConnectionSlot, address: str) -> None:
        self._context = context
        self._slot = slot
        self._address = address
        self._wires: list[SSHWire] = []
        self._used = False
        """Whether a session has begun since the last look."""
        self._idle: asyncio.TimerHandle | None = None
        context.connections.add(self)

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._tries = Tries(conn, self._context.limits.login_tries)

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

    def session_requested(self) -> SSHWire:
        """Open a session; raises `ChannelOpenError` for one too many."""
        self._forget_closed()
        if len(self._wires) >= self._context.limits.sessions_per_connection:
            self._slot.refuse_session("sessions")
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, "Too many sessions on one connection"
            )
        if self._context.is_full:
            self._slot.refuse_session("full")
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, "The server is full; come back in a while"
            )
        login = Login(fingerprint(self._connection), shortcut(self._user), self._address)
        self._slot.playing()
        session = Session(self._context, login, self._slot.cost_meter, self._session_ended)
        self._wires.append(SSHWire(session.channel))
        return self._wires[-1]

    def server_requested(self, _listen_host: str, _listen_port: int) -> bool:
        """Refuse to listen for a client. The refusal itself has no text; `ssh -v` shows this."""
        self._connection.send_debug(NO_FORWARDING, always_display=True)
        return False

    def _forget_closed(self) -> None:
        # A channel that is only opened counts for nothing.
        self._used = self._used or any(wire.begun for wire in self._wires)
        self._wires = [wire for wire in self._wires if not wire.closing]

    def _look_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._idle = loop.call_later(min(IDLE_TIME, self._context.limits.login_time), self._check)

    def _session_ended(self) -> None:
        if self._idle is None:
            self._look_later()

    def _check(self) -> None:
        """Close a connection that has had no session for a while; check later while it has one."""
        self._forget_closed()
        self._idle = None
        used, self._used = self._used, False
        if any(wire.begun for wire in self._wires):
            self._used = True
        elif used or self._slot.holds():  # its requests may wait for its address
            self._look_later()
        else:
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, "Nothing was asked for")
