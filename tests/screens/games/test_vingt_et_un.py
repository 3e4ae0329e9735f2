"""The screen of 21: states looked at one by one."""

import re

import pytest
from msgspec.structs import replace
from textual.geometry import Size
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.views import TableView
from arcade.engine.chance import Replay, Shuffled
from arcade.games.vingt_et_un import GAME
from arcade.games.vingt_et_un.rules.actions import Place
from arcade.games.vingt_et_un.rules.placing import Tile
from arcade.games.vingt_et_un.rules.state import State
from arcade.rooms.clocks import now
from screens.games.vingt_et_un.aim import Aim
from screens.games.vingt_et_un.board import Board, finale, last_board
from screens.games.vingt_et_un.news import lately
from screens.games.vingt_et_un.squares import Cell, Inks, built_of_blocks
from screens.games.vingt_et_un.view import View21
from screens.terminal.rows import Piece, plain
from tests.scenarios.given import arrange
from tests.screens.conftest import ANNA, row_of, screen_text, see, session, table_screen, until
from tests.screens.games.test_vingt_et_un_keys import sit
from tests.screens.spot import picture_of, shown

OWN = ("C3", "E3", "G3", "I3")
"""Plain squares for a tile of each of four seats."""


def state_of(seats: int = 2, **fields: object) -> State:
    """Return a state of round 4, with 8 and 9 on the diagonal that E5 ends, and a turned 1."""
    tiles = {"G7": (0, 9), "I7": (1, 5), "F6": (0, 8), "H6": (1, 6), "K7": (1, 16), "J8": (1, 1)}
    board = {
        at: {"seat": owner, "value": n, "star": at == "K7", "face_up": at != "J8", "order": order}
        for order, (at, (owner, n)) in enumerate(tiles.items(), 1)
    }
    draws = (18, *range(seats - 1), *[Shuffled((4, 3, "*", 12))] * seats)
    state = GAME.setup(GAME.options(), seats, Replay(draws))
    made: State = arrange(GAME, state, {"board": board, "round": 4, "turn": 0} | fields)
    return made


def table_of(seats: int = 2, **fields: object) -> TableView:
    return picture_of(GAME, state_of(seats, **fields), 0, ("Anna", "Ben", "Cleo", "Dora")[:seats])


def pieces_of(pilot: Pilot[str]) -> list[Piece]:
    """Return what the game's picture is made of."""
    view = table_screen(pilot).game
    return [piece for y in range(view.size.height) for piece in view.row_at(y)]


def lit(pilot: Pilot[str]) -> set[tuple[str, str]]:
    """Return the tiles that stand between lit bars, or below one where they are large."""
    board = table_screen(pilot).game.game.board
    on_board = [span for span in pieces_of(pilot) if span.click.startswith("at ")]
    squares = {
        span.click for span in on_board if span.tone == "field-accent" and span.text[0] in "▌▄"
    }
    tiles = [span for span in on_board if span.click in squares and span.tone.startswith("on-")]
    return {(str(board[span.click[3:]].value), span.tone) for span in tiles}


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 45)])
async def test_the_line_is_lit_and_the_sum_written_before_one_lays(
    club: Club, size: tuple[int, int]
) -> None:
    async with shown(club, table_of(), size, language="fr") as (pilot, spot):
        await see(pilot, "E5 : 4 + 8 + 9 = 21 en")  # the rest may stand in the next row
        await see(pilot, "+15.")
        assert lit(pilot) == {("8", "on-0"), ("9", "on-0")}, "and whose they are is seen still"
        await pilot.press("3")  # the star
        await see(pilot, "★4 + 8 + 9 = 21 en")
        await pilot.press("2", *["up"] * 8, *["left"] * 15)
        await see(pilot, "A1 : il doit toucher un jeton.")
        assert not lit(pilot) and not spot.asked


async def test_before_round_4_a_sum_of_21_says_when_it_counts(club: Club) -> None:
    async with shown(club, table_of(round=3)) as (pilot, _):
        await pilot.press("left", "right", *["up"] * 9, *["left"] * 15, *["down"] * 4)
        await pilot.press(*["right"] * 4)
        await see(pilot, "E5: 4 + 8 + 9 = 21 in a diagonal. Nothing scores before round 4.")


@pytest.mark.parametrize("seats", [2, 4])
async def test_everything_stands_on_the_smallest_screen(club: Club, seats: int) -> None:
    async with shown(club, table_of(seats)) as (pilot, _):
        seen = screen_text(pilot)
        for name, shape in zip(("Anna", "Ben", "Cleo", "Dora")[:seats], "■♥♣♦", strict=False):
            score = r" *\n.*█▀█.*\n.*█ █  29" if seats == 2 else r" +0\b.*\n.* 29"
            assert re.search(rf" {shape} {name}{score} tiles", seen), name
        assert seen.count("29 tiles") == seats
        assert f"{8 if seats == 2 else 15:>2}  30" in seen and "Your hand" not in seen
        for sign in ("○", " ■ ", "16★"):
            assert sign in seen, sign
        assert "▸ 4◂" in seen, "the cursor covers no number"
        await pilot.press("up", "down", "down")
        await see(pilot, "+15 ")
        await pilot.press("2")  # a tile that makes no 21
        await until(pilot, lambda: "+15 " not in screen_text(pilot))


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_ones_own_hand_stands_beside_the_board(club: Club, size: tuple[int, int]) -> None:
    """All rows stand apart from each other, and from the bars."""
    async with shown(club, table_of(4), size) as (pilot, _):
        rows = screen_text(pilot).splitlines()
        last = row_of(rows, re.compile("^ *15 +30"))
        tiles = [at for at, line in enumerate(rows) if re.search(r"▄{4} ▄{4} ▄{4}", line)]
        assert len(tiles) == 1 and tiles[-1] < last
        seats = row_of(rows, re.compile("■ {1,2}Anna"))
        beside = 64 if size[0] == 80 else 80
        assert tiles[-1] < seats - 2 and not rows[seats - 1][beside:].strip()
        assert not any(rows[at][:60].strip() for at in (1, last + 1))


async def test_the_tile_laid_last_stands_between_marks(club: Club) -> None:
    async with shown(club, table_of(turn=1)) as (pilot, _):
        await see(pilot, "[ 1]")


async def test_tiles_and_squares_have_the_colour_of_their_seat_and_without_colours_its_shape(
    club: Club,
) -> None:
    owners = {at: {"seat": n, "value": 5, "face_up": True, "order": n} for n, at in enumerate(OWN)}
    async with shown(club, table_of(4, board=owners), language="fr") as (pilot, _):
        view = table_screen(pilot).game
        pieces = [piece for line in view.draw(Size(80, 20)) for piece in line]
        for seat, shape in enumerate("■♥♣♦"):
            tiles = {piece.tone for piece in pieces if piece.click == f"at {OWN[seat]}"}
            squares = {piece.tone for piece in pieces if piece.text.strip() == shape}
            assert f"on-{seat}" in tiles
            assert squares >= {f"field-{seat}"}
        tones = [piece.tone for piece in pieces if piece.text.strip() in ("Anna", "Ben", "Cleo")]
        assert tones == ["seat-0", "seat-1", "seat-2"]
        pilot.app.palette = "mono"
        await see(pilot, "■ 5▌")
        await see(pilot, "♦ 5]")


async def test_tab_shows_the_log_beside_a_smaller_board(club: Club) -> None:
    async with shown(club, table_of(4)) as (pilot, _):
        assert "log tiles seats" not in screen_text(pilot)
        await pilot.press("tab")
        await see(pilot, "log tiles seats")
        assert table_screen(pilot).game.size.width < 60
        turned = [piece for piece in pieces_of(pilot) if "turned" in piece.tone]
        assert [piece.text.strip() for piece in turned if piece.text.strip()] == ["1"]
        await pilot.press("tab", "tab", "tab")
        await until(pilot, lambda: "log tiles seats" not in screen_text(pilot))


async def test_a_line_that_was_made_is_seen_before_the_game_goes_on(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.games.playback.FRAME", 1)  # a busy machine cuts nothing short
    async with shown(club, table_of(turn=1), (100, 30), animations=True) as (pilot, spot):
        state = state_of(turn=1)
        made = GAME.apply(state, 1, Place(4, "E5"), Replay(()))
        after = picture_of(GAME, made, 0, ("Anna", "Ben"), 2)
        spot.show(replace(after, shown_until=now() + 60_000))
        await see(pilot, "E5: 4 + 8 + 9 = 21 in a diagonal, +15.")
        await see(pilot, "Ben makes 21.")
        await until(pilot, lambda: bool(re.search(r"♥ Ben *\n.*█▀█ +\+15", screen_text(pilot))))
        assert table_screen(pilot).game.about(1) == "0 points"
        await until(
            pilot,
            lambda: lit(pilot) == {("8", "on-0"), ("9", "on-0"), ("4", "on-1")},
        )
        await pilot.press("enter")
        await see(pilot, "[ 4]")
        assert not spot.asked and re.search(r"♥ Ben *\n.* █ █▀▀", screen_text(pilot))


async def test_a_last_tile_that_makes_nothing_is_not_said_to_make_21(club: Club) -> None:
    fields = {"turn": 1, "hands": [[4, 3], [3]], "series": [[], []]}
    async with shown(club, table_of(**fields), animations=True) as (pilot, spot):
        made = GAME.apply(state_of(**fields), 1, Place(3, "E5"), Replay(()))
        after = picture_of(GAME, made, 0, ("Anna", "Ben"), 2)
        assert after.phase == "over"
        spot.show(replace(after, shown_until=now() + 60_000))
        await see(pilot, "Enter goes on.")
        await see(pilot, "E5: 3.")
        assert "Ben makes 21" not in screen_text(pilot)


async def test_the_cursor_goes_where_a_tile_fits_after_another_made_a_line(club: Club) -> None:
    async with shown(club, table_of(turn=1), animations=True) as (pilot, spot):
        made = GAME.apply(state_of(turn=1), 1, Place(4, "E5"), Replay(()))
        after = picture_of(GAME, made, 0, ("Anna", "Ben"), 2)
        spot.show(replace(after, shown_until=now() + 60_000))
        await see(pilot, "E5: 4 + 8 + 9")  # below one's hand, where rows lack
        await pilot.press("enter")
        await see(pilot, "Your turn.")
        assert table_screen(pilot).game.square in after.view.playable["4"]


@pytest.mark.parametrize("size", [(100, 30), (160, 45)])
async def test_what_a_line_scores_stands_below_the_board(club: Club, size: tuple[int, int]) -> None:
    async with shown(club, table_of(), size) as (pilot, _):
        for text in ("○ allowed", "A line of 21 pays 5", "■ 10."):
            await see(pilot, text)
        table_screen(pilot).game.learnt = True
        table_screen(pilot).game.redraw()
        await until(pilot, lambda: "A line of 21 pays" not in screen_text(pilot))


async def test_large_numbers_stand_on_the_board_where_it_has_room(club: Club) -> None:
    async with shown(club, table_of(), (160, 45)) as (pilot, _):
        rows = [piece.text for piece in pieces_of(pilot) if piece.click == "at K7"]
        assert rows[0] == "▄▄▄▄▄★ ", "a star says so"
        assert rows[1::2] == ["▐▌▐▛▀▘", "▐▌▐▛▜▌", "▝▘▝▀▀▘"]
        pilot.app.palette = "mono"
        await see(pilot, " 16★")


@pytest.mark.parametrize(("value", "lines"), [(20, ()), (21, ("▝▀▜▌▐▌", "▐▛▀▘▐▌", "▝▀▀▘▝▘"))])
def test_a_number_is_built_of_blocks_where_it_has_room(value: int, lines: tuple[str, ...]) -> None:
    assert built_of_blocks(value) == lines


def test_after_a_game_only_what_scored_is_coloured() -> None:
    board = {at: Tile(1, n, face_up=at != "J8") for n, at in enumerate(("G7", "J8", "K8"), 5)}
    view = replace(picture_of(GAME, state_of(), None, ("Anna", "Ben")).view, board=board, last="G7")
    drawn = last_board(Words("en"), view, Size(98, 26), "cafe")
    tones = {piece.text.strip(): piece.tone for line in drawn for piece in line if piece.click}
    assert (tones["5"], tones["6"], tones["7"]) == ("on-1", "on-1", "field-dim")
    assert not {"15", "20", "30", "■"} & tones.keys(), "and no square says what it is worth"
    assert any("the last tile, on G7   coloured: scored" in plain(line) for line in drawn)


async def test_only_where_the_tile_may_lie_is_lit(club: Club) -> None:
    async with shown(club, table_of()) as (pilot, _):
        view = table_screen(pilot).game
        pieces = pieces_of(pilot)
        lit_pieces = [p for p in pieces if p.tone == "field-strong" and p.text.strip(" ▌▐")]
        assert {p.click[3:] for p in lit_pieces} == {*view.game.playable["4"]} - {view.square}
        gold = {p.click[3:] for p in pieces if p.tone in ("field-accent", "field-gold")}
        assert gold - {view.square} == {"G7", "F6"}, "the line that the tile would make"
        quiet = {piece.tone for piece in pieces if piece.text.strip() in ("15", "20", "30")}
        assert quiet == {"field-price"}, "what squares pay differs from numbers of tiles"


async def test_a_square_that_scores_says_how_much_and_a_click_goes_there(club: Club) -> None:
    async with shown(club, table_of()) as (pilot, spot):
        await pilot.press(*["up"] * 9)
        await see(pilot, "+15 ")
        view = table_screen(pilot).game
        view.clicked("at E5")
        assert view.square == "E5" and not spot.asked
        await pilot.press("2", *["up"] * 9)
        await until(pilot, lambda: "+15 " not in screen_text(pilot))


async def test_a_star_is_not_what_a_turn_begins_with(club: Club) -> None:
    draws = (18, 0, *[Shuffled(("*", 4, "*", 12))] * 2)
    state = GAME.setup(GAME.options(), 2, Replay(draws))
    state = arrange(GAME, state, {"board": state_of().board, "round": 4, "turn": 0})
    async with shown(club, picture_of(GAME, state, 0, ("Anna", "Ben"))) as (pilot, _):
        assert table_screen(pilot).game.chosen == 4


async def test_the_last_tile_of_each_seat_stands_beside_its_score(club: Club) -> None:
    async with shown(club, table_of(2)) as (pilot, _):
        lines = [line[64:] for line in screen_text(pilot).splitlines()]
        anna, ben = (row_of(lines, name) for name in ("Anna", "Ben"))
        assert re.search(r"█ █ +29 tiles$", lines[anna + 2])
        assert re.search(r"▀▀▀ +8  F6$", lines[anna + 3])
        assert re.search(r"▀▀▀ +1  J8$", lines[ben + 3])


async def test_low_tiles_stand_side_by_side_below_their_keys_and_scores_beside_names(
    club: Club,
) -> None:
    """Each number has as much of its tile above it as below."""
    async with shown(club, table_of(3)) as (pilot, _):
        drawn = [plain(line) for line in table_screen(pilot).game.draw(Size(80, 21))]
        assert len(drawn) == 19, "two rows stay free, above and below the prompt"
        lines = [line[64:].rstrip() for line in drawn]
        keys = row_of(lines, re.compile("1 .*2 .*3"))
        assert lines[keys + 1].split() == ["▄▄▄▄"] * 3 and lines[keys + 3].split() == ["▀▀▀▀"] * 3
        assert len(lines[keys + 2].split()) == 3
        anna = row_of(lines, "Anna")
        assert re.search(r"■ Anna +0$", lines[anna]), lines
        assert lines[anna + 1].split() == ["29", "tiles"]
        assert re.search(r"8 +F6$", lines[anna + 2])


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_the_key_of_a_tile_stands_at_it(club: Club, size: tuple[int, int]) -> None:
    async with shown(club, table_of(), size) as (pilot, _):
        tones = {
            each.text: each.tone for each in pieces_of(pilot) if each.click.startswith("tile_")
        }
        assert tones["▸1 "] == "gold" and tones[" 2 "] == "dim"


async def test_below_a_small_board_stands_what_was_laid_last_and_what_signs_mean(
    club: Club,
) -> None:
    async with shown(club, table_of(2)) as (pilot, _):
        rows = screen_text(pilot).splitlines()
        last = row_of(rows, re.compile("^ *8 +30"))
        assert re.match(" ♥ Ben laid 1 on J8. .*○ allowed", rows[last + 2])
        assert max(map(len, rows[2 : last + 2])) < 80, "nothing touches the right edge"


async def test_scores_of_any_width_have_their_facts_in_a_column(club: Club) -> None:
    """For who watches, whose column has room for them, they stand below the scores."""
    state = state_of(2, scores=[100, 55])
    async with shown(club, picture_of(GAME, state, 0, ("Anna", "Ben")), (100, 30)) as (pilot, _):
        seen = screen_text(pilot).splitlines()
        places = [line.index("29 tiles") for line in seen if "29 tiles" in line]
        assert len(places) == 2 and len(set(places)) == 1
        assert sum("last: " in line for line in seen) == 2, "where there are rows for it"
    async with shown(club, picture_of(GAME, state, None, ("Anna", "Ben"))) as (pilot, _):
        lines = [line[64:].rstrip() for line in screen_text(pilot).splitlines()]
        assert lines.count("29 tiles") == 2


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_last_tile_below_its_score_names_its_square_whole(
    club: Club, language: str
) -> None:
    table = picture_of(GAME, state_of(2, scores=[100, 55]), None, ("Anna", "Ben"))
    async with shown(club, table, language=language) as (pilot, _):
        lines = [line[64:].rstrip() for line in screen_text(pilot).splitlines()]
    assert [line[-2:] for line in lines if re.search(r" [18]  \w+$", line)] == ["F6", "J8"]


@pytest.mark.parametrize(("down", "tone"), [(1, "lined-0"), (2, "on-0"), (4, "on-0")])
def test_a_line_parts_tiles_where_they_touch(down: int, tone: str) -> None:
    tiles = {square: Tile(0, 7) for square in ("A1", "A2", "A3")}
    board = Board(tiles, 2, Cell(5, down), Inks(), at="", last="A3")
    pieces = [piece for line in board.rows(8) for piece in line if "7" in piece.text]
    tones = {piece.click[3:]: piece.tone for piece in pieces if piece.click}
    assert tones == {"A1": tone, "A2": tone, "A3": "on-0"}, "the last one stands out anyway"
    tiles["A2"] = Tile(1, 7)
    board = Board(tiles, 2, Cell(5, down), Inks(), at="", last="A3")
    assert not any("lined" in piece.tone for line in board.rows(8) for piece in line), "colours do"


@pytest.mark.parametrize("value", [7, 17])
@pytest.mark.parametrize(("across", "above"), [(4, "▗▄▄▖"), (5, "▄▄▄▄ "), (6, "▗▄▄▄▄▖")])
def test_in_squares_of_two_rows_a_tile_is_half_a_row_higher_than_its_number(
    across: int, above: str, value: int
) -> None:
    board = Board({"A1": Tile(1, value)}, 2, Cell(across, 2), Inks(), at="")
    half, number = (
        "".join(piece.text for piece in line if piece.click == "at A1")
        for line in board.rows(8, 2)[1:3]
    )
    assert str(value) in number and half == above, "all tiles stand in one grid"


async def test_a_prompt_says_no_price_that_the_signs_say(club: Club) -> None:
    async with shown(club, table_of(2, board={}, round=1), (80, 24)) as (pilot, _):
        await see(pilot, "A line of 21 pays 5, on your colour ■ 10.  30 pays 30")
    async with shown(club, table_of(2), (80, 24)) as (pilot, _):
        view = table_screen(pilot).game
        view.clicked("at F5")
        assert view.hint() == "F5: 4 + 8 = 12 in a column."
        view.clicked("at H5")
        assert view.hint().endswith("This square pays 15.")


async def test_the_number_on_a_marked_square_is_explained_until_that_is_learnt(club: Club) -> None:
    """Beside the board too, where the row below it has no room."""
    long = ("Éloïse", "Anne-Marie-Louise", "[b]Max[/b]", "Bertrand-le-Grand")
    for names, sign in ((("Anna", "Ben"), "30 pays 30"), (long, "30  pays 30")):
        table = picture_of(GAME, state_of(len(names)), 0, names)
        async with shown(club, table) as (pilot, _):
            await see(pilot, sign)
            table_screen(pilot).game.learnt = True
            table_screen(pilot).game.redraw()
            await until(pilot, lambda: "pays 30" not in screen_text(pilot))


@pytest.mark.parametrize(("seats", "size"), [(2, (80, 24)), (2, (100, 30)), (3, (100, 30))])
async def test_the_board_stands_apart_from_what_is_around_it(
    club: Club, seats: int, size: tuple[int, int]
) -> None:
    async with shown(club, table_of(seats), size) as (pilot, _):
        rows = screen_text(pilot).splitlines()
        letters = row_of(rows, re.compile("^ +A +B +C "))
        first, last = (
            row_of(rows, re.compile(f"^ *{name} +30")) for name in (1, 8 if seats == 2 else 15)
        )
        assert not rows[letters - 1].strip(), "the letters stand apart from the bar"
        tight = size == (80, 24)
        assert first == letters + 2 - tight, "the first row is as high as the others"
        assert not rows[last + 1][: 60 if size[0] == 80 else 80].strip()


async def test_scores_keep_their_names_rather_than_what_happened_last(club: Club) -> None:
    long = ("Éloïse", "Anne-Marie-Louise", "[b]Max[/b]", "Bertrand-le-Grand")
    table = picture_of(GAME, state_of(4, turn=0), 0, long)
    async with shown(club, table) as (pilot, _):
        for name in long:
            assert re.search(rf"{re.escape(name)} +0\b", screen_text(pilot)), screen_text(pilot)


@pytest.mark.parametrize("columns", [60, 64, 70, 79])
async def test_below_80_columns_too_the_board_is_whole_with_hand_and_scores(
    club: Club, columns: int
) -> None:
    async with shown(club, table_of(4), (columns, 24)) as (pilot, _):
        seen = screen_text(pilot)
        assert re.search(r"A +B .* N +O\b", seen) and re.search("15 +30 .* 30", seen)
        for shape in "■♥♣♦":
            assert re.search(rf"{shape}[^\n]* 0\b|{shape}[^\n]*\n[^\n]* 0  29 tiles", seen), seen
        assert re.search(r"1 ?▸? ?\[?.*2 ?▸? ?\[?.*3", seen, re.DOTALL)


@pytest.mark.parametrize("cells", [30, 36, 45, 60])
async def test_of_what_another_laid_last_only_a_long_name_is_cut(club: Club, cells: int) -> None:
    board = {"K7": {"seat": 1, "value": 9, "face_up": True, "order": 1}}
    table = picture_of(GAME, state_of(2, board=board), 0, ("Anna", "Bertrand-Antoine"))
    async with shown(club, table) as (pilot, _):
        line = plain(lately(table_screen(pilot).game, cells))
    assert re.fullmatch("♥ B[^ ]*(…|oine) laid 9 on K7.", line) and len(line) <= cells


STAR_OF_BEN = {"K7": {"seat": 1, "value": 16, "star": True, "face_up": True, "order": 1}}


@pytest.mark.parametrize(
    ("seats", "fields"), [(2, {"board": STAR_OF_BEN}), (4, {"board": {}, "round": 1})]
)
async def test_all_seats_stand_in_a_row_with_long_names_cut(
    club: Club, seats: int, fields: dict[str, object]
) -> None:
    """Beside what happened last, and where nothing has happened yet."""
    long = ("Anne-Marie-Laure", "Bertrand-Antoine", "Charles-Philippe", "Dominique-Claire")
    table = picture_of(GAME, state_of(seats, **fields), 0, long[:seats])
    async with shown(club, table) as (pilot, _):
        for name in long[:seats]:
            assert re.search(rf"[■♥♣♦] {name[:8]}\S*… 0\b", screen_text(pilot)), screen_text(pilot)


async def test_whoever_has_laid_the_last_tile_sees_the_board_with_long_names_too(
    club: Club,
) -> None:
    fields = {"hands": [[4], [3]], "series": [[], []]}
    made = GAME.apply(state_of(**fields), 0, Place(4, "E5"), Replay(()))
    table = picture_of(GAME, made, 0, ("Anne-Marie-Laure", "Bertrand-Antoine"))
    assert table.phase == "over" and not table.view.hand
    async with shown(club, table, (80, 32)) as (pilot, _):
        view = table_screen(pilot).game
        assert isinstance(view, View21), "not what a game is shown with whose picture fails"
        assert view.alone and view.draw(Size(80, 28))


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 45)])
async def test_the_first_turn_says_where_the_first_tile_goes(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as pilot:
        await sit(club, pilot)
        await see(pilot, "The first tile goes on your start square; it must be 9 or less.")


async def test_a_sentence_in_two_rows_leaves_no_word_alone(club: Club) -> None:
    async with session(club, ANNA, (80, 24), language="fr") as pilot:
        await sit(club, pilot)
        await see(pilot, "À vous. Premier jeton : sur votre case de départ, 9 au plus.")
        words = ["mots"] * 14
        table_screen(pilot).tell(" ".join([*words, "seul."]))
        await until(pilot, lambda: "seul." in screen_text(pilot))
        (last,) = [line for line in screen_text(pilot).splitlines() if "seul." in line]
        assert last.split()[-3:] == ["mots", "mots", "seul."], screen_text(pilot)


def test_the_line_with_which_the_winner_ended_is_drawn_and_no_other() -> None:
    laid = {"C5": (1, 8), "D5": (0, 9), "E5": (1, 4), "E6": (0, 17)}
    board = {
        at: Tile(seat, n, face_up=False, order=order)
        for order, (at, (seat, n)) in enumerate(laid.items())
    }
    view = picture_of(GAME, state_of(), None, ("Anna", "Ben")).view
    view = replace(view, board=board, last="E5", lines=(("C5", "D5", "E5"),))
    drawn = finale(Words("en"), view, 1, 3)
    assert drawn is not None and plain(drawn.drawn[1]).split() == ["8", "9", "4"]
    assert [piece.tone for piece in drawn.drawn[1] if piece.text.strip()] == [
        "on-1",
        "on-0",
        "on-1",
    ]
    assert plain(drawn.caption) == "= 21   the line of the last tile"
    assert finale(Words("en"), view, 0, 3) is None
    assert finale(Words("en"), replace(view, last="E6", lines=()), 1, 3) is None


async def test_a_crowded_board_has_whole_rows_and_a_margin_on_a_large_screen(club: Club) -> None:
    long = ("Éloïse", "Anne-Marie-Louise", "[b]Max[/b]", "Bertrand-le-Grand")
    table = picture_of(GAME, state_of(4, turn=0), 0, long)
    async with shown(club, table, (160, 45)) as (pilot, _):
        rows = screen_text(pilot).splitlines()
        letters = row_of(rows, re.compile("^ +A +B +C "))
        for number in range(1, 16):
            assert re.match(rf" +{number} ", rows[letters + 2 * number]), "nor cut by the edge"


async def test_a_large_tile_at_the_cursor_has_signs_beside_its_number(club: Club) -> None:
    async with shown(club, table_of(), (160, 45)) as (pilot, _):
        at = f"at {table_screen(pilot).game.square}"
        tile = [
            piece.text for piece in pieces_of(pilot) if (piece.click, piece.tone) == (at, "cursor")
        ]
        assert tile[1][0] == "▸" and tile[1][-1] == "◂"


def test_where_a_tile_may_lie_its_sign_stands_apart_from_what_the_square_pays() -> None:
    view = picture_of(GAME, state_of(), 0, ("Anna", "Ben")).view
    aim = Aim(view, 0, (), 4, 0)
    for across in (4, 5):
        board = Board(view.board, 2, Cell(across, 1), Inks(), at="", own=0, aim=aim)
        assert any("○ 15" in plain(line) for line in board.rows(8))


async def test_three_seats_stand_in_a_row_beside_the_hand(club: Club) -> None:
    """All rows of the board are as high as each other then."""
    async with shown(club, table_of(3), (160, 45)) as (pilot, _):
        rows = screen_text(pilot).splitlines()
        assert any(re.search("■ Anna .*♥ Ben .*♣ Cleo", line) for line in rows), rows
        letters = row_of(rows, re.compile("^ +A +B +C "))
        assert [bool(re.match(" +1 +30", rows[letters + n])) for n in (1, 2)] == [False, True]
