"""The only kind of pane: rows of literal text; only changed stretches are repainted.

Stock widgets request a layout at every change; a pane marks the changed stretches of changed rows.
Sessions that show the same row share its strip.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import zip_longest
from operator import attrgetter
from typing import Any, TypeVar, cast

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from arcade.club.i18n.words import Words
from screens.session import SessionApp
from screens.terminal.compositor import Painter
from screens.terminal.paint import Pane
from screens.terminal.palette import PALETTES
from screens.terminal.rows import EMPTY, Row, around, differences, row

Made = TypeVar("Made")

ENGLISH = Words()
_TEXT = attrgetter("text")


class Clicked(Message):
    """Something clickable was clicked; `what` is the piece's `click`."""

    def __init__(self, lines: "Lines", what: str) -> None:
        self.lines = lines
        self.what = what
        super().__init__()


class Lines(Pane):
    """A pane of rows: a subclass's `draw`, a function given instead of it, or rows `put` here.

    Call `redraw` when what they show has changed.
    """

    TONE = ""
    """The tone of the pane's empty ground."""
    lowest = 0
    """The row above which it may draw; `lowered` is called when it draws lower."""
    lowered: Callable[[], None] | None = None

    def __init__(self, draw: Callable[[Size], Sequence[Row]] | None = None, **options: str) -> None:
        super().__init__(**options)
        self._drawn_by = draw
        self._put: tuple[Row, ...] = ()
        self._rows: tuple[Row, ...] | None = None
        self._drawn_for = Size(0, 0), ""
        self._made_before: dict[Hashable, Any] = {}
        self._made_now: dict[Hashable, Any] = {}
        self.quiet = False
        """Whether keys go elsewhere, and it names none."""

    @property
    def arcade(self) -> SessionApp:
        return cast("SessionApp", self.app)

    @property
    def words(self) -> Words:
        """The words of this session's language; English in an app that is not the arcade's."""
        words: Words = getattr(self.app, "words", ENGLISH)
        return words

    @property
    def palette(self) -> str:
        """The palette of this session; café colours in an app that is not the arcade's."""
        palette: str = getattr(self.app, "palette", "cafe")
        return palette

    @property
    def appearance(self) -> str:
        """Everything drawing depends on besides data and size: language, palette, glyphs."""
        appearance: str = getattr(self.app, "appearance", "")
        return appearance

    def hush(self, quiet: bool) -> None:
        """Draw no cursor and no sign of one's turn while keys go elsewhere."""
        if quiet != self.quiet:
            self.quiet = quiet
            self.redraw()

    def put(self, rows: Sequence[Row]) -> None:
        """Show these rows, in a pane that draws none."""
        self._put = tuple(rows)
        self.redraw()

    def draw(self, size: Size) -> Sequence[Row]:
        """Return the rows for a pane of this size; rows beyond its height are cut off."""
        return self._put if self._drawn_by is None else self._drawn_by(size)

    def again(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what this `draw` or the last one made for this key, or make it.

        The key must include all that it depends on besides the pane's size and the app's look.
        """
        made: Made | None = self._made_now.get(key, self._made_before.get(key))
        self._made_now[key] = made = make() if made is None else made
        return made

    def redraw(self) -> None:
        before, size = self._rows, self.size
        if before is None or self._drawn_for != (size, self.appearance):
            self._rows = None
            self.refresh()
            return
        width, height = size
        self._rows = now = self._draw_all(size)
        changed = [
            (y, start, min(end, width))
            for y, (old, other) in enumerate(zip_longest(before, now, fillvalue=EMPTY))
            if old is not other and y < height
            for start, end in differences(old, other)
            if start < width
        ]
        if changed:
            self.repaint(changed)

    def drop_rows(self) -> None:
        """Forget what was drawn: it is drawn again when it is needed."""
        self._rows = None
        self._forget()

    def row_at(self, y: int) -> Row:
        self._ensure_drawn()
        rows = self._rows or ()
        return rows[y] if 0 <= y < len(rows) else EMPTY

    def painter(self) -> Painter:
        """Return what paints rows now, until the loop's next turn."""
        self._ensure_drawn()
        rows, width, palette, ground = self._rows or (), self.size.width, self.palette, self.TONE
        many = len(rows)
        return lambda y: strip(rows[y] if 0 <= y < many else EMPTY, width, palette, ground)

    def click(self, x: int, y: int) -> None:
        if what := self.piece_at(x, y):
            self.clicked(what)

    def piece_at(self, x: int, y: int) -> str:
        """Return the `click` of the piece at a cell; "" for none."""
        end = 0
        for piece in self.row_at(y):
            end += cell_len(piece.text)
            if x < end:
                return piece.click
        return ""

    def clicked(self, what: str) -> None:
        """Handle a click on a piece; the base class posts `Clicked`."""
        self.post_message(Clicked(self, what))

    @property
    def filled(self) -> range:
        """The rows with something in them, from the first to the last."""
        return filled(self._rows or ())

    @property
    def fresh(self) -> bool:
        """Whether the drawn rows have the current size, language and colours."""
        return self._drawn_for == (self.size, self.appearance)

    def _ensure_drawn(self) -> None:
        self.draw_for(self.size)

    def draw_for(self, size: Size) -> None:
        """Draw the rows for this size, unless they are there; a layout may ask first."""
        if self._rows is None or self._drawn_for != (size, self.appearance):
            self._drawn_for = size, self.appearance
            self._forget()
            self._rows = self._draw_all(size)

    def _forget(self) -> None:
        """Forget what was made `again`: perhaps for another look."""
        self._made_before.clear()
        self._made_now.clear()

    def _draw_all(self, size: Size) -> tuple[Row, ...]:
        rows = tuple(self.draw(size))
        if self.quiet:
            rows = tuple(map(_hushed, rows))
        self._made_before, self._made_now = self._made_now, {}
        if self.lowered is not None and (low := filled(rows).stop) > self.lowest:
            self.lowest = low
            self.call_later(self.lowered)
        return rows


def _hushed(line: Row) -> Row:
    return tuple(piece._replace(tone=_CALLS.get(piece.tone, piece.tone)) for piece in line)


_CALLS = {"cursor": "dim", "turn-sign": "strong"}
"""The tones that call for a key, and what they are while it goes elsewhere."""


def filled(rows: Sequence[Row]) -> range:
    """Return the rows with something in them, from the first to the last."""
    full = [y for y, line in enumerate(rows) if "".join(map(_TEXT, line)).strip()]
    return range(full[0], full[-1] + 1) if full else range(0)


def excerpt(words: Words, lines: Sequence[Row], at: int, room: int) -> list[Row]:
    """Return the lines around `at` that fit; the first and the last say how many are hidden.

    Counted are those that can be clicked, the one in whose place it is said too.
    """
    first = around(at, len(lines), room)
    shown = list(lines[first : first + room])
    if room < 3:
        return shown
    if above := _entries(lines[: first + 1] if first else ()):
        shown[0] = row((f"  {words.t('▲ {n} more', n=above)}", "accent"))
    if below := _entries(lines[first + room - 1 :] if first + room < len(lines) else ()):
        shown[-1] = row((f"  {words.t('▼ {n} more', n=below)}", "accent"))
    return shown


def in_sight(words: Words, count: int, at: int, room: int, draw: Callable[[int], Row]) -> list[Row]:
    """Return the excerpt of `count` lines one can choose; those out of sight are not drawn."""
    room = max(0, room)
    first = around(at, count, room)
    seen = range(first, first + room)
    return excerpt(words, [draw(n) if n in seen else _HIDDEN for n in range(count)], at, room)


_HIDDEN = row(("…", "", "hidden"))


def _entries(lines: Sequence[Row]) -> int:
    return sum(any(piece.click for piece in line) for line in lines)


@lru_cache(512)
def strip(row: Row, width: int, palette: str, ground: str = "") -> Strip:
    """Return a row as a strip of exactly `width` cells; equal rows give the same strip."""
    styles = PALETTES[palette]
    made = [Segment(piece.text, styles[piece.tone or ground]) for piece in row]
    left = width - sum(map(cell_len, map(_TEXT, row)))
    if left < 0:
        return Strip(made).adjust_cell_length(width)
    return Strip([*made, Segment(" " * left, styles[ground])] if left else made, width)
