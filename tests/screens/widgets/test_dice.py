"""Dice and cards as they are drawn, on tables and in the examples of the rules."""

import pytest

from arcade.club.i18n import rulebook
from screens.terminal.rows import plain
from screens.widgets.dice import die
from screens.widgets.markdown import rows_of
from server.text.plain_text import page_lines
from tests.screens.conftest import row_of


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("game", "face", "sentence"),
    [
        ("421", "│ ●   │", "421"),
        ("trente", "│ ● ● │", "33"),
        ("golden21", "│ ● ● │", "5"),
        ("golden-zero", "│ 7 │", "13"),
    ],
)
def test_the_rules_draw_an_example_and_plain_mode_says_it(
    game: str, face: str, sentence: str, language: str
) -> None:
    page = rulebook.rules(game, language)
    drawn = [plain(line) for line in rows_of(page, 76)]
    at = row_of(drawn, face)
    below = next(line for line in drawn[at:] if line.strip()[:1] not in "│╰")
    assert sentence in below
    spoken = list(page_lines(page, 76))
    assert not any("●" in line or "│" in line for line in spoken)
    assert any(below.strip() in line for line in spoken)


def test_the_pips_of_a_large_die_are_no_mere_dots() -> None:
    for size, rows in (("giant", 1), ("colossal", 3)):
        for face in range(1, 7):
            lines = [plain(line)[1:-1] for line in die(face, size=size)[1:-1]]
            inside = "".join(lines)
            assert inside.count("█") == (1 if rows == 1 else 3) * face and "●" not in inside
            assert inside == inside[::-1].translate(str.maketrans("▐▌▄▀", "▌▐▀▄")), "as a real one"
