"""How much of the loop one session may have for what it asks, so that others have their turn.

Must not know: what is asked.
"""

import time
from collections.abc import Callable

from arcade.club.limits.token_bucket import TokenBucket
from server.hosting.config import Limits

TURN, LONG_TURN = 0.01, 0.05
"""Seconds without a frame after which what was delivered is done; for who has used up the burst."""
LATE = 0.1
"""Seconds after which a frame comes of something else than what was delivered."""
LONG = 0.005
"""Seconds of work that are long for one turn: nobody else is served meanwhile, and nobody's next
99 keys may be so unlucky."""
DEAREST = 0.15
"""Seconds of the burst that one turn may cost: beyond it, it was the work of others."""
LONGEST_REST = 1.0


class Turns:
    """When one session may have the loop work for it again: after a rest, as long as its last turn.

    A turn is one event, up to the last frame that comes of it: an app works on all it has without
    a pause, and others would wait for all of it. Who has used up `turn_burst` seconds of the loop
    rests until the turn was `turn_share` of the time, and longer after a long one. Only what is
    done up to the first frame is used up: at a table the later ones are other people's. Who types
    or plays never notices.
    """

    def __init__(
        self,
        limits: Limits,
        clock: Callable[[], float] = time.monotonic,
        worked: Callable[[], float] = time.thread_time,
    ) -> None:
        self._clock, self._worked = clock, worked
        self._share = limits.turn_share
        self._left = TokenBucket(limits.turn_share, limits.turn_burst, clock)
        self._rests_until = 0.0
        self._began: tuple[float, float] | None = None
        self._shown: tuple[float, float] | None = None
        self._first = 0.0

    @property
    def rest(self) -> float:
        """Seconds until the next turn, or until it can be said."""
        now = self._clock()
        if self._began is not None:
            last, _ = self._shown or self._began
            if (left := last + self._patience - now) > 0:
                return left
            self._end(now)
        return max(0.0, self._rests_until - now)

    def begin(self) -> None:
        """Note that something is worked on."""
        if self._began is None:
            self._began = self._clock(), self._worked()

    def show(self) -> None:
        """Note that a frame was sent: it belongs to the turn, if it comes soon."""
        if self._began is None:
            return
        now, worked = self._clock(), self._worked()
        last, before = self._shown or self._began
        if now - last <= LATE + worked - before:
            self._first = self._first if self._shown else worked
            self._shown = now, worked

    def end(self) -> None:
        """Note that all that came of it is done."""
        if self._began is not None:
            self._end(self._clock())

    @property
    def _patience(self) -> float:
        return TURN if self._left.left > 0 else LONG_TURN

    def _end(self, now: float) -> None:
        assert self._began is not None
        began, before = self._began
        # The rest began when no frame came any more: this is asked with a key, maybe much later.
        ended = min(now, (self._shown or self._began)[0] + self._patience)
        worked = self._worked() if self._shown is None else self._shown[1]
        taken = worked - before
        used = taken if self._shown is None else self._first - before
        if self._shown is None and now - began > LATE + taken:
            taken = used = 0.0  # whatever it was, it is long over; others worked meanwhile
        self._began = self._shown = None
        self._left.use(min(DEAREST, used * max(1, used / LONG)))
        rest = max(taken, -self._left.left / self._share)
        self._rests_until = ended + min(rest, LONGEST_REST)
