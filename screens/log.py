"""The log at the side of a table: what happened and what was said, in words."""

from collections.abc import Sequence

from arcade.club.i18n.words import Words
from arcade.club.standings.views import signed
from arcade.club.views import LogLine, TableView
from arcade.engine.news import told
from screens.lines import Lines
from screens.rows import EMPTY, Row, fit, row, wrap


class LogPane(Lines):
    """The table's log, newest at the bottom; it is written down like a page.

    When the page is full, a new one begins with its second half: most new lines repaint only
    themselves.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[LogLine, ...] = ()
        self._watchers: tuple[str, ...] = ()
        self._back = 0
        self._first = 0

    def show(self, table: TableView) -> None:
        """Take a new picture of the table."""
        lines = _with_changes(table) if table.changes else table.lines
        if (self._lines, self._watchers) != (lines, table.watchers):
            self._lines, self._watchers = lines, table.watchers
            self.redraw()

    @property
    def scrolled(self) -> bool:
        """Whether it shows something older than the newest."""
        return bool(self._back)

    def scroll_rows(self, pages: int) -> None:
        """Look back (negative) or on by whole pages."""
        self._back = max(0, self._back - pages * max(1, self.size.height - 2))
        self.redraw()

    def wheel(self, rows: int) -> None:
        """Look back or on by a few lines."""
        self._back = max(0, self._back - rows)
        self.redraw()

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw who watches, then as much of the log as there is room for."""
        heads = self._heads(width)
        room = max(2, height - len(heads))
        if self._back:
            return [*heads, *self._older(width, room)]
        shown = [line for line in self._lines if line.number >= self._first]
        rows = [one for line in shown for one in self._written(line, width)]
        if len(rows) <= room and self._first <= 1:
            return [*heads, *rows]
        if len(rows) > room or len(rows) < room // 3:  # filled, or the window has grown
            rows = self._turn_page(width, room)
        return [*heads, *rows[-room:]]

    def _turn_page(self, width: int, room: int) -> list[Row]:
        """Begin a page with the last lines of the one before, as many as fill half of it."""
        rows: list[Row] = []
        for line in reversed(self._lines):
            above = self._written(line, width)
            if rows and len(rows) + len(above) > room // 2:
                break
            rows = [*above, *rows]
            self._first = line.number
        return rows

    def _older(self, width: int, room: int) -> list[Row]:
        """Draw what stands `_back` rows above the newest."""
        rows = [one for line in self._lines for one in self._written(line, width)]
        self._back = min(self._back, max(0, len(rows) - room))
        last = len(rows) - self._back
        below = row((self.words.t("▼ {n} more", n=self._back), "accent"))
        return [*rows[max(0, last - room + 1) : last], below] if self._back else rows[-room:]

    def _heads(self, width: int) -> list[Row]:
        if not self._watchers:
            return []
        said = self.words.nt(
            "{n} watching: {names}",
            "{n} watching: {names}",
            len(self._watchers),
            names=", ".join(self._watchers[:width]),  # of a thousand no more than can be shown
        )
        first, *more = wrap(row(("◉ " + said, "dim")), width, 2)
        if len(more) > 1:
            more = [fit(more[0], width - 2) + row((" …", "dim"))]
        return [first, *more, row(("─" * width, "rule"))]

    def _written(self, line: LogLine, width: int) -> Sequence[Row]:
        return wrap(sentence(self.words, line), width, 2)


def _with_changes(table: TableView) -> tuple[LogLine, ...]:
    """Put what a game did to ratings right after its end; as old as that, so that pages stay."""
    ratings = [
        f"{one.name} {one.after} ({signed(one.after - one.before)})" for one in table.changes
    ]
    lines = table.lines
    ends = [at for at, line in enumerate(lines, 1) if line.kind == "game"]
    end = ends[-1] if ends else len(lines)
    news = told("Ratings: {ratings}", ratings=", ".join(ratings))
    last = lines[end - 1] if lines else LogLine(1, 0, "table")
    return (*lines[:end], LogLine(last.number, last.at, "table", news=news), *lines[end:])


def sentence(words: Words, line: LogLine) -> Row:
    """Write a line of a log: what was said, a gesture, or what happened."""
    if line.kind == "chat" and line.news is None:
        return row((words.t("{who}: ", who=line.who), "accent"), (line.text, "strong"))
    if line.news is None:
        return EMPTY
    said = words.say(line.news, line.names)
    if line.kind == "chat":
        return row((said, "cool"))
    return row(("· " + said, "dim" if line.kind == "table" else ""))
