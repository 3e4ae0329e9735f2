"""The table before its first game: the game, the seats, people to invite, the rules."""

from collections.abc import Callable
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
_FOOT = 4
"""Rows below a large room: what was told last stands there, apart from it."""
_INDENT = 5
"""Cells before the words of what one may do: its key stands there."""
_AIRY, _SENTENCES = 4, 2
"""The most rows between the parts of a large room, and sentences of rules that have no steps."""


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
        if width >= COMPOSED and (rows := self._broad(width - 2, height - _FOOT)):
            return [EMPTY, *indented(rows, 1)]
        cells = min(width - 2, _WIDE)
        return [EMPTY, *indented(self._room(cells, height - 3), (width - cells) // 2)]

    def _broad(self, width: int, height: int) -> list[Row]:
        """Draw the game, the seats, how to begin beside who may come, and how to play.

        Nothing where rows lack.
        """
        t, left = self.words.t, (width - _GAP) // 2
        right = width - left - _GAP
        friends = [line for deed in self._next(left) for line in (EMPTY, *deed)]
        seats = headed(t("The seats"), [EMPTY, *self._cards(width, _TILES[0])], width)
        start, agreed = self._start(left, _BUTTONS[0]), self._agreed(left if friends else right)
        if friends:
            start = blocks_apart(filter(None, (start, agreed)), _LITTLE)
            agreed = headed(t("Bring a friend"), friends, right)
        begin = beside(start, agreed, left, _GAP) if start else agreed
        blocks = [self._title(width), seats, begin, self._steps_across(width)]
        return rows if len(rows := stacked(blocks, height, _AIRY)) <= height else []

    def _title(self, width: int) -> list[Row]:
        """Draw the game's name in the largest letters, what it is, and its picture at the right."""
        view, game = view_class(self._table.game), registry.find(self._table.game).meta
        picture = self._captioned([*(view.placard() or view.poster())])
        left = width - max(map(row_width, picture), default=0)
        name = banner(game.name, left - _GAP) or low_banner(game.name, left) or [game.name]
        about = balanced(row(self.words.t(game.blurb)), left)
        lines = [*(row((line, "strong")) for line in name), EMPTY, *about]
        lines = [*[EMPTY] * ((len(picture) - len(lines)) // 2), *lines]
        return beside(lines, picture, left, 0)

    def _agreed(self, width: int) -> list[Row]:
        """Say below a heading which options are not the usual ones, and the table's rules."""
        table = self._table
        differing = chosen(self.words, registry.find(table.game), table.options)
        rules = rules_text(self.words, table.table, self.arcade.local).split(_DOT)
        rows = [*differing.split(_DOT), *rules] if differing else rules
        agreed = _wrapped([*(row(part) for part in rows), self._sealed()], width)
        return headed(self.words.t("This table"), [EMPTY, *agreed], width)

    def _room(self, width: int, height: int) -> list[Row]:
        """Draw as much as fits: the game, the seats, what one may do, how to play.

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
        return stacked([*blocks, self._steps(width, spare)], height, _LITTLE)

    def _seats(self, width: int, others: int, height: int) -> list[Row]:
        """Draw the seats as the largest tiles that fit beside so many other rows, else as lines."""
        for rows in _TILES:
            if others + len(seats := self._cards(width, rows)) <= height:
                return seats
        return self._lines(width, others, height)

    def _headed(self, width: int) -> list[Row]:
        """Say what is played, with a picture of it at the right where that leaves room."""
        poster = self._captioned([*view_class(self._table.game).poster()])
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
            return self._free(seat, "", "gold", cells)[0]
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
        cells = _shared(width, across)
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
            free = self._free(seat, "bar-dim", "bar-gold", inner, high)
            return _tile(free, ("○", "bar-dim"), cells, high)
        name = row((clipped_name(seat, inner), "bar"))
        standing = row((state_word(self, seat), "bar" if seat.yours else "bar-dim"))
        apart = inner - 1 - row_width(name) - row_width(standing)
        if standing and apart > 0:
            lines = [name + row((" " * min(2, apart), "bar")) + standing]
        else:
            lines = [name, *filter(None, [standing])][: max(1, high - 1)]
        return _tile(lines, (mark.shape, mark.tile), cells, high)

    def _free(self, seat: SeatLine, dim: str, gold: str, cells: int, high: int = 1) -> list[Row]:
        """Say that a seat is free; of the first, how a bot comes to it if the reader sits here.

        In one row, or in two if it has as many, with a blank cell at its end.
        """
        t, fill = self.words.t, keys.of(SeatBot)
        free = row((t("free"), dim))
        first = next(each for each in self._table.seats if not each.name)
        if self.arcade.touch or self._table.seat is None or seat != first:
            return [free]
        key = row((self._shown(fill), gold, fill.name))
        whole, short = (
            key + row((f" {what}", dim, fill.name)) for what in (t(fill.label), t("bot"))
        )
        apart = row(("   ", dim))
        ways = [[free + apart + whole], [free + apart + short], [free, whole], [free, short]]
        ways += [[whole], [free + row(("  ", dim)) + key]]
        fitting = (
            way for way in ways if len(way) <= max(1, high - 1) and max(map(row_width, way)) < cells
        )
        return next(fitting, [free])

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

    def _steps(self, width: int, height: int) -> list[Row]:
        """Say how to play, the steps below each other; nothing where rows lack."""
        steps = [
            line
            for number, step in self._numbered()
            for line in wrap(row((number, "dim"), "  ", step), width, 3)
        ]
        rows = headed(self.words.t("How to play"), [EMPTY, *steps], width, self._rest())
        return rows if steps and len(rows) <= height else []

    def _steps_across(self, width: int) -> list[Row]:
        """Say how to play, the steps as tiles beside each other."""
        numbered = self._numbered()
        if not numbered:
            return []
        cells = _shared(width, len(numbered))
        least = min(cells) - _SIGN - 2 * _EDGE
        texts = [balanced(row((step, "bar")), least) for _, step in numbered]
        high = max(map(len, texts)) + 2
        tiles = [
            _tile([*text], (number, "bar-dim"), across, high)
            for (number, _), text, across in zip(numbered, texts, cells, strict=True)
        ]
        return headed(
            self.words.t("How to play"), [EMPTY, *columns(tiles, _APART)], width, self._rest()
        )

    def _numbered(self) -> list[tuple[str, str]]:
        """Number the steps of the game, or say how its rules begin."""
        game = registry.find(self._table.game).meta
        if game.steps:
            return [(str(at), self.words.t(step)) for at, step in enumerate(game.steps, 1)]
        text = rulebook.below_title(game.key, self.words.language)
        first = markdown.first_sentences(text, _SENTENCES)
        return [("·", first)] if first else []

    def _captioned(self, picture: list[Row]) -> list[Row]:
        """Say below the picture of the game what it shows."""
        caption = view_class(self._table.game).PICTURED
        if not picture or not caption:
            return picture
        cells = max(map(row_width, picture))
        below = row((self.words.t(caption), "dim"))
        return [*picture, row(" " * (cells - row_width(below))) + below]

    def _rest(self) -> Row:
        key = "" if self.arcade.touch else "? "
        return row((key, "gold", "help"), (self.words.t("the rules"), "dim", "help"))


def _has_room(table: TableView) -> bool:
    return any(seat.kind == "open" for seat in table.seats)


def _in_a_row(width: int, name: int) -> int:
    """Count the tiles that stand in a row, with so many cells for a name."""
    return (width + _APART) // (name + _SIGN + _EDGE + _APART)


def _shared(width: int, tiles: int) -> list[int]:
    """Return the cells of each of so many tiles that fill a row."""
    ends = [at * (width + _APART) // tiles for at in range(tiles + 1)]
    return [end - start - _APART for start, end in pairwise(ends)]


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
