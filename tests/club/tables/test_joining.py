"""Sitting down: where people wait, never in a running game unless that is asked for."""

import asyncio

import pytest
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.people.returns import RETURN_TIME
from arcade.club.table_list import LIVELY_TIME
from arcade.club.table_session import TableSession
from arcade.club.views import Notice
from arcade.engine.news import phrase
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.clocks import now
from arcade.rooms.decide import IDLE_TIME
from arcade.rooms.room import REMATCH_WAIT
from arcade.rooms.timers import RoomSettings
from tests.club.conftest import Opening
from tests.people import ANNA, BEN, CLEO, DORA, act, act_in_turn, begin, sit_down
from tests.waiting import change, until

ALONE = {"mode": "manche"}


async def finished(club: Club, *, leaves: bool = True) -> TableSession:
    """Let Anna and Ben play a game of 421 to its end; Anna looks at the result, Ben goes."""
    anna, ben = await begin(club, ANNA, BEN, options=ALONE, seats=3)
    while anna.table().phase == "playing":
        await act_in_turn(anna, ben)
        await asyncio.sleep(0)
    if leaves:
        await ben.do(decide.leave_seat)
        ben.detach()
    return anna


async def to_turn(table_session: TableSession) -> None:
    while not table_session.table().my_turn:
        await change(table_session)


async def test_a_newcomer_is_never_led_to_a_finished_game(club: Club) -> None:
    anna = await finished(club)
    for player in (CLEO, DORA):
        assert club.lobby(player).joins == "" and club.lobby(player).seat is None
        table_session = await club.quick_play(player)
        assert table_session.code != anna.code and table_session.table().phase == "playing"
        assert [seat.kind for seat in table_session.table().seats].count("person") == 1
    assert [seat.name for seat in anna.table().seats].count("cleo") == 0
    (row,) = [row for row in club.lobby(CLEO).tables if row.code == anna.code]
    assert row == club.lobby(CLEO).tables[-1] and not row.begins


@pytest.mark.virtual
async def test_quick_play_joins_a_rematch_that_counts_down_and_is_ready(opening: Opening) -> None:
    club = await opening()
    anna = await finished(club, leaves=False)
    await anna.start()  # Ben is still there, and not ready
    lobby = club.lobby(CLEO)
    assert lobby.joins == anna.code and lobby.games == {"421": anna.code}
    assert lobby.tables[0].begins
    cleo = await club.quick_play(CLEO, to=lobby.joins)
    seat = cleo.table().seat
    assert cleo.code == anna.code and seat in cleo.table().asked["again"]
    assert cleo.table().as_played().seat is None
    await asyncio.sleep(REMATCH_WAIT / 1000 + 1)
    table = cleo.table()
    assert table.phase == "playing" and seat is not None and table.seats[seat].kind == "person"


async def test_quick_play_sits_down_where_people_wait(club: Club) -> None:
    code = await club.create(ANNA, "trente", {}, 3)
    assert not club.lobby(BEN).joins  # nobody is there
    anna = await club.join(ANNA, code)
    assert club.lobby(BEN).joins == code and "421" not in club.lobby(BEN).games
    assert (await club.quick_play(DORA, "421")).code != code
    ben = await club.quick_play(BEN)
    assert ben.code == code and ben.table().phase == "waiting"
    anna.detach()
    assert club.lobby(CLEO).joins == code  # the opener has gone, Ben waits still
    ben.detach()
    assert not club.lobby(CLEO).joins
    await sit_down(club, ANNA, seats=0, private=True)
    assert not club.lobby(CLEO).joins


async def test_nobody_sees_who_sits_down_as_away(club: Club) -> None:
    anna = await club.join(ANNA, await club.create(ANNA, "421", ALONE, 3))
    kinds: list[str] = []
    anna.listen(lambda: kinds.append(anna.table().seats[1].kind))
    ben = await club.watch(BEN, anna.code)
    await ben.sit()
    assert "person" in kinds and "absent" not in kinds
    ben.detach()
    assert kinds[-1] == "absent"


async def test_what_was_announced_is_done_or_nothing(club: Club) -> None:
    (anna,) = await sit_down(club, ANNA, game="trente", seats=2)
    assert (await club.quick_play(BEN, to="")).code != anna.code
    await anna.start()
    with pytest.raises(Refused, match="Nobody waits"):
        await club.quick_play(CLEO, to=anna.code)
    assert not club.tables.seated(CLEO)


@pytest.mark.virtual
async def test_a_seat_is_offered_only_where_a_person_has_just_moved(opening: Opening) -> None:
    club = await opening()
    anna = await club.quick_play(ANNA)
    assert club.lobby(BEN).seat is None  # she has not moved yet
    await to_turn(anna)
    await act(anna)
    offer = club.lobby(BEN).seat
    assert offer is not None and offer.code == anna.code and offer.people == ("anna",)
    assert offer.holds is not None and offer.bot == anna.table().seats[offer.seat].name
    assert club.lobby(ANNA).seat is None and offer.waits
    await to_turn(anna)
    await asyncio.sleep(LIVELY_TIME / 1000 + 1)
    assert club.lobby(BEN).seat is None
    with pytest.raises(Refused, match="No seat"):
        await club.take_seat(BEN, anna.code)


@pytest.mark.virtual
@pytest.mark.parametrize("game", ["421", "golden-zero"])
async def test_who_takes_a_seat_plays_from_the_next_round_on(opening: Opening, game: str) -> None:
    club = await opening()
    anna = await club.quick_play(ANNA, game)
    await to_turn(anna)
    await act(anna)
    await to_turn(anna)
    ben = await club.take_seat(BEN)
    table = ben.table()
    assert table.seat is None and table.next_seat is not None and not table.offers
    assert table.seats[table.next_seat].kind == "bot"
    assert table.seats[table.next_seat].after == "ben"
    watcher = await club.watch(CLEO, anna.code)
    assert table.view == watcher.table().view
    with pytest.raises(Refused, match="next round"):
        await ben.act({"do": "roll"})
    assert not any(anna.table().clocks)  # "from the next round on"
    while ben.table().seat is None:
        await act_in_turn(anna)
        await asyncio.sleep(1)
    assert ben.table().seats[table.next_seat].name == "ben" and ben.table().next_seat is None
    sentences = [line.news.text for line in ben.table().lines if line.news]
    assert "{who:@ plays|You play} from now on." in sentences


@pytest.mark.virtual
async def test_who_only_waits_and_leaves_gives_the_seat_back_to_the_bot(opening: Opening) -> None:
    club = await opening()
    anna = await club.quick_play(ANNA)
    await to_turn(anna)
    await act(anna)
    before = anna.table().seats
    ben = await club.take_seat(BEN)
    await ben.do(decide.leave_seat)
    assert anna.table().seats == before and not club.tables.seated(BEN)


@pytest.mark.virtual
async def test_a_bot_plays_for_who_lets_a_newcomer_wait_for_a_minute(opening: Opening) -> None:
    club = await opening()
    anna = await club.quick_play(ANNA)
    await to_turn(anna)
    await act(anna)
    await to_turn(anna)
    await asyncio.sleep(LIVELY_TIME / 2000)
    ben = await club.take_seat(BEN)
    await asyncio.sleep(IDLE_TIME / 1000 - 1)
    assert anna.table().seats[0].kind == "person" and anna.table().my_turn
    await asyncio.sleep(2)
    assert anna.table().seats[0].kind == "held"
    while ben.table().seat is None:
        await asyncio.sleep(1)
    assert ben.table().phase == "playing"
    await anna.do(decide.come_back)
    assert anna.table().seats[0].kind == "person"


@pytest.mark.virtual
async def test_who_plays_alone_may_shut_the_door(opening: Opening) -> None:
    club = await opening()
    anna = await club.quick_play(ANNA)
    await to_turn(anna)
    await act(anna)
    await anna.do(decide.admit, False)
    assert club.lobby(BEN).seat is None
    came = await club.come(BEN, anna.code)  # by its code: to watch
    assert came.table().seat is None and came.greeting is not None
    await anna.do(decide.admit, True)
    assert club.lobby(BEN).seat is not None
    await came.sit()
    with pytest.raises(Refused, match="alone"):
        await anna.do(decide.admit, False)


async def test_a_full_table_is_watched_by_its_code(club: Club) -> None:
    anna, _ = await begin(club, ANNA, BEN, game="trente", watching="live")
    code = anna.code
    cleo = await club.come(CLEO, code)
    assert cleo.table().seat is None and cleo.greeting is not None
    assert "Every seat is taken" in cleo.greeting.text
    await until(lambda: "cleo" in anna.table().watchers)
    with pytest.raises(Refused):
        await club.join(CLEO, code)


async def without_a_part(opening: Opening, *people: Player) -> list[TableSession]:
    """Begin a game of 421 in which only the bots still have tokens, and are slow."""
    club = await opening(None, RoomSettings(bot_pause=5.0, linger=12.0))
    code = await club.create(ANNA, "421", {}, 4)
    table_sessions = [await club.join(player, code) for player in people]
    await table_sessions[0].start()
    seats = range(4)
    tokens = tuple(0 if seat < len(people) else 5 for seat in seats)
    host = table_sessions[0].host
    state = replace(
        *(host.room.state,), phase="decharge", pot=0, tokens=tokens, leader=3, turn=3, dice=()
    )
    host.room = replace(host.room, state=state)
    host.publish()
    return table_sessions


@pytest.mark.virtual
async def test_what_only_bots_decide_is_played_out_at_once(opening: Opening) -> None:
    (anna,) = await without_a_part(opening, ANNA)
    assert anna.table().decided and not anna.table().rushed
    began = now()
    await anna.do(decide.see_end)
    assert anna.table().rushed
    while anna.table().phase == "playing" and anna.table().decided:
        await change(anna)
    assert now() - began < 1000


@pytest.mark.virtual
async def test_those_who_have_no_part_agree_to_see_the_end(opening: Opening) -> None:
    anna, ben = await without_a_part(opening, ANNA, BEN)
    await anna.do(decide.see_end)
    assert anna.table().asked == {"rush": (0,)} and not anna.table().rushed
    await ben.do(decide.see_end)
    assert ben.table().rushed


async def test_who_has_a_part_does_not_see_the_end_before_it_comes(club: Club) -> None:
    anna = await club.quick_play(ANNA)
    with pytest.raises(Refused, match="still has a part"):
        await anna.do(decide.see_end)


@pytest.mark.virtual
async def test_whose_connection_broke_is_led_back_for_ten_minutes(opening: Opening) -> None:
    club = await opening()
    anna, ben = await begin(club, ANNA, BEN, seats=3)
    code = anna.code
    assert await club.come_back(CLEO) is None
    anna.detach(dropped=True)
    await asyncio.sleep(10)
    back = await club.come_back(ANNA)
    assert back is not None and back.code == code and back.greeting is not None
    assert back.greeting.data == {"n": 20}
    back.detach(dropped=True)
    await asyncio.sleep(60)
    assert ben.table().seats[0].kind == "held"
    back = await club.come_back(ANNA)
    assert back is not None and back.greeting == phrase(
        "You are back. A bot has played for you meanwhile."
    )
    assert ben.table().seats[0].kind == "person"
    back.detach()  # on purpose
    assert await club.come_back(ANNA) is None
    back = await club.join(ANNA, code)
    back.detach(dropped=True)
    await asyncio.sleep(RETURN_TIME / 1000 + 1)
    assert await club.come_back(ANNA) is None


@pytest.mark.virtual
async def test_whose_connection_broke_is_led_back_to_the_result(opening: Opening) -> None:
    club = await opening()
    anna, ben = await begin(club, ANNA, BEN, options=ALONE)
    anna.detach(dropped=True)
    while ben.table().phase == "playing":
        await act_in_turn(ben)
        await asyncio.sleep(10)  # then a bot plays for her
    back = await club.come_back(ANNA)
    assert back is not None and back.table().phase == "over"
    assert back.greeting == phrase("You are back. The game is over.")
    assert await club.come_back(ANNA) is None, "another terminal of hers does not go there"
    back.detach(dropped=True)
    assert await club.come_back(ANNA) is None, "she has seen how it ended"


@pytest.mark.virtual
async def test_whose_connection_broke_before_the_game_is_led_to_it(opening: Opening) -> None:
    club = await opening()
    anna, ben = await sit_down(club, ANNA, BEN, seats=3)
    anna.detach(dropped=True)
    back = await club.come_back(ANNA)
    assert back is not None and back.table().phase == "waiting"
    back.detach(dropped=True)
    await ben.start()
    back = await club.come_back(ANNA)
    assert back is not None and back.table().phase == "playing"
    back.detach()
    assert await club.come_back(ANNA) is None
    cleo, _dora = await sit_down(club, CLEO, DORA, seats=3)
    cleo.detach(dropped=True)
    await asyncio.sleep(RoomSettings().free_after + 1)
    assert await club.come_back(CLEO) is None, "her seat is free again"


async def test_who_played_when_the_server_ended_is_led_back_too(opening: Opening) -> None:
    events = MemoryLog()
    first = await opening(events)
    anna = await first.quick_play(ANNA)
    again = await opening(events)
    back = await again.come_back(ANNA)
    assert back is not None and back.code == anna.code
    assert await again.come_back(BEN) is None


@pytest.mark.virtual
async def test_who_had_left_a_table_when_the_server_ended_is_led_to_the_next(
    opening: Opening,
) -> None:
    events = MemoryLog()
    club = await opening(events)
    game = await club.quick_play(ANNA)
    waiting, _cleo = await sit_down(club, BEN, CLEO, seats=4)
    await asyncio.sleep(1)
    for session in (game, waiting):
        session.detach()  # on purpose: the seat is kept
    other = await club.join(ANNA, waiting.code)
    begun = await club.quick_play(BEN, to="")
    await asyncio.sleep(1)
    await other.say("Good evening!")
    again = await opening(events)
    for player, code in ((ANNA, waiting.code), (BEN, begun.code), (CLEO, waiting.code)):
        back = await again.come_back(player)
        assert back is not None and back.code == code


async def test_an_invitation_followed_another_way_does_not_stand_any_more(club: Club) -> None:
    heard: list[Notice] = []
    club.presence.enter(BEN, lambda _: None, heard.append)
    code = await club.create(ANNA, "421", {}, 3)
    await club.join(ANNA, code)
    await club.community.invite(ANNA, "ben", code)
    with pytest.raises(Refused, match="You have just invited"):  # one stands at a time
        await club.community.invite(ANNA, "ben", code)
    assert [notice.code for notice in heard] == [code]
    ben = await club.quick_play(BEN)
    assert ben.code == code
    await ben.do(decide.leave_seat)
    await club.community.invite(ANNA, "ben", code)
    assert len(heard) == 2


async def test_finished_tables_come_last_ones_own_too(club: Club) -> None:
    anna = await finished(club)
    waiting = await club.create(ANNA, "421")
    running = await club.quick_play(CLEO)
    assert [row.code for row in club.lobby(ANNA).tables] == [running.code, waiting, anna.code]
