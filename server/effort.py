"""How much of the processor those of one address have, for what they ask and send.

Must not know: what they ask.
"""

import asyncio
import time
from collections.abc import Coroutine, Generator
from types import coroutine
from typing import Any, TypeVar

from arcade.club.bucket import Bucket

Given = TypeVar("Given")

PAUSE = 0.05
"""Seconds between two looks at whether there is some again."""


class Effort(Bucket):
    """Seconds of processor time, used up and growing back; they may be overdrawn by one step."""

    async def of(self, work: Coroutine[Any, Any, Given]) -> Given:
        """Do some work; each step of it uses this up, and waits where nothing is left.

        What other tasks do between its steps is not counted.
        """
        return await self._step(work)

    @coroutine
    def _step(self, work: Coroutine[Any, Any, Given]) -> Generator[Any, Any, Given]:
        steps = work.__await__()
        go_on, given = steps.send, None
        while True:
            before = time.thread_time()
            try:
                waited_for = go_on(given)
            except StopIteration as done:
                result: Given = done.value
                return result
            finally:
                self.use(time.thread_time() - before)
            try:
                yield waited_for
                while self.left <= 0:
                    yield from asyncio.sleep(PAUSE).__await__()
                go_on, given = steps.send, None
            except BaseException as error:
                go_on, given = steps.throw, error
