"""How much one person may say: so much at once, then so much in a time.

A library for rate limits would be a dependency and a store of its own for these few lines.
"""

import time
from collections.abc import Callable

BURST = 5
EVERY = 2.0
"""Seconds in which one more may be said."""
REMEMBERED = 1000
"""For how many people this is known, those who spoke last."""


class Pace:
    """Counts what people say, by id; each may say `BURST` things at once, one `EVERY` so often."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, who: str) -> bool:
        """Count one thing said; False where it is too much, and then it does not count."""
        now = self._clock()
        left, at = self._left.pop(who, (BURST, now))
        left = min(BURST, left + (now - at) / EVERY)
        allowed = left >= 1
        self._left[who] = (left - allowed, now)
        if len(self._left) > REMEMBERED:
            del self._left[next(iter(self._left))]
        return allowed
