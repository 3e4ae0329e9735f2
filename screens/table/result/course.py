"""How the chances went, on the card at a game's end: one curve, and the turn that decided."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain

from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve
from arcade.club.replays.review import Remark
from arcade.club.speech.curve import decisive_text
from arcade.club.speech.ending import ResultLine
from screens.table.result.blocks import Blocks
from screens.terminal.rows import EMPTY, Row, pad, row, row_width, spread, wrap
from screens.terminal.seats import seat_mark
from screens.widgets.curve import DECISIVE, chart, lines, numbers, reach, scale, signs

_LEAST = 12
"""The fewest cells of a curve."""
_STRETCH = 12
"""The most cells of one turn."""
_AIRY, _LINES = 7, 9
"""Rows of a curve from which a row of air is above it, and from which everybody's is a line."""
_UNDER = 2
"""Rows of what stands under a curve."""


class Chances:
    """The chances to win of who was decided for, else of the reader or the winner, as a curve."""

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
        own = next((seat for seat in seats if seat.yours), results[0].seat)
        decisive = curve.decisive if curve else None
        self._seat = seats[decisive.seat] if decisive else own
        self._words = words

    def grow(
        self, blocks: Blocks, cells: int, sizes: Sequence[int], *, decided: bool = True
    ) -> None:
        """Draw the curve as high as there is room for, perhaps with what decided above it."""
        if self._curve is None:
            return
        above = self.decided(cells) if decided else []
        for high in sizes:
            axis = self._axis(self._curve, high)
            if cells - len(axis[0]) < _LEAST:
                blocks.grow("course", above)
                break
            head = above or self._title(cells)
            if high >= _LINES:
                head = self._legend(head, cells)
            head = [*head, *[EMPTY] * (high >= _AIRY)]
            draw = partial(self._drawn, self._curve, head, axis, cells)
            if not blocks.grow("course", [*head, *[EMPTY] * (high + _UNDER)], draw):
                break

    def _legend(self, head: list[Row], cells: int) -> list[Row]:
        """Say at the right of what stands above the curves whose they are, if there is room."""
        whose = EMPTY
        for number, name in enumerate(self._names):
            line = "━━" if number == self._seat.number else "──"
            whose += row("   ", (f"{line} {name}", seat_mark(number).tone))
        fits = len(head) == 1 and row_width(head[0]) + row_width(whose) <= cells
        return [spread(head[0], whose, cells)] if fits else head

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

    def _axis(self, curve: Curve, high: int) -> list[str]:
        """Write what stands before each of so many rows of the curve, equally wide."""
        labels = [label.strip() for label in scale(high, self._top(curve, high))]
        written = [self._words.t("{n}%", n=label) if label else "" for label in labels]
        before = max(map(len, written))
        return [pad(label, before, "right") + " " for label in written]

    def _top(self, curve: Curve, high: int) -> float:
        """Return the chance at the top, which all curves have in common where all are drawn."""
        chances = curve.of(self._seat.number) if high < _LINES else chain(*curve.points)
        return reach(chances)

    def _drawn(
        self, curve: Curve, head: Sequence[Row], axis: Sequence[str], cells: int
    ) -> list[Row]:
        """Draw the curve below its head, with its foot and the numbers of the turns below."""
        seat, before = self._seat.number, len(axis[0])
        high, room = len(axis), cells - before
        draw = lines if high >= _LINES else chart
        drawn = draw(curve, seat, room, high, top=self._top(curve, high), stretch=_STRETCH)
        rows = [row((at, "dim")) + line for at, line in zip(axis, drawn, strict=True)]
        return [*head, *rows, *self._under(curve, before, room)]

    def _title(self, cells: int) -> list[Row]:
        """Say whose chances are drawn, where no sentence about them stands above."""
        words, name = self._words.to(self._seat.name if self._seat.yours else ""), self._seat.name
        title = words.t("{name:Chances of @|Your chances} to win", name=name)
        return [*wrap(row((title, "dim")), cells)]

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
