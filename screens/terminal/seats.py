"""The marks of the seats: a colour, a shape and a letter for each.

Names, tiles, log lines, bars and charts of a seat all have its colour, and at least one of the
others, so nothing is lost without colour or on a terminal with few.
"""

from typing import NamedTuple

from arcade.engine.words import N_


class SeatMark(NamedTuple):
    """A seat's `shape` and `colour` (a word to translate), and its tones: of text, of a tile."""

    shape: str
    colour: str
    tone: str
    tile: str

    @property
    def filling(self) -> str:
        """The tone of the area below its curve."""
        return self.tone.replace("seat", "fill")


_COLOURS = (
    *(N_("blue"), N_("pink"), N_("green"), N_("yellow"), N_("orange")),
    *(N_("mauve"), N_("turquoise"), N_("coral"), N_("sand"), N_("nickel")),
)
_SHAPES = "■♥♣♦♠◢◥◇□◖"

MARKS = tuple(
    SeatMark(shape, colour, f"seat-{seat}", f"on-{seat}")
    for seat, (shape, colour) in enumerate(zip(_SHAPES, _COLOURS, strict=True))
)


def seat_mark(seat: int) -> SeatMark:
    return MARKS[seat % len(MARKS)]
