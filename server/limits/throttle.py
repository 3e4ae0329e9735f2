"""Between a socket and the SSH connection on it: bytes pass no faster than the limits allow.

Nothing inside SSH bounds what a client may ask for in a second (channels, requests, sizes); all of
it costs the client bytes, and the server time. Must not know: what the bytes say.
"""

import asyncio
import time
from collections.abc import Callable

from arcade.club.limits.token_bucket import TokenBucket
from server.hosting.config import Limits
from server.limits.cost_meter import CostMeter

PAUSE = 0.05
"""Seconds between two looks at the allowance."""
SLICE = 4096
"""Bytes passed on before others have their turn."""


class ThrottledProtocol(asyncio.Protocol):
    """Passes input on to another protocol, `input_rate` bytes a second in the long run.

    What the other does with it at once takes of `cost_meter`, the processor time of its address.
    """

    def __init__(
        self,
        inner: asyncio.Protocol,
        limits: Limits,
        cost_meter: CostMeter,
        ended: Callable[[], None] = lambda: None,
    ) -> None:
        self._inner = inner
        self._bytes = TokenBucket(limits.input_rate, limits.input_burst)
        self._cost_meter = cost_meter
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._waiting = bytearray()
        self._timer: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass on what the allowance covers; the rest, and the client, must wait."""
        self._waiting += data
        if self._timer is None:
            self._pass_on()

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._waiting.clear()
        self._inner.connection_lost(exc)
        self._ended()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _pass_on(self) -> None:
        most = min(int(self._bytes.left), SLICE) if self._cost_meter.left > 0 else 0
        some = bytes(self._waiting[:most])
        del self._waiting[: len(some)]
        if some:
            before = time.thread_time()
            self._inner.data_received(some)
            self._cost_meter.use(time.thread_time() - before)
            self._bytes.use(len(some))
        if self._transport is None or self._transport.is_closing():
            self._waiting.clear()
        elif self._waiting:
            self._transport.pause_reading()
            self._timer = self._loop.call_later(0 if some else PAUSE, self._again)

    def _again(self) -> None:
        self._timer = None
        if not self._waiting:
            return
        assert self._transport is not None
        self._pass_on()
        if self._timer is None and not self._transport.is_closing():
            self._transport.resume_reading()
