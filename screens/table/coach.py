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
    clip,
    fine_bar,
    fit,
    pad,
    row,
    row_width,
    stacked,
    wrap,
)
from screens.widgets.lines import Lines

_BROAD = 72
"""Cells of a pane below the picture, which is low: the advice stands beside the title."""
_CELLS, _FULL = 10, 10
"""The most cells of the bar of what a choice gives away, and the chances in 100 that fill it."""
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

    def switch(self, session: TableSession) -> None:
        """Open or close the pane; raises `Refused` where there is no coach for anybody."""
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
        self.redraw()

    def draw(self, size: Size) -> list[Row]:
        """Draw as many of one's choices as fit, the best first, then the reason of a bot's move."""
        width, height = size
        t = self.words.t
        head = row((t("The coach"), "strong"))
        rows: list[Row] = [head, EMPTY]
        if self._odds is not None and width >= _BROAD:
            rows = self._in_low(self._odds, head, width, height)
        elif self._odds is not None:
            rows += self._choice_rows(self._odds, width, height - len(rows))
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

    def _choice_rows(self, odds: Odds, width: int, height: int) -> list[Row]:
        """Draw the advice as a person gives it, what decides for it, and the worth of each choice.

        What decides is left out where it does not fit.
        """
        advice = wrap(self._advice(odds), width)
        why = wrap(row(self._why(odds)), width)
        heading = row((clip(worth_heading(self.words, odds.unit), width), "dim"))
        table = [heading, *self._worths(odds, width)]
        least = len(advice) + 1 + len(table)
        blocks = [advice, why, table] if least + 1 + len(why) <= height else [advice, table]
        return stacked(blocks, height, 1)

    def _in_low(self, odds: Odds, head: Row, width: int, height: int) -> list[Row]:
        """Draw the same in a broad and low pane: what the figures are stands beside the best."""
        advice = head + row("  ") + self._advice(odds)
        above = [fit(advice if row_width(advice) <= width else self._advice(odds), width)]
        worths = self._worths(odds, width, worth_heading(self.words, odds.unit))
        why = wrap(row((self._why(odds), "dim")), width)
        if len(above) + len(worths) + 1 + len(why) <= height:
            worths += [EMPTY, *why]
        if len(above) + len(worths) < height:
            above.append(EMPTY)
        return [*above, *worths]

    def _advice(self, odds: Odds) -> Row:
        name = label(self.words, self._game, odds.advice[0].action, self._names)
        return row((self.words.t("My advice: {choice}.", choice=name), "good"))

    def _why(self, odds: Odds) -> str:
        return self._words.say(odds.advice[0].why, self._names)

    def _worths(self, odds: Odds, width: int, heading: str = "") -> list[Row]:
        """Draw what each choice is worth, the best first.

        Where there is room, the `heading` stands behind the best, and what is given away by the
        others behind them.
        """
        number = self.words.number
        best = odds.advice[0].worth
        worths = [worth_text(self.words, advice.worth, odds.unit) for advice in odds.advice]
        labels = [
            label(self.words, self._game, advice.action, self._names) for advice in odds.advice
        ]
        across = max(map(len, worths))
        behind = across + 1 + max(map(cell_len, labels)) + 2
        rows: list[Row] = []
        for advice, worth, name in zip(odds.advice, worths, labels, strict=True):
            line = row((f"{pad(worth, across, 'right')} {name}", "" if rows else "strong"))
            given = best - advice.worth
            beside = row((heading, "dim"))
            if rows and given < VISIBLE_DIFFERENCE:
                beside = EMPTY
            elif rows:
                cost = number(-given, 1, signed=True)
                share = given / _FULL if odds.unit in CHANCES else 0
                beside = row((f"{cost:>5} ", "dim"), *fine_bar(share, _CELLS, "alert"))
            if behind + row_width(beside) <= width:
                line = fit(line, behind) + beside
            rows += wrap(line, width, across + 1)
        return rows

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
            self.redraw()
