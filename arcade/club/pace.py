"""How much each of many may do: so much at once, then so much in a time.

A library for rate limits would be a dependency and a store of its own for these few lines.
"""

import time
from collections.abc import Callable

from arcade.club.bucket import Bucket

REMEMBERED = 4000
"""For how many this is known, those who did something last."""


class Pace:
    """Counts what is done, by name; each may do `burst` things at once, `rate` a second."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst = rate, burst
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        """Count one thing done; False where it is too much, and then it does not count."""
        return self._bucket(who).take()

    def may(self, who: str) -> bool:
        """Whether one more would not be too much."""
        return self._bucket(who).left >= 1

    def _bucket(self, who: str) -> Bucket:
        bucket = self._buckets.pop(who, None) or Bucket(self._rate, self._burst, self._clock)
        self._buckets[who] = bucket
        if len(self._buckets) > REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        return bucket
