"""The odds of one's choices beside the game, in place of the log; nothing waits for them.

The pane asks again each turn while it is open. Keys still go to the game.
"""

from asyncio import Task, create_task
from collections.abc import Callable

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.coaching import VISIBLE_DIFFERENCE, Odds, Reason
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.speech.actions import label
from arcade.club.speech.ending import CHANCES, judged_text, worth_heading, worth_text
from arcade.club.table_session import TableSession
from arcade.club.views import TableView
from arcade.engine.game import GameAction
from arcade.engine.words import N_
from screens.keys import Action
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    fine_bar,
    fit,
    pad,
    row,
    row_width,
    wrap,
)
from screens.widgets.lines import Lines

_BAR, _COST = range(8, 49), 5
"""The fewest cells of a bar beside a choice and the most, and those of what it gives away."""
_GAP = 2
"""Cells between a choice and its figure."""
_LEAST = 8
"""Rows that it has above the log at first."""
ODDS_OFF = Action(
    "odds", ("i", "escape"), "i", N_("close"), N_("Show the log again, not the odds.")
)


class CoachPane(Lines):
    """The coach's odds for a seat's choices now, and its reason for a bot's last move."""

    def __init__(self, advise: Callable[[GameAction | None], None]) -> None:
        """`advise` takes the best choice as soon as it is known, and None with the next move."""
        super().__init__()
        self._advise = advise
        self.open = False
        self._asked: tuple[TableSession, int] | None = None
        self._asking: Task[None] | None = None
        self._odds: Odds | None = None
        self._reason: Reason | None = None
        self._no = ""
        self._game = ""
        self._names: tuple[str, ...] = ()
        self._you = ""
        self._least = self._most = 0

    def switch(self, session: TableSession, grow: Callable[[], None]) -> None:
        """Open or close the pane; raises `Refused` where there is no coach for anybody.

        `grow` is called where it needs more rows above the log.
        """
        self._grow, self._least, self._most = grow, _LEAST, 0
        if self.open:
            self.open = False
            self._asked = None
            self._advise(None)
            return
        session.reason()  # refuses where the coach may not be asked at all
        self.open = True
        self.show(session, session.table())

    def show(self, session: TableSession, table: TableView) -> None:
        """Ask the coach about a new view of the table, if it differs."""
        if not self.open or self._asked == (session, table.version):
            return
        self._asked = session, table.version
        self._game = table.game
        self._names, self._you = tuple(seat.name for seat in table.seats), table.you
        self._odds, self._no = None, ""
        self._advise(None)
        self._reason = self._reason_of(session)
        if table.my_turn:
            # Never awaited here: keys are taken while the coach thinks.
            self._asking = create_task(self._ask(session, table.version))
        self._renew()

    def rows(self, width: int, most: int) -> int:
        """Return the rows that it needs above the log, of so many: never fewer than before."""
        self._most = most
        self._least = max(self._least, len(self.draw(Size(width, most))))
        return min(most, self._least)

    def _renew(self) -> None:
        self.redraw()
        width, height = self.size
        if self._most > height and len(self.draw(Size(width, self._most))) > height:
            self._grow()

    def draw(self, size: Size) -> list[Row]:
        """Draw as many of one's choices as fit, the best first, then the reason of a bot's move."""
        width, height = size
        t = self.words.t
        head = row((t("The coach"), "strong"))
        rows: list[Row] = [head, EMPTY]
        if self._odds is not None:
            rows = self._advised(self._odds, head, width, height)
        elif self._no:
            rows += wrap(row((self._no, "dim")), width)
        elif self._asking is not None and not self._asking.done():
            rows += wrap(row(t("The coach is thinking…")), width)
        else:
            rows += wrap(row((t("The odds come with your turn."), "dim")), width)
        if self._reason is not None:
            rows += [EMPTY, *self._reason_rows(self._reason, width)]
        return rows[:height]

    @property
    def _words(self) -> Words:
        """Words that say "you" to the person at this screen."""
        return self.words.to(self._you)

    def _advised(self, odds: Odds, head: Row, width: int, height: int) -> list[Row]:
        """Draw what each choice is worth below its heading, and what decides for the best one.

        What decides is left out where it does not fit, and before it blank rows.
        """
        worths, across = self._worths(odds, width)
        heading = row((worth_heading(self.words, odds.unit), "dim"))
        beside_it = across + row_width(heading) <= width
        above = [fit(head, across) + heading] if beside_it else [head, *wrap(heading, width)]
        why = wrap(row((self._words.say(odds.advice[0].why, self._names), "dim")), width)
        spare = height - len(above) - len(worths)
        if explains := spare > len(why):
            spare -= len(why) + 1
        above += [EMPTY] * (spare > 0)
        return [*above, *worths, *(EMPTY, *why) * explains]

    def _worths(self, odds: Odds, width: int) -> tuple[list[Row], int]:
        """Draw each choice with its worth, the best first; return where the figures begin too.

        A chance has a bar as long as it is great, and at its end what the choice gives away.
        """
        number, best = self.words.number, odds.advice[0].worth
        worths = [worth_text(self.words, advice.worth, odds.unit) for advice in odds.advice]
        labels = [
            label(self.words, self._game, advice.action, self._names) for advice in odds.advice
        ]
        figure = max(map(len, worths))
        most = width - figure - 1 - _COST - _GAP
        name = min(max(map(cell_len, labels)), most)
        cells = min(_BAR.stop - 1, most - name - 1)
        bars = odds.unit in CHANCES and cells >= _BAR.start and best > 0
        rows: list[Row] = []
        for advice, worth, text in zip(odds.advice, worths, labels, strict=True):
            tone, given = "" if rows else "strong", best - advice.worth
            line = row((pad(worth, figure, "right"), tone), " ")
            costs = bool(rows) and given >= VISIBLE_DIFFERENCE
            if bars:
                lost = fine_bar(given / best, cells, "alert") if costs else EMPTY
                kept = cells - row_width(lost)
                line += row(("▄" * kept, "dim" if rows else "good")) + lost + row(" ")
            line += row((number(-given, 1, signed=True), "dim")) if costs else EMPTY
            rows += beside(wrap(row((text, tone)), name), [line], name, _GAP)
        return rows, name + _GAP

    def _reason_rows(self, reason: Reason, width: int) -> list[Row]:
        t = self.words.t
        head = t(
            "Before, {name} chose: {choice}",
            name=self._names[reason.seat],
            choice=label(self.words, self._game, reason.advice.action, self._names),
        )
        why = self._words.say(reason.advice.why, self._names)
        judged = judged_text(self.words, self._game, reason, self._names)
        return [
            *wrap(row((head, "accent")), width, 2),
            *wrap(row((why, "dim"), (" " + judged, "dim")), width),
        ]

    def _reason_of(self, session: TableSession) -> Reason | None:
        try:
            return session.reason()
        except Refused:
            return None

    async def _ask(self, session: TableSession, version: int) -> None:
        try:
            odds, no = await session.odds(), ""
        except Refused as refusal:
            odds, no = None, self.words.say(refusal.why, self._names)
        if self._asked == (session, version):
            self._odds, self._no = odds, no
            self._asking = None
            self._advise(odds.advice[0].action if odds is not None else None)
            self._renew()
