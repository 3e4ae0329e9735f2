"""A question over the screen it is about, which is dim behind it, with a key for each answer."""

import re
from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import ComposeResult
from textual.geometry import Size
from textual.strip import Strip

from arcade.engine.words import N_
from screens import keys
from screens.base import Bar, BaseScreen
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, balanced, fit, indented, row, row_width
from screens.widgets.lines import Lines
from screens.widgets.sheet import framed

_AIR = 3
"""Cells left free on both sides of the question; above and below it is a row."""
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
        self._seen: Sequence[str] = ()
        """The rows of the screen behind, as they were last."""
        self._box = Lines(self.draw)
        self.top = Bar()

    def compose(self) -> ComposeResult:
        yield self._box
        yield from super().compose()

    def on_mount(self) -> None:
        self.set_interval(1, self.on_resize)  # what is behind goes on, and so does its clock

    def on_resize(self) -> None:
        self._seen = self._behind()
        title = row(" ", (self._title, "bar-gold"))
        self.top.put([row((self._seen[0], "bar-dim")) if self._seen else title])
        self._box.redraw()

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
        """List the answers, whose keys stand in the question."""
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
        answers = [each for each in self.bound() if each.what and each.name != keys.ALOUD.name]
        for action in answers:
            block += [EMPTY, self._answer(action, last=action is answers[-1])]
        across = max(row_width(line) for line in block)
        if height >= len(block) + 4 and cells >= across + 8:
            across += 6
            lines = [EMPTY, *indented(block, 1), EMPTY]
            title = row(" ", (self._title, "strong"), " ")
            return self._over(framed(title, EMPTY, lines, across, len(lines) + 2, "gold"), size)
        top = [EMPTY] * max(0, (height - len(block)) // 2)
        return [*top, *indented(block, (cells - across) // 2)]

    def _over(self, box: Sequence[Row], size: Size) -> list[Row]:
        """Put the framed question in the middle of what is behind it, which is dim."""
        cells, height = size
        across = row_width(box[0]) + 2 * _AIR
        left, above = (cells - across) // 2, max(0, (height - len(box)) // 2 - 1)
        shown = dict(enumerate([EMPTY, *indented(box, _AIR), EMPTY], above))
        behind = [*self._seen[1:], *[""] * height][:height]
        return [
            row((_whole_words(text, 0, left), "told"))
            + fit(shown[y], across)
            + row((_whole_words(text, left + across, cells), "told"))
            if y in shown
            else row((_from(text, 0, cells), "told"))
            for y, text in enumerate(behind)
        ]

    def _answer(self, action: Action, last: bool) -> Row:
        """Draw an answer behind its key; the last one, which changes nothing, is lit."""
        if self.arcade.touch:
            return row((f" {action.what} ", "cursor", action.name))
        key = row((f" {action.shown} ", "cursor" if last else "gold", action.name))
        return key + row((f" {action.what}", "strong" if last else "", action.name))


def _whole_words(text: str, start: int, end: int) -> str:
    """Return the cells of a text from one to another, without words that begin or end beyond."""
    part = _from(text, start, end)
    for beyond, cut in (
        (_from(text, start - 1, start) if start else "", r"^\w+"),
        (_from(text, end, end + 1), r"\w+$"),
    ):
        if beyond.isalnum():
            part = re.sub(cut, lambda word: " " * cell_len(word[0]), part)
    return part


def _from(text: str, start: int, end: int) -> str:
    """Return the cells of a text from one to another, blank where it has none."""
    return Strip([Segment(text)]).crop(start, end).extend_cell_length(end - start).text
