"""People among people: the lobby's chat, who is here, ignoring, reports, mutes, bans."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.limits.allowance import MESSAGES
from arcade.club.limits.rate_limiter import MAX_NAMES, KeyedRateLimiter
from arcade.club.operations.lobby import ListTables
from arcade.club.people import social
from arcade.club.streams.following import StreamCursor
from arcade.club.views import Notice
from arcade.engine.codec import Stored
from arcade.engine.words import plain_letters
from arcade.eventlog.memory import MemoryLog
from arcade.eventlog.sqlite import SQLiteLog
from arcade.players import conduct
from arcade.players.player import Player
from arcade.players.results import Result, Seat
from arcade.rooms import decide
from arcade.rooms.presence import Location
from tests.club.conftest import Opening
from tests.people import begin, named, refusal, sentences, sit_down
from tools.key_path import CallCounter


async def test_an_accent_of_its_own_becomes_part_of_its_letter(club: Club) -> None:
    player = await named(club, "E\u0301lodie")
    assert player.name == "\u00c9lodie"


def chat(club: Club, player: Player) -> list[str]:
    return [line.text for line in club.lobby(player).lines if line.kind == "chat"]


def community(club: Club, log: MemoryLog, clock: Callable[[], int]) -> social.Community:
    return social.Community(log, club.accounts, club.moderation, club.presence, club.rooms, clock)


async def test_the_lobby_hears_what_is_said_and_it_is_there_after_a_restart(
    opening: Opening, tmp_path: Path
) -> None:
    log = await SQLiteLog.open(tmp_path / "log")
    club = await opening(log)
    anna, ben = await named(club, "anna"), await named(club, "ben")
    await club.community.say(anna, "bonjour \x1b[2J")
    await club.community.announce("tarte aux pommes")
    await club.community.say(ben, "salut")
    assert chat(club, ben) == ["bonjour [2J", "salut"]
    assert [line.number for line in club.lobby(ben).lines] == [1, 2, 3]
    before = club.lobby(ben).lines
    await club.close()
    await log.close()
    log = await SQLiteLog.open(tmp_path / "log")
    again = await opening(log)
    assert again.lobby(ben).lines == before
    await again.close()
    await log.close()


async def test_lines_of_one_moment_stay_in_their_order_after_a_restart(opening: Opening) -> None:
    """Also where the clock stands still or was set back, and the house speaks in between."""
    log, times = MemoryLog(), iter([5, 5, 5, 3])
    club = await opening(log)
    anna = await named(club, "anna")
    made = club.community = community(club, log, lambda: 100 * social.DAY + next(times, 9))
    await made.load()
    await made.say(anna, "one")
    await made.announce("two")
    await made.say(anna, "three")
    again = community(club, log, lambda: 100 * social.DAY)
    await again.load()
    assert again.lines(anna) == made.lines(anna)
    assert [line.kind for line in again.lines(anna)] == ["chat", "table", "chat"]


async def test_what_another_process_said_is_heard_once_by_two_who_speak_at_once(
    opening: Opening,
) -> None:
    log = MemoryLog()
    first, second = await opening(log), await opening(log)
    anna, ben = await named(first, "anna"), Player("SHA256:b", "ben")
    await second.community.say(ben, "before")
    await asyncio.gather(first.community.say(anna, "a"), first.community.say(ben, "b"))
    assert sorted(chat(first, anna)) == ["a", "b", "before"]


async def test_the_house_is_heard_also_by_who_speaks_at_the_same_time(opening: Opening) -> None:
    log = MemoryLog()
    first, second = await opening(log), await opening(log)
    anna, heard = await named(first, "anna"), list[Notice]()
    first.presence.enter(anna, print, heard.append)
    await second.community.announce("closing at ten")
    await first.community.say(anna, "good night")
    assert sentences(heard) == ["From the house: closing at ten"]


async def test_the_next_reading_delivers_what_was_read_while_storing() -> None:
    log, taken = MemoryLog(), list[Stored[conduct.Fact]]()
    first, second = (
        StreamCursor(log, "house", conduct.form, take) for take in (taken.append, lambda _: None)
    )
    first_fact, second_fact = (
        Stored[conduct.Fact](1, conduct.Announced(text)) for text in ("first", "second")
    )
    await second.store(lambda: first_fact)
    await first.store(lambda: None if taken else second_fact)
    assert taken == [first_fact]
    (entry,) = await log.read("house")
    assert await first.read_on(entry.token)
    assert not await first.read_on(entry.token)


async def test_only_so_many_lines_are_kept_in_sight(club: Club) -> None:
    for number in range(social.LINES + 5):
        await club.community.say(Player(f"SHA256:{number}", f"n{number}"), str(number))
    lines = chat(club, Player("SHA256:a", "a"))
    assert len(lines) == social.LINES
    assert lines[-1] == str(social.LINES + 4)


async def test_a_day_later_the_chat_goes_on_in_a_new_stream(opening: Opening) -> None:
    log, day = MemoryLog(), social.DAY
    club = await opening(log)
    anna = await named(club, "anna")
    for days, text in ((100, "old"), (101, "yesterday"), (102, "today")):
        made = community(club, log, lambda days=days: days * day + 5)
        await made.load()
        await made.say(anna, text)
    made = community(club, log, lambda: 102 * day + 9)
    await made.load()
    assert [line.text for line in made.lines(anna)] == ["yesterday", "today"]


async def test_two_clubs_on_one_log_hear_each_other_in_order(opening: Opening) -> None:
    log = MemoryLog()
    first, second = await opening(log), await opening(log)
    anna = await named(first, "anna")
    await first.community.say(anna, "first")
    await second.community.say(Player("SHA256:b", "ben"), "second")
    assert chat(second, anna) == ["first", "second"]


async def test_ignored_people_are_silent_in_the_lobby_and_at_the_table(club: Club) -> None:
    anna, ben = await named(club, "anna"), await named(club, "ben")
    at_anna, at_ben = await sit_down(club, anna, ben, seats=3)
    await club.community.say(ben, "lobby")
    await at_ben.say("table")
    await at_ben.emote("cheers")
    heard = []
    at_anna.listen(lambda: heard.append(1))
    await club.community.ignore(anna, "BEN", on=True)
    assert heard
    assert chat(club, anna) == [] and chat(club, ben) == ["lobby"]
    assert [line for line in at_anna.table().lines if line.kind == "chat"] == []
    assert len([line for line in at_ben.table().lines if line.kind == "chat"]) == 2
    assert "ben sits down." in [
        Words().say(line.news) for line in at_anna.table().lines if line.news
    ]
    await club.community.ignore(anna, "ben", on=False)
    assert chat(club, anna) == ["lobby"]
    assert len([line for line in at_anna.table().lines if line.kind == "chat"]) == 2


async def test_a_guest_with_a_name_now_is_who_they_were(club: Club) -> None:
    anna = await named(club, "anna")
    guest, resume = club.accounts.guest()
    table_session, spoke = await sit_down(club, anna, guest, seats=3)
    code = table_session.code
    await spoke.say("vile")
    await spoke.emote("alas")
    spoke.detach()
    await club.community.ignore(anna, guest.name, on=True)
    zoe = await club.choose_name(await club.devices.link("SHA256:zoe", resume, "1.1.1.1"), "Zoe")
    assert zoe.id == guest.id
    back = await club.join(zoe, code)
    assert [seat.name for seat in back.table().seats if seat.yours] == ["Zoe"]
    heard = [line for line in table_session.table().lines if line.kind == "chat"]
    assert heard == [], "the lines of whom anna ignores, whatever they were called"
    seen = [line for line in back.table().lines if line.kind == "chat"]
    assert [line.who for line in seen] == ["Zoe", "Zoe"]
    assert seen[1].news and "Zoe" in Words().say(seen[1].news)
    await club.report(anna, guest.name, "vile", table_session)
    ((_, report),) = club.moderation.conduct.reports
    assert (report.whom, report.name, report.lines) == (guest.id, "Zoe", ("Zoe: vile",))
    await table_session.hush(guest.id, on=True)
    with refusal("anna has asked you to be quiet"):
        await back.say("but")
    for fact in await club.record(code):
        assert "SHA256:" not in str(fact) and "guest:" not in str(fact)


async def test_who_watches_before_they_have_a_name_speaks_under_it(club: Club) -> None:
    anna, nobody = await named(club, "anna"), club.accounts.known("SHA256:x")
    watching = await club.watch(nobody, await club.create(anna, "421"))
    watching.rename(await club.choose_name(nobody, "Xavier"))
    await watching.say("hello")
    assert watching.table().lines[-1].who == "Xavier"
    assert watching.table().watchers == ("Xavier",)


async def test_ignoring_lasts(opening: Opening) -> None:
    log = MemoryLog()
    club = await opening(log)
    anna, ben = await named(club, "anna"), await named(club, "ben")
    await club.community.ignore(anna, "ben", on=True)
    await club.close()
    again = await opening(log)
    await again.community.say(ben, "psst")
    assert chat(again, anna) == []
    with refusal("That is you"):
        await again.community.ignore(anna, "anna", on=True)


async def test_a_gesture_is_a_line_of_the_table(club: Club) -> None:
    anna = await named(club, "anna")
    table_session = await club.join(anna, await club.create(anna, "421"))
    await table_session.emote("cheers")
    (line,) = [line for line in table_session.table().lines if line.kind == "chat"]
    assert line.news
    assert Words().say(line.news) == "anna lifts a glass: “Cheers!”"
    assert "anna" in Words("fr").say(line.news) and "Santé" in Words("fr").say(line.news)
    with pytest.raises(Refused):
        await table_session.emote("undress")


async def test_mutes_are_heeded_everywhere_and_outlast_a_restart(opening: Opening) -> None:
    log = MemoryLog()
    another_club = await opening(log)
    anna = await named(another_club, "anna")
    code = await another_club.create(anna, "421")
    await another_club.moderation.mute(anna, 5)
    assert not (await another_club.moderation.ban("SHA256:x", 10**30)).until  # for good
    await another_club.close()
    club = await opening(log)
    table_session = await club.join(anna, code)
    for speak in (
        lambda: club.community.say(anna, "hm"),
        lambda: table_session.say("hm"),
        lambda: table_session.emote("think"),
    ):
        with refusal("muted you until"):
            await speak()
    assert chat(club, anna) == []
    await named(club, "ben")
    await club.report(anna, "ben", "he laughs at me", table_session)
    assert await club.moderation.unmute(anna)
    await table_session.say("at last")


def test_a_few_at_once_then_one_in_a_while() -> None:
    clock = [0.0]
    pace = KeyedRateLimiter(0.5, 3, lambda: clock[0])
    assert [pace.take("anna") for _ in range(4)] == [True] * 3 + [False]
    assert pace.take("ben")
    clock[0] = 2.1
    assert [pace.take("anna"), pace.take("anna")] == [True, False]
    for n in range(5000):
        pace.take(str(n))
    assert len(pace._buckets) <= MAX_NAMES


async def test_too_much_talk_is_refused_and_not_stored(club: Club) -> None:
    anna = await named(club, "anna")
    for _ in range(MESSAGES):
        await club.community.say(anna, "blah")
    with refusal("Not so fast"):
        await club.community.say(anna, "blah")
    assert len(chat(club, anna)) == MESSAGES


async def test_the_list_of_people_says_where_each_is(club: Club) -> None:
    anna, ben, cleo = [await named(club, name) for name in ("anna", "ben", "cleo")]
    for player in (anna, ben, cleo):
        club.presence.enter(player, lambda _: None)
    code = await club.create(ben, "421")
    secret = await club.create(cleo, "421", private=True)
    await club.join(ben, code)
    await club.join(cleo, secret)
    seen = {
        person.name: (person.where, person.at_table, person.playing)
        for person in club.community.people(anna)
    }
    assert seen == {"anna": ("", False, False), "ben": (code, True, True), "cleo": ("", True, True)}
    assert {person.name: person.where for person in club.community.people(cleo)}["cleo"] == secret
    assert next(person for person in club.community.people(cleo)).you


async def test_people_stand_in_the_order_of_the_alphabet_and_are_found_without_accents(
    club: Club,
) -> None:
    order = ["Zoé", "Amélie", "Ça-va", "Cœur", "Émile", "Łukasz", "Øyvind", "Zed"]
    people = [await named(club, name) for name in reversed(order)]
    for person in people:
        club.presence.enter(person, lambda _: None)
    assert [person.name for person in club.community.people(people[-1])] == order  # oneself first
    assert list(club.lobby(people[-1]).people) == [*order[1:-1], "Zed", "Zoé"]
    table_session = await club.join(people[-1], await club.create(people[-1], "421"))
    for person in people[:-1]:
        await club.watch(person, table_session.code)
    assert [person.name for person in table_session.here()] == order
    for typed in ("amelie", "Coeur", "lukasz", "OYVIND"):
        assert plain_letters(club.community.find(typed).name).casefold() == typed.casefold()


async def test_an_invitation_reaches_people_inside_unless_ignored(club: Club) -> None:
    anna, ben, cleo = [await named(club, name) for name in ("anna", "ben", "cleo")]
    heard: list[Notice] = []
    club.presence.enter(ben, lambda _: None, heard.append)
    code = await club.create(anna, "421")
    await club.join(anna, code)
    await club.community.invite(anna, "ben", code)
    assert sentences(heard) == [f"anna invites you to table {code} (Le 421)"]
    assert heard[0].code == code
    await club.community.ignore(ben, "cleo", on=True)
    await club.community.invite(cleo, "ben", code)
    assert len(heard) == 1
    for inviter in (anna, cleo):  # who is ignored learns no more than who is not
        with refusal("You have just invited ben"):
            await club.community.invite(inviter, "ben", code)
    with refusal("nobody called"):
        await club.community.invite(anna, "zoe", code)


async def test_each_who_has_invited_is_told_that_one_does_not_come(club: Club) -> None:
    anna, ben, cleo = [await named(club, name) for name in ("anna", "ben", "cleo")]
    heard: dict[str, list[Notice]] = {player.name: [] for player in (anna, ben, cleo)}
    for player in (anna, ben, cleo):
        club.presence.enter(player, lambda _: None, heard[player.name].append)
    codes = [await club.create(anna, "421") for _ in range(2)]
    for inviter in (anna, cleo):
        await club.community.invite(inviter, "ben", codes[0])
    assert club.community.decline(ben, codes[0].lower()) == ("anna", "cleo")
    for inviter in (anna, cleo):
        news = f"ben declines your invitation to table {codes[0]}."
        assert sentences(heard[inviter.name]) == [news]
        assert heard[inviter.name][0].seconds < 30, "then the table has its name again"
    for code in codes:
        with refusal("Nobody has invited you"):
            club.community.decline(ben, code)
    with refusal("You have just invited ben"):
        await club.community.invite(anna, "ben", codes[1])


async def test_whoever_has_come_or_whose_invitation_is_unseen_declines_nothing(club: Club) -> None:
    anna, ben = await named(club, "anna"), await named(club, "ben")
    club.presence.enter(ben, lambda _: None)
    code, other = [await club.create(anna, "421", {}, 3) for _ in range(2)]
    await club.community.invite(anna, "ben", code)
    await club.join(ben, code)
    await club.community.ignore(ben, "anna", on=True)
    await club.community.invite(anna, "ben", other)
    for table in (code, other):
        with refusal("Nobody has invited you"):
            club.community.decline(ben, table)


@pytest.mark.attack(46, "invitations without end, and of people one does not know")
async def test_one_invitation_of_a_person_stands_and_a_setting_says_who_may_invite(
    club: Club,
) -> None:
    anna, ben = await named(club, "anna"), await named(club, "ben")
    guest, _ = club.accounts.guest()
    heard: list[Notice] = []
    club.presence.enter(ben, lambda _: None, heard.append)
    codes = [await club.create(anna, "421"), await club.create(anna, "trente")]
    await club.community.invite(anna, "ben", codes[0])
    for code in (*codes, *codes):
        with refusal("You have just invited ben"):
            await club.community.invite(anna, "ben", code)
    assert [notice.code for notice in heard] == codes[:1]
    await club.community.invite(guest, "ben", codes[1])
    assert len(heard) == 2
    club.community.followed(ben, codes[0])
    await club.accounts.prefer(ben, "invitations", "known")
    seats = Seat("anna", anna.id), Seat("ben", ben.id)
    club._ledger.standing.add(Result("KAFEL", 1, "421", 0, 1, seats, (1, 2), (9, 3), 8))
    with refusal("takes no invitations"):
        await club.community.invite(guest, "ben", codes[1])
    await club.community.invite(anna, "ben", codes[1])
    assert [notice.code for notice in heard] == [codes[0], codes[1], codes[1]]
    await club.accounts.prefer(ben, "invitations", "none")
    for player in (anna, guest):
        with refusal("takes no invitations"):
            await club.community.invite(player, "ben", codes[0])
    assert len(heard) == 3


async def test_a_report_goes_to_the_host_with_what_was_said(club: Club) -> None:
    anna, ben = await named(club, "anna"), await named(club, "ben")
    table_session, other = await sit_down(club, anna, ben, seats=0)
    await other.say("grr")
    await club.report(anna, "ben", "growls at me", table_session)
    ((_, report),) = club.moderation.conduct.reports
    assert (report.by_name, report.name, report.why, report.table) == (
        *("anna", "ben", "growls at me", table_session.code),
    )
    assert report.lines == ("ben: grr",)
    with refusal("few words"):
        await club.report(anna, "ben", "  ", table_session)


async def test_who_opened_a_table_hushes_people_and_sends_watchers_away(club: Club) -> None:
    anna, ben, cleo = [await named(club, name) for name in ("anna", "ben", "cleo")]
    table_session, seated = await sit_down(club, anna, ben, seats=3)
    code = table_session.code
    watcher = await club.watch(cleo, code)
    with refusal("Only anna"):
        await seated.hush("cleo", on=True)
    await table_session.hush("ben", on=True)
    with refusal("anna has asked you to be quiet"):
        await seated.say("but")
    await table_session.hush("ben", on=False)
    await seated.say("thanks")
    await table_session.send_away("cleo")
    assert watcher.table().sent_away
    for come in (club.join, club.watch):
        with refusal("sent you away"):
            await come(cleo, code)
    with pytest.raises(Refused):
        await watcher.say("hey")
    for fact in await club.record(code):
        assert "SHA256:" not in str(fact)


@pytest.mark.attack(51, "somebody who keeps a seat between games")
async def test_whoever_keeps_a_seat_is_sent_away_between_games_and_not_from_one(club: Club) -> None:
    anna, ben = await named(club, "anna"), await named(club, "ben")
    table_session, seated = await begin(club, anna, ben)
    with refusal("ben plays"):
        await table_session.send_away("ben")
    for session in (table_session, seated):
        await session.do(decide.vote, "end")
    await table_session.send_away("ben")
    assert seated.table().sent_away and not table_session.host.room.chairs[1].player
    with refusal("sent you away"):
        await seated.sit()


# Bans


async def test_a_ban_outlasts_a_restart_and_ends_in_time(opening: Opening, tmp_path: Path) -> None:
    log = await SQLiteLog.open(tmp_path / "log")
    club = await opening(log)
    await club.moderation.ban("SHA256:anna", minutes=60, why="noise", name="anna")
    await club.moderation.ban("10.0.0.0/8")
    await club.close()
    await log.close()
    log = await SQLiteLog.open(tmp_path / "log")
    club = await opening(log)
    sentence = club.moderation.shut_out(["SHA256:anna"])
    assert sentence and "noise" in Words().say(sentence) and "UTC" in Words().say(sentence)
    assert club.moderation.shut_out([], "10.1.2.3")
    assert club.moderation.shut_out(["SHA256:ben"], "11.1.2.3") is None
    assert await club.moderation.unban("10.0.0.0/8")
    assert not await club.moderation.unban("10.0.0.0/8")
    assert club.moderation.shut_out([], "10.1.2.3") is None
    assert [ban.name for ban in club.moderation.bans()] == ["anna"]
    await club.close()
    await log.close()


async def test_nothing_is_begun_in_the_last_minute(club: Club) -> None:
    anna = await named(club, "anna")
    club.moderation.closing = True
    with refusal("about to be closed"):
        await club.create(anna, "421")


async def test_a_view_of_the_lobby_and_a_change_cost_the_same_in_a_full_house(club: Club) -> None:
    anna = await named(club, "anna")
    zed = Player("SHA256:zed", "Zed")

    def calls() -> int:
        """Count what a visit and a view of the lobby call, with the people that a panel names."""
        count = CallCounter()
        count.start()
        visit = club.presence.enter(zed, lambda _: None)
        club.presence.arrive(Location("KAFEL", zed, False))
        club.lobby(anna)
        club.community.people(anna, 30)
        club.community.to_invite(anna, (), 5)
        club.presence.depart(Location("KAFEL", zed, False))
        visit.leave()
        count.stop()
        return count.calls.total()

    counts = []
    for crowd in (range(150), range(150, 1_500)):
        for number in crowd:
            club.presence.enter(Player(f"SHA256:{number}", f"P{number}"), lambda _: None)
        calls()  # the first fills caches
        counts.append(calls())
    few, many = counts
    assert many == few
    assert club.lobby(anna).number == 1_500 and len(club.lobby(anna).people) == social.MAX_NAMED
    assert club.community.to_invite(anna, (), 5)[1] == 1_495
    visitor: Any = SimpleNamespace(club=club, player=anna)
    assert len((await ListTables().run(visitor)).people) == 1_500  # a program is told of everybody
