"""Recordings are made one at a time, network by network."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from server.text import cast_renderer
from server.text.cast_renderer import CastRenderer, Order
from tests.waiting import until


@pytest.mark.attack(49, "recordings of many addresses of one network")
async def test_one_network_that_asks_for_many_keeps_nobody_else_waiting_for_all_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[int] = []
    may_end = asyncio.Event()

    async def recorded(_: Order, facts: bytes) -> bytes:
        begun.append(facts.count(b"fact"))
        await may_end.wait()
        return b""

    async def replay(_: str, number: int) -> Any:
        return SimpleNamespace(number=number)

    async def stored(code: str) -> list[bytes]:
        return [b"fact"] * int(code)

    monkeypatch.setattr(cast_renderer, "_recorded", recorded)
    club: Any = SimpleNamespace(replay=replay, replays=SimpleNamespace(stored=stored))
    renderer, order = CastRenderer(), Order(1, "en", 80, 24)
    asking = []
    for number, origin in enumerate(
        ("2001:db8:1:1::/64", "2001:db8:1:2::/64", "2001:db8:1:3::/64", "192.0.2.7"), 1
    ):
        asking.append(asyncio.create_task(renderer.record(club, str(number), order, origin)))
        await asyncio.sleep(0)
    await until(lambda: renderer._slots.waited == 3)
    may_end.set()
    await asyncio.gather(*asking)
    assert begun == [1, 4, 2, 3] or begun == [1, 2, 4, 3]
    assert begun.index(4) < begun.index(3)
