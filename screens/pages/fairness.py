"""A table's fair dice: the seal, the words of the seats, and a line to type one's own."""

from textual.app import ComposeResult

from arcade.club.i18n.words import Words
from arcade.club.table_session import TableSession
from arcade.club.views import FairView, Sealing, TableView
from arcade.engine.fair import Contribution
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.pages.page import Page
from screens.terminal.rows import EMPTY, Row, row, wrap
from screens.widgets.prompt import Prompt

WORDS = Action("words", ("w", "enter"), "w", N_("your own words"), N_("Give words to the dice."))
GIVE = Action("give", ("enter",), "Enter", N_("give them"), N_("Give these words to the dice."))
KEEP = Action("keep", ("escape",), "Esc", N_("not now"), N_("Give nothing."))


def sealed_line(words: Words, table: TableView) -> str:
    """Return a short note that the dice are sealed; "" if they are not."""
    now = table.fair.now
    return words.t("dice sealed: {start}…", start=now.commitment[:4]) if now else ""


class FairPage(Page):
    """The page behind `F`; before a game seated people may type words for its dice."""

    def __init__(self, session: TableSession, title: str) -> None:
        super().__init__(title, self._rows)
        self._table_session = session
        self._message = ""
        self.prompt = Prompt()

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield self.prompt

    def actions(self) -> list[Action]:
        """List the keys of the line while somebody types, else of the page."""
        if self.prompt.typing:
            return [GIVE, KEEP]
        actions = list(super().actions())
        table = self._table_session.table()
        now = table.fair.now
        if self.finder.typing:
            return actions
        if table.seat is not None and table.phase != "playing" and now and not now.day:
            actions = [action for action in actions if action.name != "down"]
            actions[1:1] = [WORDS, keys.DOWN]
        return actions

    def line(self) -> Prompt:
        return self.prompt if self.prompt.typing else super().line()

    def typed(self) -> None:
        """Go to the first match of the typed words."""
        if self.finder.typing:
            super().typed()

    def tell(self, sentence: str) -> None:
        if not self.prompt.typing:
            self.prompt.label(f"   {sentence}" if sentence else "")
        elif sentence:
            self.prompt.label(f" {sentence} › ")

    def do_words(self) -> None:
        self.prompt.label(self.words.t(" your words › "))
        self.prompt.open()

    async def do_give(self) -> None:
        """Submit the typed words; they stay in the line if refused."""
        await self._table_session.contribute(self.prompt.text)
        self.prompt.close()
        self.tell(self.words.t("Your words are sealed; everybody reads them when the game begins."))
        self.text.renew()

    def do_keep(self) -> None:
        self.prompt.close()
        self.tell("")

    def _rows(self, width: int) -> list[Row]:
        table = self._table_session.table()
        view = FairRows(self.words, table, width)
        return view.rows(table.fair)


class FairRows:
    """Draws the page for a width."""

    def __init__(self, words: Words, table: TableView, width: int) -> None:
        self._t = words.t
        self._table = table
        self._width = width

    def rows(self, fair: FairView) -> list[Row]:
        """Draw what it means, the running or next game, the last one, and how to have a part."""
        t = self._t
        rows = [*self._meaning(), EMPTY]
        if fair.now is None:
            rows += self._text(t("The dice of this game were not sealed: it began too long ago."))
        elif fair.now.day:
            rows += self._daily(fair.now)
        else:
            n = fair.now.number
            running = self._table.phase == "playing"
            head = (
                t("This game, number {n}", n=n) if running else t("The next game, number {n}", n=n)
            )
            rows += self._game(head, fair.now)
        if fair.words:
            rows += self._text(t("Your words: {words}", words=fair.words))
        if fair.last is not None:
            rows.append(EMPTY)
            title = t("The last game, number {n}", n=fair.last.number)
            rows += self._game(title, fair.last)
            rows += self._check()
        return [*rows, EMPTY, *self._own_words()]

    def _game(self, title: str, game: Sealing) -> list[Row]:
        t = self._t
        rows = [row((title, "gold"))]
        rows += self._hex(t("sealed by"), game.commitment)
        if game.seed:
            rows += self._hex(t("the seed"), game.seed)
        for seat, contribution in zip(self._table.seats, game.seats, strict=False):
            name = seat.name or f"#{seat.number + 1}"
            who = "  " + t("{who}: ", who=name)
            rows += wrap(row(who, (self._gave(contribution), "dim")), self._width, 4)
        return rows

    def _gave(self, contribution: Contribution) -> str:
        t = self._t
        if contribution.kind == "words":
            return t("“{words}”", words=contribution.text)
        if contribution.kind == "sealed":
            return t("words sealed by {start}…", start=contribution.commitment[:16])
        return t("gives nothing")

    def _daily(self, game: Sealing) -> list[Row]:
        t = self._t
        text = t(
            "The daily deal of {day}: the same for everybody, told the day after.", day=game.day
        )
        return [*self._text(text), *self._hex(t("sealed by"), game.commitment)]

    def _check(self) -> list[Row]:
        t, code = self._t, self._table.code
        rows = self._text(t("To check it yourself:"))
        rows.append(row(("  ssh … ", "dim"), (f"record {code} > record.jsonl", "accent")))
        rows.append(row(("  ", ""), ("arcade verify record.jsonl", "accent")))
        return rows

    def _meaning(self) -> list[Row]:
        t = self._t
        how = t(
            "Nobody can change a roll or a card unnoticed: all follow from a secret seed, fixed "
            "before anybody sits, and from words of the players. The seal of the seed is shown "
            "now, the seed itself afterwards, and anybody can check that they match."
        )
        return self._text(how)

    def _own_words(self) -> list[Row]:
        t = self._t
        own = t(
            "Your session draws random words for you, on the server, which knows the seed while "
            "you play. Words you type yourself are worth more; and 64 hex digits are the seal of "
            "words you keep at home until you type them here, before the game or never."
        )
        return self._text(own)

    def _hex(self, label: str, digits: str) -> list[Row]:
        return [*wrap(row(f"  {label} ", (digits, "dim")), self._width, 4)]

    def _text(self, text: str) -> list[Row]:
        return [*wrap(row(text), self._width)]
