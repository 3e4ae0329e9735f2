"""A game step by step: the table as it was, in the game's own view, through chosen eyes.

A finished game can be seen from every seat; a running one only from one's own, and the screen says
at once when the table waits for this person.
"""

from asyncio import Task, get_running_loop
from collections.abc import Mapping

from textual.geometry import Region, Size
from textual.message import Message

from arcade.club.people.drafts import OpenPage
from arcade.club.replays.replay import LiveReplay, Replay
from arcade.club.replays.review import NOTHING, Advise, Review
from arcade.club.speech.read_aloud import paragraph
from arcade.club.table_session import TableSession
from arcade.club.views import TableView
from screens import keys
from screens.aloud import shown_text
from screens.base import SMALLEST
from screens.games import view_class
from screens.games.view import Act
from screens.keys import Action
from screens.replay import actions
from screens.replay.actions import ReplayActions
from screens.replay.bars import (
    PositionLine,
    RemarkLine,
    ReplayLog,
    ReplayTop,
    Standing,
    remark_row,
)
from screens.table.areas import areas
from screens.table.seats import SeatStrip
from screens.terminal.paint import Pane
from screens.terminal.rows import EMPTY, Row
from screens.widgets.prompt import Prompt

_TALL = 28
"""Rows of a terminal from which the coach has two of them."""

_SAID = 270
"""Cells in which what the coach says has room."""


class Weighed(Message, bubble=False):
    """The coach has weighed the choice that led to a step."""

    def __init__(self, step: int) -> None:
        self.step = step
        super().__init__()


class ReplayScreen(ReplayActions):
    """Steps through one game; `live_replay` and `session` where it may still be running."""

    def __init__(
        self,
        replay: Replay,
        advise: Advise | None = None,
        *,
        at: int | None = None,
        viewpoint: int | None = None,
        session: TableSession | None = None,
        live_replay: LiveReplay | None = None,
    ) -> None:
        super().__init__()
        self.replay = replay
        self._advise = advise
        self.review = self._reviewed()
        self._table_session, self._live_replay = session, live_replay
        own = replay.own if replay.own in replay.viewpoints else None
        self.viewpoint = (
            own if viewpoint is None or viewpoint not in replay.viewpoints else viewpoint
        )
        self.at = at if at is not None else 0
        self._message = ""
        self._weighing: Task[None] | None = None
        table = self._table()
        self.top: ReplayTop = ReplayTop(self.standing())
        self.game = view_class(table.game)(table)
        self.game.has_log = False
        self.seats = SeatStrip(table)
        self.log_pane = ReplayLog()
        self.position = PositionLine(self.standing())
        self.remark = RemarkLine()
        self.prompt = Prompt(most=6)

    def regions(self, size: Size) -> Mapping[Pane, Region]:
        """Put the game where a table has it, and the bars below.

        In few rows the coach speaks under the log, where a long sentence has room.
        """
        seats = 0 if self.game.SHOWS_SEATS else len(self.replay.room.chairs)
        low, wide = size.height < _TALL, self.game.WIDE
        alone = bool(wide) and not areas(size, 0, wide=wide).side  # as at the table
        beside = self.review is not None and low and size.width >= SMALLEST.width and not alone
        below = 2 if beside else 3 if low and not alone else 4
        at = self.divide(size, below, seats, wide=wide)
        self.game.alone = not at.side
        line = Region(0, at.bottom, size.width, 1)
        side, remark = at.side, Region(0, at.bottom + 1, size.width, size.height - at.bottom - 2)
        if beside:
            side, remark = side.split_horizontal(
                max(side.height // 2, side.height - _SAID // side.width)
            )
        return {
            self.game: at.picture,
            **({self.seats: at.seats} if at.seats else {}),
            self.log_pane: side,
            self.remark: remark,
            self.prompt if self.prompt.typing else self.position: line,
        }

    # Position

    def _table(self, at: int | None = None) -> TableView:
        return self.replay.view(self.at if at is None else at, self.viewpoint)

    def standing(self) -> Standing:
        mine = False
        if self._table_session is not None:
            table = self._table_session.table()
            mine = table.my_turn
        return Standing(
            self.replay, self.at, self.viewpoint, live=self.live, mine=mine, speed=self.speed
        )

    def _reviewed(self) -> Review | None:
        """Return the coach's review if there is a coach and the game is over."""
        review = Review(self.replay, self._advise) if self._advise is not None else None
        return review if review is not None and review.possible else None

    def open_page(self) -> OpenPage:
        number = 0 if self.live else self.replay.number
        return OpenPage("replay", self.replay.room.code, self.at, number, self.viewpoint)

    @property
    def live(self) -> bool:
        return self._table_session is not None and not self.replay.over

    def on_mount(self) -> None:
        self.listen_to(self._table_session)
        self.present()

    def on_resize(self) -> None:
        self.bars()

    def show_step(self, at: int) -> None:
        """Go to a step; the next one is animated as at the table."""
        on = at == self.at + 1
        self.at = max(0, min(at, len(self.replay.steps) - 1))
        self.present(on)

    def present(self, on: bool = False) -> None:
        """Show the step as it followed from the previous ones, whatever was shown last."""
        table = self._table()
        if not on:
            # What a view remembers of a throw, it has seen in this turn or in the one before.
            turn = self.replay.steps[self.at].turn
            for number in range(max(0, self.replay.starts[max(0, turn - 2)] - 1), self.at):
                self.game.take(self._table(number))
        self.game.play_frames(0)  # whatever still moves
        self.game.show(table)
        if not on:
            self.game.play_frames(0)
        self.seats.show(table)
        self.log_pane.show(table)
        self._weigh()
        self._recommend()
        self.bars()
        self.renew()

    def bars(self) -> None:
        self.top.show(self.standing())
        self.position.show(self.standing(), self._message)
        self.remark.show(self._remark())

    def heard(self) -> str:
        """Describe the step: its number, its log line, and the table after it."""
        step = self.replay.steps[self.at]
        news = step.room.rules.news(step.room.state)
        sentences = [self.words.say(item, step.room.names) for item in news]
        where = shown_text(self.words, (self.top, self.position, self.remark))
        return " ".join((where, *sentences, paragraph(self.words, self._table())))

    # The running table

    async def changed(self) -> None:
        """Take new steps; the current one stays."""
        if self._live_replay is not None and not self.replay.over:
            with self.report_refusals():
                self.replay = await self._live_replay.replay()
            if self.replay.over:
                self.review = self._reviewed()
                self.rearrange()
            if self.viewpoint not in self.replay.viewpoints or self.at >= len(self.replay.steps):
                self.viewpoint, self.at = self.replay.own, len(self.replay.steps) - 1
                self.present()
        self.bars()
        self.renew()

    # The coach

    def _weigh(self) -> None:
        """Let the coach weigh the current choice, one at a time, off the loop."""
        if self._weighing is None and self.review is not None and self.review.wants(self.at):
            self._weighing = get_running_loop().create_task(self._ask(self.review, self.at))

    async def _ask(self, review: Review, step: int) -> None:
        await review.remark(step)
        self.post_message(Weighed(step))

    def on_weighed(self) -> None:
        self._weighing = None
        self._weigh()
        self._recommend()
        self.bars()

    def _recommend(self) -> None:
        """Mark on the picture what was better than the choice one came to see."""
        if self.review is not None and self.sought == self.at + 1:
            remark = self.review.known(self.sought)
            if remark is not None and remark.given > NOTHING:
                self.game.recommend(remark.best.action)

    def _remark(self) -> Row:
        if self.review is None:
            return EMPTY
        names = self.replay.steps[self.at].room.names
        ahead = (self.at + 1,) if self.sought == self.at + 1 else ()  # what one came to see
        for step in (*ahead, self.at):
            remark = self.review.known(step)
            if remark is not None:
                game = self.replay.room.game
                return remark_row(self.words, game, remark, names, made=step == self.at)
        return EMPTY

    # Keys

    def line(self) -> Prompt:
        return self.prompt

    def actions(self) -> list[Action]:
        if self.prompt.typing:
            return [actions.GO, keys.STOP_TYPING]
        available = [*actions.STEPS]
        if len(self.replay.viewpoints) > 1:
            seats = len(self.replay.room.chairs)
            available += [actions.EYES, *actions.SEATS[: min(seats, 9)], actions.SEATS[-1]]
        if self.review is not None:
            available += [actions.COACH, actions.COSTLY]
        available.append(actions.JUMP)
        if not self.arcade.local:
            available.append(keys.MOUSE)
        return [*available, keys.MENU, keys.BACK, keys.QUIT, keys.HELP]

    async def perform(self, name: str) -> None:
        if name.startswith("eyes_"):
            seat = name.removeprefix("eyes_")
            self.look_with(int(seat) if seat.isdigit() else None)
            return
        await super().perform(name)

    def on_act(self, event: Act) -> None:
        """Do nothing: the past cannot be played."""

    def tell(self, sentence: str) -> None:
        if sentence != self._message:
            self._message = sentence
            self.bars()
