"""Backups between a server's own file and NATS: everything comes back, in both directions."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from structlog.testing import capture_logs

from arcade.eventlog.copies import copy
from arcade.eventlog.log import CannotOpen
from arcade.eventlog.memory import MemoryLog
from arcade.eventlog.nats import jetstream
from arcade.eventlog.nats.jetstream import JetStreamLog
from arcade.eventlog.sqlite import SQLiteLog
from server.cluster import nats
from server.config.environment import LOG, CannotDo
from server.config.settings import Settings
from server.hosting.finding import Finding
from server.hosting.storage import check
from server.hosting.storage.backup_cli import backup, restore
from tests.faults.play import flip

Kept = dict[str, list[bytes]]
WRITTEN: Kept = {
    "players": [b"anna", b"ben"],
    "room.KAFEL": [b"fact %d" % number for number in range(600)],
    "room.BELOL": [bytes(700_000), bytes(700_000), "été".encode()],
}


def write(folder: Path) -> None:
    async def fill() -> None:
        log = await SQLiteLog.open(folder / LOG)
        for stream, data in {**WRITTEN, "snapshot.KAFEL": [b"places of this very log"]}.items():
            await log.append(stream, data, 0)
        await log.close()

    asyncio.run(fill())


def read(folder: Path) -> Kept:
    async def streams() -> Kept:
        log = await SQLiteLog.open(folder / LOG)
        names = await log.streams()
        kept = {name: [entry.data for entry in await log.read(name)] for name in names}
        await log.close()
        return kept

    return asyncio.run(streams())


def examine(folder: Path) -> list[Finding]:
    return list(check.check(Settings(folder, folder / "key", workers=2)))


def run(command: object, *words: object) -> Result:
    return CliRunner().invoke(command, [str(word) for word in words])  # type: ignore[arg-type]


def test_a_log_goes_to_workers_and_back(tmp_path: Path) -> None:
    first, second, three = (tmp_path / name for name in ("one", "two", "three"))
    write(first)
    assert run(backup, tmp_path / "a", "--data", first).exit_code == 0
    result = run(restore, tmp_path / "a", "--data", second, "--workers")
    assert result.exit_code == 0 and not (second / LOG).exists(), result.output
    again = run(restore, tmp_path / "a", "--data", second, "--workers")
    assert again.exit_code == 2 and "nothing is overwritten" in again.output
    result = run(restore, tmp_path / "a", "--data", second, "--workers", "--replace")
    assert result.exit_code == 0 and (second / "nats" / "store.damaged" / "jetstream").is_dir()
    assert "a cluster" in run(restore, tmp_path / "a", "--log", "nats://x", "--replace").output
    result = run(backup, tmp_path / "b", "--data", second)
    assert result.exit_code == 0 and "605 facts of 3 streams" in result.output
    assert "exists" in run(backup, tmp_path / "b", "--data", second).output
    assert run(restore, tmp_path / "b", "--data", three).exit_code == 0
    assert read(three) == WRITTEN
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "one", "three", "two"]


def test_damage_is_not_put_into_nats_and_what_is_not_there_not_copied(tmp_path: Path) -> None:
    write(tmp_path / "one")
    flip(tmp_path / "one" / LOG, b"fact 599")
    assert run(backup, tmp_path / "a", "--data", tmp_path / "one").exit_code == 1
    result = run(restore, tmp_path / "a", "--data", tmp_path / "two", "--workers")
    assert result.exit_code == 2 and "room.KAFEL" in result.output
    copies = ("--damaged", "--replicas", "2")
    result = run(restore, tmp_path / "a", "--data", tmp_path / "two", "--workers", *copies)
    assert result.exit_code == 2 and "takes the servers of a cluster" in result.output
    assert not (tmp_path / "two").exists()
    result = run(restore, tmp_path / "a", "--data", tmp_path / "two", "--workers", "--damaged")
    assert result.exit_code == 0 and "Damaged, and closed: 'room.KAFEL'" in result.output
    result = run(backup, tmp_path / "b", "--data", tmp_path / "three", "--workers")
    assert result.exit_code == 2 and "there is no log" in result.output


async def test_a_server_alone_is_not_awaited_as_a_cluster(tmp_path: Path) -> None:
    async with nats.running_nats(tmp_path / "nats") as url, asyncio.timeout(jetstream.ELECTION / 2):
        with pytest.raises(CannotOpen, match="alone cannot keep 3 copies"):
            await JetStreamLog.open(url, 3)


async def test_what_came_after_the_moment_is_left_out() -> None:
    grown, copied = MemoryLog({"a": [b"1", b"2", b"3"], "b": [b"1"]}), MemoryLog()
    await copy(grown, copied, until=2)
    assert [entry.data for entry in await copied.read("a")] == [b"1", b"2"]
    assert await copied.streams() == ["a", "b"]


async def test_a_running_log_is_found_and_copied_as_at_one_moment(tmp_path: Path) -> None:
    async with (
        nats.running_nats(tmp_path / "nats") as url,
        nats.running_nats(tmp_path / "nats") as same,
    ):
        assert same == url
        with pytest.raises(CannotDo):
            async with nats.running_nats(tmp_path / "nats", alone=True):
                pass
        log = await JetStreamLog.open(url)
        await log.append("room.A", [b"good"], 0)
        await log.append("room.B", [b"a fact to damage"], 0)
        result = await asyncio.to_thread(run, backup, tmp_path / "a", "--data", tmp_path)
        assert result.exit_code == 0 and "2 facts of 2 streams" in result.output
        await log.close()
        (whole,) = [finding for finding in examine(tmp_path) if finding.what == "records"]
        assert (whole.verdict, whole.result.split(",")[:2]) == ("ok", ["2 streams", " 2 facts"])
    flip(next((tmp_path / "nats").rglob("1.blk")), b"a fact to damage")
    with capture_logs() as entries:
        (broken,) = [finding for finding in examine(tmp_path) if finding.what == "records"]
    assert broken.verdict == "fail" and '1 of 2 streams damaged: "room.B"' in broken.result
    assert "--replace" in broken.do and "empty" not in f"{entries} {broken.do}", "its only copy"
    result = await asyncio.to_thread(run, backup, tmp_path / "b", "--data", tmp_path)
    assert result.exit_code == 1 and "1 facts of 1 streams" in result.output, result.output
    assert "Damaged before the backup: 'room.B'" in result.output
