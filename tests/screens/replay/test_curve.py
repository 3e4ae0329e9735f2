"""The curve of a game on the card of its end and in a replay."""

import re
from typing import get_args

import pytest
from textual.geometry import Size
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve, Curves
from arcade.club.replays.practice import CODE
from arcade.club.replays.review import Highlights, Remark
from arcade.engine.coach import Advice
from arcade.engine.news import phrase
from arcade.games.vingt_et_un.rules.placing import rows
from screens.games import view_class
from screens.replay.screen import ReplayScreen
from screens.table.screen import TableScreen
from screens.terminal.colours import Depth, reduced
from screens.terminal.glyphs import TWINS
from screens.terminal.palette import OF_DEPTH, PALETTES
from screens.terminal.rows import plain, row_width
from screens.terminal.seats import seat_mark
from screens.widgets.curve import (
    BEST,
    HERE,
    WORST,
    areas,
    blocks,
    numbers,
    scale,
    signs,
    slider,
    turns_of,
)
from tests.screens.conftest import ANNA, screen_text, see, session, table_screen, until
from tests.screens.spot import shown
from tests.snapshots.played import played
from tests.snapshots.views import result_of

CURVE = Curve(((0.5, 0.5), (0.3, 0.7), (0.9, 0.1), (1.0, 0.0)), (0, 1, 0), (0,))


def test_a_curve_is_stretched_where_there_is_room_and_thinned_where_there_is_not() -> None:
    assert turns_of(CURVE, 80) == (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3)
    assert turns_of(CURVE, 6) == (0, 0, 1, 2, 2, 3)
    assert turns_of(CURVE, 3) == (0, 2, 3)
    assert plain(blocks(CURVE, 0, 4)) == "▅▃██"
    assert plain(blocks(CURVE, 1, 4)) == "▅▆▁·"
    assert plain(slider(CURVE, 0, 4, 2)) == "▅▃●█"
    assert plain(signs(CURVE, 12, {1: WORST, 2: BEST, 3: HERE})) == "────▼──▲──●─"
    assert all(sign in TWINS for sign in "▁▂▃▄▅▆▇█▲▼●◆")


@pytest.mark.parametrize("size", [(80, 24), (120, 42)])
async def test_the_card_shows_the_curve_what_decided_and_the_moves(
    club: Club, size: tuple[int, int]
) -> None:
    table = result_of("421")
    points = ((0.25, 0.25, 0.5), (0.1, 0.2, 0.7), (1.0, 0.0, 0.0))
    advice = Advice({"do": "stop"}, 30.0, phrase("x"))
    worst = Remark(9, 0, 12.0, advice, advice, "% of the game", turn=1, moment=phrase("Anna slept"))
    async with shown(club, table, size) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        pane = table_screen(pilot).result.pane
        pane.trace(Curve(points, (0, 1), (0,)))
        pane.tell(Highlights("421", ("Anna", "Ben", "Chloé"), None, worst))
        await until(pilot, lambda: "Anna slept" in screen_text(pilot))
        text = screen_text(pilot)
    decisive = "Turn 2, by Ben, decided it: your chances went from 10% to 100%."
    card = [line.split("│")[0] for line in text.splitlines()]
    assert decisive in " ".join(" ".join(re.sub("[▀▄█]+", "", line) for line in card).split())
    assert "Turn 1: Anna slept, −12% chance." in text
    assert len(re.findall(r"(?m)^ *100%", text)) == 1, "there is one curve"
    assert text.count(WORST) == 2, "beside the sentence, and under the curve, for no rating"
    assert "rating 1009 (+9)" in text


@pytest.mark.parametrize(
    ("size", "marks"), [((80, 24), ["50", "0"]), ((100, 34), ["50", "25", "0"])]
)
async def test_low_chances_are_drawn_to_half(
    club: Club, size: tuple[int, int], marks: list[str]
) -> None:
    points = ((0.3, 0.3, 0.4), (0.2, 0.4, 0.4), (0.4, 0.3, 0.3))
    async with shown(club, result_of("golden21"), size) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        table_screen(pilot).result.pane.trace(Curve(points, (0, 1), (2,)))
        await until(pilot, lambda: "hances" in screen_text(pilot))
        card = screen_text(pilot)
    assert re.findall(r"^ *(\d+)%(?: |$)", card, re.MULTILINE) == marks


@pytest.mark.parametrize(
    ("size", "rows", "cells"), [((80, 24), 5, 70), ((100, 30), 5, 90), ((160, 45), 11, 108)]
)
@pytest.mark.parametrize("key", ["421", "golden21", "trente", "golden-zero"])
async def test_the_curve_is_as_wide_as_the_card_and_high_enough_to_be_read(
    club: Club, key: str, size: tuple[int, int], rows: int, cells: int
) -> None:
    points = tuple((0.3 + at / 50, 0.4 - at / 100, 0.3 - at / 100) for at in range(30))
    async with shown(club, result_of(key), size) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        table_screen(pilot).result.pane.trace(Curve(points, (0,) * 29, (0,)))
        await see(pilot, "100%")
        lines = screen_text(pilot).splitlines()
    top = next(at for at, line in enumerate(lines) if line.lstrip().startswith("100%"))
    axis = re.compile(r"[─◆▲▼]+")
    foot = next(at for at, line in enumerate(lines) if at > top and axis.fullmatch(line.strip()))
    assert foot - top + 1 >= rows and lines[foot - 1].split()[0] == "0%"
    assert len(lines[foot].strip()) >= cells
    above = " ".join(lines[top - 1].split())
    assert re.match("$|◆ Turn |Your chances to win$", above), "nothing else touches it"


def test_a_curve_has_a_scale_and_numbered_turns() -> None:
    assert scale(3) == ["100 ", " 50 ", "  0 "] and scale(1) == []
    long = Curve(((0.5, 0.5),) * 24, (0,) * 23, (0,))
    line = numbers(Words("en"), long, 72)
    assert line.split() == ["the", "start", "5", "10", "15", "20", "turn", "23"]
    assert line.startswith("the start") and len(line) == len(turns_of(long, 72))
    turns = turns_of(long, 72)
    assert all(turns[line.index(f" {turn}") + 1] in (turn, turn - 1) for turn in (5, 10, 15, 20))


def test_everybody_s_chances_are_areas_half_a_row_apart_one_seat_s_lowest() -> None:
    curve = Curve(((0.5, 0.25, 0.25), (1.0, 0.0, 0.0), (0.5, 0.0, 0.5)), (0, 0), (0,))
    drawn = areas(curve, 0, 9, 6)
    assert [plain(line) for line in drawn] == [
        "█████████",
        "▄▄▄██████",
        "▀▀▀███▀▀▀",
        "█████████",
        "█████████",
        "█████████",
    ]
    assert all(sign in TWINS for line in drawn for sign in plain(line))


def test_areas_have_the_names_that_have_room_and_a_line_at_the_turn_shown() -> None:
    curve = Curve(((0.6, 0.4, 0.0),) * 6, (0,) * 5)
    drawn = areas(curve, 0, 18, 10, ("Anna", "Bo", "Chloé"), here=5)
    text = [plain(line) for line in drawn]
    assert [line.index("■ Anna") for line in text if "Anna" in line] == [2]
    assert [line.index("♥ Bo") for line in text if "Bo" in line] == [2]
    assert "Chloé" not in "".join(text)
    assert {line.index("┃") for line in text} == {16}
    named = [piece for line in drawn for piece in line if "Anna" in piece.text]
    assert [(piece.tone, piece.click) for piece in named] == [(seat_mark(0).tone, "turn_0")]


async def test_a_large_card_names_whose_chances_are_drawn(club: Club) -> None:
    async with shown(club, result_of("421"), (160, 45)) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        curve = Curve(((0.3, 0.4, 0.3), (1.0, 0.0, 0.0)), (0,), (0,))
        table_screen(pilot).result.pane.trace(curve)
        for name in ("■ Anna", "♥ Ben", "♣ Chloé"):
            await see(pilot, f"█ {name} █")


async def test_chances_that_are_no_parts_of_one_whole_are_those_of_one_seat(club: Club) -> None:
    async with shown(club, result_of("421"), (160, 45)) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        pane = table_screen(pilot).result.pane
        pane.trace(Curve(((0.5, 0.5, 0.5), (1.0, 1.0, 0.0)), (0,), (0, 1)))
        await see(pilot, "Your chances to win")
        assert "█ ♥ Ben" not in screen_text(pilot)


@pytest.mark.parametrize("depth", get_args(Depth))
def test_seats_and_signs_of_a_curve_are_told_apart_with_any_number_of_colours(depth: Depth) -> None:
    """Each has another shape or sign; with colours the first seats have another one too."""
    styles = PALETTES[OF_DEPTH[depth]]
    marks = [seat_mark(seat) for seat in range(5)]
    inks = {mark.tone: reduced(styles[mark.tone], depth) for mark in marks}
    assert len({mark.shape for mark in marks}) == len(marks) and len({BEST, WORST, HERE}) == 3
    for ink in inks.values():
        assert ink.color != reduced(styles[""], depth).bgcolor or ink.color is None
    assert len({ink.color for ink in inks.values()}) == (1 if depth == "none" else len(marks))
    drawn = [plain(blocks(CURVE, seat, 12)) for seat in range(2)]
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize("key", ["421", "golden21", "golden-zero", "trente"])
def test_the_hand_that_won_is_as_large_as_there_is_room(key: str) -> None:
    replay = played(key)
    view = replay.view(len(replay.steps) - 1, None)
    assert view.outcome is not None
    (winner,) = view.outcome.winners
    finale = view_class(key).finale
    for most in (3, 5, 7, 20):
        won = finale(Words("en"), view.view, winner, most)
        assert won is not None and len(won.drawn) == min(most, 7)
        if key == "golden-zero":
            assert plain(won.caption).endswith("= 16   target 16")


@pytest.mark.parametrize(("size", "across"), [((78, 21), 3), ((98, 28), 4), ((104, 42), 4)])
def test_a_board_stands_on_the_card_of_the_end(size: tuple[int, int], across: int) -> None:
    replay = played("vingt-et-un")
    view = replay.view(len(replay.steps) - 1, None)
    board = view_class("vingt-et-un").last_board(Words("en"), view.view, Size(*size), "en cafe")
    assert row_width(board[0]) == 3 + 15 * across
    numbered = [line for line in board if re.match(r" ?\d+\b", plain(line))]
    assert len(numbered) == rows(len(view.view.scores)) and len(board) < size[1] - 3
    captioned = plain(board[-1]).endswith(f"the last tile, on {view.view.last}   coloured: scored")
    assert captioned == (size[1] > 21), "where it has a row of air above it"
    last = f"at {view.view.last}"
    tones = {piece.tone for line in board for piece in line if piece.click == last}
    assert {f"on-{view.view.board[view.view.last].seat}", "field-strong"} <= tones


@pytest.mark.parametrize("size", [(80, 24), (160, 45)])
async def test_a_caret_moves_along_the_curve_of_a_replay(club: Club, size: tuple[int, int]) -> None:
    replay = played("421")
    async with session(club, ANNA, size) as pilot:
        screen = ReplayScreen(replay, curves=Curves(club.bot_pool.chances))
        await pilot.app.push_screen(screen)
        await see(pilot, "to win")
        assert ("% to win" in knob(pilot)) is (size[0] == 80), "else each curve has its name"
        columns = [knob(pilot).index(HERE)]
        for _ in range(3):
            await pilot.press("down", "down", "down")
            await pilot.pause()
            columns.append(knob(pilot).index(HERE))
        assert columns == sorted({*columns})
        await screen.clicked("turn_5")
        assert screen.at == replay.starts[5] - 1
        await screen.clicked("turn_0")
        assert screen.at == 0


@pytest.mark.parametrize(("rows", "high"), [(40, 8), (44, 11)])
async def test_a_high_terminal_has_high_curves_of_a_replay(
    club: Club, rows: int, high: int
) -> None:
    replay, middle = played("golden21"), len(played("golden21").steps) // 2
    async with session(club, ANNA, (160, rows)) as pilot:
        screen = ReplayScreen(
            *(replay, club.highlights._advise), at=middle, curves=Curves(club.bot_pool.chances)
        )
        await pilot.app.push_screen(screen)
        await see(pilot, "chances to win, turn by turn  ● the turn shown")
        shown_rows = [line.split("│")[0] for line in screen_text(pilot).splitlines()]
    first, last = (
        next(
            at
            for at, line in enumerate(shown_rows)
            if re.search(rf"% +{mark} ", line) or mark in line.split()[:1]
        )
        for mark in ("100", "0")
    )
    assert last - first + 1 >= high
    named = [line.split()[:3] for line in shown_rows[first : last + 1] if "%" in line]
    assert [name for _, name, _ in named] == [*reversed(replay.room.names)], "as their areas"
    assert all("┃" in line and "█" in line for line in shown_rows[first : last + 1])


def knob(pilot: Pilot[str]) -> str:
    """Return the lowest line with the knob, of those under the picture."""
    lines = [line for line in screen_text(pilot).splitlines()[-8:] if HERE in line]
    return lines[-1] if lines else ""


async def test_a_replay_is_played_on_at_a_table_of_ones_own(club: Club) -> None:
    replay = played("421")
    async with session(club, ANNA) as pilot:
        screen = ReplayScreen(replay, at=4, viewpoint=1)
        await pilot.app.push_screen(screen)
        await see(pilot, "b retry")
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table_session = table_screen(pilot).table_session
        assert (
            table_session.code == CODE and table_session.table().seat == 1 and table_session.seated
        )
        await pilot.press("q")  # nobody is asked: nothing is left behind
        await until(pilot, lambda: pilot.app.screen is screen)
