"""How much one person may say: so much at once, then so much in a time.

A library for rate limits would be a dependency and a store of its own for these few lines.
"""

import time
from collections.abc import Callable

from arcade.club.bucket import Bucket

BURST = 5
EVERY = 2.0
"""Seconds in which one more may be said."""
REMEMBERED = 1000
"""For how many people this is known, those who spoke last."""


class Pace:
    """Counts what people say, by id; each may say `BURST` things at once, one `EVERY` so often."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        """Count one thing said; False where it is too much, and then it does not count."""
        bucket = self._buckets.pop(who, None) or Bucket(1 / EVERY, BURST, self._clock)
        self._buckets[who] = bucket
        if len(self._buckets) > REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take()
