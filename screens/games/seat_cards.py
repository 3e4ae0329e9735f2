"""Seats as cards side by side, where a picture is wide and high: their main number large."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from rich.cells import cell_len

from screens.games.seat_rows import seat_row
from screens.games.view import AnyView
from screens.terminal.rows import EMPTY, Row, clickable, columns, fit, row, row_width
from screens.terminal.seats import seat_mark
from screens.widgets.banner import low_banner

_ABREAST = 5
"""The most cards in one row; more stand in two rows."""
_GAP, _EDGES = 1, 4
"""Cells between two cards, and of a card's frame with the air beside it."""
_SIGNS = 5
"""Cells that a seat's row needs beside its name, with the air before the frame."""


class SeatCard(NamedTuple):
    """What a card shows of a seat below its name.

    `number` of `unit` is what the game is about, "" where it counts nothing; `measure` draws it in
    so many cells, `below` what else there is, its dice in a size or as text in a "line". Both have
    as many rows for every seat and at any time, so that nothing jumps.
    """

    seat: int
    number: str
    unit: str
    tone: str
    measure: Callable[[int], Sequence[Row]]
    below: Callable[[int, str], Sequence[Row]]
    click: str = ""


class CardStyle(NamedTuple):
    """How much of a card there is room for: large digits, air, and the size of its dice."""

    large: bool
    air: bool
    dice: str


CARD_STYLES = (
    *(CardStyle(True, air, size) for size, air in product(("medium", "small"), (True, False))),
    CardStyle(True, False, "line"),
    CardStyle(False, False, "line"),
)
"""From the highest to the lowest."""


def seat_cards(pane: AnyView, cards: Sequence[SeatCard], cells: int, style: CardStyle) -> list[Row]:
    """Draw the cards in so many cells; nothing where their names or dice do not fit."""
    rows = 1 if len(cards) <= _ABREAST else 2
    abreast = -(-len(cards) // rows)
    each, rest = divmod(cells - _GAP * (abreast - 1), abreast)
    widths = [each + (at < rest) for at in range(abreast)]
    names = max(cell_len(pane.table.seats[card.seat].name) for card in cards)
    if names + _SIGNS > each - 2:
        return []
    rooms = [widths[at % abreast] - _EDGES for at in range(len(cards))]
    bodies = [_body(card, room, style, cards) for card, room in zip(cards, rooms, strict=True)]
    for body, room in zip(bodies, rooms, strict=True):
        if max(map(row_width, body), default=0) > room:
            return []
    high, indent = max(map(len, bodies)), int(names + _SIGNS < each - 2)
    lines: list[Row] = []
    for first in range(0, len(cards), abreast):
        line = range(first, min(first + abreast, len(cards)))
        blocks = [
            _framed(pane, cards[at], bodies[at], widths[at - first], high, indent) for at in line
        ]
        lines += columns(blocks, _GAP)
    return lines


def fitting_cards(
    pane: AnyView, cards: Sequence[SeatCard], cells: int
) -> Iterator[tuple[CardStyle, list[Row]]]:
    """Draw the cards in each style in which they fit so many cells, the highest first."""
    for style in CARD_STYLES:
        if drawn := seat_cards(pane, cards, cells, style):
            yield style, drawn


def _body(card: SeatCard, cells: int, style: CardStyle, cards: Sequence[SeatCard]) -> list[Row]:
    air, below = [EMPTY] * style.air, [*card.below(cells, style.dice)]
    if not any(other.number for other in cards):
        return [*air, *below]
    number = counted(card.number, card.unit, card.tone, cells if style.large else 0)
    above = [EMPTY] * (style.air or style.large)  # large digits do not touch the name
    parts = (part for part in (card.measure(cells), below) if part)
    return [*above, *number, *[line for part in parts for line in (*air, *part)]]


def counted(number: str, unit: str, tone: str, cells: int) -> list[Row]:
    """Draw a number in large digits with its unit beside their middle, or both in a row."""
    drawn = low_banner(number.replace("−", "-"), cells)
    if not drawn:
        return [row((number, tone), (f" {unit}", "dim"))]
    lines = [row((line, tone)) for line in drawn]
    lines[len(lines) // 2] += row((f"  {unit}", "dim"))
    return lines


def _framed(
    pane: AnyView, card: SeatCard, body: Sequence[Row], cells: int, rows: int, indent: int
) -> list[Row]:
    """Put a frame around a card, a heavy one in the seat's colour where it is to act.

    `indent`: the cells before the seat's row, none where names are long.
    """
    acts = card.seat in pane.acting
    tone = seat_mark(card.seat).tone if acts else "rule"
    top, side, bottom = ("┏━┓", "┃", "┗━┛") if acts else ("╭─╮", "│", "╰─╯")
    inner = cells - 2
    named = seat_row(pane, pane.table, pane.table.seats[card.seat], inner - indent, pane.acting)
    edge = row((side, tone))
    lines = [row(" " * indent) + named, *(row(" ") + line for line in body)]
    lines += [EMPTY] * (rows + 1 - len(lines))
    framed = [
        row((top[0] + top[1] * inner + top[2], tone)),
        *[(*edge, *fit(line, inner), *edge) for line in lines],
        row((bottom[0] + bottom[1] * inner + bottom[2], tone)),
    ]
    return clickable(framed, card.click) if card.click else framed
