"""Kills, hangs and partitions in one run over a cluster: nothing is lost, nothing stands still.

Each machine is a parent with two workers and a node of the log, whose routes to the others go
through lines that can be cut. Three nodes bear the loss of one: the next one is hurt when all have
caught up and every table has moved. A worker is hurt while the other one of its machine serves: of
a machine without any the storm would only tell how long a start takes. Parents are hurt at any
time. `make cluster` runs it: `STORM=50,20,20` says how many kills, hangs and partitions, and
`STORM_SEED=N` has the faults come again in the order of an earlier run.
"""

import asyncio
import json
import os
import random
import signal
import time
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from arcade.eventlog.log import CannotOpen, NotStored
from arcade.eventlog.nats.jetstream import JetStreamLog
from arcade.rooms import facts
from arcade.rooms.evolve import fold
from arcade.rooms.facts import Acted, Started, Stored
from arcade.rooms.presence import Peers
from tests.cluster.test_serve import children
from tests.cluster.test_serve import workers as worker_pids
from tests.cluster.test_watchdog import logged
from tests.line import Line
from tests.nats import NatsServer
from tests.processes import runs, state
from tests.ssh.client import connect
from tests.ssh.process import Server
from tests.waiting import until

STORM = os.environ.get("STORM", "")
KILLS, HANGS, PARTITIONS = map(int, (STORM or "0,0,0").split(","))
SEED = int(os.environ.get("STORM_SEED") or time.time_ns() % 10**6)
STILL = 15.0
"""Seconds within which every table moves: somebody is to act at each, a bot or who plays there."""
ANSWERED = 20.0
"""Seconds within which somebody who knocks is in."""
PAUSE = 0.5, 2.0
"""Seconds between two faults."""
TABLES = 4
GAME = "421"
LIMITS = "[limits]\nconnections_per_address = 1000\nconnections_per_minute = 60000\n"
LIMITS += "input_rate = 1000000000\n"  # all are of one address


class Machines:
    """Three machines, and what is done to them."""

    def __init__(self) -> None:
        self.nodes: list[NatsServer] = []
        self.routes: list[list[Line]] = []
        self.servers: list[Server] = []
        self.chance = random.Random(SEED)
        self.moves: Callable[[], list[int]] = list
        """Tells how many moves were acknowledged at each table."""
        self.faults: list[tuple[float, str]] = []
        """What was done, and when."""

    async def storm(self) -> None:
        """Do all the faults in an order of chance, each with its own draws."""
        faults = [self.kill] * KILLS + [self.hang] * HANGS + [self.part] * PARTITIONS
        self.chance.shuffle(faults)
        for fault in faults:
            kind, which, length, pause = (self.chance.random() for _ in range(4))
            await fault(kind, which, length)
            await asyncio.sleep(PAUSE[0] + pause * (PAUSE[1] - PAUSE[0]))

    def note(self, what: str) -> None:
        self.faults.append((time.time(), what))

    async def node(self, which: float) -> int:
        """Choose a node of the log, when nothing suffers from the last one any more."""
        before, all_moved = self.moves(), False
        with suppress(TimeoutError):  # a table that stands still fails by that
            async with asyncio.timeout(2 * STILL):
                while not all_moved:
                    await asyncio.sleep(0.1)
                    # Two moves: the answer to one may have come late.
                    both = zip(self.moves(), before, strict=True)
                    moved = all(now > then + 1 for now, then in both)
                    all_moved = moved and all(
                        [await asyncio.to_thread(_caught_up, node) for node in self.nodes]
                    )
        return int(which * 3)

    def worker(self, which: float) -> int:
        """Choose a worker whose neighbour on the same machine serves; 0: there is none now."""
        live = []
        for server in self.servers:
            running = worker_pids(server)
            listen = {line["pid"] for line in logged(server, "worker listens")}
            serve = {pid for pid in running if pid in listen and runs(pid) and state(pid) != "T"}
            live += [pid for pid in sorted(running) if serve - {pid}]
        return live[int(which * len(live))] if live else 0

    async def kill(self, kind: float, which: float, length: float) -> None:
        """kill -9 a worker, or a node of the log, or a worker whose parent is stopped."""
        if 0.7 <= kind < 0.9:
            number = await self.node(which)
            self.note(f"kill node {number}")
            await self.nodes[number].kill()
            await asyncio.sleep(1)
            await self.nodes[number].start()
            return
        while not (pid := self.worker(which)):
            await asyncio.sleep(0.1)
        parent = next(server.pid for server in self.servers if pid in worker_pids(server))
        self.note(f"kill worker {pid}" + (", its parent stopped" if kind >= 0.9 else ""))
        if kind >= 0.9:
            os.kill(parent, signal.SIGSTOP)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        if kind >= 0.9:
            await asyncio.sleep(1 + 3 * length)
            os.kill(parent, signal.SIGCONT)

    async def hang(self, kind: float, which: float, length: float) -> None:
        """Stop a worker or a node of the log for a while; the parent ends a worker for it."""
        if kind < 0.4:
            pid = self.nodes[await self.node(which)].pid
            seconds, name = 1 + 4 * length, "node"
        else:
            while not (pid := self.worker(which)):
                await asyncio.sleep(0.1)
            seconds, name = 1 + 16 * length, "worker"
        self.note(f"hang {name} {pid} for {seconds:.1f} s")
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            await asyncio.sleep(seconds)
            os.kill(pid, signal.SIGCONT)

    async def part(self, kind: float, which: float, length: float) -> None:
        """Cut one node of the log off from the other two."""
        cut, seconds = await self.node(which), 1 + 5 * length
        self.note(f"cut node {cut} off for {seconds:.1f} s")
        # Line `to` of each machine leads to node `to`.
        lines = [*self.routes[cut], *(routes[cut] for routes in self.routes)]
        for line in lines:
            line.silent = True
        await asyncio.sleep(seconds)
        for line in lines:
            line.silent = False
            line.cut()


def _caught_up(node: NatsServer) -> bool:
    """Ask a node whether it knows a leader, and what the others know, of every stream."""
    with (
        suppress(OSError),
        urllib.request.urlopen(f"{node.monitoring}/healthz", timeout=2) as response,
    ):
        return bool(json.load(response)["status"] == "ok")
    return False


@pytest.fixture
async def machines(
    tmp_path: Path, unused_tcp_port_factory: Callable[[], int]
) -> AsyncIterator[Machines]:
    machine_park = Machines()
    ports = [unused_tcp_port_factory() for _ in range(3)]
    async with AsyncExitStack() as closing:
        for number, port in enumerate(ports):
            lines = [Line(port) for port in ports]
            machine_park.routes.append(lines)
            urls = []
            for line in lines:
                urls.append(f'"{await line.open()}"')
                closing.push_async_callback(line.close)
            routes = ", ".join(url for to, url in enumerate(urls) if to != number)
            more = (
                f"http: 127.0.0.1:-1\nserver_name: n{number}\n"
                f"cluster {{ name: arcade, listen: 127.0.0.1:{port}, routes: [{routes}], "
                "no_advertise: true }"
            )
            machine_park.nodes.append(NatsServer(tmp_path / f"nats{number}", more))
            closing.push_async_callback(machine_park.nodes[-1].kill)
            await machine_park.nodes[-1].start()
        url = ",".join(node.url for node in machine_park.nodes)
        for number in range(3):
            folder = tmp_path / f"machine{number}"
            folder.mkdir()
            server = Server(folder)
            config = Path(server.environment["ARCADE_CONFIG"])
            config.write_text(config.read_text() + LIMITS)
            closing.push_async_callback(server.kill)
            await server.start("--workers", "2", "--log", url, "--replicas", "3")
            machine_park.servers.append(server)
        yield machine_park
        for server in machine_park.servers:
            for pid in (server.pid, *children(server.pid)):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)


class Figures:
    """What was seen of it all."""

    def __init__(self) -> None:
        self.shown: dict[str, int] = {}
        """The newest fact of each table that anybody was shown."""
        self.acknowledged: dict[str, list[int]] = {}
        """The versions from which moves were made that were acknowledged, by table."""
        self.watched: set[tuple[str, int]] = set()
        """Which table was watched by which machine at any time."""
        self.waits: list[tuple[float, float, str]] = []
        """Seconds until somebody who knocks is in, or has waited in vain when all is over; when
        that began, and what went wrong on the way."""
        self.visits: dict[str, list[tuple[float, float, int]]] = {}
        """From when to when each player was connected, and to which machine, by name."""


async def sit(machines: Machines, figures: Figures, number: int, codes: dict[int, str]) -> None:
    """Play at a table of one's own, and come again when the line breaks; move when it is time."""
    key = asyncssh.generate_private_key("ssh-ed25519")

    async def talk(process: Any) -> None:
        wish: dict[str, Any] = {"do": "create", "game": GAME, "seats": 3, "table": {"pace": "none"}}
        join = {"do": "join", "id": 0, "code": codes.get(number)}
        await say(process, join if number in codes else wish)
        asked, table = 0, dict[str, Any]()
        while line := await process.stdout.readline():
            message = json.loads(line)
            if message["event"] == "done" and message["id"]:
                figures.acknowledged.setdefault(codes[number], []).append(message["id"])
            if message["event"] == "error":
                if message["id"] == 0:
                    return  # this worker has not heard of the table yet
                if not table:
                    continue  # the name was told before
                asked = 0  # it could not be stored: once more
                await asyncio.sleep(0.2)
            elif message["event"] == "table":
                table = message["table"]
                code = codes[number] = table["code"]
                figures.shown[code] = max(table["version"], figures.shown.get(code, 0))
            else:
                continue
            if table["phase"] in ("waiting", "over"):
                await say(process, {"do": "start"})
            elif table["your_turn"] and asked != table["version"]:
                asked, action = table["version"], table["offers"][-1]["action"]
                await say(process, {"do": "act", "id": asked, "action": action})

    # Who plays tries another machine soon, as somebody at a terminal does.
    await come_again(machines, figures, talk, name=f"p{number}x", key=key, patience=5)


async def look_on(machines: Machines, figures: Figures, code: str, machine: int) -> None:
    """Watch a table by one machine, and come again when the line breaks."""

    async def talk(process: Any) -> None:
        await say(process, {"do": "watch", "code": code})
        while line := await process.stdout.readline():
            message = json.loads(line)
            if message["event"] == "error":
                return  # this worker has not heard of the table yet
            if message["event"] == "table":
                figures.watched.add((code, machine))
                version = message["table"]["version"]
                figures.shown[code] = max(version, figures.shown.get(code, 0))

    # Longer than anybody may wait: an answer that comes too late is measured, not given up.
    await come_again(machines, figures, talk, machine, patience=2 * ANSWERED)


async def say(process: Any, wish: dict[str, Any]) -> None:
    process.stdin.write(json.dumps(wish) + "\n")
    await process.stdin.drain()


async def come_again(
    machines: Machines,
    figures: Figures,
    talk: Callable[[Any], Awaitable[None]],
    machine: int | None = None,
    name: str = "",
    *,
    patience: float,
    key: asyncssh.SSHKey | None = None,
) -> None:
    """Knock until somebody says hello, talk until the line breaks, and again.

    Who has heard no hello for `patience` seconds knocks anew; the wait goes on.
    """
    options: dict[str, Any] = {"client_keys": [key]} if key else {}
    # As a person's own ServerAlive does: who hears nothing comes again.
    options |= {"keepalive_interval": 2, "keepalive_count_max": 2, "login_timeout": patience}
    began: float | None = time.time()
    wrong: list[str] = []
    try:
        while True:
            try:
                number = random.randrange(3) if machine is None else machine
                async with AsyncExitStack() as closing:
                    async with asyncio.timeout(patience):
                        line = await connect(machines.servers[number].port, **options)
                        await closing.enter_async_context(line)
                        process = await closing.enter_async_context(line.create_process("api"))
                        hello = await process.stdout.readline()
                    if hello:
                        if began is not None:
                            figures.waits.append((time.time() - began, began, "; ".join(wrong)))
                        began, wrong, came = None, [], time.time()
                        if name:
                            await say(process, {"do": "name", "name": name})
                        try:
                            await talk(process)
                        finally:
                            visits = figures.visits.setdefault(name, [])
                            visits.append((came, time.time(), number))
            except (OSError, asyncssh.Error, TimeoutError, json.JSONDecodeError) as error:
                wrong[5:] = [f"… {time.time():.1f} {number} {error!r}"]
            began = time.time() if began is None else began
            await asyncio.sleep(0.2)
    finally:
        if began is not None:
            figures.waits.append((time.time() - began, began, "; ".join(wrong)))


async def kept(url: str, codes: list[str]) -> dict[str, list[Stored]]:
    """Read what is stored of the tables; a cluster that was just parted may answer late."""
    async with asyncio.timeout(60):
        while True:
            with suppress(CannotOpen, NotStored):
                log = await JetStreamLog.open(url)
                try:
                    return {
                        code: [facts.decode(entry.data) for entry in await log.read(f"room.{code}")]
                        for code in codes
                    }
                finally:
                    await log.close()


def lost(acknowledged: list[int], stored: list[Stored]) -> int:
    """Count the acknowledged moves that are not stored behind the version they were made from."""
    acts = [
        stored_fact.n
        for stored_fact in stored
        if isinstance(stored_fact.fact, Acted) and stored_fact.fact.by == "person"
    ]
    # One stored at the end whose answer came too late makes up for no other: at least 0.
    return max(
        0,
        *(
            sum(number >= version for number in acknowledged) - sum(n > version for n in acts)
            for version in (0, *acknowledged)
        ),
    )


def still(stored: list[Stored], ended: float) -> list[tuple[float, float]]:
    """Return how long a table stood still each time, and when that began.

    Who comes and goes does not move it: only games that begin, and moves.
    """
    moved = [
        stored_fact.at / 1000
        for stored_fact in stored
        if isinstance(stored_fact.fact, Acted | Started)
    ]
    return [(to - at, at) for at, to in zip(moved, [*moved[1:], ended], strict=True)]


def drivers(servers: list[Server], code: str, at: float, seconds: float) -> str:
    """Say which worker drove a table during a stand, as the workers themselves reckoned it."""
    seen = []
    for machine, server in enumerate(servers):
        for entry in logged(server, "workers"):
            when = datetime.fromisoformat(entry["timestamp"]).timestamp()
            seen.append((when, machine, entry["pid"], entry["me"], frozenset(entry["live"])))
    called = {me: f"{pid} of machine {machine}" for _, machine, pid, me, _ in seen}
    steps: list[tuple[float, str]] = []
    for when, _, _, _, live in sorted(seen, key=lambda sight: sight[0]):
        if when > at + seconds:
            break
        driver = next((called.get(me, me) for me in live if _drives(me, live, code)), "nobody")
        if when <= at:
            steps = [(0.0, driver)]
        elif not steps or steps[-1][1] != driver:
            steps.append((when - at, driver))
    return "driven by worker " + ", ".join(f"{who} (from {when:.1f} s)" for when, who in steps)


def _drives(me: str, live: frozenset[str], code: str) -> bool:
    peers = Peers(me)
    peers.set_workers(live)
    return peers.drives(code)


def awaited(stored: list[Stored], figures: Figures, at: float, seconds: float) -> tuple[bool, str]:
    """Say who was to move during a stand; and whether it was a person."""
    room = fold(stored_fact for stored_fact in stored if stored_fact.at / 1000 <= at + 0.001)
    if not room.to_act():
        return True, f"awaited: a new game ({room.phase})"
    chair = room.chairs[room.to_act()[0]]
    if chair.bot or chair.player is None:
        return False, "awaited: a bot"
    visits = [
        f"{max(0.0, came - at):.1f} to {left - at:.1f} s by machine {machine}"
        for came, left, machine in figures.visits.get(chair.player.name, ())
        if came < at + seconds and left > at
    ]
    return True, f"awaited: {chair.player.name}, connected {'; '.join(visits) or 'never'}"


def standstills(
    machines: Machines, figures: Figures, stored: dict[str, list[Stored]], ended: float
) -> Iterator[tuple[float, bool, str]]:
    """Yield the longest stands of tables: seconds, whether a person was to move, and in words."""
    stops = sorted(
        ((*stop, code) for code in stored for stop in still(stored[code], ended)), reverse=True
    )
    begun = machines.faults[0][0]
    for seconds, at, code in stops[:12]:
        person, who = awaited(stored[code], figures, at, seconds)
        text = f"{at - begun:6.1f} s  {code} stood still for {seconds:.1f} s; {who};"
        yield seconds, person, f"{text}\n          {drivers(machines.servers, code, at, seconds)}"


@pytest.mark.timeout(300 + 30 * (KILLS + HANGS + PARTITIONS))
async def test_kills_hangs_and_partitions_stop_nothing_for_long(
    machines: Machines, figure: Callable[[str], None]
) -> None:
    figures, codes = Figures(), dict[int, str]()
    figure(f"STORM={STORM} STORM_SEED={SEED}")
    async with asyncio.timeout(240 + 30 * (KILLS + HANGS + PARTITIONS)):
        async with AsyncExitStack() as closing:
            tasks: list[asyncio.Task[None]] = []

            async def end() -> None:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

            def spawn(what: Coroutine[Any, Any, None]) -> None:
                tasks.append(asyncio.create_task(what))

            closing.push_async_callback(end)
            for number in range(TABLES):
                spawn(sit(machines, figures, number, codes))
            await until(lambda: len(codes) == TABLES)
            for code in codes.values():
                for machine in range(3):
                    spawn(look_on(machines, figures, code, machine))
            await until(lambda: len(figures.watched) == 3 * TABLES)
            machines.moves = lambda: [len(figures.acknowledged.get(c, ())) for c in codes.values()]
            await machines.storm()
            moved = {code: len(figures.acknowledged.get(code, ())) for code in codes.values()}
            # Not longer than PATIENCE: a table that never moves again fails by its stillness.
            with suppress(TimeoutError):
                await until(
                    lambda: all(len(figures.acknowledged.get(c, ())) > moved[c] for c in moved)
                )
            broken = [task.exception() for task in tasks if task.done()]
            assert not broken, broken
            ended = time.time()
        stored = await kept(",".join(node.url for node in machines.nodes), [*codes.values()])
    gone = sum(lost(figures.acknowledged.get(code, []), stored[code]) for code in stored)
    stops = list(standstills(machines, figures, stored, ended))
    waits = sorted(figures.waits, reverse=True)
    figure(f"log-ins {len(waits)}, the longest waited {waits[0][0]:.1f} s")
    figure(f"moves acknowledged {sum(map(len, figures.acknowledged.values()))}, lost {gone}")
    figure(f"a table stood still at the longest {stops[0][0]:.1f} s")
    begun = machines.faults[0][0]
    for at, what in machines.faults:
        figure(f"{at - begun:6.1f} s  {what}")
    for _, _, text in stops:
        for line in text.splitlines():
            figure(line)
    for seconds, at, why in waits[:5]:
        figure(f"{at - begun:6.1f} s  a log-in waited {seconds:.1f} s: {why or 'no error'}")
    assert not gone
    assert all(stored[code][-1].n >= version for code, version in figures.shown.items())
    bots, people = (
        [seconds for seconds, person, _ in stops if person is who] for who in (False, True)
    )
    assert max(bots, default=0) < STILL, "bots, which another worker moves"
    assert max(people, default=0) < STILL, "people, who come again by another machine"
    assert waits[0][0] < ANSWERED
