"""Token buckets, one for each name: so much at once, then so much per second.

A library for rate limits would be a dependency and a store of its own for these few lines.
"""

import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from arcade.club.limits.machine_use import MachineUse, Row

NETWORK = 4
"""How many times the limit of one address a whole IPv6 /48 (65,536 of them) has."""


def neighbourhood(address: str) -> str:
    """Return the unit that counts as one address: for IPv6 its /64, which one host owns."""
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        if read.ipv4_mapped is not None:
            return str(read.ipv4_mapped)
        return f"{IPv6Address(int(read) >> 64 << 64)}/64"
    return str(read)


@lru_cache(4096)
def network(address: str) -> str:
    """Return the network of an address: for IPv6 its /48, which some people get just as easily."""
    try:
        return f"{IPv6Address(int(IPv6Address(address.removesuffix('/64'))) >> 80 << 80)}/48"
    except ValueError:
        return f"of {address}"


def counted(address: str) -> Sequence[tuple[str, int]]:
    """Return the names counted for an address, widest first, each with its share of the limit."""
    wide = network(address)
    return ((wide, NETWORK), (address, 1)) if wide.endswith("/48") else ((address, 1),)


REFRESH = 0.01
"""Seconds after which other processes' use is read again; taking something reads it at once."""


class TokenBucket:
    """Holds at most `burst` of something, full at first, and fills at `rate` a second."""

    def __init__(
        self,
        rate: float,
        burst: float,
        clock: Callable[[], float] = time.monotonic,
        row: Row | None = None,
    ) -> None:
        """With a `row` it is one bucket for all processes of the machine."""
        self._row = row
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left = float(burst)
        self._at = clock()
        self._looked = -REFRESH
        if row is not None:
            self._left, self._at = row.newest(self._left, 0)

    @property
    def left(self) -> float:
        """The amount left; negative if overdrawn."""
        self._fill(refresh=self._clock() - self._looked > REFRESH)
        return self._left

    def use(self, amount: float) -> None:
        self._fill(refresh=True)
        self._left -= amount
        if self._row is not None:
            self._row.write(self._left, self._at)

    def take(self) -> bool:
        if self.left < 1:
            return False
        self.use(1)
        return True

    def _fill(self, refresh: bool) -> None:
        now = self._clock()
        if self._row is not None and refresh:
            self._left, self._at = self._row.newest(self._left, self._at)
            self._looked = now
        grown = max(0, now - self._at) * self._rate  # a clock may be turned back
        self._left = min(self._burst, self._left + grown)
        self._at = now


MAX_NAMES = 4000
"""The number of names remembered, the most recent ones."""


class KeyedRateLimiter:
    """Counts actions by name; each name may do `burst` at once and `rate` a second.

    A name may be an origin: the network of an IPv6 address has a bucket too.
    """

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst = rate, burst
        self._clock = clock
        self._buckets: dict[str, TokenBucket] = {}
        """As in `Newest`, written out: a key asks for several."""
        self.machine: tuple[MachineUse, str] | None = None
        """The table in which a machine's processes count together, and the name counted."""

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
        if len(self._buckets) > MAX_NAMES:
            del self._buckets[next(iter(self._buckets))]
        return bucket
