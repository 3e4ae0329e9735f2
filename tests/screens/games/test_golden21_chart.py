"""The chart of The Golden 21, and the Bourse's numbers."""

import re

from arcade.club.i18n.words import Words
from arcade.games.golden21.rules.dice import bonus
from screens.games.golden21.bourse import _with_bonus
from screens.games.golden21.chart import LABEL, Plot, chart, scale_of
from screens.terminal.palette import PALETTES
from screens.terminal.rows import plain
from screens.terminal.seats import MARKS


def test_the_numbers_under_a_chart_leave_it_three_rows_of_bars_or_two_with_the_bonus() -> None:
    for rows in range(4, 12):
        lines = [plain(line) for line in chart(Words(), Plot(2, 7), 53, rows)]
        assert len([line for line in lines if set(line) <= set(" ▁▂▃▄▅▆▇█")]) >= min(3, rows - 2)
        assert len(lines) == rows


def test_a_bonus_stands_beside_the_debt_in_the_bourse() -> None:
    assert [_with_bonus("10", 12, room) for room in (6, 5, 4, 3, 2)] == [
        *("10 +12", "10+12", "10+", "10+", "10"),
    ]


def test_the_bars_have_no_colour_that_means_something_else() -> None:
    drawn = [line for dice in (2, 5, 9) for line in chart(Words(), Plot(dice), 80, 18)]
    tones = {piece.tone for line in drawn for piece in line if set("▁▂▃▄▅▆▇█") & set(piece.text)}
    assert tones == {"earns-1"}, "the numbers say what each earns"
    meant = ("accent", "alert", "good", "cool", *(mark.tone for mark in MARKS))
    for name, palette in PALETTES.items():
        if name != "mono":
            inks = {palette[tone].color for tone in tones}
            assert not inks & {palette[tone].color for tone in meant}, name


def test_a_chart_says_by_how_much_a_sum_was_missed_and_numbers_every_bar_it_can() -> None:
    for at, thrown, off in ((20, 19, "●━━▲ 1"), (19, 20, "▲━━● 1"), (20, 20, "● 0")):
        drawn = [plain(line) for line in chart(Words(), Plot(5, at, thrown), 98, 12)]
        assert any(re.search(f"off by +{off}$", line.rstrip()) for line in drawn), drawn
    for lively in (True, False):
        scale = scale_of(Plot(5, lively=lively), 70)
        assert (scale.low, scale.high, scale.cells) == (5, 30, 2), "no sum is missing"


def test_what_hardly_ever_comes_up_has_no_bar() -> None:
    bars = [plain(line) for line in chart(Words(), Plot(10), 112, 12)][:8]
    lowest = bars[-1][LABEL:].rstrip()
    assert lowest.startswith(" " * 8) and lowest.strip()[0] in "▁▂▃▄▅▆▇█", bars
    assert plain(chart(Words(), Plot(2), 112, 12)[7]).count("█") > 11, "what seldom does has one"


def test_the_chart_cuts_no_number() -> None:
    for n in range(2, 20):
        for at in (None, n, 3 * n, 6 * n):
            for line in chart(Words(), Plot(n, at), 66, 12):
                if plain(line).startswith(("sum", "bonus")):
                    sentences = [int(word) for word in re.findall(r"\d+", plain(line))]
                    if plain(line).startswith("sum"):
                        assert (
                            sentences == sorted(sentences)
                            and sentences[0] >= n
                            and at in (None, *sentences)
                        )
                    else:
                        assert set(sentences) <= {bonus(n, total) for total in range(n, 6 * n + 1)}


def test_the_chart_holds_every_total_or_those_around_the_announced() -> None:
    for n in range(2, 20):
        for cells in (47, 60, 100):
            for at in range(n, 6 * n + 1):
                scale = scale_of(Plot(n, at), cells)
                assert n <= scale.low <= at <= scale.high <= 6 * n
                assert (scale.high - scale.low + 1) * scale.cells <= cells
