"""The club as screens use it: seats, games, watching, absence, restart."""

import asyncio
from collections.abc import Sequence

import pytest

from arcade.club.club import Club
from arcade.club.errors import NotStored, Refused
from arcade.club.people import accounts
from arcade.club.table_session import TableSession
from arcade.eventlog.log import Conflict, Entry, Token
from arcade.eventlog.memory import MemoryLog
from arcade.players import names
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.table_rules import TableRules
from arcade.rooms.timers import RoomSettings
from tests.club.conftest import Opening
from tests.eventlog.full import FullLog
from tests.people import ANNA, BEN, CLEO, act, begin, refusal, sit_down
from tests.waiting import change, until

QUICK = RoomSettings(
    bot_pause=0, linger=0.05, away_after=0.05, free_after=0.05, close_after=0.1, forget_after=60
)


async def pair(club: Club) -> tuple[TableSession, ...]:
    """Seat Anna and Ben at a new table of two and start."""
    return await begin(club, ANNA, BEN, options={"pot": 11})


class FullOfCodes(MemoryLog):
    """A log in which every short code has been a table's."""

    async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
        if not expected and len(stream) == len("room.KAFEL"):
            raise Conflict(stream, expected)
        return await super().append(stream, data, expected)


async def test_when_all_short_codes_were_used_tables_get_longer_ones(opening: Opening) -> None:
    club = await opening(FullOfCodes())
    code = await club.create(ANNA, "421")
    assert len(code) == 7 and names.is_code(code)
    assert (await club.join(ANNA, code.lower())).code == code


async def test_a_code_that_is_none_is_repeated_in_part(club: Club) -> None:
    with refusal(f"There is no table {20 * 'Z'}."):
        club.rooms.find(200 * "z")
    with refusal(f"There is no table {20 * 'Z'}."):
        await club.record(200 * "z")


async def test_everybody_at_the_table_sees_every_throw(club: Club) -> None:
    anna, ben = await pair(club)
    watcher = await club.watch(CLEO, anna.code)
    seen: dict[str, int] = {"ben": 0, "cleo": 0}
    ben.listen(lambda: seen.update(ben=ben.table().version))
    watcher.listen(lambda: seen.update(cleo=watcher.table().version))
    turn = anna if anna.table().to_act == (0,) else ben
    await turn.act({"do": "roll"})
    version = anna.table().version
    assert seen == {"ben": version, "cleo": version}
    assert watcher.table().view.dice == anna.table().view.dice
    assert watcher.table().offers == () and watcher.table().seat is None
    assert anna.table().watchers == ("cleo",)


async def test_two_people_pressing_at_once_make_one_move(club: Club) -> None:
    anna, ben = await pair(club)
    results = await asyncio.gather(
        anna.act({"do": "roll"}), ben.act({"do": "roll"}), return_exceptions=True
    )
    assert [type(result) for result in results].count(Refused) == 1
    facts = await club.record(anna.code)
    assert [fact["fact"]["fact"] for fact in facts].count("acted") == 1


async def test_one_person_pressing_twice_makes_one_move(club: Club) -> None:
    anna, ben = await pair(club)
    turn = anna if anna.table().to_act == (0,) else ben
    version = turn.table().version
    results = await asyncio.gather(
        *(turn.act({"do": "roll"}, version) for _ in range(2)), return_exceptions=True
    )
    assert [type(result) for result in results].count(Refused) == 1


async def test_alone_against_bots_a_game_comes_to_its_end(club: Club) -> None:
    table_session = await club.quick_play(ANNA)
    assert table_session.table().phase == "playing"
    while table_session.table().phase == "playing":
        if table_session.table().offers:
            await act(table_session)
        else:
            await change(table_session)
    table = table_session.table()
    assert table.phase == "over" and table.view.winners and table.games_played == 1
    await table_session.start()
    assert table_session.table().phase == "playing"


@pytest.mark.virtual
async def test_bots_rest_while_nobody_is_there(club: Club) -> None:
    table_session = await club.quick_play(ANNA)
    host = table_session.host
    table_session.detach()
    await asyncio.sleep(1)  # a move that was on its way is stored
    version = host.room.version
    assert host.room.phase == "playing"
    await asyncio.sleep(60)
    assert host.room.version == version


async def test_a_vanished_person_is_replaced_until_back(opening: Opening) -> None:
    club = await opening(MemoryLog(), QUICK)
    anna, ben = await pair(club)
    anna.detach()
    assert ben.table().seats[0].kind == "absent"
    await until(lambda: ben.table().seats[0].kind == "held")
    assert ben.table().seats[0].name == "anna"
    anna = await club.join(ANNA, ben.code)
    assert anna.table().seats[0].kind == "person" and anna.table().seat == 0


async def test_a_seat_is_held_for_a_while_before_the_game_too(opening: Opening) -> None:
    club = await opening(MemoryLog(), QUICK)
    anna, ben = await sit_down(club, ANNA, BEN, seats=3)
    anna.detach()
    assert ben.table().seats[0].name == "anna"
    await until(lambda: ben.table().seats[0].kind == "open")


async def test_a_table_without_anybody_closes_and_its_record_stays(opening: Opening) -> None:
    club = await opening(MemoryLog(), QUICK)
    code = await club.create(ANNA, "421")
    (await club.join(ANNA, code)).detach()
    await until(lambda: not club.lobby().tables)
    with pytest.raises(Refused):
        await club.join(BEN, code)
    assert (await club.record(code))[-1]["fact"]["fact"] == "closed"


async def test_leaving_on_purpose_lets_somebody_else_in(club: Club) -> None:
    anna, _ = await pair(club)
    await anna.do(decide.leave_seat)
    assert anna.table().seat is None and anna.table().watchers == ("anna",)
    cleo = await club.watch(CLEO, anna.code)
    await cleo.sit()
    assert cleo.table().seat == 0 and cleo.table().watchers == ("anna",)
    with pytest.raises(Refused):
        await anna.sit()


async def test_after_a_restart_rooms_seats_dice_and_turn_are_the_same(opening: Opening) -> None:
    events = MemoryLog()
    club = await opening(events)
    anna, ben = await pair(club)
    turn = anna if anna.table().to_act == (0,) else ben
    await turn.act({"do": "roll"})
    before = anna.table()
    again = await opening(events)  # no close: as after kill -9
    assert again.tables.seated(ANNA) == [before.code]
    after = (await again.join(ANNA, before.code)).table()
    assert after.view == before.view and after.seat == before.seat
    assert after.to_act == before.to_act and after.lines == before.lines
    assert after.version == before.version


async def test_a_request_that_was_too_slow_still_shows_what_others_stored(opening: Opening) -> None:
    log = MemoryLog()
    club = await opening(log)
    code = await club.create(ANNA, "421", {}, 2)
    await club.join(ANNA, code)
    two = await opening(log)
    looking = await two.watch(CLEO, code)
    shown = []
    looking.listen(lambda: shown.append([seat.name for seat in looking.table().seats]))
    await club.join(BEN, code)
    with pytest.raises(Refused, match="taken"):
        await two.join(CLEO, code)
    assert shown == [["anna", "ben"]]


async def test_two_clubs_on_one_log_do_not_lose_or_double_a_move(opening: Opening) -> None:
    events = MemoryLog()
    first = await opening(events)
    anna, ben = await pair(first)
    latecomer = await opening(events)
    turn = anna if anna.table().to_act == (0,) else ben
    other = await latecomer.join(turn.player, anna.code)
    version = turn.table().version
    await turn.act({"do": "roll"}, version)
    with pytest.raises(Refused):
        await other.act({"do": "roll"}, version)  # a conflict: decided anew on what the log says
    assert other.table().version == turn.table().version


async def test_what_is_not_stored_is_not_shown(opening: Opening) -> None:
    events = FullLog()
    club = await opening(events)
    anna, ben = await pair(club)
    before, heard = anna.table(), []
    ben.listen(lambda: heard.append(1))
    events.full = True
    turn = anna if before.to_act == (0,) else ben
    with pytest.raises(NotStored):
        await turn.act({"do": "roll"})
    assert anna.table() is before and not heard
    events.full = False
    await turn.act({"do": "roll"})
    assert heard


async def test_a_move_whose_answer_was_lost_is_read_from_the_log(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Deaf(MemoryLog):
        deaf = False

        async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
            token = await super().append(stream, data, expected)
            if self.deaf:
                raise NotStored("no answer")
            return token

        async def read(self, stream: str, after: Token = 0) -> list[Entry]:
            if self.deaf:
                raise NotStored("no answer")
            return await super().read(stream, after)

    monkeypatch.setattr("arcade.rooms.timers.RETRY", 0.01)
    events = Deaf()
    club = await opening(events)
    anna, ben = await pair(club)
    version = ben.table().version
    events.deaf = True
    with pytest.raises(NotStored):
        await (anna if anna.table().to_act == (0,) else ben).act({"do": "roll"})
    await asyncio.sleep(0.05)  # reads that fail, too
    assert ben.table().version == version
    events.deaf = False
    await until(lambda: ben.table().version > version)


async def test_whoever_cannot_start_a_game_is_not_at_its_table(opening: Opening) -> None:
    class Unheard(MemoryLog):
        """A log that stores the start of a game, and does not answer."""

        async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
            token = await super().append(stream, data, expected)
            if any(b'"started"' in data for data in data):
                raise NotStored("no answer")
            return token

    club = await opening(Unheard())
    with pytest.raises(NotStored):
        await club.play_daily(ANNA, "421")
    with pytest.raises(NotStored):
        await club.quick_play(BEN)
    assert not club.presence.locations and not any(host.anybody for host in club.rooms)


async def test_a_cancelled_request_still_tells_everybody(club: Club) -> None:
    anna, ben = await pair(club)
    turn = anna if anna.table().to_act == (0,) else ben
    version = anna.table().version
    task = asyncio.create_task(turn.act({"do": "roll"}))
    await asyncio.sleep(0)
    task.cancel()
    await until(lambda: ben.table().version > version)


async def test_hostile_chat_is_cleaned(club: Club) -> None:
    anna, ben = await pair(club)
    await anna.say("hi\x1b]52;c;eA==\x07\u202e [@click=app.quit]x[/] " + "long " * 200)
    line = ben.table().lines[-1]
    assert line.who == "anna" and "\x1b" not in line.text and "\u202e" not in line.text
    assert "[@click=app.quit]x[/]" in line.text and len(line.text) <= 200
    count = len(ben.table().lines)
    await anna.say(" \x07 ")
    assert len(ben.table().lines) == count


async def test_the_lobby_tells_who_plays_what(club: Club) -> None:
    ended: list[str] = []
    visit = club.presence.enter(ANNA, lambda news: ended.append(news.text))
    changes: list[int] = []
    visit.listen(lambda: changes.append(1))
    anna, _ = await pair(club)
    (row,) = club.lobby(CLEO).tables
    assert (row.code, row.phase, row.taken, row.open, row.yours) == (
        anna.code,
        "playing",
        2,
        0,
        False,
    )
    assert club.lobby(ANNA).tables[0].yours and club.lobby(ANNA).people == ("anna",)
    await until(lambda: changes)
    secret = await club.create(BEN, "421", private=True)
    assert secret not in [row.code for row in club.lobby(CLEO).tables]
    assert club.tables.row(secret.lower()).code == secret
    newer = club.presence.enter(ANNA, lambda news: None)
    assert ended and club.lobby().people == ("anna",)
    visit.leave()  # the older one going changes nothing
    assert club.lobby().people == ("anna",)
    newer.leave()
    assert club.lobby().people == ()


async def test_names_are_chosen_once_and_unlike_others(club: Club) -> None:
    assert club.accounts.known("SHA256:x").name == ""
    named = await club.choose_name(club.accounts.known("SHA256:x"), " Marie ")
    assert named.name == "Marie" and club.accounts.known("SHA256:x") == named
    for taken in ("Marie", "marie", "rnarie", "x", "guest-abcd", "bad name"):
        with pytest.raises(Refused):
            await club.choose_name(Player("SHA256:y", ""), taken)
    for again in (named, Player("SHA256:x", "")):
        with pytest.raises(Refused):
            await club.choose_name(again, "Maria")
    assert club.accounts.known("SHA256:x") == named and club.accounts.find("Maria") is None
    guest, code = club.accounts.guest()
    with pytest.raises(Refused):
        await club.choose_name(guest, "Promoted")
    assert club.accounts.resume(code) == guest


async def test_a_guest_comes_back_with_the_private_code(opening: Opening) -> None:
    events = MemoryLog()
    club = await opening(events)
    guest, code = club.accounts.guest()
    assert club.accounts.resume(code) == guest  # not stored before sitting down, but remembered
    assert (await opening(events)).accounts.resume(code) is None
    table_session = await club.quick_play(guest)
    again = await opening(events)
    assert again.accounts.resume(code.lower().replace("-", " ")) == guest
    assert again.tables.seated(guest) == [table_session.code]
    assert again.accounts.resume("AAAA-AAAA-AAAA") is None and again.accounts.resume("") is None
    kept = [entry.data for name in await events.streams() for entry in await events.read(name)]
    assert code.encode() not in b"".join(kept)


async def test_guests_who_never_sat_down_are_forgotten_one_day(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "MAX_GUESTS", 2)
    guests = [club.accounts.guest() for _ in range(3)]
    assert [club.accounts.resume(code) for _, code in guests] == [None, guests[1][0], guests[2][0]]


async def test_languages_are_kept_and_checked(club: Club) -> None:
    await club.accounts.choose_language(ANNA, "fr")
    assert club.accounts.language(ANNA) == "fr" and club.accounts.language(BEN) is None
    with pytest.raises(Refused):
        await club.accounts.choose_language(ANNA, "tlh")


async def test_the_record_names_no_keys(club: Club) -> None:
    anna, _ = await pair(club)
    text = str(await club.record(anna.code))
    assert "SHA256" not in text and "anna" in text
    with pytest.raises(Refused):
        await club.record("NOPES")


async def test_what_somebody_sets_is_kept(opening: Opening) -> None:
    events = MemoryLog()
    accounts = (await opening(events)).accounts
    assert accounts.preference(ANNA, "motion") == "on"
    await accounts.prefer(ANNA, "motion", "off")
    await accounts.prefer(ANNA, "theme", "zinc")
    again = (await opening(events)).accounts
    assert again.preference(ANNA, "motion") == "off" and again.preference(ANNA, "theme") == "zinc"
    assert again.preference(BEN, "motion") == "on" and again.preference(BEN, "theme") == "cafe"
    await again.prefer(ANNA, "motion", "on")
    assert again.preference(ANNA, "motion") == "on"
    with pytest.raises(ValueError, match="theme"):
        await again.prefer(ANNA, "theme", "plaid")


async def test_tables_where_somebody_is_come_before_those_that_are_asleep(club: Club) -> None:
    left, played, waiting = [await club.create(ANNA, "421", {}, 3) for _ in range(3)]
    gone = await club.join(ANNA, left)
    await gone.start()
    gone.detach()
    here = await club.join(BEN, played)
    await here.start()
    await club.join(BEN, waiting)
    by_post = await club.create(ANNA, "421", {}, 2, table=TableRules(days=2))
    asleep = {row.code: row.asleep for row in club.lobby(CLEO).tables}
    assert [code for code in asleep if code != by_post] == [waiting, played, left]
    assert asleep == {left: True, played: False, waiting: False, by_post: False}
    (await club.watch(CLEO, left)).detach()
    assert club.tables.row(left).asleep


async def test_the_tables_are_listed_once_for_all_who_look(club: Club) -> None:
    code, private = await club.create(ANNA, "421"), await club.create(BEN, "421", private=True)
    shared = club.lobby(CLEO).tables
    assert [row.code for row in shared] == [code]
    assert club.lobby().tables is shared
    table_session = await club.join(BEN, private)
    assert [row.code for row in club.lobby(BEN).tables] == [private, code]
    assert club.lobby(BEN).tables[0].yours and not club.lobby(BEN).tables[0].turn
    await table_session.start()
    await until(lambda: club.lobby(BEN).tables[0].turn == (private in club.tables.turns(BEN)))
    assert club.lobby(CLEO).tables == shared


async def test_a_change_at_one_table_makes_the_row_of_that_table_alone(club: Club) -> None:
    codes = [await club.create(ANNA, "421") for _ in range(10)]
    before = {row.code: row for row in club.lobby(CLEO).tables}
    await club.watch(CLEO, codes[3])
    after = {row.code: row for row in club.lobby(CLEO).tables}
    assert [code for code in codes if after[code] is not before[code]] == [codes[3]]
    assert (before[codes[3]].watchers, after[codes[3]].watchers) == (0, 1)
