"""Slots for what takes long, and long work in slices."""

import asyncio
from collections.abc import Generator
from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from arcade.club.errors import Refused
from arcade.club.limits.rate_limiter import counted
from arcade.club.replays.record import run_in_slices
from arcade.tasks import NoSlot, WorkSlots
from server.text.commands import call as command_calls


async def test_one_after_another_and_nobody_twice_before_the_others() -> None:
    slots, order = WorkSlots(1), []

    async def come(who: str) -> None:
        async with slots.slot(who):
            order.append(who)
            await asyncio.sleep(0)

    crowd = [asyncio.create_task(come("crowd")) for _ in range(20)]
    await asyncio.sleep(0)
    others = [asyncio.create_task(come(who)) for who in ("one", "two")]
    await asyncio.gather(*crowd, *others)
    assert {"one", "two"} <= set(order[:5]) and len(order) == 22
    assert not slots._waiting and not slots._taken and slots._free == 1


async def test_one_address_has_few_and_a_large_network_four_times_as_many() -> None:
    slots = WorkSlots(20, each=2, shares=counted)
    async with AsyncExitStack() as here:
        for _ in range(2):
            await here.enter_async_context(slots.slot("192.0.2.1"))
        waiting = [asyncio.create_task(slots.take("192.0.2.1")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(NoSlot):
            await slots.take("192.0.2.1")
        for number in range(8):
            await here.enter_async_context(slots.slot(f"2001:db8:1:{number}::/64"))
        waiting.append(asyncio.create_task(slots.take("2001:db8:1:8::/64")))
        await asyncio.sleep(0)
        await here.enter_async_context(slots.slot("2001:db8:2::/64"))
        assert not any(task.done() for task in waiting)
    for give_back in await asyncio.gather(*waiting):
        give_back()
        give_back()
    assert slots._free == 20 and not slots._taken
    assert (slots.waited, slots.refused) == (3, 1)


@pytest.mark.attack(49, "every long answer for the addresses of one network")
async def test_a_large_network_leaves_some_to_others() -> None:
    slots = WorkSlots(8, each=2, shares=counted)
    async with AsyncExitStack() as here:
        for number in range(6):
            await here.enter_async_context(slots.slot(f"2001:db8:1:{number}::/64"))
        waiting = asyncio.create_task(slots.take("2001:db8:1:7::/64"))
        await asyncio.sleep(0)
        await here.enter_async_context(slots.slot("192.0.2.1"))
        assert not waiting.done()
    (await waiting)()


async def test_of_all_only_so_many_wait() -> None:
    slots = WorkSlots(1, queue=2)
    await slots.take("a")
    waiting = [asyncio.create_task(slots.take(who)) for who in "bc"]
    await asyncio.sleep(0)
    with pytest.raises(NoSlot):
        await slots.take("d")
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)
    assert not slots._waiting


async def test_whoever_gives_up_at_the_very_moment_passes_the_slot_on() -> None:
    slots = WorkSlots(1)
    give_back = await slots.take()
    first, second = (asyncio.create_task(slots.take()) for _ in range(2))
    await asyncio.sleep(0)
    give_back()
    first.cancel()
    (await second)()
    assert slots._free == 1


async def test_nobody_reads_a_long_answer_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_calls, "LONGEST_ANSWER", 0.01)

    slots = WorkSlots(1, each=1, queue=0)

    def asked(origin: str) -> Any:
        return SimpleNamespace(house=SimpleNamespace(long_answers=slots), origin=origin)

    with pytest.raises(Refused) as refused:
        async with command_calls.long_answer(asked("192.0.2.1")):
            with pytest.raises(Refused) as full:
                await command_calls.long_answer(asked("192.0.2.2")).__aenter__()
            assert "Too many ask" in full.value.why.text
            await asyncio.sleep(60)
    assert "took too long" in refused.value.why.text


async def test_others_run_between_the_slices_of_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []
    monkeypatch.setattr("arcade.club.replays.record.SLICE", 0.0001)

    def work() -> Generator[None, None, str]:
        for number in range(2000):
            ran.append(number)
            yield
        return "done"

    async def other() -> None:
        while True:
            ran.append(-1)
            await asyncio.sleep(0)

    task = asyncio.create_task(other())
    assert await run_in_slices(work()) == "done"
    task.cancel()
    assert 2 <= ran.count(-1) < 2000 and [number for number in ran if number >= 0] == list(
        range(2000)
    )
