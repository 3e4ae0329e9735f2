"""The tour: the house, its keys, and how friends find one's table."""

from collections.abc import Sequence

from msgspec import structs
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Size

from arcade.club.i18n.words import Words
from arcade.club.operations.lobby import OpenTable, PlayNow
from arcade.club.speech.ssh_command import lines_by_ssh
from arcade.engine import registry
from arcade.engine.game import Meta
from arcade.engine.words import N_
from screens import keys
from screens.base import Bar, BaseScreen, Status
from screens.games import view_class
from screens.games.view import THUMBNAIL
from screens.keys import Action
from screens.lobby.game_list import GameList
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    beside,
    choice,
    columns,
    flow,
    pad,
    row,
    warning,
    wrap,
)
from screens.terminal.seats import MARKS
from screens.widgets.lines import Lines

_ON = Action("on", ("enter", "space", "right", "l"), "Enter", N_("next"), N_("Turn the page."))
_BEFORE = Action("before", ("left", "h"), "←", "", N_("Turn back."))
_SKIP = Action("leave", ("escape", "q"), "Esc", N_("skip"), N_("Go to the lobby."))
_LOBBY = Action("leave", ("escape", "q"), "Esc", N_("to the lobby"), N_("Go to the lobby."))
_GLYPHS = Action("glyphs", ("g",), "g", "", N_("Draw everything in ASCII, or in all signs again."))
_SIGNS = "╭─╮ ▶ ● ◍ ♥"
"""Signs used in every picture."""
_GAP = 2
"""Cells between a game's picture and its description."""

_PLAY = Action("play", ("enter", "p"), "Enter", N_("play now"), PlayNow.key.what)
_TRY = structs.replace(_PLAY, label=N_("try it"))


_KEYS = {
    "play": N_("play now; on a table of the list: sit down there"),
    "new": N_("a table of your own, for friends or strangers"),
    "lesson": N_("learn a game by playing it, two minutes each"),
    "help": N_("help: the keys that work here, and at a table the rules"),
    "menu": N_("everything you can do, found by typing"),
    "leave": N_("back, from anywhere"),
}
"""The keys of the last page and their meaning."""
_SOON = ("play", "new", "lesson", "help", "menu")
"""Keys that explain themselves first and act the second time."""


class Tour(BaseScreen[str]):
    """Shows the tour; every page can be left. Returns what the lobby is to do then."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.tried = ""
        self.pages = (self._where, self._again, self._keys)
        self.top = Bar()
        self.text = Lines(self._draw, id="text")
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
        self.at, self.tried = max(0, min(self.at + by, len(self.pages) - 1)), ""
        dots = "● " * self.at + "◉ " + "○ " * (len(self.pages) - self.at - 1)
        self.top.put(
            [row(" ", (self.words.t("A short tour"), "bar-gold"), (f"  {dots}", "bar-gold"))]
        )
        self.renew()
        self.text.redraw()

    def actions(self) -> list[Action]:
        if self.at < len(self.pages) - 1:
            glyphs = [] if self.at else [_GLYPHS]
            return [_ON, _SKIP, _BEFORE, keys.LESSON, *glyphs, keys.MENU, keys.QUIT]
        play = _PLAY if self.tried == "play" else _TRY
        return [
            play,
            keys.of(OpenTable),
            keys.LESSON,
            _LOBBY,
            _BEFORE,
            keys.MENU,
            keys.QUIT,
            keys.HELP,
        ]

    async def perform(self, name: str) -> None:
        """Perform an action; on the last page first say what it does."""
        if self.at == len(self.pages) - 1 and name in _SOON and name != self.tried:
            self.tried = name
            self.text.redraw()
            self.renew()
        else:
            await super().perform(name)

    def tell(self, sentence: str) -> None:
        self.status.put([warning(sentence)])

    # Pages

    def _draw(self, size: Size) -> list[Row]:
        return self.pages[self.at](size)

    def _where(self, size: Size) -> list[Row]:
        """Introduce the house, and show as many games as fit."""
        cells, height = size
        t = self.words.t
        text = t(
            "In a French café, at its table games. You play with people, wherever they are, and "
            "with bots where a seat is empty."
        )
        money = t("Tokens, chips and stakes are play money: worth nothing, lost by nobody.")
        below = [*balanced(row((money, "dim")), cells), *self._signs(cells)]
        top = [row((t("Where am I?"), "gold")), *balanced(row(text), cells), EMPTY]
        room = height - len(top) - len(below)
        games = sorted(registry.games().values(), key=lambda game: game is not registry.first())
        posters = [[*_poster(self.words, game.meta, cells), EMPTY] for game in games]
        names = [self._named(game.meta, cells) for game in games]
        for pictured in range(len(games), -1, -1):
            blocks = [*posters[:pictured], *names[pictured:]]
            shown = [line for block in blocks for line in block]
            shown += [EMPTY] * (pictured < len(games))
            if len(shown) <= room:
                break
        return [*top, *shown, *below]

    def _signs(self, cells: int) -> Sequence[Row]:
        """Show some signs, and the key that replaces them where a font lacks them."""
        boxes = self.words.t("Boxes or blanks here? g draws it all in ASCII.")
        if self.arcade.preference("ascii") == "on":
            boxes = self.words.t("Everything is drawn in ASCII; g draws all signs again.")
        return wrap(row((f"{_SIGNS}   ", "accent", "glyphs"), (boxes, "", "glyphs")), cells)

    def _named(self, game: Meta, cells: int) -> list[Row]:
        """Draw a game's name where the others have a picture, and what it is."""
        name = [row((game.name, "gold"))]
        blurb = balanced(row(self.words.t(game.blurb)), cells - THUMBNAIL - _GAP)
        return beside(name, blurb, THUMBNAIL, _GAP)

    def _keys(self, size: Size) -> list[Row]:
        """Draw the keys, the one just tried highlighted, and the meaning of each."""
        cells = size.width
        t, there = self.words.t, {action.name: action for action in self.bound()}
        caps, shown = list[list[Row]](), list[Row]()
        for name, what in _KEYS.items():
            key, here = t(there[name].shown), name == self.tried
            tone = "tile-held" if here else "tile"
            caps.append(_cap(key, tone, name))
            shown.append(choice(row((pad(key, 8), "gold"), t(what)), cells, here, name))
        how = t("Press one to see what it does, and once more to do it.")
        below = t("The bottom line always says which keys work. Nothing has to be learnt by heart.")
        return [
            row((t("A few keys"), "gold")),
            *wrap(row(how), cells),
            EMPTY,
            *columns(caps),
            EMPTY,
            *shown,
            EMPTY,
            *balanced(row((below, "dim")), cells),
        ]

    def _again(self, size: Size) -> list[Row]:
        cells, height = size
        t = self.words.t
        broken = t("If your connection drops, your seat waits; a bot plays until you are back.")
        friend = t("The code stands at the top of your table. In the lobby, type / and the code.")
        back = [row((t("How do I come back?"), "gold")), *self._account(cells)]
        if self.arcade.local:
            return back
        commands = self.arcade.ways_in("CODE", cells - 4)
        above = [
            row((t("How do my friends come?"), "gold")),
            EMPTY,
            *(row("  ", (f" {command} ", "bar-gold")) for command in commands),
            EMPTY,
            *balanced(row(friend), cells),
            EMPTY,
        ]
        below = [*back, *balanced(row(broken), cells)]
        table = [*self._table(cells), EMPTY]
        if len(above + below) > height:  # a code that only stands here comes first
            return [*below, EMPTY, *above]
        return [*above, *(table if len(above + table + below) <= height else ()), *below]

    def _table(self, cells: int) -> list[Row]:
        t = self.words.t
        sit = self.arcade.player.name, t("your friend"), t("a bot, until somebody comes")
        seats = [
            row((f"{mark.shape} {name}", mark.tone)) for mark, name in zip(MARKS, sit, strict=False)
        ]
        return flow(seats, cells, row("   "))

    def _account(self, cells: int) -> list[Row]:
        t, name = self.words.t, self.arcade.player.name
        address = self.arcade.club.address
        if self.arcade.local:
            text = t("Everything is kept on this machine: start again, and it is all here.")
            return [*wrap(row(text), cells)]
        if self.arcade.in_browser and not self.arcade.resume_code:
            text = t("Open this page again in this browser: you are {name}.", name=name)
            more = t("The settings (o) have a link for your phone, or a terminal: another device.")
            return [*wrap(row(text), cells), *wrap(row((more, "dim")), cells)]
        if not self.arcade.resume_code:
            text = t("Log in with the same SSH key, from any machine: you are {name}.", name=name)
            return [*wrap(row(text), cells)]
        user = f"resume-{self.arcade.resume_code}"
        text = t("You are a guest. With your private code you are {name} again:", name=name)
        key = t("With an SSH key you need no code, and choose your own name.")
        return [
            *wrap(row(text), cells),
            *(row(("  " + line, "accent")) for line in lines_by_ssh(user, address, cells - 2)),
            *wrap(row((key, "dim")), cells),
        ]

    # Keys

    async def do_glyphs(self) -> None:
        app = self.arcade
        await app.prefer("ascii", "auto" if app.preference("ascii") == "on" else "on")
        self.text.redraw()

    def do_on(self) -> None:
        self._turn(1)

    def do_before(self) -> None:
        self._turn(-1)

    def do_lesson(self) -> None:
        self.app.push_screen(GameList(learning=True))

    def do_new(self) -> None:
        self.dismiss("new")

    def do_help(self) -> None:
        self.dismiss("help")

    def do_menu(self) -> None:
        if self.at < len(self.pages) - 1:
            super().do_menu()
        else:
            self.dismiss("menu")

    async def do_play(self) -> None:
        await self.arcade.navigator.play_from_lobby()

    def do_leave(self) -> None:
        self.dismiss()


def _poster(words: Words, game: Meta, cells: int) -> list[Row]:
    """Draw a game's small picture beside what it is."""
    blurb = balanced(row(words.t(game.blurb)), cells - THUMBNAIL - _GAP)
    about = [row((game.name, "gold")), *blurb]
    return beside(view_class(game.key).poster(), about, THUMBNAIL, _GAP)


def _cap(key: str, tone: str, click: str) -> list[Row]:
    """Draw the cap of a key, which a click presses."""
    top, side, bottom = ("┏━┓", "┃", "┗━┛") if tone == "tile-held" else ("╭─╮", "│", "╰─╯")
    across = cell_len(key) + 2
    lines = top[0] + top[1] * across + top[2], f"{side} {key} {side}"
    return [
        row((line, tone, click)) for line in (*lines, bottom[0] + bottom[1] * across + bottom[2])
    ]
