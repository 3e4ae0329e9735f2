"""Every action of a screen in one list: typing filters it, Enter performs one."""

from collections.abc import Sequence
from itertools import chain, groupby

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Size

from arcade.club.i18n.words import Words
from arcade.engine.words import N_, folded
from screens import keys
from screens.base import Bar, BaseScreen
from screens.keys import Action
from screens.pages.rules import group_of, halves, heading_of, once
from screens.terminal.rows import EMPTY, Row, balanced, beside, choice, pad, row
from screens.widgets.lines import Lines, excerpt
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import headed, is_tall

_DO = Action("take", ("enter",), "Enter", N_("do it"), N_("Do it."))
_UP = Action("up", ("up",), "↑", "", N_("Move up."))
_DOWN = Action("down", ("down", "tab"), "↓", "", N_("Move down."))
_CLOSE = Action("close", ("escape", "ctrl+p"), "Esc", N_("back"), N_("Go back."))
_KEY, _APART, _TWO = 8, 2, 92
"""Cells of a key, between two columns, and of a terminal that has two."""
_LEFT_OUT = {action.name for action in (keys.MENU, keys.UP, keys.DOWN)}


class Menu(BaseScreen[str]):
    """Lists actions with their keys and sentences; returns the name of the chosen one, or "".

    Typing filters the list: every word must occur in the sentence, the label or the key.
    """

    IS_PAGE = True

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        shown = (action for action in once(actions) if action.name not in _LEFT_OUT)
        self._all = tuple(sorted(shown, key=group_of))
        self.top = Bar()
        self.search = Prompt()
        self.list = MenuLines(self)
        self.at = 0

    def compose(self) -> ComposeResult:
        yield self.search
        yield self.list
        yield from super().compose()

    def on_mount(self) -> None:
        self.top.put([row(" ", (self.words.t("What you can do here"), "bar-gold"))])
        self.search.label("  " + self.words.t("find: "))
        self.search.open()

    def matches(self) -> list[Action]:
        """List the actions that match the typed words."""
        wanted = folded(self.search.text).split()
        return [action for action in self._all if _matches(self.words, action, wanted)]

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


class MenuLines(Lines):
    """The matching actions, with the chosen action marked."""

    def __init__(self, menu: Menu) -> None:
        super().__init__()
        self._menu = menu

    def draw(self, size: Size) -> list[Row]:
        t, actions = self.words.t, self._menu.matches()
        if not actions:
            return [row((t("Nothing here is called that."), "dim"))]
        room = size.height - 1
        numbered = list(enumerate(actions))
        if size.width >= _TWO and (rows := self._halved(numbered, size)):
            return rows
        blocks, here = self._blocks(numbered, size.width)
        rows = [*chain(*blocks)][:-1]
        return rows if len(rows) <= size.height else excerpt(self.words, rows, here, room)

    def _halved(self, numbered: Sequence[tuple[int, Action]], size: Size) -> list[Row]:
        """Draw the actions in two columns; a group is parted only if else there is no room."""
        cells = (size.width - _APART) // 2
        for apart in (2, 1, 0) if is_tall(size) else (0,):
            blocks, _ = self._blocks(numbered, cells, apart)
            half = halves(blocks)
            left, right = ([*chain(*part)] for part in (blocks[:half], blocks[half:]))
            blank = min(2, 1 + apart)  # below the last group of each
            if max(len(left), len(right)) - blank < size.height:
                return beside(left, right, cells, _APART)
        for half in range(len(numbered) // 3, len(numbered)):
            parted = group_of(numbered[half - 1][1]) == group_of(numbered[half][1])
            left, right = (
                [*chain(*self._blocks(part, cells, goes_on=goes_on)[0])][:-1]
                for part, goes_on in ((numbered[:half], False), (numbered[half:], parted))
            )
            if len(right) <= len(left) < size.height:
                return beside(left, right, cells, _APART)
        return []

    def _blocks(
        self,
        numbered: Sequence[tuple[int, Action]],
        cells: int,
        apart: int = 0,
        goes_on: bool = False,
    ) -> tuple[list[list[Row]], int]:
        """Draw each group with a blank row below it; return also the row of the chosen line.

        `apart`: a second one below it, and one below its heading; if 2, one below each action.
        `goes_on`: the first group began in the column before.
        """
        at, high, here = self._menu.at, 0, 0
        blocks = list[list[Row]]()
        for group, those in groupby(numbered, lambda each: group_of(each[1])):
            title = "" if self.arcade.touch and not group else heading_of(self.words, group)
            title += " …" * bool(title and goes_on and not blocks)
            block = headed("  " + title, (), cells) if title else []
            block += [EMPTY] * (apart > 0 and bool(title))
            for number, action in those:
                here = high + len(block) if number == at else here
                block += [*self._draw(action, number == at, cells), *[EMPTY] * (apart > 1)]
            blocks.append([*block, *[EMPTY] * min(2, 1 + apart)][: -1 if apart > 1 else None])
            high += len(blocks[-1])
        return blocks, here

    def _draw(self, action: Action, here: bool, cells: int) -> list[Row]:
        """Draw an action with its sentence, which may take two rows."""
        t = self.words.t
        key = "" if self.arcade.touch else pad(t(action.shown), _KEY)
        about = balanced(row(t(action.what)), cells - 2 - cell_len(key))
        lines = [
            row((key if line is about[0] else " " * cell_len(key), "gold")) + line for line in about
        ]
        return [choice(line, cells, here, f"do {action.name}") for line in lines]


def _matches(words: Words, action: Action, wanted: Sequence[str]) -> bool:
    text = " ".join(words.t(part) for part in (action.what, action.label, action.shown) if part)
    return all(word in folded(text) for word in wanted)
