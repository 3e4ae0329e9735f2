"""Workers as separate processes on ports of their own, so that a test knows who serves whom."""

import asyncio
import json
import re
from collections.abc import Sequence
from pathlib import Path

from arcade.eventlog.nats.jetstream import JetStreamLog
from arcade.rooms.presence import Peers
from tests.ssh.client import Client
from tests.ssh.process import Server


class Crew:
    """The workers of one log."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workers: list[Server] = []

    async def start(self, url: str, *options: str) -> Server:
        """Start another one."""
        folder = self.folder / f"worker{len(self.workers)}"
        folder.mkdir()
        self.workers.append(Server(folder))
        await self.workers[-1].start("--log", url, *options)
        return self.workers[-1]

    async def end(self) -> None:
        """kill -9, all of them."""
        for worker in self.workers:
            await worker.kill()


def elsewhere(client: Client, server: Server) -> Client:
    """Return the same person as a client of another worker."""
    return Client(client.home, server.port, client.key)


def drives(workers: Sequence[Server], code: str) -> Server:
    """Say which worker drives a room, as the workers reckon it."""
    names = {name(worker): worker for worker in workers}
    for me, server in names.items():
        peers = Peers(me)
        peers.set_workers(frozenset(names))
        if peers.drives(code):
            return server
    raise AssertionError(f"nobody drives {code}")


def name(server: Server) -> str:
    """Return the name a worker has among the others, from its log."""
    return str(re.findall(r'"me": ?"([0-9a-f]+)"', server.log)[-1])


class Ear:
    """Notes when each fact of a room was stored, by listening to the log."""

    def __init__(self, log: JetStreamLog, code: str) -> None:
        self.heard: list[tuple[float, str]] = []
        self._log = log
        self._task = asyncio.create_task(self._listen(code))

    async def _listen(self, code: str) -> None:
        loop, stream, after = asyncio.get_running_loop(), f"room.{code}", 0
        growing = self._log.growing()
        grown = asyncio.ensure_future(anext(growing))
        try:
            while True:
                for entry in await self._log.read(stream, after):
                    fact = json.loads(entry.data)["fact"]
                    self.heard.append((loop.time(), f"{fact['fact']} {fact.get('by', '')}".strip()))
                    after = entry.token
                while (await grown)[0] not in (stream, ""):
                    grown = asyncio.ensure_future(anext(growing))
                grown = asyncio.ensure_future(anext(growing))
        finally:
            grown.cancel()

    def moves(self, by: str = "") -> list[float]:
        """Return when the moves were stored: all, or those of `person` or `bot`."""
        return [at for at, what in self.heard if what.startswith(f"acted {by}")]

    async def next_move(self, after: float, patience: float) -> float:
        """Wait for the first move after a moment; return when it was."""
        async with asyncio.timeout(patience):
            while not (later_moves := [at for at in self.moves() if at > after]):
                await asyncio.sleep(0.01)
        return later_moves[0]

    def close(self) -> None:
        """Listen no more."""
        self._task.cancel()
