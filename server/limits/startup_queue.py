"""Where people come in one after another: a first picture is long work, and others play meanwhile.

Must not know: who comes, or what they see.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable

PATIENCE = 0.5
"""Seconds after which the next one comes in although the last has no picture yet."""
LONGEST_REST = 0.1

Turn = asyncio.Future[None]


class StartupQueue:
    """Lets one in at a time; after each, those inside have the loop for as long as it took.

    The places people come from take turns, so that a crowd from one keeps nobody else waiting.
    """

    def __init__(self, worked: Callable[[], float] = time.thread_time) -> None:
        self._worked = worked
        self._taken = False
        self._waiting: dict[str, deque[Turn]] = {}

    async def come_in(self, place: str = "") -> Callable[[], None]:
        """Wait for one's turn; gives what is to be called when the first picture is sent.

        To call it again, or never, is harmless.
        """
        if self._taken:
            await self._wait(place)
        self._taken = True
        loop = asyncio.get_running_loop()
        began = self._worked()
        inside = False

        def seen() -> None:
            nonlocal inside
            if not inside:
                inside = True
                late.cancel()
                loop.call_later(min(self._worked() - began, LONGEST_REST), self._let_in)

        late = loop.call_later(PATIENCE, seen)
        return seen

    async def _wait(self, place: str) -> None:
        turn: Turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(place, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # let in at this very moment
                self._let_in()
            elif turn in self._waiting.get(place, ()):
                self._waiting[place].remove(turn)
                self._forget(place)
            raise

    def _let_in(self) -> None:
        """Let in the next of the place whose last turn was longest ago."""
        self._taken = False
        while self._waiting and not self._taken:
            place = next(iter(self._waiting))
            there = self._waiting.pop(place)
            turn = there.popleft()
            self._waiting[place] = there
            self._forget(place)
            if not turn.cancelled():
                turn.set_result(None)
                self._taken = True

    def _forget(self, place: str) -> None:
        if not self._waiting[place]:
            del self._waiting[place]
