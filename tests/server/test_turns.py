"""How many turns of the loop a key waits while others are told much, and others press."""

import asyncio
from collections.abc import Callable
from contextvars import Context

import pytest

from arcade.club.club import Club
from arcade.tasks import FAN_OUT
from screens.terminal.paint import FRAME
from server.config.settings import Limits
from server.limits.cost_meter import CostMeter
from tests.people import ANNA, BEN, begin
from tests.server.sights import Sight, house

OTHERS, WHOLE_SLICE = 300, 1.0
"""As many others; seconds of processor time that count as more than a slice."""
UP, DOWN = b"\x1b[A", b"\x1b[B"


async def turns(sight: Sight, key: bytes, before: Callable[[], object] = lambda: None) -> int:
    """Press a key; return how many turns of the loop it takes until its frame begins to come."""
    await sight.quiet()
    await asyncio.sleep(2 * FRAME)  # the next frame waits for no time
    before()
    frames, number = len(sight.frames), 0
    sight.type(key)
    while len(sight.frames) == frames and number < 10 * OTHERS:
        await asyncio.sleep(0)
        number += 1
    return number


@pytest.mark.parametrize("table", [False, True])
async def test_a_key_waits_for_no_screen_of_those_who_have_not_pressed(
    club: Club, table: bool
) -> None:
    def tell() -> None:
        for _ in range(OTHERS):
            FAN_OUT.ask(lambda: shown.append(0), Context(), WHOLE_SLICE)

    shown: list[int] = []
    anna, _ = await begin(club, ANNA, BEN, turn=0, pace="none")
    async with house(club) as rig:
        sight = await rig.app(ANNA, anna.code if table else "", do="join" if table else "")
        for key in (b"t" if table else DOWN, UP, DOWN):
            await turns(sight, key)
        keys = (b"x", b"y") if table else (UP, DOWN)
        calm, crowded = await turns(sight, keys[0]), await turns(sight, keys[1], tell)
        assert calm < 5 and crowded <= calm + 2 and len(shown) < 5


async def test_a_key_waits_one_turn_for_each_key_that_came_before_it(club: Club) -> None:
    def press() -> None:
        for meter in meters:
            meter.let_in(lambda: pressed.append(0))

    pressed: list[int] = []
    meters = [CostMeter(Limits()) for _ in range(OTHERS)]
    async with house(club) as rig:
        sight = await rig.app(ANNA, "", do="")
        await turns(sight, DOWN)
        calm, crowded = await turns(sight, UP), await turns(sight, DOWN, press)
        assert calm < 5 and len(pressed) == OTHERS
        assert OTHERS <= crowded <= OTHERS + 5
