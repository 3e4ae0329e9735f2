"""A question over the screen it is about, which is dim behind it, with a key for each answer."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Size

from arcade.engine.words import N_
from screens import keys
from screens.base import Bar, BaseScreen
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, balanced, fit, indented, row, row_width
from screens.widgets.lines import Lines
from screens.widgets.sheet import framed

_AIR = 2
"""Cells left free on both sides of the question."""
_MNEMONICS = {"y": N_("yes: y"), "g": N_("give up: g"), "n": N_("no: n")}


class Ask(BaseScreen[str]):
    """Asks a question; returns the name of the answer, "" for the last one (also chosen by Esc).

    Answers are (name, key, words).
    """

    def __init__(self, title: str, text: str, answers: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._answers = answers
        self._box = Lines(self.draw)
        self.top = Bar()

    def compose(self) -> ComposeResult:
        yield self._box
        yield from super().compose()

    def on_resize(self) -> None:
        behind = self._behind()
        title = row(" ", (self._title, "bar-gold"))
        self.top.put([row((behind[0], "bar-dim")) if behind else title])

    def _behind(self) -> list[str]:
        """Return what stands on the screen behind, row by row; nothing of another question."""
        behind = self.app.screen_stack[-2] if len(self.app.screen_stack) > 1 else None
        if not isinstance(behind, BaseScreen) or isinstance(behind, Ask):
            return []
        if behind.outer_size != self.app.size:  # the window has another size since
            behind.arrange_for(self.app.size)
        panes = behind.query_children(Lines)
        for pane in panes:
            pane.drop_rows()  # what it wrote may be of another arrangement
        rows = [""] * behind.size.height
        for _, y, strip in behind.whole():
            rows[y] += strip.text
        for pane in panes:
            pane.drop_rows()
        return rows

    def actions(self) -> list[Action]:
        """List the answers, whose keys stand in the question; Esc stands in the bottom line."""
        answers = [
            Action(f"answer_{number}", (key,), key, "", label, _MNEMONICS.get(key, ""))
            for number, (_, key, label) in enumerate(self._answers)
        ]
        return [
            *answers,
            Action("answer_-1", ("escape",), keys.BACK.shown, self._answers[-1][2], ""),
        ]

    async def perform(self, name: str) -> None:
        self.dismiss(self._answers[int(name.removeprefix("answer_"))][0])

    def draw(self, size: Size) -> list[Row]:
        cells, height = size
        inner = min(60, cells - 4)
        block: list[Row] = list(balanced(row((self._text, "strong")), inner))
        for action in self.bound():
            if action.what and action.name != keys.ALOUD.name:
                key, what = (f" {action.shown} ", "cursor", action.name), f" {action.what}"
                if self.arcade.touch:
                    key, what = (f" {action.what} ", "cursor", action.name), ""
                block += [EMPTY, row(key, (what, "", action.name))]
        across = max(row_width(line) for line in block)
        if height >= len(block) + 4 and cells >= across + 8:
            across += 6
            lines = [EMPTY, *indented(block, 1), EMPTY]
            title = row(" ", (self._title, "strong"), " ")
            block = framed(title, EMPTY, lines, across, len(lines) + 2, "gold")
            board = self._board
            middle = board if board >= across + 2 * _AIR else cells
            return self._over(block, (middle - across) // 2, size)
        top = [EMPTY] * max(0, (height - len(block)) // 3)
        return [*top, *indented(block, (cells - across) // 2)]

    @property
    def _board(self) -> int:
        """The cells of the game behind, left of the rule, if there is one."""
        behind = self.app.screen_stack[-2] if len(self.app.screen_stack) > 1 else None
        return behind.divider.x if isinstance(behind, BaseScreen) else 0

    def _over(self, block: Sequence[Row], indent: int, size: Size) -> list[Row]:
        """Put the framed question over the game; all that is behind it is dim."""
        cells, height = size
        board = self._board if self._board >= indent + row_width(block[0]) else cells
        above = max(1, (height - len(block)) // 3)
        shown = dict(enumerate([EMPTY, *block, EMPTY], above - 1))
        behind = self._behind()[1:] or [""] * height
        return [
            fit(row(" " * indent) + shown[y], board) + row((_from(text, board, cells), "rule"))
            if y in shown
            else row((_from(text, 0, cells), "rule"))
            for y, text in enumerate(behind[:height])
        ]


def _from(text: str, start: int, end: int) -> str:
    """Return the cells of a text from one to another, blank where it has none."""
    shown, at = "", 0
    for sign in text:
        ends = at + cell_len(sign)
        if start <= at and ends <= end:
            shown += " " * (at - start - cell_len(shown)) + sign
        at = ends
    return shown + " " * (end - start - cell_len(shown))
