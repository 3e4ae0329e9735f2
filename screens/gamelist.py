"""Which game's rules to read."""

from collections.abc import Mapping

from textual.geometry import Region, Size
from textual.widget import Widget

from arcade.engine import registry
from arcade.engine.words import N_
from screens import keys
from screens.frame import Bar, Frame
from screens.keys import Action
from screens.lines import Clicked, Lines
from screens.page import Page
from screens.rows import EMPTY, Row, row, wrap
from screens.rules import rules_page

_READ = Action("read", ("enter", "space"), "Enter", N_("read"), N_("Read its rules."))


class GameList(Frame[None]):
    """Lists the games with a sentence each; Enter shows the rules of one."""

    def __init__(self) -> None:
        super().__init__()
        self.top = Bar()
        self.games = tuple(registry.games().values())
        self.list = GameLines(self)
        self.at = 0

    def compose(self) -> list[Widget]:
        """Give the panes."""
        return [self.top, self.list, self.footer]

    def places(self, size: Size) -> Mapping[Widget, Region]:
        """Give the list the screen."""
        return {
            self.top: Region(0, 0, size.width, 1),
            self.list: Region(2, 2, max(20, min(90, size.width - 4)), size.height - 3),
            self.footer: Region(0, size.height - 1, size.width, 1),
        }

    def on_mount(self) -> None:
        """Show the title."""
        self.top.put([row(" ", (self.words.t("The games"), "bar-gold"))])

    def actions(self) -> list[Action]:
        """List what works here."""
        return [_READ, keys.UP, keys.DOWN, keys.BACK, keys.QUIT]

    def tell(self, sentence: str) -> None:
        """Say nothing: there is nothing to refuse."""

    async def on_clicked(self, event: Clicked) -> None:
        """Read the rules of the game that is clicked."""
        if event.what.isdigit():
            self.at = int(event.what)
            self.list.redraw()
            self.do_read()
        else:
            await super().on_clicked(event)

    def do_read(self) -> None:
        """Show the rules of the chosen game."""
        self.app.push_screen(Page(*rules_page(self.words, self.games[self.at].meta.key)))

    def do_up(self) -> None:
        """Choose the game above."""
        self.at = max(0, self.at - 1)
        self.list.redraw()

    def do_down(self) -> None:
        """Choose the game below."""
        self.at = min(len(self.games) - 1, self.at + 1)
        self.list.redraw()

    def do_back(self) -> None:
        """Go back."""
        self.dismiss()


class GameLines(Lines):
    """The games with a sentence each."""

    def __init__(self, frame: GameList) -> None:
        super().__init__()
        self._frame = frame

    def draw(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Draw each game's name and sentence."""
        done: list[Row] = []
        for number, game in enumerate(self._frame.games):
            here = number == self._frame.at
            low, high = game.meta.seats
            done.append(
                row(
                    ("▶ " if here else "  ", "gold"),
                    (f" {game.meta.name} ", "cursor" if here else "strong", str(number)),
                    (f"  {low}–{high}", "dim"),
                )
            )
            blurb = row((self.words.t(game.meta.blurb), "dim"))
            done += [row("   ") + line for line in wrap(blurb, width - 4)]
            done.append(EMPTY)
        return done
