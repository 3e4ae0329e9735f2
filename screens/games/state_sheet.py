"""What a game's words say of its state, as a table of the seats and a sheet of two columns.

Must not know: a game. A sentence "Tokens: you 15, Ben 2." is a column of the table.
"""

import re
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from rich.cells import cell_len

from arcade.club.speech.read_aloud import sentences
from screens.games.seat_cards import SeatCard, counted
from screens.games.seat_rows import seat_cells, seat_row
from screens.games.view import AnyView
from screens.terminal.rows import (
    EMPTY,
    Row,
    bar,
    beside,
    columns,
    flow,
    pad,
    row,
    row_width,
    wrap,
)
from screens.terminal.seats import seat_mark

_LABEL, _HEAD, _VALUE = 18, 16, 8
"""The most cells of a label, of a column's head, and of what stands in a column."""
_NOTE = 16
"""The fewest cells for what is said of a seat in words."""
_BAR = range(16, 26)
"""The fewest and the most cells of a bar beside a value, with the gap before it."""
_PIECE = 2
"""Cells of a piece of a count, with the gap after it."""
_MANY = 2
"""The least count for which there are bars."""
_NAME = 22
"""The most cells of a seat's row before the columns."""
_COLON = re.compile("[ \u00a0\u202f]?: ")
"""What parts a label from what is said of it, also in French."""
_FIGURE = re.compile(r"(\d+)[ \u00a0\u202f](\D+)")
"""A sentence that counts one thing."""
_COLUMN = 4
"""Cells between two large figures."""


class Column(NamedTuple):
    """A value for each seat, as text."""

    head: str
    values: tuple[str, ...]


class Figure(NamedTuple):
    """A number that is said of the game, and what it counts."""

    number: str
    counts: str


class Facts(NamedTuple):
    """The sentences sorted: values of all seats, a note on each, pairs, figures, and the rest."""

    columns: list[Column]
    notes: dict[int, str]
    pairs: list[tuple[str, str]]
    figures: list[Figure]
    plain: list[str]


def facts_of(pane: AnyView) -> Facts:
    """Sort what the game's words say between their heading and whose turn it is."""
    names = [pane.who(seat) for seat in range(len(pane.table.seats))]
    begins = [pane.who(seat, begins=True) for seat in range(len(names))]
    sorted_, paired = Facts([], {}, [], [], []), ""
    for sentence in sentences(pane.words, pane.table)[1:-1]:
        parts = _COLON.split(sentence.removesuffix("."), maxsplit=1)
        values = _each(parts[-1], names) if len(parts) > 1 else ()
        count = _FIGURE.fullmatch(parts[-1])
        if count and parts[0] not in begins:
            of = [_lower(parts[0])] * (len(parts) > 1)
            sorted_.figures.append(Figure(count[1], " · ".join((count[2], *of))))
        elif len(parts) < 2 or cell_len(parts[0]) > max(_LABEL, *map(cell_len, begins)):
            sorted_.plain.append(sentence)
        elif any(values) and cell_len(parts[0]) <= _HEAD:
            sorted_.columns.append(Column(parts[0], values))
        elif parts[0] in begins:
            sorted_.notes[begins.index(parts[0])] = parts[1]
        elif cell_len(parts[0]) <= _LABEL:
            sorted_.pairs.append((parts[0], parts[1]))
            paired = sentence
        else:
            sorted_.plain.append(sentence)
    if len(sorted_.pairs) == 1:  # one alone is no sheet: it is read as it is said
        sorted_.pairs.clear()
        sorted_.plain.append(paired)
    return sorted_


def _each(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return the values of "you 15, Ben 2" by seat; nothing where it is not all that."""
    marks = "|".join(re.escape(name) for name in names)
    values = [""] * len(names)
    for part in re.split(f", (?=(?:{marks}) )", text):
        seat = next((at for at, name in enumerate(names) if part.startswith(f"{name} ")), None)
        value = part[len(names[seat]) + 1 :] if seat is not None else ""
        if seat is None or values[seat] or not 0 < cell_len(value) <= _VALUE:
            return ()
        values[seat] = value
    return tuple(values)


def seat_table(pane: AnyView, state: Facts, cells: int) -> list[Row]:
    """Draw the seats below each other, with their values under the heads of the columns.

    Counts that are not few have bars beside them.
    """
    name = min(_NAME, seat_cells(pane, pane.table))
    sizes = [max(cell_len(head), *map(cell_len, values)) + 2 for head, values in state.columns]
    while sizes and name + sum(sizes) > cells:
        sizes.pop()
    columns = state.columns[: len(sizes)]
    bars = _bar_cells(state, min(_BAR.stop, cells - name - sum(sizes)))[: len(sizes)]
    order = sorted(range(len(sizes)), key=lambda at: bars[at] > 0)  # what has a bar comes last
    columns = [columns[at] for at in order]
    sizes, bars = [sizes[at] for at in order], [bars[at] for at in order]
    taken = name + sum(sizes) + sum(bars)
    heads = "".join(
        pad(_lower(column.head), size, "right") + " " * share
        for column, size, share in zip(columns, sizes, bars, strict=True)
    ).rstrip()
    rows = [row((" " * name + heads, "dim"))] if sizes else []
    for seat in pane.table.seats:
        line = seat_row(pane, pane.table, seat, name, pane.acting)
        for column, size, share in zip(columns, sizes, bars, strict=True):
            value = column.values[seat.number]
            line += row((pad(value, size, "right"), "strong"))
            if share:
                most, tone = max(map(int, column.values)), seat_mark(seat.number).tone
                line += row("  ") + _measure(int(value), most, share - 2, tone)
        room = cells - taken - 2
        note = state.notes.get(seat.number, "") if room >= _NOTE else ""
        wrapped = wrap(row((note, "dim")), room) if note else (EMPTY,)
        rows += beside([line], wrapped, taken, 2)
    return rows


def _measure(value: int, most: int, cells: int, tone: str) -> Row:
    """Draw a count as so many pieces where the greatest has room for them, else as a bar."""
    if _PIECE * most > cells:
        return bar(value / most, cells, tone)
    return row((("● " * value).ljust(cells), tone))


def seat_facts(pane: AnyView, state: Facts) -> list[SeatCard]:
    """Return what cards of the seats show: the first count large, all else below it."""
    counts = [
        column for column in state.columns if all(map(_is_count, filter(None, column.values)))
    ][:1]
    others = [column for column in state.columns if column not in counts]

    def below(seat: int, cells: int, _size: str) -> list[Row]:
        each = [_facts_below(state, others, number, cells) for number in range(len(seats))]
        return [*each[seat], *[EMPTY] * (max(map(len, each)) - len(each[seat]))]

    def pieces(seat: int, cells: int) -> list[Row]:
        if not counts or not all(map(str.isdecimal, counts[0].values)):
            return []
        values = [*map(int, counts[0].values)]
        if not 0 < _PIECE * max(values) <= cells:
            return []
        return [_measure(values[seat], max(values), cells, seat_mark(seat).tone)]

    seats = pane.table.seats
    return [
        SeatCard(
            seat,
            (counts[0].values[seat] or "–") if counts else "",
            _lower(counts[0].head) if counts else "",
            "dim" if counts and counts[0].values[seat] == "0" else "strong",
            partial(pieces, seat),
            partial(below, seat),
        )
        for seat in range(len(seats))
    ]


def _is_count(value: str) -> bool:
    return value.replace("−", "").isdecimal()


def _lower(head: str) -> str:
    return head[:1].lower() + head[1:]


def _facts_below(state: Facts, columns: Sequence[Column], seat: int, cells: int) -> list[Row]:
    lines = [
        row((f"{_lower(column.head)} ", "dim"), (column.values[seat], "strong"))
        if column.values[seat]
        else EMPTY
        for column in columns
    ]
    note = state.notes.get(seat, "")
    return [*lines, *(wrap(row((note, "dim")), cells) if note else ())]


def _bar_cells(state: Facts, room: int) -> list[int]:
    """Return the cells of a bar beside each value, with the gap before it; 0 for none."""
    counts = [
        all(map(str.isdecimal, column.values)) and max(map(int, column.values)) >= _MANY
        for column in state.columns
    ]
    share = room // max(1, sum(counts))
    drawn = not state.notes and share >= _BAR.start
    return [share * (counted and drawn) for counted in counts]


def pairs_sheet(state: Facts, cells: int) -> list[Row]:
    """Draw the pairs in two columns."""
    labels = max((cell_len(label) for label, _ in state.pairs), default=0)
    rows: list[Row] = []
    for label, value in state.pairs:
        lines = wrap(row(value), max(8, cells - labels - 2))
        rows += beside([row((label, "dim"))], lines, labels, 2)
    return rows


def figures_sheet(state: Facts, cells: int) -> list[Row]:
    """Draw the figures in a row, or below each other, what they count beside them."""
    parts = [row((f"{number}  ", "strong"), (counts, "dim")) for number, counts in state.figures]
    if sum(map(row_width, parts)) + _COLUMN * len(parts) <= cells:
        return flow(parts, cells, row(" " * _COLUMN))
    across = max((len(figure.number) for figure in state.figures), default=0)
    rows: list[Row] = []
    for number, counts in state.figures:
        lines = wrap(row((counts, "dim")), max(8, cells - across - 2))
        rows += beside([row((pad(number, across, "right"), "strong"))], lines, across)
    return rows


def large_figures(state: Facts, cells: int) -> list[Row]:
    """Draw them in large digits side by side; nothing where they do not fit."""
    drawn = columns((counted(*figure, "strong", cells) for figure in state.figures), _COLUMN)
    return drawn if max(map(row_width, drawn), default=0) <= cells else []


def plain_lines(state: Facts, cells: int) -> list[Row]:
    """Draw the other sentences as a paragraph, none of them broken that fits in a row."""
    lines = [line for sentence in state.plain for line in wrap(row(sentence), cells)]
    return flow(lines, cells, row(" "))
