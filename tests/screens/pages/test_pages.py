"""Pages in a broad terminal: one left edge for title, text and keys, and the whole height."""

import re

import pytest

from arcade.club.club import Club
from arcade.club.i18n import rulebook
from arcade.club.i18n.words import Words
from arcade.engine import registry
from screens.games import view_class
from screens.pages.rules import rules_page
from screens.pages.rules_page import RulesPage
from screens.terminal.rows import plain
from screens.widgets import markdown
from screens.widgets.sheet import MARGIN
from tests.screens.conftest import ANNA, BEN, SIZES, row_of, screen_text, see, session

EDGE = 8


@pytest.mark.parametrize(
    ("keys", "title", "first"),
    [
        ("?", "Help", "Tables of French"),
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


@pytest.mark.parametrize("size", SIZES[:2])
async def test_a_smaller_page_has_one_edge_too_and_a_free_row_above_its_keys(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as anna:
        for key, first in (("question_mark", "The main keys"), ("o", "Language"), ("r", "1  21")):
            await see(anna, "Play now")
            await anna.press(key)
            await see(anna, first)
            top, *lines, above, foot = screen_text(anna).splitlines()
            text = next(line for line in lines if first in line)
            edges = {len(line) - len(line.lstrip(" ▸")) for line in (top, text, foot)}
            assert edges == {MARGIN} and not above.strip()
            await anna.press("escape")


@pytest.mark.parametrize("keys", [("o",), ("question_mark",)])
async def test_a_page_without_many_lines_begins_below_its_title_in_a_tall_terminal(
    club: Club, keys: tuple[str, ...]
) -> None:
    async with session(club, ANNA, (160, 45)) as anna:
        await see(anna, "Play now")
        await anna.press(*keys)
        await see(anna, "Esc back")
        _, *lines, _ = screen_text(anna).splitlines()
        written = [number for number, line in enumerate(lines) if line.strip()]
        assert written[0] <= 2


async def test_the_chosen_card_is_lit_between_its_corners_and_has_air_above_its_picture(
    club: Club,
) -> None:
    table = await club.create(BEN, "421", {}, 3)
    await club.join(BEN, table)
    async with session(club, ANNA, (160, 45)) as anna:
        await see(anna, table)
        await anna.press("down")
        await see(anna, f"╭─▸ {table}")
        lines = screen_text(anna).splitlines()
        at = row_of(lines, f"╭─▸ {table}")
        left = lines[at].index("╭─▸")
        right = lines[at].index("╮", left)
        assert lines[at].count("▸") == 1 and lines[at][right - 1] == "─"
        assert lines[at + 1][left : right + 1] == "│" + " " * (right - left - 1) + "│"
        assert lines[at + 2][left + 1 : right].strip()


@pytest.mark.parametrize("size", SIZES)
async def test_the_rules_end_with_a_sentence_or_a_line_of_a_table_before_one_scrolls(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as anna:
        for game in registry.games():
            anna.app.push_screen(page := RulesPage(anna.app.screen.words, game))
            await see(anna, "more lines")
            lines = [plain(page.text.row_at(y)).strip() for y in range(page.text.size.height - 1)]
            *_, last = filter(None, lines)
            assert last.endswith((".", ";")) or "   " in last, (game, last)
            await anna.press("escape")


async def test_a_page_that_goes_on_ends_with_a_whole_block_and_leaves_out_no_line(
    club: Club,
) -> None:
    async with session(club, ANNA, (100, 18)) as anna:
        await see(anna, "Play now")
        await anna.press("question_mark")
        await see(anna, "more lines")
        *_, last, more = [line for line in screen_text(anna).splitlines()[:-1] if line.strip()]
        assert "more lines" in more
        assert "──" not in last, "a heading without a line below it"
        await anna.press("space")
        await see(anna, last.strip())  # it stays in sight


@pytest.mark.parametrize("size", SIZES[:2])
async def test_a_short_form_says_below_its_lines_what_enter_does(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as anna:
        await see(anna, "Play now")
        await anna.press("u")
        await see(anna, "You have no duel")
        await anna.press("n")
        await see(anna, "begins a duel")
        lines = screen_text(anna).splitlines()
        at = row_of(lines, "begins a duel")
        assert "Rounds" in lines[at - 2], "what Enter does stands one blank row below the form"
        assert any("The same deal for both ─" in line for line in lines[at:]), (
            "the picture is named"
        )
        poster = map(plain, view_class(next(iter(registry.games()))).poster())
        shown = [line.rstrip() for line in poster if line.strip()]
        assert not any(line in screen_text(anna) for line in shown), "nobody has seen the deal"
        sealed = [line for line in lines if re.search(r"(│ \? │ ){3} .*= .*(│ \? │ ){3}", line)]
        assert len(sealed) == 1, "the same for both"
        facing = r"─ ■ you ─+╮ +╭─ ♥ whoever comes ─"
        assert any(re.search(facing, line) for line in lines[at:])


@pytest.mark.parametrize("size", [(80, 24), (160, 45)])
@pytest.mark.parametrize("game", list(registry.games()))
def test_the_rules_draw_the_game_beside_what_it_is(game: str, size: tuple[int, int]) -> None:
    _, draw, columns = rules_page(Words("en"), game)
    assert columns is not None
    rows = draw(76) if size[0] < 120 else columns.text(90)
    first = next(at for at, line in enumerate(rows) if markdown.is_numbered(line))
    shown = [plain(line) for line in rows[:first]]
    for line in view_class(game).poster():
        assert any(plain(line).strip() in text for text in shown), shown


def test_a_game_without_rules_of_its_own_has_a_page_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "folder", lambda _: None)
    monkeypatch.setattr(rulebook, "rules", rulebook.rules.__wrapped__)
    title, draw, _ = rules_page(Words("en"), "421")
    assert title == "Le 421"
    assert registry.find("421").meta.blurb in " ".join(map(plain, draw(200)))
    assert draw(76)
