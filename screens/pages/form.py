"""Forms: lines with a value each, changed by the arrows; a text explains the chosen line.

Rows, not Textual's `Select`: 28 of those take 1.7 seconds of processor time to mount and 130 ms for
a step to the next, rows 34 ms and 10 ms (both measured under `run_test`).
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec import structs
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Size

from arcade.engine.words import N_
from screens import keys
from screens.base import Bar, BaseScreen, Status
from screens.keys import Action
from screens.terminal.rows import (
    EMPTY,
    Row,
    around,
    balanced,
    beside,
    chip,
    choice,
    indented,
    keyed,
    pad,
    row,
    row_width,
    wrap,
)
from screens.widgets.lines import Lines
from screens.widgets.sheet import (
    GAP,
    MARGIN,
    TALL,
    TERMINAL,
    WIDE,
    headed,
    is_tall,
    lift,
    middle,
    piled,
    side_by_side,
    split,
)

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

_HELP, _SHORT = 5, 3
"""The most rows of the explanation below the lines; those that are always left for it."""
_MOST = 20
"""Rows of an explanation beside the lines."""
_BESIDE, _READ = 72, 72
"""Cells of the lines with an explanation beside them, and of that at most."""
_LABEL = 30
"""Cells of the longest label."""
HIGH = 24
"""Rows of a form that names the line above its explanation and says what Enter does."""
_LARGE = 92
"""Cells of a form with a larger sample."""
_SIDE = 42
"""Cells beside the lines of a form that has them in a terminal of about a hundred columns."""
_SUMMED = 12
"""Rows beside a few lines of a tall form."""
_FEW = 8
"""Lines of a form below which there is room for its sample."""


class Field(NamedTuple):
    """A line of a form.

    `text` names a value; `sentences` explain values, by their `str`. `marks_usual` names the preset
    beside another value; `lists_values` lists them below, and `explains_all` explains them all, not
    only the current one. A heading stands above the first line of each `group`.
    """

    name: str
    label: str
    help: str
    values: Sequence[object]
    preset: object
    text: Callable[[Any], str]
    sentences: Mapping[str, str] = {}
    marks_usual: bool = False
    lists_values: bool = True
    explains_all: bool = False
    group: str = ""
    step: int = 1
    """By how much the arrows change a number; digits type it."""

    @property
    def span(self) -> range | None:
        """The numbers of a line with so many that they are typed; None for any other line."""
        numbers = self.values if isinstance(self.values, range) else None
        return numbers if numbers is not None and len(numbers) > TYPED else None


class FormScreen(BaseScreen[None]):
    """A form over the screen. Subclasses have a `TITLE`, `fields`, `value` and `change`."""

    IS_PAGE = True
    TITLE = ""
    SAMPLE = 0
    """Cells of a sample that stands beside the lines in a narrow terminal too."""
    LARGE_SAMPLE = 0
    """Its cells in a terminal of about a hundred columns, if it is larger there."""
    ASIDE = WIDE
    """Cells of a form from which the explanation of a line stands beside the lines, if few."""
    LISTS_VALUES = False
    """Whether a tall page lists the values of the chosen line below each other, in as many rows for
    any line, so that nothing below them moves."""
    SAMPLE_NAME = N_("Sample")
    """The heading of what the lines decide."""
    HORIZONTAL_BREAKPOINTS = [(TERMINAL, "-wide")]

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
        """List the lines; rows are drawn once for the same list."""

    @abstractmethod
    def value(self, field: Field) -> Any:
        """Return a line's current value."""

    @abstractmethod
    async def change(self, field: Field, value: Any) -> None:
        """Change the value of a line."""

    def summary(self) -> Sequence[str]:
        """Say in a sentence what Enter will do, also in fewer words; nothing for nothing."""
        return ()

    def summed_up(self, cells: int) -> str:
        """Return the longest summary that fits, else the shortest."""
        texts = self.summary()
        fits = (text for text in texts if cell_len(text) <= cells)
        return next(fits, texts[-1] if texts else "")

    def preview(self, cells: int) -> list[Row]:  # noqa: ARG002
        """Draw what the lines decide, below the explanation or beside the lines if it fits."""
        return []

    def beside(self, cells: int, height: int) -> list[Row]:  # noqa: ARG002
        """Draw what fills the column beside the lines, in a wide terminal."""
        return []

    def below(self, cells: int) -> list[Row]:  # noqa: ARG002
        """Draw what stands below many lines, or the sample of few, in a wide and tall terminal."""
        return []

    def emblem(self) -> list[Row]:
        """Draw what stands beside the explanation below many lines, in a low terminal."""
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

    def heard(self) -> str:
        """Read the lines alone: a sample beside them would stand between their words."""
        self.form.sampled = False
        self.form.drop_rows()
        text = super().heard()
        self.form.sampled = True
        self.form.drop_rows()
        return text

    def tell(self, sentence: str) -> None:
        if sentence != self._message:
            self._say(sentence)

    def _say(self, sentence: str) -> None:
        self._message = sentence
        cells = max(20, self.app.size.width - 3)
        before = row(" " * (self.edge(self.app.size.width) - 2), ("! ", "alert"))
        lines = wrap(row((sentence, "alert")), cells) if sentence else ()
        self.status.styles.height = max(1, len(lines))
        self.status.put([before + line for line in lines])

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
    """The lines of the form, with an explanation of the chosen one below or beside them."""

    def __init__(self, frame: FormScreen) -> None:
        super().__init__()
        self._frame = frame
        self.sampled = True
        """Whether a sample may stand beside the lines, and names above their groups."""
        self._drawn_of: tuple[Sequence[Field], Size] = (), Size(0, 0)
        self._width = 0
        """Cells of a line."""
        self._entries: list[int | str] = []
        self._spaced: list[int | str] = []
        self._drawn: dict[tuple[int | str, bool], Row] = {}
        self._blocks: dict[str, list[Row]] = {}

    def draw(self, size: Size) -> list[Row]:
        fields = self._frame.fields()
        field, few = fields[self._frame.at], len(fields) < _FEW
        self._width, side = self._split(size, few)
        large = size.width >= _LARGE and self._frame.LARGE_SAMPLE
        aside = 0 if side else large or self._frame.SAMPLE
        self._width -= aside + MARGIN if aside else 0
        if fields is not self._drawn_of[0] or size != self._drawn_of[1]:
            self._drawn_of = fields, size
            self._entries, self._spaced = _entries(fields), _entries(fields, spaced=True)
            self._drawn, self._blocks = {}, {}
        if side:
            return self._draw_wide(field, min(side, _READ), few)
        if aside:
            return self._draw_beside(field, aside)
        return self._draw_narrow(field, few)

    def _split(self, size: Size, few: bool) -> tuple[int, int]:
        """Return the cells of the lines, and of what stands beside them, if it does."""
        if few and self._frame.ASIDE <= size.width < WIDE and size.height >= HIGH:
            return size.width - _SIDE - GAP, _SIDE
        return split(size.width, size.width - _BESIDE - GAP)

    def _draw_wide(self, field: Field, side: int, few: bool) -> list[Row]:
        """Draw the lines with the explanation beside them; of a few, the sample is below them."""
        size, main = self._drawn_of[1], self._width
        height, tall = size.height, is_tall(size)
        if few and tall:
            return self._draw_across(field, side)
        air = [EMPTY] * (tall or side <= _SIDE)
        explained = headed(field.label, [*air, *self._explained_beside(field, side)], side)
        cells, indent = (main - 2, 2) if few else (side, 0)
        sample = self._once("sample", lambda: self._sample(cells, indent))
        gap = 2 if tall else 1
        about = piled([explained, *([] if few else [sample])], height - 1, gap)
        room = height - len(about) - 2 - gap
        if more := self._once(f"beside {room}", lambda: self._frame.beside(side, room)):
            about += [*[EMPTY] * gap, *more]
        summary = self._once("summary", lambda: self._summary(1 + tall))
        lines = [*self._lines(height - 1 - len(summary)), *summary]
        if few and sample:
            lines += [*[EMPTY] * (3 if side > _SIDE else 1), *sample]
        lines = self._with_more(lines, height - 1)
        most = max(len(lines), len(about)) + 1
        above = min(max(0, height - most), lift(most, size))
        return [*[EMPTY] * above, *side_by_side(lines, [EMPTY, *about], main)]

    def _explained_beside(self, field: Field, side: int) -> list[Row]:
        """Explain a line in as many rows as any other where its values are listed."""
        about = self._help(field, side, _MOST)
        if self._lists_values:
            helps = (self._help(each, side, _MOST) for each in self._drawn_of[0])
            about = [*about, *[EMPTY] * (max(map(len, helps)) - len(about))]
        return about

    def _draw_across(self, field: Field, side: int) -> list[Row]:
        """Draw a few lines, the explanation beside them, and the sample across below both."""
        size, main = self._drawn_of[1], self._width
        about = headed(field.label, [EMPTY, *self._explained_beside(field, side)], side)
        entries = [line for line in self._lines(size.height) if line]
        lines = [*(line for entry in entries for line in (EMPTY, entry)), *self._summary(2)]
        if more := self._once("beside", lambda: self._frame.beside(main - MARGIN, _SUMMED)):
            lines += [EMPTY, EMPTY, *indented(more, MARGIN)]
        sample = self._once("sample", lambda: self._sample(size.width - MARGIN, MARGIN))
        both = side_by_side(lines, [EMPTY, *about], main)
        return middle([*both, *[EMPTY] * 3, *sample], size)

    def _draw_beside(self, field: Field, aside: int) -> list[Row]:
        """Draw the lines with the explanation and the sample beside them."""
        width, height = self._drawn_of[1]
        if not self.sampled:
            numbers = [entry for entry in self._entries if isinstance(entry, int)]
            below = self._help(field, width - 4, _HELP)[:_HELP]
            return [*map(self._entry, numbers), EMPTY, *indented(below, 2)]
        large = height >= HIGH
        shown = partial(self._sample, aside, 0) if large else partial(self._frame.preview, aside)
        sample = self._once("sample", shown)
        room = height - len(sample) - 4  # the sample stays where it is for any line
        about = self._help(field, aside, _MOST)
        if len(about) > room:
            about = list(balanced(row(field.help), aside))
        about = [*[EMPTY] * (len(about) < room), *about]
        helps = (len(self._help(each, aside, _MOST)) + 1 for each in self._drawn_of[0])
        about += [EMPTY] * (min(room, max(helps)) - len(about))
        right = [*headed(field.label, about, aside), EMPTY, *sample]
        lines = self._lines(height - 1)
        return beside(self._with_more(lines, height - 1), [EMPTY, *right], self._width)

    def _with_more(self, lines: list[Row], height: int) -> list[Row]:
        """Put below the lines what is set elsewhere, if there is room."""
        cells = self._width - MARGIN
        more = indented(self._once("below", lambda: self._frame.below(cells)), MARGIN)
        gap = 2 if height - len(lines) > len(more) + 2 else 1
        fits = more and len(lines) + gap + len(more) <= height
        return [*lines, *[EMPTY] * gap, *more] if fits else lines

    def _draw_narrow(self, field: Field, few: bool) -> list[Row]:
        """Draw the lines with the explanation below them, and the sample where there is room."""
        frame, height, width = self._frame, self._drawn_of[1].height, self._width
        below = self._explained(field, width - 2, few or height >= TALL)
        summary = self._once("summary", lambda: self._summary(1))
        samples = partial(self._sample, indent=0, airy=height >= HIGH)
        draw_sample = samples if few and summary else frame.preview
        sample = self._once("sample", lambda: draw_sample(width - 2))
        headless = bool(summary) and not (few and height >= HIGH)
        head = [] if headless else headed("  " + field.label, [EMPTY] * few, width)
        free = height - max(_SHORT, len(below)) - len(summary) - 1 - len(head)
        names = sum(isinstance(entry, str) for entry in self._entries)
        least = len(self._entries) + max(1, names)
        kept = free - len(sample) - 1 if few or not summary else free
        kept = free if few and summary and kept < least else kept  # the sample has no room anyhow
        lines = self._lines(max(5, min(free, max(kept, least))))
        if sample and few and len(lines) + len(sample) + 1 > free:
            below = self._explained(field, width - 2, False)
        spare = height - len(lines) - len(summary) - 1 - len(head) - len(below)
        if sample and spare > len(sample) and max(map(row_width, sample)) <= width - 2:
            apart = min(spare - len(sample), _HELP - len(below)) if spare > 1 else 1
            below += [EMPTY] * max(1, apart) + sample
        return [*lines, *summary, EMPTY, *head, *indented(below, 2)]

    def _explained(self, field: Field, cells: int, plain: bool) -> list[Row]:
        """Explain a line; unless `plain`, beside the form's emblem if that takes no row more."""
        below = self._help(field, cells, _HELP)[:_HELP]
        emblem = [] if plain else self._once("emblem", self._frame.emblem)
        drawn = max(map(row_width, emblem), default=0)
        text = self._help(field, cells - GAP - drawn, _HELP) if emblem else []
        fits = emblem and len(text) <= max(_SHORT, len(below))
        return beside(emblem, text, drawn, GAP) if fits else below

    def _once(self, name: str, draw: Callable[[], list[Row]]) -> list[Row]:
        """Draw a block that no choice of a line changes, once for the same lines and size.

        Whoever asks changes no rows of it.
        """
        if name not in self._blocks:
            self._blocks[name] = draw()
        return self._blocks[name]

    def _summary(self, apart: int) -> list[Row]:
        """Say right below the lines what Enter does, at every size, its key like one to press."""
        text, key = self._frame.summed_up(self._width - 4), self._frame.words.t("Enter")
        if text.startswith(f"{key} "):
            shown = row("  ") + keyed(chip(key) + text.removeprefix(key), "strong")
        else:
            shown = row((f"  {text}", "strong"))
        return [*[EMPTY] * apart, *wrap(shown, self._width, 2)] if text else []

    def _sample(self, cells: int, indent: int, airy: bool = True) -> list[Row]:
        """Draw what the lines decide under its heading; nothing if they show nothing."""
        shown, name = self._frame.preview(cells), self.words.t(self._frame.SAMPLE_NAME)
        head = headed(" " * indent + name, [EMPTY] * airy, cells + indent)
        return [*head, *indented(shown, indent)] if shown else []

    def _lines(self, room: int) -> list[Row]:
        """Draw the lines around the chosen one in `room` rows, the groups' names above theirs.

        Where some are hidden, a row above and a row below say so.
        """
        entries = self._entries
        names = [entry for entry in entries if isinstance(entry, str)]
        if not names and 2 * len(entries) < room:
            return [line for entry in entries for line in (EMPTY, self._entry(entry))]
        if names and (gaps := self._gaps(len(names), room)):
            airy = gaps > 1 and 2 * len(entries) + 2 * len(names) < room
            return [line for entry in entries for line in self._grouped(entry, gaps, airy)]
        if len(entries) + len(names) + (not names) <= room:
            apart = [line for entry in entries for line in self._apart(entry)]
            return apart if names else [EMPTY, *apart]
        if len(entries) <= room:
            blank = [EMPTY] * (len(entries) + 2 <= room)
            return [*blank, *[self._entry(entry) for entry in entries], *blank]
        entries, room = self._spaced, room - 2
        first = around(entries.index(self._frame.at), len(entries), room)
        shown = [self._entry(entry) for entry in entries[first : first + room]]
        above = self._hidden(N_("▲ {n} more"), entries[:first])
        return [above, *shown, self._hidden(N_("▼ {n} more"), entries[first + room :])]

    def _gaps(self, names: int, room: int) -> int:
        """Count the blank rows above a group's name where one below it has room too; else 0."""
        entries = len(self._entries)
        if room >= TALL and entries + 3 * names < room:
            return 2
        return int(entries + 2 * names <= room)

    def _grouped(self, entry: int | str, gaps: int, airy: bool) -> list[Row]:
        """Return the row of a line, or of a group's name with the blank ones around it."""
        if not isinstance(entry, str):
            return [*[EMPTY] * airy, self._entry(entry)]
        above = 1 if entry == self._entries[0] else gaps
        return [*[EMPTY] * above, self._entry(entry), *[EMPTY] * (not airy)]

    def _apart(self, entry: int | str) -> list[Row]:
        """Return the row of a line, or of a group's name with a blank one above it."""
        return [*([EMPTY] if isinstance(entry, str) else []), self._entry(entry)]

    def _entry(self, entry: int | str) -> Row:
        """Return the row of a line, by its number, or of a group's name; each is drawn once."""
        key = entry, entry == self._frame.at
        if key not in self._drawn:
            if isinstance(entry, str):
                (head,) = headed(f"  {entry}", (), self._width)
                self._drawn[key] = head if entry else EMPTY
            else:
                fields, _ = self._drawn_of
                label = min(max(len(field.label) for field in fields) + 2, _LABEL)
                self._drawn[key] = self._line(entry, fields[entry], label)
        return self._drawn[key]

    def _hidden(self, text: str, entries: Sequence[int | str]) -> Row:
        """Say how many lines have no room, and under which names they stand."""
        t = self.words.t
        groups = [self._drawn_of[0][entry].group for entry in entries if isinstance(entry, int)]
        if not groups:
            return EMPTY
        many = t(text, n=len(groups))
        names = " · ".join(filter(None, dict.fromkeys(groups)))
        return row(("  " + (t("{who}: ", who=many) + names if names else many), "accent"))

    def _line(self, number: int, field: Field, label: int) -> Row:
        frame = self._frame
        here, value = number == frame.at, frame.value(field)
        less, more = ("◀ ", " ▶") if here and len(field.values) > 1 else ("  ", "  ")
        line = row(
            pad(field.label, label),
            (less, "", f"less {number}"),
            (f" {field.text(value)} ", "strong"),
            (more, "", f"more {number}"),
        )
        if field.marks_usual and value != field.preset:
            usual = self.words.t("  default: {value}", value=field.text(field.preset))
            if row_width(line) + 2 + cell_len(usual) <= self._width:
                line += row((usual, "dim"))
        return choice(line, self._width, here, f"line {number}")

    def _help(self, field: Field, cells: int, most: int) -> list[Row]:
        """Explain a line and its value, once for the same lines and size."""
        name = f"help {cells} {most} {field.name}"
        return self._once(name, lambda: self._drawn_help(field, cells, most))

    def _drawn_help(self, field: Field, cells: int, most: int) -> list[Row]:
        value = self._frame.value(field)
        rows = [*balanced(row(field.help), cells)]
        if field.explains_all:
            lines = [line for choice in field.values for line in self._choice(field, choice, cells)]
            return [*rows, *lines] if len(rows) + len(lines) <= most else lines
        if sentence := field.sentences.get(str(value)):
            who = self.words.t("{who}: ", who=field.text(value))
            rows += wrap(row((who, "gold"), (sentence, "dim")), cells, 2)
        if not (field.lists_values and 1 < len(field.values) <= 12):
            return rows
        if self._lists_values:
            named = ((choice == value, field.text(choice)) for choice in field.values)
            lines = [row(("● " if here else "  ", "gold"), (n, "gold" * here)) for here, n in named]
            rows += [EMPTY, *lines]
        else:
            pieces: list[tuple[str, str]] = []
            for choice in field.values:
                tone = "gold" if choice == value else "dim"
                pieces += [(field.text(choice), tone), (" · ", "rule")]
            rows += wrap(row(*pieces[:-1]), cells, 2)
        return rows

    @property
    def _lists_values(self) -> bool:
        return self._frame.LISTS_VALUES and is_tall(self._drawn_of[1])

    def _choice(self, field: Field, choice: object, cells: int) -> Sequence[Row]:
        """Explain one value, marked if it is the current one."""
        here = choice == self._frame.value(field)
        name = (self.words.t("{who}: ", who=field.text(choice)), "gold" if here else "strong")
        sentence = (field.sentences[str(choice)], "" if here else "dim")
        return wrap(row(("● " if here else "  ", "gold"), name, sentence), cells, 2)


def _entries(fields: Sequence[Field], spaced: bool = False) -> list[int | str]:
    """Return the lines by their numbers, the name of each group before its first.

    `spaced`: with a blank above each group but the first.
    """
    entries: list[int | str] = []
    group = ""
    for number, field in enumerate(fields):
        if field.group != group:
            entries += [""] * (spaced and bool(entries))
            group = field.group
            entries.append(group)
        entries.append(number)
    return entries
