"""Forms: lines with a value each, changed by the arrows; a text explains the chosen line."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

from msgspec import structs
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Size

from arcade.club.speech.options import value_text
from arcade.engine.words import N_
from screens import keys
from screens.base import Bar, BaseScreen, Status
from screens.keys import Action
from screens.terminal.rows import (
    EMPTY,
    Row,
    around,
    beside,
    flow,
    indented,
    pad,
    row,
    row_width,
    wrap,
)
from screens.widgets.lines import Lines

_ARROWS = (
    structs.replace(keys.UP, shown="↑↓", label=N_("choose")),
    keys.DOWN,
    structs.replace(keys.LESS, shown="←→", label=N_("change")),
    keys.MORE,
)


TYPED = 30
"""More numbers than this are typed: the arrows would take too long."""

_DIGITS = tuple(
    Action(f"digit_{n}", (str(n),), "0-9", N_("number") * (not n), N_("Type the number."))
    for n in range(10)
)

WIDE = 128
"""Cells from which the explanation stands beside the lines."""
_LINES = 76
"""Cells of the lines then."""
_HELP, _HELP_BESIDE = 5, 7
"""Rows of the explanation where it stands below the lines, and beside them."""


class Field(NamedTuple):
    """A line of a form.

    `words` name values that need a name, `sentences` explain them (by `str` of the value);
    `explains_all` explains them all, not only the current one. `marks_usual` names the preset
    beside another value; `lists_values` lists them below. Lines of one `group` stand
    under its name.
    """

    name: str
    label: str
    help: str
    values: Sequence[Any]
    preset: Any
    words: Mapping[Any, str]
    sentences: Mapping[str, str]
    marks_usual: bool = False
    lists_values: bool = True
    group: str = ""
    explains_all: bool = False
    step: int = 1
    """By how much the arrows change a number; digits type it."""

    @property
    def span(self) -> range | None:
        """The numbers of a line that has so many that one types them."""
        numbers = self.values if isinstance(self.values, range) else None
        return numbers if numbers is not None and len(numbers) > TYPED else None


class FormScreen(BaseScreen[None]):
    """A form over the screen. Subclasses have a `TITLE`, `fields`, `value` and `change`."""

    TITLE = ""
    HORIZONTAL_BREAKPOINTS = [(WIDE, "-wide")]

    def __init__(self) -> None:
        super().__init__()
        self.top = Bar()
        self.form = Form(self)
        self.status = Status()
        self.at = 0
        self._message = ""
        self._typed = ""
        """Digits typed for the chosen line."""

    def heading(self) -> str:
        return self.words.t(self.TITLE)

    @abstractmethod
    def fields(self) -> Sequence[Field]:
        """List the lines."""

    @abstractmethod
    def value(self, field: Field) -> Any:
        """Return a line's current value."""

    @abstractmethod
    async def change(self, field: Field, value: Any) -> None:
        """Change the value of a line."""

    def summary(self) -> str:
        """Say in a sentence what Enter will do; "" for nothing."""
        return ""

    def preview(self, cells: int) -> list[Row]:  # noqa: ARG002
        return []

    def example(self, cells: int) -> list[Row]:  # noqa: ARG002
        """Draw what may stand below the lines and the explanation where there is room for it."""
        return []

    def compose(self) -> ComposeResult:
        yield self.form
        yield self.status
        yield from super().compose()

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self._say(self._message)

    def show(self) -> None:
        self.top.put([row(" ", (self.heading(), "bar-gold"))])
        self.form.redraw()
        self._say("")

    def actions(self) -> list[Action]:
        typed = _DIGITS if self.fields()[self.at].span is not None else ()
        return [*_ARROWS, *typed, keys.MENU, keys.BACK, keys.QUIT]

    async def perform(self, name: str) -> None:
        """Perform an action; any but a digit ends the number that is being typed."""
        stem, _, digit = name.rpartition("_")
        if stem == "digit":
            await self._type(digit)
            return
        self._typed = ""
        await super().perform(name)

    async def _type(self, digit: str) -> None:
        """Add a digit to a number; one that is too small yet is taken when it is large enough."""
        field = self.fields()[self.at]
        span = field.span
        if span is None:
            return
        typed = (self._typed + digit).lstrip("0")
        self._typed = typed if typed and int(typed) <= span[-1] else digit.strip("0")
        if self._typed and int(self._typed) in span:
            await self.change(field, int(self._typed))
            self.show()
        self._say(
            self.words.t(
                "{label}: {n}, from {low} to {high}",
                label=field.label,
                n=self._typed or "–",
                low=span[0],
                high=span[-1],
            )
        )

    def tell(self, sentence: str) -> None:
        if sentence != self._message:
            self._say(sentence)

    def _say(self, sentence: str) -> None:
        self._message = sentence
        cells = max(20, self.app.size.width - 3)
        mark, piece = (
            (" ! ", (sentence, "alert")) if sentence else (" ▶ ", (self.summary(), "gold"))
        )
        self.status.put([row(mark) + line for line in wrap(row(piece), cells)] if piece[0] else [])

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
        self._move(-1)

    def do_down(self) -> None:
        self._move(1)

    async def do_less(self) -> None:
        await self._step(-1)

    async def do_more(self) -> None:
        await self._step(1)

    def _move(self, step: int) -> None:
        self.at = (self.at + step) % len(self.fields())
        self.form.redraw()

    async def _step(self, step: int) -> None:
        field = self.fields()[self.at]
        if field.span is not None and field.step > 1:
            value, by = self.value(field), step * field.step
            multiple = value // by * by + by  # of the step, the next one in that direction
            value = max(field.span[0], min(multiple, field.span[-1]))
        else:
            at = field.values.index(self.value(field)) + step
            value = field.values[at % len(field.values)]
        await self.change(field, value)
        self.show()


class Form(Lines):
    """The lines of the form, with an explanation of the chosen one at the bottom."""

    def __init__(self, frame: FormScreen) -> None:
        super().__init__()
        self._frame = frame

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        frame = self._frame
        field = frame.fields()[frame.at]
        if width >= WIDE - 2:
            side = width - _LINES - 3
            explained = self._explained(height)
            help_rows = self._help(field, side, height, bool(explained))
            help_rows += [EMPTY] * (1 if explained else max(1, _HELP_BESIDE - len(help_rows)))
            help_rows += frame.preview(side)
            return beside(explained or self._lines(height - 2), [EMPTY, *help_rows], _LINES, 3)
        shown = frame.preview(width)
        lines = self._lines(max(3, height - 8 - len(shown)))
        help_rows = self._help(field, width, _HELP)[:_HELP]
        below = shown or frame.example(width)
        spare = height - len(lines) - 1 - len(below)
        if below and spare > len(help_rows):
            help_rows += [EMPTY] * max(1, min(spare - (not shown), _HELP) - len(help_rows)) + below
        return [*lines, row(("─" * width, "rule")), *help_rows]

    def _explained(self, room: int) -> list[Row]:
        """Draw every line with what it is under it; nothing if there is no room for all."""
        rows: list[Row] = []
        label = self._label()
        for number, field in enumerate(self._frame.fields()):
            about = wrap(row((field.help, "dim")), _LINES - 4)
            rows += [EMPTY, self._line(number, field, label), *indented(about, 4)]
        return rows if len(rows) <= room else []

    def _label(self) -> int:
        return min(max(len(field.label) for field in self._frame.fields()) + 2, 30)

    def _value_text(self, field: Field) -> str:
        value = self._frame.value(field)
        return field.words.get(value) or value_text(self.words, value)

    def _lines(self, room: int) -> list[Row]:
        """Draw the lines around the chosen one in `room` rows, their groups above them.

        A row above and below them says what is hidden there.
        Where there is no room for all, a line sums up each group but that of the chosen one.
        """
        frame, fields = self._frame, self._frame.fields()
        label = self._label()
        drawn: list[Row] = []
        shown: list[Sequence[Field]] = []  # the fields of each line: none in a group's name
        here, groups = 0, Counter(field.group for field in fields)
        folds = len(groups) > 1 and len(fields) + len(groups) > room
        group = ""
        for number, field in enumerate(fields):
            closed = folds and field.group != fields[frame.at].group
            if field.group != group:
                group = field.group
                members = fields[number : number + groups[group]] if closed else ()
                drawn.append(self._heading(group, number, folds, label, members))
                shown.append(members)
            if closed:
                continue
            if number == frame.at:
                here = len(drawn)
            value = frame.value(field)
            text = self._value_text(field)
            key = (
                number,
                number == frame.at,
                field.label,
                label,
                value,
                text,
                field.values,
                field.preset,
            )
            drawn.append(self.again(key, partial(self._line, number, field, label)))
            shown.append((field,))
        if room < len(drawn) <= room + 2:
            return drawn  # nothing is hidden if nothing says so
        first = around(here, len(drawn), room)
        above = self._hidden(N_("▲ {n} more"), shown[:first])
        below = self._hidden(N_("▼ {n} more"), shown[first + room :])
        return [above, *drawn[first : first + room], below]

    def _heading(
        self, group: str, number: int, folds: bool, label: int, folded: Sequence[Field]
    ) -> Row:
        """Draw a group's name; of a `folded` one beside it what differs, then all that fits."""
        entries = [
            (self._frame.value(field) == field.preset, field.label, self._value_text(field))
            for field in folded
        ]

        def draw() -> Row:
            sign = "▸ " if folded else "▾ " if folds else ""
            shown = pad(group, label) if folded else group
            name = row((f" {sign}{shown}", "accent", f"line {number}"))
            values = [
                row((f"{what} ", "dim"), (value, "" if usual else "gold"))
                for usual, what, value in sorted(entries, key=itemgetter(0))
            ]
            parts = flow(values, self._room - row_width(name) - 4)
            more = row((" …", "dim")) if len(parts) > 1 else EMPTY
            return name + row("  ") + parts[0] + more if parts else name

        return self.again((group, number, folds, label, *entries), draw)

    def _hidden(self, text: str, rows: Sequence[Sequence[Field]]) -> Row:
        """Say how many lines have no room, and under which names they stand."""
        t, hidden = self.words.t, [field for fields in rows for field in fields]
        if not hidden:
            return EMPTY
        many = t(text, n=len(hidden))
        names = " · ".join(filter(None, dict.fromkeys(field.group for field in hidden)))
        return row(("  " + (t("{who}: ", who=many) + names if names else many), "accent"))

    @property
    def _room(self) -> int:
        """The cells of the lines."""
        return _LINES if self.size.width >= WIDE - 2 else self.size.width

    def _line(self, number: int, field: Field, label: int) -> Row:
        frame = self._frame
        here = number == frame.at
        value = frame.value(field)
        less, more = ("◀ ", " ▶") if len(field.values) > 1 else ("  ", "  ")
        usual = ""
        if field.marks_usual and value != field.preset:
            preset = field.words.get(field.preset) or value_text(self.words, field.preset)
            usual = self.words.t("  default: {value}", value=preset)
        line = row(
            ("▶ " if here else "  ", "gold"),
            (pad(field.label, label), "strong" if here else "", f"line {number}"),
            (less, "gold" if here else "dim", f"less {number}"),
            (f" {self._value_text(field)} ", "cursor" if here else "strong", f"line {number}"),
            (more, "gold" if here else "dim", f"more {number}"),
        )
        fits = row_width(line) + cell_len(usual) <= self._room
        return line + row((usual if fits else "", "dim"))

    def _help(self, field: Field, cells: int, room: int, explained: bool = False) -> list[Row]:
        value = self._frame.value(field)
        rows: list[Row] = [] if explained else [*wrap(row(field.help), cells)]
        if field.explains_all:
            every = [
                self._sentence(field, choice, choice == value, cells) for choice in field.values
            ]
            lines = [line for block in every for line in block]
            return [*rows, *lines] if len(rows) + len(lines) <= room else lines
        sentence = field.sentences.get(str(value)) or field.sentences.get(str(value).lower())
        if sentence:
            rows += wrap(
                row(
                    (self.words.t("{who}: ", who=self._value_text(field)), "gold"),
                    (sentence, "dim"),
                ),
                cells,
                2,
            )
        if 1 < len(field.values) <= 12 and field.lists_values:
            rows += wrap(self._values(field, value), cells, 2)
        return rows

    def _sentence(self, field: Field, value: Any, here: bool, cells: int) -> Sequence[Row]:
        mark, who = "▶ " if here else "  ", field.words[value]
        name = (self.words.t("{who}: ", who=who), "gold" if here else "strong")
        sentence = (field.sentences[str(value)], "" if here else "dim")
        return wrap(row((mark, "gold"), name, sentence), cells, 4)

    def _values(self, field: Field, value: Any) -> Row:
        pieces: list[tuple[str, str]] = []
        for choice in field.values:
            text = field.words.get(choice) or value_text(self.words, choice)
            pieces += [(text, "gold" if choice == value else "dim"), (" · ", "rule")]
        return row(*pieces[:-1])
