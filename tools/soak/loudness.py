"""What a loud session or address costs the others: their keys' waits without it and beside it.

    PYTHONPATH=. python -m tools.soak.loudness --rounds 6 --keys 60 --only scroll,type

The server is `arcade serve` in a process of its own, the loud one in a third: a single session, or
a crowd of connections by SSH (`tools/soak/crowd.py`) or of browsers (`tools/soak/browsers.py`). A
wait is the processor time the server spends between a key's arrival and the frame it makes, as the
server notes when it sends it: whatever else runs on this machine does not count. Both phases take
turns in one run. Beside the waits stand the longest single callbacks of the loop, and how busy it
was.
"""

import argparse
import asyncio
import json
import random
import re
import struct
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from tests.processes import at_work
from tools.arguments import positive
from tools.soak import browsers, crowd
from tools.soak.guests import Guest

SERVER = """
import asyncio.events, mmap, struct, time
from server.terminal.outlet import Outlet
file = open("shared", "r+b")
shared = mmap.mmap(file.fileno(), 16)
run, send = asyncio.events.Handle._run, Outlet.send
longest = lambda: struct.unpack("d", shared[8:16])[0]
def measured(handle):
    before = time.thread_time()
    run(handle)
    taken = time.thread_time() - before
    if taken > longest():
        shared[8:16] = struct.pack("d", taken)
def noted(self, data):
    channel = getattr(self._wire, "_channel", None)  # none in a browser
    if channel and channel.get_terminal_size()[0] == 101:  # the quiet one
        time.thread_time()  # else the next is old by up to 4 ms while the process has a timer
        shared[0:8] = struct.pack("d", time.process_time())
    return send(self, data)
asyncio.events.Handle._run, Outlet.send = measured, noted
from server.hosting.cli import main
main()
"""
LOUD = {
    "type": (b"n", b"\x1b[A\x1b[B" * 170_000),
    "paste": (b"", (b"\x1b[200~" + b"words " * 1000 + b"\x1b[201~") * 170),
    "scroll": (b"?", b"\x1b[6~\x1b[5~" * 100_000),
    "open": (b"", b"?\x1b[27u" * 100_000),
    "resize": (b"", b""),
}
CROWDS = {
    "commands": "rules",
    "api": "api",
    "watchers": "watchers",
    "sizes": "sizes",
    "helps": "helps",
    "logins": "logins",
    "collections": "shells",
}
"""Many connections of one address; in the last each ends an app that only a collection frees."""
BY_WEB = {f"web-{name}": way for name, way in browsers.WAYS.items()}
"""Many pages of one address; see `tools/soak/browsers.py`."""
LOUD_ADDRESS = "127.0.0.9"
UP, DOWN = b"\x1b[A", b"\x1b[B"


class Measured:
    """The server, and what it notes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "shared").write_bytes(bytes(16))
        self._shared = folder / "shared"

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            *(
                sys.executable,
                "-c",
                SERVER,
                "serve",
                "--log",
                "memory",
                "--port",
                "0",
                "--web",
                "0",
            ),
            *("--data", str(self.folder / "data")),
            cwd=self.folder,
            stdout=asyncio.subprocess.PIPE,
            stderr=(self.folder / "server.log").open("wb"),
        )
        assert self.process.stdout
        output = "".join([(await self.process.stdout.readline()).decode() for _ in range(5)])
        match = re.search(r"-p (\d+)", output)
        assert match, (self.folder / "server.log").read_text()
        self.port = int(match[1])
        match = re.search(r"http://localhost:(\d+)", output)
        assert match, output
        self.web = int(match[1])

    def clock(self) -> float:
        """Return the processor time of the server, exact even while it runs."""
        return at_work(self.process.pid)

    def sent(self) -> float:
        """Return when the last frame was sent to the quiet session."""
        with self._shared.open("rb") as file:
            return float(struct.unpack("d", file.read(8))[0])

    def longest(self) -> float:
        """Return the longest callback since the last call, in seconds."""
        with self._shared.open("r+b") as file:
            file.seek(8)
            (longest_wait,) = struct.unpack("d", file.read(8))
            file.seek(8)
            file.write(bytes(8))
        return float(longest_wait)


async def wait(server: Measured, quiet: Guest, key: bytes) -> float | None:
    """Press a key; return how long its frame took, None if that is unknown."""
    before = server.clock()
    quiet.type(key)
    after = server.clock()
    await quiet.some()
    at = server.sent()
    await asyncio.sleep(0.02)
    return at - before if after - before < 0.0003 else None


async def phase(server: Measured, quiet: Guest, keys: int) -> tuple[list[float], float, float]:
    """Press keys; return the waits, the longest callback and how busy the loop was."""
    waits: list[float] = []
    server.longest()
    began, spent = time.perf_counter(), server.clock()
    for turn in range(keys):
        waited = await wait(server, quiet, (DOWN, UP)[turn % 2])
        if waited is not None:
            waits.append(waited)
        await asyncio.sleep(random.uniform(0, 0.05))
    busy = (server.clock() - spent) / (time.perf_counter() - began)
    return waits, server.longest(), busy


@asynccontextmanager
async def loud(port: int, how: str) -> AsyncIterator[None]:
    """Run a loud client in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tools.soak.loudness", "--loud", how, "--port", str(port)),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    await process.stdout.readline()
    try:
        yield
    finally:
        process.kill()
        await process.wait()


async def be_loud(port: int, how: str) -> None:
    """Make noise until killed."""
    if how in BY_WEB:
        _begun()
        await browsers.flood(browsers.Door(port, LOUD_ADDRESS), BY_WEB[how])
    if how in CROWDS:
        _begun()
        await crowd.crowd(crowd.There(port), crowd.CROWDS[CROWDS[how]])
    async with await Guest.enter(port, address=LOUD_ADDRESS) as guest:
        await guest.see(b"?")
        await asyncio.sleep(0.3)
        first, then = LOUD[how]
        guest.type(first)
        await asyncio.sleep(0.3)
        _begun()
        transport = guest.line._transport
        assert transport is not None
        number = 0
        while True:
            if how == "resize":
                number += 1
                guest.channel.change_terminal_size(60 + number % 200, 20 + number % 60)
                await asyncio.sleep(0.005)
                continue
            for start in range(0, len(then), 4096):
                while transport.get_write_buffer_size() > 65536:
                    await asyncio.sleep(0.01)
                guest.type(then[start : start + 4096])
                await asyncio.sleep(0)


def _begun() -> None:
    sys.stdout.write("begun\n")
    sys.stdout.flush()


def quantile(waits: list[float], share: float) -> float:
    return 1000 * sorted(waits)[min(len(waits) - 1, int(len(waits) * share))]


class Waits(NamedTuple):
    """How long keys took alone and beside a loud session; the longest callback; the share busy."""

    alone: list[float]
    beside: list[float]
    longest: float
    busy: float


async def beside(server: Measured, quiet: Guest, how: str, keys: int, settle: float) -> Waits:
    """Press keys alone, and then while somebody else is loud."""
    alone, _, _ = await phase(server, quiet, keys)
    async with loud(server.web if how in BY_WEB else server.port, how):
        await asyncio.sleep(settle)
        waits, longest, busy = await phase(server, quiet, keys)
    await asyncio.sleep(settle if how in {**CROWDS, **BY_WEB} else 0.3)
    return Waits(alone, waits, longest, busy)


def summary(phases: Sequence[Waits]) -> dict[str, object]:
    alone = [wait for waits in phases for wait in waits.alone]
    others = [wait for waits in phases for wait in waits.beside]
    return {
        **{
            f"{name} p{share * 100:.0f}": round(quantile(waits, share), 1)
            for name, waits in (("alone", alone), ("beside", others))
            for share in (0.5, 0.9, 0.99)
        },
        "p99 ratio": round(quantile(others, 0.99) / quantile(alone, 0.99), 2),
        "n": len(others),
        "longest callback ms": [round(1000 * waits.longest, 1) for waits in phases],
        "busy": [round(waits.busy, 2) for waits in phases],
    }


async def measure(
    folder: Path, ways: list[str], rounds: int, keys: int, settle: float
) -> dict[str, object]:
    server = Measured(folder)
    await server.start()
    figures: dict[str, object] = {}
    try:
        async with await Guest.enter(server.port, size=(101, 30)) as quiet:
            await quiet.see(b"?")
            quiet.type(b"n")
            await asyncio.sleep(1)
            await phase(server, quiet, 20)
            for how in ways:
                phases = [await beside(server, quiet, how, keys, settle) for _ in range(rounds)]
                figures[how] = summary(phases)
                sys.stdout.write(f"{how} {json.dumps(figures[how])}\n")
                sys.stdout.flush()
    finally:
        server.process.terminate()
        await server.process.wait()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=positive, default=6)
    parser.add_argument("--keys", type=positive, default=60)
    parser.add_argument("--settle", type=float, default=3.0, help="of the attack, before measuring")
    parser.add_argument("--only", default=",".join([*LOUD, *CROWDS, *BY_WEB]))
    parser.add_argument("--loud")
    parser.add_argument("--port", type=int)
    asked = parser.parse_args()
    if asked.loud:
        asyncio.run(be_loud(asked.port, asked.loud))
        return
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(
            measure(Path(folder), asked.only.split(","), asked.rounds, asked.keys, asked.settle)
        )


if __name__ == "__main__":
    main()
