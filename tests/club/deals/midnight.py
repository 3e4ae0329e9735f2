"""A process to be killed: ends a day's deal, and kill -9 meets it after the first fact of that."""

import asyncio
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

from arcade.club.club import Club
from arcade.club.deals import daily
from arcade.eventlog.log import Token
from arcade.eventlog.sqlite import SQLiteLog
from arcade.rooms import clocks
from arcade.rooms.timers import RoomSettings
from tests.people import ANNA, BEN, play

DAY = "2026-11-21"
EVENING, MORNING = 1_795_298_400, 1_795_305_600
"""22:00 of that day and the next 00:00 in UTC, in seconds since 1970."""
BOTS = RoomSettings(bot_pause=0, linger=0, close_after=10 * 86_400)


def arm(events: SQLiteLog) -> None:
    """End the process when something about the deal has been stored."""
    store = events.append

    async def append(stream: str, data: Sequence[bytes], expected: Token) -> Token:
        end = await store(stream, data, expected)
        if stream.startswith(("room.", daily.STREAM)):
            os.kill(os.getpid(), signal.SIGKILL)
        return end

    events.append = append  # type: ignore[method-assign]


def over_midnight(path: Path, marker: Path) -> None:
    """Become the process: far east, where it is tomorrow before it is midnight in UTC."""
    os.environ["TZ"] = "LINT-14"
    time.tzset()
    asyncio.run(_end(path, marker))


async def _end(path: Path, marker: Path) -> None:
    clock = EVENING
    clocks.time = SimpleNamespace(time_ns=lambda: clock * 10**9)  # type: ignore[attr-defined, assignment]
    events = await SQLiteLog.open(path)
    if not await events.read(daily.STREAM):
        club = await Club.open(events, BOTS)
        anna = await club.play_daily(ANNA, "421")
        await club.play_daily(BEN, "421")
        club.daily.take = lambda room: None  # type: ignore[method-assign]
        await play(anna)
        os.kill(os.getpid(), signal.SIGKILL)  # between the last move and the result
    clock = MORNING + 1
    arm(events)
    club = await Club.open(events, BOTS)
    assert await club.daily.end_days()
    await club.daily.close()
    daily_table = club.daily.results("421", DAY, BEN)
    marker.write_text(
        f"{daily_table.state} {[row.name for row in daily_table.rows]} {bool(daily_table.seed)}"
    )
    os._exit(0)
