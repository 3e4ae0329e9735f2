"""A lesson: the game's own table, and a teacher beside it who says what to press and why."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from textual import events
from textual.geometry import Region, Size, Spacing
from textual.timer import Timer

from arcade.club.lesson_table import LessonTable
from arcade.club.operations.table import Hurry
from arcade.club.speech.read_aloud import paragraph
from arcade.engine import registry
from arcade.engine.lesson import Lesson
from arcade.engine.words import N_
from screens import keys
from screens.base import SMALLEST, Bar
from screens.games import view_class
from screens.games.messages import Act, Settled
from screens.games.view import AnyView
from screens.keys import Action, pressed
from screens.pages.page import Page
from screens.pages.rules import rules_page
from screens.table.layout import GameScreen, table_layout
from screens.table.seats import SeatStrip
from screens.terminal.paint import Pane
from screens.terminal.rows import EMPTY, Row, flow, indented, row, spread, warning, wrap
from screens.widgets.lines import Lines
from screens.widgets.log import sentence
from screens.widgets.sheet import headed

_NEXT = Action("go_on", ("enter", "space"), "Enter", N_("next"), N_("Go on with the lesson."))
_FOLLOW = Action("follow", _NEXT.keys, "Enter", Hurry.key.label, Hurry.key.what)
_PLAY = Action("play", ("enter", "p"), "Enter", N_("play now"), N_("Play this game now, for real."))
_DONE = Action("leave", ("enter", "q", "escape"), "Enter", N_("back"), N_("Go back."))
_LEAVE = Action(
    "leave", ("escape", "q"), "Esc", N_("leave"), N_("Leave the lesson; nothing is lost.")
)

SIGNS: Mapping[str, str] = {
    "enter": N_("Enter"),
    "space": N_("Space"),
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "plus": "+",
    "minus": "-",
}
"""Display of keys, by Textual's names; others appear as they are."""


_BELOW = 5
"""Rows for the teacher below a picture that takes the whole width."""
_TALL = 24
"""Rows from which the teacher's words and the events have headings."""
_CROSSES = 8
"""Meaningless keys before the teacher makes a remark."""


class LessonScreen(GameScreen[None]):
    """Plays one lesson; at its end the game can be played at once."""

    def __init__(self, plan: Lesson) -> None:
        super().__init__()
        self._plan = plan
        self.top = Bar()
        self.status = Lines()
        self._pause: Timer | None = None
        self.room = LessonTable(plan, self.arcade.player)
        table = self.room.table()
        self.game = view_class(table.game)(table)
        self.teacher = Teacher(self.game)
        self.seats = SeatStrip(table)

    def regions(self, size: Size) -> Mapping[Pane, Region]:
        """Put the game where a table has it, and the teacher in place of the log, or below."""
        seats = 0 if self.game.SHOWS_SEATS else self._plan.seats
        whole = size.width >= SMALLEST.width and size.height >= SMALLEST.height
        bars = 1 + whole  # a row is free above the key bar
        at = table_layout(size, bars, seats, self.game.WIDE, self.game.MOST)
        self.divider = at.divider
        picture, teacher = at.picture, at.side
        if at.high:
            teacher = teacher.grow(Spacing(1, 0, 0, 0))  # it keeps a row free itself
        if not teacher.width:
            picture, teacher = picture.split_horizontal(-_BELOW)
        return {
            self.game: picture,
            **({self.seats: at.seats} if at.seats else {}),
            self.teacher: teacher,
            self.status: at.bars,
        }

    def on_mount(self) -> None:
        self._show()

    def on_resize(self) -> None:
        self.bars()

    def _show(self) -> None:
        table = self.room.table()
        self.game.show(table)
        if self.game.playback.settled:
            self._tell()

    def on_settled(self, _: Settled) -> None:
        if self.game.playback.settled:
            self._tell()

    def _tell(self) -> None:
        self.seats.show(self.room.table())
        self.teacher.show(self.room, self.signs())
        self.bars()
        self.renew()
        self._wait()
        if self.room.over:
            self.call_next(self._learned)

    async def _learned(self) -> None:
        """Store that this person has finished the lesson."""
        with self.report_refusals():
            await self.arcade.club.accounts.learn(self.arcade.player, self._plan.game)

    def _wait(self) -> None:
        """Let the others play one after the other, as slowly as at any table."""
        if self._pause is not None:
            self._pause.stop()
        following = self.room.others is not None
        seconds = self.arcade.club.settings.bot_pause
        self._pause = self.set_timer(seconds, self.do_follow) if following else None

    def do_follow(self) -> None:
        if self.room.follow():
            self._show()

    def bars(self) -> None:
        t, room = self.words.t, self.room
        name = registry.find(self._plan.game).meta.name
        phase = self.game.phase_text()
        left = row((f" {name} ", "bar-gold"), (t("lesson"), "bar"))
        if phase:
            left += row((f" · {phase}", "bar"))
        many = len(self._plan.steps)
        right = row((t("step {n} of {many} ", n=room.number + 1, many=many), "bar-dim"))
        self.top.put([spread(left, right, self.size.width, "bar")])
        self.status.put([self._status()])

    def _status(self) -> Row:
        t = self.words.t
        if self.room.over:
            return row((" ★ " + t("That was the lesson."), "gold"))
        if (seat := self.room.others) is not None:
            name = self.room.table().seats[seat].name
            return row("   ", (t("Waiting for {names}.", names=name), "dim"))
        if self.room.step.do is None:
            return row((" ▶ " + t("Enter goes on."), "gold")) if not self.arcade.touch else EMPTY
        if self.game.question:
            return warning(self.game.question)
        return row(" ", (f" ▶ {t('Your turn.')}", "turn"), f" {self.game.instruction}")

    # Keys

    @property
    def _at_table(self) -> bool:
        return bool(self.arcade.table_sessions)

    def actions(self) -> list[Action]:
        """List the keys that work now, the game's own while a step asks for an action."""
        if self.room.over:
            first = [_DONE] if self._at_table else [_PLAY, _LEAVE]
        elif self.room.others is not None:
            first = [_FOLLOW, _LEAVE]
        elif self.room.step.do is None:
            first = [_NEXT, _LEAVE]
        else:
            leave = [] if self.game.question else [_LEAVE]  # Esc answers an open question
            first = [*self.game.actions(), *leave]
        return [*first, keys.ALOUD, keys.MENU, keys.QUIT, keys.HELP]

    def step_keys(self) -> list[str]:
        """Return the keys of the requested action, in the letters of this session."""
        known = [*self.game.actions(), *self.game.KEYS]
        keyboard, letters = self.arcade.keyboard, []
        for key in self.room.step.keys:
            action = next(
                (action for action in known if key in action.keys and len(key) == 1), None
            )
            letters.append((action and keyboard.letter(action)) or key)
        return letters

    def signs(self) -> list[str]:
        if self.arcade.touch:
            return []
        return [self.words.t(SIGNS.get(key, key)) for key in self.step_keys()]

    async def take_key(self, event: events.Key) -> bool:
        """Name the right key after one that means nothing here."""
        if self.is_active and self.game.playback.settled and not pressed(event, self.bound()):
            self._remind()
        return await super().take_key(event)

    async def perform(self, name: str) -> None:
        """Perform an action of the game, else one of the lesson."""
        plays = self.room.step.do is not None and self.room.others is None
        if plays and self.is_active and name in {action.name for action in self.game.actions()}:
            self.tell("")
            self.game.perform(name)
            await self.play()
        else:
            await super().perform(name)

    def tell(self, sentence: str) -> None:
        self.teacher.tell(sentence)

    async def submit(self, act: Act) -> bool:
        if self.room.do(act.action):
            self._show()
            return True
        self._remind()
        return False

    def _remind(self) -> None:
        t, step = self.words.t, self.room.step
        if self.room.others is not None:
            return
        hint = t("The keys that work stand in the bottom line.")
        if step.do is not None:
            hint = t(step.hint) or t("Not quite: do it by the keys above.")
        self.tell(hint)

    def do_go_on(self) -> None:
        if self.room.go_on():
            self._show()

    async def do_play(self) -> None:
        await self.arcade.navigator.play_from_lobby(self._plan.game)

    def do_leave(self) -> None:
        self.dismiss()

    def do_aloud(self) -> None:
        """Show the teacher's words and the table as plain lines from the left edge."""
        t, room = self.words.t, self.room
        task = ", ".join(self.signs())
        asked = not room.over and room.others is None
        press = t("Press: {keys}.", keys=task) if asked and task else ""
        text = " ".join((t(room.step.say), press, paragraph(self.words, room.table())))
        self.arcade.navigator.show_aloud(text)

    def do_help(self) -> None:
        self.app.push_screen(Page(*rules_page(self.words, self._plan.game, self.explained())))


class Teacher(Lines):
    """The teacher's words, the key to press, and the last events at the table."""

    def __init__(self, game: AnyView) -> None:
        super().__init__()
        self._game = game
        self._room: LessonTable | None = None
        self._signs: Sequence[str] = ()
        self._message = ""
        self._times = 0

    def show(self, room: LessonTable, signs: Sequence[str]) -> None:
        """Show the room's current step, and the signs of its keys."""
        self._room, self._signs, self._message, self._times = room, signs, "", 0
        self.redraw()

    def tell(self, sentence: str) -> None:
        """Show a remark, or none; a repeated one is numbered, so that each key gets an answer."""
        if sentence or self._message:
            self._message = sentence
            self._times = self._times + 1 if sentence else 0
            self.redraw()

    def draw(self, size: Size) -> list[Row]:
        """Draw the step, and the last events at the table in the rest of the pane."""
        width, height = size
        room = self._room
        if room is None:
            return []
        t, gap = self.words.t, [EMPTY] if height > _BELOW else []
        lines: list[Row] = [*gap, *_written(row(t(room.step.say)), width), *gap]
        if gap:
            title = t("What to do")
            bar = _steps(room, width - cell_len(title) - 2)
            tall = [EMPTY] * (height >= _TALL)
            lines[:1] = [*tall, *headed(title, tall, width, bar)]
        lines += self._press(room, width)
        if self._message:
            crosses = "✗" * min(self._times, _CROSSES)
            lines += [*gap, *_written(row((f"{crosses} ", "alert"), self._message), width)]
        news = self._news(room, width, height - len(lines) - 2)
        if news and height >= _TALL:
            lines += [EMPTY, EMPTY, *headed(t("At the table"), [EMPTY, *news], width)]
        elif news:
            lines += [EMPTY, row(("─" * width, "rule")), *news]
        if height >= _TALL:
            lines += self._panel(width, height - len(lines))
        return lines

    def _panel(self, width: int, height: int) -> list[Row]:
        """Draw what stands beside the game at a table, if all of it has room."""
        panels = self._game.panels()
        if not panels:
            return []
        name, draw = panels[0]
        rows, title = draw(width, height), self.words.t(name)
        title = title[:1].upper() + title[1:]
        block = [EMPTY, EMPTY, *headed(title, [EMPTY, *rows], width)]
        return block if len(block) <= height else []

    def _news(self, room: LessonTable, width: int, rows: int) -> list[Row]:
        """Return the events since the last step: the newest whole sentences that fit."""
        shown: list[Row] = []
        words = self.words.to(room.table().you)
        for line in reversed(room.table().lines):
            written = wrap(sentence(words, line), width - 1, 2)
            if line.number <= room.since or len(shown) + len(written) > rows:
                break
            shown = [*written, *shown]
        return shown

    def _press(self, room: LessonTable, width: int) -> list[Row]:
        if room.over:
            return []
        if (seat := room.others) is not None:
            name = room.table().seats[seat].name
            return [row("  ", (self.words.t("{name} plays…", name=name), "dim"))]
        if not self._signs:
            return []
        chips = flow([row((f" {sign} ", "cursor")) for sign in self._signs], width - 3)
        return [row(("▶ ", "gold")) + chips[0], *indented(chips[1:], 2)]


def _written(text: Row, width: int) -> list[Row]:
    return [*wrap(text, max(10, width - 1))]


def _steps(room: LessonTable, cells: int) -> Row:
    """Draw how far the lesson is."""
    many = len(room.plan.steps)
    across = 2 if cells >= 2 * many else 1
    shown = across * (room.number + 1)
    return row(("━" * shown, "gold"), ("━" * (across * many - shown), "rule"))
