"""Seats as cards side by side, and that nothing on them jumps while a game goes on."""

import pytest
from msgspec.structs import replace
from textual.geometry import Size

from arcade.club.club import Club
from arcade.engine.chance import Replay
from arcade.games.le421 import GAME
from screens.games.le421.seats import cards
from screens.games.seat_cards import CARD_STYLES, seat_cards
from screens.terminal.rows import plain, row_width
from screens.widgets.banner import low_banner
from tests.scenarios.given import arrange
from tests.screens.conftest import row_of, screen_text, table_screen
from tests.screens.games.golden21_tables import STATES, table_of
from tests.screens.spot import picture_of, shown

_CELLS, _PANE = 102, Size(104, 41)
_NAMES = ("Anna", "Ben", "Cleo", "Dora", "Eve", "Finn", "Gus", "Hal")


@pytest.mark.parametrize("count", [2, 3, 5, 7, 8])
async def test_cards_fill_the_width_and_are_equally_high(club: Club, count: int) -> None:
    begun = GAME.setup(GAME.options(), count, Replay((6, *[1] * (count - 1))))
    table = picture_of(GAME, begun, 0, _NAMES[:count])
    async with shown(club, table, size=(160, 45)) as (pilot, _):
        game = table_screen(pilot).game
        seats = cards(game)
        for style in CARD_STYLES:
            lines = seat_cards(game, seats, _CELLS, style)
            wide = {row_width(line) for line in lines} if count != 7 else {_CELLS}
            assert wide <= {_CELLS} and (lines or style.dice == "medium"), (style, wide)
            text = "\n".join(map(plain, lines))
            assert not lines or (text.count("╭─") >= count - 1 and text.count("┏━") >= 1)
            assert not lines or all(text.count(name) == 1 for name in _NAMES[:count]), text
        assert not seat_cards(game, seats, 16, CARD_STYLES[-1])  # no room for their names


async def test_cards_stay_where_tokens_fill_their_width(club: Club) -> None:
    begun = GAME.setup(GAME.options(), 4, Replay((6, 1, 1, 1)))
    for tokens in (19, 20):
        fields = {"pot": 21 - tokens, "tokens": (tokens, 0, 0, 0)}
        table = picture_of(GAME, arrange(GAME, begun, fields), 0, _NAMES[:4])
        async with shown(club, table, size=(160, 45)) as (pilot, _):
            lines = [plain(line) for line in table_screen(pilot).game.draw(Size(88, 41))]
        assert any("┏━" in line for line in lines), (tokens, lines)


async def test_whoever_has_the_turn_has_a_heavy_frame_in_their_colour(club: Club) -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    table = picture_of(GAME, replace(begun, turn=1), 0, _NAMES[:3])
    async with shown(club, table, size=(160, 45)) as (pilot, _):
        game = table_screen(pilot).game
        lines = seat_cards(game, cards(game), _CELLS, CARD_STYLES[-1])
        tones = {piece.tone for line in lines for piece in line if piece.text in ("┃", "│")}
        heavy = {piece.tone for line in lines for piece in line if piece.text == "┃"}
        assert heavy == {"seat-1"} and tones == {"seat-1", "rule"}


async def test_nothing_jumps_between_the_steps_of_a_round(club: Club) -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    steps = (
        {"turn": 0, "limit": 3},
        {"turn": 0, "dice": (6, 6, 1), "throws": 1, "limit": 3},
        {"turn": 1, "hands": (661, None, None), "limit": 3},
        {"turn": 2, "hands": (661, 421, None), "dice": (2, 2, 1), "throws": 1, "limit": 3},
    )
    edges = set()
    for fields in steps:
        table = picture_of(GAME, arrange(GAME, begun, fields), 0, _NAMES[:3])
        async with shown(club, table, size=(160, 45)) as (pilot, _):
            lines = [plain(line) for line in table_screen(pilot).game.draw(_PANE)]
        edges.add(tuple(at for at, line in enumerate(lines) if "┏" in line or "┗" in line))
    assert len({(at[0], at[-1]) for at in edges}) == 1, edges


async def test_dice_lie_on_cards_only_where_a_hand_is_made(club: Club) -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    fields = {"turn": 0, "hands": (None, 421, None), "dice": (6, 5, 2), "throws": 1, "limit": 3}
    table = picture_of(GAME, arrange(GAME, begun, fields), 0, _NAMES[:3])
    async with shown(club, table, size=(160, 45)) as (pilot, _):
        game = table_screen(pilot).game
        rolling, stands, waits = cards(game)
        drawn = [card.below(28, "medium") for card in (rolling, stands, waits)]
        tones = [{piece.tone for line in lines[:-1] for piece in line} for lines in drawn]
        assert "on-1" in tones[1] and not tones[0] & {"tile", "on-0"}, "they lie above the cards"
        assert tones[2] - {""} == {"rule"}, "outlines before they are rolled"
        assert [plain(line).strip() for line in drawn[0][:4]] == [
            *map(str.strip, low_banner("652", 28)),
            "worth 1 token",
        ]
        assert plain(drawn[0][-1]).startswith("▼ would be worst")
        assert "yet to roll" in plain(drawn[2][-1]) and len({*map(len, drawn)}) == 1
        wide, narrow = (
            [plain(line) for line in rolling.below(cells, "small")] for cells in (24, 15)
        )
        assert wide[:3] == ["652", "worth 1 token", "23 of 56 hands beat it"]
        assert narrow[:3] == ["652", "worth 1 token", ""], "nothing is said by half"


async def test_eight_seats_with_the_longest_names_stand_in_cards(club: Club) -> None:
    names = ("W" * 16, *("Bertrand-le-Grand"[: 16 + at % 2] for at in range(7)))
    for size in ((160, 45), (159, 43)):
        begun = GAME.setup(GAME.options(), 8, Replay((6, 1, 2, 3, 4, 5, 1, 2, 3, 4)))
        async with shown(club, picture_of(GAME, begun, 0, names), size=size) as (pilot, _):
            assert screen_text(pilot).count("╰" + "─" * 22) == 7, "a frame for each of the others"


async def test_the_unit_stands_beside_the_middle_of_a_number_below_the_name(club: Club) -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    table = picture_of(GAME, begun, 0, _NAMES[:3])
    async with shown(club, table, size=(160, 45)) as (pilot, _):
        game = table_screen(pilot).game
        for style in CARD_STYLES:
            if not style.large:
                continue
            lines = [plain(line) for line in seat_cards(game, cards(game), _CELLS, style)]
            assert not lines[2].strip("┃│ ").replace("┃", "").replace("│", "").strip()
            assert "tokens" in lines[4] and "█ █" in lines[4] and "▀▀▀" in lines[5]


async def test_who_chooses_a_trader_has_rows_in_the_middle_of_the_room_of_the_cards(
    club: Club,
) -> None:
    state, seat, *_ = STATES["thrown"]
    async with shown(club, table_of(state, seat), size=(160, 45)) as (pilot, _):
        lines = [line[:106].strip() for line in screen_text(pilot).splitlines()]
        head = row_of(lines, "To whom?")
        above = head - max(at for at in range(head) if lines[at]) - 1
        last = row_of(lines, "Emile")
        below = next(at for at in range(last + 1, 45) if lines[at]) - last - 1
        assert above >= 2 and abs(above - below) <= 1, (above, below)
        assert set(lines[head + 1 : last : 2]) == {""}, "rows apart fill their room"


async def test_cards_stand_in_every_broad_and_high_picture(club: Club) -> None:
    begun = GAME.setup(GAME.options(), 3, Replay((6, 1, 2)))
    for size, broad in (((140, 40), True), ((160, 45), True), ((120, 30), False)):
        async with shown(club, picture_of(GAME, begun, 0, _NAMES[:3]), size=size) as (pilot, _):
            assert ("┏━" in screen_text(pilot)) is broad, size
