"""One's own hand of 21: tiles in five rows, in three or in one, and what is to know beside them."""

from collections.abc import Sequence

from arcade.games.vingt_et_un.rules.state import SeatView, View
from screens.games.view import GameView
from screens.games.vingt_et_un.aim import STAR
from screens.games.vingt_et_un.board import NARROW
from screens.terminal.rows import Row, beside, columns, indented, pad, row, row_width
from screens.terminal.seats import SeatMark, seat_mark
from screens.widgets import cards

LARGE, CLOSE, MEDIUM = 5, 4, 3
"""Rows of a tile with a large number, also without a frame, and of one with a plain number."""
LOW, _LOW_TILE = 4, 4
"""Rows of low tiles side by side with their keys above them, and cells of one."""
_ACROSS = {LARGE: 9, CLOSE: 12, MEDIUM: 7}
_KEY = 3
"""Cells of the key beside a tile, with the sign of the chosen one and a gap."""
_STAR = ["  ▗█▖  ", "▀█████▀", " ▟▛▀▜▙ "]
HAND = _ACROSS[LARGE]
"""Cells of a framed tile with a large number."""
_ASIDE = 20
"""Cells beside the tiles from which something is said there."""


def hand_rows(
    pane: GameView[View],
    view: SeatView,
    chosen: int,
    fitting: Sequence[bool],
    cells: int,
    room: int,
) -> list[Row]:
    """Draw one's own tiles as large as `room` rows allow, the chosen one held."""
    mark = seat_mark(pane.table.seat or 0)
    large = cells >= NARROW and cards.large(pane.appearance) != "small"
    rows = LARGE if room >= LARGE and large else MEDIUM if room >= MEDIUM else 1
    tiles = [
        _tile(at, tile, rows, mark, at == chosen, fits)
        for at, (tile, fits) in enumerate(zip(view.hand, fitting, strict=True))
    ]
    drawn = indented(columns(tiles, 1), 1)
    across = row_width(drawn[0]) + 2
    if cells >= NARROW or cells - across < _ASIDE:
        return drawn
    facts = [row((text, "dim")) for text in _facts(pane, view, fitting)][:rows]
    return beside(drawn, facts, across - 2, 2)


def hand_column(
    pane: GameView[View], view: SeatView, chosen: int, fitting: Sequence[bool], room: int
) -> list[Row]:
    """Draw one's own tiles below each other with large numbers; without room side by side."""
    mark, large = seat_mark(pane.table.seat or 0), cards.large(pane.appearance) != "small"
    high = large and room >= CLOSE * len(view.hand)
    drawn = [
        _close(at, tile, mark, at == chosen, fits, high)
        for at, (tile, fits) in enumerate(zip(view.hand, fitting, strict=True))
    ]
    return [line for tile in drawn for line in tile] if high else columns(drawn, 1)


def unfit(pane: GameView[View], view: SeatView, fitting: Sequence[bool]) -> str:
    """Say which tiles fit nowhere, where others do."""
    numbers = [
        "★" if tile == STAR else str(tile)
        for tile, fits in zip(view.hand, fitting, strict=True)
        if not fits
    ]
    if not numbers or not any(fitting):
        return ""
    return pane.words.t("There is no square yet for {tiles}.", tiles=pane.words.listed(numbers))


def _facts(pane: GameView[View], view: SeatView, fitting: Sequence[bool]) -> list[str]:
    """Say what the tiles are, how many are to come, and which of them fit nowhere."""
    words = pane.words
    left = view.series_counts[pane.table.seat or 0]
    sentences = [words.t("Your hand"), words.nt("{n} more to draw", "{n} more to draw", left)]
    if none := unfit(pane, view, fitting):
        sentences.append(none)
    return sentences


def _tile(
    at: int, tile: int | str, rows: int, mark: SeatMark, chosen: bool, fits: bool
) -> list[Row]:
    """Draw a tile, its key in the upper edge; one that fits nowhere is hollow."""
    face, key, click = "★" if tile == STAR else str(tile), str(at + 1), f"tile_{at}"
    tone = "tile-held" if chosen else mark.tile if fits else "dim"
    if rows == 1:
        ends = "▸◂" if chosen else "[]"
        return [
            row((f"{key} ", "dim"), (f"{ends[0]}{pad(face, 3, 'center')}{ends[1]}", tone, click))
        ]
    inner = _ACROSS[rows] - 2
    faces = [face]
    if rows == LARGE:
        faces = cards.figure(int(tile)) if face != "★" else _STAR
    corners, across, side = ("┏┓┗┛", "━", "┃") if chosen else ("╭╮╰╯", "─", "│")
    lines = [
        corners[0] + across + key + across * (inner - 2) + corners[1],
        *(side + pad(line, inner, "center") + side for line in faces),
        corners[2] + across * inner + corners[3],
    ]
    return [row((line, tone, click)) for line in lines]


def _close(
    at: int, tile: int | str, mark: SeatMark, chosen: bool, fits: bool, high: bool
) -> list[Row]:
    """Draw a tile without a frame that keeps half a row free above it, the chosen one's key lit.

    A `high` one has a large number and the key beside it, else that stands above.
    """
    click, tone = f"tile_{at}", "tile-held" if chosen else mark.tile if fits else "tile-turned"
    key = row((pad(f"{'▸' if chosen else ' '}{at + 1}", _KEY), "gold" if chosen else "dim", click))
    if not high:
        number = f"{'★' if tile == STAR else tile:>{_LOW_TILE - 1}} "
        return [row(" ") + key, *cards.frameless([number], tone, click)]
    across, blank = _ACROSS[CLOSE] - _KEY, row((" " * _KEY, "", click))
    figures = _STAR if tile == STAR else cards.figure(int(tile))
    lines = [pad(line, across, "center") for line in figures]
    *drawn, _ = cards.frameless(lines, tone, click)
    return [(blank if at != 1 else key) + line for at, line in enumerate(drawn)]
