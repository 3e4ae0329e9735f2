"""Closing ends, and keeps what was begun, at whatever turn of the loop it comes.

A task that has ended stands among those to be waited for until its callbacks have run: who waits
for it without letting the loop go on waits for ever, and no timeout of the loop's helps.
"""

import asyncio
from contextlib import suppress

import pytest

from arcade.club.club import Club
from arcade.eventlog.log import NotStored
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.timers import RoomSettings
from tests.club.deals.test_daily import QUICK
from tests.people import ANNA, BEN, play, sit_down

STILL = RoomSettings(bot_pause=3600, linger=3600)
TURNS = range(15)
"""More turns than anything here takes."""

pytestmark = pytest.mark.timeout(60)  # by a signal: a loop that spins hears of nothing else


async def test_a_table_is_closed_while_somebody_starts_it() -> None:
    stored = set()
    for turns in TURNS:
        club = await Club.open(MemoryLog(), STILL)
        table_session, _ = await sit_down(club, ANNA, BEN)
        starting = asyncio.create_task(table_session.start())
        for _ in range(turns):
            await asyncio.sleep(0)
        room = table_session.host.room
        await club.close()
        with suppress(NotStored):
            await starting
        assert table_session.host.room.version >= room.version
        stored.add(table_session.host.room.phase)
    assert "playing" in stored


async def test_a_club_is_closed_while_a_daily_result_is_stored() -> None:
    kept: dict[str, list[bytes]] = {}
    club = await Club.open(MemoryLog(kept), QUICK)
    await play(await club.play_daily(ANNA, "trente"))
    await club.close()
    assert club.daily.results("trente").rows
    kept["daily"].pop()
    for turns in TURNS:
        again = await Club.open(MemoryLog({name: list(data) for name, data in kept.items()}), STILL)
        for _ in range(turns):
            await asyncio.sleep(0)
        await again.daily.close()
        await again.close()
        assert again.daily.results("trente").rows == club.daily.results("trente").rows
