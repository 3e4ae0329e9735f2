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
    monkeypatch.setattr(checkpoint, "MOST", 5)
    logs = [await JetStreamLog.open(nats.url) for _ in range(2)]
    tables = [evening("421", code) for code in ("KAFEL", "BANOR")]
    for table, code in zip(tables, ("KAFEL", "BANOR"), strict=True):
        await logs[0].append(stream(code), [facts.encode(one) for one in table.stored], 0)
    nodes = [Checkpoints(log) for log in logs]
    told = await asyncio.gather(*(one.newest(tables[1].stored) for one in nodes))
    again = await Checkpoints(logs[1]).newest(tables[1].stored)
    assert told[0] == told[1] == again
    assert (told[0][0].leaves, len(told[0][1])) == (14, 7)
    assert [len(one.data) > 0 for one in await logs[1].read(checkpoint.STREAM)] == [True] * 3
    for log in logs:
        await log.close()
