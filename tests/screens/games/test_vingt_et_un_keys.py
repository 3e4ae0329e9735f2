"""Games of 21 in a club, played by keys against bots."""

import re

import pytest
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.table_session import TableSession
from tests.people import begin
from tests.screens.conftest import ANNA, BEN, screen_text, see, session, until
from tests.screens.headlines import WON


async def sit(club: Club, pilot: Pilot[str], seats: int = 2) -> TableSession:
    table_session = await club.join(ANNA, await club.create(ANNA, "vingt-et-un", {}, seats))
    await pilot.app.navigator.go_to_table(table_session)
    await table_session.start()
    await my_turn(table_session, pilot)
    return table_session


async def my_turn(table_session: TableSession, pilot: Pilot[str]) -> bool:
    """Wait for Anna's turn, or the end."""
    await until(
        pilot, lambda: table_session.table().offers or table_session.table().phase != "playing"
    )
    await pilot.pause()
    return table_session.table().phase == "playing"


async def lay(table_session: TableSession, pilot: Pilot[str]) -> None:
    """Press Enter, and wait until a tile is laid."""
    before = table_session.table().version
    await pilot.press("enter")
    await until(pilot, lambda: table_session.table().version > before)


@pytest.mark.parametrize(
    ("size", "seats", "turns"),
    [((80, 24), 2, 80), ((80, 24), 4, 3), ((100, 30), 3, 3), ((160, 45), 4, 80)],
)
async def test_a_game_is_played_by_enter_alone(
    club: Club, size: tuple[int, int], seats: int, turns: int
) -> None:
    """Two games to their end, and the beginning of two in terminals between theirs."""
    async with session(club, ANNA, size) as pilot:
        table_session = await sit(club, pilot, seats)
        seen = screen_text(pilot)
        assert " 30 " in seen and re.search("━━┓|▄{9}|▄{4} ▄{4} ▄{4}", seen) and "■ Anna" in seen
        explained = "A line of 21 pays 5, on your colour ■ 10." in seen
        assert ("Tab log" in seen) == (size[0] <= 100), "where the log has made way"
        assert explained == (size[0] > 80), "how one scores, where there is room"
        for _ in range(turns):
            await lay(table_session, pilot)
            if not await my_turn(table_session, pilot):
                break
        if turns > 3:
            assert table_session.table().phase == "over"
            await until(pilot, lambda: WON.search(screen_text(pilot)))


async def test_the_first_turn_begins_where_a_tile_fits(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        for _ in range(6):  # hands differ: often the first tile is too high
            await lay(await sit(club, pilot), pilot)


async def test_legal_squares_are_lit_and_an_illegal_one_says_why(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        table_session = await sit(club, pilot)
        await pilot.press("enter")
        await until(pilot, lambda: table_session.table().view.round > 1)
        await my_turn(table_session, pilot)
        await see(pilot, "○")
        version = table_session.table().version
        await pilot.press(*["up"] * 9, *["left"] * 16)
        await see(pilot, "A1: it must touch a tile.")
        await pilot.press("enter")
        await see(pilot, "§3")
        assert table_session.table().version == version
        await pilot.press("space", "enter")
        await until(pilot, lambda: table_session.table().version > version)


async def test_a_watcher_sees_the_board_and_no_hand(club: Club) -> None:
    (table_session,) = await begin(club, ANNA, game="vingt-et-un", seats=0)
    async with session(club, BEN, language="fr") as pilot:
        await pilot.app.navigator.go_to_table(await club.watch(BEN, table_session.code))
        await see(pilot, " 30 ")
        await pilot.press("up", "1", "space")
        await pilot.pause()
        assert "Votre main" not in screen_text(pilot)


async def test_squares_of_a_colour_that_nobody_plays_are_plain(club: Club) -> None:
    """They pay what plain ones pay."""
    async with session(club, ANNA) as pilot:
        await sit(club, pilot, 3)
        assert "♦" not in screen_text(pilot) and " ♣ " in screen_text(pilot)
