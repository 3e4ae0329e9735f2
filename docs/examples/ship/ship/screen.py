"""Ship, Captain and Crew on the screen: what is aboard, the other dice, and the cargoes landed."""

from textual.geometry import Size

from arcade.engine import N_
from screens.games.view import GameView
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, columns, placed, row
from screens.widgets import dice
from ship.rules import State


class ShipView(GameView[State]):
    """The dice aboard and the others, above the seats."""

    SHOWS_SEATS = True
    KEYS = (
        Action("throw", ("enter", "r"), "Enter", N_("throw"), N_("Throw what is not aboard.")),
        Action("stop", ("s",), "s", N_("stop"), N_("Take the cargo as it is.")),
    )

    def draw(self, size: Size) -> list[Row]:
        view = self.game
        aboard = [dice.die(6 - number, "tile-held") for number in range(view.aboard)]
        loose = [dice.die(face, click="throw") for face in view.dice or (0,) * 5]
        seats = [
            row(*self.seat_row(seat, 30), (f"{score:>5}", "strong"))
            for seat, score in enumerate(view.scores)
        ]
        return placed([*columns((*aboard, *loose)), EMPTY, *seats], 53, *size)


VIEW = ShipView
