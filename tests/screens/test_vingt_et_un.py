"""The screen of 21, played by keys against bots."""

import pytest
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.table_session import TableSession
from tests.screens.conftest import ANNA, BEN, screen_text, see, session, until


async def sit(club: Club, pilot: Pilot[str], seats: int = 2) -> TableSession:
    place = await club.join(ANNA, await club.create(ANNA, "vingt-et-un", {}, seats))
    await pilot.app.go_to_table(place)
    await place.start()
    await my_turn(place, pilot)
    return place


async def my_turn(place: TableSession, pilot: Pilot[str]) -> bool:
    """Wait for Anna's turn, or the end."""
    await until(pilot, lambda: place.table().offers or place.table().phase != "playing")
    await pilot.pause()
    return place.table().phase == "playing"


@pytest.mark.parametrize(
    ("size", "seats"), [((80, 24), 2), ((80, 24), 4), ((100, 30), 3), ((160, 45), 4)]
)
async def test_a_game_is_played_by_enter_alone(
    club: Club, size: tuple[int, int], seats: int
) -> None:
    async with session(club, ANNA, size) as pilot:
        place = await sit(club, pilot, seats)
        seen = screen_text(pilot)
        assert "+30" in seen and "Your tiles" in seen and "Anna" in seen
        told = "that makes 21 scores 5" in seen
        assert told == ((size, seats) != ((80, 24), 4)), "how one scores, where there is room"
        for _ in range(80):
            before = place.table().version
            await pilot.press("enter")
            await until(pilot, lambda before=before, place=place: place.table().version > before)
            if not await my_turn(place, pilot):
                break
        assert place.table().phase == "over"
        await see(pilot, "★")


async def test_the_first_turn_begins_where_a_tile_fits(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        for _ in range(6):  # hands differ: often the first tile is too high
            place = await club.join(ANNA, await club.create(ANNA, "vingt-et-un"))
            await pilot.app.go_to_table(place)
            await pilot.pause()
            await place.start()
            await my_turn(place, pilot)
            before = place.table().version
            await pilot.press("enter")
            await until(pilot, lambda before=before, place=place: place.table().version > before)


async def test_legal_squares_are_lit_and_an_illegal_one_says_why(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        place = await sit(club, pilot)
        await pilot.press("enter")
        await until(pilot, lambda: place.table().view.round > 1)
        await my_turn(place, pilot)
        await see(pilot, "○")
        version = place.table().version
        await pilot.press(*["up"] * 9, *["left"] * 16)
        await see(pilot, "A1: it must touch a tile")
        await pilot.press("enter")
        await see(pilot, "§3")
        assert place.table().version == version
        await pilot.press("space", "enter")
        await until(pilot, lambda: place.table().version > version)


async def test_a_watcher_sees_the_board_and_no_hand(club: Club) -> None:
    place = await club.join(ANNA, await club.create(ANNA, "vingt-et-un"))
    await place.start()
    async with session(club, BEN, language="fr") as pilot:
        await pilot.app.go_to_table(await club.watch(BEN, place.code))
        await see(pilot, "+30")
        await pilot.press("up", "1", "space")
        await pilot.pause()
        assert "Vos jetons" not in screen_text(pilot)
