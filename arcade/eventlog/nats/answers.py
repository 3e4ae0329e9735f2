"""Awaiting with correct cancellation: never lost, or never passed on."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

R = TypeVar("R")


async def await_or_cancel(answer: Awaitable[R]) -> R:
    """Return an answer, unless this task was cancelled meanwhile.

    The NATS client uses `asyncio.wait_for`, which in Python 3.11 swallows a cancellation that comes
    at the same moment as the answer.
    """
    found = await answer
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
    return found


async def shielded(task: "asyncio.Task[R]") -> R:
    """Return a task's result; if the caller is cancelled, the task goes on.

    Since Python 3.14 `asyncio.shield` logs an error if the task fails after that.
    """
    task.add_done_callback(_see)
    await asyncio.wait([task])
    return task.result()


def _see(task: "asyncio.Task[R]") -> None:
    if not task.cancelled():
        task.exception()
