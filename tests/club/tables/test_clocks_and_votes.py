"""Clocks, votes and play by correspondence, as a club keeps them with its timers."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.table_list import MAX_TABLES
from arcade.club.table_session import TableSession
from arcade.eventlog.memory import MemoryLog
from arcade.rooms import clocks, decide, table_rules
from arcade.rooms.clocks import now
from arcade.rooms.table_rules import TableRules
from arcade.rooms.timers import RoomSettings
from tests.club.conftest import Opening
from tests.people import ANNA, BEN, CLEO, act, begin, ready
from tests.waiting import until

pytestmark = pytest.mark.virtual


async def pair(club: Club, seats: int = 2, **rules: Any) -> tuple[TableSession, ...]:
    return await begin(club, ANNA, BEN, options={"pot": 11}, seats=seats, **rules)


def facts(table_session: TableSession) -> list[str]:
    return [line.news.text for line in table_session.host.room.lines if line.news]


async def test_the_picture_says_when_whose_time_is_over(opening: Opening) -> None:
    anna, ben = await pair(await opening(), turn=60, reserve=30)
    table = anna.table()
    (seat,) = table.to_act
    assert [clock is None for clock in table.clocks] == [clock != seat for clock in (0, 1)]
    since = anna.host.room.clocks.since[seat]
    assert table.clocks[seat] == since + 90_000 and table.reserves == (30, 30)
    assert ben.table().clocks == table.clocks
    alone = await (await opening()).quick_play(CLEO)
    assert not any(alone.table().clocks)


async def test_time_that_is_over_is_stored_and_told(opening: Opening) -> None:
    club = await opening()
    anna, _ = await pair(club, turn=1, reserve=0)
    await until(lambda: any("out of time" in text for text in facts(anna)))
    record = await club.record(anna.code)
    assert "clock" in [entry["fact"].get("by") for entry in record]


async def test_twice_too_late_and_a_bot_sits_in_until_the_person_comes(opening: Opening) -> None:
    anna, ben = await pair(await opening(), turn=1, reserve=0)
    async with asyncio.timeout(60):
        while anna.table().seats[1].kind != "held":
            if anna.table().phase == "over":  # so soon, by luck
                await ready(anna, ben)
            if anna.table().to_act == (0,):
                await act(anna)
            await asyncio.sleep(0.01)
    assert anna.table().phase == "playing" and not any(anna.table().clocks)
    await ben.do(decide.come_back)
    assert anna.table().seats[1].kind == "person" and any(anna.table().clocks)


async def test_after_an_empty_house_nobody_has_lost_time(opening: Opening) -> None:
    events = MemoryLog()
    club = await opening(events)
    anna, ben = await pair(club, turn=1, reserve=0)
    anna.detach()
    ben.detach()
    version = anna.host.room.version
    await asyncio.sleep(1.2)
    assert anna.host.room.version == version  # nobody is there: no clock, no default move
    again = await opening(events)  # as after kill -9
    anna = await again.join(ANNA, anna.code)
    await until(lambda: anna.host.room.version == version + 1)
    (seat,) = anna.table().to_act
    assert anna.host.room.clocks.since[seat] >= anna.host.room.lines[-1].at + 1_200
    assert not any("out of time" in text for text in facts(anna))


async def test_days_go_by_while_nobody_is_there_and_bots_move(opening: Opening) -> None:
    club = await opening(settings=RoomSettings(bot_pause=0, linger=0, away_after=0, close_after=0))
    anna, ben = await pair(club, seats=3, days=1)
    anna.detach()
    ben.detach()
    for _ in range(30):
        await until(lambda: set(anna.host.room.to_act()) <= {0, 1})
        if anna.host.room.phase == "over":
            break
        (seat,) = anna.host.room.to_act()
        player = (ANNA, BEN)[seat]
        assert club.tables.turns(player) == [anna.code] and club.tables.turns(CLEO) == []
        row = club.lobby(player).tables[0]
        assert row.turn and row.days == 1 and not club.lobby((BEN, ANNA)[seat]).tables[0].turn
        table_session = await club.join(player, anna.code)
        await act(table_session)
        table_session.detach()
    assert not any(chair.bot for chair in anna.host.room.chairs[:2])  # nobody was held


async def test_the_lobby_says_when_a_game_by_correspondence_waits(opening: Opening) -> None:
    club = await opening()
    visit = club.presence.enter(BEN, lambda _: None)
    heard: list[tuple[int, ...]] = []
    anna, ben = await pair(club, days=1)
    await asyncio.sleep(0.3)
    before = anna.table().to_act
    visit.listen(lambda: heard.append(anna.table().to_act))
    while anna.table().to_act == before:
        await act(anna if before == (0,) else ben)
    await until(lambda: heard)
    assert heard[-1] != before
    visit.leave()


async def test_a_table_with_days_waits_for_its_people_also_before_the_game(
    opening: Opening,
) -> None:
    quick = RoomSettings(bot_pause=0, free_after=0, close_after=0, away_after=0, forget_after=60)
    club = await opening(settings=quick)
    code = await club.create(ANNA, "421", {}, 2, table=TableRules(days=3))
    (await club.join(ANNA, code)).detach()
    ben = await club.join(BEN, code)
    await asyncio.sleep(0.1)
    assert ben.table().seats[0].name == "anna"
    ben.detach()
    await asyncio.sleep(0.1)
    assert [row.code for row in club.lobby(ANNA).tables] == [code]


async def test_a_pause_ends_by_itself_and_who_vanishes_is_not_robbed_of_a_game(
    opening: Opening,
) -> None:
    club = await opening(settings=RoomSettings(bot_pause=0, longest_pause=0.2, away_after=0.2))
    anna, ben = await pair(club)
    await anna.do(decide.vote, "pause")
    assert not anna.table().paused and anna.table().asked == {"pause": (0,)}
    await ben.do(decide.vote, "pause")
    assert anna.table().paused
    with pytest.raises(Refused):
        await act(anna)
    await until(lambda: not anna.table().paused)
    await anna.do(decide.vote, "end")
    ben.detach()
    await until(lambda: anna.table().seats[1].kind == "held")
    await anna.do(decide.vote, "end")
    assert anna.table().phase == "playing" and anna.table().asked["end"] == (0,)
    await asyncio.sleep(61)
    assert anna.table().phase == "playing" and not anna.table().asked["end"]


async def test_an_absent_persons_seat_is_freed_when_the_game_is_over(opening: Opening) -> None:
    club = await opening(settings=RoomSettings(bot_pause=0, away_after=0.05, free_after=0.05))
    anna, ben = await pair(club)
    await ben.do(decide.vote, "end")
    await anna.do(decide.vote, "end")
    ben.detach()
    await until(lambda: anna.table().seats[1].kind == "open")


async def test_one_person_has_a_seat_at_so_many_tables_and_no_more(opening: Opening) -> None:
    club = await opening()
    codes = []
    for _ in range(MAX_TABLES):
        codes.append(await club.create(ANNA, "421"))
        await club.join(ANNA, codes[-1])
    other = await club.create(BEN, "421")
    for request in (
        lambda: club.create(ANNA, "421"),
        lambda: club.join(ANNA, other),
        lambda: club.quick_play(ANNA, "trente"),
    ):
        with pytest.raises(Refused) as refusal:
            await request()
        assert codes[0] in str(refusal.value.why.data["codes"])
    watching = await club.watch(ANNA, other)
    with pytest.raises(Refused):
        await watching.sit()
    table_session = await club.join(ANNA, codes[0])  # one's own seats are always there
    await table_session.do(decide.leave_seat)
    await watching.sit()


async def test_a_ready_player_waits_twenty_seconds_for_the_others(opening: Opening) -> None:
    anna, ben = await pair(await opening(), seats=3)
    await anna.do(decide.vote, "end")
    await ben.do(decide.vote, "end")
    await ben.start()
    begins = ben.table().begins
    assert begins == now() + 20_000 and anna.table().asked == {"again": (1,)}
    await asyncio.sleep(19)
    assert anna.table().phase == "over"
    await until(lambda: anna.table().phase == "playing")
    assert begins <= now() < begins + 1000 and anna.table().seats[0].kind == "held"
    await anna.do(decide.come_back)
    assert anna.table().seats[0].kind == "person"


async def test_whoever_leaves_is_not_waited_for(opening: Opening) -> None:
    anna, ben = await pair(await opening())
    await anna.do(decide.vote, "end")
    await ben.do(decide.vote, "end")
    await ben.start()
    ben.detach()
    await until(lambda: not anna.table().asked["again"])
    await anna.start()
    assert anna.table().phase == "playing" and anna.table().seats[1].kind == "held"


async def test_a_table_that_was_empty_for_a_moment_goes_on_with_the_clock_it_had(
    opening: Opening,
) -> None:
    club = await opening()
    anna, ben = await pair(club, turn=60, reserve=0)
    (seat,) = anna.table().to_act
    over = anna.table().clocks[seat]
    assert over is not None
    await asyncio.sleep(25)
    ben.detach()
    anna.detach()
    await asyncio.sleep(5)
    again = await club.watch(CLEO, anna.code)
    await until(lambda: again.host.room.clocks.resumed)
    assert abs((again.table().clocks[seat] or 0) - over - 5_000) < 100


async def test_with_days_nobody_who_looks_in_gives_anybody_time(opening: Opening) -> None:
    club = await opening()
    anna, ben = await pair(club, days=1)
    (seat,) = anna.table().to_act
    over = anna.table().clocks[seat]
    anna.detach()
    ben.detach()
    await asyncio.sleep(86_400 - 600)
    version = anna.host.room.version
    for player in (CLEO, ANNA):
        visit = await club.watch(player, anna.code)
        await asyncio.sleep(1)
        assert (visit.host.room.version, visit.table().clocks[seat]) == (version, over)
        visit.detach()


@pytest.mark.attack(45, "a sitter who does nothing at a table without a clock")
async def test_without_a_clock_a_bot_plays_for_who_does_nothing_for_five_minutes(
    opening: Opening,
) -> None:
    anna, ben = await pair(await opening(settings=RoomSettings(bot_pause=60)), turn=0)
    if anna.table().to_act == (0,):
        while anna.table().to_act == (0,):
            await act(anna)
    assert not any(anna.table().clocks)
    await asyncio.sleep(200)
    await anna.do(decide.vote, "pause")
    await ben.do(decide.vote, "pause")
    await asyncio.sleep(250)
    await anna.do(decide.unpause)
    await asyncio.sleep(295)
    assert anna.table().seats[1].kind == "person", "nobody is idle in a pause"
    await asyncio.sleep(6)
    assert anna.table().seats[1].kind == "held"
    await ben.do(decide.come_back)
    await act(ben)
    assert anna.table().seats[1].kind == "person"


async def test_a_table_without_a_clock_that_was_empty_holds_nobodys_seat(opening: Opening) -> None:
    club = await opening()
    anna, ben = await pair(club, turn=0)
    code = anna.code
    anna.detach()
    ben.detach()
    await asyncio.sleep(3600)
    again = await club.join(ANNA, code)
    await club.join(BEN, code)
    await asyncio.sleep(10)
    assert [seat.kind for seat in again.table().seats] == ["person", "person"]


async def test_a_bot_looks_at_a_round_no_longer_because_the_clock_was_set_back(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_rules, "PACES", {"normal": 1_500})
    club = await opening(settings=RoomSettings(bot_pause=0.3))
    anna = await club.quick_play(ANNA, "421")
    before, back = clocks.time.time_ns, 0  # type: ignore[attr-defined]
    monkeypatch.setattr(clocks, "time", SimpleNamespace(time_ns=lambda: before() - back))
    async with asyncio.timeout(900):
        while anna.table().phase == "playing":
            if anna.host.room.shown_until:
                back = 3600 * 10**9
            if anna.table().to_act == (0,):
                await act(anna)
            await asyncio.sleep(0.1)
    assert back
