"""A table in a browser, watched by a link."""

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.speech.absence import others_stay
from arcade.club.speech.lobby import table_text
from arcade.club.table_session import TableSession
from arcade.engine.news import phrase
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms import decide
from server.config.settings import Limits
from server.doors.context import ServerContext, arcade_app
from server.terminal.outlet import WATCHER_BYTES
from server.web.front import Front
from server.web.messages import WATCH_SIZES, Line, Resize, Text
from tests.hostile.test_secrets import swapped
from tests.people import act_in_turn, begin, sit_down
from tests.server.web.browsers import Browser
from tests.waiting import until

ANNA, BEN = Player("SHA256:a", "Anna"), Player("SHA256:b", "Ben")


async def table(club: Club, private: bool = False) -> tuple[TableSession, ...]:
    return await sit_down(club, ANNA, BEN, private=private, turn=0)


def watching(context: ServerContext, link: str, **greeting: object) -> Browser:
    browser = Browser(context)
    browser.greet(view="watch", table=link, **greeting)
    return browser


async def test_who_comes_late_sees_what_the_others_see_cell_by_cell(
    club: Club, context: ServerContext
) -> None:
    anna, ben = await table(club)
    early = watching(context, anna.code)
    await early.sight.sees("Anna")
    await anna.start()
    await act_in_turn(anna, ben)
    latecomer = watching(context, anna.code.lower())
    await latecomer.sight.same(early.sight)
    await act_in_turn(anna, ben)
    await latecomer.sight.same(early.sight)
    french = watching(context, anna.code, language="fr-CA")
    await french.sight.sees("Vous regardez.")
    assert len(list(context.broadcasts or ())) == 2
    for browser in (early, latecomer, french):
        browser.leave()
    await until(lambda: not list(context.broadcasts or ()))


async def test_no_key_is_offered_and_none_does_anything(club: Club, context: ServerContext) -> None:
    anna, _ = await table(club)
    browser = watching(context, anna.code)
    await browser.sight.sees("Anna")
    for key in ("sit down", "t to talk", "Tab"):
        assert key not in browser.sight.text
    before = anna.host.room.version
    browser.type(b"j\r\x03q")
    for message in (Text("hello"), Line("join"), Resize((9, 9))):
        browser.say(message)
    browser.greet(view="screens")
    await browser.sight.quiet()
    assert anna.host.room.version == before
    assert not context.sessions
    assert browser.closed is None


@pytest.mark.parametrize("size", [(80, 24), (50, 40), (160, 45)])
async def test_a_game_by_link_names_no_key(
    club: Club, context: ServerContext, size: tuple[int, int]
) -> None:
    anna, _ = await table(club)
    browser = watching(context, anna.code, size=size)
    await browser.sight.sees("Anna")
    await anna.start()
    await browser.sight.sees("You are watching")
    assert "Tab" not in browser.sight.text


async def test_watchers_by_link_are_counted_beside_the_others(
    club: Club, context: ServerContext
) -> None:
    anna, _ = await table(club)
    cleo = await club.watch(Player("SHA256:c", "Cleo"), anna.code)
    browser, other = watching(context, anna.code), watching(context, anna.code, size=(80, 24))
    await browser.sight.sees("◉ 3 watching")
    await other.sight.sees("◉ 3")
    assert (anna.table().watchers, anna.table().by_link) == (("Cleo",), 2)
    await anna.start()
    await browser.sight.sees("3 watching: Cleo, 2 by link")
    row = club.tables.row(anna.code)
    assert (row.watchers, row.by_link) == (3, 2)
    assert "3 watching" in table_text(Words("en"), row)
    assert "3 regardent" in Front(club, "", "").page(Words("fr"), "").decode()
    browser.leave()
    cleo.detach()
    await other.sight.sees("◉ 1")
    other.leave()
    await until(lambda: club.tables.row(anna.code).watchers == 0)


async def test_nobody_is_kept_at_a_table_by_those_who_watch_by_link(
    club: Club, context: ServerContext
) -> None:
    anna, ben = await table(club)
    await watching(context, anna.code).sight.sees("Anna")
    assert others_stay(anna.table())
    for session in (anna, ben):
        session.detach()
    assert not anna.host.anybody
    assert club.tables.row(anna.code).asleep


async def test_a_page_has_links_of_its_own_in_place_of_the_command_for_friends(
    club: Club, context: ServerContext
) -> None:
    anna, _ = await table(club)
    for size in WATCH_SIZES:
        browser = watching(context, anna.code, size=size)
        await browser.sight.sees("Anna")
        for text in ("invite", "ssh "):
            assert text not in browser.sight.text


async def test_a_window_of_another_size_gets_the_picture_for_it(
    club: Club, context: ServerContext
) -> None:
    anna, _ = await table(club)
    browser, narrow = watching(context, anna.code), watching(context, anna.code, size=(50, 40))
    await narrow.sight.sees("Anna")
    await browser.sight.sees("Anna")
    browser.sight._screen.resize(40, 50)
    browser.say(Resize((50, 40)))
    await browser.sight.same(narrow.sight)


async def test_a_page_that_was_slow_gets_the_whole_picture(
    club: Club, context: ServerContext
) -> None:
    anna, ben = await table(club)
    slow, quick = watching(context, anna.code), watching(context, anna.code)
    await quick.sight.sees("Anna")
    await slow.sight.same(quick.sight)
    context.limits = Limits(output_bytes=1)
    other = watching(context, anna.code)
    await other.sight.same(quick.sight)
    other.wire.slow = True
    await anna.start()
    await act_in_turn(anna, ben)
    await act_in_turn(anna, ben)
    await quick.sight.same(slow.sight)
    other.wire.slow = False
    other.wire.deliver()
    await other.sight.same(quick.sight)


async def test_a_private_table_is_watched_by_its_own_link_alone(
    club: Club, context: ServerContext
) -> None:
    club.watch_links.site = "https://arcade.example"
    anna, ben = await table(club, private=True)
    with pytest.raises(Refused, match="Only"):
        ben.watch_link()
    link = anna.watch_link()
    site, _, name = link.rpartition("/")
    assert site == "https://arcade.example/w"
    assert len(name) == 26  # 128 bits
    assert anna.code.lower() not in name
    shown = watching(context, name)
    await shown.sight.sees("private table")
    assert anna.code not in shown.sight.text
    for wrong in (anna.code, "a" * 26, name[:-1]):
        refused = watching(context, wrong)
        assert (await refused.message("end"))["text"] == f"There is no table {wrong.upper()[:20]}."
        assert refused.closed == 1000
    await anna.host.do(lambda room, _: decide.close(room))
    await shown.sight.sees("closed")
    await watching(context, name).message("end")


async def test_guesses_are_counted_by_address(club: Club, context: ServerContext) -> None:
    anna, _ = await table(club)
    for guess in range(20):
        await watching(context, f"ZZ{guess:02}").message("end")
    assert "Too many tables" in (await watching(context, anna.code).message("end"))["text"]
    elsewhere = Browser(context, "198.51.100.1")
    elsewhere.greet(view="watch", table=anna.code)
    await elsewhere.sight.sees("Anna")


async def test_spectators_by_link_see_no_more_than_others(
    club: Club, context: ServerContext
) -> None:
    anna, ben = await sit_down(club, ANNA, BEN, turn=0, watching="late")
    code = anna.code
    browser = watching(context, code)
    await anna.start()
    await act_in_turn(anna, ben)
    await browser.sight.sees("Anna")
    shown = club.spectator(code).table()
    assert shown.view != anna.table().view


@pytest.mark.attack(29, "a hidden card, looked for by a link")
@pytest.mark.parametrize("game", ["golden-zero", "vingt-et-un"])
async def test_a_link_shows_no_hidden_card_at_any_size_and_the_same_to_who_comes_late(
    game: str,
) -> None:
    kept: dict[str, list[bytes]] = {}
    club = await Club.open(MemoryLog(kept))
    anna, ben = await begin(club, ANNA, BEN, game=game, turn=0)
    code = anna.code
    other = await Club.open(MemoryLog(swapped(kept, code)))  # Anna holds another card
    for player in (ANNA, BEN):
        await other.join(player, code)
    clubs, seen = (club, other), []
    assert len({str(club.rooms.find(code).room.state) for club in clubs}) == 2
    contexts = [ServerContext(club, Limits(), arcade_app) for club in clubs]
    for context in contexts:
        early = [watching(context, code, size=size) for size in WATCH_SIZES]
        for browser in early:
            await browser.sight.sees("Ben")
        seen.append(early)
    for browser, there in zip(*seen, strict=True):
        await browser.sight.same(there.sight)
    await act_in_turn(anna, ben)
    for browser, size in zip(seen[0], WATCH_SIZES, strict=True):
        await watching(contexts[0], code, size=size).sight.same(browser.sight)
    for context in contexts:
        await context.empty(phrase("The server is being closed."))
        await context.club.close()


async def test_a_closed_table_is_shown_once_more_and_found_no_more(
    club: Club, context: ServerContext
) -> None:
    anna, _ = await table(club)
    browser = watching(context, anna.code)
    await browser.sight.sees("Anna")
    await anna.host.do(lambda room, _: decide.close(room))
    await browser.sight.sees("closed")
    assert (await watching(context, anna.code).message("end"))["text"].startswith("There is no")


@pytest.mark.attack(56, "a watcher's window of ever other sizes")
async def test_a_watcher_who_asks_for_ever_other_sizes_begins_few_pictures(
    club: Club, context: ServerContext
) -> None:
    anna, _ = await table(club)
    browser = watching(context, anna.code)
    await browser.sight.sees("Anna")
    broadcasts = context.broadcasts
    assert broadcasts is not None
    begun: list[object] = []
    subscribe = broadcasts.subscribe
    broadcasts.subscribe = lambda key, receiver: (  # type: ignore[method-assign]
        begun.append(key),
        subscribe(key, receiver),
    )[1]
    for number in range(1000):
        browser.say(Resize(WATCH_SIZES[number % len(WATCH_SIZES)]))
    await until(lambda: begun)
    assert len(begun) == 1
    assert len(context.page_watchers) == 1
    browser.leave()
    assert not context.page_watchers


@pytest.mark.attack(57, "a watcher who reads nothing")
async def test_little_waits_for_a_watcher_who_does_not_read(
    club: Club, context: ServerContext
) -> None:
    anna, ben = await table(club)
    slow = watching(context, anna.code)
    await slow.sight.sees("Anna")
    slow.wire.slow = True
    await anna.start()
    for _ in range(20):
        await act_in_turn(anna, ben)
    await slow.sight.quiet()
    assert slow.wire.get_write_buffer_size() <= WATCHER_BYTES + 8 * 1024
    slow.leave()
