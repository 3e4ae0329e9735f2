"""The workers' own log: it ends with its parent, and a full disk is not its end."""

import asyncio
import json
import resource
import shutil
import sys
from pathlib import Path

import pytest

from arcade.eventlog.log import NotStored
from arcade.eventlog.nats import jetstream
from arcade.eventlog.nats.jetstream import JetStreamLog
from server.cluster import workers
from server.cluster.nats import NatsServer
from server.cluster.workers import SupervisedProcess
from server.config.addresses import LOOPBACK
from server.monitoring import health
from server.monitoring.storage import Storage
from tests.waiting import PATIENCE

JSZ = b"GET /jsz HTTP/1.0\r\n\r\n"
ORPHANS = """
import os
from server.cluster.nats import _end_with

def code(really: int, expected: int) -> int:
    if (child := os.fork()) == 0:
        os.getppid = lambda: really
        _end_with(expected)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

print(code(1, 1), code(7, 7), code(1, 7))
"""


async def test_only_whose_parent_has_died_meanwhile_does_not_begin() -> None:
    """Also where the parent is process 1, as in a container."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", ORPHANS), stdout=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(60):
        out, _ = await process.communicate()
    assert out.split() == [b"0", b"0", b"1"]


async def test_what_it_may_take_of_the_disk_does_not_follow_from_what_is_free(
    tmp_path: Path,
) -> None:
    nats = NatsServer(tmp_path)
    process = await nats.start()
    answer = await asyncio.to_thread(health._exchange, LOOPBACK, nats._health, JSZ)
    bound = json.loads(answer.partition(b"\r\n\r\n")[2])["config"]["max_storage"]
    assert bound > shutil.disk_usage(tmp_path).total
    process.kill()
    await process.wait()
    nats.let_go()


async def test_after_a_full_disk_it_is_started_anew_when_there_is_space(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jetstream, "PATIENCE", PATIENCE)
    monkeypatch.setattr(workers, "CHECK_EVERY", 0.05)
    nats, started = NatsServer(tmp_path), []

    async def start() -> asyncio.subprocess.Process:
        started.append(await nats.start())
        return started[-1]

    kept = SupervisedProcess("nats-server", start)
    await kept.start()
    log = await JetStreamLog.open(nats.url)
    watched = Storage(log)
    end = await log.append("room.A", [b"before"], 0)
    assert await nats.stuck() == ""
    resource.prlimit(started[0].pid, resource.RLIMIT_FSIZE, (1 << 12, -1))
    with monkeypatch.context() as short, pytest.raises(NotStored):
        short.setattr(jetstream, "PATIENCE", 0.2)
        await log.append("room.A", [bytes(1 << 13)], end)
    async with asyncio.timeout(PATIENCE):
        while "write error" not in await nats.stuck():
            await asyncio.sleep(0.05)
    with monkeypatch.context() as short:
        short.setattr(jetstream, "PATIENCE", 0.2)
        assert await watched.fault() == "nothing can be stored: see the log"
    looking = asyncio.create_task(workers.look_after(nats, kept))
    async with asyncio.timeout(PATIENCE):
        while await watched.fault():  # nobody has to move first
            await asyncio.sleep(0.05)
    await log.append("room.A", [b"after"], end)
    assert [entry.data for entry in await log.read("room.A")] == [b"before", b"after"]
    assert len(started) == 2
    looking.cancel()
    await log.close()
    await kept.end()
    nats.let_go()
