"""Bounded output: a limit on the bytes that wait for one client.

Must not know: the meaning of the bytes.
"""

import asyncio
import time
from collections.abc import Callable

from server.config.settings import Limits
from server.terminal.wire import Wire

DRAIN_CHECK = 0.05
"""Seconds between two checks of a client that is behind."""
WATCHER_BYTES = 32 * 1024
"""Bytes that may wait for somebody who only watches: any picture makes up for all before it."""
MIN_PROGRESS = 4096
"""A client that is behind must take this many bytes within the stuck time."""


class OutputCounters:
    """Counts the frames sent to all sessions; `painted` receives how long each took to draw."""

    def __init__(self) -> None:
        self.frames = 0
        self.bytes = 0
        self.skipped_frames = 0
        self.skipped_bytes = 0
        self.stuck = 0
        """Clients that were closed because they took nothing."""
        self.painted: Callable[[float], None] | None = None
        """Receives seconds; None: nothing is timed."""

    def sent(self, size: int) -> None:
        """Count a frame that was sent."""
        self.frames += 1
        self.bytes += size

    def skipped(self, size: int) -> None:
        """Count a frame dropped for a slow client."""
        self.skipped_frames += 1
        self.skipped_bytes += size


class Outlet:
    """Sends on one wire, never letting more wait than `bound` says.

    A frame that would pass the bound is dropped, and from then on everything until the client
    has caught up; `drained` is called then, to repaint. One frame alone may be larger than the
    bound: it is sent when nothing waits. A client that takes nothing is closed.
    """

    def __init__(
        self,
        wire: Wire,
        limits: Limits,
        blocked: Callable[[], None],
        drained: Callable[[], None],
        counters: OutputCounters,
        most: int | None = None,
    ) -> None:
        """`most` is a bound below `limits.output_bytes`."""
        self._wire = wire
        self._limits = limits
        self.bound(most)
        self._blocked = blocked
        self._drained = drained
        self._counters = counters
        self._check: asyncio.TimerHandle | None = None
        self._lowest = 0
        self._since = 0.0

    def bound(self, most: int | None = None) -> None:
        """Let no more than `most` bytes wait, nor than the limits allow."""
        allowed = self._limits.output_bytes
        self._most = min(most or allowed, allowed)

    @property
    def behind(self) -> bool:
        return self._check is not None

    @property
    def waiting(self) -> int:
        return 0 if self._wire.closing else self._wire.waiting

    def send(self, data: bytes) -> bool:
        """Send a frame; False when it was dropped."""
        if self._wire.closing:
            return False
        waiting = self._wire.waiting
        if self.behind or (waiting and waiting + len(data) > self._most):
            self._counters.skipped(len(data))
            if not self.behind:
                self._fall_behind(waiting)
            return False
        self._wire.write(data)
        self._counters.sent(len(data))
        return True

    def send_last(self, data: bytes) -> None:
        """Send the few bytes that give the terminal back, regardless of the bound."""
        if not self._wire.closing:
            self._wire.write(data)

    async def send_all(self, data: bytes) -> None:
        """Send all of it, waiting for the client as often as needed."""
        piece = self._most // 4
        for start in range(0, len(data), piece):
            while self.behind or not self.send(data[start : start + piece]):
                if self._wire.closing:
                    return
                await asyncio.sleep(DRAIN_CHECK)

    def stop(self) -> None:
        """Stop looking whether the client catches up."""
        if self._check is not None:
            self._check.cancel()
            self._check = None

    def close(self) -> None:
        """Let go of the session: the wire has closed."""
        self._blocked = self._drained = lambda: None
        self.stop()

    def _fall_behind(self, waiting: int) -> None:
        self._lowest, self._since = waiting, time.monotonic()
        self._look_later()
        self._blocked()

    def _look_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._check = loop.call_later(DRAIN_CHECK, self._check_drain)

    def _check_drain(self) -> None:
        self._check = None
        if self._wire.closing:
            return
        waiting = self.waiting
        if waiting <= self._most // 8:
            self._drained()
        elif waiting <= self._lowest - MIN_PROGRESS:
            self._lowest, self._since = waiting, time.monotonic()
            self._look_later()
        elif time.monotonic() - self._since > self._limits.stuck_time:
            self._counters.stuck += 1
            self._wire.abort()
        else:
            self._look_later()
