"""The end of a daily deal's day: zones, clocks, restarts and deaths at midnight change nothing."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from arcade.club.club import Club
from arcade.club.deals import daily
from arcade.club.deals import facts as deals
from arcade.club.deals.daily import DailyTable
from arcade.club.errors import NotStored, Refused
from arcade.club.table_session import TableSession
from arcade.eventlog.sqlite import SQLiteLog
from arcade.players.player import Player
from arcade.rooms import clocks, facts
from arcade.rooms.host import stream
from tests.club.deals.midnight import BOTS, DAY, EVENING, MORNING, over_midnight
from tests.people import ANNA, BEN, CLEO, play
from tests.simulation.disk import Disk
from tests.simulation.network import Line, Weather
from tests.simulation.process import Process
from tests.ssh.forks import forked


class Midnight(Disk):
    """A disk that accepts no end of a day while one of its attempts could still count."""

    def append(self, stream: str, data: Sequence[bytes]) -> int:
        end = super().append(stream, data)
        stored = [deals.decode(data).fact for data in self.streams.get(daily.STREAM, ())]
        over = {stored_fact.day for stored_fact in stored if isinstance(stored_fact, deals.Over)}
        for stored_fact in stored:
            if isinstance(stored_fact, deals.Began) and stored_fact.day in over:
                room = self.rooms[stored_fact.code][-1]
                assert room.day_over or room.phase in ("over", "closed"), (
                    f"{stored_fact.code} still counts"
                )
        return end


class World:
    """A disk and its processes; the clock is the loop's, and may be turned."""

    def __init__(self) -> None:
        self.disk = Midnight()
        self.weather = Weather()
        self.turned = 0.0
        self.processes: list[Process] = []

    def time_ns(self) -> int:
        return int((EVENING + asyncio.get_running_loop().time() + self.turned) * 1e9)

    async def open(self) -> Process:
        line = Line(self.disk, self.weather, Random(7))
        self.processes.append(Process(line, await Club.open(line, BOTS)))
        return self.processes[-1]

    async def until(self, wanted: int) -> None:
        """Let the time pass until the clock shows this many seconds since 1970."""
        await asyncio.sleep(wanted - self.time_ns() / 1e9)


@pytest.fixture
async def world(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    made = World()
    monkeypatch.setattr(clocks, "time", SimpleNamespace(time_ns=made.time_ns))
    yield made
    for process in made.processes:
        if not process.line.dead.is_set():
            await process.club.close()


async def begin(club: Club, *players: Player) -> list[TableSession]:
    return [await club.play_daily(player, "421") for player in players]


def of(club: Club, player: Player) -> DailyTable:
    return club.daily.results("421", DAY, player)


def check_over(club: Club) -> None:
    """Only what Anna finished in time counts, and the seed is told."""
    assert [of(club, player).state for player in (ANNA, BEN, CLEO)] == ["done", "out", "out"]
    assert [row.name for row in of(club, CLEO).rows] == ["anna"]
    assert of(club, ANNA).seed
    for player in (ANNA, BEN, CLEO):
        rated = club.standings.profile(player).games
        assert rated == (1 if player is ANNA else 0)


@pytest.mark.virtual
@pytest.mark.parametrize("zone", ["UTC0", "LINT-14", "HST10"])
async def test_the_day_ends_at_midnight_of_utc_in_every_zone(
    world: World, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        club = (await world.open()).club
        anna, ben, _ = await begin(club, ANNA, BEN, CLEO)
        await play(anna)
        while world.time_ns() / 1e9 < MORNING - 60:
            await asyncio.sleep(60)
            assert (of(club, BEN).state, of(club, BEN).seed, ben.host.room.day_over) == (
                *("begun", None),
                False,
            )
        await world.until(MORNING + 2)
        check_over(club)
        await play(ben)
        await asyncio.sleep(1)
        check_over(club)
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.virtual
async def test_a_clock_turned_forward_and_back_tells_no_seed_that_can_be_used(world: World) -> None:
    club = (await world.open()).club
    anna, ben = await begin(club, ANNA, BEN)
    await play(anna)
    world.turned = MORNING - EVENING
    await asyncio.sleep(daily.CLOCK_CHECK + 1)
    assert of(club, BEN).seed
    assert ben.host.room.day_over
    world.turned = 0
    again = (await world.open()).club
    for house in (club, again):
        with pytest.raises(Refused, match="is over"):
            await begin(house, CLEO)
        assert [of(house, player).state for player in (ANNA, BEN, CLEO)] == ["done", "out", "new"]
    await world.until(MORNING + 120)
    await play((await begin(club, BEN))[0])
    assert of(club, BEN).rows == of(club, CLEO).rows


@pytest.mark.virtual
async def test_a_day_half_ended_when_the_clock_goes_back_tells_nothing_before_its_end(
    world: World,
) -> None:
    club = (await world.open()).club
    _, ben = await begin(club, ANNA, BEN)
    store = club.daily.mark_late

    async def mark(code: str) -> None:
        if code == ben.code:
            raise NotStored("the disk is full")
        await store(code)

    club.daily.mark_late = mark  # type: ignore[method-assign]
    world.turned = MORNING - EVENING
    assert not await club.daily.end_days()
    world.turned = 0
    assert of(club, BEN).seed is None
    await play(ben)
    await asyncio.sleep(1)
    assert of(club, BEN).state == "done"
    club.daily.mark_late = store  # type: ignore[method-assign]
    await world.until(MORNING + 2)
    assert of(club, BEN).seed
    assert [row.name for row in of(club, BEN).rows] == ["ben"]


@pytest.mark.virtual
async def test_two_processes_whose_midnights_are_apart(world: World) -> None:
    """What one has ended is over in the other, whatever that one's clock says."""
    first, second = (await world.open()).club, (await world.open()).club
    second.daily.clock = lambda: datetime.fromtimestamp(EVENING, UTC).date()
    anna, ben = (*await begin(first, ANNA), *await begin(second, BEN))
    await play(anna)
    await world.until(MORNING + 2)
    with pytest.raises(Refused, match="is over"):
        await begin(second, CLEO)
    await play(ben)
    await second.daily.cursor.catch_up()
    assert [of(second, player).state for player in (ANNA, BEN, CLEO)] == ["done", "out", "new"]
    assert of(second, BEN).seed == of(first, BEN).seed


@pytest.mark.virtual
@pytest.mark.parametrize("after_midnight", [False, True], ids=["in the evening", "after midnight"])
async def test_a_death_after_each_fact_of_midnight(world: World, after_midnight: bool) -> None:
    """The next process is opened after midnight, or a moment before; either dies at every fact."""
    deaths = 0
    while await _dies(world, deaths, after_midnight):
        deaths += 1
        world.disk = Midnight()
        world.turned += EVENING - world.time_ns() / 1e9
    assert deaths >= 3  # two marks and the end of the day, at the least


async def _dies(world: World, after: int, after_midnight: bool) -> bool:
    """End a day in a process that dies after this many facts; return whether it did."""
    first = await world.open()
    anna, _ben, _ = await begin(first.club, ANNA, BEN, CLEO)
    first.club.daily.take = lambda room: None  # type: ignore[method-assign]
    await play(anna)
    await world.until(MORNING - 10)
    first.kill()
    await world.until(MORNING + 5 if after_midnight else MORNING - 5)
    second = await world.open()
    stored = 0

    def count(_stream: str, _end: Any) -> None:
        nonlocal stored
        stored += 1
        if stored > after:
            second.kill()

    second.line.stored = count
    await world.until(MORNING + 20)
    died = second.line.dead.is_set()
    if not died:
        check_over(second.club)
    third = await world.open()
    await world.until(MORNING + 120)
    check_over(third.club)
    await third.club.close()
    third.kill()
    second.kill()
    return died


@pytest.mark.virtual
async def test_a_table_whose_process_died_before_the_attempt_began_is_nobodys(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: such a table was not marked at midnight, and could be played with the seed."""
    first = await world.open()
    monkeypatch.setattr(first.club.daily, "_begin", asyncio.Event().wait)
    dying = asyncio.ensure_future(first.club.play_daily(ANNA, "421"))
    while not world.disk.rooms:
        await asyncio.sleep(1)
    first.kill()
    dying.cancel()
    (lost,) = world.disk.rooms
    club = (await world.open()).club
    with pytest.raises(Refused, match="no table"):
        await club.join(ANNA, lost)
    (table_session,) = await begin(club, ANNA)
    assert table_session.code != lost
    assert (await club.join(ANNA, table_session.code)).code == table_session.code
    await world.until(MORNING + 2)
    assert of(club, ANNA).seed
    with pytest.raises(Refused, match="no table"):
        await club.join(ANNA, lost)
    await play(table_session)
    await asyncio.sleep(1)
    assert (of(club, ANNA).state, of(club, ANNA).rows) == ("out", ())


async def test_kill_nine_at_midnight(tmp_path: Path) -> None:
    """Real processes on a real log: each is killed right after the next fact it has stored."""
    path, marker = tmp_path / "log.db", tmp_path / "told"
    over, kills = False, 0
    while (code := await asyncio.to_thread(forked, over_midnight, path, marker)) == -signal.SIGKILL:
        kills += 1
        assert not over  # the end of the day is the last fact of all
        events = await SQLiteLog.open(path)
        stored = [deals.decode(entry.data).fact for entry in await events.read(daily.STREAM)]
        over = any(isinstance(stored_fact, deals.Over) for stored_fact in stored)
        for stored_fact in stored:
            if over and isinstance(stored_fact, deals.Began):
                room = [
                    facts.decode(entry.data).fact
                    for entry in await events.read(stream(stored_fact.code))
                ]
                day_over = any(isinstance(fact, facts.DayOver) for fact in room)
                assert day_over is (stored_fact.player.id == BEN.id)
        await events.close()
    assert (code, marker.read_text()) == (0, "out ['anna'] True")
    assert kills >= 3  # after the last move, a mark, the end of the day; results may come together
