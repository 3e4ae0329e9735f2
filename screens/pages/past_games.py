"""A person's finished games, and any other by its table's code, for a replay."""

from textual.app import ComposeResult

from arcade.club.i18n import dates
from arcade.club.standings.views import PastGame
from arcade.engine.words import N_
from arcade.rooms.clocks import now
from screens import keys
from screens.keys import Action
from screens.pages.listing import FINDING, LONG, Listing
from screens.pages.standing_rows import WIDE, players_text
from screens.terminal.rows import EMPTY, Row, around, clip, indented, pad, row, wrap
from screens.widgets.prompt import Prompt

_LOOK = Action("look", ("enter", "space"), "Enter", N_("look at it"), N_("Step through that game."))
_CODE = Action("code", ("c",), "c", N_("by code"), N_("Look at the last game of any table."))
_GO = Action("go", ("enter",), "Enter", N_("look at it"), "")
_MOST = 200
"""The longest list, in games."""


class PastGames(Listing[None]):
    """Lists one's own finished games, the newest first; Enter opens a replay."""

    TITLE = N_("Games to look at again")

    def __init__(self) -> None:
        super().__init__()
        self.prompt = Prompt(most=16)
        self.games: tuple[PastGame, ...] = ()

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield self.prompt

    def count(self) -> int:
        return len(self.games)

    def on_mount(self) -> None:
        self._look()

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self._look()
            self.choose(self.at)

    def _look(self) -> None:
        player = self.arcade.player
        found = self.arcade.club.standings.history(player, player)
        self.games = tuple(game for game in found if game.code)[:_MOST]

    def line(self) -> Prompt:
        return self.prompt if self.prompt.typing else super().line()

    def actions(self) -> list[Action]:
        if self.prompt.typing:
            return [_GO, keys.STOP_TYPING]
        if self.finder.typing:
            return [*FINDING]
        done = [_LOOK, *LONG] if self.games else []
        return [*done, _CODE, keys.MENU, keys.BACK, keys.QUIT]

    async def do_look(self) -> None:
        game = self.games[self.at]
        await self.arcade.show_replay(game.code, game.number)

    def do_code(self) -> None:
        self.prompt.label(" " + self.words.t("code of the table › "))
        self.prompt.open()

    async def do_go(self) -> None:
        """Open the replay of the last game of the table with the typed code."""
        code = self.prompt.close().strip()
        self.prompt.label("")
        if code:
            await self.arcade.show_replay(code)

    def do_stop_typing(self) -> None:
        self.prompt.close()
        self.prompt.label("")

    def draw(self, width: int, height: int) -> list[Row]:
        t = self.words.t
        if not self.games:
            said = t("No game of yours is over yet. c looks at the last game of any table.")
            return [EMPTY, *indented(wrap(row((said, "dim")), width - 4), 2)]
        when, game, table = t("when"), t("game"), t("table")
        heads = f"   {pad(when, 14)} {pad(game, 16)} {pad(table, 9)} "
        first = around(self.at, len(self.games), height - 1)
        shown = self.games[first : first + height - 1]
        lines = [self._line(first + n, one, width) for n, one in enumerate(shown)]
        return [row((heads, "dim"), (t("who, the winners first"), "dim")), *lines]

    def _line(self, number: int, game: PastGame, width: int) -> Row:
        here = number == self.at
        seats = sorted(game.seats, key=lambda seat: seat.rank)
        who = ", ".join(f"★ {one.name}" if one.rank == 1 else one.name for one in seats)
        place = f"{game.code} {game.number}"
        when = dates.since(self.words, game.at, now())
        text = f" {pad(when, 14)} {pad(game.title, 16)} {pad(place, 9)} "
        text += clip(players_text(game) if width >= WIDE else who, max(8, width - 47))
        return row(
            (" ▶" if here else "  ", "gold"),
            (pad(text, width - 3), "cursor" if here else "", str(number)),
        )
