"""A table's fair dice: the seal, the words of the seats, and a line to type one's own."""

from collections.abc import Iterator, Sequence

from arcade.club.i18n.words import Words
from arcade.club.speech.fairness import FairLine, fair_lines
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.table_session import TableSession
from arcade.club.views import TableView
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.pages.page import Columns, Page
from screens.terminal.rows import EMPTY, Row, chip, keyed, row, wrap
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import headed

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
        super().__init__(title, self._rows, Columns(self._about, self._sealed, halves=True))
        self._table_session = session
        self._message = ""
        self.prompt = Prompt()

    def on_mount(self) -> None:
        self.listen_to(self._table_session)

    def changed(self) -> None:
        """Follow the table: a game that begins or ends has other seals and other keys."""
        self.renew_text()
        self.renew()

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
        self.show_pane(self.prompt, self.prompt.typing or bool(sentence))
        if not self.prompt.typing:
            self.prompt.label(f"   {sentence}" if sentence else "")
        elif sentence:
            self.prompt.label(f" {sentence} › ")

    def do_words(self) -> None:
        self.prompt.label(self.words.t(" your words › "))
        self.prompt.open()
        self.show_pane(self.prompt)

    async def do_give(self) -> None:
        """Submit the typed words; they stay in the line if refused."""
        await self._table_session.contribute(self.prompt.text)
        self.prompt.close()
        self.tell(self.words.t("Your words are sealed; everybody reads them when the game begins."))
        self.renew_text()

    def do_keep(self) -> None:
        self.prompt.close()
        self.tell("")

    def _rows(self, width: int) -> list[Row]:
        """Draw all of it below each other, with what explains the steps where that fits."""
        room = self.app.size.height - 4
        for detailed in (True, False):
            rows: list[Row] = []
            for shown in self._lines():
                if detailed or shown.kind != "detail":
                    above = detailed and shown.kind == "step" and rows and rows[-1]
                    rows += [*[EMPTY] * bool(above), *self._drawn(shown, width)]
            if len(rows) <= room:
                break
        return rows

    def _lines(self) -> Iterator[FairLine]:
        """Say it all, with the way to this server and the key for one's own words."""
        way = by_ssh("play", self.arcade.club.address)
        key = chip(self.arcade.keyboard.shown(WORDS))
        return fair_lines(self.words, self._table_session.table(), way, key)

    def _about(self, width: int) -> list[list[Row]]:
        """Draw the steps and what to type, for the first column."""
        blocks: list[list[Row]] = []
        for shown in self._lines():
            if shown.kind == "sentence" and shown.text:
                blocks.append([*wrap(keyed(shown.text), width)])
            elif shown.kind == "step":
                about = wrap(row(shown.value), width)
                blocks.append(headed(shown.text.rstrip(), [EMPTY, *about], width))
            elif shown.kind == "detail":
                blocks[-1] += wrap(row(shown.value), width)
            elif shown.kind == "command":
                above = [EMPTY] * bool(shown.text.strip())
                command = row((shown.text.lstrip(), "dim"), (shown.value, "accent"))
                blocks[-1] += [*above, *wrap(command, width, 2)]
        return blocks

    def _sealed(self, width: int) -> list[Row]:
        """Draw the seals of the games, for the second column."""
        rows: list[Row] = []
        for shown in self._lines():
            if shown.kind == "title":
                rows += [*[EMPTY] * (2 * bool(rows)), *self._drawn(shown, width), EMPTY]
            elif shown.kind in ("digits", "value"):
                rows += self._drawn(shown, width)
        return rows

    def _drawn(self, shown: FairLine, width: int) -> Sequence[Row]:
        match shown.kind:
            case "title":
                return headed(shown.text, (), width)
            case "value":
                return wrap(row(shown.text + shown.value), width, len(shown.text))
            case "digits":
                return wrap(row(shown.text, (shown.value, "dim")), width, len(shown.text))
            case "step" | "detail":
                return wrap(row((shown.text, "gold"), shown.value), width, len(shown.text))
            case "command":
                return [row((shown.text, "dim"), (shown.value, "accent"))]
            case _:
                return wrap(keyed(shown.text), width)
