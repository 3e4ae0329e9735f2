"""The games one has played to their end, to look at again; and any other by its table's code."""

from collections.abc import Mapping
from datetime import UTC, datetime

from textual.geometry import Region, Size
from textual.widget import Widget

from arcade.club.standingviews import PastGame
from arcade.engine.words import N_
from screens import keys
from screens.frame import Bar, Frame
from screens.keys import Action
from screens.lines import Clicked, Lines
from screens.prompt import Prompt
from screens.rows import EMPTY, Row, clip, indented, pad, row, wrap

_LOOK = Action("look", ("enter", "space"), "Enter", N_("look at it"), N_("Step through that game."))
_CODE = Action("code", ("c",), "c", N_("by code"), N_("Look at the last game of any table."))
_GO = Action("go", ("enter",), "Enter", N_("look at it"), "")
_MOST = 200
"""The longest list, in games."""


class PastGames(Frame[None]):
    """Lists one's own finished games, the newest first; Enter steps through one."""

    def __init__(self) -> None:
        super().__init__()
        self.top = Bar()
        self.list = PastLines(self)
        self.status = Lines()
        self.prompt = Prompt(most=16)
        self.games: tuple[PastGame, ...] = ()
        self.at = 0

    def compose(self) -> list[Widget]:
        """Give the panes."""
        return [self.top, self.list, self.status, self.prompt, self.footer]

    def places(self, size: Size) -> Mapping[Widget, Region]:
        """Put the list in the middle of wide screens."""
        cells = max(20, min(100, size.width - 2))
        left = (size.width - cells) // 2
        return {
            self.top: Region(0, 0, size.width, 1),
            self.list: Region(left, 2, cells, max(0, size.height - 5)),
            self.status: Region(0, size.height - 3, size.width, 1),
            self.prompt: Region(0, size.height - 2, size.width, 1),
            self.footer: Region(0, size.height - 1, size.width, 1),
        }

    def on_mount(self) -> None:
        """Show the games."""
        self.top.put([row((" " + self.words.t("Games to look at again"), "bar-gold"))])
        self._show()

    def on_screen_resume(self) -> None:
        """Come back from one; another may be over meanwhile."""
        if self.is_mounted:
            self._show()

    def _show(self) -> None:
        player = self.arcade.player
        found = self.arcade.club.standing.history(player, player)
        self.games = tuple(game for game in found if game.code)[:_MOST]
        self.at = max(0, min(self.at, len(self.games) - 1))
        self.list.redraw()
        self.renew()

    def line(self) -> Prompt:
        """Give the line a code is typed in."""
        return self.prompt

    def actions(self) -> list[Action]:
        """List what works here."""
        if self.prompt.typing:
            return [_GO, keys.STOP_TYPING]
        done = [_LOOK, keys.UP, keys.DOWN, keys.PAGE_UP, keys.PAGE_DOWN] if self.games else []
        return [*done, _CODE, keys.BACK, keys.QUIT]

    def tell(self, sentence: str) -> None:
        """Show a sentence under the list."""
        self.status.put([row((f" ! {sentence}" if sentence else "", "alert"))])

    async def on_clicked(self, event: Clicked) -> None:
        """Choose a game by a click; a second click opens it."""
        if event.what.isdigit():
            again = int(event.what) == self.at
            self._choose(int(event.what))
            if again:
                await self.perform("look")
        else:
            await super().on_clicked(event)

    async def do_look(self) -> None:
        """Step through the chosen game."""
        game = self.games[self.at]
        await self.arcade.show_replay(game.code, game.number)

    def do_code(self) -> None:
        """Ask for a table's code."""
        self.prompt.label(" " + self.words.t("code of the table › "))
        self.prompt.open()

    async def do_go(self) -> None:
        """Step through the last game of the table whose code was typed."""
        code = self.prompt.close().strip()
        self.prompt.label("")
        if code:
            await self.arcade.show_replay(code)

    def do_stop_typing(self) -> None:
        """Leave the line."""
        self.prompt.close()
        self.prompt.label("")

    def do_up(self) -> None:
        """Choose the game above."""
        self._choose(self.at - 1)

    def do_down(self) -> None:
        """Choose the game below."""
        self._choose(self.at + 1)

    def do_page_up(self) -> None:
        """Choose a game a page above."""
        self._choose(self.at - 10)

    def do_page_down(self) -> None:
        """Choose a game a page below."""
        self._choose(self.at + 10)

    def do_back(self) -> None:
        """Go back."""
        self.dismiss()

    def _choose(self, number: int) -> None:
        self.at = max(0, min(number, len(self.games) - 1))
        self.list.redraw()

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw as many games as there is room for, around the chosen one."""
        t = self.words.t
        if not self.games:
            said = t("No game of yours is over yet. c looks at the last game of any table.")
            return [EMPTY, *indented(wrap(row((said, "dim")), width - 4), 2)]
        when, game, table = t("when (UTC)"), t("game"), t("table")
        heads = f"   {pad(when, 17)} {pad(game, 16)} {pad(table, 8)} "
        first = max(0, min(self.at - height // 2, len(self.games) - height + 1))
        shown = self.games[first : first + height - 1]
        lines = [self._line(first + n, one, width) for n, one in enumerate(shown)]
        return [row((heads, "dim"), (t("who, the winners first"), "dim")), *lines]

    def _line(self, number: int, game: PastGame, width: int) -> Row:
        here = number == self.at
        when = datetime.fromtimestamp(game.at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        seats = sorted(game.seats, key=lambda seat: seat.rank)
        who = ", ".join(f"★ {one.name}" if one.rank == 1 else one.name for one in seats)
        place = f"{game.code} {game.number}"
        text = f" {pad(when, 17)} {pad(game.title, 16)} {pad(place, 8)} "
        text += clip(who, max(8, width - 50))
        return row(
            (" ▶" if here else "  ", "gold"),
            (pad(text, width - 3), "cursor" if here else "", str(number)),
        )


class PastLines(Lines):
    """The pane of the list."""

    def __init__(self, frame: PastGames) -> None:
        super().__init__()
        self._frame = frame

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw what the frame says."""
        return self._frame.draw(width, height)
