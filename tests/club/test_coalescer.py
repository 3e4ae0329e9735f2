"""Many requests, one piece of work; one request of many, a slice in each turn of the loop."""

import asyncio
from collections import Counter
from contextvars import Context, ContextVar
from itertools import pairwise

import pytest

from arcade.tasks import Coalescer, Slices, WaitingWork

pytestmark = pytest.mark.virtual
WHOSE: ContextVar[str] = ContextVar("WHOSE", default="nobody's")


async def test_requests_before_the_start_are_merged() -> None:
    loop, calls = asyncio.get_running_loop(), list[float]()
    coalescer = Coalescer(lambda: calls.append(loop.time()), wait=0.5)
    for _ in range(4):
        coalescer.begin()
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    coalescer.begin(2.0)
    await asyncio.sleep(3)
    assert calls == pytest.approx([0.5, 3.4], abs=0.001)


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
    calls: list[int] = []
    coalescer = Coalescer(lambda: calls.append(1))
    coalescer.begin()
    coalescer.stop()
    coalescer.hurry()
    await asyncio.sleep(1)
    assert not calls and not coalescer.pending
    coalescer.begin()
    coalescer.hurry()
    assert calls == [1]
    await asyncio.sleep(1)
    assert calls == [1]


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
    loop, calls = asyncio.get_running_loop(), list[float]()
    coalescer = Coalescer(lambda: calls.append(loop.time()), rest=1)
    began = loop.time()
    coalescer.start(0)
    coalescer.start(0.1)
    await asyncio.sleep(0.2)
    coalescer.begin()
    coalescer.start(0.3)
    await asyncio.sleep(2)
    assert [at - began for at in calls] == pytest.approx([0.1, 0.5], abs=0.001)


class Workshop:
    """Slices of three, by a clock that only work moves, and in which turn of the loop it came."""

    def __init__(self) -> None:
        self.now = self.turn = 0
        self.came: list[tuple[int, object]] = []
        self.slices = Slices(3, lambda: self.now)

    def ask(self, name: object, least: float = 0, first: bool = False) -> WaitingWork | None:
        return self.slices.ask(lambda: self._work(name), Context(), least, first)

    def _work(self, name: object) -> None:
        self.now += 1
        self.came.append((self.turn, name))

    async def turns(self, number: int) -> None:
        for _ in range(number):
            self.turn += 1
            await asyncio.sleep(0)


async def test_what_many_are_asked_for_is_done_in_slices_with_turns_between() -> None:
    shop = Workshop()
    for number in range(10):
        shop.ask(number)
    await shop.turns(6)
    assert [name for _, name in shop.came] == [*range(10)]
    assert max(Counter(turn for turn, _ in shop.came).values()) == 3
    assert shop.ask("alone") is None  # the slice of this turn is free again


async def test_who_has_pressed_a_key_goes_before_all_others() -> None:
    shop = Workshop()
    waiting = [shop.ask(number) for number in range(6)]
    shop.ask("theirs", first=True)
    assert waiting[4] is not None
    waiting[4].cancel()
    await shop.turns(5)
    assert [name for _, name in shop.came] == [0, 1, 2, "theirs", 3, 5]


async def test_work_counts_for_what_it_makes_others_do_and_may_break() -> None:
    shop = Workshop()

    def broken() -> None:
        raise RuntimeError("broken on purpose")

    heard: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, about: heard.append(about))
    for number in range(3):
        shop.ask(number, least=3)
    shop.slices.ask(broken, Context())
    shop.ask("after it")
    await shop.turns(6)
    assert len({turn for turn, _ in shop.came}) == 4
    assert shop.came[-1][1] == "after it" and len(heard) == 1
