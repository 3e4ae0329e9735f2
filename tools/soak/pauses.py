"""How long garbage collection holds up a full house, by Python's own thresholds and by ours.

    PYTHONPATH=. python -m tools.soak.pauses --sessions 100 --seconds 20

The server is `arcade serve` in a process of its own (on the first CPU where there are two, the
guests on the second); everybody presses a key a second, and one in a hundred leaves each second
for another who comes.
"""

import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
import time
from pathlib import Path

from tools.soak.guests import Guest

OURS = """
import atexit, gc, json, time
pauses, since = [], [0.0]
def measure(phase, found):  # in CPU time of the one thread: whatever else runs on this machine
    if phase == "start":
        since[0] = time.thread_time()
    else:
        at = time.monotonic(), found["generation"], time.thread_time() - since[0]
        pauses.append(at)
gc.callbacks.append(measure)
atexit.register(lambda: open("pauses.json", "w").write(json.dumps(pauses)))
from server.hosting.cli import main
main()
"""
PYTHONS = (
    "from server.monitoring.garbage import Garbage\n"
    "Garbage.settle = Garbage.left = lambda *_: None\n" + OURS
)
LIMITS = """
log = "memory"
port = 0
[limits]
connections_per_address = 5000
unauthenticated_per_address = 500
connections_per_minute = 60000
input_rate = 1000000000
tables = 20000
tables_per_address = 20000
newcomers_per_hour = 100000
facts_per_minute = 6000000
"""
UP, DOWN = b"\x1b[A", b"\x1b[B"


async def serve(folder: Path, program: str) -> tuple[asyncio.subprocess.Process, int]:
    config = folder / "arcade.toml"
    config.write_text(LIMITS)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program, "serve"),
        *("--config", str(config), "--data", str(folder / "data")),
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    if (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(process.pid, {0})
    assert process.stdout
    line = (await process.stdout.readline()).decode()
    return process, int(re.search(r"-p (\d+)", line)[1])  # type: ignore[index]


async def sit(port: int, end: float, waits: list[float], leaves: float) -> None:
    """Be a guest who chooses in a form, until the end or a whim."""
    while time.monotonic() < end:
        async with await Guest.enter(port) as guest:
            await guest.see(b"?")
            guest.type(b"n")
            await guest.some()
            await asyncio.sleep(1 + random.random())
            while time.monotonic() < end and random.random() > leaves:
                for key in (DOWN, UP):
                    guest.type(key)
                    before = time.monotonic()
                    async with asyncio.timeout(60):
                        await guest.some()
                    waits.append((time.monotonic() - before) * 1000)
                    await asyncio.sleep(1 + random.random() * 0.1)


async def measure(program: str, sessions: int, seconds: float) -> str:
    waits: list[float] = []
    people = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        process, port = await serve(folder, program)
        try:
            begin = time.monotonic() + sessions * 0.15
            for _ in range(sessions):
                people.append(asyncio.create_task(sit(port, begin + seconds, waits, leaves=0.05)))
                await asyncio.sleep(0.1)
            await asyncio.sleep(max(0, begin - time.monotonic()))
            waits.clear()
            await asyncio.sleep(max(0, begin + seconds - time.monotonic()))
            memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())
            await asyncio.gather(*people)
        finally:
            process.terminate()
            await process.wait()
        pauses = json.loads((folder / "pauses.json").read_text())
    pauses = [one[1:] for one in pauses if begin <= one[0] <= begin + seconds]
    return report(waits, pauses, int(memory[1]) >> 10)  # type: ignore[index]


def report(waits: list[float], pauses: list[tuple[int, float]], memory: int) -> str:
    waits.sort()
    full = [wait * 1000 for generation, wait in pauses if generation == 2]
    every = [wait * 1000 for _, wait in pauses]
    return (
        f"{len(full)} full collections, the longest {max(full, default=0):.0f} ms; "
        f"{len(every)} in all, {sum(every):.0f} ms; {memory} MB; "
        f"{len(waits)} keys, p50 {waits[len(waits) // 2]:.1f}, "
        f"p99 {waits[len(waits) * 99 // 100]:.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    asked = parser.parse_args()
    if (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    for name, program in (("Python's own", PYTHONS), ("ours", OURS)):
        found = asyncio.run(measure(program, asked.sessions, asked.seconds))
        sys.stdout.write(f"{name}: {found}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
