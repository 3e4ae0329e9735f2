"""Waiting for a server's answer so that a cancellation is heeded."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

R = TypeVar("R")


async def heeded(answer: Awaitable[R]) -> R:
    """Give an answer, unless the task that waits was cancelled meanwhile.

    The NATS client waits by `asyncio.wait_for`, which in Python 3.11 gives the answer where that
    and the cancellation come at the same moment: the task would go on as if nobody had ended it.
    """
    found = await answer
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
    return found
