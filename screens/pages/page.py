"""A page to read, scrolled by keys or wheel."""

import re
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import ClassVar, NamedTuple, cast

from textual.app import ComposeResult
from textual.geometry import Size

from arcade.club.i18n.words import Words
from arcade.engine.words import N_, folded
from screens import keys
from screens.base import Bar, BaseScreen
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, plain, row, spread, wrap
from screens.widgets import markdown
from screens.widgets.lines import Lines
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import BROAD, TERMINAL, is_tall, lift, piled, roomy

_END = re.compile(r"(?<=[.!?])(?<!\n\?) (?!\d{4}\b)(?=\S)")
"""The end of a sentence to read aloud; `?` that begins a line is a key, `nov. 2026` a month."""

READABLE = 84
"""The longest line that reads well, in cells."""
_CUT = 4
"""The most rows that the beginning of a text leaves free, to end with a paragraph."""
_EDGE = 8
"""Cells before two columns in a broad terminal."""

Drawn = Callable[[int], list[Row]]
"""Makes rows of so many cells."""


class Columns(NamedTuple):
    """A page in a wide terminal: blocks that stay at the left, text that scrolls beside them."""

    blocks: Callable[[int], list[list[Row]]]
    text: Drawn


class Page(BaseScreen[None]):
    """Shows a title and rows made for the width, from a numbered paragraph if given.

    In a wide terminal it shows the `columns`, if there are any. The first of the `richer` ways to
    draw it is taken that fits, if one does.
    """

    IS_PAGE = True
    LONGEST = READABLE
    """The longest line of its text, in cells."""
    HORIZONTAL_BREAKPOINTS = [(BROAD, "-broad")]
    ASIDE = TERMINAL
    """The fewest columns of a terminal in which it shows the first of two columns."""
    SECTIONS: ClassVar[tuple[Action, ...]] = ()
    """The keys from heading to heading, where the page has some."""

    def __init__(
        self,
        title: str,
        draw: Drawn,
        columns: Columns | None = None,
        paragraph: int = 0,
        richer: Sequence[Drawn] = (),
    ) -> None:
        super().__init__()
        self._title = title
        self._draw = draw
        self._columns = columns
        self.top = Bar()
        self.text = PageText((*richer, draw), paragraph, self.LONGEST)
        self.finder = Prompt()

    def compose(self) -> ComposeResult:
        yield self.text
        yield from super().compose()

    @cached_property
    def aside(self) -> Lines:
        """The first of two columns, made where there is room."""
        return Lines(self._blocks, id="aside")

    def edge(self, width: int) -> int:
        """Count the cells before the title: columns keep the same edge in the widest terminal."""
        return super().edge(width) if self._columns is None or width < BROAD else _EDGE

    def _blocks(self, size: Size) -> list[Row]:
        """Draw the first column, its first row beside that of the text."""
        rows = self._piled(size)
        return [*[EMPTY] * self.lift(), *rows]

    def _piled(self, size: Size) -> list[Row]:
        if self._columns is None:
            return []
        blocks = self._columns.blocks(size.width)
        return roomy(blocks, size.height, 3 if is_tall(self.app.size) else 1)

    def renew_text(self) -> None:
        """Draw both columns anew, after a change of what they say."""
        self.text.renew()
        if "aside" in vars(self):
            self.aside.redraw()

    def lift(self) -> int:
        """Count the rows above its text, and above what stands beside it."""
        size = Size(self.app.size.width, self.text.size.height)
        above = lift(len(self.text.lines()) + 1, size)
        if above and self._columns is not None and "aside" in vars(self):
            above = min(above, lift(len(self._piled(self.aside.size)) + 1, size))
        return above

    def fit(self, size: Size) -> None:
        """Show two columns where there is room for them."""
        super().fit(size)
        if self._columns is not None:
            wide = size.width >= self.ASIDE
            self.set_class(size.width < TERMINAL, "-slim")
            self.set_class(wide, "-aside")
            if wide or "aside" in vars(self):
                self.show_pane(self.aside, wide)
            self.text.show(self._columns.text if wide else self._draw)

    def on_mount(self) -> None:
        self._bar()

    def on_resize(self) -> None:
        self._bar()
        self.renew()

    def line(self) -> Prompt:
        return self.finder

    def typed(self) -> None:
        """Go to the first match of the typed words."""
        self.text.find(self.finder.text)

    def actions(self) -> list[Action]:
        if self.finder.typing:
            return [keys.FIND_NEXT, keys.FOUND]
        scroll, page = (N_("scroll"), N_("page")) if self.text.scrolls else ("", "")
        return [
            keys.BACK,
            Action("down", ("down", "j", "enter"), "↑↓", scroll, ""),
            keys.UP,
            Action("page_down", ("pagedown", "space", "ctrl+f"), "Space", page, ""),
            keys.PAGE_UP,
            *self.SECTIONS,
            keys.FIND,
            keys.FIRST,
            keys.LAST,
            keys.QUIT,
            Action("back", ("question_mark", "f1"), "?", "", ""),
        ]

    async def clicked(self, what: str) -> None:
        if what.startswith("section "):
            self.text.go_to(int(what.split()[1]))
        else:
            await super().clicked(what)

    def do_next_section(self) -> None:
        self.text.section(1)

    def do_last_section(self) -> None:
        self.text.section(-1)

    def do_find(self) -> None:
        self.finder.label(self.words.t("find: "))
        self.finder.open()
        self._show_finder(True)

    def do_find_next(self) -> None:
        self.text.find(self.finder.text, beyond=True)

    def do_found(self) -> None:
        """Stop typing; the found line stays in place."""
        self.finder.label("")
        self.finder.close()
        self._show_finder(False)

    def _show_finder(self, shown: bool) -> None:
        self.set_class(shown, "-finding")
        self.show_pane(self.finder, shown, before=self.text)

    def do_up(self) -> None:
        self.text.move(-1)

    def do_down(self) -> None:
        self.text.move(1)

    def do_page_up(self) -> None:
        self.text.move(2 - self.text.size.height)

    def do_page_down(self) -> None:
        self.text.page_on()

    def do_first(self) -> None:
        self.text.move(-1_000_000)

    def do_last(self) -> None:
        self.text.move(1_000_000)

    def _bar(self) -> None:
        left = row((f" {self._title}", "bar-gold"))
        progress = self.progress()
        cells = self.across if progress else self.size.width
        self.top.put([spread(left, progress, cells, "bar")])

    def progress(self) -> Row:
        """Draw at the right of the title how far one has read."""
        return EMPTY

    def scrolled(self) -> None:
        """React to another part of the text in sight."""


class PageText(Lines):
    """The text of a page, from its top line."""

    def __init__(self, ways: tuple[Drawn, ...], paragraph: int, longest: int = READABLE) -> None:
        super().__init__()
        self._ways = ways
        """What makes the text: the first that fits, else the last."""
        self._longest = longest
        self._paragraph = paragraph
        self.first = 0
        """The first visible row."""
        self._text: list[Row] = []
        self._drawn_in = 0, 0
        """The cells and rows for which the text was drawn."""
        self._match: int | None = None
        self._seen = 0
        """How many rows of it were drawn last."""

    def show(self, *ways: Drawn) -> None:
        """Take what makes the text for this terminal."""
        if ways != self._ways:
            self._ways = ways
            self.renew()

    @property
    def sections(self) -> int:
        """How many numbered headings the text has."""
        return sum(map(markdown.is_numbered, self.lines() if self.size else ()))

    def read_section(self) -> int:
        """Return the number of the section at the top, the first at the beginning."""
        read = sum(map(markdown.is_numbered, self._text[: self.first + 1]))
        return max(read, min(1, self.sections))

    def section(self, step: int) -> None:
        """Go to the next numbered heading, or to the one before."""
        at = [n for n, line in enumerate(self._text) if markdown.is_numbered(line)]
        ahead = [n for n in at if (n > self.first if step > 0 else n < self.first)]
        if ahead:
            self._go(ahead[0 if step > 0 else -1])

    def go_to(self, number: int) -> None:
        """Go to the heading with this number."""
        self._go(markdown.heading_at(self._text, number))

    def _go(self, line: int) -> None:
        self.first = max(0, min(line, len(self._text) - self.size.height + 1))
        self.redraw()
        cast("Page", self.screen).scrolled()

    def find(self, wanted: str, beyond: bool = False) -> None:
        """Mark the first line with these words from here on (or beyond the marked one)."""
        start = self.first if self._match is None else self._match + beyond
        count, wanted = len(self._text), folded(wanted)
        order = [*range(start, count), *range(start)] if wanted.strip() else []
        has = (number for number in order if wanted in folded(plain(self._text[number])))
        self._match = next(has, None)
        last = self.first + self.size.height - 2
        if self._match is not None and not self.first <= self._match <= last:
            self.first = max(0, min(self._match - 2, count - self.size.height + 1))
        self.redraw()

    def move(self, rows: int) -> None:
        """Scroll by `rows` rows."""
        self._go(self.first + rows)

    def page_on(self) -> None:
        """Scroll to what was not drawn yet; the last row stays in sight."""
        self.move(max(1, self._seen - 1))

    def renew(self) -> None:
        """Redraw the text after a change of its data."""
        self._drawn_in = 0, 0
        self.redraw()

    def wheel(self, rows: int) -> None:
        self.move(rows)

    @property
    def scrolls(self) -> bool:
        """Whether the text is longer than the pane."""
        if not self.size:
            return False
        return len(self.lines()) > self.size.height

    def lines(self) -> list[Row]:
        """Return its text, drawn for its width."""
        width = min(self.size.width, self._longest)
        if self._drawn_in != (width, self.size.height):
            self._drawn_in = width, self.size.height
            for draw in self._ways:
                self._text = draw(width)
                if len(self._text) <= self.size.height:
                    break
        return self._text

    def draw(self, size: Size) -> list[Row]:
        height = size.height
        text = self.lines()
        if self._paragraph:
            self.first = markdown.heading_at(self._text, self._paragraph)
            self._paragraph = 0
            self.call_later(cast("Page", self.screen).scrolled)
        whole = len(text) <= height
        self.first = 0 if whole else max(0, min(self.first, len(text) - height + 1))
        shown = text[self.first : self.first + height - (not whole)]
        if not (whole or self.first or self._match is not None):
            shown = _beginning(text, len(shown))
        self._seen = len(shown)
        if self._match is not None and 0 <= (at := self._match - self.first) < len(shown):
            shown[at] = tuple(piece._replace(tone="cursor") for piece in shown[at])
        left = len(text) - self.first - len(shown)
        if left <= 0:
            return [*[EMPTY] * cast("Page", self.screen).lift(), *shown]
        more = self.words.nt("▼ {n} more line", "▼ {n} more lines", left)
        return [*shown, *[EMPTY] * (height - len(shown) - 1), row((more, "accent"))]


def _beginning(text: Sequence[Row], rows: int) -> list[Row]:
    """Return so many rows at most of a text that goes on: to the end of a paragraph or of a
    sentence, if one is near, with a free row below it; no heading alone.
    """
    least = max(1, rows - _CUT, rows // 2)
    ends = (
        end
        for end in range(rows - 1, least, -1)
        if text[end - 1] and markdown.closes(text[end - 1]) and not text[end]
    )
    if (end := next(ends, 0)) > 0:
        return [*text[:end]]
    if len(whole := markdown.to_sentence(text, rows - 1)) > least:
        return whole
    rows -= 1
    while rows > 1 and _leads_on(text[rows - 1]):
        rows -= 1
    return [*text[:rows]]


def _leads_on(line: Row) -> bool:
    """Return whether a line is blank, or a heading or a part of what is below it."""
    drawn = any(piece.tone == "tile" for piece in line)
    return drawn or not line or not markdown.closes(line) or plain(line).endswith("──")


class Aloud(Page):
    """A sentence a line, in the column of every page of text; what to do now stands first.

    Each key has a line of its own too, if all of it fits then.
    """

    READS_OUT = False

    def __init__(self, words: Words, text: str) -> None:
        sentences = _END.split(text)
        joined = [" ".join(sentence.splitlines()) for sentence in sentences]
        listed, brief = (partial(self._sentences, each) for each in (sentences, joined))
        super().__init__(words.t("Read aloud"), brief, richer=(listed,))

    def _sentences(self, sentences: Sequence[str], cells: int) -> list[Row]:
        """Draw the sentences: that it is their turn, with all that follows it, before the rest."""
        turn = self.words.t("It is your turn.")
        at = sentences.index(turn) if turn in sentences else len(sentences)
        lead, rest = sentences[at:], sentences[:at]
        about = self.words.t("This page is for screen readers: what you can do now stands first.")
        tones = dict.fromkeys(sentences, "") | {turn: "strong", sentences[0]: "strong"}
        tones[about] = "dim"
        rows = [
            [
                line
                for text in part
                for written in text.splitlines()
                for line in wrap(row((written, tones[text])), cells)
            ]
            for part in (lead, rest, [about])
        ]
        return piled(rows, sum(map(len, rows)) + 2)
