"""The tour: the house, its keys, and how friends find one's table."""

from collections.abc import Callable, Sequence

from msgspec import structs
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Size

from arcade.club.operations.lobby import OpenTable, PlayNow
from arcade.club.speech.ssh_command import by_ssh, lines_by_ssh
from arcade.engine import registry
from arcade.engine.game import Meta
from arcade.engine.words import N_
from screens import keys
from screens.base import Bar, BaseScreen, Status
from screens.games import view_class
from screens.games.view import THUMBNAIL
from screens.keys import Action
from screens.lobby.cards import drawn_game, edged
from screens.lobby.game_list import GameList
from screens.lobby.play_now import SEAT_WAITS
from screens.lobby.table_rows import SEATS
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    beside,
    blocks_apart,
    chip,
    clickable,
    columns,
    fit,
    flow,
    indented,
    keyed,
    pad,
    row,
    row_width,
    rows_apart,
    spread,
    warning,
    wrap,
)
from screens.terminal.seats import MARKS
from screens.widgets.lines import Lines
from screens.widgets.sheet import GAP, framed, headed, is_tall

_ON = Action("on", ("enter", "space", "right", "l"), "Enter", N_("next"), N_("Turn the page."))
_BEFORE = Action("before", ("left", "h"), "←", "", N_("Turn back."))
_SKIP = Action("leave", ("escape", "q"), "Esc", N_("skip"), N_("Go to the lobby."))
_LOBBY = Action("leave", ("escape", "q"), "Esc", N_("to the lobby"), N_("Go to the lobby."))
_GLYPHS = Action("glyphs", ("g",), "g", "", N_("Draw everything in ASCII, or in all signs again."))
_SIGNS = "╭─╮ ▶ ● ◍ ♥"
"""Signs used in every picture."""
_GAP, _APART = 2, 6
"""Cells between two games, and between two columns of a tall terminal."""
_ROOMY = 26
"""Rows in which the keys stand further apart."""
_ACROSS, _SMALL_CARD, _CARD, _LARGE_CARD = 3, 7, 10, 14
"""Games beside each other; rows of a card of words, of a game's, of one with a large picture."""

_CODE = "KAFEL"
"""The code of the table that is drawn."""
_AT_TOP, _FIND = (
    N_("Your table's code stands at its top."),
    N_("In the lobby, type / and that code."),
)
"""How friends find a table."""

_PLAY = Action("play", ("enter", "p"), "Enter", N_("play now"), PlayNow.key.what)
_TRY = structs.replace(_PLAY, label=N_("try it"))


_KEYS = {
    "play": (N_("Play now"), N_("With people, or bots.")),
    "new": (N_("Open a table"), N_("For friends or anybody.")),
    "lesson": (N_("Learn a game"), N_("By playing: two minutes.")),
    "help": (N_("Help"), N_("What each key does.")),
    "menu": (N_("Menu"), N_("All you can do, by name.")),
    "leave": (N_("Back"), N_("Works from anywhere.")),
}
"""The keys of the last page: what they do, and more about it."""
_SOON = ("play", "new", "lesson", "help", "menu")
"""Keys that explain themselves first and act the second time."""


class Tour(BaseScreen[str]):
    """Shows the tour; every page can be left. Returns what the lobby is to do then."""

    IS_PAGE = True

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.tried = ""
        self.pages: tuple[Callable[[Size], list[Row]], ...] = (self._where, self._again, self._keys)
        self.top = Bar()
        self.text = Lines(self._draw, id="text")
        self.status = Status()

    def compose(self) -> ComposeResult:
        yield self.text
        yield self.status
        yield from super().compose()

    def on_mount(self) -> None:
        if self.arcade.touch:
            self.pages = self.pages[:-1]
        self._turn(0)

    def _turn(self, by: int) -> None:
        self.at, self.tried = max(0, min(self.at + by, len(self.pages) - 1)), ""
        page, pages = self.at + 1, len(self.pages)
        title = row(" ", (self.words.t("A short tour"), "bar-gold"), ("   ", "bar"))
        lit, rest = ("━━ " * page, "bar-gold"), ("━━ " * (pages - page), "bar-dim")
        self.top.put([title + row(lit, rest, (f"{page}/{pages}", "bar"))])
        self.renew()
        self.text.redraw()

    def actions(self) -> list[Action]:
        if self.at < len(self.pages) - 1:
            glyphs = [] if self.at else [_GLYPHS]
            before = _BEFORE.labelled(N_("back") if self.at else "")
            return [_ON, _SKIP, before, keys.LESSON, *glyphs, keys.MENU, keys.QUIT]
        play = _PLAY if self.tried == "play" or self.arcade.touch else _TRY
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
        explains = self.pages[self.at] == self._keys
        if explains and name in _SOON and name != self.tried:
            self.tried = name
            self.text.redraw()
            self.renew()
        else:
            await super().perform(name)

    def tell(self, sentence: str) -> None:
        self.status.put([warning(sentence)])

    # Pages

    def _draw(self, size: Size) -> list[Row]:
        rows = self.pages[self.at](size)
        free = max(0, size.height - len(rows) - 1)
        return [*[EMPTY] * (free // 2 if is_tall(size) else min(1, free)), *rows]

    def _where(self, size: Size) -> list[Row]:
        """Introduce the house, and show as many games as fit."""
        cells, height = size
        t = self.words.t
        long = t(
            "In a French café, at its table games. You play with people, wherever they are, and "
            "with bots where a seat is empty."
        )
        short = t("In a French café: you play with people, and with bots.")
        money = t("Tokens, chips and stakes are play money: worth nothing, lost by nobody.")
        games = [game.meta for game in registry.games().values()]
        games.sort(key=lambda game: game.key != registry.first().meta.key)
        air = [EMPTY] * is_tall(size)
        head = [row((t("Where am I?"), "strong")), *air]
        tries = (
            (long, True, True),
            (long, False, True),
            (short, False, True),
            (long, False, False),
        )
        for text, carded, apart in tries:
            top = [*head, *balanced(row(text), cells), EMPTY, *air]
            asked = row((t("Where am I?"), "strong"), f"  {text}")
            if text == short and row_width(asked) <= cells:
                top = [asked, EMPTY]
            room = Size(cells, height - len(top))
            if drawn := self._gridded(games, row(money), room, carded, apart):
                return [*top, *drawn]
        top = [*head, *balanced(row(long), cells), EMPTY]
        below = [*balanced(row((money, "dim")), cells), *self._signs(cells)]
        return [*top, *self._named(games, cells, height - len(top) - len(below)), *below]

    def _gridded(
        self, games: Sequence[Meta], money: Row, size: Size, carded: bool, apart: bool
    ) -> list[Row]:
        """Draw three games beside each other, then what else is to know; nothing without room.

        They may stand on cards, else what they are above their pictures, `apart` from these.
        """
        tall = is_tall(self.text.size)
        gap = GAP if tall else _GAP
        cells = (size.width - (_ACROSS - 1) * gap) // _ACROSS
        inner = cells - 4 * carded
        if inner < THUMBNAIL:
            return []
        blurbs = [balanced(row(self.words.t(game.blurb)), inner) for game in games]
        high, blocks = max(map(len, blurbs)), list[list[Row]]()
        for game, blurb in zip(games, blurbs, strict=True):
            drawn = drawn_game(game.key, tall)
            if carded:
                lines = [*drawn, EMPTY, *blurb]
                blocks.append(_carded(row((game.name, "strong")), lines, cells, tall))
            else:
                above = [*blurb, *[EMPTY] * (high - len(blurb) + apart)]
                blocks.append(headed(game.name, [*above, *drawn], cells))
        title, known = self.words.t("Good to know"), self._known(money, inner, tall)
        if carded:
            blocks.append(_carded(row((title, "strong")), known, cells, tall))
        else:
            blocks.append(headed(title, known, cells))
        rows = list[Row]()
        for at in range(0, len(blocks), _ACROSS):
            line = [[fit(each, cells) for each in block] for block in blocks[at : at + _ACROSS]]
            rows += [*[EMPTY] * ((1 + tall) * bool(at)), *columns(line, gap)]
        return rows if len(rows) <= size.height - carded else []

    def _known(self, money: Row, cells: int, tall: bool) -> list[Row]:
        """Say what else is to know; in a tall terminal also what the signs of the seats mean."""
        seats = [row((sign, "accent"), f" {self.words.t(what)}") for sign, what in SEATS.items()]
        signs = self._signs(cells)
        return [
            *balanced(money, cells),
            *([EMPTY, *flow(seats, cells, row("   "))] if tall else []),
            *[EMPTY] * bool(signs),
            *signs,
        ]

    def _named(self, games: Sequence[Meta], cells: int, room: int) -> list[Row]:
        """Draw some pictures beside each other, and below them what each game is."""
        across = min(len(games), (cells + _GAP) // (THUMBNAIL + _GAP))
        pictured = [view_class(game.key).poster() for game in games[:across]]
        captions = [row((game.name, "dim")) for game in games[:across]]
        posters = [
            [fit(line, THUMBNAIL) for line in (caption, *poster)]
            for caption, poster in zip(captions, pictured, strict=True)
        ]
        pictures = [*columns(posters, _GAP), EMPTY]
        name = max(cell_len(game.name) for game in games) + 2
        blurbs = [balanced(row(self.words.t(game.blurb)), cells - name) for game in games]
        listed = [
            beside([row((game.name, "strong"))], blurb, name, 0)
            for game, blurb in zip(games, blurbs, strict=True)
        ]
        airy = [line for block in listed for line in (*block, EMPTY)]
        tight = [*(line for block in listed for line in block), EMPTY]
        for rows in ([*pictures, *airy], [*pictures, *tight]):
            if len(rows) <= room:
                return rows
        return tight

    def _signs(self, cells: int) -> Sequence[Row]:
        """Show some signs, and the key that replaces them where a font lacks them."""
        boxes = self.words.t("Boxes or blanks here? g draws all in ASCII.")
        if self.arcade.preference("ascii") == "on":
            boxes = self.words.t("Everything is drawn in ASCII; g draws all signs again.")
        if self.arcade.touch:
            return ()  # the font is the page's own
        shown = row((f"{_SIGNS}   ", "accent", "glyphs"))
        before, _, after = boxes.partition(" g ")
        text = keyed(f"{before} {chip('g')}\xa0{after}")
        whole = row_width(shown + text) <= cells
        lines = [shown + text] if whole else [shown, *balanced(text, cells)]
        return clickable(lines, "glyphs")

    def _keys(self, size: Size) -> list[Row]:
        """Draw the keys, the one just tried highlighted, and the meaning of each."""
        cells = size.width
        t, bound = self.words.t, {action.name: action for action in self.bound()}
        tall, large = is_tall(size), size.height >= _ROOMY
        many = 3 if tall else 2
        gap = 2 * _GAP
        half = (cells - (many - 1) * gap) // many
        caps = {name: t(bound[name].shown) for name in _KEYS}
        inner = max(map(cell_len, caps.values())) + 4 * large
        beyond = inner + 4
        drawn = list[list[Row]]()
        for name, key in caps.items():
            here, (title, about) = name == self.tried, _KEYS[name]
            lines = [
                row(
                    ("▸ " if here else "  ", "gold"), (t(title), "gold" if here else "strong", name)
                ),
                *[EMPTY] * large,
                *indented(wrap(row((t(about), "", name)), half - beyond - 2), 2),
            ]
            leads = here or (not self.tried and name == _PLAY.name)
            tone = "cursor" if leads else "tile"
            cap = _cap(pad(key, inner, "center"), tone, name, large)
            lines = [EMPTY, *lines]  # around the middle of the key
            drawn.append([fit(line, half) for line in beside(cap, lines, beyond, 0)])
        high = len(drawn) // many
        abreast = (columns(drawn[at::high], gap) for at in range(high))
        how = t("Press one to see what it does, and once more to do it.")
        known = t("The bottom line always says which keys work. Nothing has to be learnt by heart.")
        rows = [
            *headed(t("A few keys"), [EMPTY] * large, cells),
            *wrap(row(how), cells),
            *[EMPTY] * (1 + tall),
            *blocks_apart(abreast, 1 + tall),
            *[EMPTY] * (1 + tall),
        ]
        return [*rows, *(self._bottom_line(cells, half + gap) if tall else wrap(row(known), cells))]

    def _bottom_line(self, cells: int, column: int) -> list[Row]:
        """Say that a line tells which keys work, and draw a table that has such a line.

        The sentence stands under the second column of keys.
        """
        t, game = self.words.t, registry.first().meta
        known = t("The bottom line always says which keys work. Nothing has to be learnt by heart.")
        bar = row(
            *(
                piece
                for action in view_class(game.key).KEYS
                if action.label
                for piece in ((f" {t(action.shown)}", "bar-gold"), (f" {t(action.label)} ", "bar"))
            )
        )
        drawn, half = drawn_game(game.key, True), column - 2 * _GAP
        sentence = balanced(row((known, "strong")), cells - column - 2 * _GAP)
        above = [EMPTY] * ((len(drawn) - len(sentence)) // 2)
        lines = [
            EMPTY,
            *beside(drawn, [*above, *sentence], half),
            EMPTY,
            fit(bar, cells - 4, "bar"),
        ]
        title = row(" ", (t("Example: {game}", game=game.name), "strong"), " ")
        return [EMPTY, *framed(title, EMPTY, lines, cells, len(lines) + 2)]

    def _again(self, size: Size) -> list[Row]:
        cells, height = size
        t = self.words.t
        broken = t("If your connection drops, your seat waits; a bot plays until you are back.")
        reached = balanced(row(f"{t(_AT_TOP)} {t(_FIND)}"), cells)
        back = [row((t("How do I come back?"), "strong")), *self._account(cells)]
        if self.arcade.local:
            return back
        commands = [
            row((f" {command} ", "bar-gold")) for command in self.arcade.ways_in(_CODE, cells - 6)
        ]
        above = [
            row((t("How do my friends come?"), "strong")),
            EMPTY,
            *commands,
            EMPTY,
            *reached,
            EMPTY,
        ]
        below = [*back, *balanced(row(broken), cells)]
        if len(above + below) > height:  # a code that only stands here comes first
            return [*below, EMPTY, *above]
        if is_tall(size):
            return self._again_framed(commands, cells)
        again = below[1:]
        seated = flow(self._seated(), cells - 4)
        seat = framed(self._seat(), EMPTY, seated, cells, len(seated) + 2)
        for air, beneath, gap, waits in (
            *((1, 1, 1, seat), (1, 0, 1, seat), (0, 0, 1, seat)),
            *((1, 0, 0, seat), (1, 0, 0, ()), (0, 0, 0, ())),
        ):
            under, apart = [EMPTY] * beneath, [EMPTY] * gap
            table = [*reached, *apart, *self._table(commands, cells, air), EMPTY]
            pictured = [
                *headed(t("How do my friends come?"), [*under, *table], cells),
                *headed(t("How do I come back?"), [*under, *again, *apart, *waits], cells),
            ]
            if len(pictured) <= height:
                return pictured
        return [*above, *below]

    def _again_framed(self, commands: Sequence[Row], cells: int) -> list[Row]:
        """Draw both questions beside each other, what answers them on two cards each."""
        t = self.words.t
        half = (cells - _APART) // 2
        broken = t("If your connection drops, your seat waits; a bot plays until you are back.")
        table = self._table(commands, half, 2, t(_AT_TOP))
        typed = row((t("find, or a table's code: "), "gold"), (_CODE, "strong"), (" ", "caret"))
        account = self._account(half - 4)
        if not (self.arcade.in_browser or self.arcade.resume_code):
            account += [EMPTY, row((f" {by_ssh('play', self.arcade.club.address)} ", "bar-gold"))]
        below = max(_SMALL_CARD, len(account) + 4)
        find = _framed([*balanced(row(t(_FIND)), half - 4), EMPTY, typed], half, below)
        waits = [*balanced(row(broken), half - 4), EMPTY, *self._lobby(half - 4)]
        friends = [EMPTY, *table, EMPTY, *find]
        mine = [EMPTY, *_framed(waits, half, len(table)), EMPTY, *_framed(account, half, below)]
        asked = t("How do my friends come?"), t("How do I come back?")
        left, right = (
            headed(title, lines, half) for title, lines in zip(asked, (friends, mine), strict=True)
        )
        return beside(left, right, half, _APART)

    def _seat(self) -> Row:
        """Name the seat that waits as the lobby does."""
        name = registry.first().meta.name
        return row((f" ▸ {self.words.t(SEAT_WAITS)}   {_CODE}  {name} ", "strong"))

    def _lobby(self, cells: int) -> list[Row]:
        """Draw the lobby as it will be: the person's name at its top, and the seat that waits."""
        name = row((" ssh-arcade ", "bar"), (self.words.t("French café games"), "bar-dim"))
        top = spread(name, row((f"{self.arcade.player.name} ", "bar")), cells, "bar")
        drawn = drawn_game(registry.first().meta.key, True)
        lines = [EMPTY, *indented(drawn, 1), EMPTY, *rows_apart(self._seated()), EMPTY]
        return [top, EMPTY, *framed(self._seat(), EMPTY, lines, cells, len(lines) + 2)]

    def _seated(self) -> list[Row]:
        """Name those at the table, each with the mark of a seat."""
        t = self.words.t
        who = self.arcade.player.name, t("your friend"), t("a bot")
        return [
            row((f" {mark.shape} {name}", mark.tone))
            for mark, name in zip(MARKS, who, strict=False)
        ]

    def _table(self, commands: Sequence[Row], cells: int, air: int, about: str = "") -> list[Row]:
        """Draw the table as it will be: its code in the line at the top, and who comes how.

        What it is `about` stands above it.
        """
        t, inner = self.words.t, cells - 4
        name = row((f" {registry.first().meta.name} ", "bar-gold"))
        top = fit(name + row((t("table {code}", code=_CODE), "bar")), inner, "bar")
        what = t("you"), t("comes by this command:"), t("plays until somebody comes")
        seated = self._seated()
        across = max(map(row_width, seated)) + 3
        seats = [
            fit(who, across) + row((does, "dim")) for who, does in zip(seated, what, strict=True)
        ]
        widest = max(map(row_width, commands))
        ways = [row(" " * min(across, inner - widest)) + command for command in commands]
        apart, near = [EMPTY] * air, [EMPTY] * (air > 1)
        drawn = drawn_game(registry.first().meta.key, air > 1)
        explained = [*balanced(row(about), inner), EMPTY] if about else []
        lines = [*apart, seats[0], *near, seats[1], *near, *ways, *apart, seats[2], *near]
        picture = [*apart, *drawn, *[EMPTY] * len(lines)]
        widest = max(map(row_width, lines[: air + len(drawn)]))
        if air > 1:
            lines = [*apart, *indented(drawn, 1), *lines]
        elif widest + row_width(drawn[0]) + _GAP <= inner:
            lines = [spread(*both, inner) for both in zip(lines, picture, strict=False)]
        lines = [*near, *explained, top, *lines]
        return framed(EMPTY, EMPTY, lines, cells, len(lines) + 2)

    def _account(self, cells: int) -> list[Row]:
        t, name = self.words.t, self.arcade.player.name
        address = self.arcade.club.address
        if self.arcade.local:
            text = t("Everything is kept on this machine: start again, and it is all here.")
            return [*wrap(row(text), cells)]
        if self.arcade.in_browser and not self.arcade.resume_code:
            text = t("Open this page again in this browser: you are {name}.", name=name)
            more = t("The settings have a link for your phone, or a terminal: another device.")
            return [*wrap(row(text), cells), *wrap(row((more, "dim")), cells)]
        if not self.arcade.resume_code:
            text = t("Log in with the same SSH key, from any machine: you are {name}.", name=name)
            return [*balanced(row(text), cells)]
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


def _carded(title: Row, lines: Sequence[Row], cells: int, tall: bool) -> list[Row]:
    """Draw a card as high as all others."""
    high = _LARGE_CARD if tall else _CARD
    return edged(title + row(" "), EMPTY, lines, cells, high, False)


def _cap(key: str, tone: str, click: str, tall: bool) -> list[Row]:
    """Draw the cap of a key, which a click presses."""
    top, side, bottom = ("┏━┓", "┃", "┗━┛") if tone == "cursor" else ("╭─╮", "│", "╰─╯")
    across = cell_len(key) + 2
    edges = top[0] + top[1] * across + top[2], bottom[0] + bottom[1] * across + bottom[2]
    blank = [f"{side}{' ' * across}{side}"] * tall
    lines = edges[0], *blank, f"{side} {key} {side}", *blank, edges[1]
    return [row((line, tone, click)) for line in lines]


def _framed(lines: Sequence[Row], cells: int, high: int) -> list[Row]:
    """Draw a frame without a title, a blank row below its upper edge."""
    return framed(EMPTY, EMPTY, [EMPTY, *lines], cells, high)
