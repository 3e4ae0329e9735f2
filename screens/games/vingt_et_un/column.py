"""What stands at the right of the board of 21: one's own hand, the seats, what signs mean."""

from collections.abc import Callable

from arcade.games.vingt_et_un.rules.state import View
from screens.games.view import GameView
from screens.games.vingt_et_un.effect import finished
from screens.games.vingt_et_un.hand import LOW
from screens.games.vingt_et_un.legend import pays, signs, to_log, with_prices
from screens.games.vingt_et_un.news import NEWS
from screens.games.vingt_et_un.scores import score_column
from screens.games.vingt_et_un.seats import seat_blocks
from screens.terminal.rows import EMPTY, Row, plain, row, wrap

_EXPLAINED = 4
"""Rows for what the signs mean that long names of seats leave."""


def column(
    pane: GameView[View],
    hand: Callable[[int], list[Row]] | None,
    cells: int,
    rows: int,
) -> list[Row]:
    """Draw below each other the hand, as large as the rows allow, and all seats."""
    log = to_log(pane)
    room = rows - 2 * bool(log)
    seats = score_column(pane, cells, room - (LOW + 1 if hand is not None else 0))
    tiles = hand(room - len(seats) - 1) if hand is not None else []
    drawn = [*tiles, *[EMPTY] * bool(tiles), *seats]
    return [*drawn, *[EMPTY] * (rows - 1 - len(drawn)), *[log] * bool(log)]


def panel(pane: GameView[View], scoring: bool, cells: int, height: int) -> list[Row]:
    """Draw the seats, and below them what signs and squares mean."""
    scores = pays(pane, cells) if cells >= NEWS else []
    explained = [*signs(pane, scoring, True), *scores]
    rows = seat_blocks(pane, cells, height - min(len(explained), _EXPLAINED) - 1)
    if len(rows) + len(explained) >= height:
        explained = signs(pane, scoring, True)
    return [*rows, *[EMPTY, *explained][: max(0, height - len(rows))]]


def notes(pane: GameView[View], scoring: bool, cells: int, rows: int) -> list[Row]:
    """List below the hand what was just made, or explain signs."""
    log, at = to_log(pane), pane.game.last
    if at and pane.moment.ended is not None:
        head, *more = finished(pane, at)
        effect = wrap(row((plain(head), "strong")), cells)
        return [*effect, *wrap(row(*more), cells)][:rows]
    meant = with_prices(pane, scoring)[:rows]
    return [*meant, *[log] * (len(meant) < rows)]
