"""Decides when to collect garbage: young objects often, everything only when nobody waits.

A full collection looks at every object of every session: with 2,300 people it stops all of them
for a second. So sessions, connections and closed screens leave no cycles behind, and a full one is
made only while nobody is here, or so few that none of them notices it.
Must not know: sessions, SSH.
"""

import asyncio
import gc
import time
from collections.abc import Callable

THRESHOLDS = (2_000, 2, 1_000_000_000)
"""Allocations before a young collection; young ones before a middle one; and no full one."""
YOUNG_EVERY = 3
"""Ticks of processor time from one young collection to the next; a key takes a third of one."""
MOST_HELD = 3
"""Ticks for which nothing is collected: a first picture takes one."""
LONGEST_HOLD = 3 * MOST_HELD
"""Ticks after which collections go on although a first picture has not come yet."""
UNNOTICED = 0.01
"""Seconds that a full collection may take while somebody is here."""
SECONDS_PER_SESSION = 0.002
"""Seconds that one takes for each session, until the first has shown it."""
MIN_ENDED = 16
"""Ended sessions that justify a full collection while people are here."""
QUIET_TIME = 1.0
"""Seconds after the last person has left before an empty server collects."""
REST_FACTOR = 33
"""Pause after a full collection, as a multiple of its duration: 3 % of the time at most."""


class YoungGarbage:
    """Collects young objects, by ticks of processor time.

    Python collects by the net growth of objects. Where each picture replaces the one before there
    is none, and tens of thousands of young objects pile up.
    """

    def __init__(self) -> None:
        self._ticks = self._hold_ticks = 0

    def tick(self) -> None:
        """Count a tick, and collect if it is time; safe in a signal handler, idle in a collection.

        While a first picture holds collections back, only young objects are collected, and seldom:
        a middle collection would promote what is being arranged. If no picture comes, all resume.
        """
        if gc.isenabled():
            self._hold_ticks = 0
            self._ticks += 1
            if self._ticks % YOUNG_EVERY == 0:
                gc.collect(0 if self._ticks % (YOUNG_EVERY * (THRESHOLDS[1] + 1)) else 1)
            return
        self._hold_ticks += 1
        if self._hold_ticks >= LONGEST_HOLD:
            gc.enable()
            gc.collect(1)
        elif self._hold_ticks % MOST_HELD == 0:
            gc.collect(0)


class Garbage:
    """Counts ended sessions, and collects what they may have left behind."""

    def __init__(
        self,
        here: Callable[[], int],
        collect: Callable[[], object] = gc.collect,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.collections = 0
        """The number of full collections."""
        self.seconds = 0.0
        """The seconds that these took in total."""
        self.longest = 0.0
        """The longest collection since the start, in seconds, whatever was collected."""
        self._here = here
        self._collect_all = collect
        self._clock = clock
        self._each = SECONDS_PER_SESSION
        self._ended = 0
        self._began = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._rests_until = 0.0

    def settle(self) -> None:
        """Call once, when all code is loaded: collections skip it from then on."""
        gc.set_threshold(*THRESHOLDS)
        gc.collect()
        gc.freeze()
        gc.callbacks.append(self._measure)

    def hold(self) -> None:
        """Collect nothing before `go_on`: that would make a first picture a third longer."""
        gc.disable()

    def go_on(self) -> None:
        """Collect now: after a crowd of newcomers a later collection would be long."""
        if gc.isenabled():
            return
        gc.enable()
        young, middle, _ = gc.get_count()
        if young > THRESHOLDS[0] or middle > THRESHOLDS[1]:
            gc.collect(1)  # a young one would leave all that a crowd brings to one middle one

    def session_ended(self) -> None:
        self._ended += 1
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(QUIET_TIME, self._check)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._measure in gc.callbacks:
            gc.callbacks.remove(self._measure)

    def _check(self) -> None:
        """Collect if nobody notices; else the next ended session tries again."""
        self._timer = None
        loop, here = asyncio.get_running_loop(), self._here()
        if here and (here * self._each > UNNOTICED or self._ended < MIN_ENDED):
            return
        if loop.time() < self._rests_until:
            self._timer = loop.call_at(self._rests_until, self._check)
        else:
            self._collect()

    def _collect(self) -> None:
        loop, began, here = asyncio.get_running_loop(), self._clock(), self._here()
        self._collect_all()
        seconds = self._clock() - began
        self.collections += 1
        self.seconds += seconds
        self._rests_until = loop.time() + REST_FACTOR * seconds
        self._ended = 0
        if here:
            self._each = seconds / here

    def _measure(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._began = self._clock()
        else:
            self.longest = max(self.longest, self._clock() - self._began)
