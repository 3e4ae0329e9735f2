"""What a key costs over SSH in the lobby, in a form, in the chat line, beside an echo.

    PYTHONPATH=. python -m tools.soak.keys

CPU of the server's process for one key, and how long its frame takes; one person, thirty keys a
second.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tools.bench.extent import quantiles
from tools.bench.floor import GREETING
from tools.bench.people import DOWN, UP, Api, Person, crowd
from tools.bench.running import PEOPLE, Running, arcade, floor, pin

SECONDS, PAUSE = 3.0, 0.03


async def press(name: str, running: Running, person: Person, keys: Sequence[bytes]) -> None:
    """Press two keys in turn, and say what they cost."""
    waits: list[float] = []
    before, end = running.cpu, time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        waits.append(await person.key(keys[len(waits) % 2]))
        await asyncio.sleep(max(0.0, PAUSE - waits[-1]))
    cpu = (running.cpu - before) / len(waits) * 1000
    median, worst = quantiles(waits)
    sys.stdout.write(f"{name}: {cpu:.2f} ms CPU, frame after {median:.2f} ms, p99 {worst:.2f} ms\n")


async def measure() -> None:
    """Measure all four."""
    async with floor() as running, crowd(running.port, 1, sees=GREETING) as (person,):
        await press("echo", running, person, (DOWN, UP))
    with tempfile.TemporaryDirectory() as folder:
        async with arcade(Path(folder)) as running:
            table = await Api.come(running.port)
            async with crowd(running.port, 1) as (person,):
                await press("lobby", running, person, (DOWN, UP))
                person.type(b"n")
                await asyncio.sleep(1)
                await press("form", running, person, (DOWN, UP))
            async with crowd(running.port, 1, table.code, b"Le 421") as (person,):
                person.type(b"t")
                await asyncio.sleep(1)
                await press("chat line", running, person, (b"x", b"\x7f"))
            table.go()


if __name__ == "__main__":
    pin(os.getpid(), PEOPLE)
    asyncio.run(measure())
