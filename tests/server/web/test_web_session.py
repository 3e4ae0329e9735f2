"""Somebody who plays in a browser, and whose connection breaks."""

import asyncio
import gc
import weakref
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.table_session import TableSession
from arcade.engine.news import phrase
from arcade.players.player import Player
from arcade.rooms.table_rules import TableRules
from server.doors.context import Login, ServerContext
from server.limits.cost_meter import WORK_PAUSE
from server.web import session
from server.web.messages import Line, Press, Resize, Text, Zone
from server.web.session import MAX_BROKEN, RETURN_TIME, Sessions
from tests.people import sit_down
from tests.server.web.browsers import Browser
from tests.server.web.test_web_key import KEY
from tests.waiting import until

if TYPE_CHECKING:
    from textual.app import App

BEN = Player("SHA256:b", "Ben")
RESTART, TRY_AGAIN = 1012, 1013
"""Codes of closing."""


@pytest.fixture
def sessions(context: ServerContext, monkeypatch: pytest.MonkeyPatch) -> Sessions:
    monkeypatch.setattr(session, "MIN_LIFE", 0.0)
    return Sessions(context)


async def come(context: ServerContext, sessions: Sessions, **greeting: object) -> Browser:
    browser = Browser(context, sessions=sessions)
    browser.greet(view="screens", **greeting)
    await browser.sight.sees("new table")
    return browser


async def come_to_ben(
    club: Club, context: ServerContext, sessions: Sessions
) -> tuple[Browser, TableSession]:
    """Sit down at a table that Ben has opened."""
    (ben,) = await sit_down(club, BEN, seats=2, turn=0)
    browser = await come(context, sessions)
    browser.type(b"/" + ben.code.encode() + b"\r")
    assert (await browser.message("table"))["code"] == ben.code
    return browser, ben


async def come_back(
    context: ServerContext, sessions: Sessions, before: Browser, **greeting: object
) -> Browser:
    """Come back on another page, as after a reload."""
    browser = Browser(context, sessions=sessions)
    token = before.of_type("welcome")[-1]["token"]
    browser.greet(view="screens", token=token, **greeting)
    await browser.message("welcome")
    return browser


async def test_buttons_and_a_field_do_what_keys_do(
    context: ServerContext, sessions: Sessions
) -> None:
    anna = await come(context, sessions)
    assert (await anna.message("actions"))["buttons"][0]["action"] == "enter"
    anna.say(Text("nowhere to type"))
    anna.say(Press("talk"))
    await until(lambda: anna.of_type("field"))
    assert anna.of_type("field")[-1] == {"type": "field", "open": True, "text": ""}
    anna.say(Text("hello all"))
    await anna.sight.sees("hello all")
    assert "nowhere" not in anna.sight.text
    anna.type(b"\x1b")
    await until(lambda: anna.of_type("field")[-1]["open"] is False)
    anna.say(Press("new"))
    await anna.sight.sees("A new table")
    anna.say(Press("nothing of the kind"))
    anna.say(Press("create"))
    code = (await anna.message("table"))["code"]
    await anna.sight.sees(code)


async def test_a_broken_line_is_taken_up_with_the_half_typed_sentence(
    context: ServerContext, sessions: Sessions
) -> None:
    anna = await come(context, sessions)
    anna.say(Press("talk"))
    anna.type(b"half a sent")
    await anna.sight.sees("half a sent")
    anna.leave()
    back = await come_back(context, sessions, anna)
    await back.sight.same(anna.sight)
    assert back.of_type("field")[-1] == {"type": "field", "open": True, "text": "half a sent"}
    back.type(b"ence")
    await back.sight.sees("half a sentence")
    assert len(context.sessions) == 1
    other = await come_back(context, sessions, back, size=(80, 24))  # while the old one is open
    await other.sight.sees("half a sentence")
    back.leave()
    other.type(b"\x1b")
    await until(lambda: other.of_type("field")[-1]["open"] is False)
    other.say(Press("new"))
    await other.sight.sees("A new table")
    assert len(context.sessions) == 1


async def test_title_and_mouse_are_as_before_after_a_reload(
    club: Club, context: ServerContext, sessions: Sessions
) -> None:
    anna, ben = await come_to_ben(club, context, sessions)
    code = ben.code
    await anna.sight.quiet()
    before = b"".join(anna.sight.frames)
    assert b"\x1b]2;" in before
    assert b"\x1b[?1000h" in before
    assert b"\x1b[?2004h" in before  # pastes are marked
    seen = ben.table()
    anna.leave()
    back = await come_back(context, sessions, anna)
    await back.sight.same(anna.sight)
    again = b"".join(back.sight.frames)
    assert again.startswith(b"\x1b[?1049h")
    for mode in (b"\x1b[?1000h", b"\x1b[?2004h", b"\x1b]2;"):
        assert again.count(mode) == 1
    assert (await back.message("table"))["code"] == code
    assert ben.table() == seen, "others are told nothing of it"


@pytest.mark.virtual
async def test_a_line_is_taken_up_at_nineteen_seconds_and_not_at_twenty_one(
    club: Club, context: ServerContext, sessions: Sessions
) -> None:
    anna, ben = await come_to_ben(club, context, sessions)
    anna.say(Press("talk"))
    anna.type(b"half a sent")
    await anna.sight.sees("half a sent")
    await anna.sight.quiet()
    seen, visitors = ben.table(), list(club.presence.here.values())
    anna.leave()
    await asyncio.sleep(RETURN_TIME - 1)
    assert ben.table() == seen
    assert list(club.presence.here.values()) == visitors
    back = await come_back(context, sessions, anna)
    await back.sight.sees("half a sent")
    assert back.of_type("welcome")[-1]["token"] == anna.of_type("welcome")[-1]["token"]
    assert ben.table() == seen, "others are told nothing of it"
    back.leave()
    await asyncio.sleep(RETURN_TIME + 1)
    assert not context.sessions
    assert list(club.presence.here.values()) != visitors
    stranger = await come_back(context, sessions, back)
    assert stranger.of_type("welcome")[-1]["token"] != back.of_type("welcome")[-1]["token"]


async def test_who_does_not_come_back_is_gone_and_finds_their_seat(
    club: Club, context: ServerContext, sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "RETURN_TIME", 0.05)
    code = await club.create(BEN, "421", {}, 2, False, TableRules(turn=0))
    anna = await come(context, sessions)
    anna.type(b"/" + code.encode() + b"\r")
    await anna.message("table")
    anna.leave()
    await until(lambda: not context.sessions)
    back = Browser(context, sessions=sessions)
    known = anna.of_type("welcome")[-1]
    back.greet(view="screens", token=known["token"], resume=known["resume"], table=code)
    assert (await back.message("table"))["code"] == code
    assert back.of_type("welcome")[-1]["token"] != known["token"]


@pytest.mark.attack(53, "another's session, by its token")
async def test_a_token_is_of_one_person(context: ServerContext, sessions: Sessions) -> None:
    anna = await come(context, sessions)
    anna.leave()
    (kept,) = sessions._sessions.values()
    kept.login = Login("SHA256:anna", kept.login.wish, kept.login.address)
    other = await come_back(context, sessions, anna)
    assert len(context.sessions) == 2
    assert other.of_type("welcome")[-1]["token"] != anna.of_type("welcome")[-1]["token"]


@pytest.mark.attack(57, "sessions in browsers, opened and broken")
async def test_few_broken_sessions_are_kept_and_only_such_as_have_lived(
    context: ServerContext, sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd = [await come(context, sessions) for _ in range(MAX_BROKEN + 1)]
    for browser in crowd:
        browser.leave()
    await until(lambda: len(context.sessions) == MAX_BROKEN)
    monkeypatch.setattr(session, "MIN_LIFE", 60.0)
    young = await come_back(context, sessions, crowd[0])
    young.leave()
    await until(lambda: len(context.sessions) == MAX_BROKEN - 1)


async def test_a_crowd_of_one_address_that_is_lost_at_once_ends_one_by_one(
    context: ServerContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each end is a turn of the loop for every pane: others' keys would wait for all of them."""
    loop = asyncio.get_running_loop()
    sessions = Sessions(context)  # none has lived long enough to be kept
    crowd = [await come(context, sessions) for _ in range(3)]
    meter = context.limiter._uses["192.0.2.1"].cost_meter
    await asyncio.sleep(2 * WORK_PAUSE)  # nothing else of the address has just begun
    now = loop.time()
    with monkeypatch.context() as stopped:
        stopped.setattr(loop, "time", lambda: now)  # on a busy machine they would not be at once
        for browser in crowd:
            browser.leave()
    assert not context.sessions
    assert len(meter._beginnings) == len(crowd) - 1
    await until(lambda: not (meter._beginnings or context.club.presence.visits))


@pytest.mark.attack(59, "sessions opened in browsers and left at once")
async def test_for_an_address_whose_visitors_leave_at_once_no_more_apps_are_made(
    context: ServerContext,
) -> None:
    sessions, make, made = Sessions(context), context.make_app, list[object]()
    tasks = len(asyncio.all_tasks())

    def counted(*what: Any) -> "App[Any]":
        made.append(what)
        return make(*what)

    async def look_in() -> None:
        visitor = Browser(context, sessions=sessions)
        visitor.greet(view="screens")
        before = len(made)
        for _ in range(10):  # turns of the loop: enough to begin an app, which is not drawn yet
            if len(made) == before:
                await asyncio.sleep(0)
        visitor.leave()

    context.make_app = counted
    for _ in range(6):
        await look_in()
        await until(lambda: len(asyncio.all_tasks()) == tasks)
    assert len(made) == 1
    await come(context, sessions)  # who stays is shown the lobby


async def test_a_full_server_refuses_a_page(context: ServerContext, sessions: Sessions) -> None:
    anna = await come(context, sessions)
    context.limits = replace(context.limits, connections=1)
    latecomer = Browser(context, sessions=sessions)
    latecomer.greet(view="screens")
    assert latecomer.closed == TRY_AGAIN
    assert context.limiter.refused["full"] == 1
    anna.leave()
    await come_back(context, sessions, anna)  # its place was kept


async def test_a_page_comes_back_to_a_server_that_starts_anew_and_not_to_an_end(
    context: ServerContext, sessions: Sessions
) -> None:
    anna, ben = await come(context, sessions), await come(context, sessions)
    anna.say(Press("enter"))
    code = (await anna.message("table"))["code"]
    ben.type(b"q")
    await until(lambda: ben.closed)
    assert ben.of_type("end")[0]["text"].startswith("Good-bye")
    await context.empty(phrase("The house closes for the night."))
    assert anna.closed == RESTART
    assert not anna.of_type("end")
    assert code
    assert [message["code"] for message in anna.of_type("table")] == [code], "where it comes back"


@pytest.mark.attack(56, "messages of a page without end")
async def test_a_flood_of_messages_costs_as_much_as_one_of_keys(
    context: ServerContext, sessions: Sessions
) -> None:
    anna = await come(context, sessions)
    (session,) = sessions._sessions.values()
    pauses: list[bool] = []
    session.wire.hold = pauses.append  # type: ignore[method-assign]
    for number in range(1000):
        anna.say(Resize((80 + number % 40, 24)))
    assert pauses[-1], "no more is read"
    await until(lambda: not pauses[-1])
    anna.say(Press("new"))
    await anna.sight.sees("A new table")


async def test_line_mode_is_paragraphs_and_choices_and_goes_on_after_a_break(
    club: Club, context: ServerContext, sessions: Sessions
) -> None:
    page = Browser(context, sessions=sessions)
    page.greet(view="lines")
    await until(lambda: page.of_type("choices"))
    assert page.of_type("choices")[-1]["choices"][0] == {"line": "play", "text": "play"}
    page.say(Line("play 421"))
    await until(lambda: any(sentence["urgent"] for sentence in page.of_type("spoken")))
    await until(lambda: page.of_type("choices")[-1]["choices"][0]["line"] == "1")
    sentences = [message["text"] for message in page.of_type("spoken")]
    assert any(len(text) > 79 for text in sentences)
    assert not any("\n" in text for text in sentences)
    page.leave()
    back = Browser(context, sessions=sessions)
    back.greet(view="lines", token=page.of_type("welcome")[0]["token"])
    await until(lambda: back.of_type("choices"))
    assert back.of_type("choices")[-1] == page.of_type("choices")[-1]
    back.say(Line("rules 421 1"))
    await until(lambda: any(len(message["text"]) > 79 for message in back.of_type("spoken")))
    assert len(context.sessions) == 1
    assert not back.sight.frames


@pytest.mark.parametrize("end", ["quit", "lost", "returned"])
async def test_nothing_of_a_session_waits_for_a_collection_of_garbage(
    context: ServerContext, sessions: Sessions, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.setattr(session, "RETURN_TIME", 0.1)
    page = await come(context, sessions)
    (kept,) = map(weakref.ref, sessions._sessions.values())
    gc.disable()
    try:
        if end == "quit":
            page.type(b"q")
            await until(lambda: page.closed)
        page.leave()
        if end == "returned":
            page = await come_back(context, sessions, page)
            page.leave()
        await until(lambda: kept() is None)
    finally:
        gc.enable()


@pytest.mark.virtual
async def test_screens_and_lines_are_two_pages_whatever_was_chosen_for_terminals(
    club: Club, context: ServerContext, sessions: Sessions
) -> None:
    async def open_page(view: str) -> tuple[Browser, Player]:
        page = Browser(context, sessions=sessions)
        await page.prove(KEY, view=view)
        await page.message("welcome")
        (player,) = (each.player for each in context.sessions if each.player is not None)
        return page, player

    page, player = await open_page("lines")
    page.say(Line("Zoé"))
    await until(lambda: page.of_type("choices") and page.of_type("choices")[-1]["choices"])
    player = club.accounts.known(player.id)
    assert club.accounts.preference(player, "plain") == "off"
    await club.accounts.prefer(player, "plain", "on")
    page.leave()
    await until(lambda: not context.sessions)
    page, _ = await open_page("screens")
    await page.sight.sees("new table")


async def test_a_browsers_key_is_recovered_and_taken_off_and_banned_as_any_other(
    club: Club, context: ServerContext, sessions: Sessions
) -> None:
    nadia = await club.choose_name(club.accounts.known("SHA256:n"), "Nadia")
    code = await club.devices.recovery(nadia)

    async def come_with_key() -> Browser:
        page = Browser(context, sessions=sessions)
        await page.prove(KEY, view="screens")
        return page

    page = await come_with_key()
    await page.sight.sees("What shall we call you?")
    page.type(f"{code}\r".encode())
    await page.sight.sees("Play now")
    (login,) = (each.login for each in context.sessions)
    assert club.accounts.known(login.key).id == nadia.id
    page.leave()
    page = await come_with_key()
    await page.sight.sees("Play now")
    await club.moderation.ban(nadia.id, why="for the test")
    await context.sweep()
    assert "for the test" in (await page.message("end"))["text"]
    assert "for the test" in (await (await come_with_key()).message("end"))["text"]
    await club.moderation.unban(nadia.id)
    page = await come_with_key()
    await page.sight.sees("Play now")
    await club.devices.unlink(nadia, login.key, nadia.id)
    await context.sweep()
    await page.message("end")
    await (await come_with_key()).sight.sees("What shall we call you?")


@pytest.mark.virtual
async def test_a_browser_says_the_zone_of_somebody_who_has_none(
    club: Club, context: ServerContext, sessions: Sessions
) -> None:
    pages: list[Browser] = []
    for zone, expected in (
        ("Mars/Olympus" * 9, ""),
        ("Europe/Paris", "Europe/Paris"),
        ("Asia/Tokyo", "Europe/Paris"),
    ):
        page = Browser(context, sessions=sessions)
        await page.prove(KEY, view="lines")
        page.say(Zone(zone))  # before the admission, and once more after it
        await page.message("welcome")
        if not pages:
            page.say(Line("Zoé"))
            await until(lambda page=page: page.of_type("choices")[-1:] and context.sessions)
        pages.append(page)
        await until(lambda: any(each.player is not None for each in context.sessions))
        (player,) = (each.player for each in context.sessions if each.player is not None)
        page.say(Zone(zone))
        await until(lambda player=player, zone=expected: club.accounts.zone(player) == zone)
        page.leave()
        await until(lambda: not context.sessions)
