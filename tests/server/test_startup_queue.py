"""People come in one after another, and nobody can keep the others out."""

import asyncio

import pytest

from server.limits.startup_queue import LONGEST_REST, PATIENCE, StartupQueue

pytestmark = pytest.mark.virtual


async def test_one_at_a_time_and_then_a_rest_as_long() -> None:
    work = 0.0
    startup_queue = StartupQueue(lambda: work)
    first = await startup_queue.come_in()
    second = asyncio.create_task(startup_queue.come_in())
    await asyncio.sleep(0.01)
    assert not second.done()
    work = 0.05
    loop = asyncio.get_running_loop()
    before = loop.time()
    first()
    first()
    await second
    assert loop.time() - before == pytest.approx(0.05)
    work += 10
    third = asyncio.create_task(startup_queue.come_in())
    before = loop.time()
    second.result()()
    await third
    assert loop.time() - before == pytest.approx(LONGEST_REST)


async def test_who_never_sees_a_picture_keeps_nobody_out() -> None:
    startup_queue = StartupQueue(lambda: 0.0)
    await startup_queue.come_in()
    gone = asyncio.create_task(startup_queue.come_in())
    await asyncio.sleep(0)
    gone.cancel()
    loop = asyncio.get_running_loop()
    before = loop.time()
    await startup_queue.come_in()
    assert loop.time() - before == pytest.approx(PATIENCE)


async def test_a_crowd_from_one_place_keeps_nobody_else_waiting() -> None:
    startup_queue = StartupQueue(lambda: 0.0)
    order: list[str] = []

    async def come(place: str) -> None:
        inside = await startup_queue.come_in(place)
        order.append(place)
        inside()

    crowd = [asyncio.create_task(come("crowd")) for _ in range(20)]
    await asyncio.sleep(0)
    others = [asyncio.create_task(come(place)) for place in ("one", "two")]
    await asyncio.gather(*crowd, *others)
    assert {"one", "two"} <= set(order[:5]) and len(order) == 22
    assert not startup_queue._waiting


async def test_who_gives_up_waiting_leaves_nothing_behind() -> None:
    startup_queue = StartupQueue(lambda: 0.0)
    inside = await startup_queue.come_in("first")
    waiting = [asyncio.create_task(startup_queue.come_in("crowd")) for _ in range(5)]
    await asyncio.sleep(0)
    for one in waiting[:4]:
        one.cancel()
    await asyncio.sleep(0)
    assert len(startup_queue._waiting["crowd"]) == 1
    inside()
    await asyncio.sleep(0.01)
    waiting[4].cancel()  # it was let in already
    (await startup_queue.come_in("last"))()
    assert not startup_queue._waiting
