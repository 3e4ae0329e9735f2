"""People come in one after another, and nobody can keep the others out."""

import asyncio
import time

from server.entrance import LONGEST_REST, PATIENCE, Entrance


async def test_one_at_a_time_and_then_a_rest_as_long() -> None:
    work = 0.0
    entrance = Entrance(lambda: work)
    first = await entrance.come_in()
    second = asyncio.create_task(entrance.come_in())
    await asyncio.sleep(0.01)
    assert not second.done()
    work = 0.05
    before = time.monotonic()
    first()
    first()
    await second
    assert time.monotonic() - before >= 0.04
    work += 10
    third = asyncio.create_task(entrance.come_in())
    before = time.monotonic()
    second.result()()
    async with asyncio.timeout(20):
        await third
    assert time.monotonic() - before >= LONGEST_REST / 2


async def test_who_never_sees_a_picture_keeps_nobody_out() -> None:
    entrance = Entrance()
    await entrance.come_in()
    gone = asyncio.create_task(entrance.come_in())
    await asyncio.sleep(0)
    gone.cancel()
    before = time.monotonic()
    async with asyncio.timeout(20):
        await entrance.come_in()
    assert time.monotonic() - before >= PATIENCE / 2
