"""News of the lobby for all who are here, a few at a time: each has a screen drawn, others play.

Must not know: what is new.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from contextvars import Context

from arcade.club.visit import Visit

PAUSE = 0.2
"""Seconds in which what is new is gathered before it is told."""
FEW, REST = 8, 0.01
"""How many are told at once, and the seconds until the next are."""


class LobbyNotifier:
    """Goes round everybody after something has changed; what changes meanwhile is a further round.

    With many here the rounds take longer, and others' keys no longer than with a few.
    """

    def __init__(self, everybody: Callable[[], Iterable[Visit]]) -> None:
        self._everybody = everybody
        self._untold: deque[Visit] = deque()
        self._again = False
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Begin a round, soon."""
        if self._timer is None:
            self._later(PAUSE)
        else:
            self._again = bool(self._untold)

    def stop(self) -> None:
        """Tell nobody any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _later(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, self._tell_some, context=Context())

    def _tell_some(self) -> None:
        self._timer = None
        if not self._untold:
            self._untold.extend(self._everybody())
        for _ in range(min(FEW, len(self._untold))):
            self._untold.popleft().tell()
        if self._untold:
            self._later(REST)
        elif self._again:
            self._again = False
            self._later(PAUSE)
