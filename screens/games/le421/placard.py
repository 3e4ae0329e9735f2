"""What shows the game elsewhere: on its page, in the lobby, and on the card of its end."""

from arcade.club.i18n.words import Words
from arcade.games.le421.rules.state import View
from screens.games.view import Finale
from screens.terminal.rows import Row, columns, row
from screens.widgets.dice import die
from screens.widgets.dice import hand as dice_hand


def placard() -> list[Row]:
    """Draw 421 in large dice."""
    return columns([die(face, size="huge") for face in (4, 2, 1)], 1)


def poster() -> list[Row]:
    return columns([die(face, size="small") for face in (4, 2, 1)], 1)


def thumbnail(view: View) -> list[Row]:
    """Draw the last throw; words beside it say how many tokens lie in the pot."""
    last = view.last_throw
    thrown = view.dice or (last.dice if last else (0,) * 3)
    tone = "tile" if view.dice else "tile-dim"
    return columns([die(face, tone, "small") for face in thrown], 1)


def finale(words: Words, view: View, seat: int, rows: int, /) -> Finale | None:
    last = view.last_round
    hand = last.hands[seat] if last else None
    if hand is None:
        return None
    meaning = row(words.t("The hand that won: {hand}", hand=hand))
    return Finale(dice_hand([int(face) for face in str(hand)], rows), meaning)
