"""Copies of a log: whole, verified, never over something else."""

import asyncio
import os
import signal
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arcade.eventlog.copies import Contents, back_up, copy, examine, restore
from arcade.eventlog.log import CannotOpen
from arcade.eventlog.memory import MemoryLog
from arcade.eventlog.sqlite import SQLiteLog
from tests.ssh.process import ARCADE
from tests.waiting import PATIENCE


async def filled(path: Path) -> SQLiteLog:
    log = await SQLiteLog.open(path)
    for name in ("a", "b"):
        await log.append(name, [b"%s %d" % (name.encode(), n) for n in range(3)], 0)
    return log


def given_away(folder: Path) -> int:
    """Have a folder belong to another user, where the tests are root; return whose it is."""
    if os.geteuid() == 0:
        os.chown(folder, 65534, 65534)
    return folder.stat().st_uid


async def test_a_log_that_its_user_may_not_read_is_said_to_be_another_users() -> None:
    with TemporaryDirectory() as name:  # every user reaches it
        folder = Path(name)
        await (await filled(folder / "log")).close()
        folder.chmod(0o755)
        given_away(folder)
        (folder / "log").chmod(0)
        with pytest.raises(CannotOpen, match="belongs to another user"):
            back_up(folder / "log", folder / "copy")


def damage(path: Path, name: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE facts SET fact = x'00' WHERE stream = ? AND number = 2", (name,))


async def test_a_copy_of_a_log_that_is_being_written_is_of_one_moment(tmp_path: Path) -> None:
    log = await filled(tmp_path / "log")
    written = 0

    async def write() -> None:
        nonlocal written
        while True:
            # Both in one append: a copy has both or neither.
            written = await log.append("pairs", [b"left", b"right"], written)

    writing = asyncio.create_task(write())
    for number in range(5):
        before = written
        copied = await asyncio.to_thread(back_up, tmp_path / "log", tmp_path / f"{number}")
        assert copied == examine(tmp_path / f"{number}")
        pairs = copied.facts - 6
        # One append may be stored that its writer has not heard of.
        assert copied.damaged == () and pairs % 2 == 0 and before <= pairs <= written + 2
    writing.cancel()
    await log.close()
    assert not list(tmp_path.glob("*.part")) and not list(tmp_path.glob("[0-9]-*"))
    assert stat.S_IMODE((tmp_path / "0").stat().st_mode) == 0o600


async def test_what_is_restored_is_what_was_backed_up(tmp_path: Path) -> None:
    log = await filled(tmp_path / "log")
    back_up(tmp_path / "log", tmp_path / "backup")
    await log.append("a", [b"later"], 3)
    await log.close()
    target = tmp_path / "new" / "log"
    target.parent.mkdir()
    owner = given_away(target.parent)
    assert restore(tmp_path / "backup", target) == Contents(2, 6)
    assert {path.stat().st_uid for path in target.parent.iterdir()} == {owner}
    again = await SQLiteLog.open(target)
    assert [entry.data for entry in await again.read("a")] == [b"a 0", b"a 1", b"a 2"]
    assert await again.append("a", [b"on"], 3) == 4
    await again.close()


async def test_a_log_that_nobody_writes_is_copied_too(tmp_path: Path) -> None:
    await (await filled(tmp_path / "log")).close()
    assert back_up(tmp_path / "log", tmp_path / "backup") == Contents(2, 6)


async def test_nothing_is_overwritten(tmp_path: Path) -> None:
    await (await filled(tmp_path / "log")).close()
    back_up(tmp_path / "log", tmp_path / "backup")
    before = (tmp_path / "backup").read_bytes()
    with pytest.raises(CannotOpen, match="exists"):
        back_up(tmp_path / "log", tmp_path / "backup")
    with pytest.raises(CannotOpen, match="exists"):
        restore(tmp_path / "backup", tmp_path / "log")
    (tmp_path / "other-wal").write_bytes(b"of another log")
    with pytest.raises(CannotOpen, match="other-wal exists"):
        restore(tmp_path / "backup", tmp_path / "other")
    assert (tmp_path / "backup").read_bytes() == before


async def test_a_running_server_is_not_restored_over(tmp_path: Path) -> None:
    log = await filled(tmp_path / "log")
    back_up(tmp_path / "log", tmp_path / "backup")
    with pytest.raises(CannotOpen, match="another arcade server"):
        restore(tmp_path / "backup", tmp_path / "log")
    await log.close()


async def test_damage_is_named_and_not_restored(tmp_path: Path) -> None:
    await (await filled(tmp_path / "log")).close()
    damage(tmp_path / "log", "b")
    assert back_up(tmp_path / "log", tmp_path / "backup").damaged == ("b",)
    with pytest.raises(CannotOpen, match=r"damaged \(in b\)"):
        restore(tmp_path / "backup", tmp_path / "new")
    assert not (tmp_path / "new").exists()


async def test_a_copy_takes_the_place_of_a_damaged_log_which_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "log"
    await (await filled(path)).close()
    back_up(path, tmp_path / "backup")
    for number in range(2):
        damage(path, "b")
        damaged = path.read_bytes()
        with pytest.raises(CannotOpen, match="no backup"):
            restore(tmp_path / "nothing", path, replace=True)
        assert path.read_bytes() == damaged, "nothing has changed"
        assert restore(tmp_path / "backup", path, replace=True) == Contents(2, 6)
        assert examine(path).damaged == ()
        aside = tmp_path / ("log.damaged" if not number else "log.damaged-1")
        assert aside.read_bytes() == damaged and examine(aside).damaged == ("b",)


async def test_results_that_were_recovered_into_another_stream_are_no_damage(
    tmp_path: Path,
) -> None:
    log = await SQLiteLog.open(tmp_path / "log")
    for name in ("results", "results.2", "results.3", "resultsx", "lobby.20000", "lobby.20001"):
        await log.append(name, [b"1", b"2"], 0)
    await log.close()
    for name in ("results", "results.2"):
        damage(tmp_path / "log", name)
    assert examine(tmp_path / "log").damaged == ()
    back_up(tmp_path / "log", tmp_path / "backup")
    assert restore(tmp_path / "backup", tmp_path / "new").damaged == ()
    log, copied = await SQLiteLog.open(tmp_path / "log"), MemoryLog()
    assert await copy(log, copied) == ()
    await log.close()
    assert "results.3" in await copied.streams() and "results" not in await copied.streams()
    for name in ("results.3", "lobby.20000"):
        damage(tmp_path / "log", name)
    assert examine(tmp_path / "log").damaged == ("lobby.20000", "results.3")


async def test_a_backup_that_is_told_to_end_leaves_nothing(tmp_path: Path) -> None:
    log = await SQLiteLog.open(tmp_path / "arcade.sqlite3")
    for number in range(30):
        await log.append("a", [bytes(4_000_000)], number)
    await log.close()
    words = (ARCADE, "backup", str(tmp_path / "copy"), "--data", str(tmp_path))
    process = await asyncio.create_subprocess_exec(*words)
    async with asyncio.timeout(PATIENCE):
        while not (tmp_path / "copy.part").exists():
            await asyncio.sleep(0.001)
    process.terminate()
    assert await process.wait() == 128 + signal.SIGTERM
    assert not list(tmp_path.glob("copy*"))


async def test_one_damaged_table_need_not_keep_a_house_from_its_backup(tmp_path: Path) -> None:
    log = await filled(tmp_path / "log")
    await log.append("room.A", [b"1", b"2"], 0)
    await log.close()
    damage(tmp_path / "log", "room.A")
    back_up(tmp_path / "log", tmp_path / "backup")
    with pytest.raises(CannotOpen, match=r"in room.A.*add --damaged"):
        restore(tmp_path / "backup", tmp_path / "new")
    assert restore(tmp_path / "backup", tmp_path / "new", damaged=True).damaged == ("room.A",)
    damage(tmp_path / "backup", "b")
    with pytest.raises(CannotOpen, match=r"in b, room.A.*another backup$"):
        restore(tmp_path / "backup", tmp_path / "other", damaged=True)


async def test_what_is_no_log_is_refused(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(b"This is a shopping list. " * 200)
    with closing(sqlite3.connect(tmp_path / "recipes")) as db:
        db.execute("CREATE TABLE recipes (name)")
    for name in ("list", "recipes", "nothing"):
        with pytest.raises(CannotOpen):
            back_up(tmp_path / name, tmp_path / "backup")
        with pytest.raises(CannotOpen):
            restore(tmp_path / name, tmp_path / "new" / "log")
    (tmp_path / "empty").touch()
    with pytest.raises(CannotOpen, match="is empty: take another backup"):
        restore(tmp_path / "empty", tmp_path / "new" / "log")
    assert not (tmp_path / "backup").exists() and not (tmp_path / "new").exists()
    await (await filled(tmp_path / "good")).close()
    with pytest.raises(CannotOpen, match="cannot write"):
        back_up(tmp_path / "good", tmp_path / "list" / "backup")
