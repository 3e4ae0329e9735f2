"""The actions of a replay: go to a step, change eyes, or open a page."""

from abc import abstractmethod
from asyncio import Task, get_running_loop

from textual.timer import Timer

from arcade.club.replays.replay import Replay
from arcade.club.replays.review import Review
from arcade.engine.words import N_
from screens.keys import Action
from screens.pages.page import Page
from screens.pages.rules import rules_page
from screens.replay.bars import Standing, eyes_text
from screens.replay.costliest import Costliest
from screens.table.areas import GameScreen
from screens.widgets.prompt import Prompt

STEPS = (
    Action("on", ("right", "l", "enter"), "←→", N_("step"), N_("Go a step on.")),
    Action("back_step", ("left", "h", "backspace"), "←", "", N_("Go a step back.")),
    Action("next_turn", ("down", "j", "pagedown"), "↑↓", N_("turn"), N_("Go to the next turn.")),
    Action("last_turn", ("up", "k", "pageup"), "↑", "", N_("Go to the turn before.")),
    Action("first", ("home",), "Home", "", N_("Go to the beginning.")),
    Action("last", ("end", "G"), "End", "", N_("Go to the end.")),
    Action("auto", ("space",), "Space", N_("play"), N_("Let it go on by itself, or stop it.")),
    Action("faster", ("plus", "equals_sign"), "+", "", N_("Faster.")),
    Action("slower", ("minus",), "-", "", N_("Slower.")),
)
JUMP = Action("jump", ("g",), "g", N_("go to"), N_("Go to a turn by its number."))
EYES = Action("eyes", ("tab",), "Tab", N_("viewpoint"), N_("See what the next player saw."))
SEATS = (
    *(
        Action(
            f"eyes_{seat}",
            (str(seat + 1),),
            "1-9",
            "",
            "" if seat else N_("See what the player of that seat saw."),
        )
        for seat in range(9)
    ),
    Action("eyes_none", ("0",), "0", "", N_("See what those saw who watched.")),
)
COACH = Action(
    "coach", ("c",), "c", N_("coach"), N_("Where the most was given away, as the coach weighs it.")
)
COSTLY = Action("costly", ("n",), "n", "", N_("Go to the next choice that gave something away."))
GO = Action("go", ("enter",), "Enter", N_("go there"), N_("Go to that turn."))

SPEEDS = (("½×", 3.0), ("1×", 1.5), ("2×", 0.75), ("4×", 0.35))
"""How a speed is written, and the seconds a step stands at it."""

MISTAKE = 0.01
"""Less given away is no mistake to stop at: it would be written as nothing."""


class ReplayActions(GameScreen[None]):
    """One method for each key of a replay; the screen shows the step.

    `at` is the current step, `viewpoint` the seat that looks, `sought` the choice to look at.
    """

    replay: Replay
    review: Review | None
    prompt: Prompt
    at: int
    viewpoint: int | None
    sought: int | None = None

    def __init__(self) -> None:
        super().__init__()
        self._speed = 1
        self._looking: Task[None] | None = None
        self._timer: Timer | None = None

    @property
    def speed(self) -> str:
        """The speed of the automatic replay; "" if it is off."""
        return SPEEDS[self._speed][0] if self._timer is not None else ""

    @property
    @abstractmethod
    def live(self) -> bool:
        """Whether the game is still running."""

    @abstractmethod
    def standing(self) -> Standing:
        """Return the position in the game."""

    @abstractmethod
    def show_step(self, at: int) -> None:
        """Go to a step."""

    @abstractmethod
    def present(self) -> None:
        """Show the step again, with the current eyes."""

    @abstractmethod
    def bars(self) -> None:
        """Refresh the bars."""

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
        """Change to other eyes if allowed."""
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
            self.tell(self.words.t("Speed {speed}; Space plays.", speed=SPEEDS[self._speed][0]))

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

    def do_coach(self) -> None:
        self._halt()
        if self.review is not None:
            self.app.push_screen(Costliest(self.review), self._seek)

    def do_costly(self) -> None:
        self._halt()
        if self.review is not None and (self._looking is None or self._looking.done()):
            self.tell(self.words.t("The coach is looking for it …"))
            begun = max(self.at, self.sought or 0)
            self._looking = get_running_loop().create_task(self._look_on(self.review, begun))

    async def _look_on(self, review: Review, begun: int) -> None:
        """Let the coach weigh one choice after the other, up to one that was costly."""
        for step in review.decisions():
            remark = await review.remark(step) if step > begun else None
            if not self.is_attached:
                return
            if remark is not None and remark.given >= MISTAKE:
                self.call_next(self._seek, step)
                return
        text = self.words.t("That was the last mistake. Home goes to the beginning.")
        self.call_next(self.tell, text)

    def _seek(self, step: int | None) -> None:
        """Go to the step right before a choice."""
        if step is not None:
            self.tell("")
            self.sought = step
            self.viewpoint = self.replay.steps[step].seat
            self.show_step(step - 1)

    def do_help(self) -> None:
        self.app.push_screen(Page(*rules_page(self.words, self.replay.room.game, self.offered())))
