"""The seats of 21 as cards side by side: the score in large figures, and what each laid last."""

from arcade.games.vingt_et_un.rules.state import View
from screens.games.view import GameView
from screens.games.vingt_et_un.seats import gained, left_to_lay, sign_of
from screens.terminal.rows import EMPTY, Row, beside, clip, columns, fit, minus, row, row_width
from screens.terminal.seats import seat_mark
from screens.widgets import cards

CARD, APART = 21, 3
"""Cells of a card at least, and between two."""
HIGH = 4
"""Rows of a card."""
_MOST = 30
"""The most cells of a card."""
_INDENT, _SAYS = 2, 9
"""The cells of the sign before a name, and of what stands beside a score."""


def score_cards(pane: GameView[View], cells: int, abreast: int) -> list[Row]:
    """Draw the cards of all seats, so many side by side."""
    seats = range(len(pane.game.scores))
    across = min(_MOST, (cells - APART * (abreast - 1)) // abreast)
    latest = _latest(pane.game)
    drawn = [_card(pane, seat, latest.get(seat, ""), across) for seat in seats]
    lines = [drawn[at : at + abreast] for at in range(0, len(drawn), abreast)]
    return [line for cards_of_line in lines for line in columns(cards_of_line, APART)]


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

    What it has just gained stands above these.
    """
    mark, gain = seat_mark(seat), gained(pane, seat)
    sign = sign_of(pane, seat)
    start = fit(sign, _INDENT) + row((f"{mark.shape} ", mark.tone))
    name = row((clip(pane.name_of(seat), across - row_width(start)), mark.tone))
    figures = _figures(pane.game.scores[seat] - gain, pane.appearance)
    wide = max(map(len, figures))
    indent = _INDENT if across >= _INDENT + wide + 2 + _SAYS else 0
    says = [
        row((f"+{gain}" if gain > 0 else "", "strong")),
        row((left_to_lay(pane, seat), "dim")),
        _tile(pane.game, at) if at else EMPTY,
    ]
    score = [row(" " * indent, (line, mark.tone)) for line in figures]
    lines = beside(score, says, indent + wide, 1 + bool(indent))
    return [fit(line, across) for line in (start + name, *lines)]


def _tile(view: View, at: str) -> Row:
    """Draw a tile and name its square."""
    tile = view.board[at]
    tone = seat_mark(tile.seat).tile if tile.face_up else "tile-turned"
    return row((f"{'★' if tile.star else ' '}{tile.value:>2} ", tone), (f" {at}", "dim"))


def _figures(score: int, appearance: str) -> list[str]:
    """Return a score in three rows."""
    if score < 0 or cards.large(appearance) == "small":
        return ["", minus(score), ""]
    return cards.number(score)
