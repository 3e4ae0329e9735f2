"""Two clubs over one log, as two processes have it: a real nats-server between them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from arcade.club.calls import MAX_WAITS, Occasion
from arcade.club.club import Club
from arcade.club.errors import NotStored, Refused
from arcade.club.table_session import TableSession
from arcade.club.views import Notice
from arcade.eventlog.nats import jetstream
from arcade.eventlog.nats.bus import NatsBus
from arcade.eventlog.nats.jetstream import JetStreamLog
from arcade.rooms import decide
from arcade.rooms.timers import RoomSettings
from tests.nats import NatsServer
from tests.people import act, begin, named, sentences, sit_down
from tests.waiting import until

QUICK = RoomSettings(bot_pause=0.01, linger=0.05)
LEASE = 0.4
"""Seconds; short, so that nobody waits long for what a lease ends."""
LONG = {"pot": 41}
"""Options with which no game of 421 for two is over in the moves of a test."""

Opening = Callable[[], Awaitable[Club]]


@pytest.fixture
async def server(tmp_path) -> AsyncIterator[NatsServer]:
    async with NatsServer(tmp_path) as started:
        yield started


@pytest.fixture
async def opening(server: NatsServer) -> AsyncIterator[Opening]:
    """Opens clubs on one log."""
    async with AsyncExitStack() as closing:

        async def opening() -> Club:
            events = await JetStreamLog.open(server.url)
            closing.push_async_callback(events.close)
            club = await Club.open(events, QUICK, NatsBus(events.client, lease=LEASE))
            closing.push_async_callback(club.close)
            return club

        yield opening


def knows(club: Club, code: str) -> bool:
    return code in {host.room.code for host in club.rooms}


async def pair(here: Club, two: Club) -> tuple[TableSession, TableSession]:
    """Seat Anna by one club and Ben by the other at a new table, and start."""
    anna, ben = await named(here, "anna"), await named(two, "ben")
    code = await here.create(anna, "421", LONG, 2)
    await until(lambda: knows(two, code))
    first, second = await here.join(anna, code), await two.join(ben, code)
    await until(lambda: all(chair.player for chair in first.host.room.chairs))
    await first.start()
    await until(lambda: second.host.room.phase == "playing")
    return first, second


async def test_players_of_two_processes_play_and_talk_at_one_table(opening: Opening) -> None:
    here, there = await opening(), await opening()
    first, second = await pair(here, there)
    for _ in range(12):
        turn, other = (first, second) if first.table().offers else (second, first)
        await act(turn)
        await until(lambda t=turn, o=other: o.host.room.version == t.host.room.version)
    assert first.table().view is not None and first.host.room.state == second.host.room.state
    await second.say("bonne chance")
    await until(lambda: "bonne chance" in [line.text for line in first.table().lines])


async def test_a_person_is_called_by_what_happens_in_another_process(opening: Opening) -> None:
    first, second = await opening(), await opening()
    ben = await named(second, "ben")
    waiting = asyncio.create_task(first.calls.next(await named(first, "cleo"), "421", 60))
    (table_session,) = await sit_down(second, ben, options=LONG, seats=2)
    assert await waiting == Occasion("waiting", table_session.code, "421", "Le 421", ("ben",))


async def test_a_person_waits_four_times_in_all_processes_together(opening: Opening) -> None:
    first, second = await opening(), await opening()
    cleo = await named(first, "cleo")
    calls = [first.calls, second.calls] * (MAX_WAITS // 2)
    waiting = [asyncio.create_task(each.next(cleo, "421", 60)) for each in calls]
    await until(
        lambda: first.presence.waits(cleo.id) == second.presence.waits(cleo.id) == MAX_WAITS
    )
    for club in (first, second):
        with pytest.raises(Refused):
            await club.calls.next(cleo)
    waiting[0].cancel()
    await until(lambda: second.presence.waits(cleo.id) == MAX_WAITS - 1)
    assert await second.calls.next(cleo, "", 0) is None
    for each in waiting:
        each.cancel()


async def test_a_friend_whose_line_breaks_has_not_arrived_in_another_process(
    opening: Opening,
) -> None:
    first, second = await opening(), await opening()
    ben, anna = await named(first, "ben"), await named(second, "anna")
    await until(lambda: first.accounts.find("anna") and second.accounts.find("ben"))
    await first.friends.mark(ben, "anna", True)
    await second.friends.mark(anna, "ben", True)
    await until(lambda: first.accounts.friends(ben))
    heard = list[Notice]()
    first.presence.enter(ben, print, heard.append)
    visit = first.presence.enter(anna, print)
    assert sentences(heard).count("anna is here.") == 1
    await until(lambda: anna in second.presence.here.values())
    visit.leave()
    await until(lambda: anna not in second.presence.here.values())
    second.presence.enter(anna, print)
    await until(lambda: anna in first.presence.here.values())
    # That they are friends now may have come meanwhile, too.
    assert sentences(heard).count("anna is here.") == 1


async def test_who_watches_by_link_is_counted_in_every_process(opening: Opening) -> None:
    here, there = await opening(), await opening()
    first, _ = await pair(here, there)
    leave = there.watched_by_link(first.code)
    there.watched_by_link(first.code)
    await until(lambda: first.table().by_link == here.tables.row(first.code).watchers == 2)
    leave()
    await until(lambda: first.table().by_link == 1)
    here.watched_by_link(first.code)
    assert first.table().by_link == 2


async def test_everybody_sees_where_people_are(opening: Opening) -> None:
    here, there = await opening(), await opening()
    first, second = await pair(here, there)
    cleo = await named(there, "cleo")
    watching = await there.watch(cleo, first.code)
    await until(lambda: first.table().watchers == ("cleo",))
    await until(lambda: [seat.kind for seat in first.table().seats] == ["person", "person"])
    await until(lambda: [person.name for person in first.here()] == ["anna", "ben", "cleo"])
    visit = there.presence.enter(cleo, print)
    await until(lambda: here.lobby().people == ("cleo",))
    await until(
        lambda: (
            [(person.where, person.playing) for person in here.community.people(first.player)]
            == [(first.code, False)]
        )
    )
    watching.detach()
    second.detach()
    await until(lambda: first.table().watchers == ())
    await until(lambda: first.table().seats[1].kind in ("absent", "held"))
    visit.leave()
    await until(lambda: here.lobby().people == ())


async def test_who_quits_in_another_process_is_said_to_be_gone(opening: Opening) -> None:
    here, there = await opening(), await opening()
    first, second = await pair(here, there)
    seen: list[list[bool]] = []
    first.listen(lambda: seen.append([absent.near for absent in first.table().absent]))
    visit = there.presence.enter(second.player, print)
    second.detach()
    await until(lambda: seen[-1:] == [[True]])
    visit.leave()
    await until(lambda: seen[-1:] == [[False]])


async def test_a_table_not_heard_of_yet_is_found_in_the_log(opening: Opening) -> None:
    first, second = await opening(), await opening()
    anna, ben, cleo = (
        await named(first, "anna"),
        await named(second, "ben"),
        await named(second, "cleo"),
    )
    await second.workers._following.close()  # it hears of nothing any more
    code = await first.create(anna, "421")
    assert not knows(second, code)
    assert (await second.watch(cleo, code.lower())).code == code
    other = await first.create(anna, "421")
    assert (await second.join(ben, other)).code == other
    with pytest.raises(Refused, match="no table"):
        await second.watch(cleo, "ZZZZZ")


async def test_the_lobby_and_its_words_are_one(opening: Opening) -> None:
    first, second = await opening(), await opening()
    anna, ben = await named(first, "anna"), await named(second, "ben")
    heard, answers = list[Notice](), list[Notice]()
    ended: list[object] = []
    first.presence.enter(anna, ended.append, heard.append)
    second.presence.enter(ben, ended.append, answers.append)
    await until(lambda: first.lobby().people == second.lobby().people == ("anna", "ben"))
    await second.community.say(ben, "bonjour")
    await until(lambda: "bonjour" in [line.text for line in first.lobby(anna).lines])
    await second.community.announce("closing at ten")
    await until(lambda: any("closing at ten" in text for text in sentences(heard)))
    code = await second.create(ben, "421")
    await second.community.invite(ben, "anna", code)
    await until(lambda: any(f"invites you to table {code}" in text for text in sentences(heard)))
    assert first.community.decline(anna, code) == ("ben",)
    await until(lambda: any("anna declines your invitation" in text for text in sentences(answers)))
    assert not ended
    second.presence.enter(anna, print)  # from another terminal, which another process serves
    await until(lambda: ended)
    await second.moderation.ban(anna.id, why="noise")
    await until(lambda: first.moderation.shut_out([anna.id]))


async def test_what_one_stores_the_other_counts_once(opening: Opening) -> None:
    first, second = await opening(), await opening()
    cleo = await named(first, "cleo")
    (table_session,) = await begin(first, cleo, options={"pot": 11}, seats=2)
    await table_session.do(decide.leave_seat)
    table_session.detach()
    await until(lambda: knows(second, table_session.code))
    watching = await second.watch(
        await named(second, "dora"), table_session.code
    )  # the bots go on for her
    await until(lambda: watching.host.room.phase == "over")
    for club in (first, second):
        await until(lambda club=club: club._ledger.standing.has(table_session.code, 1))
        assert club._ledger.standing.count(table_session.code) == 1


async def test_quick_play_finds_who_waits_through_another_process(opening: Opening) -> None:
    first, second = await opening(), await opening()
    anna, ben = await named(first, "anna"), await named(second, "ben")
    table_session = await first.join(anna, await first.create(anna, "421"))
    await until(lambda: second.lobby(ben).joins == table_session.code)
    assert (await second.quick_play(ben)).code == table_session.code


async def test_one_drives_a_room_and_another_when_it_is_gone(
    opening: Opening, server: NatsServer
) -> None:
    clubs = [await opening() for _ in range(3)]
    everybody = {club.workers.peers.me for club in clubs}
    await until(lambda: all(club.workers.peers.workers == everybody for club in clubs))
    codes = [f"AAA{a}{b}" for a in "BCDFG" for b in "BCDFG"]
    for code in codes:
        assert sum(club.workers.peers.drives(code) for club in clubs) == 1
    before = {code: [c.workers.peers.drives(code) for c in clubs].index(True) for code in codes}
    assert set(before.values()) == {0, 1, 2}
    await clubs[2].workers.close()
    left = everybody - {clubs[2].workers.peers.me}
    await until(lambda: all(club.workers.peers.workers == left for club in clubs[:2]))
    for code in codes:
        now = [club.workers.peers.drives(code) for club in clubs[:2]]
        assert sum(now) == 1
        assert before[code] == 2 or now[before[code]]


async def test_people_of_a_process_that_was_killed_come_back_to_their_game(
    opening: Opening,
) -> None:
    here, there = await opening(), await opening()
    _, second = await pair(here, there)
    await until(lambda: here.workers.peers.visits(second.code, second.player.id))
    await there.workers.close()  # it says nothing about its people
    await until(lambda: not here.workers.peers.visits(second.code, second.player.id))
    session = await here.come_back(second.player)
    assert session is not None and session.code == second.code


async def test_who_leaves_through_a_process_that_was_taken_for_dead_is_not_led_back(
    opening: Opening,
) -> None:
    here, there = await opening(), await opening()
    _, second = await pair(here, there)
    peers = here.workers.peers
    await until(lambda: peers.visits(second.code, second.player.id))
    peers.set_workers(frozenset((peers.me,)))  # as when a lease has lapsed
    assert here.returns.to(second.player) == second.code
    await until(lambda: len(peers.workers) == 2)
    second.detach()
    await until(lambda: not here.returns.to(second.player), 10)


async def test_a_worker_that_is_cut_off_says_so_and_recovers(
    opening: Opening, server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = await opening(), await opening()
    first, second = await pair(here, there)
    heard: list[Notice] = []
    here.presence.enter(first.player, print, heard.append)
    turn, other = (first, second) if first.table().offers else (second, first)
    stored = await here.record(first.code)
    await server.kill()
    await until(
        lambda: any(text.startswith("No connection to the log") for text in sentences(heard))
    )
    before = turn.table()
    with monkeypatch.context() as short:
        short.setattr(jetstream, "PATIENCE", 0.2)
        with pytest.raises(NotStored):
            await act(turn)
    assert turn.table() == before
    await server.start()
    await until(lambda: any("log is there again" in text for text in sentences(heard)))
    assert await here.record(first.code) == stored  # nor is what was refused stored now
    await act(turn)
    await until(lambda: other.host.room.version == turn.host.room.version)


async def test_a_code_for_another_key_works_in_every_process_and_falls_with_the_key_that_made_it(
    opening: Opening,
) -> None:
    first, second = await opening(), await opening()
    anna = await named(first, "anna")
    code = first.devices.code(anna)
    await until(lambda: second.devices.pending)
    assert await second.devices.link("SHA256:phone", code, "1.1.1.1") == anna
    with pytest.raises(Refused):
        await first.devices.link("SHA256:other", code, "1.1.1.1")
    code = second.devices.code(anna)
    await until(lambda: first.devices.pending == second.devices.pending)
    await until(lambda: "SHA256:phone" in first.accounts.keys(anna))
    await first.devices.unlink(anna, "SHA256:phone", by=anna.id)
    with pytest.raises(Refused):
        await second.devices.link("SHA256:thief", code, "6.6.6.6")


async def test_a_guest_who_has_only_looked_in_comes_back_to_any_process(opening: Opening) -> None:
    first, second = await opening(), await opening()
    guest, code = first.accounts.guest()
    await until(lambda: second.accounts.resume(code) == guest)


async def test_a_process_that_joins_later_hears_of_the_codes_there_are(opening: Opening) -> None:
    club = await opening()
    club.devices.code(await named(club, "anna"))
    two = await opening()
    await until(lambda: two.devices.pending == club.devices.pending)
