"""Waiting so that a cancellation is heeded, or ends nothing but the waiting."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

R = TypeVar("R")


async def await_or_cancel(answer: Awaitable[R]) -> R:
    """Give an answer, unless the task that waits was cancelled meanwhile.

    The NATS client waits by `asyncio.wait_for`, which in Python 3.11 gives the answer where that
    and the cancellation come at the same moment: the task would go on as if nobody had ended it.
    """
    found = await answer
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
    return found


async def shielded(task: "asyncio.Task[R]") -> R:
    """Give what a task gives; where who waits is cancelled, the task goes on.

    `asyncio.shield` complains from Python 3.14 on where the task fails after that.
    """
    task.add_done_callback(_see)
    await asyncio.wait([task])
    return task.result()


def _see(task: "asyncio.Task[R]") -> None:
    if not task.cancelled():
        task.exception()
