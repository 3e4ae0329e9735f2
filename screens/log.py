"""The log at the side of a table: what happened and what was said, in words."""

from collections.abc import Sequence

from arcade.club.views import Line, TableView
from screens.lines import Lines
from screens.rows import EMPTY, Row, row, wrap


class LogPane(Lines):
    """The table's log, newest at the bottom; it is written down like a page.

    When the page is full it moves up by a third and not by a line, so that most new lines repaint
    only themselves.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[Line, ...] = ()
        self._watchers: tuple[str, ...] = ()
        self._back = 0
        self._top = 0

    def show(self, table: TableView) -> None:
        """Take a new picture of the table."""
        if (self._lines, self._watchers) != (table.lines, table.watchers):
            self._lines, self._watchers = table.lines, table.watchers
            self.redraw()

    def scroll_rows(self, pages: int) -> None:
        """Look back (negative) or on by whole pages."""
        self._back = max(0, self._back - pages * max(1, self.size.height - 2))
        self.redraw()

    def on_mouse_scroll_up(self) -> None:
        """Look back a few lines."""
        self._back += 3
        self.redraw()

    def on_mouse_scroll_down(self) -> None:
        """Look on a few lines."""
        self._back = max(0, self._back - 3)
        self.redraw()

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw who watches, then as much of the log as there is room for."""
        heads = self._heads(width)
        room = max(1, height - len(heads))
        written = [one for line in self._lines for one in self._written(line, width)]
        if self._back:
            self._back = min(self._back, max(0, len(written) - room))
        if self._back:
            first = len(written) - room - self._back
            below = row((self.words.t("▼ {n} more", n=self._back), "accent"))
            return [*heads, *written[first : first + room - 1], below]
        if len(written) < self._top or len(written) <= room:
            self._top = max(0, len(written) - room)
        while len(written) - self._top > room:
            self._top = min(self._top + max(1, room // 3), len(written) - 1)
        return [*heads, *written[self._top :]]

    def _heads(self, width: int) -> list[Row]:
        if not self._watchers:
            return []
        said = self.words.nt(
            "{n} watching: {names}",
            "{n} watching: {names}",
            len(self._watchers),
            names=", ".join(self._watchers),
        )
        shown = list(wrap(row(("◉ " + said, "dim")), width, 2))[:2]
        return [*shown, row(("─" * width, "rule"))]

    def _written(self, line: Line, width: int) -> Sequence[Row]:
        return wrap(self._sentence(line), width, 2)

    def _sentence(self, line: Line) -> Row:
        if line.kind == "chat":
            return row((f"{line.who}: ", "accent"), (line.text, "strong"))
        if line.news is None:
            return EMPTY
        said = self.words.say(line.news, line.names)
        return row(("· " + said, "dim" if line.kind == "table" else ""))
