"""Results are read from the records by another process, beside the server that writes the log."""

import os
from pathlib import Path

import pytest

from arcade.club.club import Club
from arcade.club.standings.ledger import STREAM
from arcade.eventlog.sqlite import SQLiteLog
from server.config.environment import LOG, CannotDo
from server.config.settings import Settings
from server.hosting.storage import rebuild
from tests.club.conftest import AT_ONCE
from tests.club.standings.test_standing import ANNA, BEN, pair, play
from tests.waiting import until


async def test_missing_results_are_read_by_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = await SQLiteLog.open(tmp_path / LOG)
    club = await Club.open(log, AT_ONCE)
    for player, name in ((ANNA, "Anna"), (BEN, "Ben")):
        await club.choose_name(player, name)
    with monkeypatch.context() as forgetful:
        forgetful.setattr(club._ledger, "take", lambda _: None)
        await play(*await pair(club))
    assert STREAM not in await log.streams()
    here, read = [], rebuild.reading(Settings(tmp_path, tmp_path / "key"))
    assert read is not None
    heard: list[tuple[int, int]] = []
    monkeypatch.setattr(log, "read", _noting(log, here))
    assert await club.standings.rebuild(lambda count, of: heard.append((count, of)), read) == 1
    await until(lambda: club.standings.profile("Anna").games == 1)
    assert not [name for name in here if name.startswith("room.")], "not in this process"
    assert heard and heard == sorted(heard)
    assert await club.standings.rebuild(read=read) == 0
    await club.close()
    await log.close()


def _noting(log: SQLiteLog, names: list[str]):  # type: ignore[no-untyped-def]
    read = log.read

    async def noted(stream: str, after: int = 0):  # type: ignore[no-untyped-def]
        names.append(stream)
        return await read(stream, after)

    return noted


async def test_a_log_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    assert rebuild.reading(Settings(tmp_path, tmp_path, log="memory")) is None
    read = rebuild.reading(Settings(tmp_path / "nowhere", tmp_path))
    assert read is not None
    with pytest.raises(CannotDo, match="cannot be read: cannot read"):
        await read(lambda *_: None)
    assert not os.path.lexists(tmp_path / "nowhere")
