"""Long answers, a few at a time, and long work in slices."""

import asyncio
from collections.abc import Generator
from contextlib import AsyncExitStack

import pytest

from arcade.club.errors import Refused
from arcade.club.replays.record import run_in_slices
from server.limits.work_slots import EACH, MOST, WorkSlots


async def test_a_few_are_at_the_desk_and_fewer_of_one_address() -> None:
    work_slots = WorkSlots()
    async with AsyncExitStack() as here:
        for _ in range(EACH):
            await here.enter_async_context(work_slots.at("192.0.2.1"))
        with pytest.raises(Refused):
            await here.enter_async_context(work_slots.at("192.0.2.1"))
        for number in range(MOST - EACH):
            await here.enter_async_context(work_slots.at(f"198.51.100.{number}"))
        with pytest.raises(Refused):
            await here.enter_async_context(work_slots.at("192.0.2.99"))
    async with work_slots.at("192.0.2.1"):
        pass


async def test_a_large_network_is_at_the_desk_as_four_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.limits.work_slots.MOST", 20)
    work_slots, refused = WorkSlots(), 0
    async with AsyncExitStack() as here:
        for number in range(12):
            try:
                await here.enter_async_context(work_slots.at(f"2001:db8:1:{number}::/64"))
            except Refused:
                refused += 1
        await here.enter_async_context(work_slots.at("2001:db8:2::/64"))
    assert refused == 12 - 4 * EACH
    assert not work_slots._taken


async def test_nobody_stands_at_the_desk_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.limits.work_slots.PATIENCE", 0.01)
    work_slots = WorkSlots()
    with pytest.raises(Refused) as refused:
        async with work_slots.at("192.0.2.1"):
            await asyncio.sleep(60)
    assert "took too long" in refused.value.why.text
    assert not work_slots._taken


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
    assert 2 <= ran.count(-1) < 2000 and [one for one in ran if one >= 0] == list(range(2000))
