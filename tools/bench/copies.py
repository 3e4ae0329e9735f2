"""What a spectator costs without SSH: viewers whose terminals discard what they are sent."""

import asyncio
import os
import time
from contextvars import Context
from pathlib import Path
from typing import Any

from arcade.club.club import Club
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms.timers import RoomSettings
from server.config.settings import Limits
from server.spectators.broadcasts import Broadcasts, appearance_for
from server.spectators.session import SpectatorSession
from server.terminal.outlet import OutputCounters
from server.terminal.terminal import Terminal
from tests.processes import resident
from tests.waiting import until
from tools.bench.running import Extent, Figures

CHANGES = 4
TERMINAL = Terminal("xterm", (100, 30), "truecolor", "")


class Nowhere:
    """A terminal that shows nothing: it counts the bytes."""

    terminal = TERMINAL

    def __init__(self) -> None:
        self.received = 0
        self.at = 0.0

    def take(self) -> str:
        return ""

    def send(self, data: bytes) -> bool:
        self.received += len(data)
        self.at = time.perf_counter()
        return True

    def attach(self, shown: Any) -> None: ...


async def copies(_: Path, extent: Extent) -> Figures:
    """Memory, and processor time for a change, of a watcher without a connection."""
    figures: Figures = {}
    for number in (100, 1000):
        await _copies(number, figures)
    return figures


async def _copies(number: int, figures: Figures) -> None:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=600))
    anna, _ = club.accounts.guest()
    table_session = await club.join(anna, await club.create(anna, "421"))
    broadcasts = Broadcasts(club, Limits(), OutputCounters(), lambda: None)
    loop = asyncio.get_running_loop()
    people = [Player(f"guest:{n}", f"guest {n}", guest=True) for n in range(number + 1)]
    wires = [Nowhere() for _ in people]

    def begin(player: Player, channel: Nowhere) -> "asyncio.Task[Any]":
        spectator = SpectatorSession(
            club, broadcasts, channel, player, appearance_for(club, player, TERMINAL)
        )
        return loop.create_task(spectator.run(table_session.code), context=Context())

    tasks = [begin(people[0], wires[0])]
    await until(lambda: wires[0].received)
    await asyncio.sleep(1)
    before, began = resident(os.getpid()), time.thread_time()
    tasks += [begin(*pair) for pair in zip(people[1:], wires[1:], strict=True)]
    await until(lambda: all(channel.received for channel in wires))
    figures[f"{number} to come, CPU µs"] = (time.thread_time() - began) / number * 1e6
    figures[f"{number} KiB"] = (resident(os.getpid()) - before) / 1024 / number
    await asyncio.sleep(1.5)  # arrivals are shown a little later
    spent, lasts = 0.0, []
    for turn in range(CHANGES):
        for channel in wires:
            channel.at = 0.0
        began, moment = time.thread_time(), time.perf_counter()
        await table_session.say(f"change {turn}")
        await until(lambda: all(channel.at for channel in wires))
        spent += time.thread_time() - began
        lasts.append(max(channel.at for channel in wires) - moment)
    figures[f"{number} a change, CPU µs"] = spent / CHANGES / number * 1e6
    figures[f"{number} last, ms"] = sorted(lasts)[CHANGES // 2] * 1000
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await broadcasts.close()
    table_session.detach()
    await club.close()
