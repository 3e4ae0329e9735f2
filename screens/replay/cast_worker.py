"""The program that makes one recording.

`python -m screens.replay.cast_worker NUMBER LANGUAGE COLUMNS ROWS` reads the facts of a table and
writes the cast of one of its games.
"""

import asyncio
import os
import sys

from textual.geometry import Size

from arcade.club.replays.replay import ReplayBuilder
from arcade.rooms import facts
from screens.replay.cast import cast

KINDNESS = 10
"""Its niceness: the server process comes first."""


def main() -> None:
    """Record; exit with another code than 0 if that fails."""
    os.nice(KINDNESS)
    number, language, *size = sys.argv[1:]
    columns, rows = map(int, size)
    replay = ReplayBuilder(int(number))
    for line in sys.stdin.buffer.read().splitlines():
        replay.add(facts.decode(line))
    asyncio.run(_write(replay, language, Size(columns, rows)))


async def _write(builder: ReplayBuilder, language: str, size: Size) -> None:
    replay = builder.opened()
    if replay is None:
        sys.exit(1)
    for line in cast(replay, language, size):
        sys.stdout.buffer.write(line.encode())


if __name__ == "__main__":
    main()
