"""What shows the game elsewhere: on its page six dice that make 30, and on the card of its end."""

from arcade.club.i18n.words import Words
from arcade.games.trente.rules.state import View
from screens.games.view import Finale
from screens.terminal.rows import EMPTY, Row, columns, row
from screens.terminal.seats import MARKS, seat_mark
from screens.widgets import dice

_HAND = 6, 6, 6, 5, 4, 3
_ACROSS = 41


def placard() -> list[Row]:
    """Draw the dice, and the line they fill up to 30."""
    drawn = columns([dice.die(face, MARKS[0].tile, "small") for face in _HAND], 2)
    line = "█" * (_ACROSS - 3), MARKS[0].tone
    return [*drawn, EMPTY, row(line, (f" {sum(_HAND)}", "strong")), row(line), EMPTY]


def finale(words: Words, view: View, seat: int, rows: int, /) -> Finale | None:
    """Draw the dice of the last attack that hit, or the last six dice, if the winner's."""
    last, strike = view.hand, view.strike
    if strike is not None and strike.seat == seat and strike.lost:
        hits = strike.lost // strike.level
        text = words.t("The attack that won: {n} × {level}", n=hits, level=strike.level)
        return Finale(dice.hand([strike.level] * hits, rows, seat_mark(seat).tile), row(text))
    if last is None or last.seat != seat:
        return None
    text = words.t("The winner's last dice")
    total = row(f"{text} ", ("= ", "dim"), (str(sum(last.dice)), "strong"))
    return Finale(dice.hand(last.dice, rows), total)
