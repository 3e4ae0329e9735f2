"""`arcade serve --workers N`: one port, one key, a NATS server of its own."""

import asyncio
import json
import os
import signal
import socket
import stat
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import asyncssh

from server.config.environment import DRAINED
from tests.cluster.crew import elsewhere
from tests.nats import NatsServer
from tests.processes import runs
from tests.ssh.client import connect
from tests.ssh.conftest import made as made
from tests.ssh.process import Server, admin
from tests.ssh.seats import come_in, facts, open_table
from tests.waiting import PATIENCE


def children(pid: int) -> dict[int, str]:
    """Return the command lines of a process's children."""
    pids = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    lines: dict[int, str] = {}
    for item in pids:
        with suppress(FileNotFoundError, ProcessLookupError):  # killed a moment ago
            command_line = Path(f"/proc/{item}/cmdline").read_bytes()
            lines[int(item)] = command_line.replace(b"\0", b" ").decode()
    return lines


def workers(server: Server) -> set[int]:
    return {pid for pid, line in children(server.pid).items() if "nats-server" not in line}


async def test_workers_share_the_limits_of_an_address_and_end_together_in_a_drain(
    made, tmp_path: Path
) -> None:
    config = tmp_path / "limits.toml"
    config.write_text("[limits]\nconnections_per_address = 4\n")
    server = made()
    await server.start("--workers", "2", "--config", str(config))
    opened = []
    for _ in range(32):  # the system gives each to one or the other
        client = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        if await asyncio.to_thread(_greets, client):
            opened.append(client)
        else:
            client.close()
    assert len(opened) == 4
    for client in opened:
        client.close()
    assert (await admin(server.data, "drain", "--minutes", "0", "update")).code == 0
    assert await server.ended() == DRAINED


def _greets(opened: socket.socket) -> bool:
    with suppress(ConnectionError):
        return opened.recv(3) == b"SSH"
    return False


def worker_of(server: Server, port: int) -> int:
    """Return the worker that a client's port is connected to."""
    ends = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    sockets = {
        f"socket:[{end[9]}]"
        for end in ends
        if [int(result[-4:], 16) for result in end[1:3]] == [server.port, port]
    }
    for pid in workers(server):
        for file in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(FileNotFoundError):
                if str(file.readlink()) in sockets:
                    return pid
    raise AssertionError("nobody has it")


class Asking:
    """Asks in the API without pause, and counts the answers."""

    def __init__(self, connection: asyncssh.SSHClientConnection) -> None:
        self.answers = 0
        self._task = asyncio.create_task(self._ask(connection))

    async def _ask(self, connection: asyncssh.SSHClientConnection) -> None:
        process = await connection.create_process("api")
        reading = asyncio.create_task(self._read(process))
        while not reading.done():
            process.stdin.write('{"do": "games"}\n' * 8)
            await process.stdin.drain()
        await reading

    async def _read(self, process: asyncssh.SSHClientProcess[str]) -> None:
        while await process.stdout.readline():
            self.answers += 1

    def stop(self) -> None:
        self._task.cancel()


WARM, MEASURED = 2.0, 3.0
"""Seconds until what may come at once has come, and in which answers are counted then."""


async def test_who_is_loud_at_two_workers_is_limited_as_at_one(
    made, tmp_path: Path, figure: Callable[[str], None]
) -> None:
    config = tmp_path / "limits.toml"
    config.write_text("[limits]\ninput_rate = 20000\nlogin_time = 120\n")
    server = made()
    await server.start("--workers", "2", "--config", str(config))
    by_worker: dict[int, asyncssh.SSHClientConnection] = {}
    async with AsyncExitStack() as closing:
        while len(by_worker) < 2:  # the system gives each to one or the other
            line = await closing.enter_async_context(await connect(server.port, login_timeout=120))
            by_worker[worker_of(server, line.get_extra_info("sockname")[1])] = line
        asking: list[Asking] = []
        counted: list[int] = []
        for line in by_worker.values():
            asking.append(Asking(line))
            await asyncio.sleep(WARM)
            before = [client.answers for client in asking]
            await asyncio.sleep(MEASURED)
            answered = [client.answers - had for client, had in zip(asking, before, strict=True)]
            assert all(answered)
            counted.append(sum(answered))
        for client in asking:
            client.stop()
    figure(f"answers from one worker {counted[0]}, from both {counted[1]}")
    assert counted[1] < 1.6 * counted[0]


async def test_one_port_many_processes(made) -> None:
    server = made()
    await server.start("--workers", "2")
    assert server.announced.count("Play:") == 1
    before = workers(server)
    assert len(before) == 2
    assert stat.S_IMODE(server.data.stat().st_mode) == 0o700
    first = await come_in(server.person(), "anna")
    code = await open_table(first, Seats="2")
    others = [server.guest() for _ in range(6)]  # the system gives each to one or the other
    for other in others:
        answer = await other.run("rooms", "--json")
        assert [row["code"] for row in json.loads(answer.out)] == [code]
    assert (await admin(server.data, "announce", "hello all")).code == 0
    await first.wait_for("hello all")

    os.kill(min(before), signal.SIGKILL)
    async with asyncio.timeout(PATIENCE):
        while len(workers(server)) < 2 or min(before) in workers(server):
            await asyncio.sleep(0.1)
    for other in others:
        assert (await other.run("rooms")).code == 0
    await _sent_away(server)

    assert await server.stop() == 0
    assert '"asked_by": "SIGTERM"' in server.log
    await server.start("--workers", "2")
    async with asyncio.timeout(PATIENCE):
        answer = await server.guest().run("rooms", "--json")
    assert [row["code"] for row in json.loads(answer.out)] == [code]
    pids = set(children(server.pid))
    await server.kill()
    async with asyncio.timeout(PATIENCE):
        while any(map(runs, pids)):
            await asyncio.sleep(0.1)


async def _sent_away(server: Server) -> None:
    """End each worker by SIGTERM: one after the other is started anew, and the house stays open."""
    first, second = sorted(workers(server))
    people = [await come_in(server.person(), f"call{name}") for name in ("one", "two", "ten")]
    for gone in (first, second):
        listen = server.log.count('"worker listens"')
        os.kill(gone, signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            while server.log.count('"worker listens"') == listen:
                await asyncio.sleep(0.1)
        assert (await server.guest().run("rooms")).code == 0
    for person in people:  # each sat in one of the two
        await person.ended()
        assert "the arcade goes on: come back to your seat at once." in person.output
    assert server.log.count('"was ended"') == 2


async def test_workers_that_die_during_a_drain_are_not_restarted(made) -> None:
    server = made()
    await server.start("--workers", "2")
    assert (await admin(server.data, "drain", "--here", "--minutes", "3", "update")).code == 0
    with suppress(ConnectionError):
        while True:  # until each has heard of it
            socket.create_connection(("127.0.0.1", server.port), 10).close()
            await asyncio.sleep(0.1)
    for pid in workers(server):
        os.kill(pid, signal.SIGKILL)
    assert await server.ended() == DRAINED
    assert server.log.count('"worker listens"') == 2


async def test_one_machine_after_another_ends_and_the_house_stays_open(
    tmp_path: Path, nats: NatsServer
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    old, new = (Server(tmp_path / name) for name in ("one", "two"))
    try:
        await old.start("--log", nats.url, "--workers", "2")
        await new.start("--log", nats.url)
        anna, ben = old.person(), new.person()
        first, second = await come_in(anna, "anna"), await come_in(ben, "ben")
        code = await open_table(first, Seats="3")
        await admin(old.data, "drain", "--here", "--minutes", "3", "A new version.")
        await first.wait_for("This line ends in 3 minutes")
        assert (await old.guest().run("rooms")).code == 255  # refused: a balancer goes elsewhere
        first.type("?")
        await first.wait_for("help")
        await admin(old.data, "drain", "--here", "--minutes", "0", "Now.")
        await first.ended()
        assert await old.ended() == DRAINED
        back = elsewhere(anna, new).open("join", code)
        await back.wait_for("You sit down.")
        assert "ends in" not in second.text and "closed" not in second.text

        await old.start("--log", nats.url)
        assert await new.stop() == 0  # SIGTERM does the same, at once
        await back.ended()
        again = elsewhere(anna, old).open("join", code)
        await again.wait_for("You sit down.")
        known = await facts(old, code)
        assert [fact["fact"]["fact"] for fact in known].count("sat") == 1
    finally:
        for server in (old, new):
            await server.kill()
