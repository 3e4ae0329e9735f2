"""The day's checkpoint, by two processes that share a log."""

import asyncio

import pytest

from arcade.club.replays import checkpoint
from arcade.club.replays.checkpoint import Checkpoints
from arcade.eventlog.nats.jetstream import JetStreamLog
from arcade.rooms import facts
from arcade.rooms.host import stream
from tests.fair.tables import evening
from tests.nats import NatsServer


async def test_all_nodes_tell_the_same_checkpoint(
    nats: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "MAX_LEAVES", 5)
    logs = [await JetStreamLog.open(nats.url) for _ in range(2)]
    tables = [evening("421", code) for code in ("KAFEL", "BANOR")]
    for table, code in zip(tables, ("KAFEL", "BANOR"), strict=True):
        await logs[0].append(
            stream(code), [facts.encode(stored_fact) for stored_fact in table.stored], 0
        )
    nodes = [Checkpoints(log) for log in logs]
    newest = await asyncio.gather(*(node.newest(tables[1].stored) for node in nodes))
    again = await Checkpoints(logs[1]).newest(tables[1].stored)
    assert newest[0] == newest[1] == again
    assert (newest[0][0].leaves, len(newest[0][1])) == (14, 7)
    assert [len(log.data) > 0 for log in await logs[1].read(checkpoint.STREAM)] == [True] * 3
    for log in logs:
        await log.close()
