"""What is told beside and below the board of 21: what happened, and what a square pays."""

from arcade.games.vingt_et_un.rules.placing import COLOURS, MARKED, MARKS, OWN, PLAIN
from arcade.games.vingt_et_un.rules.state import View
from screens.games.seat_rows import with_names
from screens.games.view import GameView
from screens.terminal.rows import EMPTY, Row, clip, fit, row, row_width
from screens.terminal.seats import seat_mark
from screens.widgets.log import page, sentence

NEWS = 24
"""Cells at the right of the board from which what happened is told there."""


def lately(pane: GameView[View], cells: int) -> Row:
    """Say which tile another seat laid last; without a log, what was talked of since, if short."""
    if talk := latest_talk(pane, cells):
        return talk
    at = pane.game.last
    tile = pane.game.board.get(at) if at else None
    if tile is None or tile.seat == pane.table.seat:
        return EMPTY
    of = {"name": pane.name_of(tile.seat), "n": tile.value, "at": at}
    t = pane.words.t
    text = t("{name} laid {n} on {at}.", **of)
    if tile.star:
        text = t("{name} laid a star ({n}) on {at}.", **of)
    if any(at in line for line in pane.game.lines):
        text = t("{name} laid {n} on {at} and made 21.", **of)
    mark = seat_mark(tile.seat)
    named = with_names(pane.table, clip(text, max(0, cells - 2)), "dim")
    return row((f"{mark.shape} ", mark.tone)) + named


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
