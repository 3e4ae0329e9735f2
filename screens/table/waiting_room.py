"""The table before its first game: the game, the seats, people to invite, the rules."""

from collections.abc import Callable, Sequence
from contextvars import copy_context
from itertools import pairwise
from typing import Any

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.i18n import rulebook
from arcade.club.operations.operation import Operation
from arcade.club.operations.people import SeePeople
from arcade.club.operations.table import Start
from arcade.club.speech.options import chosen, rules_text
from arcade.club.views import SeatLine, TableView
from arcade.engine import registry
from arcade.tasks import Sliced
from screens import keys
from screens.games import view_class
from screens.games.seat_rows import clipped_name, state_word
from screens.pages.fairness import sealed_line
from screens.table.seats import TablePane, starter
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    beside,
    blocks_apart,
    columns,
    fit,
    flow,
    indented,
    row,
    row_width,
    rows_apart,
    stacked,
    wrap,
)
from screens.terminal.seats import seat_mark
from screens.widgets import markdown
from screens.widgets.banner import low_banner
from screens.widgets.sheet import headed

COMPOSED = 120
"""Columns from which the room is composed for a terminal's whole width and height."""
_SIGN, _EDGE, _APART, _NAMES = 3, 1, 2, 5
"""Cells of a seat's sign, before its words, between two seats, and how many others are named."""
_TILES = (3, 1)
"""The rows of a seat's tile, the most first."""
_BUTTONS = (3, 1)
"""The rows of the button that starts the game, the most first."""
_SPREAD, _LITTLE = 3, 2
"""The most rows between the parts of a broad room, and of any other."""
_PICTURED = 70
"""Cells from which the game has its picture."""
_DOT = " · "
"""What parts the table's rules from each other."""
_WIDE, _GAP = 98, 4
"""The most cells of its text, and cells between two columns of it."""
_INDENT = 5
"""Cells before the words of what one may do: its key stands there."""
_SENTENCES = 3
"""Sentences of the rules."""


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
        if width >= COMPOSED and (rows := self._broad(width - 2, height - 1)):
            return [EMPTY, *indented(rows, 1)]
        cells = min(width - 2, _WIDE)
        return [EMPTY, *indented(self._room(cells, height - 3), (width - cells) // 2)]

    def _broad(self, width: int, height: int) -> list[Row]:
        """Draw the game, the seats, and below them how to begin beside the rules.

        Nothing where rows lack.
        """
        t, left = self.words.t, (width - _GAP) // 2
        right = width - left - _GAP
        view = view_class(self._table.game)
        friends = [line for deed in self._next(left) for line in (EMPTY, *deed)]
        placard, poster = view.placard() or view.poster(), view.poster()
        for picture, rows, air in ((placard, 2, _SPREAD), (placard, 1, 1), (poster, 0, 1)):
            above, rules = self._headed(width, picture, titled=True), self._rules(right, rows)
            seats = headed(t("The seats"), [EMPTY, *self._cards(width, _TILES[0])], width)
            begin = self._start(left, _BUTTONS[0])
            if friends:
                asks = headed(t("Bring a friend"), friends, left)
                ruled = headed(t("The rules"), [EMPTY, *rules], right) if rules else []
                low = beside(blocks_apart(filter(None, (begin, asks))), ruled, left, _GAP)
            else:  # the rules have both columns
                end = rules.index(EMPTY) if rules else 0
                both = beside(rules[:end], rules[end + 1 :], left, _GAP)
                ruled = headed(t("The rules"), [EMPTY, *both], width) if rules else []
                low = blocks_apart(filter(None, (begin, ruled)), _LITTLE)
            blocks = [above, seats, low]
            if sum(map(len, blocks)) + air * (len(blocks) - 1) <= height:
                return stacked(blocks, height, _SPREAD)
        return []

    def _room(self, width: int, height: int) -> list[Row]:
        """Draw as much as fits: the game, the seats, what one may do, the beginning of the rules.

        The seats are lines in two columns where there is no room for tiles.
        """
        others, above = self._next(width), self._headed(width)
        for high in _BUTTONS:
            low = [block for block in (self._start(width, high), *others) if block]
            around = len(above) + _rows(low) + len(low) + 1
            seats = self._seats(width, around, height)
            if around + len(seats) <= height:
                break
        else:
            above = self._game(width)
            seats = self._lines(width, len(above) + _rows(low), height)
        if len(above) + len(seats) + _rows(low) + len(low) + 1 > height:
            low = [[line for block in low for line in block]]
        blocks, rules = [above, seats, *low], self._rules(width)
        ruled = [*blocks, [row(("─" * width, "rule")), EMPTY, *rules]]
        if rules and _rows(ruled) + len(ruled) - 1 <= height:
            blocks = ruled
        return stacked(blocks, height, _LITTLE)

    def _seats(self, width: int, others: int, height: int) -> list[Row]:
        """Draw the seats as the largest tiles that fit beside so many other rows, else as lines."""
        for rows in _TILES:
            if others + len(seats := self._cards(width, rows)) <= height:
                return seats
        return self._lines(width, others, height)

    def _headed(
        self, width: int, picture: Sequence[Row] = (), *, titled: bool = False
    ) -> list[Row]:
        """Say what is played, with a picture of it at the right where that leaves room.

        The top line names the game: `titled`, it has large letters here.
        """
        poster = [*(picture or view_class(self._table.game).poster())]
        across = max(map(row_width, poster), default=0)
        room = width - across - _APART
        whole, left = self._game(width), self._game(room)
        if titled:
            name = registry.find(self._table.game).meta.name
            title = [row((line, "gold")) for line in low_banner(name, room) or [name]]
            apart = [*title, EMPTY, left[0], EMPTY, *left[1:]]
            left = apart if len(apart) <= len(poster) else [*title, *left]
        if not poster or width < _PICTURED or len(left) > max(len(whole), len(poster)) + 1:
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
        return rows_apart(rows)

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
        """Say what the game is, the options that differ from the usual ones, the table's rules."""
        table, t = self._table, self.words.t
        game = registry.find(table.game)
        differing = chosen(self.words, game, table.options)
        rules = rules_text(self.words, table.table, self.arcade.local)
        parts = [row((part, "dim")) for part in rules.split(_DOT)]
        rows = [row(t(game.meta.blurb)), row((differing, "gold")), *_evenly(parts, width)]
        if sealed := sealed_line(self.words, table):
            rows.append(row((sealed, "dim"), "  ", ("F", "gold")))
        return _wrapped(rows, width)

    def _cards(self, width: int, high: int) -> list[Row]:
        """Draw all seats as tiles of one size, as many in each row as there is room for."""
        seats = self._table.seats
        names = [seat.name or self.words.t("free") for seat in seats]
        needed = max(map(cell_len, names)) + _SIGN + _EDGE
        most = max(1, min(len(seats), (width + _APART) // (needed + _APART)))
        across = -(-len(seats) // -(-len(seats) // most))
        ends = [at * (width + _APART) // across for at in range(across + 1)]
        cells = [end - start - _APART for start, end in pairwise(ends)]
        cards = [
            self._card(seat, cells[number % across], high) for number, seat in enumerate(seats)
        ]
        return blocks_apart(
            columns(cards[at : at + across], _APART) for at in range(0, len(cards), across)
        )

    def _card(self, seat: SeatLine, cells: int, high: int) -> list[Row]:
        """Draw a seat as a dark tile with its name, and its sign at the edge in its colour."""
        mark, t = seat_mark(seat.number), self.words.t
        inner = cells - _SIGN - _EDGE
        sign, ground = (mark.shape, mark.tile) if seat.name else ("○", "bar-dim")
        name = row((clipped_name(seat, inner), "bar") if seat.name else (t("free"), "bar-dim"))
        state = state_word(self, seat) if seat.name else ""
        standing = row((state, "bar-gold" if seat.yours else "bar-dim"))
        whole = name + row(("  ", "bar")) + standing if state else name
        lines = [whole] if row_width(whole) <= inner else [name, standing][: max(1, high - 1)]
        return _tile(lines, (sign, ground), cells, high)

    def _next(self, width: int) -> list[list[Row]]:
        """List what one may do before the game starts, each with its key before it."""
        table, t = self._table, self.words.t
        if table.seat is None or not _has_room(table):
            return []
        if self.arcade.local:
            seated = row((" + ", "cursor"), "  ", t("Seat another person at this keyboard."))
            return [list(wrap(seated, width, _INDENT))]
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
            self._deed(SeePeople, others, width) if others else indented([nobody], _INDENT),
            indented(home, _INDENT),
        ]

    def _start(self, width: int, high: int) -> list[Row]:
        """Draw the button that starts the game; only a frame if that is for somebody else to do."""
        if self._table.seat is None:
            return []
        action, frame = keys.of(Start), 2 * _EDGE
        tone, key = ("accent", "cursor") if starter(self._table) else ("cursor", "caret")
        shown = row((f" {self._shown(action)} ", key, action.name))
        text = row((self._starting(), tone, action.name))
        lines = balanced(text, width - _INDENT - frame)
        space = row((" " * (_INDENT - row_width(shown)), tone, action.name))
        body = [shown + space + lines[0]]
        body += [row((" " * _INDENT, tone, action.name)) + line for line in lines[1:]]
        if high < _BUTTONS[0]:
            return [_inside(line, width, tone, action.name) for line in body]
        framed = tone == "accent"
        corners = ("╭", "─", "╮"), ("╰", "─", "╯")
        top, bottom = (
            row(((left + side * (width - 2) + right) if framed else " " * width, tone, action.name))
            for left, side, right in corners
        )
        edge = "│" if framed else " "
        return [top, *(_inside(line, width, tone, action.name, edge) for line in body), bottom]

    def _starting(self) -> str:
        """Say what starting the game means now."""
        table, t, who = self._table, self.words.t, starter(self._table)
        if not _has_room(table):
            if who:
                return t("Everybody is here: start, or let {name} start.", name=who)
            return t("Everybody is here: start.")
        if who:
            return t("Start with bots, or let {name} start, who opened the table.", name=who)
        if table.company:
            names = self.words.listed(table.company)
            return t("Start with {names}; bots take the empty seats.", names=names)
        return t("Start now, with bots on the empty seats.")

    def _shown(self, action: keys.Action) -> str:
        return "▸" if self.arcade.touch else self.arcade.keyboard.shown(action)

    def _deed(self, operation: type[Operation[Any]], text: str, width: int) -> list[Row]:
        action = keys.of(operation)
        key = row((f" {self._shown(action)} ", "cursor", action.name))
        lines = balanced(row((text, "", action.name)), width - _INDENT)
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

    def _rules(self, width: int, paragraphs: int = 0) -> list[Row]:
        """Show the first paragraphs of the rules, or sentences, and the key for the rest."""
        text = rulebook.below_title(self._table.game, self.words.language)
        first = [*markdown.paragraphs(text)[:paragraphs]]
        first = first or [*filter(None, [markdown.first_sentences(text, _SENTENCES)])]
        key = "" if self.arcade.touch else "? "
        more = row((key, "gold", "help"), (self.words.t("the rest of the rules"), "dim", "help"))
        lines = [
            line
            for paragraph in first
            for line in (*balanced(markdown.spans(paragraph, "dim"), width), EMPTY)
        ]
        return [*lines, more] if lines else []


def _has_room(table: TableView) -> bool:
    return any(seat.kind == "open" for seat in table.seats)


def _inside(line: Row, cells: int, tone: str, click: str, edge: str = " ") -> Row:
    """Put a line between the edges of a button."""
    side = row((edge, tone, click))
    middle = fit(line, cells - 2, tone)
    return side + tuple(piece._replace(click=piece.click or click) for piece in middle) + side


def _tile(lines: list[Row], sign: tuple[str, str], cells: int, high: int) -> list[Row]:
    """Fill a tile with lines, in its middle or a little lower, beside the sign of the seat."""
    above = (high - len(lines) + 1) // 2
    shape, ground = sign
    texts = [*[EMPTY] * above, *lines, *[EMPTY] * (high - len(lines) - above)]
    signs = [shape if at == above else " " for at in range(high)]
    return [
        fit(row((f" {edge} ", ground), (" " * _EDGE, "bar")) + text, cells, "bar")
        for edge, text in zip(signs, texts, strict=True)
    ]


def _evenly(parts: Sequence[Row], width: int) -> list[Row]:
    """Put the table's rules in as few rows as hold them, none much shorter than the others."""
    dot = row((_DOT, "dim"))
    rows = flow(parts, width, dot)
    while len(closer := flow(parts, width - 1, dot)) == len(rows) and width > 1:
        rows, width = closer, width - 1
    return rows


def _wrapped(paragraphs: list[Row], width: int) -> list[Row]:
    return [line for paragraph in paragraphs if paragraph for line in balanced(paragraph, width)]


def _rows(blocks: list[list[Row]]) -> int:
    return sum(map(len, blocks))
