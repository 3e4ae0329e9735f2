"""Le 421 with all columns of a small terminal: whose turn, the dice and their worth, the seats."""

from collections.abc import Callable, Sequence
from itertools import product

from arcade.games.le421.rules.state import View
from screens.games.le421 import seats
from screens.games.view import GameView
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    flow,
    row,
    row_width,
    rows_apart,
    spread,
)
from screens.terminal.seats import seat_mark
from screens.widgets.dice import SIZES

WHOLE = 72
"""Cells of a picture that has all columns of a small terminal, at least."""
_SIZES = ("giant", "huge", "big")
_BESIDE, _LEAST = 5, 24
"""Cells between the dice and what stands beside them, and the fewest that this has."""
TALL = 28
"""Rows of a picture from which dice are giant: in a lower one a roll would cost a line too much."""
_APART = 2
"""The most blank rows between two parts."""


def composed(
    pane: GameView[View],
    board: Callable[[str], list[Row]],
    advised: Callable[[str], Row],
    title: Row,
    about: Callable[[int, int], Sequence[Row]],
    cells: int,
    height: int,
) -> list[Row]:
    """Put the seats in one column or two below the dice, which are as large as the rows allow.

    In the row above the dice the coach marks those it would keep.
    """
    risk = seats.at_risk(pane, cells - row_width(title) - 2)
    title = spread(title, risk, cells)
    count = len(pane.shown.tokens)
    sizes = _SIZES if height >= TALL else _SIZES[1:]
    ways = [*product(sizes, (1 + (count >= pane.MANY),)), ("huge", 0), ("big", 0)]
    for size, columns in ways:
        room = cells - 3 * (SIZES[size][0] + 2) - _BESIDE
        rows = 1 + -(-count // columns) if columns else 0  # their heading, or air
        used = 1 + SIZES[size][1] + 1 + rows + 1 + bool(rows)
        if (used < height and room >= _LEAST) or (size, columns) == ways[-1]:
            dice = board(size)
            listed = seats.in_columns(pane, columns, cells) if columns else []
            drawn = beside(dice, about(room, len(dice)), row_width(dice[0]), _BESIDE)
            upper = [title, advised(size), *drawn[: len(dice)]]
            if used + rows < height and columns == 1:
                listed = rows_apart(listed)
            spare = height - 2 - len(upper) - len(listed)  # one row of air stays below them
            return [EMPTY, *upper, *[EMPTY] * min(_APART, spare), *listed]
    return []


def beside_dice(pane: GameView[View], worth: Sequence[Row], cells: int, rows: int) -> list[Row]:
    """Say what the dice are worth, and below it what lies in the pot.

    What they are worth has its rows before it is known, so that nothing jumps.
    """
    view, t = pane.shown, pane.words.t
    below: list[Row] = []
    if view.phase == "charge":
        pot = row((t("Pot"), "dim"), " ", (str(view.pot), "strong"))
        below = [pot, *flow(seats.in_fives(seats.pot_dots(pane)), cells, row(" "))]
    elif view.phase == "over":
        below = [row(("★ ", seat_mark(seat).tone), pane.who(seat)) for seat in view.winners]
    return [*worth, *[EMPTY] * (rows - len(worth) - len(below) - 1), *below]
