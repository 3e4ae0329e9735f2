"""The table before its first game: who may come, who starts it, and what larger terminals add."""

import pytest

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.rooms import decide
from tests.screens.conftest import ANNA, BEN, CLEO, SIZES, screen_text, see, session, until
from tests.screens.conftest import table_screen as screen_of


async def test_who_is_here_is_named_until_they_go_or_sit_down(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    async with session(club, ANNA, start=Start("join", code)) as anna:
        await see(anna, "There is nobody else to invite just now.")
        async with session(club, BEN):
            await see(anna, " W   Invite somebody who is here: Ben.")
            async with session(club, CLEO):
                await see(anna, " W   Invite somebody who is here: Ben and Cleo.")
                await club.join(BEN, code)
                await see(anna, " W   Invite somebody who is here: Cleo.")
        await see(anna, "There is nobody else to invite just now.")


async def test_the_waiting_room_goes_when_the_game_begins(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 2)
    async with session(club, ANNA, start=Start("join", code)) as anna:
        await see(anna, "Start now, with bots")
        visit = anna.app.visit
        assert visit.listens
        room = screen_of(anna).panes.waiting
        await anna.press("s")
        await until(anna, lambda: not room.is_attached)
        assert not visit.listens


async def test_who_opened_the_table_is_asked_to_start_it(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    anna = await club.join(ANNA, code)
    async with session(club, BEN, start=Start("join", code)) as ben:
        await see(ben, "Start with bots, or let Anna start")
        assert "start now" not in screen_text(ben)
        await anna.do(decide.seat_bot, 2)
        await see(ben, "Everybody is here: start, or let Anna start.")
        await see(ben, "ready to begin")
        assert "start now" not in screen_text(ben)
        await anna.do(decide.unseat_bot, 2)
        await club.join(CLEO, code)
        await see(ben, "Everybody is here: start, or let Anna start.")
        await anna.do(decide.leave_seat)
        await see(ben, " s   Start with Cleo; bots take the empty seats.")
        await see(ben, "start now")
        await ben.press("s")
        await until(ben, lambda: screen_of(ben).table.phase == "playing")


@pytest.mark.parametrize("size", SIZES)
async def test_ten_seats_leave_room_for_how_to_start(club: Club, size: tuple[int, int]) -> None:
    code = await club.create(ANNA, "golden21", {"years": 3}, 10)
    async with session(club, ANNA, size, start=Start("join", code)) as anna:
        await see(anna, "Start now, with bots")
        text = screen_text(anna)
        assert text.count("free") == 9
        assert "Years" in text


async def test_a_large_terminal_has_the_beginning_of_the_rules(club: Club) -> None:
    code = await club.create(ANNA, "421", {"pot": 11}, 3)
    for size in SIZES[::2]:
        async with session(club, ANNA, size, start=Start("join", code)) as anna:
            await see(anna, "Pot")
            text, large = screen_text(anna), size == SIZES[-1]
            assert "11" in text
            assert "Rampo" not in text  # as usual: it need not be told
            assert ("? the rest of the rules" in text) is large


async def test_a_wide_terminal_starts_below_the_seats_and_has_the_rules_beside_friends(
    club: Club,
) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    async with session(club, ANNA, (160, 45), start=Start("join", code)) as anna:
        await see(anna, "The rules")
        rows = screen_text(anna).splitlines()
        names = "Le 421  ", "The seats", " s   Start", "Bring a friend"
        game, seats, start, friends = (
            next(at for at, line in enumerate(rows) if text in line and at) for text in names
        )
        assert game < seats < start < friends
        assert friends - seats < 14
        assert rows[friends].index("The rules") > 60
        assert "A game has two halves" in screen_text(anna)
        assert "leader" not in screen_text(anna)  # the first paragraphs alone


@pytest.mark.parametrize("size", SIZES)
async def test_all_seats_are_tiles_of_one_size(club: Club, size: tuple[int, int]) -> None:
    code = await club.create(ANNA, "421", {}, 4)
    await club.join(CLEO, code)
    async with session(club, ANNA, size, start=Start("join", code)) as anna:
        await see(anna, "○ free")
        room = screen_of(anna).panes.waiting
        tiles = [
            piece
            for line in room.draw(room.size)
            for piece in line
            if piece.text.strip().startswith(("■", "♥", "○"))
        ]
        assert len(tiles) == 4
        widths = {len(tile.text) for tile in tiles}
        assert max(widths) - min(widths) < 2, widths
        assert all(tile.tone == "bar" or tile.tone.startswith("on-") for tile in tiles)


async def test_nobody_is_invited_to_a_full_table(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 2)
    async with session(club, ANNA, start=Start("join", code)) as anna:
        await see(anna, "W invite")
        await club.join(BEN, code)
        await see(anna, " s   Everybody is here: start.")
        await until(anna, lambda: "W invite" not in screen_text(anna))
