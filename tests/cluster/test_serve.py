"""`arcade serve --workers N`: one port, one key, a NATS server of its own."""

import asyncio
import json
import os
import signal
from pathlib import Path

from tests.processes import runs
from tests.ssh.conftest import made as made
from tests.ssh.process import Server, admin
from tests.ssh.seats import come_in, open_table


def children(pid: int) -> dict[int, str]:
    """Give the command lines of a process's children."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {
        int(one): Path(f"/proc/{one}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        for one in found
    }


def workers(server: Server) -> set[int]:
    return {pid for pid, line in children(server.pid).items() if "server.worker" in line}


async def test_one_port_many_processes(made) -> None:
    server = made()
    await server.start("--workers", "2")
    assert server.announced.count("Play:") == 1
    before = workers(server)
    assert len(before) == 2
    first = await come_in(server.person(), "anna")
    code = await open_table(first, Seats="2")
    others = [server.guest() for _ in range(6)]  # the system gives each to one or the other
    for one in others:
        said = await one.run("rooms", "--json")
        assert [row["code"] for row in json.loads(said.out)] == [code]
    assert (await admin(server.data, "announce", "hello all")).code == 0
    await first.wait_for("hello all")

    os.kill(min(before), signal.SIGKILL)
    async with asyncio.timeout(30):
        while len(workers(server)) < 2 or min(before) in workers(server):
            await asyncio.sleep(0.1)
    for one in others:
        assert (await one.run("rooms")).code == 0

    assert await server.stop() == 0
    await server.start("--workers", "2")
    async with asyncio.timeout(30):
        said = await server.guest().run("rooms", "--json")
    assert [row["code"] for row in json.loads(said.out)] == [code]
    pids = set(children(server.pid))
    await server.kill()
    async with asyncio.timeout(30):
        while any(map(runs, pids)):
            await asyncio.sleep(0.1)


async def test_a_drain_ends_all(made) -> None:
    server = made()
    await server.start("--workers", "2")
    assert (await admin(server.data, "drain", "--minutes", "0", "update")).code == 0
    assert await server.ended() == 0
