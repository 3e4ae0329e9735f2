"""Everything that can be done here, in one list: found by typing, done by Enter."""

from collections.abc import Mapping, Sequence

from textual.geometry import Region, Size

from arcade.club.i18n.words import Words
from arcade.engine.words import N_
from screens import keys
from screens.frame import Bar, Frame
from screens.keys import Action
from screens.lines import Lines
from screens.paint import Pane
from screens.prompt import Prompt
from screens.rows import EMPTY, Row, around, fit, pad, row, row_width

_DO = Action("take", ("enter",), "Enter", N_("do it"), N_("Do it."))
_UP = Action("up", ("up",), "↑", "", N_("Move up."))
_DOWN = Action("down", ("down", "tab"), "↓", "", N_("Move down."))
_CLOSE = Action("close", ("escape", "ctrl+p"), "Esc", N_("back"), N_("Go back."))


class Menu(Frame[str]):
    """Lists actions with their keys and sentences; gives the name of the one chosen, or "".

    What is typed narrows the list: every word of it must stand in the sentence, the label or the
    key.
    """

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self._all = tuple(one for one in actions if one.what and one.name != keys.MENU.name)
        self.top = Bar()
        self.search = Prompt()
        self.list = MenuLines(self)
        self.at = 0

    def places(self, size: Size) -> Mapping[Pane, Region]:
        """Put the line above the list."""
        cells = max(20, min(90, size.width - 4))
        left = (size.width - cells) // 2
        return {
            self.top: Region(0, 0, size.width, 1),
            self.search: Region(left, 2, cells, 1),
            self.list: Region(left, 4, cells, max(0, size.height - 5)),
            self.footer: Region(0, size.height - 1, size.width, 1),
        }

    def on_mount(self) -> None:
        """Begin to type."""
        self.top.put([row(" ", (self.words.t("What one can do here"), "bar-gold"))])
        self.search.label(self.words.t("find: "))
        self.search.open()

    def found(self) -> list[Action]:
        """List the actions that what is typed leaves."""
        wanted = self.search.text.casefold().split()
        return [one for one in self._all if _matches(self.words, one, wanted)]

    def line(self) -> Prompt:
        """Give the line that is typed in."""
        return self.search

    def actions(self) -> list[Action]:
        """List what works here."""
        return [_DO, _UP, _DOWN, _CLOSE, keys.QUIT]

    def tell(self, sentence: str) -> None:
        """Say nothing: there is nothing to refuse."""

    def renew(self) -> None:
        """Show what the typed words leave."""
        super().renew()
        self.at = max(0, min(self.at, len(self.found()) - 1))
        self.list.redraw()

    def typed(self) -> None:
        """Narrow the list."""
        self.at = 0
        self.renew()

    async def clicked(self, what: str) -> None:
        """Do what is clicked."""
        if what.startswith("do "):
            self.dismiss(what.removeprefix("do "))
        else:
            await super().clicked(what)

    def do_take(self) -> None:
        """Give the chosen action back."""
        found = self.found()
        if found:
            self.dismiss(found[self.at].name)

    def do_up(self) -> None:
        """Choose the action above."""
        self.at -= 1

    def do_down(self) -> None:
        """Choose the action below."""
        self.at += 1

    def do_close(self) -> None:
        """Do nothing."""
        self.dismiss("")


class MenuLines(Lines):
    """The actions that are left, the chosen one marked."""

    def __init__(self, menu: Menu) -> None:
        super().__init__()
        self._menu = menu

    def draw(self, width_: int, height: int) -> list[Row]:
        """Draw the stretch of the list around the chosen one."""
        t, found = self.words.t, self._menu.found()
        if not found:
            return [row((t("Nothing here is called that."), "dim"))]
        first = around(self._menu.at, len(found), height)
        shown = list(enumerate(found))[first : first + height]
        return [self._draw(one, number == self._menu.at, width_) for number, one in shown]

    def _draw(self, one: Action, here: bool, cells: int) -> Row:
        t, click = self.words.t, f"do {one.name}"
        key = row(("▶ " if here else "  ", "gold"), (pad(t(one.shown), 7), "gold", click))
        said = row((t(one.what), "cursor" if here else "", click))
        return fit(key + said, cells) if row_width(key) < cells else EMPTY


def _matches(words: Words, action: Action, wanted: Sequence[str]) -> bool:
    said = " ".join(words.t(one) for one in (action.what, action.label, action.shown) if one)
    return all(word in said.casefold() for word in wanted)
