"""A loop whose time is not the world's: nothing waits, and the same seed is the same run."""

import asyncio
import selectors


class Stuck(Exception):
    """Nothing is ready and nothing will ever be: everybody waits for somebody else."""


class _Idle(selectors.SelectSelector):
    """Lets the time that would be waited pass at once."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stuck
        self.now += max(0.0, timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop with virtual time, in seconds from 0."""

    def __init__(self) -> None:
        self._idle = _Idle()
        super().__init__(self._idle)

    def time(self) -> float:
        """Return the virtual time."""
        return self._idle.now
