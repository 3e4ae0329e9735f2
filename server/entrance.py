"""Where people come in one after another: a first picture is long work, and others play meanwhile.

Must not know: who comes, or what they see.
"""

import asyncio
import time
from collections.abc import Callable

PATIENCE = 0.5
"""Seconds after which the next one comes in although the last has no picture yet."""
LONGEST_REST = 0.1


class Entrance:
    """Lets one in at a time; after each, those inside have the loop for as long as it took."""

    def __init__(self, worked: Callable[[], float] = time.thread_time) -> None:
        self._worked = worked
        self._door = asyncio.Lock()

    async def come_in(self) -> Callable[[], None]:
        """Wait for one's turn; gives what is to be called when the first picture is sent.

        To call it again, or never, is harmless.
        """
        await self._door.acquire()
        loop = asyncio.get_running_loop()
        began = self._worked()
        inside = False

        def seen() -> None:
            nonlocal inside
            if not inside:
                inside = True
                late.cancel()
                loop.call_later(min(self._worked() - began, LONGEST_REST), self._door.release)

        late = loop.call_later(PATIENCE, seen)
        return seen
