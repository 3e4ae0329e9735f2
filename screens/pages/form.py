"""Forms: lines with a value each, changed by the arrows; a text explains the chosen line."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec import structs
from textual.geometry import Region, Size

from arcade.engine.words import N_
from screens import keys
from screens.base import Bar, BaseScreen
from screens.keys import Action
from screens.pages.option_text import value_text
from screens.terminal.paint import Pane
from screens.terminal.rows import EMPTY, Row, around, pad, row, wrap
from screens.widgets.lines import Lines

_ARROWS = (
    structs.replace(keys.UP, shown="↑↓", label=N_("choose")),
    keys.DOWN,
    structs.replace(keys.LESS, shown="←→", label=N_("change")),
    keys.MORE,
)


class Field(NamedTuple):
    """A line of a form.

    `words` name values that need a name, `sentences` explain them (by `str` of the
    value). `marks_usual` says "as usual" beside the preset; `lists_values` lists them below.
    """

    name: str
    label: str
    help: str
    values: tuple[Any, ...]
    preset: Any
    words: Mapping[Any, str]
    sentences: Mapping[str, str]
    marks_usual: bool = False
    lists_values: bool = True


class FormScreen(BaseScreen[None]):
    """A form over the screen. Subclasses implement `heading`, `fields`, `value` and `change`."""

    def __init__(self) -> None:
        super().__init__()
        self.top = Bar()
        self.form = Form(self)
        self.status = Lines()
        self.at = 0

    @abstractmethod
    def heading(self) -> str:
        """Return the form's title."""

    @abstractmethod
    def fields(self) -> Sequence[Field]:
        """List the lines."""

    @abstractmethod
    def value(self, field: Field) -> Any:
        """Return a line's current value."""

    @abstractmethod
    async def change(self, field: Field, value: Any) -> None:
        """Change the value of a line."""

    def places(self, size: Size) -> Mapping[Pane, Region]:
        """Give the form the whole screen."""
        cells = min(96, size.width - 2)
        return {
            self.top: Region(0, 0, size.width, 1),
            self.form: Region((size.width - cells) // 2, 1, cells, size.height - 4),
            self.status: Region(0, size.height - 3, size.width, 2),
            self.footer: Region(0, size.height - 1, size.width, 1),
        }

    def on_mount(self) -> None:
        """Show the title."""
        self.show()

    def show(self) -> None:
        """Redraw everything."""
        self.top.put([row(" ", (self.heading(), "bar-gold"))])
        self.form.redraw()

    def actions(self) -> list[Action]:
        """List the keys that work in every form."""
        return [*_ARROWS, keys.MENU, keys.BACK, keys.QUIT]

    def tell(self, sentence: str) -> None:
        """Show a sentence above the footer."""
        cells = max(20, self.status.size.width - 3)
        lines = wrap(row((sentence, "alert")), cells)
        self.status.put([row(" ! ") + one for one in lines] if sentence else [])

    async def clicked(self, what: str) -> None:
        """Choose a line by a click, or change its value by its arrows."""
        part, _, number = what.partition(" ")
        if part in {"line", "less", "more"} and number:
            self.at = int(number)
            self.form.redraw()
            if part != "line":
                await self.perform(part)
        else:
            await super().clicked(what)

    def do_up(self) -> None:
        """Go to the line above."""
        self._move(-1)

    def do_down(self) -> None:
        """Go to the line below."""
        self._move(1)

    async def do_less(self) -> None:
        """Choose the previous value."""
        await self._step(-1)

    async def do_more(self) -> None:
        """Choose the next value."""
        await self._step(1)

    def _move(self, step: int) -> None:
        self.at = max(0, min(self.at + step, len(self.fields()) - 1))
        self.form.redraw()

    async def _step(self, step: int) -> None:
        field = self.fields()[self.at]
        at = field.values.index(self.value(field)) + step
        if 0 <= at < len(field.values):
            await self.change(field, field.values[at])
            self.show()


class Form(Lines):
    """The lines of the form, with an explanation of the chosen one at the bottom."""

    def __init__(self, frame: FormScreen) -> None:
        super().__init__()
        self._frame = frame

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw the lines around the chosen one and its explanation."""
        frame = self._frame
        fields = frame.fields()
        help_rows = self._help(fields[frame.at], width)[:6]
        room = max(3, height - 8)
        first = around(frame.at, len(fields), room)
        label = max(len(field.label) for field in fields) + 2
        t, below = self.words.t, len(fields) - first - room
        above = row(("  " + t("▲ {n} more", n=first), "accent")) if first else EMPTY
        more = row(("  " + t("▼ {n} more", n=below), "accent")) if below > 0 else EMPTY
        done: list[Row] = [above]
        for number in range(first, min(first + room, len(fields))):
            field, here = fields[number], number == frame.at
            value = frame.value(field)
            said = field.words.get(value) or value_text(self.words, value)
            key = number, here, field.label, value, said, field.values, field.preset
            done.append(self.again(key, partial(self._line, number, field, min(label, 30), said)))
        return [*done, more, *help_rows]

    def _line(self, number: int, field: Field, label: int, said: str) -> Row:
        frame = self._frame
        here = number == frame.at
        value = frame.value(field)
        at = field.values.index(value)
        usual = field.marks_usual and value == field.preset
        return row(
            ("▶ " if here else "  ", "gold"),
            (pad(field.label, label), "strong" if here else "", f"line {number}"),
            ("◀ " if at else "  ", "gold" if here else "rule", f"less {number}"),
            (f" {said} ", "cursor" if here else "strong", f"line {number}"),
            (
                " ▶" if at < len(field.values) - 1 else "  ",
                "gold" if here else "rule",
                f"more {number}",
            ),
            ("  " + self.words.t("as usual") if usual else "", "dim"),
        )

    def _help(self, field: Field, cells: int) -> list[Row]:
        value = self._frame.value(field)
        done: list[Row] = [row(("─" * cells, "rule")), *wrap(row(field.help), cells)]
        sentence = field.sentences.get(str(value)) or field.sentences.get(str(value).lower())
        if sentence:
            said = field.words.get(value) or value_text(self.words, value)
            done += wrap(
                row((self.words.t("{who}: ", who=said), "gold"), (sentence, "dim")), cells, 2
            )
        if 1 < len(field.values) <= 12 and field.lists_values:
            done += wrap(self._values(field, value), cells, 2)
        return done

    def _values(self, field: Field, value: Any) -> Row:
        pieces: list[tuple[str, str]] = []
        for one in field.values:
            said = field.words.get(one) or value_text(self.words, one)
            pieces += [(said, "gold" if one == value else "dim"), (" · ", "rule")]
        return row(*pieces[:-1])
