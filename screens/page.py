"""A page to read, scrolled by keys or wheel."""

from collections.abc import Callable, Mapping

from textual.geometry import Region, Size
from textual.widget import Widget

from arcade.engine.words import N_
from screens import keys, markdown
from screens.frame import Bar, Frame
from screens.keys import Action
from screens.lines import Lines
from screens.rows import Row, fit, row, spread

READABLE = 84
"""The longest line that reads well, in cells."""


class Page(Frame[None]):
    """Shows a title and rows made for the width; begins at a numbered paragraph if one is given."""

    def __init__(self, title: str, draw: Callable[[int], list[Row]], paragraph: int = 0) -> None:
        super().__init__()
        self._title = title
        self.top = Bar()
        self.text = PageText(draw, paragraph)

    def compose(self) -> list[Widget]:
        """Give the panes."""
        return [self.top, self.text, self.footer]

    def places(self, size: Size) -> Mapping[Widget, Region]:
        """Put the text under the title, in the middle of wide screens."""
        cells = min(READABLE, size.width - 4)
        return {
            self.top: Region(0, 0, size.width, 1),
            self.text: Region((size.width - cells) // 2, 2, cells, size.height - 3),
            self.footer: Region(0, size.height - 1, size.width, 1),
        }

    def on_mount(self) -> None:
        """Show the title."""
        self._bar()

    def on_resize(self) -> None:
        """Show the title in the new width."""
        self._bar()

    def actions(self) -> list[Action]:
        """List the keys of a page."""
        return [
            keys.BACK,
            Action("down", ("down", "j", "enter"), "↑↓", N_("scroll"), ""),
            keys.UP,
            Action("page_down", ("pagedown", "space", "ctrl+f"), "Space", N_("page"), ""),
            keys.PAGE_UP,
            keys.FIRST,
            keys.LAST,
            keys.QUIT,
            Action("back", ("question_mark", "f1"), "?", "", ""),
        ]

    def tell(self, sentence: str) -> None:
        """Say nothing: there is nothing to refuse."""

    def do_back(self) -> None:
        """Go back."""
        self.dismiss()

    def do_up(self) -> None:
        """Scroll a line back."""
        self.text.move(-1)

    def do_down(self) -> None:
        """Scroll a line on."""
        self.text.move(1)

    def do_page_up(self) -> None:
        """Scroll a page back."""
        self.text.move(2 - self.text.size.height)

    def do_page_down(self) -> None:
        """Scroll a page on."""
        self.text.move(self.text.size.height - 2)

    def do_first(self) -> None:
        """Go to the beginning."""
        self.text.move(-1_000_000)

    def do_last(self) -> None:
        """Go to the end."""
        self.text.move(1_000_000)

    def _bar(self) -> None:
        left = row((f" {self._title}", "bar-gold"))
        self.top.put([fit(left, self.size.width, "bar")])


class PageText(Lines):
    """The text of a page, from the line that is at the top."""

    def __init__(self, draw: Callable[[int], list[Row]], paragraph: int) -> None:
        super().__init__()
        self._draw = draw
        self._paragraph = paragraph
        self._first = 0
        self._text: list[Row] = []
        self._width = 0

    def move(self, rows: int) -> None:
        """Scroll by so many rows."""
        self._first = max(0, min(self._first + rows, len(self._text) - self.size.height + 1))
        self.redraw()

    def renew(self) -> None:
        """Draw the text anew: what it tells of has changed."""
        self._width = 0
        self.redraw()

    def on_mouse_scroll_up(self) -> None:
        """Scroll back by the wheel."""
        self.move(-3)

    def on_mouse_scroll_down(self) -> None:
        """Scroll on by the wheel."""
        self.move(3)

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw from the first line shown; say how much follows."""
        if width != self._width:
            self._width = width
            self._text = self._draw(width)
        if self._paragraph:
            self._first = markdown.heading_at(self._text, self._paragraph)
            self._paragraph = 0
        shown = self._text[self._first : self._first + height - 1]
        left = len(self._text) - self._first - len(shown)
        more = row((self.words.t("▼ {n} more", n=left), "accent")) if left > 0 else ()
        return [*shown, *[()] * (height - 1 - len(shown)), spread((), more, width)]
