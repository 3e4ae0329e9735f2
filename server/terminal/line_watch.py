"""Notices that a client does not answer, while others play with its person.

A client that is held up (a laptop asleep, a phone's app in the background, `~^Z`) keeps its
connection for minutes; the others at its table learn of it in less than half a minute. Nothing is
sent to a client that has sent something within `QUIET_TIME`, nor where nobody waits.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context

QUIET_TIME = 10.0
"""Seconds of silence after which a client is probed."""
PATIENCE = 12.0
"""Seconds a client has to answer."""


class LineWatch:
    """Asks a client whether it is there, and tells whether it answers when that changes.

    `plays` says whether anybody would wait for its person; None, where they are at no table any
    more, ends the watch.
    """

    def __init__(
        self,
        ask: Callable[[], Awaitable[None]],
        plays: Callable[[], bool | None],
        tell: Callable[[bool], None],
    ) -> None:
        self._ask = ask
        self._plays = plays
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._heard_at = self._loop.time()
        self._asking: asyncio.Task[None] | None = None
        self._silent = False
        self._timer = self._loop.call_later(QUIET_TIME, self._check, context=Context())

    def heard(self) -> None:
        """Note that something has come from the client."""
        self._heard_at = self._loop.time()
        if self._silent:
            self._silent = False
            self._tell(True)

    def stop(self) -> None:
        self._timer.cancel()
        if self._asking is not None:
            self._asking.cancel()

    def _check(self) -> None:
        quiet, plays = self._loop.time() - self._heard_at, self._plays()
        if plays is None:
            return
        if self._asking is not None:
            if plays and not self._silent:
                self._silent = True
                self._tell(False)
            self._look_in(QUIET_TIME)
        elif plays and quiet >= QUIET_TIME:
            self._asking = self._loop.create_task(self._hear_answer(), context=Context())
            self._look_in(PATIENCE)
        else:
            self._look_in(max(QUIET_TIME - quiet, 1.0) if quiet < QUIET_TIME else QUIET_TIME)

    def _look_in(self, seconds: float) -> None:
        self._timer = self._loop.call_later(seconds, self._check, context=Context())

    async def _hear_answer(self) -> None:
        try:
            await self._ask()
            self.heard()
        finally:
            self._asking = None
