"""The greeting of a page, and where it leads: to a session, or to a table that is watched.

The server asks first, by a nonce. The page answers with what it shows, and with the proof of its
key; nothing else counts before that.
"""

import asyncio
import base64
import secrets
from contextvars import Context
from typing import Protocol

import msgspec
from websockets.frames import CloseCode

from arcade.club.start import Start
from server.doors.context import Login, ServerContext
from server.limits.connection_limiter import ConnectionSlot
from server.web.connection import WebConnection
from server.web.key import proved
from server.web.messages import Challenge, FromPage, Greeting, decode
from server.web.session import Sessions
from server.web.watching import Watcher

GREETING_TIME = 5.0
"""Seconds a page has for its greeting: its key may have to be made."""


class PageVisitor(Protocol):
    """The visitor behind a page that has sent its greeting."""

    def take_input(self, data: bytes) -> None: ...

    def take_message(self, message: FromPage) -> None: ...

    def leave(self) -> None:
        """End: the page is gone."""


class Reception:
    """The end of a WebSocket: a page that has not greeted, and then its visitor."""

    def __init__(
        self,
        context: ServerContext,
        sessions: Sessions,
        slot: ConnectionSlot,
        address: str,
        build: str,
    ) -> None:
        self._context = context
        self._sessions = sessions
        self._slot = slot
        self._address = address
        self._build = build
        self._nonce = secrets.token_bytes(32)
        self._visitor: PageVisitor | None = None

    _connection: WebConnection
    _timer: asyncio.TimerHandle

    def admits(self) -> bool:
        return self._slot.arrive()

    def opened(self, connection: WebConnection) -> None:
        self._connection = connection
        self._context.connections.add(connection)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(GREETING_TIME, self._give_up, context=Context())
        connection.send(Challenge(base64.b64encode(self._nonce).decode(), self._build))

    def _give_up(self) -> None:
        self._context.web_traffic.closed["no_greeting"] += 1
        self._connection.abort()

    def take_input(self, data: bytes) -> None:
        if self._visitor is None:
            self._connection.close(CloseCode.POLICY_VIOLATION)
        else:
            self._visitor.take_input(data)

    def take_message(self, data: bytes) -> None:
        try:
            message = decode(data)
        except msgspec.DecodeError:
            self._connection.close(CloseCode.POLICY_VIOLATION)
            return
        if self._visitor is not None:
            self._visitor.take_message(message)
        elif isinstance(message, Greeting):
            self._timer.cancel()
            self._slot.know()
            self._visitor = self._receive(message)
        else:
            self._connection.close(CloseCode.POLICY_VIOLATION)

    def lost(self) -> None:
        self._timer.cancel()
        self._context.connections.discard(self._connection)
        if self._visitor is not None:
            self._visitor.leave()

    def _receive(self, greeting: Greeting) -> PageVisitor | None:
        context, connection = self._context, self._connection
        if greeting.view == "watch":
            return Watcher(context, connection, greeting, self._address)
        self._slot.playing()
        login = Login(self._key(greeting), _wish(greeting), self._address)
        page = self._sessions.receive(connection, login, self._slot.cost_meter, greeting)
        if page is None:
            self._slot.refuse_session("full")
            connection.close(CloseCode.TRY_AGAIN_LATER)
        return page

    def _key(self, greeting: Greeting) -> str:
        """Return the fingerprint of the key that the page has proved; "": none."""
        return proved(greeting.key, greeting.proof, self._nonce, self._connection.origin)


def _wish(greeting: Greeting) -> Start:
    if greeting.resume and not greeting.key:
        return Start("resume", greeting.resume)
    return Start("join", greeting.table) if greeting.table else Start()
