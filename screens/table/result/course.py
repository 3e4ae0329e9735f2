"""How the chances went, on the card at a game's end: one curve, and the turn that decided."""

from collections.abc import Mapping, Sequence
from functools import partial

from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve
from arcade.club.replays.review import Remark
from arcade.club.speech.curve import decisive_text
from arcade.club.speech.ending import ResultLine
from screens.table.result.blocks import Blocks
from screens.terminal.rows import EMPTY, Row, pad, row, row_width, wrap
from screens.terminal.seats import seat_mark
from screens.widgets.curve import DECISIVE, areas, chart, numbers, reach, scale, signs

_LEAST = 12
"""The fewest cells of a curve."""
_STRETCH = 12
"""The most cells of one turn."""
_AREAS = 9
"""Rows of a curve from which everybody's chances are drawn."""
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
        self,
        blocks: Blocks,
        cells: int,
        sizes: Sequence[tuple[int, int]],
        *,
        decided: bool = True,
    ) -> None:
        """Draw the curve as high as there is room for, perhaps with what decided above it.

        `sizes`: its rows, and those of air above it.
        """
        if self._curve is None:
            return
        above = self.decided(cells) if decided else []
        for high, air in sizes:
            axis = self._axis(self._curve, high)
            if cells - len(axis[0]) < _LEAST:
                blocks.grow("course", above)
                break
            head = [*(above or self._title(cells)), *[EMPTY] * air]
            draw = partial(self._drawn, self._curve, head, axis, cells, blocks)
            if not blocks.grow("course", [*head, *[EMPTY] * (high + _UNDER)], draw):
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

    def _axis(self, curve: Curve, high: int) -> list[str]:
        """Write what stands before each of so many rows of the curve, equally wide."""
        labels = [label.strip() for label in scale(high, self._top(curve, high))]
        written = [self._words.t("{n}%", n=label) if label else "" for label in labels]
        before = max(map(len, written))
        return [pad(label, before, "right") + " " for label in written]

    def _top(self, curve: Curve, high: int) -> float:
        """Return the chance at the top of a curve that stands alone, or of all areas."""
        return 1 if self._all(curve, high) else reach(curve.of(self._seat.number))

    def _all(self, curve: Curve, high: int) -> bool:
        """Return whether everybody's chances are drawn, as parts of one whole."""
        return high >= _AREAS and curve.divided

    def _drawn(
        self, curve: Curve, head: Sequence[Row], axis: Sequence[str], cells: int, blocks: Blocks
    ) -> list[Row]:
        """Draw the curve below its head, with its foot and the numbers of the turns below."""
        seat, before = self._seat.number, len(axis[0])
        high, room = len(axis), cells - before
        if self._all(curve, high):
            drawn = areas(curve, seat, room, high, self._names, stretch=_STRETCH)
        else:
            top = self._top(curve, high)
            drawn = chart(curve, seat, room, high, top=top, stretch=_STRETCH)
        rows = [row((at, "dim")) + line for at, line in zip(axis, drawn, strict=True)]
        lines = blocks.rows.get("moves")
        moves = [sign for sign in self._moves if lines is None or _has(lines, sign)]
        return [*head, *rows, *self._under(curve, before, room, moves)]

    def _title(self, cells: int) -> list[Row]:
        """Say whose chances are drawn, where no sentence about them stands above."""
        words, name = self._words.to(self._seat.name if self._seat.yours else ""), self._seat.name
        title = words.t("{name:Chances of @|Your chances} to win", name=name)
        return [*wrap(row((title, "dim")), cells)]

    def _under(self, curve: Curve, before: int, cells: int, shown: Sequence[str]) -> list[Row]:
        """Draw the foot of a curve with the signs that are told of, and the turns' numbers."""
        decisive, moves = curve.decisive, self._moves
        at_turn = {decisive.turn: DECISIVE} if decisive else {}
        at_turn |= {moves[sign].turn: sign for sign in shown}
        tones = {sign: seat_mark(moves[sign].seat).tone for sign in shown}
        tones |= {DECISIVE: seat_mark(decisive.seat).tone} if decisive else {}
        space = row(" " * before)
        foot = space + signs(curve, cells, at_turn, tones, stretch=_STRETCH)
        turns = numbers(self._words, curve, cells, stretch=_STRETCH)
        return [foot, space + row((turns, "dim"))]


def _has(lines: Sequence[Row], sign: str) -> bool:
    """Return whether one of these lines begins with the sign of its move."""
    return any(sign in piece.text for line in lines for piece in line[:2])
