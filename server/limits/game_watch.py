"""Breaks a call into a game that takes too long, because the loop waits for it.

A loop that computes is found by its processor time, one that sleeps by how often the timer came
round: neither a busy machine nor a stopped process is taken for one. What runs in C (a regular
expression, a huge power) hears no signal; the watchdog of a worker, or systemd's, is for that.
"""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from arcade.engine import fence
from arcade.engine.fence import TooSlow
from arcade.engine.registry import IMPORT

CHECK_EVERY = 0.25
"""Seconds between two looks, while games are called."""
PATIENCE = 2.0
"""Seconds of processor time in one call."""
IMPORT_PATIENCE = 20.0
"""The same for an import, which happens before anybody plays."""
MAX_CHECKS = 40
"""Looks at the same call, however little it computes."""


class GameWatch:
    """Looks from a timer's signal at the call into a game that runs; at rest there is no timer."""

    def __init__(self) -> None:
        self._call: FrameType | None = None
        self._began = 0.0
        self._rounds = 0

    def begin(self) -> None:
        """Look every so often from now on."""
        fence.when_entered(None)
        signal.setitimer(signal.ITIMER_REAL, CHECK_EVERY, CHECK_EVERY)

    def check(self, _: int, frame: FrameType | None) -> None:
        """Raise `TooSlow` into a call that has taken too long."""
        call = fence.running(frame)
        if call is None:
            if self._call is None:  # nothing for two looks: until the next call
                self.end()
                fence.when_entered(self.begin)
            self._call = None
            return
        now = time.thread_time()
        if call is not self._call:
            self._call, self._began, self._rounds = call, now, 0
            return
        self._rounds += 1
        game, name = call.f_locals["game"], call.f_locals["call"]
        patience = IMPORT_PATIENCE if name == IMPORT else PATIENCE
        if call is not frame and (
            now - self._began + CHECK_EVERY >= patience
            or self._rounds * PATIENCE >= MAX_CHECKS * patience
        ):
            # Raised again at the next look, if the game goes on all the same.
            raise TooSlow(f"{game}: {name} took longer than {patience:g} s")

    def end(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)


@contextmanager
def watching() -> Iterator[None]:
    """Watch the calls into games, in the main thread."""
    watch = GameWatch()
    before = signal.signal(signal.SIGALRM, watch.check)
    signal.siginterrupt(signal.SIGALRM, False)
    fence.when_entered(watch.begin)
    try:
        yield
    finally:
        fence.when_entered(None)
        watch.end()
        signal.signal(signal.SIGALRM, before)
