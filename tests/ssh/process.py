"""The real server in a process of its own."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from server.config.file import TRIAL
from tests.ssh.client import Client, Said, make_key, run
from tests.ssh.forks import Fork, arcade
from tests.waiting import PATIENCE

INSTALLED = os.environ.get("ARCADE_INSTALLED", "")
"""An installed `arcade` to try in place of the checkout's: `make release` sets it."""
ARCADE = INSTALLED or str(Path(sys.executable).with_name("arcade"))
QUICK = "[tables]\nbot_pause = 0.1\n"
"""Bots that act soon: nobody has to follow them."""


class Server:
    """`arcade serve` on a folder; it can be killed, and started anew on the same port."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.data = folder / "data"
        config = folder / "quick.toml"
        config.write_text(QUICK)
        self.environment = {"ARCADE_CONFIG": str(config), TRIAL: "1", **(environment or {})}
        self.typed = bool(environment or INSTALLED)  # started as a host types it, not forked
        self.chance = "a server of the tests"
        self._starts = 0
        self.before: Sequence[str] = ()  # a command that starts it then, such as prlimit
        self.port = self.web_port = 0
        self.announced = ""
        self._process: asyncio.subprocess.Process | Fork | None = None
        self._keys = 0

    async def start(self, *options: str) -> None:
        """Start, and return when it listens."""
        words = ("serve", "--port", str(self.port), "--data", str(self.data), *options)
        async with asyncio.timeout(PATIENCE):
            self.announced = await (self._type(words) if self.typed else self._fork(words))
        match = re.search(r" port (\d+)", self.announced)
        assert match, self.log
        self.port = int(match[1])
        web = re.search(r"Browsers: .*:(\d+)", self.announced)
        self.web_port = int(web[1]) if web else 0

    async def _fork(self, words: Sequence[str]) -> str:
        output = self.folder / "announced.txt"
        self._starts += 1  # one that starts again draws on, as it does where chance is real
        chance = f"{self.chance} {self._starts}"
        log = self.folder / "server.log"
        self._process = process = Fork(words, self.folder, self.environment, output, log, chance)
        return await process.lines(5)

    async def _type(self, words: Sequence[str]) -> str:
        with (self.folder / "server.log").open("ab") as log:
            self._process = process = await asyncio.create_subprocess_exec(
                *(*self.before, ARCADE, *words),
                cwd=self.folder,
                env={**os.environ, **self.environment},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert process.stdout is not None
        return "".join([(await process.stdout.readline()).decode() for _ in range(5)])

    @property
    def log(self) -> str:
        """What the server logged."""
        return (self.folder / "server.log").read_text()

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self._process is not None
        return self._process.pid

    async def kill(self) -> None:
        """kill -9."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to end; return its exit code."""
        return await self._end(signal.SIGTERM)

    async def ended(self) -> int:
        """Wait until it ends by itself; return its exit code."""
        assert self._process is not None
        async with asyncio.timeout(PATIENCE):
            code = await self._process.wait()
        self._process = None
        return code

    async def restart(self) -> None:
        """kill -9, and a new start on the same port and data."""
        await self.kill()
        await self.start()

    def guest(self) -> Client:
        """Somebody without a key."""
        return Client(self.folder, self.port)

    def person(self) -> Client:
        """Somebody with a new key."""
        self._keys += 1
        return Client(self.folder, self.port, make_key(self.folder / f"id_{self._keys}"))

    async def _end(self, number: signal.Signals) -> int:
        process = self._process
        if process is None:
            return 0
        if process.returncode is None:
            process.send_signal(number)
        async with asyncio.timeout(PATIENCE):
            code = await process.wait()
        self._process = None
        return code


async def ran(*words: object, folder: Path | None = None) -> Said:
    """Run `arcade` to its end, in a folder or here; an installed one as a host types it."""
    if INSTALLED:
        return await run(ARCADE, *map(str, words), cwd=folder)
    ended = await asyncio.to_thread(arcade, *words, folder=folder)
    return Said(ended.returncode, ended.stdout, ended.stderr)


async def admin(data: Path, *words: str) -> Said:
    """Run `arcade admin` beside the server whose data lies there."""
    return await ran("admin", "--data", data, *words)
