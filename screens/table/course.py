"""How the chances went, on the card at a game's end: one seat's beside it, or everybody's below."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve
from arcade.club.replays.review import Remark
from arcade.club.speech.ending import ResultLine
from screens.terminal.rows import EMPTY, Row, beside, blocks_apart, row, row_width, wrap
from screens.terminal.seats import seat_mark
from screens.widgets.curve import DECISIVE, chart, numbers, reach, scale, signs

_CURVE, _READABLE, APART = 72, 24, 3
"""The most cells of a curve where everybody's stand, the fewest, and the cells before one."""
LEAST, _WIDE = 12, 48
"""The fewest and the most cells of a curve that stands beside something."""
_LOW, _HIGH = 2, 7
"""The fewest rows of a curve that can be read, and the most that one needs."""


def own_course(
    words: Words,
    curve: Curve,
    results: Sequence[ResultLine],
    moves: Mapping[str, Remark],
    cells: int,
    rows: int,
) -> list[Row]:
    """Draw the chances of the reader, or else of the winner, in so many rows; [] without room."""
    whose = next((result for result in results if result.seat.yours), results[0])
    seat, words = whose.seat, words.to(whose.seat.name if whose.seat.yours else "")
    titles = (
        words.t("{name:Chances of @|Your chances} to win, %", name=seat.name),
        words.t("{name:Chances of @|Your chances}, %", name=seat.name),
    )
    title = next((text for text in titles if cell_len(text) <= cells), titles[-1])
    head = [*wrap(row((title, "dim")), max(LEAST, cells))]
    high, foot = min(_HIGH, rows - len(head) - 2), True
    if high < _LOW:
        high, foot = rows - len(head) - 1, False
    air = [EMPTY] * (high > _LOW and not high % 2)  # an odd number of rows has a middle
    high -= len(air)
    top = reach(curve.of(seat.number))
    axis = scale(high, top) or [""]
    room = min(_WIDE, cells - len(axis[0]))
    if high < _LOW or room < LEAST:
        return []
    drawn = chart(curve, seat.number, room, high, top=top)
    lines = [row((at, "dim")) + line for at, line in zip(axis, drawn, strict=True)]
    return [*head, *air, *lines, *_under(words, curve, moves, len(axis[0]), room)[not foot :]]


def courses(
    words: Words,
    curve: Curve,
    results: Sequence[ResultLine],
    moves: Mapping[str, Remark],
    seats: Sequence[Sequence[Row]],
    cells: int,
    rows: int,
) -> list[Row]:
    """Draw everybody's chances in so many rows, the best seat first, beside what is said of it.

    On a narrow card they stand below that.
    """
    across, axis = max(row_width(line) for seat in seats for line in seat), scale(rows)
    narrow = cells - across - APART - len(axis[0]) < _READABLE
    before = len(axis[0]) + (across + APART) * (not narrow)
    room = min(_CURVE, cells - before)
    blocks = []
    for result, seat in zip(results, seats, strict=True):
        drawn = chart(curve, result.seat.number, room, rows)
        lines = [row((at, "dim")) + line for at, line in zip(axis, drawn, strict=True)]
        blocks.append([*seat, *lines] if narrow else beside(seat, lines, across, APART))
    title = row(" " * before, (words.t("Chances to win, %"), "dim"))
    return [title, *blocks_apart(blocks), *_under(words, curve, moves, before, room)]


def _under(
    words: Words, curve: Curve, moves: Mapping[str, Remark], before: int, cells: int
) -> list[Row]:
    """Draw what stands under a curve: its foot with the signs, and the numbers of the turns."""
    at_turn = {curve.decisive.turn: DECISIVE} if curve.decisive else {}
    at_turn |= {remark.turn: sign for sign, remark in moves.items()}
    tones = {sign: seat_mark(remark.seat).tone for sign, remark in moves.items()}
    space = row(" " * before)
    foot = space + signs(curve, cells, at_turn, tones)
    return [foot, space + row((numbers(words, curve, cells), "dim"))]
