"""The table before its first game: the game, the seats, people to invite, the rules."""

from collections.abc import Callable, Sequence
from contextvars import copy_context
from functools import lru_cache
from itertools import pairwise
from typing import Any

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.i18n import rulebook
from arcade.club.operations.operation import Operation
from arcade.club.operations.people import SeePeople
from arcade.club.operations.table import SeatBot, Start
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
    plain,
    row,
    row_width,
    rows_apart,
    stacked,
    wrap,
)
from screens.terminal.seats import seat_mark
from screens.widgets import markdown
from screens.widgets.banner import banner, low_banner
from screens.widgets.sheet import headed

COMPOSED = 120
"""Columns from which the room is composed for a terminal's whole width and height."""
_SIGN, _EDGE, _APART, _NAMES = 3, 1, 2, 5
"""Cells of a seat's sign, before its words, between two seats, and how many others are named."""
_SHORT = 10
"""Cells of a name that stay when all seats go in one row."""
_TILES = (3, 1)
"""The rows of a seat's tile, the most first."""
_BUTTONS = (3, 1)
"""The rows of the button that starts the game, the most first."""
_LITTLE = 2
"""The most rows between the parts of the room."""
_PICTURED = 70
"""Cells from which the game has its picture."""
_DOT = " · "
"""What parts the table's rules from each other."""
_WIDE, _GAP = 98, 4
"""The most cells of its text, and cells between two columns of it."""
_INDENT = 5
"""Cells before the words of what one may do: its key stands there."""
_HEAD = 2
"""Rows of a heading and of the air below it."""


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
        """Draw the game and the seats, and below them how to begin beside the rules.

        Nothing where rows lack.
        """
        t, left = self.words.t, (width - _GAP) // 2
        right = width - left - _GAP
        friends = [line for deed in self._next(left) for line in (EMPTY, *deed)]
        title = self._title(width, full=not friends)
        agreed = headed(t("This table"), [EMPTY, *self._agreed(left)], left) if friends else []
        tiles = self._cards(width, _TILES[0]) if friends else self._complete(left, right)
        seats = headed(t("The seats"), [EMPTY, *tiles], width)
        rows = stacked([title, seats], height, _LITTLE)
        room = height - len(rows) - _LITTLE
        if friends:
            asks = headed(t("Bring a friend"), friends, left)
            begin = blocks_apart(filter(None, (self._start(left, _BUTTONS[0]), asks)))
            begin += [*[EMPTY] * min(_LITTLE, room - len(begin) - len(agreed)), *agreed]
            low = beside(begin, self._rules(right, room), left, _GAP)
        else:
            low = self._rules_across(width, room)
        if not 0 < len(low) <= room:
            return []
        spare = 0 if friends else room - len(low)
        rows[len(title) : len(title)] = [EMPTY] * (spare // 2)
        return [*rows, *[EMPTY] * (_LITTLE + spare - spare // 2), *low]

    def _complete(self, left: int, right: int) -> list[Row]:
        """Draw all seats, which are taken, and beside them the button that starts the game."""
        return beside(self._cards(left, _TILES[0]), self._start(right, _BUTTONS[0]), left, _GAP)

    def _title(self, width: int, full: bool) -> list[Row]:
        """Draw the game's name in the largest letters, what it is, and its picture at the right.

        `full`: the table's rules, too, since nothing below has room for them.
        """
        view, game = view_class(self._table.game), registry.find(self._table.game).meta
        picture = [*(view.placard() or view.poster())]
        left = width - max(map(row_width, picture), default=0)
        name = banner(game.name, left - _GAP) or low_banner(game.name, left) or [game.name]
        about = self._game(left) if full else balanced(row(self.words.t(game.blurb)), left)
        lines = [*(row((line, "strong")) for line in name), EMPTY, *about]
        lines = [*[EMPTY] * ((len(picture) - len(lines)) // 2), *lines]
        return beside(lines, picture, left, 0)

    def _agreed(self, width: int) -> list[Row]:
        """Say which options are not the usual ones, and the table's rules, each in a row."""
        table = self._table
        differing = chosen(self.words, registry.find(table.game), table.options)
        rules = rules_text(self.words, table.table, self.arcade.local).split(_DOT)
        rows = [*differing.split(_DOT), *rules] if differing else rules
        return _wrapped([*(row(part) for part in rows), self._sealed()], width)

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
        blocks = [above, seats, *low]
        spare = height - _rows(blocks) - sum(map(bool, blocks))
        return stacked([*blocks, self._rules(width, spare)], height, _LITTLE)

    def _seats(self, width: int, others: int, height: int) -> list[Row]:
        """Draw the seats as the largest tiles that fit beside so many other rows, else as lines."""
        for rows in _TILES:
            if others + len(seats := self._cards(width, rows)) <= height:
                return seats
        return self._lines(width, others, height)

    def _headed(self, width: int) -> list[Row]:
        """Say what is played, with a picture of it at the right where that leaves room."""
        poster = [*view_class(self._table.game).poster()]
        across = max(map(row_width, poster), default=0)
        whole, left = self._game(width), self._game(width - across - _APART)
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
        """Name who has a seat, and say what they are; of the first free one how it is filled."""
        state, tone = state_word(self, seat), seat_mark(seat.number).tone
        if not seat.name:
            return self._free(seat, "", "gold", cells)
        name = clipped_name(seat, cells - (cell_len(state) + 2) * bool(state))
        return row((name, tone), (f"  {state}" if state else "", "strong" if seat.yours else "dim"))

    def _game(self, width: int) -> list[Row]:
        """Say what the game is, the options that differ from the usual ones, the table's rules."""
        table, t = self._table, self.words.t
        game = registry.find(table.game)
        differing = chosen(self.words, game, table.options)
        rules = rules_text(self.words, table.table, self.arcade.local)
        agreed = [row((line, "dim")) for line in _evenly(rules, width)]
        rows = [row(t(game.meta.blurb)), row((differing, "strong")), *agreed, self._sealed()]
        return _wrapped(rows, width)

    def _sealed(self) -> Row:
        """Say that the chance of the game is sealed, if it is, with the key to see how."""
        sealed = sealed_line(self.words, self._table)
        return row((sealed, "dim"), "  ", ("F", "gold")) if sealed else EMPTY

    def _cards(self, width: int, high: int) -> list[Row]:
        """Draw all seats as tiles of one size, as many in each row as there is room for."""
        seats = self._table.seats
        longest = max(cell_len(seat.name or self.words.t("free")) for seat in seats)
        most = len(seats)
        if _in_a_row(width, min(longest, _SHORT)) < most:  # a long name is cut for one row of all
            most = max(1, _in_a_row(width, longest))
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
        mark = seat_mark(seat.number)
        inner = cells - _SIGN - _EDGE
        if not seat.name:
            return _tile(
                [self._free(seat, "bar-dim", "bar-gold", inner)], ("○", "bar-dim"), cells, high
            )
        name = row((clipped_name(seat, inner), "bar"))
        standing = row((state_word(self, seat), "bar" if seat.yours else "bar-dim"))
        apart = inner - 1 - row_width(name) - row_width(standing)
        if standing and apart > 0:
            lines = [name + row((" " * min(2, apart), "bar")) + standing]
        else:
            lines = [name, *filter(None, [standing])][: max(1, high - 1)]
        return _tile(lines, (mark.shape, mark.tile), cells, high)

    def _free(self, seat: SeatLine, dim: str, gold: str, cells: int) -> Row:
        """Say that a seat is free; of the first, how a bot comes to it if the reader sits here."""
        fill, free = keys.of(SeatBot), row((self.words.t("free"), dim))
        first = next(each for each in self._table.seats if not each.name)
        if self.arcade.touch or self._table.seat is None or seat != first:
            return free
        key = row((self._shown(fill), gold, fill.name))
        what = key + row((f" {self.words.t(fill.label)}", dim, fill.name))
        ways = (free + row(("   ", dim)) + what, what, free + row(("  ", dim)) + key)
        return next((way for way in ways if row_width(way) <= cells), free)

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
            if away := [seat.name for seat in table.seats if seat.kind == "absent"]:
                return self.words.nt(
                    "{names} is away: wait, or start.",
                    "{names} are away: wait, or start.",
                    len(away),
                    names=self.words.listed(away),
                )
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
        key = row((f" {self._shown(action)} ", "gold", action.name))
        lines = balanced(row((text, "", action.name)), width - _INDENT)
        space = row(" " * (_INDENT - row_width(key)))
        return [key + space + lines[0], *indented(lines[1:], _INDENT)]

    def _others(self) -> str:
        """Name the people here who may be invited, those in the lobby first; "" for nobody."""
        t, seated = self.words.t, {seat.name for seat in self._table.seats}
        community, player = self.arcade.club.community, self.arcade.player
        names, more = community.to_invite(player, seated, _NAMES)
        if not names:
            return ""
        if more:
            names.append(self.words.nt("{n} more", "{n} more", more))
        return t("Invite somebody who is here: {names}.", names=self.words.listed(names))

    def _rules(self, width: int, height: int) -> list[Row]:
        """Show as much of the rules as so many rows hold, and the key for the rest."""
        text = rulebook.below_title(self._table.game, self.words.language)
        rows = markdown.beginning(text, width, height - _HEAD) if height > _HEAD else []
        if not rows:
            return []
        return headed(self.words.t("The rules"), [EMPTY, *rows], width, self._rest())

    def _rules_across(self, width: int, height: int) -> list[Row]:
        """Show as much of the rules as two columns of so many rows hold, both as full as can be."""
        text = rulebook.below_title(self._table.game, self.words.language)
        cells, room = (width - _GAP) // 2, height - _HEAD
        both = self.again((text, cells, room), lambda: _in_two(text, cells, room))
        return headed(self.words.t("The rules"), [EMPTY, *both], width, self._rest())

    def _rest(self) -> Row:
        key = "" if self.arcade.touch else "? "
        return row((key, "gold", "help"), (self.words.t("the rest of the rules"), "dim", "help"))


def _in_two(text: str, cells: int, room: int) -> list[Row]:
    """Draw the beginning of a page in two columns of so many cells and rows."""
    rows = markdown.rows_of(text, cells)
    ends = {len(markdown.opening(text, cells, most)[0]) for most in range(room // 2, room + 1)}
    parts = [(rows[:end], _to_blank(rows[end + 1 :], room)) for end in sorted(ends)]
    first, second = max(parts, key=lambda part: min(map(len, part)))
    return beside(first, second, cells, _GAP)


def _to_blank(rows: Sequence[Row], most: int) -> Sequence[Row]:
    """Return so many rows at most, to the end of a paragraph, or else of a sentence."""
    if len(rows) <= most:
        return rows
    ends = [at for at in range(1, most + 1) if not rows[at] and markdown.closes(rows[at - 1])]
    ends = ends or [at for at in range(1, most + 1) if plain(rows[at - 1]).rstrip().endswith(".")]
    return rows[: max(ends, default=0)]


def _has_room(table: TableView) -> bool:
    return any(seat.kind == "open" for seat in table.seats)


def _in_a_row(width: int, name: int) -> int:
    """Count the tiles that stand in a row, with so many cells for a name."""
    return (width + _APART) // (name + _SIGN + _EDGE + _APART)


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


@lru_cache(64)
def _evenly(rules: str, width: int) -> tuple[str, ...]:
    """Put the table's rules in as few rows as hold them, none much shorter than the others."""
    parts = [row(part) for part in rules.split(_DOT)]
    rows = flow(parts, width, row(_DOT))
    while len(closer := flow(parts, width - 1, row(_DOT))) == len(rows) and width > 1:
        rows, width = closer, width - 1
    return tuple(map(plain, rows))


def _wrapped(paragraphs: list[Row], width: int) -> list[Row]:
    return [line for paragraph in paragraphs if paragraph for line in balanced(paragraph, width)]


def _rows(blocks: list[list[Row]]) -> int:
    return sum(map(len, blocks))
