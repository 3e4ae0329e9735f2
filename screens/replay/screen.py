"""A game step by step: the table as it was, in the game's own view, through chosen eyes.

A finished game can be seen from every seat; a running one only from one's own, and the screen says
at once when the table waits for this person.
"""

from asyncio import Task, get_running_loop
from collections.abc import Mapping

from textual.geometry import Region, Size, Spacing
from textual.message import Message
from textual.timer import Timer

from arcade.club.people.drafts import OpenPage
from arcade.club.replays.curve import Curve, Curves, curve_of
from arcade.club.replays.replay import LiveReplay, Replay
from arcade.club.replays.review import MIN_GIVEN, Advise, Review
from arcade.club.speech.read_aloud import paragraph
from arcade.club.table_session import TableSession
from arcade.club.views import TableView
from screens import keys
from screens.aloud import shown_text
from screens.base import SMALLEST
from screens.games import view_class
from screens.keys import Action
from screens.pages.rules_page import RulesPage
from screens.replay import keys as replay_keys
from screens.replay.bars import (
    CurvePane,
    PositionLine,
    RemarkLine,
    ReplayLog,
    ReplayTop,
    Standing,
    eyes_text,
    remark_row,
)
from screens.replay.costliest import Costliest, Sought
from screens.table.layout import FilledRows, GameScreen, own_columns, table_layout, with_lines_below
from screens.table.seats import SeatStrip
from screens.terminal.paint import Pane
from screens.terminal.rows import EMPTY, Row
from screens.widgets.curve import BEST, WORST
from screens.widgets.prompt import Prompt

_TALL = 28
"""Terminals with this many rows give the coach two."""

_HIGH, _HIGHEST, _MANY = 40, 44, 4
"""Rows of a terminal from which everybody's curves stand apart and are high, and the most seats."""
_ABOVE, _BELOW = Spacing(1, 0, 0, 0), Spacing(0, 0, 1, 0)
"""What is free above a picture in many rows, and below the bars."""

_TOLD, _KEPT = 2, 22
"""Rows of what happened and of the coach's word below a picture that has all columns, at least, and
those that it keeps where there are more."""

_ROOMY = 100
"""Columns from which the bottom line names all keys."""

SPEEDS = (("½×", 3.0), ("1×", 1.5), ("2×", 0.75), ("4×", 0.35))
"""Label of each speed, and its seconds a step."""


class Weighed(Message, bubble=False):
    """The coach has weighed the choice that led to a step."""

    def __init__(self, step: int) -> None:
        self.step = step
        super().__init__()


class Traced(Message, bubble=False):
    """The curve of the game is known."""


class ReplayScreen(GameScreen[None]):
    """Steps through one game; `live_replay` and `session` where it may still be running.

    `at` is the current step, `viewpoint` the seat that looks, `sought` the choice to look at.
    """

    plays_on = True
    """Whether a game can be played on from here: there is a house around it."""

    def __init__(
        self,
        replay: Replay,
        advise: Advise | None = None,
        *,
        at: int | None = None,
        viewpoint: int | None = None,
        session: TableSession | None = None,
        live_replay: LiveReplay | None = None,
        curves: Curves | None = None,
    ) -> None:
        super().__init__()
        self.replay = replay
        self._advise, self._curves = advise, curves
        self._curve: Curve | None = None
        self._tracing: Task[None] | None = None
        self.review = self._reviewed()
        self._table_session, self._live_replay = session, live_replay
        own = replay.own if replay.own in replay.viewpoints else None
        self.viewpoint = (
            own if viewpoint is None or viewpoint not in replay.viewpoints else viewpoint
        )
        self.at = at if at is not None else 0
        self.sought: int | None = None
        self._speed = 1
        self._looking: Task[None] | None = None
        self._timer: Timer | None = None
        self._message = ""
        self._weighing: Task[None] | None = None
        table = self._table()
        self.top: ReplayTop = ReplayTop(self.standing())
        self.game = view_class(table.game)(table)
        self.game.has_log = False
        self.game.spent, self.game.replayed = "tile", True
        self.seats = SeatStrip(table)
        self.log_pane = ReplayLog()
        self.position = PositionLine(self.standing())
        self.remark = RemarkLine()
        self.course = CurvePane()
        self.prompt = Prompt(most=6)
        self._filled = FilledRows()

    def regions(self, size: Size) -> Mapping[Pane, Region]:
        """Put the game where a table has it, and the bars below.

        In few rows the coach speaks under the log, where a long sentence has room.
        """
        seats = 0 if self.game.SHOWS_SEATS else len(self.replay.room.chairs)
        if self._narrow(size):
            return self._told_below(size, seats)
        low, wide = size.height < _TALL, self.game.WIDE
        if size.width < SMALLEST.width:
            wide = own_columns(self.game, size.width)
        alone = bool(wide) and not table_layout(size, 1, wide=wide).side  # as at the table
        beside = self.review is not None and low and size.width >= SMALLEST.width and not alone
        self.remark.beside = beside
        below = Spacing() if alone else _BELOW  # a picture alone has use for every row
        chairs = len(self.replay.room.chairs)
        airy = size.height >= _HIGH and chairs <= _MANY
        each = (1 + 2 * airy) + (airy and size.height >= _HIGHEST)
        course = chairs * each + 1 if self._drawn_whole(size) else 0
        apart = not (beside or low or alone or course)  # the coach from the line
        rows = 2 if beside else 3 if low or alone else 4 + apart
        rows = rows if self.review is not None else 1 + below.height
        air = int(bool(course))  # over the line
        at = table_layout(size, rows + course + air, seats, wide, self.game.MOST)
        self.game.alone = not at.side
        picture = at.picture.shrink(_ABOVE) if not low else at.picture
        closes = course and self.is_attached and not (low or at.seats)  # a recording has no curves
        free = self._filled.free_below(self.game, picture.size) if closes else 0
        bars = at.bars.shrink(below)
        bars = bars.translate((0, -free)).grow(Spacing(0, 0, free, 0))
        taken = Spacing(0, 0, 0 if at.high else free, 0)  # the bars are below both
        if self.review is None and not at.high and not alone:
            taken += _BELOW  # the line is wider than what is left of the rule
        self.divider, side = at.divider.shrink(taken), at.side.shrink(taken)
        if course:  # what is free makes the curves higher
            course = min(bars.height - rows - air + below.height, course + free // chairs * chairs)
        if beside:
            side = side.shrink(_BELOW)
            need = len(self.remark.under_rule(side.width))
            side, remark = side.split_horizontal(max(side.height // 6, side.height - need))
            line, curves = bars.split_horizontal(1)[0], Region()
        elif self.review is None:
            remark, (line, rest) = Region(), bars.split_horizontal(1)
            curves = rest.split_horizontal(course)[0]
        else:  # the coach's word stands right below what it is about
            remark_rows = max(1, rows - 1 - below.height - apart)
            remark, rest = bars.split_horizontal(remark_rows)
            rest = rest.shrink(_ABOVE) if apart or course else rest
            line, rest = rest.split_horizontal(1)
            curves = rest.split_horizontal(course)[0]
        if at.high and at.divider:  # the line goes on below what the picture leaves free
            line = line._replace(width=at.divider.x)
        return {
            self.game: picture,
            **({self.seats: at.seats} if at.seats else {}),
            self.log_pane: side,
            self.remark: remark,
            **({self.course: curves} if curves else {}),
            self.prompt if self.prompt.typing else self.position: line,
        }

    def _narrow(self, size: Size) -> bool:
        """Return whether the picture has all columns, as at a table of this size."""
        beside = table_layout(size, 1, wide=own_columns(self.game, size.width)).side
        curves = self._drawn_whole(size) and size.width >= SMALLEST.width
        return not (self.game.TELLS or beside or curves)

    def _told_below(self, size: Size, seats: int) -> Mapping[Pane, Region]:
        """Put below the picture a rule, what happened last, the coach's word and the line.

        A free row is above the line and below it.
        """
        at = table_layout(size, 1, seats, own_columns(self.game, size.width), self.game.MOST)
        self.game.alone = self.remark.beside = False
        word = len(self.remark.lines(size.width)) if self.review is not None else 0
        rows = max(_TOLD, word + 1, at.picture.height - _KEPT)
        at = with_lines_below(at, at.picture.height - rows - 2 * _BELOW.bottom, rows, rows)
        self.divider = at.divider
        lines, remark = at.side.split_horizontal(rows - word)
        return {
            self.game: at.picture,
            **({self.seats: at.seats} if at.seats else {}),
            self.log_pane: lines,
            **({self.remark: remark.grow(Spacing(0, 1, 0, 1))} if word else {}),
            self.prompt if self.prompt.typing else self.position: at.bars,
        }

    def _drawn_whole(self, size: Size) -> bool:
        """Return whether everybody's curve has a row, not only that of the seat that looks."""
        return self._curve is not None and size.height >= _TALL + len(self.replay.room.chairs)

    # Position

    def _table(self, at: int | None = None) -> TableView:
        return self.replay.view(self.at if at is None else at, self.viewpoint)

    def standing(self) -> Standing:
        mine = False
        if self._table_session is not None:
            table = self._table_session.table()
            mine = table.my_turn
        return Standing(
            *(self.replay, self.at, self.viewpoint),
            live=self.live,
            mine=mine,
            speed=self.speed,
            curve=self._curve,
            whole=self.is_attached and self._drawn_whole(self.app.size),
        )

    @property
    def speed(self) -> str:
        """The speed of the automatic replay; "" if it is off."""
        return SPEEDS[self._speed][0] if self._timer is not None else ""

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
        self.game.lowered = self.rearrange
        self.listen_to(self._table_session)
        self.present()
        self._trace()

    def on_resize(self) -> None:
        self.bars()

    def show_step(self, at: int) -> None:
        """Go to a step; the next one is animated as at the table."""
        on = at == self.at + 1
        self.at = max(0, min(at, len(self.replay.steps) - 1))
        self.present(on)

    def present(self, on: bool = False) -> None:
        """Show the step; unless `on`, let the view see the steps before it first."""
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
        self.course.show(self.standing(), self._signs())
        self.position.show(self.standing(), self._message)
        before, remark = self.remark.line, self._remark()
        self.remark.show(remark)
        if remark != before and self.is_attached and self.course not in self.placed:
            self.rearrange()  # the log has the rows that the coach leaves

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
                self._trace()
            if self.viewpoint not in self.replay.viewpoints or self.at >= len(self.replay.steps):
                self.viewpoint, self.at = self.replay.own, len(self.replay.steps) - 1
                self.present()
        self.bars()
        self.renew()

    # The curve and the coach

    def _trace(self) -> None:
        """Have the curve drawn: of a game that is over, and for spectators of one that runs."""
        over = self.replay.over or self.replay.own is None
        if self._curves is not None and over and self._tracing is None:
            self._tracing = get_running_loop().create_task(self._follow_curve(self._curves))

    async def _follow_curve(self, curves: Curves) -> None:
        replay = self.replay
        if replay.over:
            self._curve = await curves.of(replay.room.code, replay.number, self._own_replay)
        else:
            self._curve = await curve_of(replay, curves.judge)
        self._tracing = None
        self.post_message(Traced())

    async def _own_replay(self) -> Replay:
        return self.replay

    def on_traced(self) -> None:
        self.rearrange()
        self.bars()

    async def clicked(self, what: str) -> None:
        """Go to the end of a turn whose place on the curve was clicked."""
        turn = what.removeprefix("turn_")
        if turn == what or not turn.isdecimal():
            await super().clicked(what)
        elif self.is_active:
            starts = (*self.replay.starts[1:], len(self.replay.steps))
            self._go(starts[int(turn) - 1] - 1 if int(turn) else 0)

    def _signs(self) -> dict[int, str]:
        """Return the signs of the best and the worst move known so far, by turn."""
        moves = ((self.review.worst(), WORST), (self.review.finest(), BEST)) if self.review else ()
        return {remark.turn: sign for remark, sign in moves if remark is not None}

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
        """Mark on the picture the choice that was better than the one under review."""
        if self.review is not None and self.sought == self.at + 1:
            remark = self.review.known(self.sought)
            if remark is not None and remark.given >= MIN_GIVEN:
                self.game.recommend(remark.best.action)

    def _remark(self) -> Row:
        if self.review is None:
            return EMPTY
        names = self.replay.steps[self.at].room.names
        ahead = (self.at + 1,) if self.sought == self.at + 1 else ()  # the choice one jumped to
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
            return [replay_keys.GO, keys.STOP_TYPING]
        available = [*replay_keys.STEPS]
        if self.plays_on and self.replay.over and self.replay.steps[self.at].room.to_act():
            available.append(replay_keys.PLAY_ON)
            if self.size.width < _ROOMY:
                available = [key.labelled("") if key.name == "auto" else key for key in available]
        if len(self.replay.viewpoints) > 1:
            seats = len(self.replay.room.chairs)
            available += [
                replay_keys.EYES,
                *replay_keys.SEATS[: min(seats, 9)],
                replay_keys.SEATS[-1],
            ]
        if self.review is not None:
            available += [replay_keys.COACH, replay_keys.COSTLY]
        available.append(replay_keys.JUMP)
        if not self.arcade.local:
            available.append(keys.MOUSE)
        return [*available, keys.MENU, keys.BACK, keys.QUIT, keys.HELP]

    async def perform(self, name: str) -> None:
        if name.startswith("eyes_"):
            seat = name.removeprefix("eyes_")
            self.look_with(int(seat) if seat.isdigit() else None)
            return
        await super().perform(name)

    def tell(self, sentence: str) -> None:
        if sentence != self._message:
            self._message = sentence
            self.bars()

    # What the keys do

    def do_on(self) -> None:
        self._go(self.at + 1)

    def do_back_step(self) -> None:
        self._go(self.at - 1)

    def do_next_turn(self) -> None:
        """Go to the first step of the next turn, or to the end."""
        turn = self.replay.steps[self.at].turn
        last = len(self.replay.steps)
        self._go(
            self.replay.starts[turn] if turn < self.replay.turns else max(last - 1, self.at + 1)
        )

    def do_last_turn(self) -> None:
        """Go to the first step of this turn, or of the one before."""
        turn = self.replay.steps[self.at].turn
        start = self.replay.starts[turn - 1]
        before = self.replay.starts[turn - 2] if turn > 1 else -1
        self._go(start if start < self.at else before)

    def do_first(self) -> None:
        self._go(min(0, self.at - 1))

    def do_last(self) -> None:
        self._go(max(len(self.replay.steps) - 1, self.at + 1))

    def _go(self, at: int) -> None:
        """Go to a requested step; the automatic replay stops."""
        self._halt()
        if at < 0:
            self.tell(self.words.t("First step."))
        elif at >= len(self.replay.steps):
            t = self.words.t
            self.tell(t("This is now.") if self.live else t("Last step."))
        if at != self.at and 0 <= at < len(self.replay.steps):
            self.show_step(at)

    def do_eyes(self) -> None:
        all_ = self.replay.viewpoints
        self.look_with(all_[(all_.index(self.viewpoint) + 1) % len(all_)])

    def look_with(self, viewpoint: int | None) -> None:
        """Change the viewpoint if allowed."""
        if self.is_active and viewpoint in self.replay.viewpoints:
            self.viewpoint = viewpoint
            self.present()
            self.tell(eyes_text(self.words, self.standing()))

    def do_auto(self) -> None:
        """Start the automatic replay, from the beginning if at the end; or stop it."""
        if self._timer is not None:
            self._halt()
            return
        if self.at == len(self.replay.steps) - 1:
            self.show_step(0)
        self._timer = self.set_interval(SPEEDS[self._speed][1], self._tick)
        self.bars()

    def do_faster(self) -> None:
        self._pace(self._speed + 1)

    def do_slower(self) -> None:
        self._pace(self._speed - 1)

    def _pace(self, speed: int) -> None:
        self._speed = max(0, min(speed, len(SPEEDS) - 1))
        if self._timer is not None:
            self._halt()
            self._timer = self.set_interval(SPEEDS[self._speed][1], self._tick)
            self.bars()
        else:
            how = {"speed": SPEEDS[self._speed][0]}
            by_keys = self.words.t("Speed {speed}; Space plays.", **how)
            self.tell(self.words.t("Speed {speed}.", **how) if self.arcade.touch else by_keys)

    def _tick(self) -> None:
        if not self.is_active:
            return
        if self.at + 1 < len(self.replay.steps):
            self.show_step(self.at + 1)
        if self.at == len(self.replay.steps) - 1:
            self._halt()

    def _halt(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self.bars()

    def do_jump(self) -> None:
        self._halt()
        self.prompt.label(self.words.t(" go to turn (1 to {last}) › ", last=self.replay.turns))
        self.prompt.open()
        self.rearrange()

    def do_go(self) -> None:
        typed = self.prompt.close().strip()
        self.rearrange()
        if typed.isdigit() and 1 <= int(typed) <= self.replay.turns:
            self.show_step(self.replay.starts[int(typed) - 1])
        elif typed:
            last = self.replay.turns
            self.tell(self.words.t("There is no such turn; choose 1 to {last}.", last=last))

    def do_stop_typing(self) -> None:
        self.prompt.close()
        self.rearrange()

    async def do_play_on(self) -> None:
        """Play the game on from this step, in the seat that looks."""
        self._halt()
        club, player = self.arcade.club, self.arcade.player
        session = await club.play_on(player, self.replay, self.at, self.viewpoint)
        await self.arcade.navigator.go_to_table(session)

    def do_coach(self) -> None:
        self._halt()
        if self.review is not None:
            page = Costliest(self.review, again=self.plays_on)
            self.app.push_screen(page, self._look_at)

    def do_costly(self) -> None:
        self._halt()
        if self.review is not None and (self._looking is None or self._looking.done()):
            self.tell(self.words.t("The coach is looking for it …"))
            begun = max(self.at, self.sought or 0)
            self._looking = get_running_loop().create_task(self._look_on(self.review, begun))

    async def _look_on(self, review: Review, begun: int) -> None:
        """Let the coach weigh the choices in order, up to the next costly one."""
        for step in review.decisions():
            remark = await review.remark(step) if step > begun else None
            if not self.is_attached:
                return
            if remark is not None and remark.given >= MIN_GIVEN:
                self.call_next(self._seek, step)
                return
        text = self.words.t("That was the last mistake. Home goes to the beginning.")
        self.call_next(self.tell, text)

    async def _look_at(self, sought: Sought | None) -> None:
        """Go where the list of choices leads, or play on from there."""
        if sought is not None:
            self._seek(sought.step)
            if sought.again:
                await self.do_play_on()

    def _seek(self, step: int) -> None:
        """Go to the step right before a choice."""
        self.tell("")
        self.sought = step
        self.viewpoint = self.replay.steps[step].seat
        self.show_step(step - 1)

    def do_help(self) -> None:
        self.app.push_screen(RulesPage(self.words, self.replay.room.game, self.explained()))
