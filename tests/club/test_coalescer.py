"""Many requests, one piece of work."""

import asyncio
from contextvars import Context, ContextVar
from itertools import pairwise

import pytest

from arcade.tasks import Coalescer

pytestmark = pytest.mark.virtual
WHOSE: ContextVar[str] = ContextVar("WHOSE", default="nobody's")


async def test_all_that_comes_before_it_begins_is_one() -> None:
    loop, done = asyncio.get_running_loop(), list[float]()
    coalescer = Coalescer(lambda: done.append(loop.time()), wait=0.5)
    for _ in range(4):
        coalescer.begin()
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    coalescer.begin(2.0)
    await asyncio.sleep(3)
    assert done == pytest.approx([0.5, 3.4], abs=0.001)


async def test_at_once_and_then_not_within_the_rest() -> None:
    """As frames are drawn: the first at once, all keys of the next sixtieth in one, none lost."""
    loop, seen, typed = asyncio.get_running_loop(), list[tuple[float, int]](), 0
    began = loop.time()
    frames = Coalescer(lambda: seen.append((loop.time() - began, typed)), rest=1 / 60)
    for _ in range(10):
        typed += 1
        frames.begin()
        await asyncio.sleep(0.005)
    await asyncio.sleep(1)
    times = [at for at, _ in seen]
    assert times[0] < 0.001
    assert seen[1][0] == pytest.approx(1 / 60, abs=0.001)
    assert all(later - before > 0.0166 for before, later in pairwise(times))
    assert seen[-1][1] == 10


async def test_what_is_stopped_or_hurried_is_not_done_again() -> None:
    done: list[int] = []
    coalescer = Coalescer(lambda: done.append(1))
    coalescer.begin()
    coalescer.stop()
    coalescer.hurry()
    await asyncio.sleep(1)
    assert not done and not coalescer.pending
    coalescer.begin()
    coalescer.hurry()
    assert done == [1]
    await asyncio.sleep(1)
    assert done == [1]


async def test_it_runs_in_its_own_context_whoever_asks() -> None:
    seen: list[str] = []
    own = Context()
    own.run(WHOSE.set, "mine")
    WHOSE.set("another's")
    Coalescer(lambda: seen.append(WHOSE.get()), context=own).begin()
    Coalescer(lambda: seen.append(WHOSE.get())).begin()
    await asyncio.sleep(1)
    assert seen == ["mine", "nobody's"]


async def test_a_start_keeps_no_rest_and_replaces_what_was_asked_for() -> None:
    loop, done = asyncio.get_running_loop(), list[float]()
    coalescer = Coalescer(lambda: done.append(loop.time()), rest=1)
    began = loop.time()
    coalescer.start(0)
    coalescer.start(0.1)
    await asyncio.sleep(0.2)
    coalescer.begin()
    coalescer.start(0.3)
    await asyncio.sleep(2)
    assert [at - began for at in done] == pytest.approx([0.1, 0.5], abs=0.001)
