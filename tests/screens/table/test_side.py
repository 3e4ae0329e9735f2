"""What stands beside a picture: log, panels of the game, seats."""

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace
from textual.geometry import Size

from arcade.club.club import Club
from arcade.club.views import LogLine
from arcade.engine.chance import Stream
from arcade.engine.news import phrase
from arcade.games.le421 import GAME
from arcade.games.le421.rules.options import Options
from arcade.games.trente import GAME as TRENTE
from arcade.games.vingt_et_un import GAME as VINGT_ET_UN
from arcade.games.vingt_et_un.rules.placing import Tile
from screens.games.view import Panel
from screens.terminal.palette import PALETTES
from screens.terminal.rows import plain, row
from screens.terminal.seats import seat_mark
from tests.screens.conftest import SIZES, screen_text, see, table_screen, until
from tests.screens.games.trente_tables import SIX_BEATEN_BY_THREE, given, struck
from tests.screens.spot import picture_of, show, shown
from tests.screens.test_look import colours, contrast

BEGUN = GAME.setup(Options(), 3, Stream(bytes(32)))
TABLE = picture_of(GAME, BEGUN, BEGUN.turn, ("Anna", "Ben", "Cleo-of-the-long-name"), people=3)


NARROW, BESIDE, ABOVE = (80, 24), (120, 24), (120, 30)
"""A terminal in which the picture has all columns, one with a small log beside it, and one in which
a panel stands above that."""


async def test_tab_swaps_the_picture_alone_and_log_panels_and_seats_beside_it(club: Club) -> None:
    async with shown(club, TABLE, NARROW) as (pilot, spot):
        screen = table_screen(pilot)
        below = screen.placed[screen.log_pane]
        assert screen.placed[screen.game].width == 80 and below.width == 78 and screen.bare
        assert "log hands seats" not in screen_text(pilot)
        await pilot.press("tab")
        await see(pilot, "log hands seats")
        assert screen.log_pane in screen.placed and not screen.bare
        await pilot.press("tab")
        await see(pilot, "611 666")
        assert "The hands, best first\n" in screen_text(pilot), "no half of what does not fit"
        assert screen.log_pane not in screen.placed and not screen.bare
        await pilot.press("tab")
        await see(pilot, "Cleo-of-the-long-name")
        await pilot.press("tab")
        await pilot.pause()
        assert screen.placed[screen.log_pane] == below and screen.bare
        assert not spot.asked


@pytest.mark.parametrize(
    ("columns", "rows"), [*((80, rows) for rows in range(24, 50, 3)), (60, 30), (79, 30), (119, 24)]
)
@pytest.mark.parametrize("seats", [2, 3, 8])
async def test_the_last_lines_of_the_log_stand_below_a_picture_that_has_all_columns(
    club: Club, columns: int, rows: int, seats: int
) -> None:
    names = [f"Player-{seat}" for seat in range(seats)]
    state = GAME.setup(Options(), seats, Stream(bytes(32)))
    table = replace(picture_of(GAME, state, state.turn, names), lines=chat(30), watchers=("Eve",))
    async with shown(club, table, (columns, rows)) as (pilot, _):
        screen = table_screen(pilot)
        picture, log = screen.placed[screen.game], screen.placed[screen.log_pane]
        status = screen.placed[screen.status]
        assert picture.bottom + 1 == log.y and log.bottom <= status.y  # a rule between them
        assert screen.divider == (1, picture.bottom - screen.lowered, columns - 2, 1)
        lines = screen_text(pilot).split("\n")
        assert re.fullmatch(rf" ─{{{columns - 12},}} Tab log *", lines[picture.bottom])
        below = "".join(lines[log.y : log.bottom])
        assert "line 30" in below and "Eve" not in below
        rows_of_seats = seats if seats < 5 else -(-seats // 2)  # many stand in two columns
        assert log.height == 1 or picture.height >= 10 + rows_of_seats


async def test_a_log_without_older_lines_is_not_scrolled(club: Club) -> None:
    async with shown(club, replace(TABLE, lines=chat(3)), BESIDE) as (pilot, _):
        screen = table_screen(pilot)
        screen.log_pane.scroll_rows(-1)
        assert not screen.log_pane.scrolled and screen.bare  # before it is drawn, too


@pytest.mark.parametrize("size", [(120, 30), (160, 45), (240, 60)])
async def test_in_a_wide_terminal_log_and_talk_have_one_edge_and_the_whole_height(
    club: Club, size: tuple[int, int]
) -> None:
    async with shown(club, TABLE, size) as (pilot, _):
        screen = table_screen(pilot)
        at = screen.placed
        game, status, log = at[screen.game], at[screen.status], at[screen.log_pane]
        panels = at[screen.side]
        talk, edge = at[screen.prompt], log.x
        assert (status.x, status.bottom, status.width) == (game.x, size[1] - 1, game.width)
        assert status.y > game.y + screen.game.filled.stop
        assert panels.y == 2 and panels.bottom == log.y - 1 and panels.x == edge
        assert log.bottom == talk.y - 1 and talk.bottom == size[1] - 2
        rows = screen_text(pilot).split("\n")
        assert "Your turn." in rows[size[1] - 3] and not rows[size[1] - 2].strip(" │")
        assert rows[talk.y][edge] == "›" and rows[panels.y][edge:].startswith("hands seats")
        assert game.x == 0
        regions = [at[pane] for pane in at if pane is not screen.status]  # it stands in free rows
        assert not any(
            region.overlaps(other) for region in regions for other in regions if region is not other
        )


async def test_a_log_has_as_many_rows_beside_a_picture_after_it_was_below_it(club: Club) -> None:
    async with shown(club, replace(TABLE, lines=chat(60)), BESIDE) as (pilot, _):
        pane = table_screen(pilot).log_pane
        before = [plain(line) for line in pane.draw(pane.size)]
        await pilot.resize_terminal(*NARROW)
        await until(pilot, lambda: pane.size.width == 78)
        await pilot.resize_terminal(*BESIDE)
        await until(pilot, lambda: pane.size.width < 78)
        assert [plain(line) for line in pane.draw(pane.size)] == before


def chat(count: int) -> tuple[LogLine, ...]:
    return tuple(
        LogLine(n, 0, "chat", who="Ben", text=f"line {n}{' again' * (n % 3)}")
        for n in range(1, count + 1)
    )


@pytest.mark.parametrize("size", [BESIDE, ABOVE, SIZES[2]])
async def test_lines_of_the_log_beside_it_stand_still_until_it_is_full_and_then_some_leave_at_once(
    club: Club, size: tuple[int, int]
) -> None:
    async with shown(club, replace(TABLE, lines=chat(3)), size) as (pilot, _):
        screen = table_screen(pilot)
        pane, region = screen.log_pane, screen.placed[screen.log_pane]
        rows = [line[region.x : region.right] for line in screen_text(pilot).split("\n")]
        top = region.y + pane.headed
        assert [line.split(" again")[0].strip() for line in rows[top : top + 3]] == [
            f"Ben: line {n}" for n in (1, 2, 3)
        ]
        pages = []
        for count in range(1, 120):
            pane.show(replace(TABLE, lines=chat(count)))
            page = [plain(line) for line in pane.draw(region.size)[pane.headed :]]
            assert f"line {count}" in "\n".join(page[-2:]) and len(page) <= region.height
            pages.append(page)
        turned = [
            (before, page) for before, page in pairwise(pages) if page[: len(before)] != before
        ]
        assert 0 < len(turned) <= 119 // 3
        for before, page in turned[1:]:
            assert page[0] in before and len(page) < len(before)


async def test_a_long_talk_leaves_room_for_the_game_and_is_whole_once_one_scrolls(
    club: Club,
) -> None:
    long = LogLine(1, 0, "chat", who="Ben", text=" ".join(f"word{n}" for n in range(60)))
    after = tuple(replace(line, number=line.number + 1) for line in chat(30))
    async with shown(club, replace(TABLE, lines=(long,)), BESIDE) as (pilot, _):
        pane = table_screen(pilot).log_pane
        rows = [plain(line) for line in pane.draw(pane.size)[pane.headed :]]
        room = pane.size.height - pane.headed
        assert len(rows) == room // 2 and rows[-1].endswith(
            "…"
        )  # where nothing else needs rows too
        pane.scroll_rows(-1)
        assert "word59" in " ".join(map(plain, pane.draw(pane.size)))
        pane.follow()
        pane.show(replace(TABLE, lines=(long, *after)))
        scrolled = ""
        for _ in range(9):
            pane.scroll_rows(-1)
            scrolled += " ".join(map(plain, pane.draw(pane.size)))
        assert "word59" in scrolled


async def test_a_log_tells_of_the_game_quietly_with_its_turns_apart(club: Club) -> None:
    rolled = phrase("{who:seat} rolls.", who=1)
    lines = [
        LogLine(number, 0, "game", news=rolled, names=("Anna", "Ben"), turn=turn)
        for number, turn in enumerate((1, 1, 2, 3, 3, 4, 4), 1)
    ]
    talk = LogLine(8, 0, "chat", who="Ben", text="Well played")
    async with shown(club, replace(TABLE, lines=(*lines, talk))) as (pilot, _):
        pane = table_screen(pilot).log_pane
        for size in (Size(24, 16), Size(31, 13), Size(60, 30)):
            drawn = pane.draw(size)[pane.headed :]
            blank = [at for at, line in enumerate(drawn) if not line]
            assert blank == [2, 6], size  # after turns of several lines
            assert all("Ben rolls." in plain(line) for line in drawn[:-1] if line)
            assert {piece.tone for piece in drawn[0]} == {seat_mark(1).tone, "told"}
            assert drawn[-1][-1].tone == ""
        assert all(pane.draw(Size(80, 3)))  # a few rows below a picture have none for that
    for theme in ("cafe", "light", "contrast", "zinc"):
        shades = [colours(PALETTES[theme][tone]) for tone in ("", "dim", "told")]
        ratios = [contrast(*shade) for shade in shades]
        assert ratios == sorted(ratios, reverse=True), theme  # the log is the quietest


@pytest.mark.parametrize(("language", "ends"), [("en", "read it later"), ("fr", "lisent après")])
async def test_who_watches_reads_whole_how_to_talk_below_the_narrowest_log(
    club: Club, language: str, ends: str
) -> None:
    watched = replace(TABLE, seat=None, offers=(), view=GAME.view(BEGUN, None))
    async with shown(club, watched, BESIDE, language=language) as (pilot, _):
        await see(pilot, ends)


async def test_page_up_passes_over_no_line_of_a_page_begun_anew(club: Club) -> None:
    async with shown(club, replace(TABLE, lines=chat(60)), ABOVE) as (pilot, _):
        screen = table_screen(pilot)
        pane = screen.log_pane
        for count in range(60, 70):
            pane.follow()
            pane.show(replace(TABLE, lines=chat(count)))
            first = plain(pane.draw(pane.size)[pane.headed])
            pane.scroll_rows(-1)
            assert first in map(plain, pane.draw(pane.size))


async def test_where_there_is_room_tab_swaps_only_the_panels_above_the_log(club: Club) -> None:
    async with shown(club, TABLE, ABOVE) as (pilot, _):
        screen = table_screen(pilot)
        assert "611 666" in screen_text(pilot) and screen.bare
        await pilot.press("tab")
        await see(pilot, "Cleo-of-the-long-name")
        assert {screen.side, screen.log_pane} <= {*screen.placed} and not screen.bare
        await pilot.press("tab")
        await see(pilot, "611 666")
        assert screen.bare


@pytest.mark.parametrize(
    ("size", "placed"), [*zip(SIZES, [(78, 6), (98, 7), (50, 3)], strict=True)]
)
async def test_the_coach_takes_its_place_beside_the_game_or_below_it(
    club: Club, size: tuple[int, int], placed: tuple[int, int]
) -> None:
    async with shown(club, TABLE, size) as (pilot, _):
        screen = table_screen(pilot)
        screen.panes.coach.open = True
        screen.rearrange()
        await pilot.pause()
        assert screen.placed[screen.panes.coach].size == placed
        assert (screen.log_pane in screen.placed) == (size == SIZES[-1])


@pytest.mark.parametrize("size", [(80, 24), (120, 30), (132, 43)])
async def test_a_panel_shows_every_seat_and_breaks_what_is_wider_than_it(
    club: Club, size: tuple[int, int]
) -> None:
    names = [f"Anne-Marie-Laure{n}" for n in range(8)]
    begun = TRENTE.setup(TRENTE.options(), 8, Stream(bytes(32)))
    table = picture_of(TRENTE, begun, 0, names)
    wide = Panel("wide", lambda _width, _height: [row("word " * 20 + "end")])
    async with shown(club, table, size) as (pilot, _):
        screen = table_screen(pilot)
        screen.side._at = 1 if screen.side.above else 2
        screen.rearrange()
        await pilot.pause()
        seen = [plain(line) for line in screen.side.draw(screen.side.size)]
        assert len(seen) <= screen.side.size.height
        assert sum("30 points" in line for line in seen) == 8, seen
        screen.game.panels = lambda: (wide,)  # type: ignore[method-assign]
        screen.side._at = not screen.side.above
        drawn = [plain(line) for line in screen.side.draw(screen.side.size)]
        assert "end" in drawn[-1] and max(map(len, drawn)) <= screen.side.size.width


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_what_attacks_strike_stands_beside_trente(club: Club, language: str) -> None:
    attack = given(3, turn=0, kept=SIX_BEATEN_BY_THREE, scores=(30, 8, 3))
    view = TRENTE.view(struck(attack, 3, 5, 3, 1, 2, 6, 1, 1, 4, 2), 1)
    sentences = {
        "en": ("Your attack at level", "1 3 5 ━━▶ Cleo", "2 4 6 ━━▶ Anna", "Anna ━━▶ you"),
        "fr": ("Votre attaque au niveau", "1 3 5 ━━▶ Cleo", "2 4 6 ━━▶ Anna", "Anna ━━▶ vous"),
    }
    table = replace(TABLE, game="trente", seat=1, view=view, to_act=(1,), offers=())
    async with shown(club, table, SIZES[-1], language=language) as (pilot, _):
        for text in (*sentences[language], "2 × [3] = 6 points"):
            await see(pilot, text)
    async with shown(club, table, SIZES[0], language=language) as (pilot, _):
        await pilot.press("tab", "tab")
        await see(pilot, sentences[language][0])


async def test_the_tiles_nobody_has_laid_stand_beside_21(club: Club) -> None:
    begun = VINGT_ET_UN.setup(VINGT_ET_UN.options(), 2, Stream(bytes(32)))
    laid = {"G7": Tile(0, 9), "H7": Tile(1, 12, star=True)}
    names = ("Anna", "Ben")
    table = picture_of(VINGT_ET_UN, replace(begun, board=laid), 0, names)
    async with shown(club, table, SIZES[-1]) as (pilot, _):
        await see(pilot, "8 8 9 10 11 12")
        text = screen_text(pilot)
        assert "16 17 ★★★" in text
        assert ("8 8 9 9 10 11 12" in text and "17 ★★ " in text) or "17 ★★\n" in text


async def test_a_panel_that_had_no_room_comes_back_as_the_game_is_now(club: Club) -> None:
    begun = VINGT_ET_UN.setup(VINGT_ET_UN.options(), 2, Stream(bytes(32)))
    names = ("Anna", "Ben")
    table = picture_of(VINGT_ET_UN, begun, 0, names)
    async with shown(club, table, SIZES[-1]) as (pilot, spot):
        await see(pilot, "8 8 9 9 10 11 12")
        await pilot.resize_terminal(*SIZES[0])
        await until(pilot, lambda: table_screen(pilot).side not in table_screen(pilot).placed)
        after = replace(begun, board={"G7": Tile(0, 9), "H7": Tile(1, 9)})
        await show(pilot, spot, picture_of(VINGT_ET_UN, after, 0, names, version=table.version + 1))
        await pilot.resize_terminal(*SIZES[-1])
        await see(pilot, "8 8 9 10 11 12")
        assert "8 8 9 9 10" not in screen_text(pilot)
