"""What needs no terminal: storing facts, and the rules alone."""

import asyncio
import json
import os
import sys
import time
from pathlib import Path

from arcade.eventlog.log import EventLog
from arcade.eventlog.memory import MemoryLog
from arcade.eventlog.sqlite import SQLiteLog
from tests.nats import NatsServer
from tools.bench.running import Extent, Figures, quantiles

RULES = Path(__file__).with_name("rules.py")
FACT = b'{"n":12,"at":1763700000000,"fact":{"fact":"acted","seat":1,"action":{"do":"roll"}}}' * 2


async def append(folder: Path, extent: Extent) -> Figures:
    """Milliseconds until a fact of 170 bytes is durable, one at a time; and 64 streams at once.

    The floor is the disk alone: write and fsync.
    """
    from arcade.eventlog.nats.jetstream import JetStreamLog

    figures: Figures = {}
    figures["floor p50 ms"], figures["floor p99 ms"] = quantiles(_synced(folder / "floor", extent))
    await _append(MemoryLog(), "memory", extent, figures)
    await _append(await SQLiteLog.open(folder / "bench.sqlite3"), "SQLite", extent, figures)
    async with NatsServer(folder / "nats") as nats:
        await _append(await JetStreamLog.open(nats.url), "JetStream", extent, figures)
    return figures


def _synced(file: Path, extent: Extent) -> list[float]:
    waits: list[float] = []
    end = time.perf_counter() + extent.seconds / 4
    with file.open("ab", buffering=0) as there:
        while (before := time.perf_counter()) < end:
            there.write(FACT)
            os.fsync(there)
            waits.append(time.perf_counter() - before)
    return waits


async def _append(log: EventLog, name: str, extent: Extent, figures: Figures) -> None:
    waits: list[float] = []
    token, end = 0, time.perf_counter() + extent.seconds / 4
    while time.perf_counter() < end:
        before = time.perf_counter()
        token = await log.append("room.alone", [FACT], token)
        waits.append(time.perf_counter() - before)
    figures[f"{name} p50 ms"], figures[f"{name} p99 ms"] = quantiles(waits)
    began, each = time.perf_counter(), 50

    async def write(number: int) -> None:
        token = 0
        for _ in range(each):
            token = await log.append(f"room.{number}", [FACT], token)

    await asyncio.gather(*(write(number) for number in range(64)))
    figures[f"{name} appends/s"] = 64 * each / (time.perf_counter() - began)
    await log.close()


async def engine(_: Path, extent: Extent) -> Figures:
    """An action of the rules alone (what is legal, a random choice, apply), in steps of a floor."""
    code = os.environ.get("BENCH_CODE", str(RULES.parents[2]))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", str(RULES), str(extent.seconds)),
        env={**os.environ, "PYTHONPATH": code},
        stdout=asyncio.subprocess.PIPE,
    )
    output, _nothing = await process.communicate()
    figures: Figures = json.loads(output)
    return figures
