"""Cochon on the screen: the dice, what the turn has brought, and everybody's way to the goal."""

from textual.geometry import Size

from arcade.engine import N_
from cochon.rules import View
from screens.games.view import GameView
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, columns, fit, placed, row
from screens.widgets import dice

CELLS = 50
"""How wide the picture is."""
WAY = 20
"""Cells of the way to the goal."""


class CochonView(GameView[View]):
    """A table of Cochon."""

    SHOWS_SEATS = True
    KEYS = (
        Action("roll", ("enter", "r"), "Enter", N_("throw"), N_("Throw, once more.")),
        Action("stop", ("s",), "s", N_("stop"), N_("Write down what the turn has brought.")),
    )

    def changed(self, _before: View) -> None:
        """Let a new throw tumble."""
        if self.game.throws or self.game.last != self.game.turn:
            self.play_frames(4)

    def hint(self) -> str:
        """Say what to do on one's turn."""
        t = self.words.t
        return t("Enter throws, s stops.") if self.game.throws else t("Enter throws.")

    def draw(self, size: Size) -> list[Row]:
        """Draw the dice, the turn, the seats."""
        lines = [
            *self._dice(),
            self._turn(),
            EMPTY,
            *(self._seat(seat) for seat in range(len(self.game.scores))),
        ]
        return placed([fit(line, CELLS) for line in lines], CELLS, *size)

    def _dice(self) -> list[Row]:
        view = self.game
        faces = view.dice or (0,) * view.options.dice
        tone = "tile" if view.throws else "tile-dim"
        left = self.moment.frame
        shown = [dice.tumbling(face, left, at) if face else 0 for at, face in enumerate(faces)]
        return columns(dice.die(face, tone, click="roll") for face in shown)

    def _turn(self) -> Row:
        view, t = self.game, self.words.t
        if view.turn is None:
            return row(("★ ", "gold"), *(self.name_of(seat) for seat in view.winners))
        sentence = t("{name}: {n} this turn", name=self.name_of(view.turn), n=view.sum)
        return row((sentence, "gold" if self.mine else "strong"))

    def _seat(self, seat: int) -> Row:
        view = self.game
        score, goal = view.scores[seat], view.options.goal
        gone = min(WAY, score * WAY // goal)
        return (
            *self.seat_row(seat, 22),
            *row(
                (f"{score:>4} ", "strong"),
                ("█" * gone, "accent"),
                ("·" * (WAY - gone), "dim"),
            ),
        )


VIEW = CochonView
