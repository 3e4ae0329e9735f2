"""The gestures of a table, each with its key, above the footer."""

from textual.geometry import Size

from arcade.engine.words import N_
from arcade.rooms.facts import EMOTES
from screens.keys import Action
from screens.terminal.rows import Row, fit, pad, row
from screens.widgets.lines import Lines

GESTURES = tuple(
    Action(which, (str(number),), str(number), "", emote.label)
    for number, (which, emote) in enumerate(EMOTES.items(), 1)
)
NONE = Action("no_gesture", ("escape", "n", "E"), "Esc", N_("close"), "")


class Gestures(Lines):
    """Lists the gestures in columns, under a line that names their audience."""

    TONE = "bar"
    open = False

    def draw(self, size: Size) -> list[Row]:
        width = size.width
        return [fit(line, width, "bar") for line in self.lines(width)]

    def lines(self, width: int) -> list[Row]:
        t = self.words.t
        title, seen = t("A gesture"), t("Everybody at the table sees it.")
        cells = max(len(t(gesture.what)) for gesture in GESTURES) + 6
        in_row = max(1, width // cells)
        shown = [
            row(
                *((" ", "bar"), (f" {gesture.shown} ", "cursor", gesture.name)),
                (pad(f" {t(gesture.what)}", cells - 4), "bar", gesture.name),
            )
            for gesture in GESTURES
        ]
        rows = [sum(shown[at : at + in_row], ()) for at in range(0, len(shown), in_row)]
        return [row((f" {title}  ", "bar-gold"), (seen, "bar")), *rows]
