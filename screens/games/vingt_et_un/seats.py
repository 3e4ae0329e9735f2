"""The seats of 21 beside the board, below it or in a line, and what each has not laid yet."""

from collections.abc import Sequence

from arcade.games.vingt_et_un.rules.state import OpenView, View, unlaid
from screens.games.view import GameView
from screens.games.vingt_et_un.aim import STAR
from screens.games.vingt_et_un.news import history, lately
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    clip,
    columns,
    minus,
    row,
    row_width,
    spread,
    unindented,
    wrap,
)
from screens.terminal.seats import SeatMark, seat_mark

_APART = 3
"""Cells between two seats in a row."""
_CLIPPED, _TOLD = 4, 8
"""Cells around a seat's name and score in a row that cuts names, and of a name at least."""
_BROAD = 20
"""The cells from which a seat's score stands beside its name."""


def gained(pane: GameView[View], seat: int) -> int:
    """Return what a seat has just scored, while that is shown."""
    ended = pane.moment.ended
    return 0 if ended is None else pane.game.scores[seat] - ended.scores[seat]


def seat_blocks(pane: GameView[View], cells: int, room: int) -> list[Row]:
    """Draw all seats, with blank rows between them if all that fits."""
    whole = [_seat(pane, seat, cells) for seat in range(len(pane.game.scores))]
    apart = [EMPTY] * (sum(map(len, whole)) + len(whole) - 1 <= room)
    return [line for at, block in enumerate(whole) for line in (*(apart if at else ()), *block)]


def _seat(pane: GameView[View], seat: int, cells: int) -> list[Row]:
    """Draw a seat: its name, and below it its letter, its score and what it has left."""
    mark = seat_mark(seat)
    score = _score(pane, seat)
    left = row((f" {left_to_lay(pane, seat)}", "dim"))
    start = row(" ", *_chip(mark))
    if cells >= _BROAD:
        yours = row((pane.words.t("you") if seat == pane.table.seat else "", "accent"))
        room = cells - row_width(start) - row_width(left) > row_width(yours)
        below = start + left
        return [_line(pane, seat, cells), spread(below, yours, cells) if room else below]
    name = row((clip(pane.name_of(seat), cells - 1), mark.tone))
    whole = start + score + left
    return [sign_of(pane, seat) + name, whole if row_width(whole) <= cells else start + score]


def left_to_lay(pane: GameView[View], seat: int) -> str:
    """Say what a seat has not laid yet: an open hand, and how many tiles."""
    view, tiles = pane.game, _open_hand(pane.game, seat)
    if tiles:
        return f"{tiles} + {view.series_counts[seat]}"
    count = view.hand_counts[seat] + view.series_counts[seat]
    return pane.words.nt("{n} tile", "{n} tiles", count)


def sign_of(pane: GameView[View], seat: int) -> Row:
    """Return the sign of the winner, or of who is to lay a tile."""
    if seat in pane.game.winners:
        return row(("★", seat_mark(seat).tone))
    if seat not in pane.table.to_act or pane.moment.ended is not None:
        return row(" ")
    return row(("▶", "turn-sign" if seat == pane.table.seat and not pane.replayed else "strong"))


def _score(pane: GameView[View], seat: int) -> Row:
    more = gained(pane, seat)
    return row(
        (f" {minus(pane.game.scores[seat] - more)}", "strong"),
        (f" +{more}" if more > 0 else "", "strong"),
    )


def _line(pane: GameView[View], seat: int, cells: int) -> Row:
    """Draw a seat's name and score in a row."""
    mark = seat_mark(seat)
    name = sign_of(pane, seat) + row((f" {pane.name_of(seat)}", mark.tone))
    return spread(name, _score(pane, seat), cells)


def _chip(mark: SeatMark) -> Row:
    return row((f" {mark.shape} ", mark.tile))


def seats_below(pane: GameView[View], cells: int) -> list[Row]:
    """Draw the seats two by two, a row each."""
    half = (cells - 1) // 2
    drawn = [
        row(*_chip(seat_mark(seat)), " ") + _line(pane, seat, half - 4)
        for seat in range(len(pane.game.scores))
    ]
    drawn += [EMPTY] * (len(drawn) % 2)
    return [
        beside([left], [other], half, 1)[0]
        for left, other in zip(drawn[::2], drawn[1::2], strict=True)
    ]


def seats_in_line(pane: GameView[View], cells: int) -> Row:
    """Draw all seats and their scores in a single row; an empty one if they find no room."""
    view = pane.game
    for brief in (False, True):
        line = EMPTY
        for seat in range(len(view.scores)):
            if not brief:
                line += row("   ") * bool(line) + _in_line(pane, seat, False)
                continue
            mark, sign = seat_mark(seat), sign_of(pane, seat)
            sign += row(" ") * (sign != row(" "))
            line += row(" ") * bool(line) + sign
            line += row((f"{mark.shape} {pane.name_of(seat)}", mark.tone)) + _score(pane, seat)
        if row_width(line) <= cells:
            return line
    return EMPTY


def in_a_line(pane: GameView[View], unfit: str, effect: Sequence[Row], cells: int) -> Row:
    """Draw all seats in a row, beside them where there is room what happened last."""
    seats = seats_in_line(pane, cells)
    if pane.table.seat is not None:
        none = row(unfit)
        fits = seats and row_width(none) + row_width(seats) + _APART <= cells
        news = none if none and fits else lately(pane, cells)
    else:
        news = wrap(unindented((effect or history(pane, cells, 1) or [EMPTY])[0]), cells)[0]
    return seats if seats and not news else seats_beside(pane, news, cells)


def seats_beside(pane: GameView[View], news: Row, cells: int) -> Row:
    """Draw what happened, if it is known, and at the right all seats, names cut where cells lack.

    Where no name would be left, the board and the log tell what happened.
    """
    room = cells - row_width(news) - _APART * bool(news)
    whole = columns([[_in_line(pane, seat, True)] for seat in range(len(pane.game.scores))], _APART)
    if row_width(whole[0]) <= room:
        return spread(news, whole[0], cells)
    if line := seats_in_line(pane, room):
        return spread(news, line, cells)
    seats = range(len(pane.game.scores))
    around = sum(row_width(_score(pane, seat)) + _CLIPPED for seat in seats)
    most = (room - around) // len(seats)
    if most < _TOLD and (named := seats_in_line(pane, cells)):
        return named
    short = EMPTY
    for seat in seats:
        mark = seat_mark(seat)
        name = clip(pane.name_of(seat), most) if most >= _TOLD else ""
        short += row(" ") + sign_of(pane, seat) + row((f"{mark.shape} {name}".rstrip(), mark.tone))
        short += _score(pane, seat)
    return spread(news, short, cells) if news else short


def _in_line(pane: GameView[View], seat: int, tiles: bool) -> Row:
    """Draw a seat with its score, and what it has left where there is room for `tiles`."""
    mark = seat_mark(seat)
    sign = sign_of(pane, seat)
    sign = sign + row(" ") if sign != row(" ") else EMPTY
    named = sign + row(*_chip(mark), (f" {pane.name_of(seat)}", mark.tone))
    left = f"  {left_to_lay(pane, seat)}" if tiles else ""
    return named + _score(pane, seat) + row((left, "dim"))


def _open_hand(view: View, seat: int) -> str:
    """Return a hand that spectators may see; "" for a hidden one."""
    if not isinstance(view, OpenView) or not view.hands or not view.hands[seat]:
        return ""
    return " ".join("★" if tile == STAR else str(tile) for tile in view.hands[seat])


def not_laid(pane: GameView[View], cells: int, most: int) -> list[Row]:
    """List what each seat has not laid yet, whether it is in its hand or still to draw.

    The seats stand apart where there are so many rows.
    """
    rows = list(wrap(row((pane.words.t("not laid yet, drawn or not"), "dim")), cells))
    for seat in range(len(pane.game.scores)):
        left = unlaid(pane.game, seat)
        numbers = (str(tile) for tile in left.elements() if tile != STAR)
        text = " ".join((*numbers, "★" * left[STAR]))
        mark = seat_mark(seat)
        name = row((f"{mark.shape} {pane.name_of(seat)}", mark.tone))
        rows += [EMPTY, spread(name, row((str(left.total()), "strong")), cells)]
        rows += wrap(row((f"  {text}", "dim")), cells, 2)
    return rows if len(rows) <= most else [line for line in rows if line]
