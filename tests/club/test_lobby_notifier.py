"""Everybody hears of the lobby, one by one."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from arcade.club.presence import LobbyNotifier


@pytest.mark.virtual
async def test_all_are_told_one_by_one_and_again_where_it_changes_meanwhile() -> None:
    visited: list[int] = []
    moments: list[float] = []
    now = asyncio.get_running_loop().time

    def visit(number: int) -> Any:
        def tell() -> None:
            visited.append(number)
            moments.append(now())
            if visited == [0, 1]:  # in the middle of the first round
                rounds.begin()

        return SimpleNamespace(notify=tell)

    here = [visit(number) for number in range(6)]
    rounds = LobbyNotifier(lambda: here)
    rounds.begin()
    rounds.begin()
    await asyncio.sleep(60)
    assert visited == [*range(6)] * 2
    assert moments == sorted(set(moments))
    rounds.begin()
    rounds.stop()
    await asyncio.sleep(60)
    assert len(visited) == 12
