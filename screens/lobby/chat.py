"""The chat of the lobby."""

from collections.abc import Sequence

from arcade.club.views import LogLine
from screens.terminal.rows import EMPTY, Row, row, row_width, wrap
from screens.widgets.lines import Lines
from screens.widgets.log import sentence


class ChatPane(Lines):
    """The last lines of the lobby's chat, the newest at the bottom, under a rule."""

    def __init__(self) -> None:
        super().__init__()
        self.said: tuple[LogLine, ...] = ()

    def show(self, said: Sequence[LogLine]) -> None:
        if self.said != tuple(said):
            self.said = tuple(said)
            self.redraw()

    def draw(self, width: int, height: int) -> list[Row]:
        room = max(1, height - 1)
        rows: list[Row] = []
        for line in reversed(self.said):
            above = wrap(sentence(self.words, line), max(10, width - 1), 2)
            rows = [*above, *rows]
            if len(rows) >= room:
                break
        if not rows:
            quiet = self.words.t("Nobody has said anything yet.")
            rows = list(wrap(row((quiet, "dim")), max(10, width - 1)))
        talk = self.words.t("Talk")
        head = row(("── ", "rule"), (talk, "dim"), " ")
        head += row(("─" * max(0, width - row_width(head)), "rule"))
        rows = rows[-room:]
        return [head, *([EMPTY] * (room - len(rows))), *rows]
