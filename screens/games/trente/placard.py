"""The large picture of the game on a page: six dice that make 30 exactly."""

from screens.terminal.rows import EMPTY, Row, columns, row
from screens.terminal.seats import MARKS
from screens.widgets.dice import die

_HAND = 6, 6, 6, 5, 4, 3
_ACROSS = 41


def placard() -> list[Row]:
    """Draw the dice, and the line they fill up to 30."""
    dice = columns([die(face, MARKS[0].tile, "small") for face in _HAND], 2)
    line = "█" * (_ACROSS - 3), MARKS[0].tone
    return [*dice, EMPTY, row(line, (f" {sum(_HAND)}", "strong")), row(line), EMPTY]
