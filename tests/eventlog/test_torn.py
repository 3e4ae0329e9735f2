"""A write torn anywhere: what power leaves of the file is a log, and no append is there by half."""

import random
import shutil
from pathlib import Path

import pytest

from arcade.eventlog.copies import examine
from arcade.eventlog.sqlite import SQLiteLog

STREAMS = ("one", "two", "three")


@pytest.fixture
async def written(tmp_path: Path) -> Path:
    """A log that is still open, copied as it lies on the disk: the file and its write-ahead log."""
    log = await SQLiteLog.open(tmp_path / "log")
    for number in range(20):
        for name in STREAMS:
            await log.append(name, [b"%d left" % number, b"%d right" % number], 2 * number)
    folder = tmp_path / "torn"
    folder.mkdir()
    for end in ("", "-wal"):
        shutil.copy(tmp_path / f"log{end}", folder / f"log{end}")
    await log.close()
    return folder / "log"


@pytest.mark.parametrize("seed", range(25))
async def test_what_is_left_of_a_torn_write_is_a_whole_log(written: Path, seed: int) -> None:
    chance = random.Random(seed)
    wal = written.with_name("log-wal")
    whole = wal.read_bytes()
    cut = chance.randrange(len(whole))
    # What follows is lost, or is what lay there before.
    wal.write_bytes(whole[:cut] + chance.randbytes(chance.choice((0, 0, 500, 5000))))
    log = await SQLiteLog.open(written)
    for name in STREAMS:
        facts = [entry.data for entry in await log.read(name)]
        wanted = [b"%d %s" % (n, side) for n in range(20) for side in (b"left", b"right")]
        assert facts == wanted[: len(facts)] and len(facts) % 2 == 0
        assert await log.append(name, [b"goes on"], len(facts)) == len(facts) + 1
    await log.close()
    assert examine(written).damaged == ()
