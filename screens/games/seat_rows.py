"""A seat's row wherever seats are listed: its sign, its shape and colour, its name, its state."""

from collections.abc import Sequence

from rich.cells import cell_len

from arcade.club.views import SeatLine, TableView
from screens.terminal.rows import Row, beside, clip, pad, row
from screens.terminal.seats import seat_mark
from screens.widgets.lines import Lines
from screens.widgets.log import coloured

_GAP = 4
"""Cells between two columns of seats."""


def seat_row(
    pane: Lines,
    table: TableView,
    seat: SeatLine,
    cells: int,
    marks: Sequence[int] | None = None,
    apart: bool = True,
) -> Row:
    """Draw a seat: `▶` to act, its shape, its name and its state.

    States stand beside the longest name, or right after the own one if they are not `apart`: then
    no blanks follow. If one name leaves no room for its state, all states become signs. A long name
    loses its end; a guest's loses its beginning, which all guests share.
    """
    to_act = seat.number in (table.to_act if marks is None else marks)
    past = getattr(pane, "replayed", False)
    room = cells - 4
    named = [f"{each.name} {state_word(pane, each)}".rstrip() for each in table.seats]
    mark = state_word(pane, seat, brief=max(map(cell_len, named)) > room)
    if cell_len(f"{seat.name} {mark}") > room:
        mark = ""
    left = max(4, room - (cell_len(mark) + 1 if mark else 0))
    free = pane.words.t("free")
    name = clipped_name(seat, left) or free
    names = [each.name or free for each in table.seats] if apart else [name]
    longest = min(left, max(map(cell_len, names)))
    shape, tone, _ = seat_mark(seat.number)
    return row(
        ("▶" if to_act else " ", "turn-sign" if to_act and seat.yours and not past else "strong"),
        (f" {shape if seat.name else '○'} ", tone if seat.name else "dim"),
        (pad(name, longest), tone if seat.name else "dim"),
        (f" {mark}" if mark else "", "strong" if seat.yours else "dim"),
        " " * (left - max(longest, cell_len(name))) * apart,
    )


def half(cells: int) -> int:
    """Return the cells of one of two columns of seats."""
    return (cells - _GAP) // 2


def in_two_columns(heading: Row, seats: Sequence[Row], cells: int) -> list[Row]:
    """Draw rows of seats, each of `half` the cells, in two columns below their heading."""
    left = -(-len(seats) // 2)
    return beside([heading, *seats[:left]], [heading, *seats[left:]], half(cells), _GAP)


def with_names(table: TableView, text: str, tone: str = "") -> Row:
    """Write a sentence with the names of the seats in their colours."""
    return coloured(text, [seat.name for seat in table.seats], tone)


def seat_cells(pane: Lines, table: TableView) -> int:
    """Return the cells of the widest seat's row."""
    return 4 + max(
        cell_len(f"{seat.name or pane.words.t('free')} {state_word(pane, seat)}".rstrip())
        for seat in table.seats
    )


def clipped_name(seat: SeatLine, cells: int) -> str:
    """Return a name in so many cells; a guest's keeps its end, since all guests begin alike."""
    if seat.guest and cell_len(seat.name) > cells:
        return "…" + seat.name[1 - cells :]
    return clip(seat.name, cells)


def state_word(pane: Lines, seat: SeatLine, brief: bool = False) -> str:
    """Return a short word for a seat's state: yours, a bot's, absent, held; or a sign for it.

    If somebody has taken a bot's seat from the next round on, it names them.
    """
    t = pane.words.t
    if seat.yours:
        return t("you")
    match seat.kind:
        case "bot" if seat.after:
            return "◍→" if brief else t("bot → {name}", name=seat.after)
        case "bot":
            return "◍" if brief else t("bot")
        case "absent":
            return "…" if brief else t("away")
        case "held":
            return "…◍" if brief else t("away+bot")
        case "person" if seat.guest:
            return "" if brief else t("guest")
        case _:
            return ""
