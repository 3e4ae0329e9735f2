"""The base of screens with a list and a chosen line: a title, the list, the bars."""

from abc import abstractmethod
from typing import TypeVar

from textual.app import ComposeResult
from textual.geometry import Size

from arcade.engine.words import folded
from screens import keys
from screens.base import Bar, BaseScreen, Status
from screens.terminal.rows import Row, row, warning
from screens.widgets.lines import Lines
from screens.widgets.prompt import Prompt

Result = TypeVar("Result")

MOVES = (keys.UP, keys.DOWN, keys.PAGE_UP, keys.PAGE_DOWN, keys.FIRST, keys.LAST)
"""The keys that choose."""

LONG = (*MOVES, keys.FIND)
"""The keys that choose in a list that may be long."""

FINDING = (keys.FIND_NEXT, keys.FOUND)
"""The keys while a person types a search."""

_WIDEST, _LONGEST = 400, 60
"""The cells, and the rows besides its lines, in which any list has room."""

_PAGE = 10
"""Lines that a page up or down moves."""


class Listing(BaseScreen[Result], inherit_bindings=False):
    """A list with a chosen line, `at`. A line's click is its number.

    A second click on a line does what Enter does.
    """

    IS_PAGE = True
    TITLE = ""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.top = Bar()
        self.list = Lines(self.draw, id="list")
        self.status = Status()
        self.finder = Prompt()

    def heading(self) -> str:
        return self.words.t(self.TITLE)

    @abstractmethod
    def count(self) -> int:
        """Count the lines."""

    @abstractmethod
    def draw(self, size: Size) -> list[Row]:
        """Draw the list."""

    def compose(self) -> ComposeResult:
        yield self.list
        yield self.status
        yield from super().compose()

    def on_mount(self) -> None:
        """Show the list; Textual has already called the `on_mount` of the subclass."""
        self.head()
        self.choose(self.at)

    def head(self) -> None:
        self.top.put([row(" ", (self.heading(), "bar-gold"))])

    def choose(self, number: int) -> None:
        self.at = max(0, min(number, self.count() - 1))
        self.renew()  # the list may name keys
        self.list.redraw()

    def tell(self, sentence: str) -> None:
        self.status.put([warning(sentence)])

    def line(self) -> Prompt:
        return self.finder

    def typed(self) -> None:
        """Go to the first match of the typed words."""
        if self.finder.typing:
            self._find(0)

    def do_find(self) -> None:
        self.finder.open()
        self._find(0)
        self.show_pane(self.finder)

    def do_find_next(self) -> None:
        self._find(1)

    def do_found(self) -> None:
        self.do_stop_typing()

    def _find(self, beyond: int) -> None:
        """Choose the next line with all the words, from the chosen one (or `beyond` it) on."""
        words = folded(self.finder.text).split()
        texts = self._written() if words else {}
        order = [(self.at + beyond + n) % self.count() for n in range(self.count())]
        has = (n for n in order if words and all(word in texts.get(n, "") for word in words))
        number = next(has, None)
        t = self.words.t
        self.finder.label("  " + (t("not here: ") if words and number is None else t("find: ")))
        self.choose(self.at if number is None else number)

    def _written(self) -> dict[int, str]:
        """Return the text of the whole list, with nothing cut."""
        texts: dict[int, str] = {}
        for line in self.draw(Size(_WIDEST, 2 * self.count() + _LONGEST)):
            for piece in line:
                if piece.click.isdigit():
                    number = int(piece.click)
                    texts[number] = texts.get(number, "") + folded(piece.text)
        return texts

    async def clicked(self, what: str) -> None:
        """Choose the clicked line; if it was chosen already, do what Enter does."""
        if not what.isdigit():
            await super().clicked(what)
            return
        again = int(what) == self.at
        self.choose(int(what))
        line = self.line()
        if again and not (line is not None and line.typing):
            for action in self.actions():
                if "enter" in action.keys:
                    await self.perform(action.name)
                    return

    def do_up(self) -> None:
        """Choose the line above; from the first, the last."""
        self.choose((self.at or self.count()) - 1)

    def do_down(self) -> None:
        """Choose the line below; from the last, the first."""
        self.choose((self.at + 1) % max(1, self.count()))

    def do_page_up(self) -> None:
        self.choose(self.at - _PAGE)

    def do_page_down(self) -> None:
        self.choose(self.at + _PAGE)

    def do_first(self) -> None:
        self.choose(0)

    def do_last(self) -> None:
        self.choose(self.count() - 1)
