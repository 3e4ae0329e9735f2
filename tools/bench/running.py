"""How much is measured, and the processes: started, pinned to a core, weighed, ended."""

import asyncio
import json
import os
import re
import resource
import socket
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

from server.config.file import TRIAL

CONFIG = """
[limits]
connections = 20000
connections_per_address = 20000
unauthenticated = 2000
unauthenticated_per_address = 2000
connections_per_minute = 600000
cpu_share = 100.0
input_rate = 1000000000
tables = 20000
tables_per_address = 20000
newcomers_per_hour = 100000
facts_per_minute = 6000000

[tables]
bot_pause = 0.5
"""
ARCADE = Path(os.environ.get("BENCH_ARCADE") or Path(sys.executable).with_name("arcade"))
"""The program that is measured; its settings may have other names than this checkout's."""
if "BENCH_CONFIG" in os.environ:
    CONFIG = os.environ["BENCH_CONFIG"]
PROBE = Path(__file__).with_name("probe.py")
PAUSES = "pauses.jsonl"
"""The file of a mode's folder in which its servers' pauses are, a line each: see `probe.py`."""
CORES = sorted(os.sched_getaffinity(0))
SERVERS, PEOPLE = {CORES[0]}, {CORES[-1]}
"""The cores of the measured server and of its clients; the same if there is only one."""


Figures = dict[str, float]


class Extent(Struct, frozen=True):
    """How much is measured: numbers of sessions, and seconds of looking."""

    sessions: int
    keys: tuple[int, ...]
    watchers: tuple[int, ...]
    tables: int
    players: int
    looking: int
    idle: int
    storm: int
    seconds: float
    house: float = 0.0
    """Seconds of a full house; 0: as long as the rest."""


QUICK = Extent(100, (1, 40), (10, 100), 3, 4, 40, 20, 20, 3.0)
FULL = Extent(200, (1, 50, 200, 300), (10, 100, 1000, 3000), 50, 6, 2000, 500, 200, 20.0)


def quantiles(seconds: Sequence[float], shares: Sequence[float] = (0.5, 0.99)) -> tuple[float, ...]:
    """Return quantiles in milliseconds: the median and the 99th percentile."""
    ordered = sorted(seconds)
    last = len(ordered) - 1
    return tuple(ordered[min(last, int(len(ordered) * share))] * 1000 for share in shares)


class Running:
    """A process that serves a port, with the processes it started."""

    began = 0.0
    """Seconds from its start until it listened."""
    settled = 0.0
    """When it had loaded everything, by the clock of `time.monotonic`."""
    ended = 0.0
    """When it was told to end, by the same clock."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.port = port
        self.process = process
        self._phases: list[tuple[float, str]] = []

    @property
    def pids(self) -> list[int]:
        """It and what it has started."""
        pids = [self.process.pid]
        for pid in pids:
            for task in Path(f"/proc/{pid}/task").iterdir():
                pids += map(int, (task / "children").read_text().split())
        return pids

    @property
    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        tasks = (task for pid in self.pids for task in Path(f"/proc/{pid}/task").iterdir())
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    @property
    def memory(self) -> int:
        """KiB that are its own."""
        sizes = 0
        for pid in self.pids:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
            sizes += sum(map(int, re.findall(r"Private_\w+:\s+(\d+)", rollup)))
        return sizes

    def begin(self, phase: str) -> None:
        """Note what is done from now on; its pauses stand by themselves. "": what is measured."""
        self._phases.append((time.monotonic(), phase))

    def phase(self, at: float) -> str:
        """Return what was done at that time."""
        return next((name for since, name in reversed(self._phases) if since <= at), "")

    async def end(self) -> None:
        """End it, in good order if it can."""
        self.ended = time.monotonic()
        if self.process.returncode is None:
            self.process.terminate()
            try:
                async with asyncio.timeout(10):
                    await self.process.wait()
            except TimeoutError:
                self.process.kill()
                await self.process.wait()


def pin(pid: int, cores: set[int]) -> None:
    """Keep a process on some cores."""
    os.sched_setaffinity(pid, cores)


def many_files() -> None:
    """Let this process, and those it starts, open as many files as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@asynccontextmanager
async def arcade(
    folder: Path, *options: str, cores: set[int] = SERVERS, config: str = CONFIG
) -> AsyncIterator[Running]:
    """Run `arcade serve`, its log in memory unless the options say otherwise."""
    settings = folder / "bench.toml"
    settings.write_text(config)
    command = [str(ARCADE.with_name("python")), "-P", str(PROBE), "serve", "--port", "0"]
    command += ["--config", str(settings), "--data", str(folder / "data")]
    command += ["--host-key", str(folder / "host_key")]
    command += options or ("--log", "memory")
    written = folder / "turns.jsonl"
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    alone |= {TRIAL: "1", "BENCH_PAUSES": str(written)}  # constants are set here as well
    running: Running | None = None
    try:
        async with _started(command, cores, alone) as running:
            yield running
    finally:
        if running is not None and written.exists():
            lines = written.read_text().splitlines(keepends=True)
            turns = [json.loads(line) for line in lines if line.endswith("\n")]
            seen = [turn for turn in turns if running.settled < turn["at"] < running.ended]
            with (folder / PAUSES).open("a") as file:
                for turn in seen:
                    file.write(f"{json.dumps({**turn, 'phase': running.phase(turn['at'])})}\n")
            written.unlink()


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@asynccontextmanager
async def floor(*options: str) -> AsyncIterator[Running]:
    """Run the server that only echoes."""
    command = [sys.executable, "-m", "tools.bench.floor", *options]
    async with _started(command, SERVERS) as running:
        yield running


@asynccontextmanager
async def _started(
    command: list[str], cores: set[int], environment: Mapping[str, str] | None = None
) -> AsyncIterator[Running]:
    before = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=environment,
    )
    pin(process.pid, cores)  # not between fork and exec: where there are threads, that hangs
    assert process.stdout is not None
    running = Running(process, 0)
    try:
        async with asyncio.timeout(60):
            while line := await process.stdout.readline():
                if match := re.search(rb"-p (\d+)", line):
                    running.port = int(match[1])
                    running.began = time.perf_counter() - before
                    break
        if not running.port:
            raise RuntimeError(f"did not start: {' '.join(command)}")
        await asyncio.sleep(1)  # screens are loaded after it listens
        running.settled = time.monotonic()
        yield running
    finally:
        await running.end()
