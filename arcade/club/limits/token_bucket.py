"""An allowance that is used up and grows back.

Must not know: of what.
"""

import time
from collections.abc import Callable


class TokenBucket:
    """Holds at most `burst` of something, full at first, and fills at `rate` a second."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left = float(burst)
        self._at = clock()

    @property
    def left(self) -> float:
        """What is left now; negative if more was used than there was."""
        self._fill()
        return self._left

    def use(self, amount: float) -> None:
        """Use `amount`, whether or not it is there."""
        self._fill()
        self._left -= amount

    def take(self) -> bool:
        """Use one if it is there."""
        if self.left < 1:
            return False
        self.use(1)
        return True

    def _fill(self) -> None:
        now = self._clock()
        grown = max(0, now - self._at) * self._rate  # a clock may be turned back
        self._left = min(self._burst, self._left + grown)
        self._at = now
