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
    beside,
    chip,
    columns,
    fit,
    keyed,
    row,
    row_width,
    stacked,
    wrap,
)
from screens.widgets.dice import SIZES, die, written
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import GAP, SHEET, WIDE, headed

WORDS = Action("words", ("w", "enter"), "w", N_("your own words"), N_("Give words to the dice."))
GIVE = Action("give", ("enter",), "Enter", N_("give them"), N_("Give these words to the dice."))
KEEP = Action("keep", ("escape",), "Esc", N_("not now"), N_("Give nothing."))


def sealed_line(words: Words, table: TableView) -> str:
    """Return a short note that the dice are sealed; "" if they are not."""
    now = table.fair.now
    return words.t("dice sealed: {start}…", start=now.commitment[:4]) if now else ""


WHOLE = Action("whole", ("v",), "v", N_("whole seals"), N_("Show the seals in full, or the steps."))

_SIZES = "huge", "big", "medium", "small"
"""The sizes of the dice on the cards of the steps, the largest first that fits."""
_STEPS, _BESIDE, _ROOMY = 3, 72, 28
"""How many steps there are; the fewest cells of a page in which they stand beside each other, and
of a step that has room for what belongs to it."""
_SHORT, _TAIL = 60, 8
"""The cells below which a seal is shortened; its last signs that are shown then."""
_OPEN = 4, 2, 1
"""The faces of the checked dice."""


class FairPage(Page):
    """The page behind `F`; before a game seated people may type words for its dice."""

    LONGEST = SHEET

    def __init__(self, session: TableSession, title: str) -> None:
        super().__init__(title, self._rows)
        self._table_session = session
        self._message = ""
        self._whole = False
        """Whether all seals are shown in full, one below the other."""
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
        shortened = table.fair.last is not None and _BESIDE <= self.text.size.width < WIDE
        actions[1:1] = [WHOLE] * shortened
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
        self.open_line(self.prompt, self.words.t(" your words › "))

    async def do_give(self) -> None:
        """Submit the typed words; they stay in the line if refused."""
        await self._table_session.contribute(self.prompt.text)
        self.prompt.close()
        self.tell(self.words.t("Your words are sealed; everybody reads them when the game begins."))
        self.renew_text()

    def do_whole(self) -> None:
        """Show the seals in full, or the steps as cards again."""
        self._whole = not self._whole
        self.renew_text()

    def do_keep(self) -> None:
        self.prompt.close()
        self.tell("")

    def _rows(self, width: int) -> list[Row]:
        """Draw all of it, the steps beside each other where a terminal has the room."""
        answered = 2 * bool(self._table_session.table().fair.words)
        room = self.app.size.height - 3 - (width >= WIDE) - answered
        for size in _SIZES if width >= _BESIDE and not self._whole else ():
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
        """Draw the steps with dice of that size, the games beside each other below.

        Narrow steps are told without what explains them, and all else below the games.
        """
        lines = [*self._lines()]
        first, *others = (shown.text for shown in lines if shown.kind == "sentence" and shown.text)
        gap = GAP if width >= WIDE else 2
        cells = (width - (_STEPS - 1) * gap) // _STEPS
        commands = self._commands(lines, width)
        mixed, roomy = keyed(others.pop()), cells >= _ROOMY
        steps = self._steps(lines, width, size, gap)
        games = self._games(lines, (width - GAP) // 2, width)
        below = [*chain(*(balanced(keyed(text), width) for text in others))]
        top = [*balanced(row((first, "strong")), width)]
        if not roomy:
            bare = [*below, *commands[1:]]
            below += commands
            whole = [*below, *balanced(mixed, width)]
            ways = list[tuple[list[Row], ...]]()
            ways += ((top, steps, games, end) for end in (whole, below, bare))
            ways = [*ways, ([*top, *steps], games, bare)] if size == _SIZES[-1] else ways[:2]
            return min((stacked(way, room, 1) for way in ways), key=lambda rows: len(rows) > room)
        below += balanced(mixed, width)
        rows = stacked([top, steps, below, games, commands], room, 3)
        return [*[EMPTY] * ((room - len(rows)) // 3), *rows]

    def _commands(self, lines: Iterable[FairLine], width: int) -> list[Row]:
        """Draw the commands under their heading, with what they do beside them or below."""
        t = self.words.t
        commands = [
            row((shown.text.lstrip(), "dim"), (shown.value, "accent"))
            for shown in lines
            if shown.kind == "command"
        ]
        if not commands:
            return []
        notes = [row((note, "dim")) for note in (t("gets the record"), t("checks every roll"))]
        cells = max(map(row_width, commands))
        if width >= WIDE:
            half = (width - GAP) // 2
            pairs = zip(commands, notes, strict=False)
            commands = [EMPTY, *columns([[fit(line, half), note] for line, note in pairs], GAP)]
        elif cells + GAP + max(map(row_width, notes)) <= width:
            commands = beside(commands, notes, cells, GAP)
        return headed(t("Check it yourself"), commands, width)

    def _lines(self) -> Iterator[FairLine]:
        """Say it all, with the way to this server and the key for one's own words."""
        way = by_ssh("play", self.arcade.club.address)
        key = chip(self.arcade.keyboard.shown(WORDS))
        return fair_lines(self.words, self._table_session.table(), way, key)

    def _steps(
        self,
        lines: Iterable[FairLine],
        width: int,
        size: str,
        gap: int,
    ) -> list[Row]:
        """Draw the steps: dice under a seal, one of them with somebody's words, and dice seen."""
        cells = (width - (_STEPS - 1) * gap) // _STEPS
        size = next(dice for dice in _SIZES[_SIZES.index(size) :] if _across(dice) <= cells)
        steps = list[tuple[str, list[Row]]]()
        for shown in lines:
            if shown.kind == "step":
                steps.append((shown.text.strip(), []))
            if shown.kind == "step" or (shown.kind == "detail" and gap == GAP):
                steps[-1][1].extend(balanced(row(shown.value), cells))
        now = self._table_session.table().fair.now
        sealed = written(now.commitment if now is not None else "", size, "tile-dim")
        words = written("“…”", size)[1]
        dice = [sealed, [sealed[0], words, sealed[2]]]
        dice.append([die(face, "tile", size) for face in _OPEN])
        drawn = list[list[Row]]()
        for (title, about), three in zip(steps, dice, strict=True):
            wide = cells if len(drawn) < _STEPS - 1 else width - (_STEPS - 1) * (cells + gap)
            drawn.append(headed(title, [EMPTY, *columns(three, 1), EMPTY, *about], wide))
        return columns(drawn, gap)

    def _games(self, lines: Iterable[FairLine], cells: int, width: int) -> list[Row]:
        """Draw the seals of the games beside each other, a single one over the whole width."""
        games = list[list[FairLine]]()
        for shown in lines:
            if shown.kind == "title" or (shown.kind in ("digits", "value") and not games):
                games.append([])
            if shown.kind in ("title", "digits", "value"):
                games[-1].append(shown)
        if len(games) == 1 and cells < _SHORT:
            cells = width
        air = [EMPTY] * (width >= WIDE)
        drawn = [
            [
                line
                for shown in game
                for line in (*self._drawn(shown, cells), *air * (shown.kind == "title"))
            ]
            for game in games
        ]
        return columns([[fit(line, cells) for line in game] for game in drawn], GAP)

    def _drawn(self, shown: FairLine, width: int) -> Sequence[Row]:
        match shown.kind:
            case "title":
                return headed(shown.text, (), width)
            case "value" if width < _SHORT and not self._whole:
                return [fit(row(shown.text + shown.value), width)]
            case "value":
                return wrap(row(shown.text + shown.value), width, len(shown.text))
            case "digits":
                whole = len(shown.text + shown.value)
                if whole > width and not self._whole and width < _SHORT:
                    head = shown.value[: width - len(shown.text) - _TAIL - 1]
                    return [row(shown.text, (f"{head}…{shown.value[-_TAIL:]}", "dim"))]
                cells = width if whole <= width else len(shown.text) + len(shown.value) // 2
                return wrap(row(shown.text, (shown.value, "dim")), cells, len(shown.text))
            case "step" | "detail":
                return wrap(row((shown.text, "strong"), shown.value), width, len(shown.text))
            case "command":
                return [row((shown.text, "dim"), (shown.value, "accent"))]
            case _:
                return wrap(keyed(shown.text), width)


def _across(size: str) -> int:
    """Count the cells of the dice of a step."""
    return _STEPS * (SIZES[size][0] + 1) - 1
