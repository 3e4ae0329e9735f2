"""The screen where whoever has a key chooses a name, once."""

from collections.abc import Sequence
from functools import cached_property

from msgspec import structs
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Size

from arcade.club.speech.ssh_command import by_another_key, by_ssh
from arcade.engine import registry
from arcade.engine.words import N_
from arcade.players import names
from arcade.players.player import Player
from screens import keys
from screens.base import Bar, BaseScreen
from screens.keys import Action
from screens.lobby.cards import picture
from screens.terminal.rows import (
    EMPTY,
    Piece,
    Row,
    balanced,
    beside,
    columns,
    fit,
    pad,
    row,
    row_width,
    stacked,
    wrap,
)
from screens.widgets.dice import die
from screens.widgets.lines import Lines
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import BROAD, headed

_ENTER = Action("send", ("enter",), "Enter", N_("take this name"), N_("Take this name."))
_PROPOSE = Action(
    "propose", ("tab",), "Tab", N_("suggest a name"), N_("Put a name in the line that is free.")
)
_LATER = Action("back", ("escape",), "Esc", N_("back"), N_("Go back."))

_FIELD = 20
"""Cells of the field for the name."""
_DICE, _ROOMY, _ANSWER = 19, 76, 3
"""Cells of the dice and the gap before them, and of a terminal that has room for them beside the
field; rows of the answer to a name, and of the air below it."""
_TALL = 36
"""Rows of a terminal from which dice stand above the question."""


class NameField(Prompt):
    """The line for the name, framed: the one thing to fill in. A picture may stand beside it."""

    picture: Sequence[Row] = ()

    def draw(self, size: Size) -> list[Row]:
        (line,) = super().draw(size)
        label, *typed = line
        field = tuple(piece if piece.tone else piece._replace(tone="bar") for piece in typed)
        field = fit((Piece(" ", "bar"), *field), max(_FIELD, row_width(field) + 2), "bar")
        before, edge = row(" " * cell_len(label.text)), "─" * row_width(field)
        side = Piece("│", "gold")
        rows = [
            before + row((f"╭{edge}╮", "gold")),
            (label, side, *field, side),
            before + row((f"╰{edge}╯", "gold")),
        ]
        return beside(rows, self.picture, size.width - _DICE) if self.picture else rows


class Naming(BaseScreen[Player]):
    """Asks a person for a name, once, and shows their key; returns the named person.

    `first` says that the session begins here and continues in the lobby; otherwise another person
    comes to the same keyboard. `called` is the user name
    at home, which is proposed first.
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

    @cached_property
    def games(self) -> Lines:
        """The games with their pictures, made where there is room beside the question."""
        return Lines(self._picture, id="games")

    def compose(self) -> ComposeResult:
        yield self.greeting
        yield self.prompt
        yield self.about
        yield from super().compose()

    def fit(self, size: Size) -> None:
        super().fit(size)
        dice = self._dice(size.height)
        self.greeting.styles.height = len(dice) + 2
        self.prompt.picture = self._beside()
        above = max(0, (size.height - len(dice) - 20) // 4)
        above = min(above, 2) if self._pictured else above  # where every page of two columns begins
        self.greeting.styles.margin = (above, 2, 0, self.edge(size.width))
        pictured = self._pictured
        if pictured or "games" in vars(self):
            self.show_pane(self.games, pictured)
            self.games.styles.margin = (above, self.edge(size.width), 2, 0)

    @property
    def _pictured(self) -> bool:
        """Whether the games stand beside the question."""
        return self._first and self.app.size.width >= BROAD and self.app.size.height >= _TALL

    def _picture(self, size: Size) -> list[Row]:
        """Draw each game beside what it is."""
        t, blocks = self.words.t, list[list[Row]]()
        for game in registry.games().values():
            about = row((game.meta.name, "strong")), row(t(game.meta.blurb))
            blocks.append(picture(game.meta, about, size.width))
        rows = headed(t("Games"), (), size.width)
        return [*rows, EMPTY, *stacked(blocks, size.height - len(rows) - 1, 6)]

    def on_mount(self) -> None:
        t = self.words.t
        self.top.put([row((" ssh-arcade ", "bar-gold"), (t("French café games"), "bar-dim"))])
        self.prompt.label(t("Name") + " › ")
        self.prompt.open()

    def _dice(self, height: int) -> list[Row]:
        """Draw the three dice of 421 where there is room for them above everything."""
        size = "huge" if self._pictured else "big"
        drawn = columns(die(face, size=size) for face in (4, 2, 1))
        return [*drawn, EMPTY, *[EMPTY] * self._pictured] if height >= _TALL else []

    def _beside(self) -> list[Row]:
        """Draw the dice beside the question where there is none above it."""
        width, height = self.app.size
        if height >= _TALL or width < _ROOMY:
            return []
        return columns((die(face, size="small") for face in (4, 2, 1)), 1)

    def _greet(self) -> list[Row]:
        t = self.words.t
        greeting = row((t("Welcome!"), "strong"), t("  What shall we call you?"))
        if not self._first:
            greeting = row((t("Who sits down beside you?"), "strong"))
        return [*self._dice(self.app.size.height), greeting, EMPTY]

    def _tell_about(self, size: Size) -> list[Row]:
        """Draw the answer to the typed name, or what a name is; below it what else can be read."""
        width, height = size
        t = self.words.t
        rule = t("2 to 16 letters, digits, - or _; a letter first. Accents are welcome.")
        rows = list(balanced(self._answer or row((rule, "dim")), width))
        rows += [EMPTY] * (_ANSWER - len(rows))
        if self._first:
            where = t(
                "A café in your terminal: French games of dice, cards and tiles, with people, and "
                "bots where a seat is empty. Choose a name and play."
            )
            if self.arcade.in_browser:
                where = t(
                    "A café in your browser: French games of dice, cards and tiles, with people, "
                    "and bots where a seat is empty. Choose a name and play."
                )
            rows += [*balanced(row(where), width), EMPTY]
        if self.arcade.local:
            about = t("The name is what stands at the table; it is kept on this machine.")
            return [*rows, *wrap(row((about, "dim")), width)]
        about = t(
            "Your SSH key is your account: no password, nothing to remember. The name is what "
            "others see; it is chosen once."
        )
        if self.arcade.in_browser:
            about = t(
                "This browser is your key: no password, nothing to remember. The name is what "
                "others see; it is chosen once."
            )
        rows += balanced(row((about, "dim")), width)
        foot = self._known(width)
        games = [] if self._pictured else self._games(width)
        if len(rows) + len(games) + len(foot) + 1 <= height:
            rows += games
        return [*rows, *[EMPTY] * max(1, height - len(rows) - len(foot)), *foot]

    def _known(self, width: int) -> list[Row]:
        """Say at the foot how somebody comes in who has been here before."""
        t = self.words.t
        known = t("Been here with another key? Type your recovery code instead.")
        how = by_another_key(self.words, self.arcade.club.address)
        here = t("Is that key on this machine too? Then come in with it: {how}", how="").rstrip()
        command = [*wrap(row((how, "accent")), width)]
        if self.arcade.in_browser:
            known = t("Been here before, elsewhere? Type your recovery code instead.")
            how = f"{by_ssh('play', self.arcade.club.address)} web"
            here = t("Do you play in a terminal? {how} prints a link to open here.", how=how)
            command = []
        lines = [*balanced(row((known, "dim")), width), *balanced(row((here, "dim")), width)]
        return [*lines, *command]

    def _games(self, width: int) -> list[Row]:
        """List the games, each with what it is."""
        t = self.words.t
        rows = [EMPTY, row((t("Games"), "strong"))]
        for game in registry.games().values():
            named = row((pad(game.meta.name, 18), "strong"), (t(game.meta.blurb), "dim"))
            rows += wrap(named, width, 18)
        return rows

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
