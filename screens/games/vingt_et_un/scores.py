"""The seats of 21 as cards side by side: the score in large figures, and what each laid last."""

from rich.cells import cell_len

from arcade.games.vingt_et_un.rules.state import View
from screens.games.view import GameView
from screens.games.vingt_et_un.seats import gained, left_to_lay, sign_of
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    blocks_apart,
    clip,
    columns,
    fit,
    minus,
    row,
    row_width,
    spread,
)
from screens.terminal.seats import seat_mark
from screens.widgets import cards

CARD, APART = 21, 3
"""Cells of a card at least, and between two."""
HIGH = 4
"""Rows of a card."""
MOST = 30
"""The most cells of a card."""
_INDENT = 2
"""The cells of the sign before a name."""


def score_cards(pane: GameView[View], cells: int, apart: int = APART) -> list[Row]:
    """Draw the cards of all seats side by side."""
    count = len(pane.game.scores)
    return columns(_cards(pane, min(MOST, (cells - apart * (count - 1)) // count)), apart)


def named(pane: GameView[View], cells: int) -> bool:
    """Return whether every seat's whole name has room in a card of so many cells."""
    seats = range(len(pane.game.scores))
    return max(cell_len(pane.name_of(seat)) for seat in seats) + _INDENT + 2 <= cells


def close_card(pane: GameView[View], cells: int) -> int:
    """Return the cells of a card where all stand in a row; a long name loses its end."""
    count = len(pane.game.scores)
    return min(CARD, (cells - 2 * (count - 1)) // count)


def card_rows(pane: GameView[View]) -> int:
    """Return the rows of the seats' cards, and of what stands below those of four."""
    return HIGH + 2 * (len(pane.game.scores) > 3)


def score_column(pane: GameView[View], cells: int, room: int) -> list[Row]:
    """Draw the cards of all seats below each other, low ones where rows lack."""
    seats, latest = range(len(pane.game.scores)), _latest(pane.game)
    each = (room + 1) // len(seats) - 1
    if each > HIGH + 1:
        return blocks_apart(_tall_card(pane, seat, latest.get(seat, ""), cells) for seat in seats)
    if each >= HIGH:
        return blocks_apart(_cards(pane, cells, below=each > HIGH))
    low = (_low_card(pane, seat, latest.get(seat, ""), cells) for seat in seats)
    return blocks_apart(block if each >= len(block) else block[:2] for block in low)


def _tall_card(pane: GameView[View], seat: int, at: str, cells: int) -> list[Row]:
    """Draw a seat as in a card, what stands beside the score below it."""
    mark, gain = seat_mark(seat), gained(pane, seat)
    lines = [row((line, mark.tone)) for line in _score_of(pane, seat)]
    lines.append(row((left_to_lay(pane, seat), "dim")))
    more = row((f"  +{gain}", "strong"))
    if gain > 0:
        beside_score = row_width(lines[0] + more) <= cells
        lines[0 if beside_score else -1] += more
    return [_name(pane, seat, cells), *lines, _tile(pane, at, cells) if at else EMPTY]


def _low_card(pane: GameView[View], seat: int, at: str, cells: int) -> list[Row]:
    """Draw a seat's name with its score, and below it what is left to it, and its last tile."""
    mark, gain = seat_mark(seat), gained(pane, seat)
    more = row((f"+{gain}", "strong") if gain > 0 else (left_to_lay(pane, seat), "dim"))
    score = row((minus(pane.game.scores[seat] - gain), mark.tone))
    across = max(cell_len(minus(points)) for points in pane.game.scores) + 1
    indent = row(" " * _INDENT)
    tile = indent + _tile(pane, at, cells - _INDENT) if at else EMPTY
    if named(pane, cells - across):
        name = spread(_name(pane, seat, cells - across), score, cells)
        return [name, fit(indent + more, cells), fit(tile, cells)]
    return [_name(pane, seat, cells), spread(indent + score, more, cells), fit(tile, cells)]


def _name(pane: GameView[View], seat: int, cells: int) -> Row:
    mark = seat_mark(seat)
    start = fit(sign_of(pane, seat), _INDENT) + row((f"{mark.shape} ", mark.tone))
    return start + row((clip(pane.name_of(seat), cells - row_width(start)), mark.tone))


def _latest(view: View) -> dict[int, str]:
    """Return the square of each seat's latest tile."""
    latest: dict[int, str] = {}
    for at, tile in view.board.items():
        known = latest.get(tile.seat)
        if known is None or view.board[known].order < tile.order:
            latest[tile.seat] = at
    return latest


def _widest(pane: GameView[View]) -> int:
    """Return the cells of the widest score: what stands beside scores begins in one column."""
    seats = range(len(pane.game.scores))
    return max(max(map(len, _score_of(pane, seat))) for seat in seats)


def _facts_across(pane: GameView[View]) -> int:
    """Return the cells of what stands beside a score."""
    return max(cell_len(left_to_lay(pane, seat)) for seat in range(len(pane.game.scores)))


def _score_of(pane: GameView[View], seat: int) -> list[str]:
    """Return a seat's score in three rows, without what it has just gained."""
    return _figures(pane.game.scores[seat] - gained(pane, seat), pane.appearance)


def _cards(pane: GameView[View], across: int, below: bool = False) -> list[list[Row]]:
    """Draw all seats in so many cells each, their last tiles perhaps `below` the scores."""
    latest, wide = _latest(pane.game), _widest(pane)
    indent = _INDENT if across >= _INDENT + wide + 2 + _facts_across(pane) else 0
    seats = range(len(pane.game.scores))
    return [_card(pane, seat, latest.get(seat, ""), across, wide, indent, below) for seat in seats]


def _card(
    pane: GameView[View], seat: int, at: str, across: int, wide: int, indent: int, below: bool
) -> list[Row]:
    """Draw a seat: its name, below it the score, beside that its unit or what it has just gained,
    what is left to it and its last tile.

    `wide` are the cells of the widest score.
    """
    mark, gain = seat_mark(seat), gained(pane, seat)
    gap = 1 + bool(indent)
    room = across - indent - wide - gap
    says = [
        row((f"+{gain}", "strong") if gain > 0 else (pane.words.t("points"), "dim")),
        row((left_to_lay(pane, seat), "dim")),
        _tile(pane, at, room) if at and not below else EMPTY,
    ]
    score = [row(" " * indent, (line, mark.tone)) for line in _score_of(pane, seat)]
    says = [line if row_width(line) <= room else EMPTY for line in says]
    lines = beside(score, says, indent + wide, gap)
    lines += [row(" " * indent) + _tile(pane, at, across - indent) if at else EMPTY] * below
    return [fit(line, across) for line in (_name(pane, seat, across), *lines)]


def _tile(pane: GameView[View], at: str, cells: int) -> Row:
    """Draw a tile and name its square, and say where there is room that it is the last one."""
    tile, last = pane.game.board[at], pane.words.t("last: ")
    tone = seat_mark(tile.seat).tile if tile.face_up else "tile-turned"
    drawn = row((f"{'★' if tile.star else ' '}{tile.value:>2} ", tone), (f" {at}", "dim"))
    whole = row((last, "dim")) + drawn
    return whole if row_width(whole) <= cells else drawn


def _figures(score: int, appearance: str) -> list[str]:
    """Return a score in three rows."""
    if score < 0 or cards.large(appearance) == "small":
        return ["", minus(score), ""]
    return cards.number(score)
