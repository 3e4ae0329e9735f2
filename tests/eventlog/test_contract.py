"""What every log must do. A new log joins with one line in `LOGS`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

import pytest

from arcade.eventlog.log import Conflict, Entry, EventLog, NotStored
from arcade.eventlog.memory import MemoryLog
from arcade.eventlog.nats.jetstream import JetStreamLog
from arcade.eventlog.sqlite import SQLiteLog
from tests.nats import NatsServer
from tests.waiting import PATIENCE


@asynccontextmanager
async def memory(_path):
    yield MemoryLog()


@asynccontextmanager
async def sqlite(path):
    yield await SQLiteLog.open(path / "arcade.db")


@asynccontextmanager
async def jetstream(path):
    async with NatsServer(path) as server:
        yield await JetStreamLog.open(server.url)


LOGS = [memory, sqlite, jetstream]


@pytest.fixture(params=LOGS, ids=lambda make: make.__name__)
async def log(request, tmp_path) -> AsyncIterator[EventLog]:
    async with request.param(tmp_path) as log:
        yield log
        await log.close()


def data(entries: list[Entry]) -> list[bytes]:
    return [entry.data for entry in entries]


async def test_what_is_appended_is_read_in_order(log):
    end = await log.append("table", [b"one", b"two"], 0)
    end = await log.append("table", [b"three"], end)
    entries = await log.read("table")
    assert data(entries) == [b"one", b"two", b"three"]
    assert {entry.stream for entry in entries} == {"table"}
    assert entries[-1].token == end


async def test_reading_goes_on_after_any_entry(log):
    await log.append("table", [b"1", b"2", b"3", b"4"], 0)
    entries = await log.read("table")
    for index, entry in enumerate(entries):
        assert await log.read("table", entry.token) == entries[index + 1 :]


async def test_reading_ends_at_any_entry(log):
    end = await log.append("table", [b"1", b"2"], 0)
    await log.append("table", [b"3", b"4"], end)
    entries = await log.read("table")
    for first in range(5):
        after = entries[first - 1].token if first else 0
        for last in range(first, 5):
            until = entries[last - 1].token if last else 0
            assert await log.between("table", after, until) == entries[first:last]


async def test_an_unknown_stream_is_empty(log):
    assert await log.read("nowhere") == await log.between("nowhere", 0, 9) == []
    assert await log.streams() == []


async def test_appending_goes_on_from_the_token_of_an_entry_read(log):
    await log.append("table", [b"1", b"2"], 0)
    last = (await log.read("table"))[-1]
    await log.append("table", [b"3"], last.token)
    assert data(await log.read("table")) == [b"1", b"2", b"3"]


async def test_a_stale_or_invented_place_conflicts_and_stores_nothing(log):
    first = await log.append("table", [b"1"], 0)
    last = await log.append("table", [b"2"], first)
    for wrong in (0, first, last + 1000):
        with pytest.raises(Conflict):
            await log.append("table", [b"x", b"y"], wrong)
    with pytest.raises(Conflict):
        await log.append("another", [b"x"], last)
    assert data(await log.read("table")) == [b"1", b"2"]
    assert await log.streams() == ["table"]


async def test_streams_do_not_touch_each_other(log):
    ends = {name: await log.append(name, [name.encode()], 0) for name in ("b", "a", "c")}
    for name, end in ends.items():
        await log.append(name, [b"more"], end)
    assert await log.streams() == ["a", "b", "c"]
    assert data(await log.read("b")) == [b"b", b"more"]


async def test_of_many_appends_to_one_place_exactly_one_wins(log):
    for _ in range(3):
        end = max((entry.token for entry in await log.read("table")), default=0)
        tries = [log.append("table", [b"%d" % n, b"%d" % n], end) for n in range(20)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        won = [n for n, result in enumerate(results) if not isinstance(result, Conflict)]
        assert len(won) == 1
        assert data(await log.read("table", end)) == [b"%d" % won[0]] * 2


async def test_many_streams_grow_at_once(log):
    async def play(stream: str) -> None:
        end = 0
        for number in range(20):
            end = await log.append(stream, [b"%s %d" % (stream.encode(), number)], end)

    names = [f"table-{n:02}" for n in range(30)]
    await asyncio.gather(*map(play, names))
    assert await log.streams() == names
    for name in names:
        assert data(await log.read(name)) == [b"%s %d" % (name.encode(), n) for n in range(20)]


async def test_who_does_not_read_again_conflicts_whatever_the_mix(log):
    """Appends that wait together are judged one by one: a conflict spoils only itself."""
    results = await asyncio.gather(
        log.append("a", [b"a1"], 0),
        log.append("a", [b"late"], 0),
        log.append("b", [b"wrong"], 7),
        log.append("b", [b"b1"], 0),
        return_exceptions=True,
    )
    assert [isinstance(result, Conflict) for result in results] == [False, True, True, False]
    assert data(await log.read("a")) == [b"a1"]
    assert data(await log.read("b")) == [b"b1"]


@pytest.mark.parametrize(("stream", "facts"), [("table", []), ("", [b"x"]), ("\ud800", [b"x"])])
async def test_nothing_to_store_or_nowhere_to_store_it_is_a_mistake(log, stream, facts):
    with pytest.raises(ValueError):
        await log.append(stream, facts, 0)
    assert await log.streams() == []


async def test_the_ends_are_the_last_entries(log):
    assert await log.ends() == {}
    await log.append("table", [b"1"], await log.append("table", [b"x", b"y"], 0))
    await log.append("a b", [b"x", "é".encode()], 0)
    assert await log.ends() == {name: (await log.read(name))[-1] for name in await log.streams()}


async def test_any_bytes_come_back_as_they_were(log):
    facts = [b"", bytes(range(256)), b"\0", "été".encode("utf-16"), bytes(1_000_000)]
    await log.append("table", facts, 0)
    assert data(await log.read("table")) == facts


async def test_any_sayable_stream_name_will_do(log):
    names = sorted(["été", "e\u0301te\u0301", "雀", "a b/c'd\"%?;", "x\0y", "x", "🎲", "A", "a"])
    for name in names:
        await log.append(name, [name.encode()], 0)
    assert sorted(await log.streams()) == names
    for name in names:
        assert data(await log.read(name)) == [name.encode()]


async def test_growing_names_each_stream_that_grew_and_up_to_where(log):
    async with aclosing(log.growing()) as first, aclosing(log.growing()) as other:
        heard = [asyncio.ensure_future(anext(growing)) for growing in (first, other)]
        await asyncio.sleep(0)  # both listen
        ends = [await log.append(stream, [b"x", b"y"], 0) for stream in ("table", "another")]
        async with asyncio.timeout(PATIENCE):
            assert await asyncio.gather(*heard) == [("table", ends[0])] * 2
            for growing in (first, other):
                while (growth := await anext(growing))[0] == "table":  # may come twice
                    assert growth == ("table", ends[0])
                assert growth == ("another", ends[1])


async def test_a_listener_that_is_cancelled_leaves_the_others_listening(log):
    async with aclosing(log.growing()) as growing, asyncio.timeout(PATIENCE):
        stays = asyncio.ensure_future(anext(growing))
        gone = asyncio.create_task(all_growths(log))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        end = await log.append("table", [b"1"], 0)
        assert await stays == ("table", end)


async def test_an_appender_that_is_cancelled_leaves_the_log_working(log):
    end = await log.append("table", [b"first"], 0)
    tasks = [asyncio.create_task(log.append("table", [b"x"], end)) for _ in range(5)]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    entries = await log.read("table")
    assert data(entries) in ([b"first"], [b"first", b"x"])
    await log.append("another", [b"goes on"], 0)
    entries = await log.read("table")
    await log.append("table", [b"last"], entries[-1].token)
    assert (await log.read("table"))[-1].data == b"last"


async def test_closing_stores_what_waits_ends_listeners_and_refuses_the_rest(log):
    listener = asyncio.create_task(all_growths(log))
    waiting = asyncio.create_task(log.append("another", [b"2"], 0))
    await asyncio.sleep(0.02)
    await log.close()
    async with asyncio.timeout(PATIENCE):
        end = await waiting
        assert set(await listener) <= {("another", end)}
        assert await all_growths(log) == []
    await log.close()
    with pytest.raises(NotStored):
        await log.append("table", [b"x"], 0)
    with pytest.raises(ValueError, match="closed"):
        await log.read("table")
    with pytest.raises(ValueError, match="closed"):
        await log.streams()


async def all_growths(log: EventLog) -> list[tuple[str, int]]:
    return [growth async for growth in log.growing()]
