"""A table of 421 played by keys, seen by others, talked at."""

import asyncio
from collections.abc import Callable, Sequence

import pytest
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.errors import NotStored
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.rooms import decide
from screens.lobby.new_table import NewTable
from screens.lobby.screen import Lobby
from screens.pages.ask import Ask
from screens.pages.page import Page
from screens.table.screen import TableScreen
from screens.terminal.compositor import Span
from screens.terminal.paint import PaneApp
from tests.screens.conftest import (
    ANNA,
    BEN,
    CLEO,
    SIZES,
    on,
    row_of,
    screen_text,
    see,
    session,
    table_screen,
    until,
)
from tests.screens.spot import shown
from tests.snapshots.played import played, table_of

HOSTILE = "[@click=app.quit]press[/] [/foo] [link=x] \x1b[31mred\x1b]52;c;eA==\x07 \u202eabc"


async def open_table(club: Club, seats: int = 2, **options: object) -> TableSession:
    """Have Anna open a table and sit down."""
    code = await club.create(ANNA, "421", options, seats)
    return await club.join(ANNA, code)


@pytest.mark.parametrize("size", SIZES)
async def test_a_whole_round_by_keys(club: Club, size: tuple[int, int]) -> None:
    async with session(club, ANNA, size) as anna:
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).game.mine)
        await see(anna, "Your turn.")
        await anna.press("enter")
        await until(anna, lambda: table_screen(anna).table.view.last_throw)
        for _ in range(3):
            table = table_screen(anna).table
            if not table_screen(anna).game.mine or not table.view.dice:
                break
            await anna.press("1", "enter")
            await anna.pause()
        text = screen_text(anna)
        assert "CHARGE" in text or "Charge: " in text
        assert "●" in text
        assert all(len(line) <= size[0] for line in text.splitlines())


async def test_who_watches_a_table_that_waits_is_told_so(club: Club) -> None:
    table_session = await open_table(club)
    async with session(club, CLEO, start=Start("watch", table_session.code)) as cleo:
        await see(cleo, "You are watching.")
        await cleo.press("j")
        await until(cleo, lambda: table_screen(cleo).table.seat == 1)
        assert "You are watching." not in screen_text(cleo)


async def test_a_change_that_comes_while_the_app_is_taken_apart_is_not_shown(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(club)
    changes = list[object]()

    async def on_unmount(screen: TableScreen) -> None:  # its widgets have gone before it
        await club.join(BEN, table.code)
        changes.append(screen.on_changed())
        screen.stop_listening()

    monkeypatch.setattr(TableScreen, "on_unmount", on_unmount)
    async with session(club, ANNA, start=Start("join", table.code)) as anna:
        await until(anna, lambda: table_screen(anna).table.seat == 0)
    assert changes == [None]


class Source:
    """Something that changes when it is told to."""

    change: Callable[[], None]

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        self.change = changed
        return lambda: None


async def test_a_change_on_its_way_is_not_announced_to_a_screen_that_has_stopped_listening(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(club)
    async with session(club, ANNA, start=Start("join", table.code)) as anna:
        await until(anna, lambda: table_screen(anna).table.seat == 0)
        screen = table_screen(anna)
        source, posted = Source(), list[Message]()
        with monkeypatch.context() as patched:
            patched.setattr(screen, "post_message", posted.append)
            screen.listen_to(source)
            source.change()
            screen.stop_listening()  # as its session ends
            for _ in range(5):
                await asyncio.sleep(0)
        assert posted == []


async def test_two_terminals_see_each_others_throws(club: Club) -> None:
    table_session = await open_table(club)
    async with (
        session(club, ANNA, start=Start("join", table_session.code)) as anna,
        session(club, BEN, start=Start("join", table_session.code)) as ben,
        session(club, CLEO, start=Start("watch", table_session.code)) as cleo,
    ):
        await see(anna, "♥  Ben")
        await anna.press("s")
        await until(ben, lambda: table_screen(ben).table.view is not None)
        leads = anna if table_screen(anna).game.mine else ben
        other = ben if leads is anna else anna
        await until(leads, lambda: table_screen(leads).game.mine)
        await leads.press("r")
        name = leads.app.player.name
        await see(other, f"{name} rolls")
        await see(cleo, f"{name} rolls")
        await see(cleo, "You are watching.")
        assert screen_text(cleo).count("You are watching.") == 1
        assert "WATCHING" not in screen_text(cleo) and "are watching" not in screen_text(anna)
        assert "◉ 1 watching" in screen_text(anna)
        await anna.press("tab")
        await see(anna, "1 watching: Cleo")
        assert table_screen(other).table.view == table_screen(leads).table.view


async def test_kept_dice_are_kept_by_digits_cursor_and_mouse(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).table.view)
        while not table_screen(anna).game.is_enabled("keep"):
            await until(
                anna,
                lambda: table_screen(anna).game.mine or table_screen(anna).table.phase == "over",
            )
            await anna.press("enter" if table_screen(anna).game.mine else "a")
            await anna.pause()
            if isinstance(anna.app.screen, Ask):  # before a dear hand is thrown again
                await anna.press("y")
        view = table_screen(anna).game
        await anna.press("1")
        assert view._kept == {0}
        await anna.press("right", "space")
        assert view._kept == {0, 1}
        lines = [line for line in screen_text(anna).splitlines() if "kept" in line]
        assert lines and lines[0].count("▲") == 2, screen_text(anna)
        await anna.press("2")
        await anna.click(offset=on(view, 4, 4))
        assert view._kept == set()
        await anna.press("3")
        kept = view.game.dice[2]
        await anna.press("enter")
        await anna.pause()
        last = table_screen(anna).table.view.last_throw
        assert last.dice[0] == kept or view.game.last_round is not None


async def test_a_refusal_cites_the_paragraph_and_help_opens_there(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).game.mine)
        screen = table_screen(anna)
        screen.game.act("roll", keep=[1, 2])
        screen.call_later(screen.play)
        await see(anna, "§")
        await anna.press("question_mark")
        await anna.pause()
        assert isinstance(anna.app.screen, Page)
        first = screen_text(anna).splitlines()[2]
        assert first.strip()[:1].isdigit()


async def test_chat_is_literal_everywhere(club: Club) -> None:
    table_session = await open_table(club)
    async with (
        session(club, ANNA, (120, 30), start=Start("join", table_session.code)) as anna,
        session(club, BEN, (120, 30), start=Start("join", table_session.code)) as ben,
    ):
        await table_session.say(HOSTILE)
        for pilot in (anna, ben):
            await see(pilot, "[@click=app.quit]press[/]")
            assert "\x1b" not in screen_text(pilot)
            assert "\u202e" not in screen_text(pilot)
            await pilot.click(offset=(90, 3))
            assert pilot.app.is_running
        await ben.press("t", *"[bold]hi", "enter")
        await see(anna, "Ben: [bold]hi")
        await ben.press(*"never sent", "escape")
        await ben.pause()
        assert "never sent" not in screen_text(anna)
        assert "never sent" not in screen_text(ben)


async def test_typing_keeps_its_letters(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).game.mine)
        await see(anna, "Your turn. Enter rolls.")
        await anna.press("t")
        await see(anna, "─ ▶ Your turn. ─╮")
        assert "Enter rolls." not in screen_text(anna)
        await anna.press(*"sqrt?123", "left", "backspace", "home", "X", "ctrl+u")
        assert table_screen(anna).prompt.text == "sqrt?13"
        await anna.press("ctrl+e", "ctrl+w", *"a b", "enter")
        await see(anna, "Anna: a b")


@pytest.mark.parametrize("size", SIZES)
async def test_one_types_in_a_field_with_edges_below_what_was_said(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as anna:
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).game.mine)
        for talk in ("One.", "Two."):
            await anna.press("t", *talk, "enter", "escape")
            await see(anna, talk)
        rule = table_screen(anna).divider
        await anna.press("t", *"Three")
        await see(anna, "│ say › Three")
        assert table_screen(anna).divider.y == rule.y, "the picture stays"
        rows = screen_text(anna).splitlines()
    field = row_of(rows, "say › Three")
    assert "╭─" in rows[field - 1] and rows[field + 1].endswith("─╯")
    first = row_of(rows, "One.")
    assert any("Two." in line for line in rows[first + 1 : field - 1])


@pytest.mark.parametrize("key", ["golden-zero", "golden21", "trente"])
async def test_a_small_terminal_has_that_field_in_other_games_too(club: Club, key: str) -> None:
    replay = played(key)
    async with shown(club, table_of(replay, len(replay.steps) // 2)) as (pilot, _):
        await pilot.press("t", *"Three")
        await see(pilot, "│ say › Three")
        rows = screen_text(pilot).splitlines()
    field = row_of(rows, "say › Three")
    assert rows[field - 1].startswith(" ╭─") and rows[field + 1].startswith(" ╰─")


async def test_leaving_a_running_game_asks_and_the_seat_waits(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).game.mine)
        code = table_screen(anna).table.code
        await anna.press("q")
        await anna.pause()
        assert isinstance(anna.app.screen, Ask)
        await anna.press("escape")
        await anna.pause()
        assert table_screen(anna).table.code == code
        await anna.press("q", "y")
        await anna.pause()
        assert isinstance(anna.app.screen, Lobby)
        await see(anna, "Your seat is waiting")
        await anna.press("enter")
        await until(anna, lambda: table_screen(anna).table.seat == 0)


async def test_giving_the_seat_up(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).game.mine)
        await anna.press("q", "g", "y")
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        assert club.tables.seated(ANNA) == []


async def test_from_watching_to_a_free_seat_in_one_key(club: Club) -> None:
    table_session = await open_table(club, 3)
    await table_session.start()
    async with session(club, BEN, start=Start("watch", table_session.code)) as ben:
        await see(ben, "You are watching.")
        await ben.press("j")
        await see(ben, "seat from the next round on.")
        assert table_screen(ben).table.next_seat == 1


async def test_the_waiting_room_seats_bots_and_starts(club: Club) -> None:
    table_session = await open_table(club, 3)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        await see(anna, "Start now, with bots")
        await anna.press("b")
        await until(anna, lambda: "bot" in [seat.kind for seat in table_screen(anna).table.seats])
        await anna.press("B")
        await until(
            anna, lambda: "bot" not in [seat.kind for seat in table_screen(anna).table.seats]
        )
        await anna.press("s")
        await until(anna, lambda: table_screen(anna).table.phase == "playing")
        await see(anna, "CHARGE")


async def test_resizing_redraws_and_too_small_says_so(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).game.mine)
        for size in ((160, 45), (100, 30), (80, 24)):
            await anna.resize_terminal(*size)
            await anna.pause()
            text = screen_text(anna)
            assert "CHARGE" in text or "Charge: " in text
            assert "80×24" not in text
        await anna.resize_terminal(60, 18)
        await see(anna, "This terminal is 60×18")
        await anna.press("enter")
        await until(anna, lambda: table_screen(anna).table.view.last_throw is not None)
        for size in ((20, 5), (500, 200), (80, 24)):
            await anna.resize_terminal(*size)
            await anna.pause()
        await see(anna, "CHARGE")


async def test_the_bell_rings_when_the_turn_comes_and_the_title_says_so(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    emitted: list[str] = []
    monkeypatch.setattr(PaneApp, "emit", lambda _, sequence: emitted.append(sequence))
    table_session = await open_table(club)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        await table_session.start()
        await until(anna, lambda: table_screen(anna).game.mine)
        await anna.pause()
        assert emitted.count("\x07") == 1
        assert emitted[-1].endswith(f"]2;Your turn – Le 421 {table_session.code}\x07")


async def test_a_game_to_the_end_and_the_next_one(club: Club) -> None:
    table_session = await open_table(club, mode="manche")
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        await anna.press("s")
        screen = table_screen(anna)
        while screen.table.phase != "over":
            await until(anna, lambda: screen.game.mine or screen.table.phase == "over")
            if screen.game.mine:
                await anna.press("enter" if not screen.table.view.dice else "s", "enter")
        await see(anna, "win")
        screen.game.act("roll", keep=[])  # a key that was late for the game
        screen.call_later(screen.play)
        await anna.pause()
        assert "No game is running" not in screen_text(anna)
        assert "begins." not in screen_text(anna)
        await anna.press("a")
        await until(anna, lambda: table_screen(anna).table.phase == "playing")
        texts = [line.news.text for line in screen.table.lines if line.news]
        assert "Game {n} begins." in texts


async def test_a_burst_of_changes_is_one_message_and_the_newest_picture(club: Club) -> None:
    table_session = await open_table(club)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        screen = table_screen(anna)
        taken: list[int] = []
        show = screen._show
        screen._show = lambda table: (taken.append(table.version), show(table))[1]  # type: ignore[method-assign]
        await anna.pause()
        before = screen._message_queue.qsize()
        for _ in range(50):
            table_session.host.publish()
        assert screen._message_queue.qsize() <= before + 1
        for _ in range(10):
            await table_session.do(decide.seat_bot, 1)
            await table_session.do(decide.unseat_bot, 1)
        await table_session.say("the last line")
        await see(anna, "the last line")
        assert len(taken) <= 25
        assert taken[-1] == table_session.table().version


async def test_a_closed_screen_stops_listening(club: Club) -> None:
    table_session = await open_table(club)
    subscribers = table_session.host._subscribers
    before = list(subscribers)
    async with session(club, BEN, start=Start("watch", table_session.code)) as ben:
        await until(ben, lambda: len(subscribers) == len(before) + 2)  # the session and its screen
        await ben.press("q")
        await until(ben, lambda: isinstance(ben.app.screen, Lobby))
        assert list(subscribers) == before
        await table_session.say("nobody hears")
    assert table_session.table().watchers == ()


async def test_a_throw_repaints_the_dice_and_not_the_screen(club: Club) -> None:
    async with session(club, ANNA, (100, 30)) as anna:
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).game.mine)
        screen = table_screen(anna)
        while not screen.game.is_enabled("keep"):
            await until(anna, lambda: screen.game.mine)
            await anna.press("enter")
            await anna.pause()
        await anna.pause(0.05)
        asked: list[int] = []
        refresh, repaint = screen.game.refresh, screen.game.repaint

        def record_spans(spans: Sequence[Span]) -> None:
            asked.append(sum(end - start for _, start, end in spans))
            repaint(spans)

        def record(*regions: Region, **more: bool) -> object:
            asked.append(sum(region.area for region in regions))
            assert regions
            assert not more.get("layout")
            return refresh(*regions, **more)

        screen.game.repaint = record_spans  # type: ignore[method-assign]
        screen.game.refresh = record  # type: ignore[method-assign,assignment]
        await anna.press("1")
        assert asked
        assert sum(asked) < screen.game.size.area // 3


async def test_only_a_wide_screen_keeps_a_line_for_talk(club: Club) -> None:
    table_session = await open_table(club)
    await table_session.start()
    async with session(club, CLEO, start=Start("watch", table_session.code)) as cleo:
        await see(cleo, "You are watching.")
        await cleo.resize_terminal(160, 45)
        await see(cleo, "players read it later")
        await cleo.resize_terminal(80, 24)
        await until(cleo, lambda: "players read it later" not in screen_text(cleo))
        screen = table_screen(cleo)
        before = screen.placed
        await cleo.press("t")
        await until(cleo, lambda: screen.placed[screen.status].y == before[screen.status].y - 1)
        assert screen.placed[screen.prompt].y == before[screen.status].y
        log = before[screen.log_pane]  # it makes way for what one types, not the picture
        assert screen.placed[screen.log_pane].size == (log.width, log.height - 1)
        assert screen.placed[screen.game] == before[screen.game]
        await cleo.press("escape")


async def test_a_table_names_the_turn_but_lights_no_key_while_keys_go_elsewhere(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).game.mine)
        await see(anna, "Your turn.")
        screen = table_screen(anna)
        panes = screen.game, screen.status

        def calls() -> set[str]:
            tones = (piece.tone for pane in panes for y in range(20) for piece in pane.row_at(y))
            return {*tones} & {"turn", "turn-sign", "cursor"}

        for key, named in (("t", "▶ Your turn."), ("E", "▶ ■ Anna")):
            await until(anna, lambda: {"turn", "turn-sign"} <= calls())
            await anna.press(key)
            await until(anna, lambda: not calls())
            await see(anna, named)
            assert ("Your turn" in screen_text(anna)) is (key == "t"), "the keys send gestures"
            await anna.press("escape")


@pytest.mark.parametrize("private", [False, True])
async def test_only_a_public_table_is_said_to_be_in_the_lobby(club: Club, private: bool) -> None:
    code = await club.create(ANNA, "421", {}, 2, private=private)
    async with session(club, ANNA, (160, 45), start=Start("join", code)) as anna:
        await see(anna, f"ssh {code}@…")
        await see(anna, "There is nobody else to invite")
        assert ("from the lobby" in screen_text(anna)) is not private


def type_ahead(pilot: Pilot[str], *typed: str) -> None:
    """Put keys in the queue of the screen in front, before it has done the first of them."""
    for key in typed:
        pilot.app.screen.post_message(events.Key(key, key if len(key) == 1 else None))


async def test_leaving_twice_at_once_leaves_once(club: Club) -> None:
    table_session = await open_table(club)
    async with session(club, BEN, start=Start("watch", table_session.code)) as ben:
        await see(ben, "j sit down")
        type_ahead(ben, "question_mark", "escape", "escape", "escape")
        await until(ben, lambda: isinstance(ben.app.screen, Lobby))
        await ben.pause()
        assert [type(screen) for screen in ben.app.screen_stack] == [Lobby]
        assert table_session.table().watchers == ()


async def test_playing_twice_at_once_opens_one_table(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await see(anna, "Play now")
        type_ahead(anna, "p", "p", "p")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        await anna.pause()
        assert len(club.tables.seated(ANNA)) == 1


async def test_what_is_typed_ahead_reaches_the_line_of_the_next_screen(club: Club) -> None:
    new = club.accounts.known("SHA256:new")
    async with session(club, new) as pilot:
        await see(pilot, "What shall we call you?")
        type_ahead(pilot, "Z", "o", "e", "enter", "enter", "n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewTable))


async def test_what_cannot_be_said_stays_in_the_line(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_session = await open_table(club)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        await anna.press("t", *"bonjour")

        async def full(text: str) -> None:
            raise NotStored

        with monkeypatch.context() as patched:
            patched.setattr(table_screen(anna).table_session, "say", full)
            await anna.press("enter")
            await see(anna, "cannot be stored")
            await see(anna, "say › bonjour")
        await anna.press("enter")
        await see(anna, "Anna: bonjour")
        assert not table_screen(anna).prompt.text


async def test_a_table_is_read_aloud_as_one_paragraph(club: Club) -> None:
    await (await open_table(club)).start()
    async with session(club, ANNA, start=Start("join", club.tables.seated(ANNA)[0])) as anna:
        await see(anna, "CHARGE")
        await anna.press("ctrl+r")
        await see(anna, "The charge: 21 tokens are left in the pot.")
        await anna.press("escape")
        await see(anna, "CHARGE")


async def test_keys_are_read_aloud_on_ones_turn(club: Club) -> None:
    await (await open_table(club)).start()
    async with session(club, ANNA, start=Start("join", club.tables.seated(ANNA)[0])) as anna:
        await until(anna, lambda: table_screen(anna).game.mine)
        await anna.press("ctrl+r")
        await see(anna, "It is your turn.")
        _, *lines = filter(None, map(str.strip, screen_text(anna).splitlines()))
        assert lines[0] == "It is your turn.", "what to do now comes before all that one may skip"
        named = "Keys: Enter roll, D shut the door, i coach, t talk, : menu, q leave, ?"
        assert " ".join(lines[1:]).startswith(named) and "i coach," in lines, "a key a line"


async def test_a_question_leaves_the_picture_of_its_table_whole(club: Club) -> None:
    async with session(club, ANNA, (160, 45)) as anna:
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).game.mine)
        screen = table_screen(anna)
        picture = screen.regions(anna.app.size)[screen.game].y + screen.game.filled.stop
        await anna.press("q")
        await see(anna, "Leave the table?")
        lines = screen_text(anna).splitlines()
        assert "charge" in lines[0], "which table is asked about"
        above = row_of(lines, " ╭─ Leave the table?")
        assert picture <= above
        left, right = 1, 159
        answers = ("leave, and come back later", "give the seat up for good", "stay")
        shown = screen_text(anna).splitlines()
        box = [line[left:right] for line in shown[above + 1 : 44]]
        assert all("\n".join(box).count(answer) == 1 for answer in answers)
        assert shown[44].split() == ["Esc", "stay"]
        (stay,) = [line for line in box if "stay" in line]
        assert stay.strip("│ ").split()[-2:] == ["n", "stay"]
