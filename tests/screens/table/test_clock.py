"""Clocks, pauses, votes and watching rules on the screen, and the form that sets them."""

import contextlib
import re
import time

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.operations.table import Pause
from arcade.club.speech.clock import (
    chosen_clock,
    clock_text,
    long_text,
    pause_until_change,
    short_text,
)
from arcade.club.speech.good_bye import good_bye
from arcade.club.speech.options import rules_text
from arcade.club.start import Start
from arcade.club.views import TableRules
from arcade.engine.codec import plain
from arcade.rooms.errors import Refused
from screens.lobby.new_table import NewTable
from screens.pages.ask import Ask
from screens.terminal.rows import plain as written
from screens.terminal.rows import row_width
from screens.terminal.seats import seat_mark
from tests.people import begin
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

N, P, X = (f"\xa0{key}\xa0" for key in "nPX")
"""Keys as sentences have them."""
CLOCK = re.compile(r"◷ \d:\d\d\b.*$", re.MULTILINE)


def test_time_is_written_in_tens_and_at_the_end_in_seconds() -> None:
    assert [short_text(seconds) for seconds in (240, 101, 100, 10.5, 10, 9.2, 0)] == [
        "4:00",
        "1:50",
        "1:40",
        "0:20",
        "0:10",
        "0:10",
        "0:00",
    ]
    words = Words("en")
    assert long_text(words, 90_000) == "1 d 1 h" and long_text(words, 3_660) == "1 h 1 min"


async def test_a_clock_is_drawn_anew_only_when_it_shows_something_else(club: Club) -> None:
    table_session, _ = await begin(club, ANNA, BEN)
    table = replace(table_session.table(), seat=None)  # for somebody else, whoever begins
    seat = chosen_clock(table)
    assert seat is not None
    assert 5 < pause_until_change(table, seat) <= 11.1  # up to 1 s more than a turn is left
    own = pause_until_change(replace(table, seat=seat), seat)
    assert own <= 2.1, "one's own last minute is told in seconds"
    assert clock_text(Words("en"), table, seat) == ("1:00, then 3:00", False)
    later = replace(table, clocks=tuple(clock and clock + 900 for clock in table.clocks))
    assert clock_text(Words("en"), later, seat)[0] == "1:00, then 3:00", "no more than a turn has"


def test_a_tables_rules_in_a_line() -> None:
    words = Words("en")
    assert rules_text(words, TableRules()) == (
        "1:00 per turn + 3:00 reserve · bots: good · spectators see it live"
    )
    rare = TableRules(turn=0, watching="late", late_join=False, coach=True, bots="simple")
    assert rules_text(words, rare) == (
        "no clock · bots: simple · watchers 3 moves late · nobody joins during a game"
        " · with the coach"
    )
    assert rules_text(words, TableRules(days=2)).startswith("2 days per move")


@pytest.mark.parametrize("size", SIZES)
async def test_everybody_sees_whose_time_runs(club: Club, size: tuple[int, int]) -> None:
    table_session, _ = await begin(club, ANNA, BEN)
    async with (
        session(club, ANNA, size, start=Start("join", table_session.code)) as anna,
        session(club, CLEO, size, start=Start("watch", table_session.code)) as cleo,
    ):
        for pilot in (anna, cleo):
            sentence = ", then 3:00" if size[0] < 100 else " for this turn, then 3:00 in res"
            clock = re.compile(rf"◷ \d:\d\d{sentence}")
            await until(pilot, lambda of=pilot, clock=clock: clock.search(screen_text(of)))
        assert CLOCK.search(screen_text(anna))
        await anna.press("n")
        mover = "Anna" if table_session.table().to_act == (0,) else "Ben"
        assert f"{mover} ◷" in screen_text(cleo)


async def test_on_a_phone_a_sentence_is_not_broken_for_a_name_it_has(club: Club) -> None:
    table_session, _ = await begin(club, ANNA, BEN)
    start = Start("watch", table_session.code)
    async with session(club, CLEO, (50, 40), start=start) as cleo:
        mover = "Anna" if table_session.table().to_act == (0,) else "Ben"
        whole = re.compile(rf"You are watching\.  Waiting for {mover}\. +◷ \d:\d\d")
        await until(cleo, lambda: whole.search(screen_text(cleo)))


async def test_one_alone_sees_no_clock(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).game.mine)
        assert "◷" not in screen_text(anna)


async def test_the_seconds_are_counted_down_in_front_of_ones_eyes(club: Club) -> None:
    table_session, _ = await begin(club, ANNA, BEN, turn=8, reserve=0)
    async with session(club, CLEO, start=Start("watch", table_session.code)) as cleo:
        seen: set[str] = set()

        def counting() -> bool:
            seen.update(re.findall(r"◷ (\d:\d\d)", screen_text(cleo)))
            return len(seen) > 1

        await until(cleo, counting)


async def test_a_pause_is_asked_for_agreed_to_and_ended_by_p(club: Club) -> None:
    table_session, _ = await begin(club, ANNA, BEN)
    async with (
        session(club, ANNA, start=Start("join", table_session.code)) as anna,
        session(club, BEN, start=Start("join", table_session.code)) as ben,
    ):
        await anna.press("P")
        await see(ben, f"Anna asks for a pause. {P} agree  {N} decline")
        await see(anna, "You asked for a pause")
        for pilot, named in ((ben, True), (anna, False)):  # the bottom line names them too
            assert ("P agree  n decline" in screen_text(pilot).splitlines()[-1]) is named
        await ben.press("P")
        await see(anna, "PAUSED")
        await see(anna, f"Press {P} to go on.")
        assert re.search(r" tokens", screen_text(anna))  # the table below keeps its heading
        assert "◷" not in screen_text(anna)
        async with session(club, CLEO, start=Start("watch", table_session.code)) as cleo:
            await see(cleo, "PAUSED")
            await see(cleo, "Anna and Ben can go on.")
            assert "to go on" not in screen_text(cleo)  # only who plays may
        for keys in (("P", "P", "enter", "escape"), ("P", "n"), ("enter", "space")):
            await anna.press(*keys)  # nothing ends it by mistake
            await see(anna, "PAUSED")
            assert table_session.table().paused
        await anna.press("O")
        await see(anna, "What you see ─")
        assert "goes on behind" not in screen_text(anna)
        await anna.press("escape", "q")
        await see(anna, "Your seat waits for you; after the pause")
        assert "after the pause" in good_bye(Words(), club, ANNA, None)
        await anna.press("n", "P", "y")
        await see(ben, "Anna ends the pause.")
        await until(ben, lambda: "PAUSED" not in screen_text(ben))
        await see(ben, "◷")


@pytest.mark.parametrize("size", SIZES)
async def test_a_pause_is_said_above_the_picture(club: Club, size: tuple[int, int]) -> None:
    table_session, ben = await begin(club, ANNA, BEN)
    async with session(club, ANNA, size, start=Start("join", table_session.code)) as anna:
        for person in (table_session, ben):
            await Pause().do(person)
        await see(anna, "PAUSED")
        screen = table_screen(anna)
        at = screen.regions(anna.app.size)
        card = at[screen.panes.paused]
        assert card.y == 2 and card.bottom <= at[screen.game].y


async def test_no_key_is_named_that_would_be_typed(club: Club) -> None:
    table_session, _ = await begin(club, ANNA, BEN, turn=0)
    async with (
        session(club, ANNA, start=Start("join", table_session.code)) as anna,
        session(club, BEN, start=Start("join", table_session.code)) as ben,
    ):
        await ben.press("P")
        await see(anna, f"Ben asks for a pause. {P} agree  {N} decline")
        await anna.press("t")
        await until(anna, lambda: "agree" not in screen_text(anna))
        await see(anna, "Ben asks for a pause.")
        await anna.press("escape")
        await see(anna, f"Ben asks for a pause. {P} agree  {N} decline")
        await ben.press("P")
        first = anna if table_screen(anna).table.my_turn else ben
        await see(first, "Your turn. Enter rolls.")
        await first.press("t")
        await until(first, lambda: "Enter rolls." not in screen_text(first))
        await see(first, "Your turn.")


async def test_n_says_no_to_what_others_ask(club: Club) -> None:
    table_session, _ = await begin(club, ANNA, BEN, turn=0)
    async with (
        session(club, ANNA, start=Start("join", table_session.code)) as anna,
        session(club, BEN, start=Start("join", table_session.code), language="fr") as ben,
    ):
        await anna.press("X")
        await see(ben, f"Anna propose d'arrêter. {X} oui  {N} non")
        await ben.press("n")
        await see(anna, "Ben would rather")
        assert "Ben would rather go on." in screen_text(anna)
        assert "You asked to end the game" not in screen_text(anna)
        await until(ben, lambda: "refuse" not in screen_text(ben))
        await anna.press("n")
        assert table_session.table().phase == "playing"


async def test_a_game_is_ended_when_both_press_x(club: Club) -> None:
    table_session, _ = await begin(club, ANNA, BEN, turn=0)  # no clock beside what is asked
    async with (
        session(club, ANNA, start=Start("join", table_session.code)) as anna,
        session(club, BEN, start=Start("join", table_session.code)) as ben,
    ):
        assert not table_screen(ben).result.shown  # as after a game before
        await ben.press("X")
        await see(anna, f"Ben asks to end the game. {X} agree  {N} decline")
        lines = screen_text(anna).splitlines()
        assert f"  Ben asks to end the game. {X} agree  {N} decline" in lines  # by itself
        status = table_screen(anna).status
        awaited = table_screen(anna).table
        tag = status.second()[1]
        whose = "turn" if awaited.my_turn else seat_mark(awaited.to_act[0]).tile
        assert tag.text.startswith(" ▶ ") and tag.tone == whose  # the turn is lit as ever
        await anna.press("X")
        await see(ben, "The game was ended without a result.")
        await see(ben, "n new game")
        assert "Tab result" not in screen_text(ben)
        await ben.press("a")
        await see(anna, "Ben is ready")
        await anna.press("a")
        await until(anna, lambda: table_screen(anna).table.phase == "playing")


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_asked_stands_above_whose_turn_it_is(
    club: Club, size: tuple[int, int]
) -> None:
    table_session, _ = await begin(club, ANNA, BEN, turn=0)
    async with (
        session(club, ANNA, size, start=Start("join", table_session.code)) as anna,
        session(club, BEN, start=Start("join", table_session.code)) as ben,
    ):
        await ben.press("X")
        await see(anna, "Ben asks to end the game.")
        lines = screen_text(anna).splitlines()
        asked = row_of(lines, "asks to end the game.")
        turn = next(at for at, line in enumerate(lines) if " ▶ " in line and "." in line)
        assert asked < turn, lines
        status = table_screen(anna).status
        rows = [status.row_at(y) for y in range(status.size.height)]
        (bar,) = [row for row in rows if "asks" in written(row)]
        assert (
            row_width(tuple(p for p in bar if p.tone in ("cursor", "caret")))
            == status.size.width - 2
        )
        assert not any(line.split("│")[0].strip() for line in lines[asked + 1 : turn]), lines
        assert turn - asked == 2, lines


async def test_one_alone_is_asked_before_the_end(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).table.view)
        await anna.press("X")
        await until(anna, lambda: isinstance(anna.app.screen, Ask))
        await anna.press("n")
        assert table_screen(anna).table.phase == "playing"
        await anna.press("X")
        await until(anna, lambda: isinstance(anna.app.screen, Ask))
        await anna.press("y")
        await see(anna, "ended without a result")


async def test_who_was_too_late_twice_takes_the_seat_back(club: Club) -> None:
    table_session, ben = await begin(club, ANNA, BEN, turn=1, reserve=0)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        while table_screen(anna).table.seats[0].kind != "held":
            if ben.table().to_act == (1,):
                with contextlib.suppress(Refused):  # Ben's own clock may have moved for him
                    await ben.act(plain(ben.host.room.rules.default(ben.host.room.state, 1)))
            await anna.pause(0.01)
        news = [line.news.text for line in ben.table().lines if line.news]
        assert any("out of time twice" in text for text in news)
        await see(anna, "A bot plays for you")
        listed = club.lobby(ANNA).tables[0]
        assert (listed.seats, listed.taken, listed.bots) == (2, 2, 0)  # a held seat is one seat
        while not any(line.stand_ins == (0,) for line in ben.table().lines):
            if ben.table().to_act == (1,):
                with contextlib.suppress(Refused):
                    await ben.act(plain(ben.host.room.rules.default(ben.host.room.state, 1)))
            await anna.pause(0.01)
        await anna.press("enter")
        await until(anna, lambda: table_screen(anna).table.seats[0].kind == "person")
        bots = next(line for line in ben.table().lines if line.stand_ins)
        assert "Anna" in bots.names[0] and bots.to("Anna") == "" and bots.to("Ben") == "Ben"


async def test_late_watchers_are_told_so(club: Club) -> None:
    table_session, _ = await begin(club, ANNA, BEN, watching="late")
    async with session(club, CLEO, (100, 30), start=Start("watch", table_session.code)) as cleo:
        await see(cleo, "You are watching, 3 moves late.")
        await see(cleo, "◉ 3 moves late")
        assert table_session.code in screen_text(cleo).splitlines()[0]


@pytest.mark.parametrize("size", SIZES)
async def test_the_form_sets_the_tables_rules(club: Club, size: tuple[int, int]) -> None:
    async with session(club, ANNA, size) as anna:
        await anna.press("n")
        await until(anna, lambda: isinstance(anna.app.screen, NewTable))
        form = anna.app.screen
        assert isinstance(form, NewTable)
        await choose(anna, form, "table bots", "right")
        await choose(anna, form, "table turn", "left")
        await choose(anna, form, "table late_join", "right")
        await choose(anna, form, "table watching", "right")
        await see(anna, "Watchers see")
        assert all(len(line) <= size[0] for line in screen_text(anna).splitlines())
        await anna.press("enter")
        await until(anna, lambda: anna.app.screen is not form)
        table = table_screen(anna).table
        assert table.table == TableRules(
            "expert", turn=45, late_join=False, watching="late", pace="normal"
        )
        await see(anna, "0:45 per turn")


async def choose(pilot: Pilot[str], form: NewTable, name: str, key: str) -> None:
    if name not in (names := [field.name for field in form.fields()]):
        await choose(pilot, form, "details", "right")
        names = [field.name for field in form.fields()]
    while names[form.at] != name:
        await pilot.press("down" if form.at < names.index(name) else "up")
    await pilot.press(key)


async def test_a_deadline_in_the_past_is_shown_as_nothing_left(club: Club) -> None:
    table_session, _ = await begin(club, ANNA, BEN, reserve=0)
    table = table_session.table()
    seat = chosen_clock(table)
    assert seat is not None
    gone = tuple(int(time.time() * 1000) - 5 if clock else None for clock in table.clocks)
    assert clock_text(Words("en"), replace(table, clocks=gone), seat) == ("0:00", True)
    assert pause_until_change(replace(table, clocks=gone), seat) > 0
