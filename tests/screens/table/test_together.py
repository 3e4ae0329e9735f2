"""People at one table, on the screen: invitations, pauses, lost lines, seats, good-byes."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec import structs
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.rooms import decide
from screens.table.keys import seat_actions
from screens.table.screen import TableScreen
from tests.people import act, begin, sit_down
from tests.screens.conftest import ANNA, BEN, CLEO, screen_text, see, session, table_screen, until


async def test_a_code_after_the_slash_and_enter_sits_down_at_a_table_of_the_list(
    club: Club,
) -> None:
    (table_session,) = await sit_down(club, BEN, seats=3)
    async with session(club, ANNA) as anna:
        await anna.press("slash", *table_session.code.lower(), "enter")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        assert table_screen(anna).table.seat == 1


async def test_the_key_that_asks_to_end_a_game_takes_it_back(club: Club) -> None:
    anna, ben, cleo = await begin(club, ANNA, BEN, CLEO)
    await ben.do(decide.leave_seat)

    def label(table_session: TableSession) -> str:
        listed = seat_actions(table_session.table(), local=False)
        return next(action.label for action in listed if action.name == "settle")

    assert (label(anna), label(cleo)) == ("end it, rated", "end it, rated")
    await anna.do(decide.settle)
    assert (label(anna), label(cleo)) == ("take back", "agree")


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_command_for_friends_is_whole_beside_watchers(club: Club, language: str) -> None:
    club.address = "localhost:2301"
    (table_session,) = await begin(club, ANNA, seats=0)
    async with (
        session(club, CLEO, start=Start("watch", table_session.code), language=language) as cleo,
        session(club, BEN, start=Start("watch", table_session.code)),
    ):
        await until(cleo, lambda: " 2 " in screen_text(cleo).splitlines()[0])
        for phase in ("waiting", "playing", "over"):
            table_screen(cleo).top.show(
                structs.replace(table_screen(cleo).table, phase=phase), "décharge"
            )
            await cleo.pause()
            top = screen_text(cleo).splitlines()[0]
            assert f" ssh -p 2301 {table_session.code}@localhost" in top and " 2 " in top


async def test_who_is_away_is_told_with_the_seconds_until_a_bot_plays(club: Club) -> None:
    table_session = await club.join(ANNA, await club.create(ANNA, "421", {}, 3))
    async with (
        session(club, ANNA, (100, 30), start=Start("join", table_session.code)) as anna,
        session(club, CLEO, start=Start("watch", table_session.code)) as cleo,
    ):
        async with session(club, BEN, start=Start("join", table_session.code)) as ben:
            await table_session.start()
            await until(ben, lambda: table_screen(ben).table.phase == "playing")
            await ben.press("q", "y")
            await see(anna, "· Ben is in the lobby.")
            await see(cleo, "Ben is in the lobby; a bot plays")
            await ben.press("enter")
            await until(anna, lambda: "in the lobby" not in screen_text(anna))
        await see(anna, "· Ben's connection dropped.")
        seen: set[str] = set()

        def counting() -> bool:
            seen.update(re.findall(r"plays for them in (\d+) s", screen_text(cleo)))
            return len(seen) > 1

        await until(cleo, counting)
        async with session(club, BEN) as ben:
            await see(ben, "You are back. A bot was to play in")
            await until(anna, lambda: "connection dropped" not in screen_text(anna))


async def test_q_twice_after_a_game_asks_before_one_goes_home(club: Club) -> None:
    club.address = "localhost:2301"
    async with session(club, ANNA) as anna:
        await anna.press("p")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        await anna.press("X", "y")
        await see(anna, "ended without a result")
        await anna.press("q", "q", "q")
        await see(anna, "Leave the arcade?")
        await anna.press("n", "down", "q")
        await until(anna, lambda: anna.app.return_value)
        assert anna.app.return_value.splitlines() == [
            "Good-bye, Anna!",
            "Today's deal: nobody has finished it yet",
            "To come back: ssh -p 2301 play@localhost",
        ]


async def test_a_question_over_a_table_that_is_cut_does_not_say_so_again(club: Club) -> None:
    async with session(club, ANNA, (62, 20)) as anna:
        await anna.press("p")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        await anna.press("q")
        await see(anna, "Leave the table?")
        assert screen_text(anna).count("This terminal is 62×20") == 1


@asynccontextmanager
async def game_of_two(club: Club) -> AsyncIterator[tuple[TableSession, Pilot[Any]]]:
    """A game that Anna has begun with Ben, who sits at his screen."""
    table_session = await club.join(ANNA, await club.create(ANNA, "421", {}, 2))
    async with session(club, BEN, start=Start("join", table_session.code)) as ben:
        await see(ben, "Everybody is here: start, or let Anna start.")
        await table_session.start()
        await until(ben, lambda: table_screen(ben).table.phase == "playing")
        yield table_session, ben


async def test_control_c_in_a_game_with_others_asks_as_q_does(club: Club) -> None:
    async with game_of_two(club) as (table_session, ben):
        for key in ("ctrl+c", "ctrl+d"):
            await ben.press(key)
            await see(ben, "Leave the table?")
            text = screen_text(ben)
            assert f"table {table_session.code} · charge" in text, (
                "the table is behind the question"
            )
            answers = ("leave, and come back later", "give the seat up for good", "stay")
            for key, answer in zip("ygn", answers, strict=True):
                assert text.count(f" {key}  {answer}") == 1
            await ben.press("n")
        await ben.press("question_mark", "ctrl+c", "y")
        await until(ben, lambda: ben.app.return_value)
        waits = "Your seat waits for you; a bot plays it while you are away."
        assert f"Table {table_session.code}: {waits}" in ben.app.return_value


async def test_a_seat_is_given_up_for_good_only_after_a_second_question(club: Club) -> None:
    async with game_of_two(club) as (table_session, ben):
        for answer in ("n", "y"):
            await ben.press("ctrl+c")
            await see(ben, "Leave the table?")
            await ben.press("g")
            await see(ben, "Give the seat up for good?")
            assert table_session.table().seats[1].kind == "person"
            await ben.press(answer)
            await until(ben, lambda: "for good" not in screen_text(ben))
            assert (table_session.table().seats[1].kind == "person") == (answer == "n")


async def test_control_c_asks_too_while_the_line_of_the_other_is_broken(club: Club) -> None:
    async with game_of_two(club) as (table_session, ben):
        table_session.detach(dropped=True)
        await until(ben, lambda: not table_screen(ben).table.company)
        await ben.press("ctrl+c")
        await see(ben, "Leave the table?")


async def test_good_bye_says_what_becomes_of_a_table_that_everybody_left(club: Club) -> None:
    start = Start("join", await club.create(ANNA, "421", {}, 2))
    async with session(club, ANNA, start=start) as anna, session(club, BEN, start=start) as ben:
        await table_screen(anna).table_session.start()
        await until(ben, lambda: table_screen(ben).table.phase == "playing")
        for pilot in (anna, ben):
            await pilot.press("q")
            await see(pilot, "Leave the table?")
            await pilot.press("y")
            await see(pilot, "Your seat is waiting")
        await ben.press("q")
        await see(ben, "Leave the arcade?")
        await ben.press("y")
        await until(ben, lambda: ben.app.return_value)
        kept = f"Your game at {start.code} waits as you left it."
        assert kept in ben.app.return_value, ben.app.return_value


async def test_a_key_of_the_game_takes_the_seat_back_from_the_bot(club: Club) -> None:
    table_session = await club.join(ANNA, await club.create(ANNA, "421", {}, 2))
    async with session(club, BEN, start=Start("join", table_session.code)) as ben:
        await table_session.start()
        while table_session.table().my_turn:
            await act(table_session)
        await table_session.host.do(lambda room, _: decide.hold(room, 1))
        await see(ben, "A bot plays for you")
        await ben.press("space")
        await until(ben, lambda: table_session.table().seats[1].kind == "person")
