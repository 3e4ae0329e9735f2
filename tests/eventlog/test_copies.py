"""Copies of a log: whole, verified, never over something else."""

import asyncio
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from arcade.eventlog.copies import Contents, back_up, examine, restore
from arcade.eventlog.log import CannotOpen
from arcade.eventlog.sqlite import SQLiteLog


async def filled(path: Path) -> SQLiteLog:
    log = await SQLiteLog.open(path)
    for name in ("a", "b"):
        await log.append(name, [b"%s %d" % (name.encode(), n) for n in range(3)], 0)
    return log


def given_away(folder: Path) -> int:
    """Have a folder belong to another user, where the tests are root; gives whose it is."""
    if os.geteuid() == 0:
        os.chown(folder, 65534, 65534)
    return folder.stat().st_uid


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
        found = await asyncio.to_thread(back_up, tmp_path / "log", tmp_path / f"{number}")
        assert found == examine(tmp_path / f"{number}")
        pairs = found.facts - 6
        # One append may be stored that its writer has not heard of.
        assert found.damaged == () and pairs % 2 == 0 and before <= pairs <= written + 2
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
    assert {one.stat().st_uid for one in target.parent.iterdir()} == {owner}
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


async def test_what_is_no_log_is_refused(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(b"This is a shopping list. " * 200)
    with closing(sqlite3.connect(tmp_path / "recipes")) as db:
        db.execute("CREATE TABLE recipes (name)")
    for name in ("list", "recipes", "nothing"):
        with pytest.raises(CannotOpen):
            back_up(tmp_path / name, tmp_path / "backup")
        with pytest.raises(CannotOpen):
            restore(tmp_path / name, tmp_path / "log")
    assert not (tmp_path / "backup").exists() and not (tmp_path / "log").exists()
    await (await filled(tmp_path / "good")).close()
    with pytest.raises(CannotOpen, match="cannot write"):
        back_up(tmp_path / "good", tmp_path / "list" / "backup")
