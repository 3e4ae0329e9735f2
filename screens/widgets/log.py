"""The log beside a table: events and talk, in words."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from string import Formatter

from textual.geometry import Size

from arcade.club.i18n.words import Words
from arcade.club.standings.views import signed
from arcade.club.views import Absence, LogLine, TableView
from arcade.engine.news import News, phrase
from screens.terminal.rows import EMPTY, Row, fit, row, row_width, wrap, wrap_whole
from screens.terminal.seats import seat_mark
from screens.widgets.lines import Lines
from screens.widgets.sheet import TERMINAL

FEW = 3
"""The fewest lines that leave a full page at once; of a high one they are a quarter of its rows."""

_WIDE, _TALK = 40, 3
"""Cells from which a talk is written whole, and the rows it has in a narrower log, or half of the
page if that is more; `_older` writes all of it."""
_HIGH = 12
"""Rows of a log from which a blank one follows each turn of several lines, and who watches is named
above it."""

_TOLD = {"": "told", "dim": "told"}
"""The tone of what it tells, in place of those of a sentence."""


class LogPane(Lines):
    """The table's log, newest line below, written like a page: what one reads stands still.

    Where the page is full, some lines leave it at once: to move all of them at every new one would
    cost a terminal more bytes than the game's picture.
    """

    AT_ONCE = 0
    """How many lines leave at once; 0: some."""

    def __init__(self, head: Callable[[int], Row] = lambda _: EMPTY) -> None:
        super().__init__()
        self._head = head
        self.headed = False
        """Whether the row of `head` is above the log."""
        self.airy = False
        """Whether the last row is air, which a sentence takes that is longer than the others."""
        self.talking = False
        """Whether it shows only what people have said, if they have said anything."""
        self._lines: tuple[LogLine, ...] = ()
        self._names: tuple[str, ...] = ()
        self._watchers: tuple[str, ...] = ()
        self._by_link = 0
        self._you = ""
        self._back = 0
        self._rated: dict[int, News] = {}
        """Rating changes by the last log line of each finished game."""

    def show(self, table: TableView, you: str = "") -> None:
        """Take a new view of the table; the log addresses the player `you`."""
        if table.changes:
            end, news = _rated(table)
            self._rated[end] = news
        lines = table.lines
        if self._rated:
            lines = tuple(entry for line in lines for entry in self._with_ratings(line))
        lines = _with_absences(table, lines) if table.absent else lines
        names = tuple(seat.name for seat in table.seats)
        shown = (lines, names, table.watchers, table.by_link, you)
        if (self._lines, self._names, self._watchers, self._by_link, self._you) != shown:
            self._lines, self._names, self._watchers, self._by_link, self._you = shown
            self.redraw()

    def _with_ratings(self, line: LogLine) -> Iterator[LogLine]:
        yield line
        if news := self._rated.get(line.number):
            yield LogLine(line.number, line.at, "table", news=news)

    @property
    def appearance(self) -> str:
        return f"{super().appearance} headed" if self.headed else super().appearance

    @property
    def scrolled(self) -> bool:
        return bool(self._back)

    def scroll_rows(self, pages: int) -> None:
        """Scroll back (negative) or on by whole pages."""
        page = self.size.height - self.headed - 2
        if not self._back:  # a page may have been begun anew
            page = min(page, len(self.draw(self.size)) - self.headed - 1)
        self._scroll(pages * max(1, page))

    def follow(self) -> None:
        """Show the newest lines again."""
        if self._back:
            self._back = 0
            self.redraw()

    def wheel(self, rows: int) -> None:
        self._scroll(rows)

    def _scroll(self, rows: int) -> None:
        self._back = max(0, self._back - rows)
        self.draw(self.size)  # no further than there are lines
        self.redraw()

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        heads = self._heads(width, height)
        room = max(1, height - len(heads))
        parted = self._parted() if room >= _HIGH else frozenset[int]()
        if self._back:
            return [*heads, *self._older(width, max(2, room), parted)]

        def write(line: LogLine) -> Sequence[Row]:
            return [*[EMPTY] * (line.number in parted), *self._written(line, width, room)]

        if self.airy and self._lines and len(write(self._lines[-1])) < room:
            room -= 1
        talk = [line for line in self._lines if line.kind == "chat"] if self.talking else ()
        rows = page(talk or self._lines, room, write, self.AT_ONCE or bool(talk))
        return [*heads, *(rows[1:] if rows and not rows[0] else rows)]

    def _parted(self) -> frozenset[int]:
        """Return the lines that begin a turn after one of several lines."""
        parted, turn, lines = set[int](), 0, 0
        for line in self._lines:
            if line.kind == "game":
                if line.turn != turn:
                    if lines > 1:
                        parted.add(line.number)
                    turn, lines = line.turn, 0
                lines += 1
        return frozenset(parted)

    def _older(self, width: int, room: int, parted: Collection[int]) -> list[Row]:
        """Draw the rows that are `_back` rows above the newest."""
        whole = [
            [*[EMPTY] * (line.number in parted), *self._whole(line, width)] for line in self._lines
        ]
        rows = [written for lines in whole for written in lines]
        if len(rows) <= room:  # there is nothing to go back to but the end of a long talk
            self._back = int(
                any(
                    len(self._whole(line, width)) > len(self._written(line, width, room))
                    for line in self._lines
                )
            )
            return rows
        self._back = min(self._back, len(rows) - room)
        last = len(rows) - self._back
        below = row((self.words.t("▼ {n} more", n=self._back), "accent"))
        return [*rows[max(0, last - room + 1) : last], below] if self._back else rows[-room:]

    def _heads(self, width: int, height: int) -> list[Row]:
        head = [self._head(width)] if self.headed else []
        watched = len(self._watchers) + self._by_link
        if not watched or height < _HIGH:
            return head  # the top line counts them
        names = [*self._watchers[:width]]  # of a thousand no more than can be shown
        if self._by_link:
            names.append(self.words.nt("{n} by link", "{n} by link", self._by_link))
        text = self.words.nt(
            "{n} watching: {names}", "{n} watching: {names}", watched, names=", ".join(names)
        )
        if not self._watchers:
            text = self.words.nt("{n} watching by link", "{n} watching by link", watched)
        lines = wrap(row(("◉ " + text, "dim")), width, 2)
        if len(lines) > 2:  # so many have no room for their names
            if self.app.size.width < TERMINAL:
                return head  # the top line counts them
            count = self.words.nt("◉ {n} watching  ", "◉ {n} watching  ", watched)
            lines = (row((count.rstrip(), "dim")),)
        return [*head, *lines, row(("─" * width, "rule"))]

    def _written(self, line: LogLine, width: int, room: int) -> Sequence[Row]:
        """Write a line; of a long talk beside a small picture only its beginning."""
        rows = self._whole(line, width)
        if line.kind != "chat" or (width >= _WIDE and room >= _HIGH):
            return rows
        return brief(rows, width, min(room, max(_TALK, room // 2)))

    def _whole(self, line: LogLine, width: int) -> Sequence[Row]:
        """Write all of a line, once while it is among the newest."""
        key = id(line), width, self._names, self._you  # the line is kept: no other has its number
        _, rows = self.again(key, lambda: (line, self._wrapped(line, width)))
        return rows

    def _wrapped(self, line: LogLine, width: int) -> Sequence[Row]:
        """Write a line, quieter than talk and the game if it tells of that."""
        text = sentence(self.words.to(line.to(self._you)), line, self._names)
        if line.kind != "chat":
            text = tuple(piece._replace(tone=_TOLD.get(piece.tone, piece.tone)) for piece in text)
        return wrap_whole(text, width, 2)


def _rated(table: TableView) -> tuple[int, News]:
    """Return the rating changes after a game, and the line of its end."""
    ratings = [
        f"{change.name} {change.after} ({signed(change.after - change.before)})"
        for change in table.changes
    ]
    ends = [line.number for line in table.lines if line.kind == "game"]
    end = ends[-1] if ends else len(table.lines)
    return end, phrase("Ratings: {ratings}", ratings=", ".join(ratings))


def _with_absences(table: TableView, lines: tuple[LogLine, ...]) -> tuple[LogLine, ...]:
    """Append the absent people: their absence is stored once a bot plays for them."""
    last = lines[-1] if lines else LogLine(1, 0, "table")
    return (
        *lines,
        *(
            LogLine(last.number, last.at, "table", news=absence(table, away))
            for away in table.absent
        ),
    )


def absence(table: TableView, away: Absence) -> News:
    """Return that somebody is away."""
    who = table.seats[away.seat].name
    if away.near:
        return phrase("{who} is in the lobby.", who=who)
    return phrase("{who}'s connection dropped.", who=who)


def brief(rows: Sequence[Row], width: int, most: int = _TALK) -> Sequence[Row]:
    """Return only the beginning of a long talk."""
    if len(rows) <= most:
        return rows
    last = row_width(rows[most - 1])
    cut, end = rows[most - 1], row(" …")
    whole = cut + end if last <= width - 2 else fit(cut, min(last - 1, width))
    return [*rows[: most - 1], whole]


def page(
    lines: Sequence[LogLine], room: int, write: Callable[[LogLine], Sequence[Row]], at_once: int = 0
) -> list[Row]:
    """Write the last lines, whole ones unless there is only one.

    Where they are not all, the first is always one of every few: so `few` leave `at_once`.
    """
    few = at_once or (1 if room < FEW else max(FEW, room // 4))
    rows, fewer = list[Row](), list[Row]()
    for line in reversed(lines if room > 0 else ()):
        above = write(line)
        if rows and len(rows) + len(above) > room:
            return fewer or rows
        rows = [*above, *rows][-room:]
        if line.number % few == 0:
            fewer = rows
    return rows


def sentence(words: Words, line: LogLine, names: Sequence[str] = ()) -> Row:
    """Return a line of the log: talk, a gesture, or an event; `names` are now on the seats."""
    if line.kind == "chat" and line.news is None:
        at = names.index(line.who) if line.who in names else None
        tone = "accent" if at is None else seat_mark(at).tone
        return row((words.t("{who}: ", who=line.who), tone), line.text)
    if line.news is None:
        return EMPTY
    text = words.say(line.news, line.names)
    if line.kind == "chat":
        return row((text, "cool"))
    about = _seat_of(line.news)
    mark = ("· ", "dim") if about is None else (f"{seat_mark(about).shape} ", seat_mark(about).tone)
    return row(mark) + coloured(text, line.names, "dim" if line.kind == "table" else "")


def coloured(text: str, names: Sequence[str], tone: str = "") -> Row:
    """Return a sentence with the names of seats in their colours."""
    parts = _named(tuple(names)).split(text) if any(names) else [text]
    return row(
        *[
            (part, seat_mark(names.index(part)).tone if at % 2 else tone)
            for at, part in enumerate(parts)
        ]
    )


@lru_cache(256)
def _named(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds names as whole words, the longest first."""
    longest = sorted(filter(None, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest))})(?!\w)")


def _seat_of(news: News) -> int | None:
    """Return the seat that an event is about first, if any."""
    for _, name, spec, _ in Formatter().parse(news.text):
        value = news.data.get(name or "")
        if isinstance(value, int) and spec and (spec == "seat" or "|" in spec):
            return value
    return None
