"""When the process collects garbage: seldom, and when it delays the fewest people.

A full collection looks at every object of every session and stops them all meanwhile; Python's
own thresholds ask for one far too often on a server full of screens (docs/performance.md).
Must not know: sessions, SSH.
"""

import asyncio
import gc
import time
from collections.abc import Callable

THRESHOLDS = (2_000, 2, 400)
"""Allocations before a young collection; young ones before a middle one; those before a full one,
which Python begins only if a quarter of all objects has come since the last. A closed screen may
wait for it: the people who are here need not leave."""
SHARE = 4
"""Collect when as many have gone as a quarter of those who are here: no more memory is lost."""
LEAST = 16
"""But not for fewer than these."""
QUIET = 1.0
"""Seconds after the last person has left before an empty server collects."""
REST = 33
"""After a collection there is none for so many times as long: it takes 3 % of the time at most."""
MOST = 256
"""How many that have gone may lie about before nobody begins until they are collected, on a server
where fewer are; of a fuller one twice as many as are collected together."""
PRICE = 16
"""What a processor's second of collecting costs those who go, each as much as one did at the last:
an address uses up the quarter of a processor it has (`cpu_share`) with half of those 3 %.
Shared by `LEAST` at least: else a collection of one alone would be paid by each who goes next."""

Payer = Callable[[float], object]
"""Charges seconds of processor time to somebody."""


class Garbage:
    """Counts the sessions that have ended; of an app a cycle is left, which only gc frees."""

    def __init__(
        self,
        here: Callable[[], int],
        collect: Callable[[], object] = gc.collect,
        worked: Callable[[], float] = time.thread_time,
    ) -> None:
        self.collections = 0
        self.seconds = 0.0
        self._here = here
        self._collect_all = collect
        self._worked = worked
        self._gone = 0
        self._price = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._due: asyncio.TimerHandle | None = None
        self._rests_until = 0.0
        self._waiting: list[asyncio.Future[None]] = []

    def settle(self) -> None:
        """Call once, when all code is loaded: it is never collected again."""
        gc.set_threshold(*THRESHOLDS)
        gc.collect()
        gc.freeze()

    def hold(self) -> None:
        """Collect nothing young before `go_on`: that would make a first picture a third longer."""
        gc.disable()

    def go_on(self) -> None:
        gc.enable()

    def left(self, pays: Payer = lambda _: None) -> None:
        """Count a session's app that has ended, and charge for it."""
        self._gone += 1
        pays(self._price)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(QUIET, self._look)
        if self._gone >= self._enough:
            self._collect_soon()

    async def space(self) -> None:
        """Wait while too many ended apps are uncollected."""
        while self._gone >= max(MOST, 2 * self._enough):
            waiting = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            await waiting

    def close(self) -> None:
        for timer in (self._timer, self._due):
            if timer is not None:
                timer.cancel()
        self._timer = self._due = None

    @property
    def _enough(self) -> int:
        return max(LEAST, self._here() // SHARE)

    def _look(self) -> None:
        self._timer = None
        if self._gone and not self._here():
            self._collect_soon()

    def _collect_soon(self) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() >= self._rests_until:
            self._collect()
        elif self._due is None:
            self._due = loop.call_at(self._rests_until, self._collect)

    def _collect(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None
        loop = asyncio.get_running_loop()
        before, worked = loop.time(), self._worked()
        self._collect_all()
        taken = loop.time() - before
        self.seconds += taken
        self.collections += 1
        self._rests_until = loop.time() + REST * taken
        self._price = PRICE * (self._worked() - worked) / max(self._gone, LEAST)
        self._gone = 0
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)
