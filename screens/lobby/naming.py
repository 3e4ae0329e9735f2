"""The screen where whoever has a key chooses a name, once."""

from collections.abc import Sequence

from msgspec import structs
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Size

from arcade.club.speech.ssh_command import by_another_key, by_ssh
from arcade.engine import registry
from arcade.engine.game import Meta
from arcade.engine.words import N_
from arcade.players import names
from arcade.players.player import Player
from screens import keys
from screens.base import Bar, BaseScreen
from screens.keys import Action
from screens.lobby.cards import ACROSS, CARD, HIGH, SIDES, edged, game_card, grid, grid_cells
from screens.lobby.games_below import Games, pictured
from screens.terminal.rows import (
    EMPTY,
    Piece,
    Row,
    balanced,
    beside,
    fit,
    indented,
    outdented,
    pad,
    row,
    row_width,
    stacked,
    wrap,
)
from screens.widgets.lines import Lines
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import BROAD, MARGIN, headed

_ENTER = Action("send", ("enter",), "Enter", N_("take this name"), N_("Take this name."))
_PROPOSE = Action(
    "propose", ("tab",), "Tab", N_("suggest a name"), N_("Put a name in the line that is free.")
)
_LATER = Action("back", ("escape",), "Esc", N_("back"), N_("Go back."))

_FIELDS, _APART = ((160, 60), (0, 20)), 4
"""The cells of the field for the name from so many columns on, and between it and what stands
beside it."""
_READABLE, _LINES = 36, 3
"""The fewest cells of a text beside the field, and its rows."""
_LOW, _TALL = 20, 36
"""Rows of a terminal that has none to leave blank at the top, and of one for a page of cards."""


class NameField(Prompt):
    """The line for the name, framed: the one thing to fill in. A text may stand beside it."""

    text_beside: Sequence[Row] = ()
    cells = _FIELDS[-1][1]

    def draw(self, size: Size) -> list[Row]:
        (line,) = super().draw(size)
        label, *typed = line
        field = tuple(piece if piece.tone else piece._replace(tone="bar") for piece in typed)
        field = fit((Piece(" ", "bar"), *field), max(self.cells, row_width(field) + 2), "bar")
        before, edge = row(" " * cell_len(label.text)), "─" * row_width(field)
        side = Piece("│", "gold")
        rows = [
            before + row((f"╭{edge}╮", "gold")),
            (label, side, *field, side),
            before + row((f"╰{edge}╯", "gold")),
        ]
        cells = max(map(row_width, rows))
        return beside(rows, self.text_beside, cells, _APART) if self.text_beside else rows


class Naming(BaseScreen[Player]):
    """Asks a person for a name, once, and shows their key; returns the named person.

    `first` says that the session begins here and continues in the lobby; otherwise another person
    comes to the same keyboard. `called` is the user name at home, which is proposed first.
    """

    IS_PAGE = True

    def __init__(self, player: Player, first: bool = True, called: str = "") -> None:
        super().__init__()
        self._player = player
        self._first = first
        self._called = called
        self._asked = ""
        self._answer: Row = EMPTY
        self.top = Bar()
        self.greeting = Lines(lambda _: self._greet(), id="greeting")
        self.prompt = NameField(most=40)
        self.about = Lines(self._tell_about, id="about")

    def compose(self) -> ComposeResult:
        yield self.greeting
        yield self.prompt
        yield self.about
        yield from super().compose()

    def fit(self, size: Size) -> None:
        super().fit(size)
        self.greeting.styles.height = 2
        self.prompt.cells = next(cells for width, cells in _FIELDS if size.width >= width)
        self.prompt.text_beside = self._beside()
        self.greeting.styles.margin = (int(size.height > _LOW), 2, 0, self.edge(size.width))

    def on_mount(self) -> None:
        t = self.words.t
        self.top.put([row((" ssh-arcade ", "bar-gold"), (t("French café games"), "bar-dim"))])
        self.prompt.label(t("Name") + " › ")
        self.prompt.open()

    @property
    def _grand(self) -> bool:
        """Whether the games stand as cards below the question."""
        width, height = self.app.size
        return width >= BROAD and height >= _TALL

    def _account(self) -> str:
        """Say what a name is for."""
        t = self.words.t
        if self.arcade.local:
            return t("The name is what stands at the table; it is kept on this machine.")
        if self.arcade.in_browser:
            return t(
                "This browser is your key: no password, nothing to remember. The name is what "
                "others see; it is chosen once."
            )
        return t(
            "Your SSH key is your account: no password, nothing to remember. The name is what "
            "others see; it is chosen once."
        )

    def _beside(self) -> Sequence[Row]:
        """Draw what a name is for beside the field, if it fits and stands nowhere below."""
        if self._grand:
            return ()
        label = cell_len(self.words.t("Name")) + 3
        width = self.app.size.width
        room = width - 2 * self.edge(width) - label - self.prompt.cells - 2 - _APART
        rows = balanced(row((self._account(), "dim")), room) if room >= _READABLE else ()
        return rows if len(rows) <= _LINES else ()

    def _greet(self) -> list[Row]:
        t = self.words.t
        greeting = row((t("Welcome!"), "strong"), t("  What shall we call you?"))
        if not self._first:
            greeting = row((t("Who sits down beside you?"), "strong"))
        return [greeting, EMPTY]

    def _tell_about(self, size: Size) -> list[Row]:
        """Draw the answer to the typed name, or what a name is; below it the games."""
        width, height = size
        t = self.words.t
        rule = t("2 to 16 letters, digits, - or _; a letter first. Accents are welcome.")
        ruled = balanced(row((rule, "dim")), width)
        rows = list(balanced(self._answer, width) if self._answer else ruled)
        rows += [EMPTY] * (len(ruled) + 1 - len(rows))
        if not (self.prompt.text_beside or self._grand):
            rows += [*balanced(row((self._account(), "dim")), width), EMPTY]
        foot = [] if self.arcade.local else self._known(width)
        rows += self._games(width, height - len(rows) - len(foot) - 1)
        return [*rows, *[EMPTY] * max(1, height - len(rows) - len(foot)), *foot]

    def _known(self, width: int) -> list[Row]:
        """Say at the foot how somebody comes in who has been here before."""
        t = self.words.t
        known = t("Been here with another key? Type your recovery code, or use that key:")
        how = by_another_key(self.words, self.arcade.club.address)
        here = row((how, "accent"))
        if self.arcade.in_browser:
            known = t("Been here before, elsewhere? Type your recovery code instead.")
            how = f"{by_ssh('play', self.arcade.club.address)} web"
            here = row(
                (t("Do you play in a terminal? {how} prints a link to open here.", how=how), "dim")
            )
        return [*balanced(row((known, "dim")), width), *balanced(here, width)]

    def _games(self, width: int, room: int) -> list[Row]:
        """Draw the games, each with what it is, as large as there is room for."""
        metas = [game.meta for game in registry.games().values()]
        if self._grand and (cards := self._cards(metas, width, room - 2)):
            return headed(self.words.t("Games"), [EMPTY, *cards], row_width(cards[0]))
        numbered = dict(enumerate(metas))
        blurbs = {number: self.words.t(game.blurb) for number, game in numbered.items()}
        shown = pictured(Games(numbered, blurbs, -1), width + MARGIN, room, self._last)
        if shown:
            return [outdented(line, MARGIN) for line in shown]
        rows = list[Row]()
        for game in metas:
            named = row((pad(game.name, 18), "strong"), (self.words.t(game.blurb), "dim"))
            rows += wrap(named, width, 18)
        rows += [EMPTY, *(outdented(line, MARGIN) for line in self._last(width, False))]
        return rows if len(rows) <= room else []

    def _cards(self, metas: Sequence[Meta], width: int, room: int) -> list[Row]:
        """Draw the games as cards, in the last place what the house is; nothing without room."""
        cells, abreast = grid_cells(width), -(-len(metas) // ACROSS)
        high = min(HIGH, (room + 1) // max(1, abreast) - 1)  # a blank row between two
        if high < CARD:
            return []
        cards = [game_card(self.words, game, False, cells, high) for game in metas]
        if len(cards) % ACROSS:
            title, text = self._house()
            lines = (balanced(row(line), cells - SIDES) for line in (text, self._account()))
            about = stacked(lines, high - 3)
            cards.append(edged(row((f"{title} ", "strong")), EMPTY, about, cells, high, False))
        return grid(cards, width)

    def _last(self, cells: int, blurbs: bool) -> list[Row]:
        """Say beside the last picture what the house is."""
        title, text = self._house()
        above = [EMPTY] * blurbs
        lines = [*balanced(row((title, "strong")), cells - 3), *above]
        lines += balanced(row((text, "dim")), cells - 3)
        return [fit(line, cells) for line in indented(lines, MARGIN)]

    def _house(self) -> tuple[str, str]:
        t = self.words.t
        where = t("A café in your terminal")
        if self.arcade.in_browser:
            where = t("A café in your browser")
        return where, t("People at its tables, and bots where a seat is empty.")

    def line(self) -> Prompt:
        return self.prompt

    def actions(self) -> list[Action]:
        going = [keys.QUIT.labelled(N_("quit"))] if self._first else [_LATER, keys.QUIT]
        return [_ENTER, _PROPOSE, *going]

    def tell(self, sentence: str) -> None:
        self._answer = row((sentence, "alert")) if sentence else EMPTY
        self.about.redraw()

    async def do_send(self) -> None:
        """Take the name after a second Enter and go in; with a recovery code, as its owner."""
        club, typed = self.arcade.club, self.prompt.text
        if names.read_recovery_code(typed):
            origin = club.allowance.origin(self._player)
            owner = await club.devices.link(self._player.id, typed, origin)
            linked = self.words.t("You are now {name} with this key too.", name=owner.name)
            # The session goes on as that person.
            self.arcade.exit(structs.replace(self.arcade.begin, message=linked))
            return
        if typed != self._asked:
            name = club.accounts.may_be_called(self._player, typed)
            self._asked = typed
            t = self.words.t
            by_keys = t("{name}: right? Enter takes it, for good.", name=name)
            by_touch = t("{name}: right? It is for good.", name=name)
            text = by_touch if self.arcade.touch else by_keys
            self._answer = row((text, "gold"))
            self.about.redraw()
            return
        self.dismiss(await club.choose_name(self._player, typed))

    def typed(self) -> None:
        self._asked = ""
        self.tell("")
        super().typed()

    def do_propose(self) -> None:
        """Put a free name into the line, another one each time."""
        name = self.arcade.club.accounts.free_name(self._called)
        self._called = ""
        self.prompt.open(name)
        self.typed()

    def do_back(self) -> None:
        self.dismiss(None)
