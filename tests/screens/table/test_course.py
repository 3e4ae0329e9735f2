"""How the chances went, on the card at a game's end."""

import pytest

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve
from arcade.club.replays.review import Remark
from arcade.club.speech.ending import ending
from arcade.engine.coach import Advice
from arcade.engine.news import phrase
from screens.table.result.blocks import Blocks
from screens.table.result.course import Chances
from screens.terminal.rows import outdented, plain, row
from screens.terminal.seats import seat_mark
from screens.widgets.curve import BEST, DECISIVE, WORST
from tests.screens.conftest import screen_text, table_screen, until
from tests.screens.spot import shown
from tests.snapshots.views import result_of

SHARED = Curve(
    ((0.4, 0.3, 0.3), (0.3, 0.4, 0.3), (0.3, 0.4, 0.3), (0.0, 1.0, 0.0)), (0, 2, 1), (1,)
)


async def test_everybody_sees_their_own_chances_beside_those_of_who_won(club: Club) -> None:
    async with shown(club, result_of("golden21"), (160, 45)) as (pilot, _):
        await until(pilot, lambda: table_screen(pilot).result.shown)
        pane = table_screen(pilot).result.pane
        pane.trace(SHARED)
        await until(pilot, lambda: DECISIVE in screen_text(pilot))
        rows = [pane.row_at(y) for y in range(pane.size.height)]
    chart = rows[next(y for y, line in enumerate(rows) if DECISIVE in plain(line)) + 1 :]
    tones = {piece.tone for line in chart for piece in line if set(piece.text) & set("█▀▄")}
    assert tones == {seat_mark(seat).filling for seat in range(3)}


@pytest.mark.parametrize("sign", [BEST, WORST])
def test_a_curve_has_the_sign_of_a_move_that_is_told_and_no_other(sign: str) -> None:
    advice, end = Advice({}, 30.0, phrase("You stood")), ending(Words("en"), result_of("421"))
    assert end is not None
    best, worst = (
        Remark(turn, 0, 0.0, advice, advice, "% of the game", 3.0, turn) for turn in (1, 2)
    )
    blocks = Blocks(20, 1)
    blocks.put(course=[], moves=[row("A move  ", f"{sign} ", "Turn 1: You stood.")])
    Chances(Words("en"), SHARED, end.results, {BEST: best, WORST: worst}).grow(blocks, 60, [(4, 1)])
    course, _ = blocks.filled
    drawn = "".join(map(plain, course))
    assert [BEST in drawn, WORST in drawn] == [sign == BEST, sign == WORST]


def test_a_row_without_its_indent_keeps_what_hangs_further_in() -> None:
    assert outdented(row("   ", ("  ", "dim"), "    tokens"), 7) == row("  tokens")
    assert outdented(row("  a"), 1) == row(" a") and outdented((), 2) == ()
