"""A screen with nothing but a name, between two people with hidden hands at one keyboard."""

from textual.app import ComposeResult

from arcade.engine.words import N_
from screens import keys
from screens.base import BaseScreen
from screens.keys import Action
from screens.terminal.rows import EMPTY, centred, row
from screens.widgets.lines import Lines

_HERE = Action("here", ("enter",), "Enter", N_("I am here"), N_("Show the table."))


class PassTheKeyboard(BaseScreen[None]):
    """Covers the table until the next person is at the keyboard."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._next = name
        self.text = Lines()

    def compose(self) -> ComposeResult:
        yield self.text
        yield from super().compose()

    def on_mount(self) -> None:
        self.on_resize()

    def on_resize(self) -> None:
        cells, height = self.app.size
        said = self.words.t("Pass the keyboard to {name}, press Enter.", name=self._next)
        self.text.put([*[EMPTY] * (height // 2 - 1), centred(row((said, "gold")), cells)])

    def actions(self) -> list[Action]:
        return [_HERE, keys.QUIT]

    def do_here(self) -> None:
        self.dismiss()
