"""The large picture of the game on a page: a hand that hits its target."""

from screens.terminal.rows import EMPTY, Row, columns, row
from screens.widgets.cards import Card, card

_HAND = 9, 5, 4


def placard() -> list[Row]:
    """Draw the cards and what they make."""
    made = [*[EMPTY] * 3, row(("= ", "dim"), (str(sum(_HAND)), "gold"))]
    return columns([*(card(Card(value), "huge") for value in _HAND), made], 1)
