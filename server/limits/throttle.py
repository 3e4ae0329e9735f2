"""Between a socket and the connection on it: bytes pass as fast as their address is allowed.

Nothing inside SSH or a WebSocket bounds what a client may ask for in a second (channels, requests,
sizes); all of it costs the client bytes, and the server time. Must not know: what the bytes say.
"""

import asyncio
from collections.abc import Callable

from server.limits.cost_meter import CostMeter

SLICE = 512
"""Bytes passed on before others have their turn."""
KEY = 128
"""The most bytes of a key, including SSH's overhead."""


class ThrottledProtocol(asyncio.Protocol):
    """Passes input on to another protocol, slice by slice, each when it is its address's turn."""

    def __init__(
        self,
        inner: asyncio.Protocol,
        cost_meter: CostMeter,
        ended: Callable[[], None] = lambda: None,
    ) -> None:
        self._plays = False
        self._inner = inner
        self._cost_meter = cost_meter
        self._ended = ended
        self._waiting = bytearray()
        self._paused = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass on the bytes allowed now; the rest, and the client, must wait."""
        self._waiting += data
        self._cost_meter.ask(self._pass_on, first=self._plays and len(self._waiting) <= KEY)
        if self._waiting and self._transport is not None:
            self._transport.pause_reading()

    def eof_received(self) -> bool:
        """End at once: what asyncio closes while output passes fails when asyncssh aborts it."""
        self._inner.eof_received()
        self.abort()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._cost_meter.forget(self._pass_on)
        self._waiting.clear()
        self._inner.connection_lost(exc)
        self._ended()
        # Break the reference cycle, so that no garbage collection is needed.
        self._inner, self._ended, self._transport = asyncio.Protocol(), lambda: None, None

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def play(self) -> None:
        """Let this connection's keys precede log-ins: it has a session."""
        self._plays = True

    def hold(self, on: bool) -> None:
        """Stop passing bytes on, or resume."""
        self._paused = on
        if not on:
            self._cost_meter.ask(self._pass_on)

    @property
    def holds(self) -> bool:
        """Whether bytes of the client wait for the turn of their address."""
        return bool(self._waiting)

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _pass_on(self) -> None:
        if self._paused:
            return
        part = bytes(self._waiting[:SLICE])
        del self._waiting[:SLICE]
        self._cost_meter.receive(len(part))
        self._inner.data_received(part)
        if self._transport is None or self._transport.is_closing():
            self._waiting.clear()
        elif self._waiting:
            self._cost_meter.ask(self._pass_on)
        elif not self._paused:
            self._transport.resume_reading()
