"""Garbage is collected seldom, at the cost of whose it is, and never piles up without bound."""

import asyncio
from collections.abc import Callable

import pytest

from arcade.club.limits.rate_limiter import TokenBucket
from server.hosting.config import Limits
from server.limits.cost_meter import AT_ONCE
from server.monitoring.garbage import LEAST, MOST, PRICE, QUIET, THRESHOLDS, Garbage
from tests.simulation.loop import VirtualLoop

BASE, EACH = 0.05, 0.001
"""Seconds of a collection in a house with people in it, and for each who has gone."""
LONG = 600


class World:
    """A house in virtual time; collecting takes its time, the more the more have gone.

    On a busy machine it takes so many times as long as the processor works for it.
    """

    def __init__(self, here: int = 20, busy: float = 1) -> None:
        self.loop = asyncio.get_running_loop()
        assert isinstance(self.loop, VirtualLoop)
        self.garbage = Garbage(lambda: here, self._collect, lambda: self.worked)
        self.busy = busy
        self.worked = 0.0
        self.lying = self.most = 0
        self.sizes: list[int] = []

    def _collect(self) -> None:
        assert isinstance(self.loop, VirtualLoop)
        work = BASE + EACH * self.lying
        self.worked += work
        self.loop._idle.now += self.busy * work
        self.sizes.append(self.lying)
        self.lying = 0

    def leave(self, pays: Callable[[float], object] = lambda _: None) -> None:
        self.lying += 1
        self.most = max(self.most, self.lying)
        self.garbage.left(pays)

    async def come_and_go(self, rate: float, cost_meter: TokenBucket | None = None) -> int:
        """Open and close screens for a long time, as fast as one is let; gives how many."""
        done = 0
        while self.loop.time() < LONG:
            await self.garbage.space()
            while cost_meter is not None and cost_meter.left <= 0:
                await asyncio.sleep(0.05)
            await asyncio.sleep(1 / rate)
            self.leave(cost_meter.use if cost_meter else lambda _: None)
            done += 1
        return done


def test_what_python_collects_itself_is_little_at_once_and_does_not_pile_up() -> None:
    young, middle, full = THRESHOLDS
    assert young * (middle + 1) <= 10_000  # objects: a millisecond or two
    assert young * (middle + 1) * full <= 3_000_000  # of which some ten bytes each are left


def in_virtual_time(work: Callable[[], object]) -> None:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(work())  # type: ignore[arg-type]


@pytest.mark.parametrize("rate", [5, 50, 500])
def test_it_takes_three_percent_of_the_time_at_most_however_many_come_and_go(rate: int) -> None:
    async def run() -> None:
        world = World()
        done = await world.come_and_go(rate)
        assert world.garbage.collections == len(world.sizes) > 10
        assert world.garbage.seconds <= 0.03 * world.loop.time()
        assert world.most <= MOST and done > LONG

    in_virtual_time(run)


def test_one_address_pays_for_it_and_is_slowed_down_to_what_is_collected() -> None:
    async def run() -> None:
        world, limits = World(), Limits()
        cost_meter = TokenBucket(limits.cpu_share, AT_ONCE * limits.cpu_share, world.loop.time)
        waited: list[float] = []

        async def other() -> None:
            while world.loop.time() < LONG - 1:
                await asyncio.sleep(1)
                before = world.loop.time()
                await world.garbage.space()
                waited.append(world.loop.time() - before)

        coming = asyncio.create_task(other())
        done = await world.come_and_go(500, cost_meter)
        await coming
        assert max(waited) == 0 and world.most < MOST
        assert done < LONG * 50

    in_virtual_time(run)


@pytest.mark.parametrize("busy", [1, 10])
def test_who_goes_pays_a_share_of_the_work_however_few_went_before(busy: int) -> None:
    async def run() -> None:
        world, paid = World(here=0, busy=busy), [0.0]
        world.leave()
        await asyncio.sleep(2 * QUIET)
        assert world.sizes == [1]
        cost = PRICE * world.worked
        for _ in range(LEAST):
            world.leave(paid.append)
        assert 0 < sum(paid) < 1.01 * cost

    in_virtual_time(run)


def test_who_waits_is_let_in_after_the_collection_and_may_go_away() -> None:
    async def run() -> None:
        world = World()
        for _ in range(LEAST + MOST):
            world.leave()
        waiting = [asyncio.create_task(world.garbage.space()) for _ in range(3)]
        await asyncio.sleep(0)
        assert not any(one.done() for one in waiting)
        waiting[0].cancel()
        await asyncio.wait(waiting)
        assert world.sizes == [LEAST, MOST]

    in_virtual_time(run)


def test_a_full_house_collects_less_often_and_an_empty_one_when_it_is_quiet() -> None:
    async def run() -> None:
        full = World(here=4000)
        for _ in range(1000):
            await full.garbage.space()
            full.leave()
        assert full.sizes == [1000]
        empty = World(here=0)
        empty.leave()
        await asyncio.sleep(QUIET / 2)
        assert not empty.sizes
        await asyncio.sleep(QUIET)
        assert empty.sizes == [1]
        empty.leave()
        empty.garbage.close()
        await asyncio.sleep(10)
        assert empty.sizes == [1]

    in_virtual_time(run)
