"""A table's fair dice: the seal, the words of the seats, and a line to type one's own."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from arcade.club.i18n.words import Words
from arcade.club.speech.fairness import FairLine, fair_lines
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.table_session import TableSession
from arcade.club.views import TableView
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.pages.page import READABLE, Page
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    chip,
    columns,
    fit,
    keyed,
    row,
    stacked,
    wrap,
)
from screens.widgets.dice import die
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import GAP, SHEET, WIDE, framed, headed

WORDS = Action("words", ("w", "enter"), "w", N_("your own words"), N_("Give words to the dice."))
GIVE = Action("give", ("enter",), "Enter", N_("give them"), N_("Give these words to the dice."))
KEEP = Action("keep", ("escape",), "Esc", N_("not now"), N_("Give nothing."))


def sealed_line(words: Words, table: TableView) -> str:
    """Return a short note that the dice are sealed; "" if they are not."""
    now = table.fair.now
    return words.t("dice sealed: {start}…", start=now.commitment[:4]) if now else ""


_SIZES = "huge", "big", "small"
"""The sizes of the dice on the cards of the steps, the largest first that fits."""
_CLOSED = 0, "tile-dim"
_DICE = (
    (_CLOSED,) * 3,
    (_CLOSED, (0, "tile-held"), _CLOSED),
    tuple((face, "tile") for face in (4, 2, 1)),
)
"""The face and tone of the dice on each card: sealed, with words of a player's own, checked."""


class FairPage(Page):
    """The page behind `F`; before a game seated people may type words for its dice."""

    LONGEST = SHEET

    def __init__(self, session: TableSession, title: str) -> None:
        super().__init__(title, self._rows)
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
        """Draw all of it, the steps as cards beside each other where a terminal has the room."""
        room = self.app.size.height - 4
        for size in _SIZES if width >= WIDE else ():
            rows = self._broad(width, size, room)
            if len(rows) <= room:
                return rows
        return self._listed(min(width, READABLE), room)

    def _listed(self, width: int, room: int) -> list[Row]:
        """Draw all of it below each other, with what explains the steps where that fits."""
        for detailed in (True, False):
            rows: list[Row] = []
            for shown in self._lines():
                if detailed or shown.kind != "detail":
                    above = detailed and shown.kind == "step" and rows and rows[-1]
                    rows += [*[EMPTY] * bool(above), *self._drawn(shown, width)]
            if len(rows) <= room:
                break
        return rows

    def _broad(self, width: int, size: str, room: int) -> list[Row]:
        """Draw the steps as cards with dice of that size, the games beside each other below."""
        lines = [*self._lines()]
        first, *others = (
            balanced(keyed(shown.text), width)
            for shown in lines
            if shown.kind == "sentence" and shown.text
        )
        steps = self._steps(lines, (width - 2 * GAP) // 3, size)
        games = self._games(lines, (width - GAP) // 2)
        return stacked([first, steps, games, [*chain(*others)]], room, 3)

    def _lines(self) -> Iterator[FairLine]:
        """Say it all, with the way to this server and the key for one's own words."""
        way = by_ssh("play", self.arcade.club.address)
        key = chip(self.arcade.keyboard.shown(WORDS))
        return fair_lines(self.words, self._table_session.table(), way, key)

    def _steps(self, lines: Iterable[FairLine], cells: int, size: str) -> list[Row]:
        """Draw the steps: closed dice, one of them with somebody's words, and the dice seen."""
        steps = list[tuple[str, list[Row]]]()
        for shown in lines:
            if shown.kind == "step":
                steps.append((shown.text.strip(), []))
            if shown.kind in ("step", "detail"):
                steps[-1][1].extend(balanced(row(shown.value), cells - 4))
        high = max(len(about) for _, about in steps)
        cards = list[list[Row]]()
        for (title, about), faces in zip(steps, _DICE, strict=True):
            dice = columns([die(face, tone, size) for face, tone in faces], 1)
            inside = [EMPTY, *dice, EMPTY, *about, *[EMPTY] * (high - len(about) + 1)]
            head = row(" ", (title, "strong"), " ")
            cards.append(framed(head, EMPTY, inside, cells, len(inside) + 2))
        return columns(cards, GAP)

    def _games(self, lines: Iterable[FairLine], cells: int) -> list[Row]:
        """Draw the seals of the games, below the last one the commands that check it."""
        games, commands = list[list[Row]](), [EMPTY]
        for shown in lines:
            if shown.kind == "command":
                line = row((shown.text.lstrip(), "dim"), (shown.value, "accent"))
                commands += wrap(line, cells, 2)
            elif shown.kind == "title" or (shown.kind in ("digits", "value") and not games):
                games.append([])
            if shown.kind in ("title", "digits", "value"):
                games[-1] += [*self._drawn(shown, cells), *[EMPTY] * (shown.kind == "title")]
        if games and len(commands) > 1:
            games[-1] += commands
        return columns([[fit(line, cells) for line in game] for game in games], GAP)

    def _drawn(self, shown: FairLine, width: int) -> Sequence[Row]:
        match shown.kind:
            case "title":
                return headed(shown.text, (), width)
            case "value":
                return wrap(row(shown.text + shown.value), width, len(shown.text))
            case "digits":
                whole = len(shown.text + shown.value)
                cells = width if whole <= width else len(shown.text) + len(shown.value) // 2
                return wrap(row(shown.text, (shown.value, "dim")), cells, len(shown.text))
            case "step" | "detail":
                return wrap(row((shown.text, "strong"), shown.value), width, len(shown.text))
            case "command":
                return [row((shown.text, "dim"), (shown.value, "accent"))]
            case _:
                return wrap(keyed(shown.text), width)
