"""The screen where whoever has a key chooses a name, once."""

from textual.app import ComposeResult
from textual.geometry import Size

from arcade.engine.words import N_
from arcade.players import names
from arcade.players.player import Player
from screens import keys
from screens.base import Bar, BaseScreen
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, row, wrap
from screens.widgets.lines import Lines
from screens.widgets.prompt import Prompt

_ENTER = Action("send", ("enter",), "Enter", N_("take this name"), N_("Take this name."))
_PROPOSE = Action(
    "propose", ("tab",), "Tab", N_("propose one"), N_("Put a name in the line that is free.")
)
_LATER = Action("back", ("escape",), "Esc", N_("back"), N_("Go back."))


class Naming(BaseScreen[Player]):
    """Asks a person for a name, once, and shows their key; returns the named person.

    `first` says that the session begins here and continues in the lobby; otherwise another person
    comes to the same keyboard. `called` is the user name
    at home, which is proposed first.
    """

    def __init__(self, player: Player, first: bool = True, called: str = "") -> None:
        super().__init__()
        self._player = player
        self._first = first
        self._called = called
        self._asked = ""
        self.top = Bar()
        self.text = Lines()
        self.text.id = "text"
        self.prompt = Prompt(most=40)
        self.answer = Lines()
        self.answer.id = "answer"

    def compose(self) -> ComposeResult:
        yield self.text
        yield self.prompt
        yield self.answer
        yield from super().compose()

    def fit(self, size: Size) -> None:
        super().fit(size)
        self.text.styles.margin = (max(0, (size.height - 18) // 3 - 1), 2, 0, 2)

    def on_mount(self) -> None:
        t = self.words.t
        self.top.put([row((" ssh-arcade ", "bar-gold"), (t("French café games"), "bar-dim"))])
        cells = max(20, min(64, self.app.size.width - 4))
        where = t(
            "A café in your terminal: French games of dice, cards and tiles, with people, and bots "
            "where a seat is empty. A name, and you can play."
        )
        greeting = row((t("Welcome!"), "gold"), t("  What shall we call you?"))
        if not self._first:
            greeting = row((t("Who sits down beside you?"), "gold"))
        text: list[Row] = [greeting, EMPTY]
        if self._first:
            text += [*wrap(row((where, "strong")), cells), EMPTY]
        about = (
            t("The name is what stands at the table; it is kept on this machine.")
            if self.arcade.local
            else t(
                "Your SSH key is your account: whoever holds it is you, here and from any "
                "machine. There is no password and nothing to remember. The name is what others "
                "see; it is chosen once."
            )
        )
        rule = t("2 to 16 letters, digits, - or _; the first one a letter. Accents are welcome.")
        text += [*wrap(row(about), cells), EMPTY, *wrap(row((rule, "dim")), cells)]
        if not self.arcade.local:
            known = t("Been here with another key? Type your recovery code instead.")
            text += wrap(row((known, "dim")), cells)
        self.text.put(text)
        self.prompt.label(t("Name") + " › ")
        self.prompt.open()

    def line(self) -> Prompt:
        return self.prompt

    def actions(self) -> list[Action]:
        going = [keys.QUIT_SHOWN] if self._first else [_LATER, keys.QUIT]
        return [_ENTER, _PROPOSE, *going]

    def tell(self, sentence: str) -> None:
        cells = max(20, self.answer.size.width)
        self.answer.put(wrap(row((sentence, "alert")), cells))

    async def do_send(self) -> None:
        """Take the name after a second Enter and go in; with a recovery code, as its owner."""
        club, typed = self.arcade.club, self.prompt.text
        if names.read_recovery_code(typed):
            await club.devices.link(self._player.id, typed, club.allowance.origin(self._player))
            self.arcade.exit(self.arcade.begin)  # the session goes on as that person
            return
        if typed != self._asked:
            name = club.accounts.may_be_called(self._player, typed)
            self._asked = typed
            said = self.words.t("{name}: right? Enter takes it, for good.", name=name)
            self.answer.put([row((said, "gold"))])
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
