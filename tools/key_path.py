"""What one key calls: Enter at one's turn of Le 421, until the first bytes of its frame.

    python -m tools.key_path [--names] [--files] [--dice SEED]

Two people sit at a table, in this process, without a spectator. Calls of this project's functions
are counted, but for the files that only carry bytes. `press` serves any counter with `start` and
`stop`.
"""

import argparse
import asyncio
import sys
import threading
from collections import Counter
from collections.abc import Iterable
from itertools import cycle
from pathlib import Path
from types import FrameType
from typing import Any, Protocol

from arcade.club.club import Club
from arcade.engine import registry
from arcade.engine.bot import quick
from arcade.engine.chance import Stream
from arcade.engine.codec import plain
from arcade.eventlog.memory import MemoryLog
from tests.dice import fixed
from tests.people import ANNA, BEN, CLEO, begin
from tests.server.sights import Sight, house
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parents[1]
PACKAGES = ("arcade", "screens", "server")
PEOPLE = (ANNA, BEN, CLEO)
UP, DOWN = b"\x1b[A", b"\x1b[B"
WIRE = ("intake", "outlet", "transport", "listener", "channel", "throttle")
"""Files that carry bytes."""


class Stopwatch(Protocol):
    """What counts between a key and its frame."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class CallCounter:
    """Counts the calls of each function of this project, on every thread."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()
        self._files: dict[str, str | None] = {}

    def start(self) -> None:
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)

    def stop(self) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def _profile(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code.co_filename not in self._files:
            self._files[code.co_filename] = _counted(Path(code.co_filename))
        if file := self._files[code.co_filename]:
            self.calls[file, f"{code.co_name}:{code.co_firstlineno}"] += 1


def _counted(path: Path) -> str | None:
    """Return a file's name in this project if its calls count."""
    if not path.is_relative_to(ROOT):
        return None
    name = path.relative_to(ROOT)
    return str(name) if name.parts[0] in PACKAGES and name.stem not in WIRE else None


async def press(count: Stopwatch) -> None:
    """Press Enter at a table, and count until its frame begins to arrive."""
    club = await Club.open(MemoryLog())
    sessions = await begin(club, ANNA, BEN, turn=0, pace="none")
    await until(lambda: sessions[0].table().to_act)
    actor = next(at for at in sessions if at.table().seat in at.table().to_act)
    async with house(club) as rig:
        sight: Sight = await rig.app(actor.player, actor.code, do="join")
        await sight.sees("Enter roll")
        first = sessions[0].table().version
        await _counted_key(count, sight, b"\r")
        await until(lambda: sessions[0].table().version > first)
    await club.close()


async def press_arrows(counts: Iterable[Stopwatch], opens: bytes, size: tuple[int, int]) -> None:
    """Press Up and Down in the lobby, or in what a key `opens` there: each counts another key.

    Both were pressed before: what can be kept is kept.
    """
    club = await Club.open(MemoryLog())
    async with house(club) as rig:
        sight: Sight = await rig.app(ANNA, "", Sight(size), do="")
        for key in (opens, DOWN, UP):
            await sight.quiet()
            sight.type(key)
        for key, count in zip(cycle((DOWN, UP)), counts, strict=False):
            await _counted_key(count, sight, key)
    await club.close()


async def act(counts: Iterable[Stopwatch], game: str, size: tuple[int, int]) -> None:
    """Act at a table until nothing more of it comes to a seat: each counts another action."""
    club, whims = await Club.open(MemoryLog()), Stream(b"key path")
    people = PEOPLE[: registry.find(game).meta.seats[0]]
    seated = await begin(club, *people, game=game, turn=0, pace="none")
    async with house(club) as rig:
        sight: Sight = await rig.app(ANNA, seated[0].code, Sight(size), "join")
        for count in counts:
            await until(lambda: any(at.table().to_act for at in seated))
            at = next(at for at in seated if at.table().seat in at.table().to_act)
            table, rules = at.table(), at.host.room.rules
            move = plain(quick(rules).choose(table.view, table.offers, whims))
            await sight.quiet()
            count.start()
            await at.act(move, table.version)
            await sight.quiet()
            count.stop()
    await club.close()


async def _counted_key(count: Stopwatch, sight: Sight, key: bytes) -> None:
    await sight.quiet()
    frames = len(sight.frames)
    count.start()
    sight.type(key)
    async with asyncio.timeout(PATIENCE):
        while len(sight.frames) == frames:
            await asyncio.sleep(0)
    count.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--names", action="store_true", help="list the functions most called")
    parser.add_argument("--files", action="store_true", help="list each file with its functions")
    parser.add_argument("--dice", default="0", metavar="SEED", help="the dice decide what is said")
    asked = parser.parse_args()
    counter = CallCounter()
    with fixed(asked.dice):
        asyncio.run(press(counter))
    files = {file for file, _ in counter.calls}
    sys.stdout.write(
        f"a key: {counter.calls.total()} calls of {len(counter.calls)} functions"
        f" in {len(files)} files\n"
    )
    if asked.names:
        for (file, name), calls in counter.calls.most_common(80):
            sys.stdout.write(f"{calls:6} {file} {name}\n")
    if asked.files:
        for file in sorted(files):
            functions = {name: calls for (at, name), calls in counter.calls.items() if at == file}
            names = ", ".join(name.partition(":")[0] for name in functions)
            sys.stdout.write(f"{sum(functions.values()):6} {file}: {names}\n")


if __name__ == "__main__":
    main()
