"""The one kind of pane: literal, cheap, changed rows only."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Self

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.style import Style
from textual.app import ComposeResult
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Region, Size
from textual.strip import Strip

from arcade.club.i18n.words import Words
from screens.games.view import GameView
from screens.terminal.ansi import repeated, written
from screens.terminal.compositor import Span
from screens.terminal.paint import PaneApp, PaneScreen
from screens.terminal.palette import PALETTES
from screens.terminal.rows import (
    PAPER,
    Piece,
    Row,
    _cells,
    balanced,
    choice,
    clip,
    columns,
    differences,
    fit,
    pad,
    placed,
    plain,
    row,
    row_width,
    spread,
    wrap,
    wrap_whole,
)
from screens.widgets import markdown
from screens.widgets.lines import Lines, strip
from tests.ssh.emulator import Screen, Stream
from tests.waiting import PATIENCE


def test_the_chosen_line_of_a_list_is_lit_from_its_text_on_with_its_mark_in_the_margin() -> None:
    line = row("a", ("b", "dim"), ("c", "gold", "own"))
    assert plain(choice(line, 9, True)) == "▸ abc    "
    assert plain(choice(line, 9, False)) == "  abc    "
    mark, *lit = choice(line, 9, True)
    assert (mark.text, mark.tone) == ("▸ ", "gold")
    assert {piece.tone for piece in lit} == {"cursor"}
    assert [piece.click for piece in choice(line, 9, False, "3")] == ["3", "3", "3", "own", "3"]


def showing(*rows: Row) -> Lines:
    """Return a pane that shows these rows."""
    pane = Lines()
    pane.put(rows)
    return pane


class Sheet(PaneScreen[None], inherit_css=False, inherit_bindings=False):
    """A screen with one pane."""

    def __init__(self, pane: Lines) -> None:
        super().__init__()
        self.pane = pane
        pane.styles.margin = (1, 2)

    def compose(self) -> ComposeResult:
        yield self.pane

    def ground(self, cells: int) -> Strip:
        return strip((), cells, "cafe")


class LinesApp(PaneApp[None], inherit_css=False, inherit_bindings=False):
    """An app with one pane."""

    palette = "cafe"
    words = Words()

    def __init__(self, pane: Lines) -> None:
        super().__init__()
        self.pane = pane

    def get_default_screen(self) -> Sheet:
        return Sheet(self.pane)


class Recording(Lines):
    """A pane that remembers what it asked to have repainted."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Sequence[Span | Region]] = []
        self.put([row("one"), row("two"), row("three")])

    def refresh(self, *regions: Region, **named: bool) -> Self:
        self.asked.append(regions)
        return super().refresh(*regions, **named)

    def repaint(self, spans: Sequence[Span]) -> None:
        self.asked.append(spans)
        super().repaint(spans)


async def test_only_changed_stretches_of_changed_rows_are_repainted() -> None:
    pane = Recording()
    async with LinesApp(pane).run_test(size=(40, 5)) as pilot:
        await pilot.pause()
        pane.asked.clear()
        pane.put([row("one"), row("tw", ("O", "gold")), row("three")])
        assert pane.asked == [[(1, 2, 3)]]
        pane.asked.clear()
        pane.put([row("one"), row("tw", ("X", "gold")), row("three")])
        assert pane.asked == [[(1, 2, 3)]]
        pane.asked.clear()
        pane.put([row("one"), row("tw", ("X", "gold")), row("three")])
        assert pane.asked == []
        pane.put([row("one")])
        assert pane.asked == [[(1, 0, 3), (2, 0, 5)]]


class Twice(Lines):
    """A pane that asks twice for the same row, and counts how often it is made."""

    made = 0

    def draw(self, size: Size) -> list[Row]:
        return [self.again("key", self._make) for _ in range(2)]

    def _make(self) -> Row:
        self.made += 1
        return row(f"{self.words.language} {self.made}")


async def test_what_is_drawn_again_is_made_once_for_each_look() -> None:
    class Spoken(LinesApp):
        @property
        def appearance(self) -> str:
            return self.words.language

    pane = Twice()
    app = Spoken(pane)
    async with app.run_test(size=(40, 5)) as pilot:
        await pilot.pause()
        pane.draw(pane.size)  # as a log does that is scrolled
        assert pane.made == 1
        pane.drop_rows()
        pane.draw(pane.size)
        app.words = Words("fr")
        assert plain(pane.row_at(1)) == "fr 3"


async def test_what_changes_right_after_the_first_frame_is_painted() -> None:
    class Late(Sheet):
        def on_screen_resume(self) -> None:
            self.call_later(self.pane.put, [row("late")])

    class Shown(LinesApp):
        terminal = pyte.Screen(40, 5)

        def get_default_screen(self) -> Sheet:
            return Late(self.pane)

    def write(_: HeadlessDriver, data: str) -> None:
        pyte.Stream(Shown.terminal).feed(data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HeadlessDriver, "write", write)
        patch.setattr(HeadlessDriver, "is_headless", False)
        async with Shown(showing(row("first"))).run_test(size=(40, 5)) as pilot:
            async with asyncio.timeout(PATIENCE):
                while "late" not in Shown.terminal.display[1]:
                    await pilot.pause(0.01)


async def test_what_changes_on_a_screen_behind_another_is_noted_once() -> None:
    pane = showing(row("one"))
    async with LinesApp(pane).run_test(size=(40, 5)) as pilot:
        await pilot.pause()
        behind = pilot.app.screen
        await pilot.app.push_screen(Sheet(showing(row("over it"))))
        await pilot.pause()
        for _ in range(100):
            pane.put([row("two")])
            pane.put([row("six")])
        assert len(behind._compositor._changed) < 4


@pytest.mark.parametrize(
    "text", ["[@click=app.quit]x[/]", "[/foo]", "[link=file:///]", "[bold", "{name}", "\\[x]"]
)
async def test_text_is_literal(text: str) -> None:
    pane = showing(row(text))
    async with LinesApp(pane).run_test(size=(40, 5)) as pilot:
        await pilot.pause()
        assert pane.render_line(0).text.rstrip() == text
        await pilot.click(offset=(4, 1))
        assert pilot.app.is_running


async def test_a_click_names_the_piece() -> None:
    class Clickable(Lines):
        taken = ""

        def clicked(self, what: str) -> None:
            self.taken = what

    pane = Clickable()
    pane.put([row("日本 ", ("[yes]", "gold", "yes"), ("[no]", "gold", "no"))])
    async with LinesApp(pane).run_test(size=(40, 5)) as pilot:
        await pilot.click(offset=(7, 1))
        assert pane.taken == "yes"
        await pilot.click(offset=(12, 1))
        assert pane.taken == "no"


def looks(cell: Strip) -> list[tuple[object, ...]]:
    """Return what one sees of a cell: of a blank its ground only."""
    return [
        (text, style and (style.bgcolor if text.isspace() else style)) for text, style, _ in cell
    ]


def test_paper_is_every_tone_whose_blanks_look_like_text_s_in_every_palette() -> None:
    def blank(style: Style, other: Style) -> bool:
        return style.bgcolor == other.bgcolor and not (style.reverse or style.underline)

    tones = PALETTES["cafe"]
    assert {
        tone
        for tone in tones
        if all(blank(styles[tone], styles[""]) for styles in PALETTES.values())
    } == PAPER


@pytest.mark.parametrize("seed", range(40))
def test_differences_cover_what_differs_and_no_more_than_needed(seed: int) -> None:
    chance = Random(seed)
    tones = ("", "gold", "tile")

    def make() -> tuple[Piece, ...]:
        texts = ("".join(chance.choices("ab日 ", k=chance.randint(1, 6))) for _ in range(5))
        return row(*((text, chance.choice(tones)) for text in texts))

    old, new = make(), make()
    if chance.random() < 0.6:
        new = (*old[:2], *new[2:])
    spans = differences(old, new)
    before, after = strip(old, 40, "cafe"), strip(new, 40, "cafe")
    for at in range(40):
        inside = any(start <= at < end for start, end in spans)
        same = looks(before.crop(at, at + 1)) == looks(after.crop(at, at + 1))
        assert inside or same, (plain(old), plain(new), spans, at)
    assert differences(new, new) == ()


WIDE = st.text(st.sampled_from("ab é日本한👍ﾊ\u0301"), max_size=8).map(
    lambda text: text.lstrip("\u0301")
)
"""No accent begins a piece: names and talk are cleaned before they are shown."""
ROWS = st.lists(st.tuples(WIDE, st.sampled_from(("", "gold", "tile"))), max_size=4).map(
    lambda pieces: row(*pieces)
)


def on_terminal(*writings: str) -> list[str]:
    """Return the row that a terminal shows after these writings."""
    screen = pyte.Screen(40, 2)
    stream = pyte.Stream(screen)
    for writing in writings:
        stream.feed(writing)
    return screen.display


@settings(max_examples=120)
@given(ROWS, ROWS, st.integers(0, 5), st.integers(0, 5))
def test_a_terminal_shows_wide_letters_wherever_they_move(
    old: Row, new: Row, shift: int, cut: int
) -> None:
    for before, after in ((old, new), (old, (*row(" " * shift), *old[cut:])), (new, old)):
        whole = [written([(0, 0, strip(line, 40, "cafe"))]) for line in (before, after)]
        stretches = differences(before, after)
        strips = [(start, 0, strip(after, 40, "cafe").crop(start, end)) for start, end in stretches]
        assert on_terminal(whole[0], written(strips)) == on_terminal(whole[1])
        for line in (before, after):
            second = [at for at, (letter, _) in enumerate(_cells(line)) if letter[0] == "\0"]
            assert not {edge for stretch in stretches for edge in stretch} & {*second}


@settings(max_examples=120)
@given(st.text(st.sampled_from("  ──█▒a日é\u0301"), max_size=36))
def test_where_a_terminal_repeats_signs_it_shows_the_same_for_fewer_bytes(text: str) -> None:
    screens = []
    for output in (text, repeated(text)):
        screen = Screen(80, 2)
        Stream(screen).feed(output)
        screens.append(screen.display)
    assert screens[0] == screens[1]
    assert len(repeated(text).encode()) <= len(text.encode())


def test_a_line_is_written_once_and_repeated() -> None:
    assert repeated(f"╭{'─' * 11}╮{' ' * 20}aaaaaaaa") == "╭─\x1b[10b╮ \x1b[19baaaaaaaa"
    assert repeated("████ ██") == "█\x1b[3b ██"
    assert repeated("───\u0301") == "───\u0301"


def test_a_wide_letter_that_moves_by_a_cell_is_written_whole() -> None:
    assert differences(row("abc 日本"), row("abcd 日本")) == ((3, 9),)
    assert differences(row("é日本"), row("日本")) == ((0, 5),)


def test_a_changed_pip_is_a_small_difference() -> None:
    old = row("  ", ("│ ●   ● │", "tile"), "  ", ("│ ●   ● │", "tile"), "  x")
    new = row("  ", ("│   ●   │", "tile"), "  ", ("│ ●   ● │", "tile"), "  y")
    assert differences(old, new) == ((4, 9), (24, 25))


def test_what_costs_less_than_a_jump_is_repainted() -> None:
    assert differences(row(("lay one or two", "dim")), row()) == ((0, 14),)
    assert differences(row(("a b", "dim")), row(("c", "dim"), " ", ("d", "dim"))) == ((0, 3),)
    assert differences(row("a●●b"), row("c●●d")) == ((0, 1), (3, 4))
    between = (" ", "tile")
    assert differences(row("a", between, "b"), row("c", between, "d")) == ((0, 1), (2, 3))


def test_rows_fit_their_cells() -> None:
    line = row("日本語", ("abc", "gold"))
    for cells in range(12):
        assert row_width(fit(line, cells)) == cells
        assert row_width(spread(line, row("end"), max(3, cells))) == max(3, cells)
        assert len(clip("abcdefgh", cells)) <= cells
    assert plain(spread(line, row("end"), 9)) == "日本… end"  # apart, where one is cut
    assert plain(spread(row("abc"), row("end"), 6)) == "a… end"
    assert plain(spread(row("ab "), row("end"), 6)) == "ab end"
    assert pad("ab", 5, "right") == "   ab"
    assert pad("ab", 6, "center") == "  ab  "
    assert plain(columns([[row("a"), row("bb")], [row("c")]])[0]) == "a   c"
    assert [plain(pane) for pane in placed([row("x")], 1, 5, 4)] == ["", "  x"]


@pytest.mark.parametrize("cells", [6, 10, 23, 80])
def test_wrapping_loses_nothing_and_stays_inside(cells: int) -> None:
    line = row(
        "The quick brown ", ("fox", "gold"), " jumps over 日本語日本語 and abcdefghijklmnopqrs."
    )
    rows = wrap(line, cells, 2)
    assert all(row_width(row) <= cells for row in rows)
    assert "".join(plain(row).replace(" ", "") for row in rows) == plain(line).replace(" ", "")
    assert wrap(row(""), cells) == ((),)


def test_a_wide_letter_wrapped_in_one_cell_is_left_whole() -> None:
    assert [plain(line) for line in wrap(row("日本 a"), 1)] == ["日", "本", "a"]


def test_views_are_lines() -> None:
    assert issubclass(GameView, Lines)


def test_french_punctuation_stays_with_its_word() -> None:
    sentence = "Un 6 serait parfait : « 18 » ; vu ?"
    rows = [plain(line) for line in wrap(row(sentence), 10)]
    assert rows == ["Un 6", "serait", "parfait :", "« 18 » ;", "vu ?"]


def test_a_long_throw_breaks_after_a_hyphen() -> None:
    sentence = row("Ib throws 3-2-3-2-1-6-6-5-4: 32.")
    assert [plain(line) for line in wrap(sentence, 14, 2)] == [
        "Ib throws",
        "  3-2-3-2-1-6-",
        "  6-5-4: 32.",
    ]


def test_whoever_throws_stands_with_the_dice() -> None:
    sentence = row("Bertrand-le-G rolls 5-5-4.")
    assert [plain(line) for line in wrap(sentence, 20, 2)] == ["Bertrand-le-G", "  rolls 5-5-4."]


def test_a_comma_stays_with_the_coloured_name_before_it() -> None:
    sentence = row(
        "It is ", ("Camille", "seat-0"), ", ", ("Marcel", "seat-1"), " and ", ("Ib", ""), "."
    )
    for cells in range(8, 40):
        lines = [plain(line) for line in wrap(sentence, cells)]
        assert " ".join(lines) == "It is Camille, Marcel and Ib.", lines
        assert all(len(line) <= cells for line in lines)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Three dice and a pot: first load up, then race to unload.", "first load up,"),
        ("Lay tiles in lines that add up to 21. A game from 1965.", "up to 21."),
        ("Everybody who sits at a table may say no to a game that ends", "at a table"),
    ],
)
def test_two_balanced_rows_part_where_the_sentence_pauses(text: str, first: str) -> None:
    rows = balanced(row(text), 50)
    assert len(rows) == 2 and plain(rows[0]).endswith(first)


def test_a_sentence_leaves_no_mere_rest_in_its_last_row() -> None:
    sentence = row("You announce 20 and your debt grows by 4, from 13 to 17.")
    assert [plain(line) for line in wrap(sentence, 52, 2)][1:] == ["  17."]
    whole = [plain(line) for line in wrap_whole(sentence, 52, 2)]
    assert whole == ["You announce 20 and your debt grows by 4,", "  from 13 to 17."]
    assert wrap_whole(row("aaaaaaaa bbb"), 8) == wrap(row("aaaaaaaa bbb"), 8), "no word is chopped"


def test_a_few_words_in_parentheses_stay_in_one_row() -> None:
    sentence = row("Ben keeps 5 (17 so far) and rolls 4-2-2.")
    for cells in range(14, 40):
        rows = [plain(line) for line in wrap(sentence, cells)]
        assert sum("(17 so far)" in line for line in rows) == 1, rows


def test_what_is_cut_ends_with_a_sentence() -> None:
    text = "One is here. Two is here. Three is a much longer sentence than the others are."
    rows = wrap(row((text, "dim")), 20)
    assert " ".join(map(plain, markdown.to_sentence(rows, 3))) == "One is here. Two is here."
    assert markdown.to_sentence(rows, len(rows)) == [*rows]
    assert markdown.to_sentence(rows[2:], 1) == [rows[2]], "none ends there"
    page = f"## 1 · Goal\n\n{text}\n\n## 2 · End\n\nOver."
    opened, more = markdown.opening(page, 20, 5)
    assert [plain(line) for line in opened[2:]] == ["One is here. Two is", "here."] and more == 1
