"""The gestures of a table, each with its key, beside the game."""

from msgspec.structs import replace
from textual.geometry import Size

from arcade.engine.words import N_
from arcade.rooms.facts import EMOTES
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, pad, row, row_width, rows_apart, wrap
from screens.widgets.lines import Lines

GESTURES = tuple(
    Action(which, (str(number),), str(number), "", emote.label)
    for number, (which, emote) in enumerate(EMOTES.items(), 1)
)
SENT = replace(GESTURES[0], shown=f"1-{len(GESTURES)}", label=N_("send"))
"""The first of them, which names the keys of all in the bottom line."""
_BROAD = 56
"""Cells from which they stand in columns."""
NONE = Action("no_gesture", ("escape", "n", "E"), "Esc", N_("close"), "")


class Gestures(Lines):
    """Lists the gestures beside the game, or in columns where there is nothing beside it."""

    open = False
    headed = True
    """Whether their heading stands above them, not on the rule over them."""

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        lines = self.lines(width, height)
        return [*[EMPTY] * (width >= _BROAD and len(lines) < height), *lines]

    def lines(self, width: int, height: int) -> list[Row]:
        """Write them in so many rows, with a row of air between them if there is room."""
        t = self.words.t
        cells = max(len(t(gesture.what)) for gesture in GESTURES) + 5
        in_row = max(1, width // cells)
        if in_row == 1 or width < _BROAD:
            rows = [self._listed(gesture, width) for gesture in GESTURES]
            airy = rows_apart(rows)
            name, _, *seen = self.heading()
            above = [(name,), *wrap(tuple(seen), width), EMPTY]
            return [*above, *(airy if len(above) + len(airy) <= height else rows)]
        in_row = -(-len(GESTURES) // -(-len(GESTURES) // in_row))  # as many in each row
        shown = [self._listed(gesture, width // in_row) for gesture in GESTURES]
        rows = [sum(shown[at : at + in_row], ()) for at in range(0, len(shown), in_row)]
        return [self.heading(), *rows] if self.headed else rows

    def heading(self) -> Row:
        """Name them, and say who sees one."""
        t = self.words.t
        return row((t("A gesture"), "strong"), "  ", (t("Everybody at the table sees it."), "dim"))

    def on_rule(self, cells: int) -> Row:
        """Draw the rule over them, with their heading at its left."""
        head = self.heading()
        return head + row(" ", ("─" * (cells - row_width(head) - 1), "rule"))

    def _listed(self, gesture: Action, cells: int) -> Row:
        key = (f" {gesture.shown} ", "gold", gesture.name)
        return row(key, (pad(f"  {self.words.t(gesture.what)}", cells - 3), "", gesture.name))
