"""One of three nodes loses what it stored, while tables play: nothing acknowledged is lost.

In the suite one file is flipped; `make cluster` tries each fault at a follower and at the leader.
"""

import asyncio
import json
import os
import shutil
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import nats.errors
import pytest

from arcade.club.club import Club
from arcade.club.errors import NotStored, Refused
from arcade.club.table_session import TableSession
from arcade.engine.codec import plain
from arcade.eventlog.log import Token
from arcade.eventlog.nats.bus import NatsBus
from arcade.eventlog.nats.jetstream import STREAM, JetStreamLog
from arcade.rooms.timers import RoomSettings
from server.config.settings import Settings
from server.hosting.storage import check
from tests.nats import NatsServer
from tests.people import named
from tests.waiting import PATIENCE

QUICK = RoomSettings(bot_pause=0.05, linger=0.05)
GAMES = ("421", "trente", "vingt-et-un") if os.environ.get("STORM") else ("421",)
BOTH = ["follower", "leader"]
EVERY = [(fault, node) for fault in ("flip", "cut", "snapshot") for node in BOTH]
FAULTS = EVERY if os.environ.get("STORM") else [("flip", "follower")]

Acknowledged = dict[str, list[tuple[Token, bytes]]]


class Playing:
    """Two processes with a table of each game; notes what the log acknowledged."""

    def __init__(self) -> None:
        self.acknowledged: Acknowledged = defaultdict(list)
        self.clubs: list[Club] = []
        self.codes: list[str] = []

    async def open(self, url: str) -> None:
        """Open both, and play on at each table until cancelled."""
        for name in ("anna", "ben"):
            events = await self._log(url)
            club = await Club.open(events, QUICK, NatsBus(events.client, 3))
            self.clubs.append(club)
            player = await named(club, name)
            for game in GAMES:
                code = await club.create(player, game, private=True)
                self.codes.append(code)
                session = await club.join(player, code)
                self.tasks.append(asyncio.create_task(_play(session)))

    tasks: list[asyncio.Task[None]]

    @asynccontextmanager
    async def on(self, url: str) -> AsyncIterator["Playing"]:
        self.tasks, self._logs = [], list[JetStreamLog]()
        try:
            await self.open(url)
            yield self
        finally:
            for task in self.tasks:
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)
            for closing in (*self.clubs, *self._logs):
                await closing.close()

    async def _log(self, url: str) -> JetStreamLog:
        events = await JetStreamLog.open(url, 3)
        self._logs.append(events)
        append = events.append

        async def noted(stream: str, data: Sequence[bytes], expected: Token) -> Token:
            token = await append(stream, data, expected)
            last = enumerate(reversed(data))
            self.acknowledged[stream] += [(token - back, fact) for back, fact in last]
            return token

        events.append = noted  # type: ignore[method-assign]
        return events

    def know(self, node: str) -> bool:
        """Return whether a process knows of a damaged node; the first to see it lead ends that."""
        return any(node in club.damaged for club in self.clubs)

    async def go_on(self) -> None:
        """Wait until each table has moved some more."""
        before = {code: len(self.acknowledged[f"room.{code}"]) for code in self.codes}
        async with asyncio.timeout(2 * PATIENCE):
            while any(len(self.acknowledged[f"room.{c}"]) < before[c] + 4 for c in before):
                await asyncio.sleep(0.05)


async def _play(session: TableSession) -> None:
    while True:
        room = session.host.room
        with suppress(Refused, NotStored):
            seat = room.present_seat(session.player)
            if room.phase != "playing":
                await session.start()
            elif seat is not None and seat in room.to_act():
                await session.act(plain(room.rules.default(room.state, seat)))
        await asyncio.sleep(0.05)


async def leads(log: JetStreamLog, nodes: list[NatsServer]) -> NatsServer:
    """Return the node that leads the log."""
    while True:
        with suppress(Exception):
            answer = await log.client.jetstream().stream_info(STREAM)
            if answer.cluster and answer.cluster.leader:
                return nodes[int(answer.cluster.leader.removeprefix("n"))]
        await asyncio.sleep(0.1)


def stored(node: NatsServer) -> Path:
    """Return the file in which a node keeps the log's messages."""
    (path,) = node.path.glob(f"store/jetstream/*/streams/{STREAM}/msgs/1.blk")
    return path


def harm(node: NatsServer, fault: str, middle: int) -> None:
    """Flip a byte behind the middle of what a node stored, or cut that there, or its snapshots."""
    if fault == "snapshot":
        for path in node.path.glob("store/jetstream/$SYS/_js_/*/snapshots/*"):
            os.truncate(path, path.stat().st_size // 2)
    elif fault == "cut":
        os.truncate(stored(node), middle)
    else:
        with stored(node).open("r+b") as file:
            file.seek(stored(node).read_bytes().index(b'"fact"', middle) + 1)
            file.write(b"F")


@pytest.mark.timeout(240)
@pytest.mark.parametrize(("fault", "role"), FAULTS)
async def test_a_node_that_loses_what_it_stored_costs_nothing_and_is_told(
    cluster: list[NatsServer], tmp_path: Path, fault: str, role: str, figure: Callable[[str], None]
) -> None:
    url = ",".join(node.url for node in cluster)
    playing = Playing()
    async with AsyncExitStack() as closing:
        await closing.enter_async_context(playing.on(url))
        await playing.go_on()
        log = await JetStreamLog.open(url)
        closing.push_async_callback(log.close)
        leader = await leads(log, cluster)
        bad = leader if role == "leader" else next(node for node in cluster if node is not leader)
        name = f"n{cluster.index(bad)}"

        await bad.stop()  # it writes a snapshot: what came before, it has in this file alone
        middle = stored(bad).stat().st_size // 2
        await bad.start()
        await playing.go_on()
        harm(bad, fault, middle)
        await playing.go_on()
        await bad.kill()
        if fault == "snapshot":
            with suppress(AssertionError):  # NATS itself refuses a damaged one
                await bad.start()
        else:
            await bad.start()
            # The worst that can come: it is elected to lead.
            wish = json.dumps({"placement": {"preferred": name}}).encode()
            async with asyncio.timeout(2 * PATIENCE):
                while await leads(log, cluster) is bad or not playing.know(f"node.{name}"):
                    with suppress(nats.errors.Error):
                        to = f"$JS.API.STREAM.LEADER.STEPDOWN.{STREAM}"
                        await log.client.request(to, wish, timeout=5)
                    await asyncio.sleep(0.5)
        await playing.go_on()

        settings = Settings(tmp_path, tmp_path / "key", port=0, log=url)
        findings = await asyncio.to_thread(lambda: [*check.check(settings)])
        failed = [entry.result for entry in findings if entry.verdict == "fail"]
        assert failed and all(name in text or bad.url in text for text in failed)

        fresh = await JetStreamLog.open(url)
        closing.push_async_callback(fresh.close)
        facts = sum(map(len, playing.acknowledged.values()))
        await differ_nowhere(fresh, playing.acknowledged)
        figure(f"{fault} at the {role}: {facts} facts acknowledged, none lost, none differs")

        if fault != "snapshot":
            await bad.stop()
        shutil.rmtree(bad.path / "store")
        await bad.start()
        async with asyncio.timeout(2 * PATIENCE):
            while [node.lacks for node in await log.nodes.survey()] != [0, 0, 0]:
                await asyncio.sleep(0.2)
        assert not log.damaged
        await differ_nowhere(fresh, playing.acknowledged)


async def differ_nowhere(log: JetStreamLog, acknowledged: Acknowledged) -> None:
    """Compare what is stored with what was acknowledged until now."""
    for stream, facts in [*acknowledged.items()]:
        expected = sorted(facts)
        stored = [(entry.token, entry.data) for entry in await log.read(stream)]
        assert set(expected) <= set(stored), stream
