"""The seats of 21 as cards side by side: the score in large figures, and what each laid last."""

from arcade.games.vingt_et_un.rules.state import View
from screens.games.view import GameView
from screens.games.vingt_et_un.seats import gained, left_to_lay, sign_of
from screens.terminal.rows import EMPTY, Row, beside, clip, columns, fit, minus, row, row_width
from screens.terminal.seats import seat_mark
from screens.widgets import cards

CARD, APART = 20, 3
"""Cells of a card at least, and between two."""
HIGH = 4
"""Rows of a card."""
_MOST = 46
"""The most cells of a card."""
_INDENT = 2
"""The cells of the sign before a name."""


def score_cards(pane: GameView[View], cells: int, abreast: int) -> list[Row]:
    """Draw the cards of all seats, so many side by side."""
    seats = range(len(pane.game.scores))
    across = min(_MOST, (cells - APART * (abreast - 1)) // abreast)
    latest = _latest(pane.game)
    drawn = [_card(pane, seat, latest.get(seat, ""), across) for seat in seats]
    lines = [drawn[at : at + abreast] for at in range(0, len(drawn), abreast)]
    return [line for abreast_ in lines for line in columns(abreast_, APART)]


def _latest(view: View) -> dict[int, str]:
    """Return the square of each seat's latest tile."""
    latest: dict[int, str] = {}
    for at, tile in view.board.items():
        known = latest.get(tile.seat)
        if known is None or view.board[known].order < tile.order:
            latest[tile.seat] = at
    return latest


def _card(pane: GameView[View], seat: int, at: str, across: int) -> list[Row]:
    """Draw a seat: its name, below it the score, beside that what is left to it and its last tile.

    What it has just gained stands in place of its name's row of air.
    """
    words, mark, gain = pane.words, seat_mark(seat), gained(pane, seat)
    sign = sign_of(pane, seat)
    start = fit(sign, _INDENT) + row((f"{mark.shape} ", mark.tone))
    name = row((clip(pane.name_of(seat), across - row_width(start)), mark.tone))
    figures = _figures(pane.game.scores[seat] - gain, pane.appearance)
    wide = len(figures[0]) + _INDENT
    says = [
        row((f"+{gain}" if gain > 0 else "", "strong")),
        row((left_to_lay(pane, seat), "dim")),
        row((_told(pane, at), "dim")) if at else EMPTY,
    ]
    score = [row(" " * _INDENT, (line, "strong")) for line in figures]
    lines = beside(score, [fit(line, across - wide - 2) for line in says], wide, 2)
    return [fit(start + name, across), *(fit(line, across) for line in lines)]


def _told(pane: GameView[View], at: str) -> str:
    tile = pane.game.board[at]
    return pane.words.t("{n} on {at}", n=f"{'★' * tile.star}{tile.value}", at=at)


def _figures(score: int, appearance: str) -> list[str]:
    """Return a score in three rows."""
    if score < 0 or cards.large(appearance) == "small":
        return ["", minus(score), ""]
    return cards.number(score)
