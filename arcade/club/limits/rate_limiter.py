"""How much each of many may do: so much at once, then so much in a time.

A library for rate limits would be a dependency and a store of its own for these few lines.
"""

import time
from collections.abc import Callable

from arcade.club.limits.machine_use import MachineUse
from arcade.club.limits.token_bucket import TokenBucket
from arcade.club.people.origin import counted

REMEMBERED = 4000
"""For how many this is known, those who did something last."""


class KeyedRateLimiter:
    """Counts what is done, by name; each may do `burst` things at once, `rate` a second.

    A name may be an origin's: of IPv6 the network has a bucket too.
    """

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst = rate, burst
        self._clock = clock
        self._buckets: dict[str, TokenBucket] = {}
        self.machine: tuple[MachineUse, str] | None = None
        """Where the processes of a machine count together, and what they count."""

    def take(self, who: str) -> bool:
        """Count one action; return False, and do not count it, if it is too much."""
        if not self.may(who):
            return False
        for name, times in counted(who):
            self._bucket(name, times).use(1)
        return True

    def may(self, who: str) -> bool:
        return all(self._bucket(name, times).left >= 1 for name, times in counted(who))

    def _bucket(self, name: str, times: int) -> TokenBucket:
        bucket = self._buckets.pop(name, None)
        if bucket is None:
            row = None
            if self.machine is not None:
                use, what = self.machine
                row = use.row(f"{what} {name}")
            bucket = TokenBucket(times * self._rate, times * self._burst, self._clock, row)
        self._buckets[name] = bucket
        if len(self._buckets) > REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        return bucket
