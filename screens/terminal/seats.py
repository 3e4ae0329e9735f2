"""The marks of the seats: a colour and a shape for each.

Names, tiles, log lines, bars and charts of a seat all have its colour, and its shape or its name,
so nothing is lost without colour or on a terminal with few.
"""

from typing import NamedTuple


class SeatMark(NamedTuple):
    """A seat's `shape`, and the tones of its colour: of text, of a tile."""

    shape: str
    tone: str
    tile: str

    @property
    def filling(self) -> str:
        """The tone of the area below its curve."""
        return self.tone.replace("seat", "fill")


MARKS = tuple(
    SeatMark(shape, f"seat-{seat}", f"on-{seat}") for seat, shape in enumerate("■♥♣♦♠◢◥◇□◖")
)


def seat_mark(seat: int) -> SeatMark:
    return MARKS[seat % len(MARKS)]
