"""Everybody hears of the lobby, a few at a time."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from arcade.club.presence import FEW, LobbyNotifier


@pytest.mark.virtual
async def test_all_are_told_a_few_at_a_time_and_again_where_it_changes_meanwhile() -> None:
    told: list[int] = []
    moments: list[float] = []
    now = asyncio.get_running_loop().time

    def visit(number: int) -> Any:
        def tell() -> None:
            told.append(number)
            moments.append(now())
            if told == list(range(FEW)):  # in the middle of the first round
                rounds.begin()

        return SimpleNamespace(notify=tell)

    here = [visit(number) for number in range(3 * FEW)]
    rounds = LobbyNotifier(lambda: here)
    rounds.begin()
    rounds.begin()
    await asyncio.sleep(60)
    assert told == [*range(3 * FEW)] * 2
    assert moments[FEW] > moments[FEW - 1]
    rounds.begin()
    rounds.stop()
    await asyncio.sleep(60)
    assert len(told) == 6 * FEW
