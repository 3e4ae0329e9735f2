"""Pages in a broad terminal: one left edge for title, text and keys, and the whole height."""

import pytest

from arcade.club.club import Club
from tests.screens.conftest import ANNA, screen_text, see, session

EDGE = 8


@pytest.mark.parametrize(
    ("keys", "title", "first"),
    [
        ("?", "The arcade", "Tables of French"),
        ("o", "Settings", "What you see"),
        ("r", "The games", "1  21"),
        ("u", "Duels", "You have no duel"),
        ("oK", "Keys of your own", "In the lobby"),
    ],
)
async def test_title_text_and_keys_of_a_page_begin_in_one_column(
    club: Club, keys: str, title: str, first: str
) -> None:
    async with session(club, ANNA, (160, 45)) as anna:
        await see(anna, "Play now")
        await anna.press(*("question_mark" if key == "?" else key for key in keys))
        await see(anna, title)
        await see(anna, first)
        top, *lines, foot = screen_text(anna).splitlines()
        assert top.index(title) == EDGE == len(foot) - len(foot.lstrip())
        text = [len(line) - len(line.lstrip(" ▸")) for line in lines if line.strip(" ▸")]
        assert min(text) == EDGE


@pytest.mark.parametrize("keys", [("o",), ("question_mark",)])
async def test_a_page_without_many_lines_stands_in_the_middle_of_a_tall_terminal(
    club: Club, keys: tuple[str, ...]
) -> None:
    async with session(club, ANNA, (160, 45)) as anna:
        await see(anna, "Play now")
        await anna.press(*keys)
        await see(anna, "Esc back")
        _, *lines, _ = screen_text(anna).splitlines()
        written = [number for number, line in enumerate(lines) if line.strip()]
        assert written[0] >= 3 and len(lines) - written[-1] < 2.5 * written[0]
