"""An allowance that is used up and grows back.

Must not know: of what.
"""

import time
from collections.abc import Callable

from arcade.club.limits.machine_use import Row

LOOK = 0.01
"""Seconds after which the other processes' use is looked up again; whenever something is used."""


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
        self._looked = -LOOK
        if row is not None:
            self._left, self._at = row.newest(self._left, 0)

    @property
    def left(self) -> float:
        """What is left now; negative if more was used than there was."""
        self._fill(look=self._clock() - self._looked > LOOK)
        return self._left

    def use(self, amount: float) -> None:
        """Use `amount`, whether or not it is there."""
        self._fill(look=True)
        self._left -= amount
        if self._row is not None:
            self._row.write(self._left, self._at)

    def take(self) -> bool:
        """Use one if it is there."""
        if self.left < 1:
            return False
        self.use(1)
        return True

    def _fill(self, look: bool) -> None:
        now = self._clock()
        if self._row is not None and look:
            self._left, self._at = self._row.newest(self._left, self._at)
            self._looked = now
        grown = max(0, now - self._at) * self._rate  # a clock may be turned back
        self._left = min(self._burst, self._left + grown)
        self._at = now
