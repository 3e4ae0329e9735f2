"""The large picture of the game on a page: the hand that gave it its name."""

from screens.terminal.rows import Row, columns
from screens.widgets.dice import die


def placard() -> list[Row]:
    """Draw 421 in large dice."""
    return columns([die(face, size="huge") for face in (4, 2, 1)], 1)
