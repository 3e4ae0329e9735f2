"""A question below the screen it is about, which is dim, with a key for each answer."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from rich.cells import set_cell_size
from textual.app import ComposeResult
from textual.geometry import Size

from arcade.engine.words import N_
from screens import keys
from screens.base import Bar, BaseScreen
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, balanced, columns, indented, row, row_width
from screens.widgets.lines import Lines
from screens.widgets.sheet import framed

_CLOCK = re.compile(r"◷ \S+(?: \S+)*")
"""The time that is left for a turn, as a table draws it."""
_WIDE, _APART, _FRAME = 96, 3, 6
"""The most cells of its text, cells between answers side by side, and those of the frame around."""
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

    def cut(self, _: Size) -> bool:
        """Leave it to the screen behind to say that the terminal is too small."""
        return False

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
        inner = min(_WIDE, cells - _FRAME)
        block: list[Row] = list(balanced(row((self._text, "strong")), inner))
        offered = [each for each in self.bound() if each.what and each.name != keys.ALOUD.name]
        answers = [self._answer(each, last=each is offered[-1]) for each in offered]
        (abreast,) = columns(([line] for line in answers), _APART)
        for line in answers if row_width(abreast) > inner else [abreast]:
            block += [EMPTY, line]
        across = max(row_width(line) for line in block)
        if height >= len(block) + 3 and cells >= across + _FRAME:
            title = row(" ", (self._title, "strong"), " ")
            rows = indented(block, 1)
            wide = min(_WIDE + _FRAME, cells - 2)
            box = framed(title, self._clock(), rows, wide, len(block) + 2, "gold")
            return self._below([EMPTY, *indented(box, (cells - wide) // 2)], size)
        top = [EMPTY] * max(0, (height - len(block)) // 2)
        return [*top, *indented(block, (cells - across) // 2)]

    def _clock(self) -> Row:
        """Return the clock of the screen behind, whose rows the question may cover.

        Talk, which may look like one, stands above it.
        """
        clocks = _CLOCK.findall("\n".join(self._seen))
        return row((f" {clocks[-1]} ", "dim")) if clocks else EMPTY

    def _below(self, box: Sequence[Row], size: Size) -> list[Row]:
        """Put the framed question on the lowest rows of what is behind it, which is dim."""
        cells, height = size
        behind = [*self._seen[1:], *[""] * height][: height - len(box)]
        return [*(row((set_cell_size(text, cells), "told")) for text in behind), *box]

    def _answer(self, action: Action, last: bool) -> Row:
        """Draw an answer behind its key; the last one, which changes nothing, is lit."""
        if self.arcade.touch:
            return row((f" {action.what} ", "cursor", action.name))
        key = row((f" {action.shown} ", "cursor" if last else "bar-gold", action.name))
        return key + row((f" {action.what}", "strong" if last else "", action.name))


def confirm(
    screen: BaseScreen[Any], question: Ask, confirmed: Callable[[str], Awaitable[None]]
) -> None:
    """Ask a question on a screen; call `confirmed` with any answer but the last."""

    async def answered(answer: str | None) -> None:
        with screen.report_refusals():
            if answer:
                await confirmed(answer)

    screen.app.push_screen(question, answered)
