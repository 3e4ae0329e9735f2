"""What JetStream adds: processes that share a log, lost answers, servers that come and go."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest
from nats.js import JetStreamContext
from nats.js.errors import BadRequestError
from structlog.testing import capture_logs

from arcade.eventlog.log import CannotOpen, Conflict, Damaged, Entry, NotStored
from arcade.eventlog.nats import jetstream
from arcade.eventlog.nats.jetstream import BATCH, STREAM, JetStreamLog
from arcade.tasks import await_or_cancel
from tests import nats
from tests.faults.play import flip
from tests.line import Line
from tests.nats import NatsServer, nodes
from tests.waiting import PATIENCE, until


@pytest.fixture
async def server(tmp_path) -> AsyncIterator[NatsServer]:
    async with NatsServer(tmp_path) as started:
        yield started


async def test_processes_see_what_the_others_store_and_one_of_two_writers_wins(server):
    first, second = [await JetStreamLog.open(server.url) for _ in range(2)]
    end = await first.append("room.A", [b"1", b"2"], 0)
    assert [entry.data for entry in await second.read("room.A")] == [b"1", b"2"]
    results = await asyncio.gather(
        first.append("room.A", [b"one"], end),
        second.append("room.A", [b"two"], end),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Conflict) for result in results) == 1
    for log in (first, second):
        (stored,) = await log.read("room.A", end)
        assert stored.data in (b"one", b"two")
    await first.close()
    await second.close()


async def test_a_lost_answer_stores_nothing_twice(server, monkeypatch):
    monkeypatch.setattr(jetstream, "TIMEOUT", 0.3)
    line = Line(server.port)
    log = await JetStreamLog.open(await line.open())
    end = await log.append("room.A", [b"1"], 0)
    line.deaf = True
    storing = asyncio.create_task(log.append("room.A", [b"2"], end))
    other = await JetStreamLog.open(server.url)
    async with asyncio.timeout(PATIENCE):  # the server has it; its answer is lost
        while [entry.data for entry in await other.read("room.A", end)] != [b"2"]:
            await asyncio.sleep(0.01)
    await other.close()
    line.cut()
    line.deaf = False
    async with asyncio.timeout(PATIENCE):
        end = await storing
    assert [entry.data for entry in await log.read("room.A")] == [b"1", b"2"]
    await log.append("room.A", [b"3"], end)
    await log.close()
    await line.close()


async def test_a_long_stream_is_read_whole(server):
    log = await JetStreamLog.open(server.url)
    end = 0
    for number in range(BATCH + 20):
        end = await log.append("room.A", [b"%d" % number, b"-"], end)
        await log.append(f"room.B{number}", [b"x"], 0)
    entries = await log.read("room.A")
    assert [entry.data for entry in entries[::2]] == [b"%d" % n for n in range(BATCH + 20)]
    assert len(await log.streams()) == len(await log.ends()) == BATCH + 21
    assert await log.read("room.A", entries[-2].token) == entries[-1:]
    await log.close()


async def test_a_server_that_is_killed_and_comes_back_has_lost_nothing(server, monkeypatch):
    log = await JetStreamLog.open(server.url)
    async with aclosing(log.growing()) as growing, asyncio.timeout(2 * PATIENCE):
        heard = asyncio.ensure_future(anext(growing))
        await asyncio.sleep(0)
        end = await log.append("room.A", [b"1"], 0)
        assert [await heard, await anext(growing)] == [("room.A", end)] * 2  # its own, the server's
        await server.kill()
        with monkeypatch.context() as short, pytest.raises(NotStored):
            short.setattr(jetstream, "PATIENCE", 0.2)
            await log.append("room.B", [b"lost"], 0)
        assert not log.client.is_connected
        await server.start()
        assert await anext(growing) == ("", 0)
        other = await JetStreamLog.open(server.url)
        end = await other.append("room.A", [b"2"], end)
        # What was not stored for want of an answer may have been on its way.
        while (growth := await anext(growing))[0] == "room.B":
            continue
        assert growth == ("room.A", end)
    assert log.client.is_connected
    await log.close()
    await other.close()


async def test_a_first_entry_that_comes_while_one_reads_is_no_damage(server, monkeypatch):
    log = await JetStreamLog.open(server.url)
    subjects = log._requests.subjects

    async def after_another(under, offset):
        monkeypatch.undo()
        await log.append("room.A", [b"1"], 0)
        return await subjects(under, offset)

    monkeypatch.setattr(log._requests, "subjects", after_another)
    assert [entry.data for entry in await log.read("room.A")] == [b"1"]
    await log.close()


@pytest.mark.parametrize("bad", [b"first", b"middle", b"last"])
async def test_a_flipped_bit_is_found_and_the_other_streams_are_read(server, bad):
    log, end = await JetStreamLog.open(server.url), 0
    for data in (b"first", b"middle", b"last"):
        end = await log.append("room.A", [data, b"-"], end)
    await log.append("room.B", [b"whole"], 0)
    await log.close()
    await server.stop()
    (block,) = server.path.rglob("1.blk")
    flip(block, bad)
    await server.start()
    log = await JetStreamLog.open(server.url)
    with pytest.raises(Damaged):
        await log.check("room.A")
    await log.check("room.B")
    with pytest.raises(Damaged):
        await log.read("room.A")
    assert [entry.data for entry in await log.read("room.B")] == [b"whole"]
    assert await log.read("room.C") == []
    await log.close()


async def test_a_log_whose_server_is_gone_can_be_closed(server, monkeypatch):
    log = await JetStreamLog.open(server.url)
    await server.kill()
    monkeypatch.setattr(jetstream, "PATIENCE", 0.3)
    with pytest.raises(NotStored):
        await log.append("room.A", [b"lost"], 0)
    async with asyncio.timeout(PATIENCE):
        await log.close()


async def test_no_server_is_said_with_what_to_do(unused_tcp_port, monkeypatch):
    monkeypatch.setattr(jetstream, "PATIENCE", 0.5)
    refused = pytest.raises(CannotOpen, match="start nats-server with -js")
    with capture_logs() as entries, refused:
        await JetStreamLog.open(f"nats://127.0.0.1:{unused_tcp_port}")
    assert len([entry for entry in entries if entry["event"] == "nats"]) == 1  # of several tries


async def test_servers_that_elect_a_leader_late_are_waited_for(
    tmp_path, unused_tcp_port_factory, monkeypatch
):
    monkeypatch.setattr(jetstream, "PATIENCE", 1.5)
    monkeypatch.setattr(jetstream, "TIMEOUT", 0.3)
    monkeypatch.setattr(jetstream, "LOG_EVERY", 0.3)
    first, *others = nodes(tmp_path, [unused_tcp_port_factory() for _ in range(3)])
    try:
        await first.start()
        with capture_logs() as entries:
            opening = asyncio.create_task(JetStreamLog.open(first.url, 3))
            await until(
                lambda: opening.done() or any(entry.get("waited", 0) >= 2 for entry in entries)
            )
            assert not opening.done()
            monkeypatch.undo()
            for node in others:
                await node.start()
            log = await opening
        await log.append("room.A", [b"1"], 0)
        await log.close()
    finally:
        for node in (first, *others):
            await node.kill()


async def test_nodes_that_come_after_their_leader_are_waited_for(server, monkeypatch):
    add, asked = JetStreamContext.add_stream, list[None]()

    async def early(*words: Any, **named: Any) -> Any:
        asked.append(None)
        if len(asked) == 1:  # as a cluster whose leader knows the others but has not met them
            raise BadRequestError(code=400, err_code=10005, description="no suitable peers")
        return await add(*words, **named)

    monkeypatch.setattr(JetStreamContext, "add_stream", early)
    log = await JetStreamLog.open(server.url)
    await log.append("room.A", [b"1"], 0)
    assert len(asked) == 2
    await log.close()


async def test_a_server_without_jetstream_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(jetstream, "PATIENCE", 0.5)
    monkeypatch.setattr(nats, "CONFIG", 'listen: 127.0.0.1:{port}\nports_file_dir: "{ports}"')
    async with NatsServer(tmp_path) as server:
        with pytest.raises(CannotOpen, match="start nats-server with -js"):
            await JetStreamLog.open(server.url)


async def test_who_is_cancelled_when_the_answer_comes_is_cancelled() -> None:
    answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    asking = asyncio.create_task(await_or_cancel(asyncio.wait_for(answer, 10)))
    await asyncio.sleep(0)
    answer.set_result("yes")
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking


async def hears(log: JetStreamLog, other: JetStreamLog, stream: str) -> None:
    """Assert that what another process stores is reported."""
    async with aclosing(log.growing()) as growing, asyncio.timeout(PATIENCE):
        heard = asyncio.ensure_future(anext(growing))
        await asyncio.sleep(0)  # it listens
        await other.append(stream, [b"x"], 0)
        while (await heard)[0] not in (stream, ""):
            heard = asyncio.ensure_future(anext(growing))


async def test_a_log_whose_news_end_hears_them_again(
    server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NATS may lose who tells the news with the server it lived on, and say nothing of it."""
    monkeypatch.setattr(jetstream, "CHECK_EVERY", 10 * PATIENCE)  # missing heartbeats are enough
    log, other = await JetStreamLog.open(server.url), await JetStreamLog.open(server.url)
    await hears(log, other, "room.A")
    assert log._watch is not None
    await other.client.jetstream().delete_consumer(STREAM, log._watch._consumer)
    await hears(log, other, "room.B")
    await log.close()
    await other.close()


async def test_a_log_that_is_deaf_finds_out(server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jetstream, "CHECK_EVERY", 0.3)
    log, other = await JetStreamLog.open(server.url), await JetStreamLog.open(server.url)
    assert log._watch is not None
    log._watch._sub._jsi._hbtask.cancel()
    await other.client.jetstream().delete_consumer(STREAM, log._watch._consumer)
    await hears(log, other, "room.A")
    await hears(log, other, "room.B")
    await log.close()
    await other.close()


async def test_news_begin_where_they_ended_not_with_all_that_was_ever_stored(server) -> None:
    other = await JetStreamLog.open(server.url)
    for number in range(20):
        await other.append(f"room.{number}", [b"x"], 0)
    log = await JetStreamLog.open(server.url)
    assert log._watch is not None
    heard: list[str] = []
    log.report = lambda stream, _: heard.append(stream)
    await other.client.jetstream().delete_consumer(STREAM, log._watch._consumer)
    await other.append("room.new", [b"x"], 0)
    await until(lambda: heard)
    assert heard == ["room.new"]
    await log.close()
    await other.close()


async def test_the_ends_of_some_streams(server) -> None:
    log = await JetStreamLog.open(server.url)
    token = await log.append("room.A", [b"1", b"2"], 0)
    await log.append("room.B", [b"3"], 0)
    assert await log.ends(["room.A", "room.none"]) == {"room.A": Entry("room.A", token, b"2")}
    await log.close()


async def test_a_reading_that_gets_nothing_is_given_up(
    server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jetstream, "PATIENCE", 0.5)
    log = await JetStreamLog.open(server.url)
    await log.append("room.A", [b"x"], 0)

    async def nothing(_wish):
        return []

    monkeypatch.setattr(log._requests, "batch", nothing)
    with pytest.raises(NotStored):
        await log.read("room.A")
    await log.close()
