"""The daily deal: the same for everybody, once, over restarts; told the day after."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import UTC, date, datetime, time
from pathlib import Path
from time import time_ns
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.table_session import TableSession
from arcade.engine import fair, registry
from arcade.engine.codec import plain
from arcade.eventlog.sqlite import SQLiteLog
from arcade.rooms import clocks, decide
from arcade.rooms.timers import RoomSettings
from tests.fair.tables import verified
from tests.people import ANNA, BEN, play
from tests.waiting import change, until

QUICK = RoomSettings(bot_pause=0, linger=0)
STILL = RoomSettings(bot_pause=3600, linger=3600)
DAY, NEXT = date(2026, 11, 21), date(2026, 11, 22)
Opening = Callable[..., Awaitable[Club]]


@pytest.fixture
async def opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Opening]:
    """Opens clubs on one log in a file, at noon of the day, whatever day the tests run."""
    noon = datetime.combine(DAY, time(12), UTC).timestamp()
    later = int(noon * 1e9) - time_ns()
    monkeypatch.setattr(clocks, "time", SimpleNamespace(time_ns=lambda: time_ns() + later))
    events = await SQLiteLog.open(tmp_path / "log.db")
    opened: list[Club] = []

    async def opening(settings: RoomSettings = QUICK) -> Club:
        club = await Club.open(events, settings)
        club.daily.clock = lambda: DAY
        opened.append(club)
        return club

    yield opening
    for club in opened:
        await club.close()
    await events.close()


async def facts_of(club: Club, code: str) -> list[dict[str, Any]]:
    """Return what happened at a table, once its day is over."""
    club.daily.clock = lambda: NEXT
    try:
        lines = [msgspec.json.encode(line) for line in await club.record(code)]
    finally:
        club.daily.clock = lambda: DAY
    return [json.loads(line) for line in lines]


def draws(record: list[dict[str, Any]], seat: int) -> list[Any]:
    """Return each drawing action's draws of one seat."""
    facts = [line["fact"] for line in record]
    return [fact["draws"] for fact in facts if fact.get("seat") == seat and fact.get("draws")]


@pytest.mark.parametrize("game", ["421", "trente", "golden21", "vingt-et-un"])
async def test_the_same_choices_give_the_same_game(opening: Opening, game: str) -> None:
    club = await opening()
    table_sessions = [await club.play_daily(player, game) for player in (ANNA, BEN)]
    for table_session in table_sessions:
        await play(table_session)
    await until(lambda: len(club.daily.results(game).rows) == 2)
    first, second = [
        [
            {**line["fact"], "code": ""}
            for line in await facts_of(club, table_session.code)
            if line["fact"]["fact"] in ("started", "acted")
        ]
        for table_session in table_sessions
    ]
    assert first == second
    table = club.daily.results(game, player=BEN)
    assert {row.position for row in table.rows} == {1}
    assert [row.yours for row in table.rows if row.name == "ben"] == [True]
    assert table.state == "done"
    code, report = verified(await facts_of(club, table_sessions[0].code))
    assert code == 0, report
    assert "holds" in report


async def test_ones_own_throws_do_not_depend_on_what_others_do(opening: Opening) -> None:
    club = await opening()
    table_sessions = [await club.play_daily(player, "421") for player in (ANNA, BEN)]
    for table_session, whims in zip(table_sessions, (b"these", b"those"), strict=True):
        room = table_session.host.room
        assert room.options == {}
        await _stand_or_roll(table_session, whims == b"these")
    records = [await facts_of(club, table_session.code) for table_session in table_sessions]
    for seat in range(3):
        mine, theirs = draws(records[0], seat), draws(records[1], seat)
        for first, two in zip(mine, theirs, strict=False):
            shorter = min(len(first), len(two))
            assert first[:shorter] == two[:shorter]


async def _stand_or_roll(table_session: TableSession, roll: bool) -> None:
    """Play by always rolling all dice again, or never."""
    while (room := table_session.host.room).phase == "playing":
        if 0 not in room.to_act():
            await change(table_session)
            continue
        offers = [plain(offer.action) for offer in room.rules.legal(room.state, 0)]
        wished = [offer for offer in offers if (offer["do"] == "roll") is roll]
        with suppress(Refused):
            await table_session.act((wished or offers)[0], room.version)


async def test_golden_zero_deals_everybody_the_same_hands(opening: Opening) -> None:
    club = await opening(STILL)
    views = []
    for player in (ANNA, BEN):
        table_session = await club.play_daily(player, "golden-zero")
        views.append(plain(table_session.table().view))
    assert views[0]["closed"] == views[1]["closed"]
    assert views[0]["target"] == views[1]["target"]
    assert "seed" not in str(await facts_of(club, table_session.code))


async def test_one_attempt_that_goes_on_after_kill_nine(opening: Opening) -> None:
    first = await opening(STILL)
    table_session = await first.play_daily(ANNA, "421")
    assert first.daily.results("421", player=ANNA).state == "begun"
    assert (await first.play_daily(ANNA, "421")).code == table_session.code
    second = await opening()
    again = await second.play_daily(ANNA, "421")
    assert again.code == table_session.code
    assert again.host.room.course
    assert again.host.room.course.number == 1
    await play(again)
    await until(lambda: second.daily.results("421", player=ANNA).state == "done")
    with pytest.raises(Refused):
        await second.play_daily(ANNA, "421")
    with pytest.raises(Refused):
        await again.start()
    third = await opening()
    assert third.daily.results("421", player=ANNA).state == "done"
    third.daily.clock = lambda: NEXT
    tomorrow = await third.play_daily(ANNA, "421")
    assert tomorrow.code != table_session.code


async def test_two_processes_begin_one_attempt(opening: Opening) -> None:
    first, second = await opening(STILL), await opening(STILL)
    here = await first.play_daily(ANNA, "421")
    with pytest.raises(Refused):  # begun there: this process does not have that table open
        await second.play_daily(ANNA, "421")
    seals = [club.daily.results("421").commitment for club in (first, second)]
    assert seals[0] == seals[1]
    assert here.table().fair.now
    assert here.table().fair.now.commitment == seals[0]


async def test_nobody_else_sits_down_and_who_has_not_played_does_not_look(opening: Opening) -> None:
    club = await opening()
    anna = await club.play_daily(ANNA, "421")
    for request in (
        lambda: club.join(BEN, anna.code),
        lambda: club.watch(BEN, anna.code),
        lambda: club.record(anna.code),
    ):
        with pytest.raises(Refused):
            await request()
    assert anna.code not in [row.code for row in club.lobby(BEN).tables]
    await play(await club.play_daily(BEN, "421"))
    await until(lambda: club.daily.results("421", player=BEN).state == "done")
    assert (await club.watch(BEN, anna.code)).table().seat is None


async def test_the_seed_is_revealed_the_day_after(opening: Opening) -> None:
    club = await opening()
    table_session = await club.play_daily(ANNA, "421")
    seal = table_session.host.room.dice.seal
    assert seal
    assert club.daily.results("421").seed is None
    assert seal.seed not in str(msgspec.to_builtins(table_session.table(), str_keys=True))
    club.daily.clock = lambda: NEXT
    assert club.daily.results("421", DAY.isoformat()).seed is None
    assert await club.daily.end_days()
    table = club.daily.results("421", DAY.isoformat())
    assert table.seed == seal.seed
    assert fair.seal("421", bytes.fromhex(table.seed)) == table.commitment


async def test_an_attempt_that_outlives_its_day_does_not_count(opening: Opening) -> None:
    """The attack: begin, wait for midnight, read the seed, and play knowing every throw."""
    club = await opening()
    table_session = await club.play_daily(ANNA, "421")
    rated = club.standings.profile(ANNA).games
    club.daily.clock = lambda: NEXT
    await club.daily.end_days()
    assert club.daily.results("421", DAY.isoformat()).seed
    assert club.daily.results("421", DAY.isoformat(), ANNA).state == "out"
    sentences = [line.news.text for line in table_session.table().lines if line.news]
    assert any("no longer counts" in sentence for sentence in sentences)
    await play(table_session)
    await club.daily._tasks.finish()
    assert table_session.table().phase == "over"
    table = club.daily.results("421", DAY.isoformat(), ANNA)
    assert (table.state, table.rows, table.playing) == ("out", (), 0)
    assert club.standings.profile(ANNA).games == rated
    code, report = verified(
        [json.loads(msgspec.json.encode(line)) for line in await club.record(table_session.code)]
    )
    assert code == 0, report


async def test_what_was_over_in_time_counts_although_it_was_not_told(opening: Opening) -> None:
    """A worker that dies between the last move and the result, before midnight."""
    club = await opening()
    table_session = await club.play_daily(ANNA, "421")
    club.daily.take = lambda room: None
    await play(table_session)
    await club.close()
    again = await opening()
    again.daily.clock = lambda: NEXT
    await again.daily.end_days()
    await until(lambda: bool(again.daily.results("421", DAY.isoformat()).rows))


async def test_a_clock_turned_back_does_not_begin_the_day_again(opening: Opening) -> None:
    club = await opening()
    table_session = await club.play_daily(ANNA, "421")
    club.daily.clock = lambda: NEXT
    await club.daily.end_days()
    for again in (club, await opening()):
        again.daily.clock = lambda: DAY
        with pytest.raises(Refused, match="is over"):
            await again.play_daily(BEN, "421")
        assert again.daily.results("421", DAY.isoformat(), ANNA).state == "out"
    assert table_session.host.room.day_over


async def test_another_process_marks_what_it_has_not_heard_of(opening: Opening) -> None:
    first, second = await opening(STILL), await opening(STILL)
    here = await first.play_daily(ANNA, "421")
    second.daily.clock = lambda: NEXT
    await second.daily.cursor.catch_up()
    await second.daily.end_days()
    await first.daily.cursor.catch_up()
    assert first.daily.results("421", DAY.isoformat(), ANNA).state == "out"
    await here.host.catch_up()
    assert here.host.room.day_over


async def test_what_is_given_up_does_not_count(opening: Opening) -> None:
    club = await opening()
    table_session = await club.play_daily(ANNA, "421")
    await table_session.do(decide.vote, "end")
    await until(lambda: club.daily.results("421", player=ANNA).state == "out")
    assert club.daily.results("421").rows == ()


async def test_every_game_has_one(opening: Opening) -> None:
    club = await opening(STILL)
    for game in registry.games():
        table_session = await club.play_daily(ANNA, game)
        assert table_session.table().phase == "playing"
        assert table_session.table().seat == 0
    assert [deal.state for deal in club.daily.all(ANNA)] == ["begun"] * len(registry.games())


async def test_ranks_of_the_last_days(opening: Opening) -> None:
    club = await opening()
    assert club.daily.streak(ANNA) == 0
    await play(await club.play_daily(ANNA, "421"))
    await club.daily.settle()
    assert club.daily.streak(ANNA) == 1
    club.daily.clock = lambda: NEXT
    assert [bool(rank) for rank in club.daily.ranks(ANNA, "421", 4)] == [False, False, True, False]
    assert club.daily.ranks(ANNA, "trente", 4) == club.daily.ranks(BEN, "421", 4) == (0, 0, 0, 0)
