"""The table before its first game: who may come, who starts it, and what larger terminals add."""

from itertools import groupby

import pytest
from msgspec import structs

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.engine import registry
from arcade.rooms import decide
from screens.terminal.rows import row_width
from screens.widgets.banner import banner
from tests.screens.conftest import ANNA, BEN, CLEO, SIZES, row_of, screen_text, see, session, until
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
        cleo = await club.join(CLEO, code)
        await see(ben, "Everybody is here: start, or let Anna start.")
        cleo.detach()
        await see(ben, "Cleo is away: wait, or start.")
        await club.join(CLEO, code)
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


async def test_a_large_terminal_says_how_to_play(club: Club) -> None:
    code = await club.create(ANNA, "421", {"pot": 11}, 3)
    for size in SIZES:
        async with session(club, ANNA, size, start=Start("join", code)) as anna:
            await see(anna, "Pot")
            text, large = screen_text(anna), size != SIZES[0]
            assert "11" in text
            assert "Rampo" not in text  # as usual: it need not be told
            assert ("? the rules" in text) is large
            first, second, third = (
                f"{number}  {step[:20]}" in text
                for number, step in enumerate(registry.find("421").meta.steps, 1)
            )
            assert first is second is third is large


async def test_a_wide_terminal_has_how_to_play_in_tiles_below_the_start_and_friends(
    club: Club,
) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    async with session(club, ANNA, (160, 45), start=Start("join", code)) as anna:
        await see(anna, "How to play")
        rows = screen_text(anna).splitlines()
        names = (
            banner("Le 421", 100)[2],
            "Three dice",
            "The seats",
            "Bring a friend",
            " s   Start",
            "This table",
            "How to play",
            " 3  ",
        )
        title, game, seats, friends, start, agreed, steps, third = (
            next(at for at, line in enumerate(rows) if text in line and at) for text in names
        )
        assert title < game < seats < friends <= start < agreed < steps < third
        assert rows[friends].index("Bring a friend") > 60
        assert "Le 421" not in "".join(rows[1:])  # the top line and large letters say it
        assert rows[agreed + 2].startswith(" 1:00 per turn")
        assert [number in rows[third] for number in (" 1  ", " 2  ")] == [True, True]
        assert not rows[third + 3].strip(), "it does not touch what was told"
        assert "the best hand" in rows[game + 1], "the picture has its words"


async def test_a_full_table_has_its_rules_beside_the_start(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 2)
    await club.join(BEN, code)
    async with session(club, ANNA, (160, 45), start=Start("join", code)) as anna:
        await see(anna, "Everybody is here: start.")
        rows = screen_text(anna).splitlines()
        seats, start, agreed, steps = (
            row_of(rows, text)
            for text in ("The seats", "Everybody is here: start.", "1:00 per turn", "How to play")
        )
        assert seats < start <= agreed < steps
        assert rows[agreed].index("1:00 per turn") > 78


async def test_a_game_without_steps_says_how_its_rules_begin(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = structs.replace(registry.find("421").meta, steps=())
    monkeypatch.setattr(registry.find("421"), "meta", bare)
    code = await club.create(ANNA, "421", {}, 3)
    async with session(club, ANNA, (160, 45), start=Start("join", code)) as anna:
        await see(anna, "How to play")
        assert "·  For 2 to 8 players: three dice and a pot of tokens" in screen_text(anna)


async def test_the_rules_of_a_table_leave_no_last_one_alone(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    async with session(club, ANNA, start=Start("join", code)) as anna:
        await see(anna, "per turn")
        rules = [line.split("   ")[0] for line in screen_text(anna).splitlines()[3:5]]
        assert max(map(len, rules)) < 2 * min(map(len, rules)), rules


@pytest.mark.parametrize("size", SIZES)
async def test_all_seats_are_tiles_of_one_size(club: Club, size: tuple[int, int]) -> None:
    code = await club.create(ANNA, "421", {}, 4)
    await club.join(CLEO, code)
    async with session(club, ANNA, size, start=Start("join", code)) as anna:
        await see(anna, "○  ")
        room = screen_of(anna).panes.waiting
        tiles = [
            [piece for piece in tile if piece.tone]
            for line in room.draw(room.size)
            for _, tile in groupby(line, lambda piece: bool(piece.tone))
        ]
        tiles = [tile for tile in tiles if tile and tile[0].text in {" ■ ", " ♥ ", " ○ "}]
        assert len(tiles) == 4
        widths = {row_width(tuple(tile)) for tile in tiles}
        assert max(widths) - min(widths) < 2, widths
        grounds = [tile[0].tone for tile in tiles]
        assert [tone.startswith("on-") for tone in grounds] == [True, True, False, False]
        assert all(piece.tone.startswith("bar") for tile in tiles for piece in tile[1:])


@pytest.mark.parametrize("size", SIZES)
async def test_five_seats_are_tiles_in_one_row(club: Club, size: tuple[int, int]) -> None:
    code = await club.create(ANNA, "golden21", {}, 5)
    async with session(club, ANNA, size, start=Start("join", code)) as anna:
        await see(anna, "○  ")
        (row,) = [line for line in screen_text(anna).splitlines() if "○  " in line]
        assert row.count("○  ") == 4
        assert "■" in row


async def test_the_way_in_is_said_once_before_a_game(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    async with session(club, ANNA, start=Start("join", code)) as anna:
        await see(anna, "Friends come from the lobby")
        assert screen_text(anna).count(f"ssh {code}@") == 1
        await anna.press("s")
        await see(anna, f"invite: ssh {code}@")


async def test_nobody_is_invited_to_a_full_table(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 2)
    async with session(club, ANNA, start=Start("join", code)) as anna:
        await see(anna, "W invite")
        await club.join(BEN, code)
        await see(anna, " s   Everybody is here: start.")
        await until(anna, lambda: "W invite" not in screen_text(anna))


@pytest.mark.parametrize(("language", "filled"), [("en", "b seat a bot"), ("fr", "b asseoir un")])
async def test_a_free_seat_says_how_a_bot_comes_to_it(
    club: Club, language: str, filled: str
) -> None:
    code = await club.create(ANNA, "421", {}, 4)
    async with session(club, ANNA, SIZES[-1], start=Start("join", code), language=language) as anna:
        await see(anna, "421")
        free = {"en": "free", "fr": "libre"}[language]
        (row,) = [line for line in screen_text(anna).splitlines() if line.count(free) > 1]
        assert row.count(free) == 3 and row.count(filled) == 1
        assert row.index(free) < row.index(filled) < row.rindex(free), "it comes to the first"
        await anna.press("b")
        await until(anna, lambda: screen_text(anna).count(f"○  {free}") == 2)
        assert screen_text(anna).count(filled) == 1 + 1, "and in the bottom line"
    async with session(
        club, CLEO, SIZES[-1], start=Start("watch", code), language=language
    ) as cleo:
        await see(cleo, "421")
        assert filled not in screen_text(cleo)


@pytest.mark.parametrize(
    ("seats", "rows", "offered", "free"),
    [(4, 24, "free   b bot", 3), (5, 24, "b bot", 4), (10, 18, "free   b seat a bot", 9)],
)
async def test_a_small_terminal_says_it_too_on_a_tile_or_of_the_first_seat_of_a_list(
    club: Club, seats: int, rows: int, offered: str, free: int
) -> None:
    code = await club.create(ANNA, "golden21", {}, seats)
    async with session(club, ANNA, (80, rows), start=Start("join", code)) as anna:
        await see(anna, "b seat a bot")
        above = "\n".join(screen_text(anna).splitlines()[:-1])
        assert above.count(offered) == 1 and above.count("free") == free, above


async def test_a_narrow_tile_has_the_reader_s_name_and_word_in_one_line(club: Club) -> None:
    code = await club.create(ANNA, "golden21", {}, 5)
    async with session(club, ANNA, start=Start("join", code), language="fr") as anna:
        await see(anna, "■  Anna vous")
