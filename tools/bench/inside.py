"""What a session costs inside the process, without a connection: first pictures, and memory.

    python -m tools.bench.inside [--sessions 30] [--profile]

Processor time and allocated bytes only: they mean something on a busy machine, too. Beside them
stands what an app of Textual costs that shows an empty screen.
"""

import argparse
import asyncio
import cProfile
import gc
import pstats
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping
from contextvars import Context
from statistics import median
from typing import Any

from textual.app import App
from textual.events import Key
from textual.strip import Strip

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.timers import RoomSettings
from screens.terminal.paint import PaneApp, PaneScreen
from server.config.settings import Limits
from server.doors.context import Identity, ServerContext, arcade_app
from server.terminal import driver
from server.terminal.outlet import OutputCounters
from server.terminal.terminal import Terminal
from tools.bench.people import AT_TABLE

SEEN = {"lobby": b"new table", "table": AT_TABLE}


class EmptyScreen(PaneScreen[None], inherit_css=False, inherit_bindings=False):
    """Shows nothing."""

    def ground(self, cells: int) -> Strip:
        return Strip.blank(cells)


class EmptyApp(PaneApp[None], inherit_css=False, inherit_bindings=False):
    """The least that any app costs."""

    def get_default_screen(self) -> EmptyScreen:
        return EmptyScreen()


class End:
    """A terminal that remembers only the last bytes it was sent."""

    def __init__(self) -> None:
        self.terminal = Terminal("xterm-256color", (100, 30), "256", "")
        self.limits = Limits()
        self.counters = OutputCounters()
        self.shown: Any = None
        self.received = bytearray()

    def opening(self) -> str:
        return ""

    def send(self, data: bytes) -> bool:
        self.received += data
        return True

    def frame_drawn(self) -> None: ...

    def watch_line(
        self, plays: Callable[[], bool | None], tell: Callable[[bool], None]
    ) -> None: ...

    def ground(self, light: bool) -> bool:
        return False

    def attach(self, shown: Any) -> None:
        self.shown = shown

    async def begin(self, make: Callable[[], App[Any]], sees: bytes) -> None:
        """Create and run an app until its first picture has arrived."""

        async def run() -> None:
            await driver.run(make(), self)

        self.task = asyncio.get_running_loop().create_task(run(), context=Context())
        await self.see(sees)

    async def see(self, text: bytes) -> None:
        async with asyncio.timeout(60):
            while text not in self.received:
                await asyncio.sleep(0.001)

    async def rest(self) -> None:
        """Wait for what follows the picture, and discard it."""
        await asyncio.sleep(0.05)
        self.received.clear()

    async def end(self) -> None:
        self.shown.leave()
        await self.task


async def measure(sessions: int, profile: cProfile.Profile | None) -> None:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=600, linger=600))
    context = ServerContext(club, Limits(), arcade_app)

    def arcade() -> App[Any]:
        return context.make_app(context, Identity(*club.accounts.guest()), Start(), End().terminal)

    await _time(arcade, 5, None, {})  # fill the caches
    spent: dict[str, list[float]] = {}
    await _time(driver.hosted(EmptyApp), sessions, None, spent, {"empty": b"\x1b[1;1H"})
    await _time(arcade, sessions, profile, spent)
    for name, seconds in spent.items():
        sys.stdout.write(f"{name:8} first picture, CPU ms {median(seconds) * 1e3:7.2f}\n")
    await _weigh(arcade, sessions)
    context.garbage.close()
    await club.close()


async def _time(
    make: Callable[[], App[Any]],
    sessions: int,
    profile: cProfile.Profile | None,
    spent: dict[str, list[float]],
    seen: Mapping[str, bytes] = SEEN,
) -> None:
    """Open sessions one after the other; each ends before the next begins."""
    for _ in range(sessions):
        end = End()
        for name, text in seen.items():
            before = time.process_time()
            if profile:
                profile.enable()
            if end.shown is None:
                await end.begin(make, text)
            else:
                end.shown.take(Key("p", "p"))
                await end.see(text)
            if profile:
                profile.disable()
            spent.setdefault(name, []).append(time.process_time() - before)
            await end.rest()
        await end.end()
        gc.collect()


async def _weigh(make: Callable[[], App[Any]], sessions: int) -> None:
    """Print what each session allocates and keeps: in the lobby, then at a table."""
    ends = [End() for _ in range(sessions)]
    tracemalloc.start()
    for name, text in SEEN.items():
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for end in ends:
            if name == "lobby":
                await end.begin(make, text)
            else:
                end.shown.take(Key("p", "p"))
                await end.see(text)
            await end.rest()
        gc.collect()
        kibibytes = (tracemalloc.get_traced_memory()[0] - before) / sessions / 1024
        sys.stdout.write(f"{name:8} keeps, KiB             {kibibytes:7.0f}\n")
    tracemalloc.stop()
    for end in ends:
        await end.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=30)
    parser.add_argument("--profile", action="store_true", help="say where the time goes")
    asked = parser.parse_args()
    profile = cProfile.Profile(time.process_time) if asked.profile else None
    asyncio.run(measure(asked.sessions, profile))
    if profile:
        pstats.Stats(profile).sort_stats("cumtime").print_stats(60)


if __name__ == "__main__":
    main()
