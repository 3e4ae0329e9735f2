"""One piece of work for many requests."""

from asyncio import Handle, TimerHandle, get_running_loop
from collections.abc import Callable
from contextvars import Context
from math import inf


class Coalescer:
    """Does some work once for all requests that come before it begins.

    It begins `wait` seconds after the first of them, and not within `rest` seconds of the last
    time; with neither it begins in the next turn of the loop.
    """

    def __init__(
        self,
        work: Callable[[], object],
        wait: float = 0.0,
        rest: float = 0.0,
        context: Context | None = None,
    ) -> None:
        """Without a `context` the work is nobody's: it runs in an empty one."""
        self._work = work
        self._wait, self._rest = wait, rest
        self._context = Context() if context is None else context
        self._handle: Handle | None = None
        self._done_at = -inf

    @property
    def pending(self) -> bool:
        return self._handle is not None

    def begin(self, wait: float | None = None) -> None:
        """Ask for the work, unless it is asked for already; `wait` replaces the usual time."""
        if self._handle is not None:
            return
        loop = get_running_loop()
        after = max(self._wait if wait is None else wait, self._done_at + self._rest - loop.time())
        if after > 0:
            self._handle = loop.call_later(after, self._begin, context=self._context)
        else:
            self._handle = loop.call_soon(self._begin, context=self._context)

    def hurry(self) -> None:
        """Do at once what would be done in the next turn of the loop."""
        if self._handle is not None and not isinstance(self._handle, TimerHandle):
            self.stop()
            self._begin()

    def rest(self) -> None:
        """Count from now on as if the work had just been done."""
        self._done_at = get_running_loop().time()

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _begin(self) -> None:
        self._handle = None
        self._done_at = get_running_loop().time()
        self._work()
