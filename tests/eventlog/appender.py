"""A process to be killed: appends to several streams at once, says what was acknowledged."""

import asyncio
import sys
from pathlib import Path

from arcade.eventlog.sqlite import SQLiteLog


async def play(log: SQLiteLog, stream: str, run: str) -> None:
    entries = await log.read(stream)
    end = entries[-1].token if entries else 0
    number = 0
    while True:
        number += 1
        # Pairs: an append of two facts is there wholly or not at all.
        facts = [f"{run}:{number}:{half}".encode() for half in ("a", "b")]
        end = await log.append(stream, facts, end)
        sys.stdout.write(f"{stream} {run}:{number}\n")
        sys.stdout.flush()


async def main(path: str, run: str) -> None:
    log = await SQLiteLog.open(Path(path))
    async with asyncio.TaskGroup() as tasks:
        for stream in ("one", "two", "three"):
            tasks.create_task(play(log, stream, run))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
