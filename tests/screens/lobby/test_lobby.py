"""The door, the lobby, its lists and pages to read."""

import re
from asyncio import sleep
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.geometry import Size

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.club.views import LobbyView
from arcade.engine import registry
from arcade.players.player import Player
from screens.games import view_class
from screens.lessons.screen import LessonScreen
from screens.lobby.game_list import GameList
from screens.lobby.screen import Lobby
from screens.pages.ask import Ask
from screens.pages.page import Page
from screens.table.screen import TableScreen
from screens.terminal.rows import Row, plain
from tests.people import act_in_turn, begin, sit_down
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
from tests.snapshots.views import EMPTY_LOBBY, FULL_LOBBY


@pytest.mark.parametrize("size", SIZES)
async def test_every_heading_changes_with_the_language(club: Club, size: tuple[int, int]) -> None:
    async with session(club, ANNA, size) as anna:
        await anna.press("t", *"hello", "enter", "escape")
        await see(anna, "Talk")
        await anna.press("l")
        await see(anna, "Au comptoir")
        assert "Talk" not in screen_text(anna)


@pytest.mark.parametrize("others", [(), (ANNA, BEN)])
@pytest.mark.parametrize("line", ["", "hello"])
async def test_what_a_lobby_begins_with_is_styled_once(
    club: Club, monkeypatch: pytest.MonkeyPatch, others: tuple[Player, ...], line: str
) -> None:
    for other in others:
        club.presence.enter(other, lambda _: None)
    if line:
        await club.community.say(ANNA, line)
    styled, apply = Counter[str](), Stylesheet.apply

    def count(sheet: Stylesheet, node: DOMNode, **how: Any) -> None:
        styled[type(node).__name__] += 1
        apply(sheet, node, **how)

    monkeypatch.setattr(Stylesheet, "apply", count)
    async with session(club, CLEO, resume_code="a-b-c-d") as cleo:
        await see(cleo, "Cleo")
        parts = {type(widget).__name__ for widget in cleo.app.screen.walk_children(with_self=True)}
        assert len(parts) > 4
        assert {name: styled[name] for name in parts} == dict.fromkeys(parts, 1)


@pytest.mark.parametrize("size", SIZES)
async def test_an_empty_lobby_invites(club: Club, size: tuple[int, int]) -> None:
    async with session(club, ANNA, size) as anna:
        text = screen_text(anna)
        assert "Play now" in text
        assert "Le 421" in text
        assert "Enter play now" in text
        assert all(len(line) <= size[0] for line in text.splitlines())


@pytest.mark.parametrize("size", SIZES)
async def test_an_empty_lobby_tells_of_yesterday(club: Club, size: tuple[int, int]) -> None:
    club.standings.yesterday = lambda: (4, 11)  # type: ignore[method-assign]
    async with session(club, ANNA, size) as anna:
        await see(anna, "Yesterday 4 people played 11")
        assert screen_text(anna).count("Yesterday") == 1


async def test_any_game_is_played_at_once_from_the_list_of_games(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("r", "end")
        await see(anna, "p play now")
        await anna.press("p")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        assert table_screen(anna).table.game == "trente"
        assert table_screen(anna).table.phase == "playing"


async def test_a_lobby_that_nobody_sees_is_told_nothing(club: Club) -> None:
    async with session(club, ANNA) as anna:
        (visit,) = club.presence.visits
        await until(anna, lambda: visit.listens)
        for away in ("r", "n"):
            await anna.press(away)
            await until(anna, lambda: not visit.listens)
            latecomer = club.presence.enter(
                Player(f"SHA256:{away}", f"Late-{away}"), lambda _: None
            )
            await anna.press("escape")
            await see(anna, f"Late-{away}")
            latecomer.leave()
            await until(anna, lambda away=away: f"Late-{away}" not in screen_text(anna))


async def test_tables_appear_are_chosen_watched_and_joined(club: Club) -> None:
    async with session(club, ANNA) as anna:
        (ben,) = await sit_down(club, BEN, seats=3)
        await see(anna, ben.code)
        await see(anna, "●1      ○2  waiting")
        await anna.press("down", "w")
        await until(anna, lambda: table_screen(anna).table.seat is None)
        await see(anna, "Anna")
        assert ben.table().watchers == ("Anna",)
        await anna.press("q")
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        assert ben.table().watchers == ()
        await anna.press("enter")
        await until(anna, lambda: table_screen(anna).table.seat == 1)


async def test_no_such_table_is_said_in_the_lobby(club: Club) -> None:
    async with session(club, ANNA, start=Start("join", "NOSUCH")) as anna:
        assert isinstance(anna.app.screen, Lobby)
        assert " ! " in screen_text(anna)


async def test_pages_scroll_and_close(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("r")
        await anna.pause()
        assert isinstance(anna.app.screen, GameList)
        await anna.press("enter")
        await anna.pause()
        assert isinstance(anna.app.screen, Page)
        first = screen_text(anna)
        await anna.press("space")
        assert screen_text(anna) != first
        await anna.press("home")
        assert screen_text(anna) == first
        await anna.press("end", "up", "escape", "escape")
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        await anna.press("question_mark")
        await see(anna, "Help")
        await anna.press("question_mark")
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))


async def test_the_language_changes_and_is_kept(club: Club) -> None:
    player = await club.choose_name(Player("SHA256:f", ""), "Felix")
    async with session(club, player) as felix:
        await felix.press("l")
        await see(felix, "Jouer tout de suite")
        assert club.accounts.language(player) == "fr"
        await felix.press("p")
        await until(felix, lambda: isinstance(felix.app.screen, TableScreen))
        await see(felix, "CHARGE")


async def test_what_is_clicked_is_done_once(club: Club) -> None:
    """The frame and the lobby take clicks, and Textual calls the handlers of every class."""
    player = await club.choose_name(Player("SHA256:m", ""), "Max")
    async with session(club, player, (160, 45)) as pilot:
        await see(pilot, "l language")
        lines = screen_text(pilot).splitlines()
        at = row_of(lines, "l language")
        await pilot.click(offset=(lines[at].index("language"), at))
        await see(pilot, "o réglages")
        assert club.accounts.language(player) == "fr"


async def test_an_older_session_is_ended_with_a_sentence(club: Club) -> None:
    async with session(club, ANNA) as first:
        async with session(club, ANNA):
            await until(first, lambda: first.app.return_value is not None)
        assert "another terminal" in (first.app.return_value or "")


async def test_textuals_own_commands_are_closed(club: Club) -> None:
    async with session(club, ANNA) as anna:
        for key in ("ctrl+backslash", "ctrl+z", "ctrl+s", "f5", "f12"):
            await anna.press(key)
        await anna.pause()
        assert isinstance(anna.app.screen, Lobby)
        assert len(anna.app.screen_stack) == 1
        assert not anna.app.ENABLE_COMMAND_PALETTE
        assert list(anna.app._bindings.key_to_bindings) == []
        await anna.press("ctrl+q")
        await until(anna, lambda: not anna.app.is_running or anna.app.return_value)
        assert "Anna" in (anna.app.return_value or "")


async def test_motion_is_switched_off_by_one_key_for_good(club: Club) -> None:
    async with session(club, ANNA, animations=True) as pilot:
        await see(pilot, "Play now")
        await pilot.press("m")
        await see(pilot, "Nothing moves by itself any more.")
        assert not pilot.app.moving
    async with session(club, ANNA, animations=True) as pilot:
        await see(pilot, "Play now")
        assert not pilot.app.moving
        await pilot.press("m")
        await see(pilot, "Dice tumble")
        assert pilot.app.moving


async def test_enter_plays_anew_once_ones_game_is_over(club: Club) -> None:
    club.lobby = lambda _: view  # type: ignore[method-assign]
    over = FULL_LOBBY.tables[0]
    view = LobbyView((replace(over, yours=True, turn=False, phase="over"),), ("Anna",))
    async with session(club, ANNA) as anna:
        await see(anna, "1 finished table")
        assert "Your seat is waiting" not in screen_text(anna)
        await see(anna, "Enter play now")
        await anna.press("down", "enter", "down")
        await see(anna, "Enter to your seat")
        banner = next(line for line in screen_text(anna).splitlines() if "  Play now" in line)
        assert banner.split()[:2] == ["│", "p"]  # Enter goes to the table now


async def test_who_comes_back_is_told_which_seat_waits_and_how_to_take_it(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("enter")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        code = table_screen(anna).table.code
        await anna.press("q", "y")  # on purpose: a line that breaks leads straight back
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
    async with session(club, ANNA) as anna:
        await see(anna, f"Your seat waits at table {code}, Le 421: Enter takes you back.")
        await anna.press("enter")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        assert table_screen(anna).table.code == code


async def test_no_sentence_says_that_enter_leads_to_a_seat_where_it_does_something_else(
    club: Club,
) -> None:
    mine = replace(FULL_LOBBY.tables[0], yours=True)
    other = replace(mine, code="OTHER", yours=False, turn=False)
    lost = replace(other, code=mine.code)
    for tables in ((lost, other), (other,), ()):
        club.lobby = lambda _: LobbyView((mine, other), ())  # type: ignore[method-assign]
        async with session(club, ANNA) as anna:
            await see(anna, "Enter takes you back")
            club.lobby = lambda _, tables=tables: LobbyView(tables, ())  # type: ignore[method-assign]
            anna.app.screen.on_changed()
            await until(anna, lambda: "Enter takes you back" not in screen_text(anna))
            assert "to your seat" not in screen_text(anna)
    club.lobby = lambda _: LobbyView((mine, other), ())  # type: ignore[method-assign]
    async with session(club, ANNA) as anna:
        await see(anna, "Enter takes you back")
        line = row_of(screen_text(anna).splitlines(), "OTHER")
        await anna.click(offset=(5, line))
        await see(anna, "Enter watch")
        assert "Enter takes you back" not in screen_text(anna)


async def test_a_name_is_whole_where_others_can_be_counted(club: Club) -> None:
    people = ("Christophe", "Bertrand-le-Gran", "Zoë", "Eve")
    (table, *_) = FULL_LOBBY.tables
    longest = replace(table, name="The Golden 21", yours=False, turn=False, people=people)
    watched = replace(longest, code="WATCH", watchers=12, phase="waiting", open=1)
    alone = replace(longest, code="ALONE", people=people[1:2])
    short = replace(longest, code="SHORT", name="Trente")
    for joins, sentence in {
        "WATCH": "The Golden 21, avec Christophe",
        "ALONE": "The Golden 21, avec Bertrand-le-Gran",
        "SHORT": "Trente, avec Christophe et 3 autres",
    }.items():
        view = LobbyView((watched, alone, short), people, joins=joins)
        club.lobby = lambda _, view=view: view  # type: ignore[method-assign]
        async with session(club, ANNA, language="fr") as anna:
            await see(anna, f"Jouer tout de suite   {sentence} ")
            text = screen_text(anna)
            assert "Christophe +3  ◉ 12" in text and "…" not in text


@pytest.mark.parametrize("view", [EMPTY_LOBBY, FULL_LOBBY])
async def test_a_wide_lobby_frames_only_what_can_be_played(club: Club, view: LobbyView) -> None:
    club.lobby = lambda _: view  # type: ignore[method-assign]
    async with session(club, ANNA, SIZES[-1]) as anna:
        await see(anna, "The daily deal")
        lines = screen_text(anna).splitlines()
        framed = [[n for n, sign in enumerate(line) if sign in "╭│╰"] for line in lines]
        heads = {
            next(cell_len(line[: line.rindex(head)]) for line in lines if head in line)
            for head in ("The daily deal", "With friends", "Talk")
        }
        edges = {at for line in framed for at in line}
        assert len(heads) == 1, "one column beside what can be played"
        assert edges and all(at < min(heads) - 1 for at in edges)
        frames = [line[: min(heads)].rstrip() for line in lines if line.startswith(" ╭")]
        assert all(line.endswith("╮") for line in frames)


async def test_a_wide_lobby_tells_the_daily_deal_once(club: Club) -> None:
    async with session(club, ANNA, SIZES[-1]) as anna:
        await see(anna, "2–8 players")
        text = screen_text(anna)
        assert text.count("to play") == len(registry.games())
        assert text.lower().count("daily deal") == 1  # the panel with its key
        assert text.lower().count("learn a game ") == 1  # what a newcomer is offered, in the list
        assert "3–10 players" in text


@pytest.mark.parametrize("count", [0, 1, 3, 12])
async def test_a_wide_lobby_has_no_hole(club: Club, count: int) -> None:
    """However many tables there are, cards of equal height reach from edge to edge."""
    (table, *_) = FULL_LOBBY.tables
    tables = tuple(
        replace(table, code=f"KA{n:03}", yours=False, turn=False, phase="waiting")
        for n in range(count)
    )
    view = LobbyView(tables, ("Anna",))
    club.lobby = lambda _: view  # type: ignore[method-assign]
    async with session(club, ANNA, SIZES[-1]) as anna:
        await see(anna, "KA000" if count else "No games yet.")
        lines = screen_text(anna).splitlines()
        middle = [line[39:119] for line in lines]
        blank = [not line.strip(" │") for line in middle[2:43]]
        assert all(any(not gap for gap in blank[at : at + 6]) for at in range(len(blank) - 5))
        foot = [line for line in middle[40:43] if line.strip()]
        assert foot and (count or "╯" in "".join(foot)), "the games reach the lower edge"


@pytest.mark.parametrize("size", SIZES[:1])
async def test_a_full_house_says_how_much_of_it_is_not_seen(
    club: Club, size: tuple[int, int]
) -> None:
    (table, *_) = FULL_LOBBY.tables
    tables = tuple(replace(table, code=f"KA{n:03}", yours=False, turn=False) for n in range(120))
    people = tuple(f"Bertrand-{n:03}" for n in range(300))
    club.lobby = lambda _: LobbyView(tables, people)  # type: ignore[method-assign]
    async with session(club, ANNA, size) as anna:
        for keys, top in (([], True), (["pagedown"] * 6, False)):
            await anna.press(*keys)
            await see(anna, "▼ ")
            text = screen_text(anna)
            shown = [n for n in range(120) if f"KA{n:03}" in text]
            below = int(text.split("▼ ")[1].split()[0])
            above = int(text.split("▲ ")[1].split()[0]) if not top else 0
            assert (shown[0], 119 - shown[-1]) == (above, below)
        named = sum(name in text for name in people)
        assert f" and {300 - named} more W" in " ".join(text.split())
        await anna.press(*["pagedown"] * 9)
        await see(anna, "KA119")
        assert "▼ " not in screen_text(anna)


async def test_enter_does_the_chosen_line_and_lists_wrap(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await see(anna, "Le 421, with bots")
        await anna.press("up")  # from the first entry to the last
        await see(anna, "Enter play it")
        await anna.press("r")
        await see(anna, "Trente")
        await anna.press("escape", "enter")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        assert table_screen(anna).table.game == "trente"
        assert table_screen(anna).table.phase == "playing"
    (table_session,) = await sit_down(club, BEN, game="golden21", seats=3)
    async with session(club, CLEO) as cleo:
        await see(cleo, "The Golden 21, with Ben")
        await cleo.press("enter")
        await until(cleo, lambda: isinstance(cleo.app.screen, TableScreen))
        assert table_screen(cleo).table.code == table_session.code


async def test_what_is_over_or_asleep_is_folded_into_one_line(club: Club) -> None:
    (table, *_) = FULL_LOBBY.tables
    other = replace(table, yours=False, turn=False)
    view = LobbyView(
        (
            replace(other, code="SLEEP", asleep=True),
            replace(other, code="ENDED", asleep=True, phase="over"),
            replace(table, code="MINES", asleep=True, phase="over", turn=False),
            replace(other, code="LIVES"),
        ),
        ("Anna",),
    )
    club.lobby = lambda _: view  # type: ignore[method-assign]
    async with session(club, ANNA) as anna:
        await see(anna, "+ 2 finished tables, 1 table asleep")
        for hidden in ("SLEEP", "ENDED", "MINES", "Your seat is waiting", "Open tables"):
            assert hidden not in screen_text(anna)
        await anna.press("down")
        await see(anna, "Enter watch")
        assert screen_text(anna).count("Enter watch") == 2  # in its row, and in the bottom line
        await anna.press("down")
        await see(anna, "Enter list them")
        await anna.press("enter")
        await see(anna, "2 finished tables, 1 table asleep")
        assert all(code in screen_text(anna) for code in ("SLEEP", "ENDED", "MINES"))
        await anna.press("down", "down")
        await see(anna, "Enter see the result")
        await anna.press("up", "up")
        await see(anna, "Enter hide them")
        await anna.press("space")
        await until(anna, lambda: "SLEEP" not in screen_text(anna))
        await anna.press("slash", *"ended", "escape")
        await see(anna, "Enter see the result")


async def test_the_cursor_leaves_a_table_whose_game_ends(club: Club) -> None:
    """Also where finished tables are listed; one that was chosen when over stays chosen."""
    other = replace(FULL_LOBBY.tables[0], yours=False, turn=False)
    tables = [replace(other, code="LIVES"), replace(other, code="ENDED", phase="over")]
    club.lobby = lambda _: LobbyView(tuple(tables), ("Anna",))  # type: ignore[method-assign]
    async with session(club, ANNA) as anna:
        lobby = anna.app.screen
        assert isinstance(lobby, Lobby)
        await see(anna, "1 finished table")
        await anna.press("slash", *"ended", "escape")
        await see(anna, "Enter see the result")
        await anna.press("slash", *"lives", "escape")
        await see(anna, "Enter watch")
        tables[0] = replace(tables[0], phase="over")
        club.presence.lobby_changed()
        await see(anna, "Enter play now")
        assert lobby.list.chosen is None
        await anna.press("slash", *"ended", "escape")
        await see(anna, "Enter see the result")
        tables[0] = replace(tables[0], code="OTHER")
        club.presence.lobby_changed()
        await see(anna, "OTHER")
        await see(anna, "Enter see the result")


async def test_a_wide_lobby_shows_how_games_stand_what_happened_and_who_is_here(club: Club) -> None:
    (ben,) = await begin(club, BEN, seats=2)
    code = ben.code
    while 0 not in ben.host.room.to_act():
        await sleep(0.005)
    club.presence.enter(BEN, lambda _: None)
    await club.accounts.learn(ANNA, "421")
    async with session(club, ANNA, (160, 45)) as anna:
        await see(anna, f"{code}  Le 421")
        await see(anna, "Pot 21.")
        await see(anna, "▶ ■ Ben")
        await see(anna, "✓ Le 421")
        await see(anna, "○ Trente")
        assert screen_text(anna).count("to play") >= len(registry.games())
        text = screen_text(anna)
        at = row_of(text.splitlines(), "● Ben")
        x = text.splitlines()[at].rindex(code)
        await anna.click(offset=(x + 1, at))
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        assert table_screen(anna).table.code == code
        assert table_screen(anna).table.seat is None
    async with session(club, ANNA) as anna:
        await see(anna, "Today's deal: nobody has finished it yet")


async def test_numbers_take_a_game_in_the_picker_of_lessons(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("L")
        await see(anna, "Which game would you like to learn?")
        about = " ".join(line[33:-2].strip() for line in screen_text(anna).splitlines())
        assert "Three dice, and a pot of tokens nobody wants." in about, "how it begins"
        await anna.press("3")
        await until(anna, lambda: isinstance(anna.app.screen, LessonScreen))
        await see(anna, "Le 421")


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_list_of_games_draws_the_chosen_one_and_says_how_long_its_rules_are(
    club: Club, language: str
) -> None:
    async with session(club, ANNA, language=language) as anna:
        page = GameList(game="421")
        await anna.app.push_screen(page)
        await anna.pause()
        for number in range(page.count()):
            page.choose(number)
            with anna.app._context():
                pane = page.list.region.size
                alone = page.draw(Size(*pane))
                assert 2 * page.count() + 4 < len(alone) <= pane.height, "no picture"
                assert plain(alone[-1]).strip() and plain(page.draw(Size(60, 20))[-1]).strip()
                drawn = [view_class(game.meta.key).placard() for game in page.games]
                shown = [all(_stands(line, alone) for line in placard) for placard in drawn]
                assert [at for at, seen in enumerate(shown) if seen] == [number]
                wide = page.draw(Size(150, 38))
                assert not any("…" in plain(line) for line in [*alone, *wide]), "cut"
                assert len(wide) <= 38 and any(" section" in plain(line) for line in wide)
                assert not any(re.search(r"\(\w+ \d+\)", plain(line)) for line in wide), "see 10"


def _stands(line: Row, rows: list[Row]) -> bool:
    return any(plain(line).rstrip() in plain(drawn) for drawn in rows)


@pytest.mark.parametrize("size", [(60, 15), *SIZES])
async def test_what_happened_meanwhile_is_shown_once_and_tab_leads_to_ones_turns(
    club: Club, size: tuple[int, int]
) -> None:
    await club.choose_name(ANNA, ANNA.name)
    async with session(club, ANNA):
        pass
    await club.digest.close()
    codes = []
    for _ in range(2):
        anna, ben = await begin(club, ANNA, BEN)
        await until_turn(anna, ben)
        codes.append(anna.code)
        anna.detach()
        ben.detach()
    async with session(club, ANNA, size) as pilot:
        await see(pilot, "Since you were last here")
        await see(pilot, f"It is your turn at table {codes[0]}, Le 421.")
        for code in (*sorted(codes), min(codes)):
            await pilot.press("tab")
            await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
            assert table_screen(pilot).table.code == code
            await pilot.press("q")
            await until(pilot, lambda: not isinstance(pilot.app.screen, TableScreen))
            await pilot.press(*(["y"] if isinstance(pilot.app.screen, Ask) else []))
            await until(pilot, lambda: isinstance(pilot.app.screen, Lobby))
        assert "Since you were last here" not in screen_text(pilot)


async def until_turn(session: TableSession, other: TableSession) -> None:
    """Let the other move until it is this person's turn."""
    while not session.table().my_turn:
        await act_in_turn(other)


async def test_keys_stand_in_columns_above_what_the_house_is_where_there_is_room(
    club: Club,
) -> None:
    for size in ((120, 35), (80, 24)):
        async with session(club, ANNA, size) as anna:
            await anna.press("?")
            await see(anna, "The main keys")
            lines = screen_text(anna).splitlines()
            (head,) = (at for at, line in enumerate(lines) if "The main keys" in line)
            assert (
                lines[head].count("─ ") + lines[head].endswith("─") == 3
            )  # all columns have one upper edge
            about = [at for at, line in enumerate(lines) if "Tables of French café games" in line]
            assert [at > head for at in about] == [True] * (size == (120, 35))
