"""What a line of Trente says of kept dice, and how an attack falls."""

import re
from itertools import pairwise
from random import Random

import pytest
from rich.cells import cell_len

from arcade.club.i18n.words import Words
from arcade.games.trente.rules.state import Strike
from screens.games.trente.line import brief_line, broad_line, line, outlook, reach
from screens.games.trente.standing import Choice, Standing, fallen, falls, lying
from screens.terminal.rows import plain


def test_the_frames_of_an_attack_add_up() -> None:
    random = Random(30)
    for _ in range(200):
        level, left = random.randint(1, 6), 6
        throws: list[tuple[int, ...]] = []
        while not throws or level in throws[-1]:
            throws.append(tuple(random.choice((level, random.randint(1, 6))) for _ in range(left)))
            left = left - throws[-1].count(level) or 6
        lost = level * sum(throw.count(level) for throw in throws)
        strike = Strike(0, 1, level, tuple(throws), lost)
        costs = [fallen(strike, step) for step in falls(strike)]
        assert costs[-1] == lost
        assert all(first <= other for first, other in pairwise(costs))
        assert len(costs) <= 45
        hits = sum(throw.count(level) for throw in throws) % 6
        last = lying(strike, falls(strike)[-1])
        assert [face for face, tone in last if tone == "on-0"] == [level] * hits
        assert [face for face, tone in last if tone == "tile"] == list(throws[-1])


@pytest.mark.parametrize(
    ("kept", "threshold", "sentence"),
    [
        ((), 30, "Make 30 or more"),
        ((), 12, "Make 12 or less"),
        ((6, 6, 6), 30, "You need 12 more; 3 dice make 3 to 18."),
        ((1, 1, 1), 30, "30 is out of reach: at least 9 points are lost"),
        ((6, 6, 6, 5, 5), 30, "You need 2 more; 1 die makes 1 to 6."),
        ((6, 6, 6, 6, 6), 30, "30 is certain: level 1 to 6."),
        ((1, 1, 1), 12, "You may add 9; 3 dice"),
        ((6, 6), 12, "12 is out of reach: at least 4 points are lost"),
        ((1, 1, 1, 1, 1), 12, "12 is certain: level 1 to 6."),
        ((1, 1, 1, 1, 1, 1), 12, "6 beats 12 by 6: attack!"),
        ((6, 6, 6, 6, 3, 2), 30, "29 misses 30 by 1: 1 point lost."),
        ((1, 1, 4, 4, 1, 1), 12, "12 exactly"),
    ],
)
def test_the_sentence_about_what_can_come(
    kept: tuple[int, ...], threshold: int, sentence: str
) -> None:
    stand = Standing(0, kept, (), threshold, True)
    assert sentence in plain(outlook(Words().to("Anna"), stand, "Anna"))


@pytest.mark.parametrize(
    ("kept", "start"),
    [((6, 6, 6), " 12 to go ████"), ((1, 1, 1), ""), ((6, 6, 6, 6, 5), ""), ((), "")],
)
def test_what_is_missing_stands_before_the_way_to_30(kept: tuple[int, ...], start: str) -> None:
    drawn = plain(reach(Words(), Standing(0, kept, (), 30, True), 53))
    assert drawn.startswith(start) and bool(drawn) == bool(start) and cell_len(drawn) <= 53


@pytest.mark.parametrize(
    ("kept", "way"),
    [
        ((6, 6, 6, 5), "█·25▒▒▒┃▒▒▒35·"),
        ((6, 6, 5, 4, 4), "█26▒▒┃▒·"),
        ((4, 3, 3), "··min 13▒▒▒▒max 28·┃"),
        ((6, 6, 6, 6, 5), "█┃▒▒▒35·"),
    ],
)
def test_the_least_and_the_most_that_dice_may_make_stand_on_the_way(
    kept: tuple[int, ...], way: str
) -> None:
    drawn = plain(line(Words(), Standing(0, kept, (), 30, True), 53)[0])
    assert way in drawn, drawn


def test_in_a_broad_picture_words_below_the_way_say_where_the_dice_may_end() -> None:
    way, same, ends = map(plain, broad_line(Words(), Standing(0, (6, 6, 6, 5), (), 30, True), 104))
    assert way == same and "25" not in way and cell_len(way) == 103, "it ends at the right edge"
    way, _, low = map(plain, broad_line(Words(), Standing(0, (6, 6), (), 30, True), 104))
    assert low.index("+4 dice: 16 to 36") == way.index("▒"), "the words begin where the dice do"
    assert ends.index("▲") == way.index("┃") and "23 so far" in ends and "30 over: attack" in ends
    for stand in (Standing(0, (), (), 30, True), Standing(0, (6,) * 6, (), 30, True)):
        assert "dice:" not in plain(broad_line(Words(), stand, 104)[2])  # nothing is open, or all


@pytest.mark.parametrize(
    ("kept", "goal", "way"),
    [
        ((6, 6), 30, r" █+▒+┃30▒+  over: attack$"),
        ((1, 2), 12, r" █+▒+┃12▒+·+  under: attack$"),
        ((6, 6, 6, 6, 5, 4), 30, r" █+┃30█+·+  over: attack$"),
    ],
)
def test_in_one_row_the_way_has_one_mark_and_its_number_at_it(
    kept: tuple[int, ...], goal: int, way: str
) -> None:
    drawn = plain(brief_line(Words(), Standing(0, kept, (), goal, True), 80))
    assert re.search(way, drawn) and cell_len(drawn) == 79, drawn


@pytest.mark.parametrize(
    ("threshold", "marks"),
    [
        (None, ["under: attack ▲ 12", "30 ▲ over: attack"]),
        (30, ["short of 30: points are lost ▲ over: attack"]),
        (12, ["under: attack ▲ over 12: points are lost"]),
    ],
)
def test_the_way_to_go_names_its_ends(threshold: int | None, marks: list[str]) -> None:
    scale = plain(line(Words(), Standing(0, (), (), threshold, True), 53)[1])
    assert all(mark in scale for mark in marks), scale


def test_a_choice_proposes_the_best_die() -> None:
    assert Choice((2, 5, 3), 30).cursor == 1
    assert Choice((2, 5, 1), 12).cursor == 2
    assert Choice((4,), 30).places == [0]
    assert Choice().places == []
