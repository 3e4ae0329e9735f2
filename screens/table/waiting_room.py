"""The table before its first game: the game, the seats, people to invite, the rules."""

from collections.abc import Callable
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
from screens.games.seat_rows import seat_row, state_word
from screens.pages.fairness import sealed_line
from screens.pages.page import READABLE
from screens.table.seats import TablePane, starter
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    columns,
    indented,
    placed,
    row,
    row_width,
    spread,
    wrap,
)
from screens.terminal.seats import seat_mark
from screens.widgets import markdown
from screens.widgets.sheet import framed

COMPOSED = 120
"""Columns from which the rules have a column of their own."""
_CARD, _WIDEST, _NAMES, _AROUND = 20, 30, 5, 7
"""Cells of a seat's card at least and at most, how many names of others are shown, and the cells of
a card around a name."""
_WIDE = 98
"""The most cells of its text."""
_LEFT, _GAP = 68, 6
"""Cells beside the rules in a broad terminal, and between both."""
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
        table = self._table
        seats, below = self._cards(_LEFT), self._next(_LEFT)
        above = self._game(_LEFT)
        poster = [*view_class(table.game).poster()]
        rest = len(above) + len(poster) + _rows(below) + len(below) + 6
        for high in (5, 3):
            if rest + (high + 1) * len(table.seats) <= height:
                cards = [[*self._card(seat, _LEFT, high), EMPTY] for seat in table.seats]
                seats = [line for card in cards for line in card][:-1]
                break
        rows = [*above, EMPTY, *seats, EMPTY]
        for deed in below:
            rows += [EMPTY, *deed]
        if poster and len(rows) + len(poster) + 3 <= height:
            rows[len(above) : len(above)] = [EMPTY, *poster]
        cells = min(width - _LEFT - _GAP - 2, READABLE)
        rules = self._rules(cells, height - 2)[2:]
        title = row((self.words.t("The rules"), "gold"))
        right = [title, EMPTY, *rules] if rules else []
        return [EMPTY, *indented(beside(rows, right, _LEFT, _GAP), 1)]

    def _room(self, width: int, height: int) -> list[Row]:
        """Draw as much as fits: the game, the seats, what one may do, the beginning of the rules.

        The seats are lines in two columns where there is no room for cards.
        """
        table = self._table
        above, seats, below = self._game(width), self._cards(width), self._next(width)
        room = height - 4
        if len(above) + len(seats) + _rows(below) + len(below) > room:
            two = len(above) + len(table.seats) + _rows(below) + 1 > room
            cells = (width - 3) // 2 if two else min(width, 36)
            seats = [seat_row(self, table, seat, cells, marks=()) for seat in table.seats]
            half = -(-len(seats) // 2)
            seats = columns([seats[:half], seats[half:]]) if two else seats
        rows = [EMPTY, *above, EMPTY, *seats, EMPTY]
        apart = len(rows) + _rows(below) + len(below) <= height
        for number, deed in enumerate(below):
            rows += [*([EMPTY] if apart and number else []), *deed]
        return [*rows, *self._rules(width, height - len(rows) - 2)]  # a free row above the keys

    def _game(self, width: int) -> list[Row]:
        """Name the game, the options that differ from the usual ones, and the table's rules."""
        table, t = self._table, self.words.t
        game = registry.find(table.game)
        differing = chosen(self.words, game, table.options)
        rules = rules_text(self.words, table.table, self.arcade.local)
        rows = [row(t(game.meta.blurb)), row((differing, "gold")), row((rules, "dim"))]
        if sealed := sealed_line(self.words, table):
            rows.append(row((sealed, "dim"), "  ", ("F", "gold")))
        return [row((game.meta.name, "gold")), *_wrapped(rows, width)]

    def _cards(self, width: int) -> list[Row]:
        """Draw the seats as cards in their colours, as many in each row."""
        seats = self._table.seats
        needed = (cell_len(f"{seat.name} {state_word(self, seat)}") for seat in seats if seat.name)
        card = max(_CARD, min(_WIDEST, max(needed, default=0) + _AROUND))
        most = max(1, min(len(seats), (width + 1) // (card + 1)))
        across = -(-len(seats) // -(-len(seats) // most))
        cells = min(_WIDEST, (width + 1) // across - 1)
        cards = [self._card(seat, cells) for seat in seats]
        rows = [columns(cards[at : at + across], 1) for at in range(0, len(cards), across)]
        return [line for block in rows for line in block]

    def _card(self, seat: SeatLine, cells: int, high: int = 3) -> list[Row]:
        shape, _, tone, _ = seat_mark(seat.number)
        inner = cells - 4
        named = row((f"{shape} {seat.name}", tone)) if seat.name else row(("○", "dim"))
        state = state_word(self, seat) if seat.name else self.words.t("free")
        end = row((f" {state}" if state else "", "strong" if seat.yours else "dim"))
        about = spread(named, end, inner)
        lines = [*[EMPTY] * (high // 2 - 1), about, *[EMPTY] * (high // 2 - 1)]
        return framed(EMPTY, EMPTY, lines, cells, high, tone if seat.name else "rule")

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
        lines = wrap(row((text, tone, action.name)), width - _INDENT)
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
        more = row((key, "gold", "help"), (self.words.t("rules") + " ▼", "dim", "help"))
        return [EMPTY, row(("─" * width, "rule")), *rows[: ends[-1]], EMPTY, more]


def _wrapped(paragraphs: list[Row], width: int) -> list[Row]:
    return [line for paragraph in paragraphs if paragraph for line in wrap(paragraph, width)]


def _rows(blocks: list[list[Row]]) -> int:
    return sum(map(len, blocks))
