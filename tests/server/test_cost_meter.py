"""Work that is counted step by step, and waits where its address has used up its share."""

import asyncio
import time

import pytest

from server.limits.cost_meter import CostMeter


def burn(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


async def test_only_its_own_steps_are_counted() -> None:
    cost_meter = CostMeter(0, 10)
    woken = asyncio.Event()

    async def work() -> str:
        burn(0.01)
        await woken.wait()
        burn(0.01)
        return "done"

    task = asyncio.create_task(cost_meter.of(work()))
    await asyncio.sleep(0)
    burn(0.05)
    woken.set()
    assert await task == "done"
    assert 0.02 <= 10 - cost_meter.left < 0.045


@pytest.mark.virtual
async def test_who_has_used_it_up_waits_and_others_do_not() -> None:
    now = 0.0
    cost_meter = CostMeter(1, 0.01, lambda: now)
    steps = []

    async def work() -> None:
        for step in range(3):
            steps.append(step)
            burn(0.02)
            await asyncio.sleep(0)

    task = asyncio.create_task(cost_meter.of(work()))
    for done in range(1, 4):
        await asyncio.sleep(60)
        assert len(steps) == done
        now += 1
    await task


@pytest.mark.parametrize("used", [0, 1])
async def test_it_can_be_cancelled_at_work_and_while_it_waits(used: float) -> None:
    cost_meter = CostMeter(0, 0.5)
    ended = []

    async def work() -> None:
        try:
            await asyncio.sleep(0)
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise
        finally:
            await asyncio.sleep(0)

    cost_meter.use(used)
    task = asyncio.create_task(cost_meter.of(work()))
    await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.sleep(0)
    cost_meter.use(-1)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == ["cancelled"]


async def test_what_it_raises_is_raised_and_time_limits_hold() -> None:
    async def work() -> None:
        try:
            async with asyncio.timeout(0.01):
                await asyncio.sleep(60)
        except TimeoutError:
            raise ValueError("as it should be") from None

    with pytest.raises(ValueError, match="as it should be"):
        await CostMeter(0, 1).of(work())


async def test_of_many_one_step_is_done_in_a_round_of_the_loop() -> None:
    cost_meter, rounds = CostMeter(0, 100), 0
    seen: list[int] = []

    async def work() -> None:
        for _ in range(3):
            await asyncio.sleep(0)
            seen.append(rounds)

    tasks = [asyncio.create_task(cost_meter.of(work())) for _ in range(10)]
    while not all(task.done() for task in tasks):
        await asyncio.sleep(0)
        rounds += 1
        assert rounds < 1000
    assert len(seen) == 30
    assert max(seen.count(one) for one in seen) <= 2
