"""The table before its first game: the game, the seats, people to invite, the rules."""

from collections.abc import Callable, Sequence
from contextvars import copy_context
from typing import Any

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.i18n import rulebook
from arcade.club.operations.operation import Operation
from arcade.club.operations.people import SeePeople
from arcade.club.operations.table import Start
from arcade.club.speech.options import chosen, rules_text
from arcade.club.views import SeatLine
from arcade.engine import registry
from arcade.tasks import Sliced
from screens import keys
from screens.games import view_class
from screens.games.seat_rows import clipped_name, state_word
from screens.pages.fairness import sealed_line
from screens.pages.page import READABLE
from screens.table.seats import TablePane, starter
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    beside,
    columns,
    fit,
    flow,
    indented,
    pad,
    placed,
    row,
    row_width,
    wrap,
)
from screens.terminal.seats import seat_mark
from screens.widgets import markdown
from screens.widgets.sheet import headed

COMPOSED = 120
"""Columns from which the rules have a column of their own."""
_EDGE, _WIDEST, _APART, _NAMES = 1, 33, 2, 5
"""Cells beside the words of a seat, of a seat at most, between two, and how many others are
named."""
_MIDDLE = 3
"""The rows of a seat's tile where one line stands in its middle."""
_TILES = (5, _MIDDLE, 2)
"""The rows of a seat's tile, the most first; the first only where the rules stand beside it."""
_SPREAD = 4
"""The most rows between the parts of a broad room."""
_HEADED, _PICTURED = 8, 70
"""Rows around the parts of a broad room, and cells from which the game has its picture."""
_DOT = " · "
"""What parts the table's rules from each other."""
_WIDE = 98
"""The most cells of its text."""
_LEFT, _GAP, _MARGIN = 70, 4, 2
"""Cells beside the rules in a broad terminal, between both, and right of the rules."""
_INDENT = 5
"""Cells before the words of what one may do: its key stands there."""


class WaitingRoom(TablePane):
    """The room says first how to fill the empty seats; a larger terminal shows the rest."""

    _stop: Callable[[], None] | None = None

    def on_mount(self) -> None:
        """Follow arrivals and departures, if people can be invited."""
        if self.arcade.visit is not None and not self.arcade.local:
            self._soon = Sliced(self._check, context=copy_context())
            self._stop = self.arcade.visit.listen(self._soon.begin)

    def _check(self) -> None:
        if self.is_attached:
            self.redraw()

    def on_unmount(self) -> None:
        if self._stop is not None:
            self._stop()
            self._soon.close()

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        if width >= COMPOSED:
            return self._broad(width, height)
        cells = min(width - 2, _WIDE)
        return placed(self._room(cells, height), cells, width, height)

    def _broad(self, width: int, height: int) -> list[Row]:
        """Draw the table at the left, and at its right the rules in the whole height."""
        table, t = self._table, self.words.t
        below = self._next(_LEFT)
        above, poster = self._game(_LEFT), [*view_class(table.game).poster()]
        around = len(above) + _rows(below) + len(below) + _HEADED
        seats = self._seats(_LEFT, around, height, _TILES)
        if around + len(seats) + len(poster) + 1 > height:
            seats = self._seats(_LEFT, around + len(poster) + 1, height, _TILES)
        deeds = [line for deed in below for line in (EMPTY, *deed)]
        blocks = [above, headed(t("The seats"), [EMPTY, *seats], _LEFT)]
        blocks += [headed(t("To begin"), deeds, _LEFT)] * bool(below)
        if poster and sum(map(len, blocks)) + len(poster) + 6 <= height:
            above += [EMPTY, *poster]
        free = height - sum(map(len, blocks)) - len(blocks)
        air = [EMPTY] * max(1, min(_SPREAD, free // len(blocks)))
        rows = [line for block in blocks for line in (*block, *air)]
        cells = min(width - _LEFT - _GAP - _MARGIN, READABLE)
        rules = self._rules(cells, height - 2)
        right = headed(t("The rules"), [EMPTY, *rules], cells) if rules else []
        return [EMPTY, *indented(beside(rows, right, _LEFT, _GAP), 1)]

    def _room(self, width: int, height: int) -> list[Row]:
        """Draw as much as fits: the game, the seats, what one may do, the beginning of the rules.

        The seats are lines in two columns where there is no room for cards.
        """
        below = self._next(width)
        others = _rows(below) + len(below)
        for above in (*(self._headed(width, more) for more in (2, 1, 0)), self._game(width)):
            around = len(above) + others
            seats = self._seats(width, around, height - 4, _TILES[1:])
            if around + len(seats) <= height - 4:
                break
        else:
            seats = self._lines(width, len(above) + _rows(below), height - 4)
        poster = [EMPTY, *view_class(self._table.game).poster()]
        if above == self._game(width) and around + len(seats) + len(poster) <= height - 4:
            above += poster[: len(poster) * (len(poster) > 1)]
        rows = [EMPTY, *above, EMPTY, *seats, EMPTY]
        apart = len(rows) + _rows(below) + len(below) <= height
        for number, deed in enumerate(below):
            rows += [*([EMPTY] if apart and number else []), *deed]
        rules = self._rules(width, height - len(rows) - 4)  # a free row above the keys
        return [*rows, *([EMPTY, row(("─" * width, "rule")), EMPTY] if rules else []), *rules]

    def _seats(self, width: int, others: int, height: int, tiles: Sequence[int]) -> list[Row]:
        """Draw the seats as the largest tiles that fit beside so many other rows, else as lines."""
        for rows in tiles:
            if others + len(seats := self._cards(width, rows)) <= height:
                return seats
        return self._lines(width, others, height)

    def _headed(self, width: int, more: int = 0) -> list[Row]:
        """Name the game, with its picture at the right where that leaves room for the words.

        They may take so many more rows.
        """
        poster = [*view_class(self._table.game).poster()]
        across = max(map(row_width, poster), default=0)
        whole, left = self._game(width), self._game(width - across - _APART)
        if not poster or width < _PICTURED or len(left) > len(whole) + more:
            return whole
        return beside(left, poster, width - across, 0)

    def _lines(self, width: int, others: int, height: int) -> list[Row]:
        """List the seats, a row each; in two columns if there is room, or if rows lack."""
        two = width >= _PICTURED or others + len(self._table.seats) + 1 > height
        cells = (width - _APART) // 2 if two else width
        seats = [self._line(seat, cells) for seat in self._table.seats]
        half = -(-len(seats) // 2) if two else len(seats)
        rows = columns([seats[:half], seats[half:]], _APART) if two else seats
        if others + 2 * len(rows) > height:
            return rows
        return [line for seat in rows for line in (seat, EMPTY)][:-1]

    def _line(self, seat: SeatLine, cells: int) -> Row:
        mark = seat_mark(seat.number)
        sign, ground = (mark.shape, mark.tile) if seat.name else ("○", "")
        return fit(row((f" {sign} ", ground), "  ") + self._named(seat, cells - 5), cells)

    def _named(self, seat: SeatLine, cells: int) -> Row:
        """Name who has a seat, and say what they are."""
        state, tone = state_word(self, seat), seat_mark(seat.number).tone
        if not seat.name:
            return row(self.words.t("free"))
        name = clipped_name(seat, cells - (cell_len(state) + 2) * bool(state))
        return row((name, tone), (f"  {state}" if state else "", "strong" if seat.yours else "dim"))

    def _game(self, width: int) -> list[Row]:
        """Name the game, the options that differ from the usual ones, and the table's rules."""
        table, t = self._table, self.words.t
        game = registry.find(table.game)
        differing = chosen(self.words, game, table.options)
        rules = rules_text(self.words, table.table, self.arcade.local)
        parts = [row((part, "dim")) for part in rules.split(_DOT)]
        rows = [row(t(game.meta.blurb)), row((differing, "gold"))]
        rows += flow(parts, width, row((_DOT, "dim")))
        if sealed := sealed_line(self.words, table):
            rows.append(row((sealed, "dim"), "  ", ("F", "gold")))
        return [row((game.meta.name, "gold")), *_wrapped(rows, width)]

    def _cards(self, width: int, high: int) -> list[Row]:
        """Draw everybody's seat as a tile, as many in each row as there is room for."""
        seats = self._table.seats
        needed = max(map(cell_len, filter(None, map(self._title, seats))), default=0)
        card = max(needed, *(cell_len(seat.name) for seat in seats)) + 2 * _EDGE
        most = max(1, min(len(seats), (width + _APART) // (card + _APART)))
        across = -(-len(seats) // -(-len(seats) // most))
        cells = min(_WIDEST, (width + _APART) // across - _APART)
        cards = [self._card(seat, cells, high) for seat in seats]
        rows = [columns(cards[at : at + across], _APART) for at in range(0, len(cards), across)]
        return [line for block in rows for line in (*block, EMPTY)][:-1]

    def _title(self, seat: SeatLine) -> str:
        """Return a seat's shape and what its person is."""
        if not seat.name:
            return f"○ {self.words.t('free')}"
        return f"{seat_mark(seat.number).shape} {state_word(self, seat)}".rstrip()

    def _card(self, seat: SeatLine, cells: int, high: int) -> list[Row]:
        """Draw a seat as a tile in its colour with its name; a free one as an outline."""
        title, inner = self._title(seat), cells - 2
        if seat.name:
            shape, _, state = title.partition(" ")
            name = clipped_name(seat, cells - 2 * _EDGE)
            whole = f"{shape} {name}  {state}".rstrip()
            named = f"{shape} {name}"
            fits = cell_len(named) + 2 * _EDGE <= cells
            lines = [named, f"  {state}".rstrip()] if fits else [title, name]
            if high >= _MIDDLE and cell_len(whole) + 2 * _EDGE <= cells:
                lines = [whole]
            return _tile(lines, cells, high, seat_mark(seat.number).tile)
        if high < _MIDDLE:
            return _tile([title], cells, high, "bar")
        middle = [""] * (high - 2)
        middle[len(middle) // 2] = title
        sides = [row(("│", "rule"), pad(line, inner, "center"), ("│", "rule")) for line in middle]
        edge = "─" * inner
        return [row((f"╭{edge}╮", "rule")), *sides, row((f"╰{edge}╯", "rule"))]

    def _next(self, width: int) -> list[list[Row]]:
        """List what one may do, the way to the game first, each with its key before it."""
        table, t = self._table, self.words.t
        if table.seat is None:
            return []
        start = self._start()
        if all(seat.kind != "open" for seat in table.seats):
            return [self._deed(Start, start, width, "gold")]
        if self.arcade.local:
            seated = row((" + ", "cursor"), "  ", t("Seat another person at this keyboard."))
            return [self._deed(Start, start, width, "gold"), list(wrap(seated, width, _INDENT))]
        friends = (
            t("Friends type the code after / in the lobby, or come from home:")
            if table.private
            else t("Friends come from the lobby, or from home:")
        )
        ways = self.arcade.ways_in(table.code, width - _INDENT)
        home = [*wrap(row(friends), width - _INDENT), *(row((way, "accent")) for way in ways)]
        others = self._others()
        nobody = row((t("There is nobody else to invite just now."), "dim"))
        return [
            self._deed(Start, start, width, "gold"),
            self._deed(SeePeople, others, width) if others else indented([nobody], _INDENT),
            indented(home, _INDENT),
        ]

    def _start(self) -> str:
        """Say what starting the game means now."""
        table, t, who = self._table, self.words.t, starter(self._table)
        if all(seat.kind != "open" for seat in table.seats):
            if who:
                return t("Everybody is here: start, or let {name} start.", name=who)
            return t("Everybody is here: start.")
        if who:
            return t("Start with bots, or let {name} start, who opened the table.", name=who)
        if table.company:
            names = self.words.listed(table.company)
            return t("Start with {names}; bots take the empty seats.", names=names)
        return t("Start now, with bots on the empty seats.")

    def _deed(
        self, operation: type[Operation[Any]], text: str, width: int, tone: str = ""
    ) -> list[Row]:
        action = keys.of(operation)
        shown = "▸" if self.arcade.touch else self.arcade.keyboard.shown(action)
        key = row((f" {shown} ", "cursor", action.name))
        lines = balanced(row((text, tone, action.name)), width - _INDENT)
        space = row(" " * (_INDENT - row_width(key)))
        return [key + space + lines[0], *indented(lines[1:], _INDENT)]

    def _others(self) -> str:
        """Name the people here who may be invited, those in the lobby first; "" for nobody."""
        t, at_table = self.words.t, {*(seat.name for seat in self._table.seats)}
        people = self.arcade.club.community.people(self.arcade.player)
        free = [
            person
            for person in people
            if not (person.you or person.ignored or person.name in at_table)
        ]
        free.sort(key=lambda person: person.at_table)
        if not free:
            return ""
        names = [person.name for person in free[:_NAMES]]
        if more := len(free) - len(names):
            names.append(self.words.nt("{n} more", "{n} more", more))
        return t("Invite somebody who is here: {names}.", names=self.words.listed(names))

    def _rules(self, width: int, room: int) -> list[Row]:
        """Show whole paragraphs of the rules in so many rows, and the key for the rest."""
        text = rulebook.rules(self._table.game, self.words.language)
        most = max(0, 2 * room)  # a line of the page fills half a row at least
        lines = text.splitlines()[1:most]
        rows = markdown.rows_of("\n".join(lines).strip(), width) if lines else []
        ends = [
            at
            for at, line in enumerate(rows[: max(0, room - 3)])
            if at and not line and markdown.closes(rows[at - 1])
        ]
        if not ends:
            return []
        key = "" if self.arcade.touch else "? "
        more = row((key, "gold", "help"), (self.words.t("the rest of the rules"), "dim", "help"))
        return [*rows[: ends[-1]], EMPTY, more]


def _tile(lines: list[str], cells: int, high: int, ground: str) -> list[Row]:
    """Fill a tile with lines, in its middle or a little higher."""
    above = (high - len(lines)) // 2
    below = high - len(lines) - above
    whole = [*[""] * above, *lines, *[""] * below]
    return [row((pad(" " * _EDGE + line, cells), ground)) for line in whole]


def _wrapped(paragraphs: list[Row], width: int) -> list[Row]:
    return [line for paragraph in paragraphs if paragraph for line in balanced(paragraph, width)]


def _rows(blocks: list[list[Row]]) -> int:
    return sum(map(len, blocks))
