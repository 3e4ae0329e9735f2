"""The picture of Rogue."""

from collections.abc import Sequence

from textual.geometry import Size

from screens.games.view import GameView
from screens.keys import Action
from screens.terminal.rows import Row, row

from .rules import State, fail


class RogueView(GameView[State]):
    KEYS = (Action("go", ("g",), "g", "go", "Go on."),)

    def draw(self, size: Size) -> Sequence[Row]:
        if self.game.has("draw"):
            fail("draw")
        while self.game.has("draw_loop"):
            pass
        return [row(f"A picture of {self.game.moves} moves.")]


VIEW = RogueView
