"""Every action of a screen in one list: typing filters it, Enter performs one."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby

from msgspec import structs
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Size

from arcade.club.i18n.words import Words
from arcade.engine.words import N_, folded
from screens import keys
from screens.base import Bar, BaseScreen
from screens.keys import Action
from screens.pages.rules import (
    WAYS,
    columns_for,
    dealt,
    described,
    group_of,
    heading_of,
    is_move,
    key_cells,
    key_groups,
    once,
    short_of,
)
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    beside,
    columns,
    entry,
    fit,
    indented,
    pad,
    row,
    stacked,
    wrap,
)
from screens.widgets.lines import Lines, excerpt
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import MARGIN, WIDE, headed

_DO = Action("take", ("enter",), "Enter", N_("do it"), N_("Do it."))
_UP = Action("up", ("up",), "↑", "", N_("Move up."))
_DOWN = Action("down", ("down", "tab"), "↓", "", N_("Move down."))
_CLOSE = Action("close", ("escape", "ctrl+p"), "Esc", N_("back"), N_("Go back."))
_APART = 2
"""Cells between two columns."""
_TABLE, _WIDE = 92, 6
"""The fewest cells of a line for each action; those between its parts in a wide terminal."""
_COLUMNS = tuple(way for way in WAYS if not way[0])
"""How names stand in columns where a line for each action has no room."""


class Menu(BaseScreen[str]):
    """Lists actions with their keys and sentences; returns the name of the chosen one, or "".

    Typing filters the list: every word must occur in the sentence, the label or the key.
    """

    IS_PAGE = True

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        shown = (
            action
            for action in once(actions)
            if action.name != keys.MENU.name and not is_move(action)
        )
        self.every = tuple(sorted(shown, key=group_of))
        self.top = Bar()
        self.search = Search()
        self.list = MenuLines(self)
        self.at = 0

    def compose(self) -> ComposeResult:
        yield self.search
        yield self.list
        yield from super().compose()

    def on_mount(self) -> None:
        if self.arcade.touch:
            self.every = tuple(structs.replace(action, shown="") for action in self.every)
        self.top.put([row(" ", (self.words.t("What you can do here"), "bar-gold"))])
        self.search.label(" " + self.words.t("find: "), self.words.t("type a word of it"))
        self.search.open()

    def matches(self) -> list[Action]:
        """List the actions that match the typed words."""
        wanted = folded(self.search.text).split()
        return [action for action in self.every if _matches(self.words, action, wanted)]

    def line(self) -> Prompt:
        return self.search

    def actions(self) -> list[Action]:
        return [_DO, _UP, _DOWN, _CLOSE, keys.QUIT]

    def renew(self) -> None:
        super().renew()
        self.at = max(0, min(self.at, len(self.matches()) - 1))
        self.list.redraw()

    def typed(self) -> None:
        self.at = 0
        self.renew()

    async def clicked(self, what: str) -> None:
        if what.startswith("do "):
            self.dismiss(what.removeprefix("do "))
        else:
            await super().clicked(what)

    def do_take(self) -> None:
        actions = self.matches()
        if actions:
            self.dismiss(actions[self.at].name)

    def do_up(self) -> None:
        self.at -= 1

    def do_down(self) -> None:
        self.at += 1

    def do_close(self) -> None:
        self.dismiss("")


class Search(Prompt):
    """The line that filters the list, drawn as a field above it."""

    def draw(self, size: Size) -> list[Row]:
        (line,) = super().draw(size)
        if not self.text:
            line += row((f" {self._hint}", "dim"))
        drawn = (piece._replace(tone=_FIELD.get(piece.tone, piece.tone)) for piece in line)
        return [row("  ") + fit(tuple(drawn), _edge(size.width) - MARGIN, "bar")]


_FIELD = {"": "bar", "gold": "bar-gold", "dim": "bar-dim"}
"""The tones of a line on the ground of a field."""


class MenuLines(Lines):
    """The matching actions, with the chosen action marked."""

    def __init__(self, menu: Menu) -> None:
        super().__init__()
        self._menu = menu
        self._fitting: tuple[Size, _Way | None] | None = None

    def draw(self, size: Size) -> list[Row]:
        t, actions = self.words.t, self._menu.matches()
        if not actions:
            return [row((t("Nothing here is called that."), "dim"))]
        way = self._way(size)
        return self._listed(actions, size) if way is None else way(actions, size)

    def _way(self, size: Size) -> "_Way | None":
        """Return the richest way in which all actions fit, whatever is typed; None for none."""
        if self._fitting is None or self._fitting[0] != size:
            lines = [partial(self._table, headings=headings) for headings in (True, False)]
            names = [partial(self._abreast, air=air, gap=gap) for _, air, gap in _COLUMNS]
            ways = [*(lines if size.width >= _TABLE else ()), *names]
            fits = (way for way in ways if len(way(self._menu.every, size)) < size.height)
            self._fitting = size, next(fits, None)
        return self._fitting[1]

    def _table(self, actions: Sequence[Action], size: Size, headings: bool) -> list[Row]:
        """Draw a line for each action: its key, its name and its sentence."""
        t, every, cells = self.words.t, self._menu.every, _edge(size.width)
        apart = _WIDE if size.width >= WIDE else MARGIN
        name = max(cell_len(t(short_of(action))) for action in every) + apart
        keys = max(key_cells(self.words, every) - MARGIN + apart, 0)
        chosen, blocks = actions[self._menu.at], list[list[Row]]()
        for group, those in groupby(actions, group_of):
            block = [*self._head(group, cells), EMPTY] if headings else []
            for action in those:
                cap = row((pad(t(action.shown), keys), "gold"), (t(short_of(action)), "strong"))
                sentence = wrap(row((t(action.what), "dim")), cells - keys - name - MARGIN)
                lines = beside([cap], sentence, keys + name, 0)
                block += entry(lines, cells, action is chosen, f"do {action.name}")
            blocks.append(block)
        return stacked(blocks, size.height, 2)

    def _abreast(self, actions: Sequence[Action], size: Size, air: int, gap: int) -> list[Row]:
        """Draw the groups in columns, and below them what the chosen action does."""
        many, column = columns_for(size.width, False, _APART)
        chosen = actions[self._menu.at]

        def drawn(action: Action, keys: int) -> list[Row]:
            lines = described(self.words, action, column - 2, keys, False)
            return entry(lines, column, action is chosen, f"do {action.name}")

        head = partial(self._head, cells=column)
        groups = key_groups(self.words, actions, air, head, drawn)
        rows = columns(dealt(groups, many, gap), _APART)
        return [*rows, EMPTY, EMPTY, *self._about(chosen, size)]

    def _head(self, group: int, cells: int) -> list[Row]:
        title = "" if self.arcade.touch and not group else heading_of(self.words, group)
        return headed("  " + title, (), cells) if title else []

    def _about(self, action: Action, size: Size) -> list[Row]:
        """Say under its name what an action does."""
        cells = _edge(size.width) - MARGIN
        what = balanced(row(self.words.t(action.what)), cells)
        return indented(headed(self.words.t(short_of(action)), what, cells), MARGIN)

    def _listed(self, actions: Sequence[Action], size: Size) -> list[Row]:
        """Draw the actions around the chosen one, a sentence each, below each other."""
        rows, here, wide = list[Row](), 0, key_cells(self.words, self._menu.every)
        for group, those in groupby(enumerate(actions), lambda each: group_of(each[1])):
            rows += [*[EMPTY] * bool(rows), *self._head(group, size.width)]
            for number, action in those:
                chosen = number == self._menu.at
                here = len(rows) if chosen else here
                cap = pad(self.words.t(action.shown), wide) if action.shown else ""
                lines = beside(
                    [row((cap, "gold"))],
                    balanced(row(self.words.t(action.what)), size.width - 2 - cell_len(cap)),
                    cell_len(cap),
                    0,
                )
                rows += entry(lines, size.width, chosen, f"do {action.name}")
        fits = len(rows) <= size.height
        return rows if fits else excerpt(self.words, rows, here, size.height - 1)


_Way = Callable[[Sequence[Action], Size], list[Row]]
"""Draws actions in a pane."""


def _edge(cells: int) -> int:
    """Return where the last of the columns ends: all of the page ends there."""
    many, column = columns_for(cells, False, _APART)
    return many * (column + _APART) - _APART


def _matches(words: Words, action: Action, wanted: Sequence[str]) -> bool:
    text = " ".join(words.t(part) for part in (action.what, action.label, action.shown) if part)
    return all(word in folded(text) for word in wanted)
