"""What is told beside and below the board of 21: what happened, and what a square pays."""

from functools import partial

from rich.cells import cell_len

from arcade.engine.words import N_
from arcade.games.vingt_et_un.rules.placing import COLOURS, MARKED, MARKS, OWN, PLAIN, Tile
from arcade.games.vingt_et_un.rules.state import View
from screens.games.seat_rows import with_names
from screens.games.view import GameView
from screens.terminal.rows import EMPTY, Row, clip, fit, row, row_width
from screens.terminal.seats import seat_mark
from screens.widgets.log import page, sentence

NEWS = 24
"""Cells at the right of the board from which what happened is told there."""


def lately(pane: GameView[View], cells: int) -> Row:
    """Say which tile another seat laid last; without a log, what was talked of since, if short.

    A name is cut where cells lack, and no other word.
    """
    if talk := latest_talk(pane, cells):
        return talk
    at = pane.game.last
    tile = pane.game.board.get(at) if at else None
    if not at or tile is None or tile.seat == pane.table.seat:
        return EMPTY
    name = pane.name_of(tile.seat)
    laid = partial(pane.words.t, _laid(pane, tile, at), n=tile.value, at=at)
    lacks = cell_len(laid(name=name)) - max(0, cells - 2)
    text = laid(name=clip(name, max(1, cell_len(name) - lacks)) if lacks > 0 else name)
    mark = seat_mark(tile.seat)
    return row((f"{mark.shape} ", mark.tone)) + with_names(pane.table, text, "dim")


def _laid(pane: GameView[View], tile: Tile, at: str) -> str:
    """Return the sentence that somebody has laid a tile there."""
    if any(at in line for line in pane.game.lines):
        return N_("{name} laid {n} on {at} and made 21.")
    return N_("{name} laid a star ({n}) on {at}.") if tile.star else N_("{name} laid {n} on {at}.")


def latest_talk(pane: GameView[View], cells: int) -> Row:
    """Return, without a log, what was talked of since the last move, if short."""
    lines, names = pane.table.lines, [seat.name for seat in pane.table.seats]
    if pane.alone and lines and lines[-1].kind == "chat":
        line = sentence(pane.words, lines[-1], names)
        return line if row_width(line) <= cells else EMPTY
    return EMPTY


def worth_text(pane: GameView[View], square: str) -> str:
    t, mark = pane.words.t, MARKS[square]
    if mark in MARKED:
        return t("This square pays {n}.", n=MARKED[mark])
    owner = COLOURS.find(mark.lower())
    if 0 <= owner < len(pane.game.scores):
        if owner == pane.table.seat:
            return t("Your colour pays {n}.", n=OWN)
        return t("{name}'s colour pays {n}.", name=pane.name_of(owner), n=PLAIN)
    return t("A plain square pays {n}.", n=PLAIN)


def history(pane: GameView[View], cells: int, rows: int) -> list[Row]:
    """List what happened last, where the log has made way for the board."""
    names = [seat.name for seat in pane.table.seats]
    return page(
        pane.table.lines,
        rows,
        lambda line: [row(" ") + fit(sentence(pane.words, line, names), cells - 2)],
    )
