"""Le 421 with all columns of a terminal of 100: the seats as a column of cards beside the dice."""

from collections.abc import Callable, Sequence

from arcade.games.le421.rules.state import View
from screens.games.le421 import seats
from screens.games.view import GameView
from screens.terminal.rows import EMPTY, Row, beside, blocks_apart, fit, row_width, rows_apart
from screens.widgets.sheet import framed

WIDE = range(92, 120)
"""Cells of a picture that has room for such cards."""
_BESIDE, _EDGES = 5, 4
"""Cells between the dice and the cards, and of a card's frame with the air beside it."""
_HEAD = 3
"""Rows above dice and cards: one free, the title, and what the coach would keep."""
_ABOUT = 7
"""Rows below the dice, of which the first and the last are free at least."""


def composed(
    pane: GameView[View],
    board: Callable[[str], list[Row]],
    advised: Callable[[str], Row],
    title: Row,
    about: Callable[[int, int], Sequence[Row]],
    cells: int,
    height: int,
) -> list[Row]:
    """Put the cards of the seats beside the dice, what is at stake below these; nothing if too low.

    In the row above the dice the coach marks those it would keep.
    """
    dice = board("huge")
    across = row_width(dice[0])
    left = [*dice, EMPTY, *about(across, _ABOUT)]
    rows, room = height - _HEAD, cells - across - _BESIDE
    cards = _cards(pane, room, rows)
    if not cards or len(left) > rows:
        return []
    risk = fit(seats.at_risk(pane, room), room)
    head = [EMPTY, (*fit(title, across + _BESIDE), *risk), advised("huge")]
    return [*head, *beside(left, cards, across, _BESIDE)]


def _cards(pane: GameView[View], cells: int, rows: int) -> list[Row]:
    """Draw the seats apart from each other: as cards, in frames where so many rows allow, or rows.

    All have the same frame, whoever has the turn: another one would cost a line too much.
    """
    count = len(pane.shown.tokens)
    edged = count * 4 <= rows
    if count * 3 > rows + 1:
        return rows_apart(seats.brief_seat(pane, seat, cells, True) for seat in range(count))
    blocks = [seats.card(pane, seat, cells - _EDGES * edged) for seat in range(count)]
    if edged:
        blocks = [framed(EMPTY, EMPTY, card, cells, len(card) + 2) for card in blocks]
    if sum(map(len, blocks)) + count <= rows + 1:
        return blocks_apart(blocks)
    return [line for block in blocks for line in block]
