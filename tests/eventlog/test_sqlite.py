"""What the log in a file does besides the contract: durability, damage, full disks, one writer."""

import asyncio
import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from arcade.eventlog.file import APPLICATION, SCHEMA
from arcade.eventlog.log import CannotOpen, Conflict, Damaged, Entry, NotStored
from arcade.eventlog.sqlite import SQLiteLog


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "data" / "arcade.db"


@asynccontextmanager
async def opened(path: Path):
    log = await SQLiteLog.open(path)
    try:
        yield log
    finally:
        await log.close()


async def facts(log: SQLiteLog, stream: str) -> list[bytes]:
    return [entry.data for entry in await log.read(stream)]


def pragma(db: sqlite3.Connection, name: str):
    return db.execute(f"PRAGMA {name}").fetchone()[0]


# --- the file


async def test_it_is_a_write_ahead_log_synced_at_every_commit_and_private(path):
    async with opened(path) as log:
        await log.append("table", [b"1"], 0)
        assert pragma(log._file._writing, "journal_mode") == "wal"
        assert pragma(log._file._writing, "synchronous") == 2
        assert pragma(log._file._writing, "application_id") == APPLICATION
        assert pragma(log._file._writing, "user_version") == SCHEMA
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            log._file._reading.execute("DELETE FROM facts")
        modes = {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
        assert modes == {0o600}
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


async def test_what_was_stored_is_there_after_reopening(path):
    async with opened(path) as log:
        end = await log.append("table", [b"1", b"2"], 0)
    async with opened(path) as log:
        assert await facts(log, "table") == [b"1", b"2"]
        with pytest.raises(Conflict):
            await log.append("table", [b"x"], 0)
        await log.append("table", [b"3"], end)
    async with opened(path) as log:
        assert await facts(log, "table") == [b"1", b"2", b"3"]
        assert await log.streams() == ["table"]


async def test_a_path_with_odd_characters_is_only_a_path(tmp_path):
    path = tmp_path / "été ?mode=memory#%41" / "a b.db"
    async with opened(path) as log:
        await log.append("table", [b"1"], 0)
        assert await facts(log, "table") == [b"1"]
    assert path.stat().st_size > 0


# --- one writer thread


async def test_what_waits_is_committed_together(path):
    async with opened(path) as log:
        statements: list[str] = []
        log._file._writing.set_trace_callback(statements.append)
        wishes = [log.append(f"table-{n}", [b"1", b"2"], n % 2) for n in range(100)]
        results = await asyncio.gather(*wishes, return_exceptions=True)
        log._file._writing.set_trace_callback(None)
        assert [isinstance(result, Conflict) for result in results] == [False, True] * 50
        assert statements.count("COMMIT") <= 2
        assert len(await log.streams()) == 50


async def test_the_loop_runs_on_while_the_disk_is_slow(path):
    async with opened(path) as log:
        other = sqlite3.connect(path, isolation_level=None)
        with closing(other):
            other.execute("BEGIN IMMEDIATE")  # the writer has to wait for this one
            storing = asyncio.create_task(log.append("table", [b"1"], 0))
            for _ in range(20):
                await asyncio.sleep(0.01)
                assert await log.read("table") == []  # and reading does not wait for the writer
            assert not storing.done()
            other.execute("ROLLBACK")
        assert await storing == 1


async def test_nothing_is_acknowledged_before_it_is_committed(path):
    async with opened(path) as log:
        with closing(sqlite3.connect(path)) as other:
            for number in range(20):
                assert await log.append("table", [b"x"], number) == number + 1
                assert other.execute("SELECT count(*) FROM facts").fetchone() == (number + 1,)


# --- killed


async def test_after_kill_9_every_acknowledged_fact_is_there_once(path):
    acknowledged: list[str] = []
    for run, delay in enumerate((0.03, 0.1, 0.2, 0.01)):
        numbers = await asyncio.to_thread(killed_appender, path, str(run), delay)
        acknowledged += numbers
        async with opened(path) as log:
            for stream in ("one", "two", "three"):
                stored = [fact.decode() for fact in await facts(log, stream)]
                assert len(set(stored)) == len(stored)
                assert [fact[-1] for fact in stored] == ["a", "b"] * (len(stored) // 2)
                pairs = [fact[:-2] for fact in stored[::2]]
                expected = [line.split()[1] for line in acknowledged if line.startswith(stream)]
                # At most one a run was stored and not yet acknowledged.
                assert [pair for pair in pairs if pair in set(expected)] == expected
                assert len(pairs) - len(expected) <= run + 1
    assert len(acknowledged) > 10


def killed_appender(path: Path, run: str, delay: float) -> list[str]:
    command = [sys.executable, "-m", "tests.eventlog.appender", str(path), run]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        first = process.stdout.readline()  # it has begun
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(delay)
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read()
    return [line.decode() for line in (first + rest).split(b"\n")[:-1]]


# --- damage


def flip(path: Path, offset: int, bits: int = 0x01) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        (byte,) = file.read(1)
        file.seek(offset)
        file.write(bytes([byte ^ bits]))


async def test_a_flipped_byte_is_found_and_the_other_streams_are_read(path):
    written = {name: [b"%s fact %d" % (name.encode(), n) for n in range(9)] for name in "abc"}
    async with opened(path) as log:
        for name, data in written.items():
            await log.append(name, data, 0)
    flip(path, path.read_bytes().index(b"b fact 4") + 2)
    async with opened(path) as log:
        with pytest.raises(Damaged) as damaged:
            await log.read("b")
        assert (damaged.value.stream, damaged.value.number) == ("b", 5)
        with pytest.raises(Damaged):
            await log.read("b", 3)
        assert await log.streams() == ["a", "b", "c"]
        assert await facts(log, "a") == written["a"]
        assert await facts(log, "c") == written["c"]
        await log.append("a", [b"goes on"], 9)


@pytest.mark.parametrize("change", [
    "UPDATE facts SET chain = zeroblob(32) WHERE stream = 'b' AND number = 2",
    "UPDATE facts SET chain = 7 WHERE stream = 'b' AND number = 2",
    "UPDATE facts SET fact = 'text' WHERE stream = 'b' AND number = 2",
    "UPDATE facts SET number = 9 WHERE stream = 'b' AND number = 2",
    "UPDATE facts SET number = 0 WHERE stream = 'b' AND number = 2",
    "DELETE FROM facts WHERE stream = 'b' AND number = 2",
    "DELETE FROM facts WHERE stream = 'b' AND number = 1",
    "UPDATE facts SET stream = 'b2' WHERE stream = 'b' AND number = 2",
    "DELETE FROM facts WHERE stream = 'b' AND number = 3",
    "DELETE FROM facts WHERE stream = 'b'",
    "UPDATE facts SET stream = 'zz' WHERE stream = 'b' AND number = 3",
    "UPDATE heads SET number = 2 WHERE stream = 'b'",
    "UPDATE heads SET number = 'x' WHERE stream = 'b'",
    "UPDATE heads SET chain = zeroblob(32) WHERE stream = 'b'",
    "DELETE FROM heads WHERE stream = 'b'",
    "UPDATE heads SET stream = 'zz' WHERE stream = 'b'",
    "INSERT INTO facts SELECT 'b', number + 3, fact, chain FROM facts WHERE stream = 'a'",
])  # fmt: skip
async def test_whatever_was_changed_is_found(path, change):
    async with opened(path) as log:
        for name in "abc":
            await log.append(name, [b"1", b"2", b"3"], 0)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(change)
    async with opened(path) as log:
        assert "b" in await log.streams()
        with pytest.raises(Damaged, match="'b'"):
            await log.read("b")
        assert (await log.ends()).get("b") in (None, Entry("b", 3, b"3"))
        assert await facts(log, "a") == await facts(log, "c") == [b"1", b"2", b"3"]


async def test_a_renamed_stream_is_found_even_where_the_name_is_no_text(path):
    async with opened(path) as log:
        await log.append("a", [b"1"], 0)
        await log.append("b", [b"1"], 0)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE facts SET stream = CAST(x'62ff' AS TEXT) WHERE stream = 'b'")
    async with opened(path) as log:
        names = await log.streams()
        assert names[:2] == ["a", "b"]
        assert await facts(log, "a") == [b"1"]
        for name in names[1:]:
            with pytest.raises(Damaged):
                await log.read(name)


@pytest.mark.parametrize("seed", range(60))
async def test_no_flipped_bit_anywhere_in_the_file_goes_unnoticed(path, seed):
    chance = random.Random(seed)
    written = {f"table-{n}": [b"fact %d" % number for number in range(40)] for n in range(6)}
    async with opened(path) as log:
        for name, data in written.items():
            await log.append(name, data, 0)
    last = {name: Entry(name, len(data), data[-1]) for name, data in written.items()}
    flip(path, chance.randrange(path.stat().st_size), 1 << chance.randrange(8))
    try:
        async with opened(path) as log:
            names = await log.streams()
            assert (await log.ends()).items() <= last.items()
            read = {name: await facts(log, name) for name in names}
    except (CannotOpen, Damaged):
        return
    assert read == written  # it was in a place that is not used


# --- full and failing disks


async def test_a_full_disk_stores_nothing_by_half_and_goes_on_when_there_is_space(path):
    async with opened(path) as log:
        db = log._file._writing
        end = await log.append("table", [b"first"], 0)
        pages = pragma(db, "page_count") + 20
        pragma(db, f"max_page_count = {pages}")
        with pytest.raises(NotStored, match="full"):
            await log.append("table", [b"small", bytes(200_000), b"small"], end)
        assert await facts(log, "table") == [b"first"]
        # Waiting together with a large one, the small ones are stored.
        small, large, other = await asyncio.gather(
            log.append("table", [b"second"], end),
            log.append("large", [bytes(200_000)], 0),
            log.append("other", [b"1"], 0),
            return_exceptions=True,
        )
        assert (small, other) == (2, 1)
        assert isinstance(large, NotStored)
        pragma(db, "max_page_count = 1000000")
        assert await log.append("large", [bytes(200_000)], 0) == 1
        assert await log.streams() == ["large", "other", "table"]
    async with opened(path) as log:
        assert await facts(log, "table") == [b"first", b"second"]


FAILING = """
import asyncio, resource, sys
from pathlib import Path
from arcade.eventlog.log import CannotOpen, Conflict, Damaged, Entry, NotStored
from arcade.eventlog.sqlite import SQLiteLog

async def main():
    log = await SQLiteLog.open(Path(sys.argv[1]))
    end = await log.append("table", [b"first"], 0)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    refused = 0
    assert await log.can_store()
    for _ in range(3):
        try:
            await log.append("table", [bytes(300_000)], end)
        except NotStored:
            refused += 1
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    assert not await log.can_store()
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert await log.can_store()
    end = await log.append("table", [b"last"], end)
    assert [entry.data for entry in await log.read("table")] == [b"first", b"last"]
    await log.close()
    assert refused == 3

asyncio.run(main())
"""


async def test_an_error_of_the_disk_is_told_and_overcome(path):
    """The operating system refuses the writing itself, as a full or failing disk does."""
    run = await asyncio.create_subprocess_exec(sys.executable, "-c", FAILING, str(path))
    assert await run.wait() == 0
    async with opened(path) as log:
        assert await facts(log, "table") == [b"first", b"last"]


# --- what cannot be opened


async def refused(path: Path) -> str:
    with pytest.raises(CannotOpen) as refusal:
        await SQLiteLog.open(path)
    return str(refusal.value)


async def test_a_newer_schema_is_refused_and_left_alone(path):
    async with opened(path) as log:
        await log.append("table", [b"1"], 0)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    before = path.read_bytes()
    assert "newer" in await refused(path)
    assert path.read_bytes() == before


async def test_what_is_not_ours_is_refused_and_left_alone(path):
    path.parent.mkdir()
    path.write_bytes(b"This is a shopping list. " * 200)
    assert "not a database" in await refused(path)
    assert path.read_bytes().startswith(b"This is a shopping list.")
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name)")
    before = path.read_bytes()
    assert "another program" in await refused(path)
    assert path.read_bytes() == before


async def test_a_place_that_cannot_be_written_is_refused(path, tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert "cannot write" in await refused(tmp_path / "file" / "arcade.db")
    path.mkdir(parents=True)
    assert "cannot write" in await refused(path)
    assert "cannot write" in await refused(Path("/proc/self/arcade.db"))  # not even by root


async def test_a_second_server_on_the_same_file_is_refused_until_the_first_is_gone(path):
    async with opened(path):
        assert str(os.getpid()) in await refused(path)
    async with opened(path) as log:
        await log.append("table", [b"1"], 0)


async def test_a_killed_server_holds_nothing(path):
    command = [sys.executable, "-m", "tests.eventlog.appender", str(path), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        assert str(process.pid) in await refused(path)
        process.kill()
        process.stdout.read()
    async with opened(path) as log:
        assert await log.streams()


def test_descriptors_are_given_back(path):
    async def once() -> None:
        async with opened(path) as log:
            await log.append("table", [b"1"], len(await log.read("table")))
        for wrong in (path.parent, Path("/dev/null/x")):
            await refused(wrong)

    def descriptors() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    asyncio.run(once())
    before = descriptors()
    for _ in range(3):
        asyncio.run(once())
    assert descriptors() == before


async def test_a_log_is_not_begun_on_a_full_disk_and_says_what_to_do(path, monkeypatch) -> None:
    def full(_):
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr("arcade.eventlog.file._open_to_write", full)
    with pytest.raises(CannotOpen, match="make room on the disk"):
        await SQLiteLog.open(path)
