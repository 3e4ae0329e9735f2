"""The log beside a table: events and talk, in words."""

from collections.abc import Sequence

from arcade.club.i18n.words import Words
from arcade.club.standings.views import signed
from arcade.club.views import LogLine, TableView
from arcade.engine.news import told
from screens.terminal.rows import EMPTY, Row, fit, row, wrap
from screens.widgets.lines import Lines


class LogPane(Lines):
    """The table's log, newest at the bottom, written like a page.

    When the page is full, the next one begins with its second half, so that most new lines repaint
    only themselves.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[LogLine, ...] = ()
        self._watchers: tuple[str, ...] = ()
        self._back = 0
        self._first = 0

    def show(self, table: TableView) -> None:
        """Take a new view of the table."""
        lines = _with_changes(table) if table.changes else table.lines
        if (self._lines, self._watchers) != (lines, table.watchers):
            self._lines, self._watchers = lines, table.watchers
            self.redraw()

    @property
    def scrolled(self) -> bool:
        """Whether it is scrolled back."""
        return bool(self._back)

    def scroll_rows(self, pages: int) -> None:
        """Scroll back (negative) or on by whole pages."""
        self._back = max(0, self._back - pages * max(1, self.size.height - 2))
        self.redraw()

    def wheel(self, rows: int) -> None:
        """Scroll back or on by a few lines."""
        self._back = max(0, self._back - rows)
        self.redraw()

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw who watches, then as much of the log as fits."""
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
        """Start a page with the last lines of the previous one, half a page of them."""
        rows: list[Row] = []
        for line in reversed(self._lines):
            above = self._written(line, width)
            if rows and len(rows) + len(above) > room // 2:
                break
            rows = [*above, *rows]
            self._first = line.number
        return rows

    def _older(self, width: int, room: int) -> list[Row]:
        """Draw the rows that are `_back` rows above the newest."""
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
    """Put rating changes right after a game's end, with its time, so that pages stay."""
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
    """Return a line of the log: talk, a gesture, or an event."""
    if line.kind == "chat" and line.news is None:
        return row((words.t("{who}: ", who=line.who), "accent"), (line.text, "strong"))
    if line.news is None:
        return EMPTY
    said = words.say(line.news, line.names)
    if line.kind == "chat":
        return row((said, "cool"))
    return row(("· " + said, "dim" if line.kind == "table" else ""))
