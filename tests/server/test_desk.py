"""Long answers, a few at a time, and long work in slices."""

import asyncio
from collections.abc import Generator
from contextlib import ExitStack

import pytest

from arcade.club.errors import Refused
from arcade.club.slices import in_slices
from server.desk import EACH, MOST, Desk


def test_a_few_are_at_the_desk_and_fewer_of_one_address() -> None:
    desk = Desk()
    with ExitStack() as here:
        for _ in range(EACH):
            here.enter_context(desk.at("192.0.2.1"))
        with pytest.raises(Refused), desk.at("192.0.2.1"):
            pass
        for number in range(MOST - EACH):
            here.enter_context(desk.at(f"198.51.100.{number}"))
        with pytest.raises(Refused), desk.at("192.0.2.99"):
            pass
    with desk.at("192.0.2.1"):
        pass


async def test_others_run_between_the_slices_of_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []
    monkeypatch.setattr("arcade.club.slices.SLICE", 0.0001)

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
    assert await in_slices(work()) == "done"
    task.cancel()
    assert 2 <= ran.count(-1) < 2000 and [one for one in ran if one >= 0] == list(range(2000))
