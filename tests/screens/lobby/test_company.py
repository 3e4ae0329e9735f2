"""People to each other, on the screen: the lobby's chat, who is here, gestures, notices."""

import re
from contextlib import AsyncExitStack

import pytest
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.limits.allowance import MESSAGE_EVERY, MESSAGES
from arcade.club.limits.rate_limiter import KeyedRateLimiter
from arcade.club.start import Start
from arcade.club.views import INVITATION, Notice
from arcade.engine.news import phrase
from arcade.players.player import Player
from screens.lobby.new_table import NewTable
from screens.lobby.screen import Lobby
from screens.notices import BANNER
from screens.pages.page import Aloud
from screens.pages.people import People
from screens.pages.rules_page import RulesPage
from screens.session import QUIET
from screens.table.screen import TableScreen
from screens.terminal.paint import PaneApp
from screens.terminal.rows import row_width
from screens.widgets.sheet import TERMINAL
from tests.people import sit_down
from tests.screens.conftest import (
    ANNA,
    BEN,
    CLEO,
    SIZES,
    row_of,
    screen_text,
    see,
    session,
    table_screen,
    until,
)


async def to_people(pilot: Pilot[str], name: str) -> None:
    """Open the list of people, and choose somebody."""
    await pilot.press("W")
    await until(pilot, lambda: isinstance(pilot.app.screen, People))
    await choose_person(pilot, name)


async def choose_person(pilot: Pilot[str], name: str) -> None:
    """Choose somebody in the list of people."""
    screen = pilot.app.screen
    assert isinstance(screen, People)
    for _ in screen.people:
        if screen.chosen and screen.chosen.name == name:
            return
        await pilot.press("down")
    raise AssertionError(screen_text(pilot))


@pytest.mark.parametrize("size", SIZES)
async def test_two_talk_in_the_lobby(club: Club, size: tuple[int, int]) -> None:
    async with session(club, ANNA, size) as anna, session(club, BEN, size) as ben:
        await anna.press("t", *"bonsoir", "enter")
        await see(anna, "Enter stop talking")
        await anna.press("enter")
        chat = "bonsoir" if size[0] >= TERMINAL else "Anna: bonsoir"
        await see(ben, chat)
        await see(anna, chat)
        for pilot in (anna, ben):
            text = screen_text(pilot)
            assert "Play now" in text and "Enter play now" in text
            assert all(len(line) <= size[0] for line in text.splitlines())
        await ben.press("t", *"q", "escape")
        await see(ben, "Enter play now")
        assert isinstance(ben.app.screen, Lobby)
        assert len(club.lobby(ANNA).lines) == 1


async def test_too_much_talk_stays_in_the_line_with_the_reason(club: Club) -> None:
    club.allowance._own_talk = KeyedRateLimiter(
        1 / MESSAGE_EVERY, MESSAGES, lambda: 0.0
    )  # however slow we are
    async with session(club, ANNA) as anna:
        await anna.press("t")
        for word in "abcdef":
            await anna.press(word, "enter")
        await see(anna, "Not so fast")
        await see(anna, "› f")


async def test_talk_takes_rows_as_it_needs_them_and_follows_the_size(club: Club) -> None:
    async with session(club, ANNA) as anna:
        lobby = anna.app.screen
        assert isinstance(lobby, Lobby)
        for number, rows in enumerate((3, 4, 4, 4, 4)):  # a blank row, a head, two lines at most
            await club.community.say(BEN, f"line {number}")
            await see(anna, f"line {number}")
            await until(anna, lambda rows=rows: lobby.chat.region.height == rows)
        await anna.resize_terminal(160, 45)
        await until(anna, lambda: lobby.company.region.width and not lobby.chat.region)
        await anna.resize_terminal(100, 30)
        await until(anna, lambda: lobby.chat.region.height == 6 and not lobby.company.region)


async def test_people_who_have_no_room_are_counted(club: Club) -> None:
    others = [Player(f"SHA256:{n}", f"Person-{n}") for n in range(30)]
    visits = [club.presence.enter(other, lambda _: None) for other in others]
    async with session(club, ANNA) as anna:
        await to_people(anna, "Person-0")
        shown = screen_text(anna).count("● ")
        await see(anna, f"▼ {31 - shown} more")
        await anna.press("end")
        await see(anna, f"▲ {31 - shown} more")
        assert "▼" not in screen_text(anna)
    for visit in visits:
        visit.leave()


async def test_an_ignored_person_is_not_read_any_more(club: Club) -> None:
    async with session(club, ANNA) as anna, session(club, BEN):
        await club.community.say(BEN, "buy my dice")
        await see(anna, "buy my dice")
        await to_people(anna, "Ben")
        await anna.press("i")
        await see(anna, "ignored")
        await anna.press("escape")
        await see(anna, "Play now")
        assert "buy my dice" not in screen_text(anna)


async def test_a_report_reaches_the_host(club: Club) -> None:
    async with session(club, ANNA) as anna, session(club, BEN):
        await club.community.say(BEN, "buy my dice")
        await to_people(anna, "Ben")
        await anna.press("r", *"sells dice", "enter")
        await see(anna, "The host will read it")
        ((_, report),) = club.moderation.conduct.reports
        assert (report.name, report.why, report.lines) == (
            *("Ben", "sells dice", ("Ben: buy my dice",)),
        )


@pytest.mark.parametrize("size", SIZES)
async def test_an_invitation_is_followed_by_one_key(club: Club, size: tuple[int, int]) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    await club.join(ANNA, code)
    async with session(club, ANNA, size) as anna, session(club, BEN, size) as ben:
        await to_people(anna, "Ben")
        await anna.press("enter")
        await see(anna, f"Ben is invited to table {code}.")
        await see(ben, f"Anna invites you to table {code} (Le 421): \u00a0y\u00a0 to come")
        assert "y come  N say no" in screen_text(ben)
        notice = ben.app.screen.notice.row_at(0)
        assert {piece.tone for piece in notice} == {"tile", "cursor"}, "all is lit, the key most"
        assert row_width(notice) == size[0]
        if size == SIZES[0]:
            ben.app.screen.notice.click(3, 0)
        else:
            await ben.press("y")
        await until(ben, lambda: isinstance(ben.app.screen, TableScreen))
        assert table_screen(ben).table.seat == 1
        await until(ben, lambda: code in screen_text(ben).partition("\n")[0])
        assert "invites you" not in screen_text(ben)


@pytest.mark.attack(46, "bells for the invitations of ever new guests")
async def test_invitations_of_many_ring_one_bell_in_ten_seconds(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    emitted: list[str] = []
    monkeypatch.setattr(PaneApp, "emit", lambda _, sequence: emitted.append(sequence))
    async with session(club, BEN) as ben:
        for rung in (1, 2):
            for _ in range(4):
                guest, _ = club.accounts.guest()
                await club.community.invite(guest, "Ben", await club.create(guest, "421"))
            await see(ben, "invites you to table")
            assert emitted.count("\x07") == rung
            ben.app._rung -= QUIET


async def test_who_reads_a_result_is_not_said_to_play(club: Club) -> None:
    async with session(club, ANNA) as anna, session(club, BEN) as ben:
        await anna.press("p")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        await to_people(ben, "Anna")
        await see(ben, f"plays Le 421 {(code := table_screen(anna).table.code)}")
        await anna.press("X", "y")
        await see(ben, f"finished: Le 421 {code}")


async def test_one_invites_from_the_table_one_sits_at_and_looks_on_from_the_list(
    club: Club,
) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    async with session(club, ANNA, start=Start("join", code)) as anna, session(club, BEN) as ben:
        await see(anna, "W invite")
        await to_people(anna, "Ben")
        await anna.press("enter")
        await see(ben, f"Anna invites you to table {code}")
        await to_people(ben, "Anna")
        await see(ben, f"waits: Le 421 {code}")
        assert re.search(
            r"─ Anna ─+ waits: Le 421 .* w +Watch the table where Anna is\.",
            screen_text(ben),
            re.DOTALL,
        )
        await ben.press("w")
        await until(ben, lambda: isinstance(ben.app.screen, TableScreen))
        assert table_screen(ben).table.seat is None
        await see(anna, "watches here")
        assert "Enter invite" not in screen_text(anna)


async def test_an_invitation_gives_the_head_line_back_and_has_a_key_in_each_language(
    club: Club,
) -> None:
    code, own = [await club.create(ANNA, "421", {}, 3) for _ in range(2)]
    await club.join(BEN, own)
    async with session(club, BEN, start=Start("join", own), language="fr") as ben:
        await club.community.invite(ANNA, "Ben", code)
        await see(ben, "R\u00a0 rejoindre")
        for notice in ben.app.notices._standing:
            notice.shown -= BANNER
        ben.app.notices_changed()
        await see(ben, f"R rejoindre {code}")
        await until(ben, lambda: own in screen_text(ben).partition("\n")[0])
        assert "vous invite" not in screen_text(ben)
        keys = {key for action in ben.app.screen.bound() for key in action.keys}
        assert {"R", "y"} <= keys
        await ben.press("R")
        await until(ben, lambda: table_screen(ben).table.code == code)


@pytest.mark.parametrize(
    ("language", "asked", "answer", "news"),
    [
        ("en", "to come, \u00a0N\u00a0 to say no", "You decline; Anna is told.", "declines your"),
        (
            "fr",
            "rejoindre, \u00a0N\u00a0 refuser",
            "Vous déclinez ; Anna l'apprend.",
            "declines your",
        ),
    ],
)
async def test_an_invitation_is_declined_by_one_key_and_whoever_invited_reads_it(
    club: Club, language: str, asked: str, answer: str, news: str
) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    join = Start("join", code)
    async with (
        session(club, ANNA, start=join) as anna,
        session(club, BEN, language=language) as ben,
    ):
        await club.community.invite(ANNA, "Ben", code)
        await see(ben, asked)
        await ben.press("N")
        await see(ben, answer)
        await see(anna, f"Ben {news} invitation to table {code}.")
        assert not isinstance(ben.app.screen, TableScreen)
        assert not ben.app.invitation and code not in screen_text(ben).partition("\n")[0]
        assert not {"come", "not_come"} & {action.name for action in ben.app.screen.bound()}


async def test_nobody_declines_a_round_of_a_tournament_to_which_the_house_calls(club: Club) -> None:
    async with session(club, BEN) as ben:
        ben.app.heard(Notice(phrase("Round 1"), 120.0, code="KAFEL", rank=INVITATION))
        await see(ben, "y\u00a0 to come")
        assert "say no" not in screen_text(ben)


async def test_an_invitation_leads_from_one_table_to_another(club: Club) -> None:
    code, other = [await club.create(ANNA, "421", {}, 3) for _ in range(2)]
    await club.join(ANNA, code)
    async with session(club, BEN, start=Start("watch", other)) as ben:
        await club.community.invite(ANNA, "Ben", code)
        await see(ben, "y\u00a0 to come")
        await ben.press("y")
        await until(ben, lambda: table_screen(ben).table.code == code)
        assert len(ben.app.screen_stack) == 2


@pytest.mark.parametrize("page", ["o", "question_mark", "h", "L"])
async def test_an_invitation_is_followed_from_every_page(club: Club, page: str) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    await club.join(ANNA, code)
    async with session(club, BEN) as ben:
        await ben.press(page)
        await until(ben, lambda: len(ben.app.screen_stack) == 2)
        await club.community.invite(ANNA, "Ben", code)
        await see(ben, f"Anna invites you to table {code} (Le 421): \u00a0y\u00a0 to come")
        await see(ben, "y come")
        await ben.press("y")
        await until(ben, lambda: isinstance(ben.app.screen, TableScreen))
        assert table_screen(ben).table.seat == 1
        assert len(ben.app.screen_stack) == 2


async def test_an_invitation_names_no_key_that_would_be_typed_or_answer(club: Club) -> None:
    code, own = [await club.create(ANNA, "421", {}, 3) for _ in range(2)]
    await (await club.join(BEN, own)).start()
    async with session(club, BEN, start=Start("join", own)) as ben:
        await club.community.invite(ANNA, "Ben", code)
        for opened, closed in (("t", "escape"), ("colon", "escape"), ("q", "n")):
            await see(ben, "y\u00a0 to come")
            await ben.press(opened)
            await until(ben, lambda: "y\u00a0 to come" not in screen_text(ben))
            await see(ben, f"Anna invites you to table {code} (Le 421)")
            await ben.press(closed)
        await see(ben, "y come")


@pytest.mark.parametrize("size", [(60, 15), *SIZES])
async def test_a_long_notice_is_read_whole_over_every_screen(
    club: Club, size: tuple[int, int]
) -> None:
    sentence = (
        "the kitchen closes at ten, and " + "there is still some soup, " * 3 + "says the cook"
    )
    async with session(club, ANNA, size) as anna:
        await anna.press("p")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        await club.community.announce(sentence)
        await until(anna, lambda: "cook" in screen_text(anna))
        for key in ("question_mark", "escape"):
            await anna.press(key)
            await until(anna, lambda: "the kitchen closes" in screen_text(anna))
            lines = screen_text(anna).splitlines()
            assert lines[0].startswith(" ◆ From the house: the kitchen")
            assert all(len(line) <= size[0] for line in lines)
        anna.app.heard(None)  # type: ignore[attr-defined]
        await until(anna, lambda: "the kitchen closes" not in screen_text(anna))
        await until(anna, lambda: "table" in screen_text(anna) or size[0] < 80)


async def test_a_gesture_from_the_menu(club: Club) -> None:
    (table_session,) = await sit_down(club, ANNA, seats=3)
    async with session(club, BEN, start=Start("join", table_session.code), language="fr") as ben:
        await ben.press("E")
        await see(ben, "Santé !")
        assert table_screen(ben).table.code == table_session.code
        await ben.press("x", "1")
        await see(ben, "Vous levez votre verre")
        assert table_session.table().lines[-1].who == "Ben"
        assert "Santé !  " not in screen_text(ben)
        for key in ("escape", "n", "E"):
            await ben.press("E", "pagedown")
            await see(ben, "Échap fermer")
            await ben.press(key)
            await until(ben, lambda: "Échap fermer" not in screen_text(ben))
        assert isinstance(ben.app.screen, TableScreen)
        await ben.press("E", "ctrl+r")
        await until(ben, lambda: isinstance(ben.app.screen, Aloud))
        assert "1 Santé !, 2 Bravo !" in " ".join(screen_text(ben).split())


async def test_a_watcher_who_is_sent_away_is_back_in_the_lobby(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    async with (
        session(club, ANNA, start=Start("join", code)) as anna,
        session(club, CLEO, start=Start("watch", code)) as cleo,
    ):
        await cleo.press("question_mark")
        await to_people(anna, "Cleo")
        assert "Send that person away from the table." in screen_text(anna)
        await anna.press("x")
        await until(cleo, lambda: isinstance(cleo.app.screen, Lobby))
        await see(cleo, "sent away from that table")
        await see(anna, "in the lobby")


async def test_only_who_opened_the_table_may_send_away(club: Club) -> None:
    (table_session,) = await sit_down(club, ANNA, seats=3)
    async with (
        session(club, BEN, start=Start("join", table_session.code)) as ben,
        session(club, CLEO, start=Start("watch", table_session.code)),
    ):
        await to_people(ben, "Cleo")
        assert "Ignore Cleo: read nothing more from them." in screen_text(ben)
        assert "away from" not in screen_text(ben) and "say nothing" not in screen_text(ben)


async def test_a_line_that_was_being_typed_outlives_a_broken_connection(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 2)
    for start in (Start("join", code), Start()):
        async with session(club, ANNA, start=start) as pilot:
            await pilot.press("t", *"voil")
            pilot.app.exit()
        async with session(club, BEN, start=start) as pilot:
            await pilot.press("t", *"x", "escape")
        async with session(club, ANNA, start=start) as pilot:
            await pilot.press("t", *"à!")
            await see(pilot, "voilà!")
            await pilot.press("ctrl+u", "escape", "t", "x")
            assert "voil" not in screen_text(pilot)


@pytest.mark.parametrize("at_a_table", [False, True])
async def test_a_page_that_was_open_outlives_a_broken_connection(
    club: Club, at_a_table: bool
) -> None:
    """The rules where they were read, the form as it was filled in; not after leaving."""
    code = await club.create(ANNA, "421", {}, 2)
    start = Start("join", code) if at_a_table else Start()
    if at_a_table:
        await (await club.join(ANNA, code)).start()
    async with session(club, ANNA, start=start) as pilot:
        await pilot.press(*(("?",) if at_a_table else ("r", "enter")), "space", "space")
        before = screen_text(pilot)
        pilot.app.exit()
    async with session(club, ANNA) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, RulesPage))
        if not at_a_table:  # there the keys of the table stood above them
            assert screen_text(pilot) == before
        await pilot.press("q")
        assert isinstance(pilot.app.screen, TableScreen if at_a_table else Lobby)
        if at_a_table:
            return
        await pilot.press("n", "right", "down", "right", "down")
        before = screen_text(pilot)
        pilot.app.exit()
    async with session(club, ANNA) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, NewTable))
        assert screen_text(pilot) == before
        pilot.app.navigator.quit()  # type: ignore[attr-defined]
    async with session(club, ANNA) as pilot:
        assert isinstance(pilot.app.screen, Lobby)


async def test_two_become_friends_and_find_each_other_while_away(club: Club) -> None:
    for player in (ANNA, BEN):
        await club.choose_name(player, player.name)
    async with session(club, ANNA, (100, 30)) as anna:
        async with session(club, BEN) as ben:
            for pilot, name in ((anna, "Ben"), (ben, "Anna")):
                await to_people(pilot, name)
                await pilot.press("f")
            await see(ben, "Anna and you are friends.")
            await see(anna, "Ben and you are friends")
            await see(anna, "f       Mark Ben no more.")
        await see(anna, "away")
        await anna.press("enter")
        await see(anna, "Open a table first")
        code = await club.create(ANNA, "421", {}, 3)
        await club.join(ANNA, code)
        await anna.press("enter")
        await see(anna, f"Ben is away, and finds your invitation to table {code}")
        await anna.press("f")
        await see(anna, "You mark Ben no more.")


async def test_the_list_and_the_panel_beside_it_end_on_one_row(club: Club) -> None:
    for talk in ((), ("Bonsoir",)):
        for text in talk:
            await club.community.say(BEN, text)
        async with session(club, ANNA, (160, 45)) as anna:
            await see(anna, "The daily deal")
            lines = screen_text(anna).splitlines()
            left, right = (
                max(at for at, line in enumerate(lines[:-1]) if line[cells].strip())
                for cells in (slice(0, 100), slice(114, 160))
            )
            assert left == right


async def test_everybody_is_named_where_talk_leaves_the_room(club: Club) -> None:
    people = [Player(f"p{n}", f"Person{n:02}") for n in range(20)]
    async with AsyncExitStack() as stack:
        for player in people:
            await stack.enter_async_context(session(club, player))
        async with session(club, ANNA, (160, 45)) as anna:
            await see(anna, "Person19")
            assert all(player.name in screen_text(anna) for player in people)


@pytest.mark.parametrize(
    ("language", "invites", "reports"),
    [
        ("en", "Enter   Invite Ben to your table.", "r       Report Ben to the host."),
        ("fr", "Entrée  Inviter Ben à votre table.", "r       Signaler Ben à l'hôte."),
    ],
)
@pytest.mark.parametrize("size", SIZES)
async def test_a_card_says_whole_what_one_can_do_about_the_chosen_person(
    club: Club, size: tuple[int, int], language: str, invites: str, reports: str
) -> None:
    async with session(club, ANNA, size, language=language) as anna, session(club, BEN):
        await to_people(anna, "Ben")
        await see(anna, invites)
        text = screen_text(anna)
        assert reports in text and "…" not in text
        *_, foot = text.splitlines()
        assert foot.split()[0] == invites.split()[0] and " r " not in foot, "each other key once"
        head = next(line for line in text.splitlines() if "─ Ben ─" in line)
        assert ("rating" in head or "cote" in head) == (size[0] == 160), "beside the list there"


async def test_the_tables_of_those_who_play_stand_below_a_list_that_leaves_room(
    club: Club,
) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    for size, below in (((160, 45), True), ((100, 30), False)):
        async with session(club, ANNA) as anna, session(club, BEN, size) as ben:
            await anna.press("slash", *code, "enter")
            await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
            await ben.press("W")
            await see(ben, f"waits: Le 421 {code}")
            text = screen_text(ben)
            assert ("At the tables ──" in text) is below
            assert (f"─ {code}  Le 421 ─" in text and "2 seats to take" in text) is below


async def test_who_is_free_comes_first_and_ratings_end_at_the_edge(club: Club) -> None:
    code = await club.create(BEN, "421", {}, 3)
    await club.join(BEN, code)
    async with session(club, ANNA) as anna, session(club, BEN), session(club, CLEO):
        await until(anna, lambda: len(club.community.people(ANNA)) == 3)
        await anna.press("W")
        await see(anna, f"waits: Le 421 {code}")
        lines = screen_text(anna).splitlines()
        free, at_table = (row_of(lines, f"● {name} ") for name in ("Cleo", "Ben"))
        assert free < at_table
        head = next(line for line in lines if " state " in line)
        assert head.endswith("rating") and len(head) == 76
