"""How the chances went, on the card at a game's end: one curve, and the turn that decided."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve
from arcade.club.replays.review import Remark
from arcade.club.speech.curve import decisive_text
from arcade.club.speech.ending import ResultLine
from screens.table.result.blocks import Blocks
from screens.terminal.rows import Row, plain, row, row_width, wrap
from screens.terminal.seats import seat_mark
from screens.widgets.curve import DECISIVE, chart, numbers, reach, scale, signs

_LEAST = 12
"""The fewest cells of a curve."""
_STRETCH = 12
"""The most cells of one turn."""
_APART = 2
"""Cells between a title in a curve and what is right of it."""


class Chances:
    """The chances to win: a curve of the reader's, or else of the winner's, and what decided."""

    def __init__(
        self,
        words: Words,
        curve: Curve | None,
        results: Sequence[ResultLine],
        moves: Mapping[str, Remark],
    ) -> None:
        """Take the words to the reader, and the best and the worst move by their signs."""
        self._curve, self._moves = curve, moves
        seats = sorted((result.seat for result in results), key=lambda seat: seat.number)
        self._names = [seat.name for seat in seats]
        self._seat = next((seat for seat in seats if seat.yours), results[0].seat)
        self._words = words

    def grow(
        self, blocks: Blocks, cells: int, sizes: Sequence[int], *, decided: bool = True
    ) -> None:
        """Draw the curve as high as there is room for, perhaps with what decided above it."""
        if self._curve is None:
            return
        above = self.decided(cells) if decided else []
        for high in sizes:
            if not blocks.grow("course", [*above, *self._drawn(self._curve, cells, high)]):
                break

    def decided(self, cells: int) -> list[Row]:
        """Write which turn decided the game; where that is too long, its chances stand below."""
        curve = self._curve
        text = decisive_text(self._words, curve, self._names) if curve else ""
        if not text or curve is None or curve.decisive is None:
            return []
        sign = (f"{DECISIVE} ", seat_mark(curve.decisive.seat).tone)
        line = row(sign, (text, "strong"))
        if row_width(line) <= cells:
            return [line]
        turn, colon, chances = text.partition(": ")
        first = wrap(row(sign, (turn + colon.strip(), "strong")), cells)
        return [*first, *(wrap(row((chances, "strong")), cells) if chances else ())]

    def _drawn(self, curve: Curve, cells: int, high: int) -> list[Row]:
        """Draw the curve in so many rows, with its foot and the numbers of the turns below.

        The title stands in the curve's upper left corner, or above it where that is not free.
        """
        top = reach(curve.of(self._seat.number))
        axis = scale(high, top)
        before = len(axis[0])
        room = cells - before
        if room < _LEAST:
            return []
        drawn = chart(curve, self._seat.number, room, high, top=top, stretch=_STRETCH)
        title = self._title(cells)
        taken = cell_len(title) + _APART
        inside = taken <= len(drawn[0]) and not plain(drawn[0][:taken]).strip()
        if inside:
            drawn[0] = (*row((title.ljust(taken), "dim")), *drawn[0][taken:])
        above = [] if inside else [*wrap(row((title, "dim")), cells)]
        lines = [row((at, "dim")) + line for at, line in zip(axis, drawn, strict=True)]
        return [*above, *lines, *self._under(curve, before, room)]

    def _title(self, cells: int) -> str:
        words, name = self._words.to(self._seat.name if self._seat.yours else ""), self._seat.name
        titles = (
            words.t("{name:Chances of @|Your chances} to win, %", name=name),
            words.t("{name:Chances of @|Your chances}, %", name=name),
        )
        return next((text for text in titles if cell_len(text) <= cells), titles[-1])

    def _under(self, curve: Curve, before: int, cells: int) -> list[Row]:
        """Draw what stands under a curve: its foot with the signs, and the numbers of the turns."""
        decisive, moves = curve.decisive, self._moves
        at_turn = {decisive.turn: DECISIVE} if decisive else {}
        at_turn |= {remark.turn: sign for sign, remark in moves.items()}
        tones = {sign: seat_mark(remark.seat).tone for sign, remark in moves.items()}
        tones |= {DECISIVE: seat_mark(decisive.seat).tone} if decisive else {}
        space = row(" " * before)
        foot = space + signs(curve, cells, at_turn, tones, stretch=_STRETCH)
        turns = numbers(self._words, curve, cells, stretch=_STRETCH)
        return [foot, space + row((turns, "dim"))]
