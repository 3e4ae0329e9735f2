"""Damage that comes while the server runs is found, noted once and told."""

import asyncio

import pytest
from structlog.testing import capture_logs

from arcade.club.club import Club
from arcade.club.streams import patrol
from arcade.eventlog.log import Damaged, NotStored
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.evolve import DAMAGED
from tests.people import ANNA
from tests.waiting import until


class Bad(MemoryLog):
    """A log whose disk is damaged while it is open."""

    def __init__(self) -> None:
        super().__init__()
        self.bad: set[str] = set()
        self.checked: list[str] = []

    async def check(self, stream: str) -> None:
        self.checked.append(stream)
        if stream == "lobby":
            raise NotStored("away")
        if stream in self.bad:
            raise Damaged(stream, 1)


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Bad:
    monkeypatch.setattr(patrol, "PAUSE", 0)
    monkeypatch.setattr(patrol, "SHARE", 0)
    return Bad()


async def test_all_streams_are_checked_repeatedly_and_damage_is_reported(log: Bad) -> None:
    for stream in ("results", "results.2", "lobby"):
        await log.append(stream, [b"{}"], 0)
    club = await Club.open(log)
    code = await club.create(ANNA, "421")
    table_session = await club.join(ANNA, code)
    with capture_logs() as entries:
        walking = asyncio.create_task(club.patrol.walk())
        await until(lambda: log.checked.count(f"room.{code}") > 1)
        assert not club.damaged and "results" not in log.checked, "it is superseded"
        log.bad |= {f"room.{code}", "mark"}
        await until(lambda: set(club.damaged) == {f"room.{code}", "mark"})
        known = len(log.checked)
        await until(lambda: log.checked[known:].count("mark") > 2)
        await until(lambda: table_session.table().lines[-1].news == DAMAGED)
        await table_session.say("who sits there plays on")
        known = len(log.checked)
        await until(lambda: log.checked[known:].count("mark") > 2)
        walking.cancel()
    assert [line.news for line in table_session.table().lines].count(DAMAGED) == 1, (
        "it is told once"
    )
    events = [entry["event"] for entry in entries if entry["log_level"] == "error"]
    assert sorted(events) == ["record damaged", "stream damaged"], "once each"
    await club.close()


async def test_of_several_processes_each_checks_its_own(log: Bad) -> None:
    for name in ("room.A", "room.B", "players"):
        await log.append(name, [b"{}"], 0)
    club = await Club.open(MemoryLog())
    own = patrol.Patrol(log, club.rooms, lambda name: name == "room.B")
    walking = asyncio.create_task(own.walk())
    await until(lambda: len(log.checked) > 3)
    walking.cancel()
    await club.close()
    assert set(log.checked) == {"room.B"}
