"""People among people: the lobby's chat, who is here, ignoring, reports, mutes, devices."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.limits.allowance import MESSAGES
from arcade.club.limits.rate_limiter import MAX_NAMES, KeyedRateLimiter
from arcade.club.people import devices, social
from arcade.club.people.devices import Devices
from arcade.club.streams.following import StreamCursor
from arcade.club.views import Notice
from arcade.engine.codec import Stored
from arcade.engine.words import plain_letters
from arcade.eventlog.log import EventLog
from arcade.eventlog.memory import MemoryLog
from arcade.eventlog.sqlite import SQLiteLog
from arcade.players import conduct
from arcade.players.player import Player
from arcade.players.results import Result, Seat
from arcade.rooms import decide
from arcade.rooms.timers import RoomSettings
from tests.people import named, sentences, sit_down


@contextmanager
def refusal(text: str) -> Iterator[None]:
    """Hold that something is refused, with such a sentence."""
    with pytest.raises(Refused) as caught:
        yield
    assert text in Words().say(caught.value.why)


QUIET = RoomSettings(bot_pause=60)


async def opened(events: EventLog) -> Club:
    return await Club.open(events, QUIET)


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    made = await opened(MemoryLog())
    yield made
    await made.close()


async def test_an_accent_of_its_own_becomes_part_of_its_letter(club: Club) -> None:
    player = await named(club, "E\u0301lodie")
    assert player.name == "\u00c9lodie"


def chat(club: Club, player: Player) -> list[str]:
    return [line.text for line in club.lobby(player).lines if line.kind == "chat"]


def community(club: Club, log: MemoryLog, clock: Callable[[], int]) -> social.Community:
    return social.Community(log, club.accounts, club.moderation, club.presence, club.rooms, clock)


async def test_the_lobby_hears_what_is_said_and_it_is_there_after_a_restart(tmp_path: Path) -> None:
    log = await SQLiteLog.open(tmp_path / "log")
    club = await opened(log)
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
    again = await opened(log)
    assert again.lobby(ben).lines == before
    await again.close()
    await log.close()


async def test_lines_of_one_moment_stay_in_their_order_after_a_restart() -> None:
    """Also where the clock stands still or was set back, and the house speaks in between."""
    log, times = MemoryLog(), iter([5, 5, 5, 3])
    club = await opened(log)
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
    await club.close()


async def test_what_another_process_said_is_heard_once_by_two_who_speak_at_once() -> None:
    log = MemoryLog()
    first, second = await opened(log), await opened(log)
    anna, ben = await named(first, "anna"), Player("SHA256:b", "ben")
    await second.community.say(ben, "before")
    await asyncio.gather(first.community.say(anna, "a"), first.community.say(ben, "b"))
    assert sorted(chat(first, anna)) == ["a", "b", "before"]
    await first.close()
    await second.close()


async def test_the_house_is_heard_also_by_who_speaks_at_the_same_time() -> None:
    log = MemoryLog()
    first, second = await opened(log), await opened(log)
    anna, heard = await named(first, "anna"), list[Notice]()
    first.presence.enter(anna, print, heard.append)
    await second.community.announce("closing at ten")
    await first.community.say(anna, "good night")
    assert sentences(heard) == ["From the house: closing at ten"]
    await first.close()
    await second.close()


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


async def test_a_day_later_the_chat_goes_on_in_a_new_stream() -> None:
    log, day = MemoryLog(), social.DAY
    club = await opened(log)
    anna = await named(club, "anna")
    for days, text in ((100, "old"), (101, "yesterday"), (102, "today")):
        made = community(club, log, lambda days=days: days * day + 5)
        await made.load()
        await made.say(anna, text)
    made = community(club, log, lambda: 102 * day + 9)
    await made.load()
    assert [line.text for line in made.lines(anna)] == ["yesterday", "today"]
    await club.close()


async def test_two_clubs_on_one_log_hear_each_other_in_order() -> None:
    log = MemoryLog()
    first, second = await opened(log), await opened(log)
    anna = await named(first, "anna")
    await first.community.say(anna, "first")
    await second.community.say(Player("SHA256:b", "ben"), "second")
    assert chat(second, anna) == ["first", "second"]
    await first.close()
    await second.close()


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


async def test_ignoring_lasts(club: Club) -> None:
    log = MemoryLog()
    another_club = await opened(log)
    anna, ben = await named(another_club, "anna"), await named(another_club, "ben")
    await another_club.community.ignore(anna, "ben", on=True)
    await another_club.close()
    two = await opened(log)
    await two.community.say(ben, "psst")
    assert chat(two, anna) == []
    with refusal("That is you"):
        await two.community.ignore(anna, "anna", on=True)
    await two.close()


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


async def test_mutes_are_heeded_everywhere_and_outlast_a_restart() -> None:
    log = MemoryLog()
    another_club = await opened(log)
    anna = await named(another_club, "anna")
    code = await another_club.create(anna, "421")
    await another_club.moderation.mute(anna, 5)
    assert not (await another_club.moderation.ban("SHA256:x", 10**30)).until  # for good
    await another_club.close()
    club = await opened(log)
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
    await club.close()


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
    assert seen == {
        "anna": ("", False, False),
        "ben": (code, True, True),
        "cleo": ("", True, True),
    }
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
async def test_whoever_keeps_a_seat_is_sent_away_between_games_and_not_from_one(
    club: Club,
) -> None:
    anna, ben = await named(club, "anna"), await named(club, "ben")
    table_session = await club.join(anna, await club.create(anna, "421", {}, 2))
    seated = await club.join(ben, table_session.code)
    await table_session.start()
    with refusal("ben plays"):
        await table_session.send_away("ben")
    for session in (table_session, seated):
        await session.do(decide.vote, "end")
    await table_session.send_away("ben")
    assert seated.table().sent_away and not table_session.host.room.chairs[1].player
    with refusal("sent you away"):
        await seated.sit()


# Bans


async def test_a_ban_outlasts_a_restart_and_ends_in_time(tmp_path: Path) -> None:
    log = await SQLiteLog.open(tmp_path / "log")
    club = await opened(log)
    await club.moderation.ban("SHA256:anna", minutes=60, why="noise", name="anna")
    await club.moderation.ban("10.0.0.0/8")
    await club.close()
    await log.close()
    log = await SQLiteLog.open(tmp_path / "log")
    club = await opened(log)
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


# Devices


async def test_a_second_key_is_the_same_person_also_after_a_restart() -> None:
    log = MemoryLog()
    club = await opened(log)
    anna = await named(club, "anna")
    code = club.devices.code(anna)
    assert await club.devices.link("SHA256:phone", code.lower(), "1.1.1.1") == anna
    assert club.accounts.known("SHA256:phone") == anna
    await club.close()
    club = await opened(log)
    assert club.accounts.known("SHA256:phone") == anna
    assert club.accounts.keys(anna) == ("SHA256:anna", "SHA256:phone")
    await club.devices.unlink(anna, "SHA256:phone", anna.id)
    assert club.accounts.known("SHA256:phone") == Player("SHA256:phone", "")
    await club.close()


async def test_a_code_is_good_once_for_ten_minutes_and_only_the_newest(club: Club) -> None:
    clock = [0]
    made = Devices(club.accounts, lambda: clock[0])
    anna = await named(club, "anna")
    older, code = made.code(anna), made.code(anna)
    for wrong in (older, "AAAA-BBBB-CCCC"):
        with refusal("wrong, used, or older"):
            await made.link("SHA256:x", wrong, "1.1.1.1")
    await made.link("SHA256:x", code, "1.1.1.1")
    with refusal("wrong, used, or older"):
        await made.link("SHA256:y", code, "2.2.2.2")
    later_code = made.code(anna)
    clock[0] += devices.GOOD_FOR
    with refusal("wrong, used, or older"):
        await made.link("SHA256:y", later_code, "2.2.2.2")


async def test_guessing_is_ended_also_for_the_right_code(club: Club) -> None:
    clock = [0]
    made = Devices(club.accounts, lambda: clock[0])
    code = made.code(await named(club, "anna"))
    for _ in range(devices.TRIES):
        with refusal("wrong"):
            await made.link("SHA256:x", "AAAA-BBBB-CCCC", "6.6.6.6")
    with refusal("Too many"):
        await made.link("SHA256:x", code, "6.6.6.6")
    assert (await made.link("SHA256:x", code, "7.7.7.7")).name == "anna"
    clock[0] += devices.GOOD_FOR
    with refusal("wrong, used"):
        await made.link("SHA256:x", code, "6.6.6.6")


async def test_a_guest_who_has_a_key_now_keeps_seat_and_games_and_chooses_a_name() -> None:
    log = MemoryLog()
    club = await opened(log)
    guest, code = club.accounts.guest()
    table = await club.create(guest, "421", {}, 2)
    await club.join(guest, table)
    linked = await club.devices.link("SHA256:new", code, "1.1.1.1")
    assert linked == Player(guest.id, "")
    assert club.accounts.resume(code) is None, (
        "a code that anybody may have seen is a key-holder's no more"
    )
    await club.choose_name(linked, "Zoe")
    await club.close()
    club = await opened(log)
    zoe = club.accounts.known("SHA256:new")
    assert zoe == Player(guest.id, "Zoe") and club.accounts.resume(code) is None
    assert club.tables.seated(zoe) == [table]
    with refusal("Zoe's already"):
        await club.devices.link("SHA256:new", club.accounts.guest()[1], "1.1.1.1")
    await club.close()


async def test_nobody_with_a_name_is_taken_over(club: Club) -> None:
    anna, ben = await named(club, "anna"), await named(club, "ben")
    with refusal("ben's already"):
        await club.devices.link(ben.id, club.devices.code(anna), "1.1.1.1")
    await club.devices.link("SHA256:phone", club.devices.code(anna), "1.1.1.1")
    with refusal("anna's already"):
        await club.devices.link("SHA256:phone", club.devices.code(ben), "1.1.1.1")
    with refusal("No such key"):
        await club.devices.unlink(ben, "SHA256:phone", ben.id)
    assert club.accounts.known(ben.id) == ben and club.accounts.known("SHA256:phone") == anna


async def test_guests_and_the_nameless_get_no_code(club: Club) -> None:
    guest, _ = club.accounts.guest()
    for nobody in (guest, club.accounts.known("SHA256:new")):
        with pytest.raises(Refused):
            club.devices.code(nobody)


# A lost key


async def test_a_recovery_code_is_good_once_also_after_a_restart() -> None:
    log = MemoryLog()
    club = await opened(log)
    anna = await named(club, "anna")
    older, code = await club.devices.recovery(anna), await club.devices.recovery(anna)
    assert len(code.replace("-", "")) == 20 and club.accounts.has_recovery(anna)
    for entry in await log.read("players"):
        assert code.encode() not in entry.data, "only its hash is kept"
    await club.close()
    club = await opened(log)
    with refusal("wrong, used"):
        await club.devices.link("SHA256:new", older, "1.1.1.1")
    with refusal("yours already"):
        await club.devices.link("SHA256:anna", code, "1.1.1.1")
    assert await club.devices.link("SHA256:new", code.lower(), "1.1.1.1") == anna
    assert not club.accounts.has_recovery(anna)
    await club.close()
    club = await opened(log)
    assert club.accounts.known("SHA256:new") == anna
    with refusal("wrong, used"):
        await club.devices.link("SHA256:third", code, "2.2.2.2")
    await club.close()


@pytest.mark.parametrize("of", ["recovery", "code"])
async def test_of_two_keys_with_one_code_at_once_one_is_let_in(tmp_path: Path, of: str) -> None:
    log = await SQLiteLog.open(tmp_path / "log")
    club = await opened(log)
    anna = await named(club, "anna")
    made = club.devices
    code = await made.recovery(anna) if of == "recovery" else made.code(anna)
    came = await asyncio.gather(
        *(made.link(f"SHA256:{n}", code, f"1.1.1.{n}") for n in range(4)), return_exceptions=True
    )
    assert [answer for answer in came if not isinstance(answer, Refused)] == [anna]
    assert len(club.accounts.keys(anna)) == 2
    await club.close()
    await log.close()


async def test_two_processes_take_a_recovery_code_once() -> None:
    log = MemoryLog()
    first, second = await opened(log), await opened(log)
    anna = await named(first, "anna")
    code = await first.devices.recovery(anna)
    await second.accounts.cursor.read_on()
    assert await first.devices.link("SHA256:x", code, "1.1.1.1") == anna
    with refusal("wrong, used"):
        await second.devices.link("SHA256:y", code, "2.2.2.2")
    assert (
        second.accounts.known("SHA256:x") == anna and second.accounts.known("SHA256:y").name == ""
    )
    await first.close()
    await second.close()


async def test_guessing_recovery_codes_and_somebody_elses(club: Club) -> None:
    anna, ben = await named(club, "anna"), await named(club, "ben")
    code = await club.devices.recovery(anna)
    with refusal("ben's already"):
        await club.devices.link(ben.id, code, "1.1.1.1")
    assert club.accounts.has_recovery(anna), "a key that has a name uses up no code"
    wrong = code[:-1] + ("0" if code[-1] != "0" else "1")
    for _ in range(devices.TRIES):
        with pytest.raises(Refused) as refused:
            await club.devices.link("SHA256:x", wrong, "6.6.6.6")
        english, french = (Words(language).say(refused.value.why) for language in ("en", "fr"))
        assert english == "That code is wrong, used, or replaced by a newer one."
        assert french == "Ce code est faux, déjà utilisé, ou remplacé par un plus récent."
    with refusal("Too many"):
        await club.devices.link("SHA256:x", code, "6.6.6.6")
    guest, _ = club.accounts.guest()
    for nobody in (guest, club.accounts.known("SHA256:new")):
        with pytest.raises(Refused):
            await club.devices.recovery(nobody)


async def test_the_key_an_account_began_with_can_be_taken_away_from_another() -> None:
    log = MemoryLog()
    club = await opened(log)
    anna = await named(club, "anna")
    code = await club.devices.recovery(anna)
    with refusal("Your account began with this key"):
        await club.devices.unlink(anna, anna.id, by=anna.id)
    with refusal("only key"):
        await club.devices.unlink(anna, anna.id, by="SHA256:else")
    await club.devices.link("SHA256:new", code, "1.1.1.1")
    await club.devices.unlink(anna, anna.id, by="SHA256:new")
    assert club.accounts.dropped(anna.id) and club.accounts.keys(anna) == ("SHA256:new",)
    with refusal("only key"):
        await club.devices.unlink(anna, "SHA256:new", by="SHA256:new")
    await club.close()
    club = await opened(log)
    assert club.accounts.dropped(anna.id) and club.accounts.known("SHA256:new") == anna
    await club.devices.relink(anna, anna.id, only=False)
    assert not club.accounts.dropped(anna.id)
    await club.close()


async def test_the_host_links_a_key_and_may_take_all_others_away(club: Club) -> None:
    anna, ben = await named(club, "anna"), await named(club, "ben")
    code = await club.devices.recovery(anna)
    await club.devices.link("SHA256:thief", club.devices.code(anna), "1.1.1.1")
    with refusal("ben's already"):
        await club.devices.relink(anna, ben.id, only=True)
    await club.devices.relink(anna, "SHA256:new", only=True)
    assert club.accounts.keys(anna) == ("SHA256:new",)
    assert club.accounts.dropped(anna.id) and club.accounts.known("SHA256:thief").name == ""
    with refusal("wrong, used"):
        await club.devices.link("SHA256:thief", code, "1.1.1.1")
    with refusal("no account"):
        await club.devices.relink(club.accounts.guest()[0], "SHA256:other", only=False)
