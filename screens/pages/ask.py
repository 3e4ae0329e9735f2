"""A question over the screen, with a key for each answer."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.geometry import Size

from arcade.engine.words import N_
from screens.base import Bar, BaseScreen
from screens.keys import ALOUD, Action
from screens.terminal.rows import EMPTY, Row, balanced, indented, row, row_width
from screens.widgets.lines import Lines
from screens.widgets.sheet import framed

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

    def on_mount(self) -> None:
        self.top.put([row(" ", (self._title, "bar-gold"))])

    def actions(self) -> list[Action]:
        last = self._answers[-1]
        return [
            Action(
                f"answer_{number}",
                (key, "escape") if (name, key, label) == last else (key,),
                key,
                label if self.arcade.touch or number == len(self._answers) - 1 else "",
                label,
                _MNEMONICS.get(key, ""),
            )
            for number, (name, key, label) in enumerate(self._answers)
        ]

    async def perform(self, name: str) -> None:
        self.dismiss(self._answers[int(name.removeprefix("answer_"))][0])

    def draw(self, size: Size) -> list[Row]:
        cells, height = size
        inner = min(60, cells - 4)
        block: list[Row] = list(balanced(row((self._text, "strong")), inner))
        for action in self.bound():
            if action.name != ALOUD.name:
                key, what = (f" {action.shown} ", "cursor", action.name), f" {action.what}"
                if self.arcade.touch:
                    key, what = (f" {action.what} ", "cursor", action.name), ""
                block += [EMPTY, row(key, (what, "", action.name))]
        across = max(row_width(line) for line in block)
        if height >= len(block) + 4 and cells >= across + 8:
            across += 6
            lines = [EMPTY, *indented(block, 1), EMPTY]
            title = row(" ", (self._title, "gold"), " ")
            block = framed(title, EMPTY, lines, across, len(lines) + 2)
        indent = (cells - across) // 2
        top = [EMPTY] * max(0, (height - len(block)) // 3)
        return [*top, *indented(block, indent)]
