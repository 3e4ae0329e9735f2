"""Kills, hangs and partitions in one run over a cluster: nothing is lost, nothing stands still.

Each machine is a parent with two workers and a node of the log, whose routes to the others go
through lines that can be cut. `STORM=50,20,20` (kills, hangs, partitions) says how much of each.
"""

import asyncio
import json
import os
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from arcade.eventlog.jetstream import JetStreamLog
from arcade.eventlog.log import NotStored
from arcade.rooms import facts
from arcade.rooms.facts import Acted
from arcade.rooms.room import Room, evolve
from tests.cluster.test_serve import children
from tests.cluster.test_serve import workers as worker_pids
from tests.line import Line
from tests.nats import NatsServer
from tests.ssh.client import connect
from tests.ssh.conftest import made as made
from tests.ssh.process import Server
from tests.waiting import until

KILLS, HANGS, PARTITIONS = map(int, os.environ.get("STORM", "1,1,1").split(","))
STILL = 15.0
"""Seconds within which a bot's table moves."""
ANSWERED = 20.0
"""Seconds within which somebody who knocks is in, or told why not."""
TABLES = 4
GAME = "421"
LIMITS = "[limits]\nconnections_per_address = 1000\narrival_rate = 1000\narrival_burst = 1000\n"


class Machines:
    """Three machines, and what is done to them."""

    def __init__(self) -> None:
        self.nodes: list[NatsServer] = []
        self.routes: list[list[Line]] = []
        self.servers: list[Server] = []

    def workers(self) -> list[int]:
        return [pid for one in self.servers for pid in worker_pids(one)]

    async def kill(self) -> None:
        """kill -9 a worker, a node of the log, or stop a parent while one of its workers dies."""
        kind = random.random()
        if kind < 0.7:
            with suppress(ProcessLookupError):
                os.kill(random.choice(self.workers()), signal.SIGKILL)
        elif kind < 0.9:
            node = random.choice(self.nodes)
            await node.kill()
            await asyncio.sleep(1)
            await node.start()
        else:
            server = random.choice(self.servers)
            os.kill(server.pid, signal.SIGSTOP)
            try:
                with suppress(ProcessLookupError, IndexError):
                    os.kill(random.choice(list(worker_pids(server))), signal.SIGKILL)
                await asyncio.sleep(3)
            finally:
                os.kill(server.pid, signal.SIGCONT)

    async def hang(self) -> None:
        """Stop a worker or a node of the log for a while; the parent ends a worker for it."""
        node = random.random() < 0.4
        pid = random.choice(self.nodes).pid if node else random.choice(self.workers())
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            await asyncio.sleep(random.uniform(1, 5 if node else 17))
            os.kill(pid, signal.SIGCONT)

    async def part(self) -> None:
        """Cut one node of the log off from the other two."""
        cut = random.randrange(3)
        lines = [*self.routes[cut], *(routes[cut] for routes in self.routes if routes)]
        for line in lines:
            line.silent = True
        await asyncio.sleep(random.uniform(1, 6))
        for line in lines:
            line.silent = False
            line.cut()


@pytest.fixture
async def machines(
    tmp_path: Path, made: Callable[..., Server], unused_tcp_port_factory: Callable[[], int]
) -> AsyncIterator[Machines]:
    found = Machines()
    ports = [unused_tcp_port_factory() for _ in range(3)]
    async with AsyncExitStack() as closing:
        for number, port in enumerate(ports):
            lines = [Line(one) for one in ports]
            found.routes.append(lines)
            urls = []
            for line in lines:
                urls.append(f'"{await line.open()}"')
                closing.push_async_callback(line.close)
            routes = ", ".join(url for to, url in enumerate(urls) if to != number)
            more = (
                f"server_name: n{number}\n"
                f"cluster {{ name: arcade, listen: 127.0.0.1:{port}, routes: [{routes}], "
                "no_advertise: true }"
            )
            found.nodes.append(NatsServer(tmp_path / f"nats{number}", more))
            closing.push_async_callback(found.nodes[-1].kill)
            await found.nodes[-1].start()
        url = ",".join(node.url for node in found.nodes)
        for _ in range(3):
            server = made()
            config = Path(server.environment["ARCADE_CONFIG"])
            config.write_text(config.read_text() + LIMITS)
            await server.start("--workers", "2", "--log", url, "--replicas", "3")
            found.servers.append(server)
        yield found
        for server in found.servers:
            for pid in (server.pid, *children(server.pid)):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)


class Figures:
    """What was seen of it all."""

    def __init__(self) -> None:
        self.shown: dict[str, int] = {}
        """The newest fact of each table that anybody was shown."""
        self.acknowledged: Counter[str] = Counter()
        """How many moves were acknowledged, by table."""
        self.there: Counter[tuple[str, int]] = Counter()
        """Who looks on, by table and machine."""
        self.waits: list[float] = []
        """Seconds until somebody who knocks is in."""
        self.still: list[float] = []
        """Seconds a bot's table stood still at the longest, by table."""


async def sit(machines: Machines, figures: Figures, number: int, codes: dict[int, str]) -> None:
    """Play at a table of one's own, and come again when the line breaks; move when it is time."""
    key = asyncssh.generate_private_key("ssh-ed25519")

    async def talk(process: Any) -> None:
        wish: dict[str, Any] = {"do": "create", "game": GAME, "seats": 3}
        await say(process, {"do": "join", "code": codes[number]} if number in codes else wish)
        asked, acts = 0, dict[int, str]()
        while line := await process.stdout.readline():
            said = json.loads(line)
            if said["event"] == "done" and said.get("id") in acts:
                figures.acknowledged[acts.pop(said["id"])] += 1
            if said["event"] != "table":
                continue
            table = said["table"]
            code = codes[number] = table["code"]
            figures.shown[code] = max(table["version"], figures.shown.get(code, 0))
            if table["phase"] in ("waiting", "over"):
                await say(process, {"do": "start"})
            elif table["your_turn"] and asked != table["version"]:
                asked, action = table["version"], table["offers"][-1]["action"]
                acts[table["version"]] = code
                await say(process, {"do": "act", "id": table["version"], "action": action})

    await come_again(machines, figures, talk, client_keys=[key], name=f"p{number}x")


async def look_on(machines: Machines, figures: Figures, code: str, machine: int) -> None:
    """Watch a table by one machine, and come again when the line breaks."""

    async def talk(process: Any) -> None:
        await say(process, {"do": "watch", "code": code})
        try:
            while line := await process.stdout.readline():
                said = json.loads(line)
                if said["event"] == "table":
                    figures.there[code, machine] = 1
                    version = said["table"]["version"]
                    figures.shown[code] = max(version, figures.shown.get(code, 0))
        finally:
            figures.there[code, machine] = 0

    await come_again(machines, figures, talk, machine)


async def say(process: Any, wish: dict[str, Any]) -> None:
    process.stdin.write(json.dumps(wish) + "\n")
    await process.stdin.drain()


async def come_again(
    machines: Machines,
    figures: Figures,
    talk: Callable[[Any], Awaitable[None]],
    machine: int | None = None,
    client_keys: list[asyncssh.SSHKey] | None = None,
    name: str = "",
) -> None:
    """Knock until somebody answers, talk until the line breaks, and again."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    while True:
        with suppress(OSError, asyncssh.Error, TimeoutError, json.JSONDecodeError):
            server = machines.servers[random.randrange(3) if machine is None else machine]
            # As a person's own ServerAlive does: who hears nothing comes again.
            options = {"client_keys": client_keys, "keepalive_interval": 5, "login_timeout": 20}
            async with (
                await connect(server.port, **options) as line,
                line.create_process("api") as process,
            ):
                await process.stdout.readline()  # hello
                figures.waits.append(loop.time() - began)
                if name:
                    await say(process, {"do": "name", "name": name})
                await talk(process)
        began = loop.time()
        await asyncio.sleep(0.2)


async def watch_tables(url: str, figures: Figures) -> None:
    """Measure how long a bot does not move where people of two machines look on."""
    log, loop = await JetStreamLog.open(url), asyncio.get_running_loop()
    known: dict[str, tuple[Room | None, int, float]] = {}
    try:
        while True:
            await asyncio.sleep(0.5)
            for code in {code for code, _ in figures.there}:
                room, token, since = known.get(code, (None, 0, loop.time()))
                with suppress(NotStored):
                    entries = await log.read(f"room.{code}", token)
                    for entry in entries:
                        room, token = evolve(room, facts.decode(entry.data)), entry.token
                    bots = room is not None and not room.paused
                    bots = bots and any(room.chairs[seat].bot for seat in room.to_act())
                    there = sum(figures.there[code, one] for one in range(3))
                    able = bots and there > 1
                    since = since if able and not entries else loop.time()
                    known[code] = room, token, since
                    figures.still.append(loop.time() - since)
    finally:
        await log.close()


@pytest.mark.timeout(240 + 30 * (KILLS + HANGS + PARTITIONS))
async def test_kills_hangs_and_partitions_stop_nothing_for_long(
    machines: Machines, figure: Callable[[str], None]
) -> None:
    figures, codes = Figures(), dict[int, str]()
    url = ",".join(node.url for node in machines.nodes)
    async with (
        asyncio.timeout(120 + 30 * (KILLS + HANGS + PARTITIONS)),
        AsyncExitStack() as closing,
    ):

        def spawn(what: Coroutine[Any, Any, None]) -> None:
            task = asyncio.create_task(what)
            closing.callback(task.cancel)
            tasks.append(task)

        tasks: list[asyncio.Task[None]] = []
        for number in range(TABLES):
            spawn(sit(machines, figures, number, codes))
        await until(lambda: len(codes) == TABLES)
        for code in codes.values():
            for machine in range(3):
                spawn(look_on(machines, figures, code, machine))
        spawn(watch_tables(url, figures))
        await until(lambda: all(figures.there[code, 0] for code in codes.values()))
        deeds = [machines.kill] * KILLS + [machines.hang] * HANGS + [machines.part] * PARTITIONS
        random.shuffle(deeds)
        for deed in deeds:
            await deed()
            await asyncio.sleep(random.uniform(1, 4))
        moved = dict(figures.acknowledged)
        await until(
            lambda: all(figures.acknowledged[one] > moved.get(one, 0) for one in codes.values())
        )
        assert not [task for task in tasks if task.done()], [
            task.exception() for task in tasks if task.done()
        ]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)  # nothing is acknowledged any more
        log = await JetStreamLog.open(url)
        stored = {}
        for code in codes.values():
            stored[code] = [facts.decode(entry.data) for entry in await log.read(f"room.{code}")]
        await log.close()
    acts = {
        code: sum(isinstance(one.fact, Acted) and one.fact.by == "person" for one in kept)
        for code, kept in stored.items()
    }
    lost = sum(max(0, figures.acknowledged[code] - acts[code]) for code in stored)
    figure(f"kills {KILLS}, hangs {HANGS}, partitions {PARTITIONS}; log-ins {len(figures.waits)}")
    figure(f"moves acknowledged {figures.acknowledged.total()}, lost {lost}")
    figure(f"a bot's table stood still at the longest {max(figures.still):.1f} s")
    figure(f"a log-in waited at the longest {max(figures.waits):.1f} s")
    assert not lost
    assert all(stored[code][-1].n >= version for code, version in figures.shown.items())
    assert max(figures.still) < STILL
    assert max(figures.waits) < ANSWERED
