"""When the process collects its garbage: seldom, and when it holds up the fewest people.

A full collection looks at every object of every session and stops them all meanwhile; Python's
own thresholds ask for one far too often for a house full of screens (docs/performance.md).
Must not know: sessions, SSH.
"""

import asyncio
import gc
import time
from collections.abc import Callable

THRESHOLDS = (10_000, 10, 5_000)
"""Allocations before a young collection; young ones before a middle one; those before a full."""
SHARE = 4
"""Collect when as many have gone as a quarter of those who are here: no more memory is lost."""
LEAST = 16
"""But not for fewer than these."""
QUIET = 1.0
"""Seconds after the last one has gone, before an empty house is swept."""


class Garbage:
    """Counts the sessions that have ended; an ended app is a large knot that only gc undoes."""

    def __init__(self, here: Callable[[], int]) -> None:
        self.collections = 0
        self.seconds = 0.0
        self._here = here
        self._gone = 0
        self._timer: asyncio.TimerHandle | None = None

    def settle(self) -> None:
        """Begin: to be called once, when all code is loaded; it is never looked at again."""
        gc.set_threshold(*THRESHOLDS)
        gc.collect()
        gc.freeze()

    def left(self) -> None:
        """Note that a session's app has ended."""
        self._gone += 1
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(QUIET, self._look)
        if self._gone >= max(LEAST, self._here() // SHARE):
            self._collect()

    def close(self) -> None:
        """Do nothing more by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        self._timer = None
        if self._gone and not self._here():
            self._collect()

    def _collect(self) -> None:
        self._gone = 0
        before = time.perf_counter()
        gc.collect()
        self.seconds += time.perf_counter() - before
        self.collections += 1
