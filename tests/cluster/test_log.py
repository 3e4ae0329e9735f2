"""A log that is cut off while it is written to, or while a process opens the club on it."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from nats.errors import TimeoutError as Unanswered
from nats.js import JetStreamContext
from structlog.testing import capture_logs

from arcade.club.streams.following import StreamCursor
from arcade.eventlog.nats import jetstream
from arcade.eventlog.nats.jetstream import JetStreamLog
from server.config.environment import CannotDo
from server.config.settings import Settings
from server.hosting import run
from tests.line import Line
from tests.nats import NatsServer
from tests.processes import suspend
from tests.waiting import PATIENCE, until


@pytest.fixture
async def line(nats: NatsServer) -> AsyncIterator[Line]:
    """A line to a nats-server."""
    line = Line(nats.port)
    yield line
    await line.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jetstream, "TIMEOUT", 0.3)
    monkeypatch.setattr(jetstream, "PATIENCE", 1.0)


async def test_a_message_sent_again_while_it_is_in_process_is_stored_once(
    cluster: list[NatsServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await JetStreamLog.open(",".join(node.url for node in cluster), 3)
    end = await first.append("room.A", [b"1"], 0)
    answer = await first.client.jetstream().stream_info(jetstream.STREAM)
    assert answer.cluster is not None and answer.cluster.leader is not None
    leader = cluster[int(answer.cluster.leader.removeprefix("n"))]
    await first.close()
    monkeypatch.setattr(jetstream, "TIMEOUT", 0.3)
    monkeypatch.setattr(jetstream, "PATIENCE", PATIENCE)  # they may elect another leader meanwhile
    publish, sent = JetStreamContext.publish, list[None]()

    async def counted(*words: Any, **options: Any) -> Any:
        sent.append(None)
        return await publish(*words, **options)

    monkeypatch.setattr(JetStreamContext, "publish", counted)
    log = await JetStreamLog.open(leader.url, 3)
    followers = [node.pid for node in cluster if node is not leader]
    try:
        for pid in followers:
            await suspend(pid)
        storing = asyncio.create_task(log.append("room.A", [b"2"], end))
        await until(lambda: len(sent) > 1)
        assert not storing.done(), "the leader alone cannot store it"
    finally:
        for pid in followers:
            os.kill(pid, signal.SIGCONT)
    await storing
    assert [entry.data for entry in await log.read("room.A")] == [b"1", b"2"]
    await log.close()


async def test_a_worker_whose_log_is_cut_off_while_it_reads_goes_on(
    tmp_path: Path, line: Line, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    load, loads = StreamCursor.read_on, list[str]()

    async def cut(cursor: StreamCursor[Any], *end: Any) -> bool:
        loads.append(cursor._stream)
        line.silent = len(loads) == 1
        return await load(cursor, *end)

    monkeypatch.setattr(StreamCursor, "read_on", cut)
    settings = Settings(tmp_path, tmp_path, log=await line.open())
    with capture_logs() as entries:
        opening = asyncio.create_task(run._open(settings))
        await until(lambda: any(entry["event"] == "log cut off" for entry in entries))
        line.cut()
        line.silent = False
        events, club = await opening
    assert loads.count(loads[0]) == 2  # it was opened twice
    await club.close()
    await events.close()


async def test_a_worker_started_anew_waits_for_a_log_that_does_not_answer(
    tmp_path: Path, line: Line, impatient: None
) -> None:
    url = await line.open()
    line.silent = True
    with pytest.raises(CannotDo, match="No JetStream"):  # at first it may be no log at all
        await run._open(Settings(tmp_path, tmp_path, log=url))
    with capture_logs() as entries:
        opening = asyncio.create_task(run._open(Settings(tmp_path, tmp_path, log=url, again=True)))
        await until(lambda: any(entry["event"] == "log cut off" for entry in entries))
        line.cut()
        line.silent = False
        events, club = await opening
    await club.close()
    await events.close()


async def test_a_log_is_listened_to_again_where_its_cluster_has_no_leader(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    subscribe, asked = JetStreamContext.subscribe, list[None]()

    async def unanswered(*words: Any, **options: Any) -> Any:
        asked.append(None)
        if len(asked) == 1:
            raise Unanswered
        return await subscribe(*words, **options)

    monkeypatch.setattr(JetStreamContext, "subscribe", unanswered)
    log = await JetStreamLog.open(nats.url)
    assert len(asked) == 2
    await log.close()
