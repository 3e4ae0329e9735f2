"""How much of the processor those of one address have, for what they ask and send.

Must not know: what they ask.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any, TypeVar

from arcade.club.limits.token_bucket import TokenBucket

Given = TypeVar("Given")

PAUSE = 0.05
"""Seconds between two looks at whether there is some again."""


class CostMeter(TokenBucket):
    """Seconds of processor time, used up and growing back; they may be overdrawn by one step.

    Of all that is asked, one step is done in a round of the loop, so that others have their turn.
    """

    def __init__(
        self,
        rate: float,
        burst: float,
        clock: Callable[[], float] = time.monotonic,
        within: "CostMeter | None" = None,
    ) -> None:
        super().__init__(rate, burst, clock)
        self._within = within
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._next: asyncio.Handle | None = None

    @property
    def left(self) -> float:
        """What an address has left, and its network."""
        own = super().left
        return own if self._within is None else min(own, self._within.left)

    def use(self, amount: float) -> None:
        """Use so much of both."""
        super().use(amount)
        if self._within is not None:
            self._within.use(amount)

    async def of(self, work: Coroutine[Any, Any, Given]) -> Given:
        """Do some work; each step of it uses this up, and from the second on waits for its turn.

        What other tasks do between its steps is not counted.
        """
        return await self._steps(work)

    @coroutine
    def _steps(self, work: Coroutine[Any, Any, Given]) -> Generator[Any, Any, Given]:
        steps = work.__await__()
        error: BaseException | None = None
        begun = False  # what has not begun could not put away what it was to look after
        while True:
            if begun and error is None and (self._next is not None or self.left <= 0):
                try:
                    yield from self._turn().__await__()
                except BaseException as found:  # what ends the work does not wait
                    error = found
            begun = True
            before = time.thread_time()
            try:
                waited_for = steps.send(None) if error is None else steps.throw(error)
            except StopIteration as done:
                result: Given = done.value
                return result
            finally:
                self.use(time.thread_time() - before)
                self._look(soon=True)
            try:
                yield waited_for
                error = None
            except BaseException as found:
                error = found

    def _turn(self) -> asyncio.Future[None]:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._look(soon=False)
        return turn

    def _look(self, soon: bool) -> None:
        """See to it that somebody looks who is next."""
        if self._next is None:
            loop = asyncio.get_running_loop()
            look = self._let_one
            self._next = loop.call_soon(look) if soon else loop.call_later(PAUSE, look)

    def _let_one(self) -> None:
        self._next = None
        while self._waiting and self._waiting[0].done():  # who has gone meanwhile
            self._waiting.popleft()
        if self._waiting:
            enough = self.left > 0
            if enough:
                self._waiting.popleft().set_result(None)
            self._look(soon=enough)
