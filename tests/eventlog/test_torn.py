"""A write torn anywhere: what power leaves of the file is a log, and no append is there by half."""

import asyncio
import random
from pathlib import Path

import pytest

from arcade.eventlog.copies import examine
from arcade.eventlog.sqlite import SQLiteLog

STREAMS = ("one", "two", "three")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A log that is still open as it lies on the disk: the file and its write-ahead log."""
    folder = tmp_path_factory.mktemp("written")

    async def write() -> dict[str, bytes]:
        log = await SQLiteLog.open(folder / "log")
        for number in range(20):
            for name in STREAMS:
                await log.append(name, [b"%d left" % number, b"%d right" % number], 2 * number)
        left = {name: (folder / name).read_bytes() for name in ("log", "log-wal")}
        await log.close()
        return left

    return asyncio.run(write())


@pytest.mark.parametrize("seed", range(25))
async def test_what_is_left_of_a_torn_write_is_a_whole_log(
    files: dict[str, bytes], tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    written, whole = tmp_path / "log", files["log-wal"]
    written.write_bytes(files["log"])
    cut = chance.randrange(len(whole))
    # What follows is lost, or is what lay there before.
    (tmp_path / "log-wal").write_bytes(
        whole[:cut] + chance.randbytes(chance.choice((0, 0, 500, 5000)))
    )
    log = await SQLiteLog.open(written)
    for name in STREAMS:
        facts = [entry.data for entry in await log.read(name)]
        wanted = [b"%d %s" % (n, side) for n in range(20) for side in (b"left", b"right")]
        assert facts == wanted[: len(facts)] and len(facts) % 2 == 0
        assert await log.append(name, [b"goes on"], len(facts)) == len(facts) + 1
    await log.close()
    assert examine(written).damaged == ()
