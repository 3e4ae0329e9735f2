"""The tour: where one is, how friends come and one comes back, what a key does."""

from textual.app import ComposeResult
from textual.geometry import Size

from arcade.engine import registry
from arcade.engine.words import N_
from screens import keys
from screens.base import Bar, BaseScreen, Status
from screens.keys import Action
from screens.lobby.game_list import GameList
from screens.ssh_command import by_ssh
from screens.terminal.rows import EMPTY, Row, columns, pad, row, warning, wrap
from screens.terminal.seats import MARKS
from screens.widgets import dice
from screens.widgets.lines import Drawn

_ON = Action("on", ("enter", "space", "right", "l"), "Enter", N_("next"), N_("Turn the page."))
_BEFORE = Action("before", ("left", "h"), "←", "", N_("Turn back."))
_SKIP = Action("leave", ("escape", "q"), "Esc", N_("skip"), N_("Go to the lobby."))
_LOBBY = Action("leave", ("escape", "q"), "Esc", N_("to the lobby"), N_("Go to the lobby."))
_PLAY = Action("play", ("enter", "p"), "Enter", N_("play now"), keys.PLAY.what)


class Tour(BaseScreen[None]):
    """Shows the tour; every page can be left."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.pages = (self._where, self._again, self._keys)
        self.top = Bar()
        self.text = Drawn(self._draw)
        self.status = Status()

    def compose(self) -> ComposeResult:
        yield self.text
        yield self.status
        yield from super().compose()

    def fit(self, size: Size) -> None:
        super().fit(size)
        self.text.styles.margin = (max(1, (size.height - 22) // 3 - 1), 2, 0, 2)

    def on_mount(self) -> None:
        self._turn(0)

    def _turn(self, by: int) -> None:
        self.at = max(0, min(self.at + by, len(self.pages) - 1))
        title = (self.words.t("A short tour"), "bar-gold")
        self.top.put([row(" ", title, (f"  {self.at + 1}/{len(self.pages)}", "bar-dim"))])
        self.text.redraw()
        self.renew()

    def actions(self) -> list[Action]:
        if self.at < len(self.pages) - 1:
            return [_ON, _SKIP, _BEFORE, keys.LESSON, keys.MENU, keys.QUIT]
        return [_PLAY, keys.LESSON, _LOBBY, _BEFORE, keys.MENU, keys.QUIT]

    def tell(self, sentence: str) -> None:
        self.status.put([warning(sentence)])

    # Pages

    def _draw(self, width: int, height: int) -> list[Row]:
        page = self.pages[self.at](width)
        done = "● " * self.at + "◉ " + "○ " * (len(self.pages) - self.at - 1)
        return [*page, *[EMPTY] * (min(height, 20) - len(page) - 1), row((done, "gold"))]

    def _where(self, cells: int) -> list[Row]:
        t = self.words.t
        games = len(registry.games())
        said = t(
            "A French café, with {n} of its table games: dice, cards and tiles. You play "
            "with people in their own terminals, wherever they are, and with bots where a seat is "
            "empty.",
            n=games,
        )
        money = t("Tokens, chips and stakes are play money: worth nothing, lost by nobody.")
        known = ", ".join(game.meta.name for game in registry.games().values())
        return [
            *columns([dice.die(face) for face in (4, 2, 1)]),
            EMPTY,
            row((t("Where am I?"), "gold")),
            *wrap(row(said), cells),
            EMPTY,
            *wrap(row((known, "accent")), cells),
            EMPTY,
            *wrap(row((money, "dim")), cells),
        ]

    def _keys(self, cells: int) -> list[Row]:
        t = self.words.t
        one = t("Enter plays now: with people who wait, or at once with bots.")
        more = (
            (t("Enter"), t("play now; on a table of the list: sit down there")),
            ("n", t("a table of your own, for friends or strangers")),
            ("L", t("learn a game by playing it, two minutes each")),
            ("?", t("help: the keys that work here, and at a table the rules")),
            (":", t("everything you can do, found by typing")),
            (t("Esc"), t("back, from anywhere")),
        )
        shown = [row((f"  {pad(key, 8)}", "gold"), what) for key, what in more]
        below = t("The bottom line always says which keys work. Nothing has to be learnt by heart.")
        return [
            row((t("What does one key do?"), "gold")),
            *wrap(row((one, "strong")), cells),
            EMPTY,
            *(line for one in shown for line in wrap(one, cells, 10)),
            EMPTY,
            *wrap(row((below, "dim")), cells),
        ]

    def _again(self, cells: int) -> list[Row]:
        t = self.words.t
        broken = t(
            "If your connection drops, your seat waits for you; a bot plays it while you are away."
        )
        friend = t(
            "The code stands at the top of your table. In the lobby, / and the code lead there too."
        )
        back = [row((t("How do I come back?"), "gold")), *self._account(cells)]
        if self.arcade.local:
            return back
        command = by_ssh("CODE", self.arcade.club.address, cells - 4)
        return [
            row((t("How do my friends come?"), "gold")),
            EMPTY,
            row("  ", (f" {command} ", "bar-gold")),
            EMPTY,
            *wrap(row(friend), cells),
            EMPTY,
            *self._table(),
            EMPTY,
            *back,
            *wrap(row(broken), cells),
        ]

    def _table(self) -> list[Row]:
        t = self.words.t
        sit = self.arcade.player.name, t("your friend"), t("a bot, until somebody comes")
        seats = [
            row((f"{one.shape} {name}", one.tone)) for one, name in zip(MARKS, sit, strict=False)
        ]
        return columns([*(dice.die(face, size="small") for face in (4, 2, 1)), seats])

    def _account(self, cells: int) -> list[Row]:
        t, name = self.words.t, self.arcade.player.name
        address = self.arcade.club.address
        if self.arcade.local:
            said = t("Everything is kept on this machine: start again, and it is all here.")
            return [*wrap(row(said), cells)]
        if not self.arcade.resume_code:
            said = t("Log in with the same SSH key, from any machine: you are {name}.", name=name)
            return [*wrap(row(said), cells)]
        said = t("You are a guest. With your private code you are {name} again:", name=name)
        key = t("With an SSH key you need no code, and choose your own name.")
        return [
            *wrap(row(said), cells),
            row(("  " + by_ssh(f"resume-{self.arcade.resume_code}", address, cells - 2), "accent")),
            *wrap(row((key, "dim")), cells),
        ]

    # Keys

    def do_on(self) -> None:
        self._turn(1)

    def do_before(self) -> None:
        self._turn(-1)

    def do_lesson(self) -> None:
        self.app.push_screen(GameList(learning=True))

    async def do_play(self) -> None:
        await self.arcade.play_from_lobby()

    def do_leave(self) -> None:
        self.dismiss()
