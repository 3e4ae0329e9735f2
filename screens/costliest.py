"""Where the most was given away in a finished game, as its coach weighs it."""

from asyncio import Task, get_running_loop
from collections.abc import Mapping

from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from arcade.bots.advice import Advice
from arcade.club.choices import reasoned
from arcade.club.review import Remark, Review
from arcade.engine.words import N_
from screens import keys
from screens.frame import Bar, Frame
from screens.keys import Action
from screens.lines import Clicked, Lines
from screens.replaybars import given_text
from screens.rows import EMPTY, Row, fit, indented, row, wrap

_LOOK = Action("look", ("enter", "space"), "Enter", N_("look at it"), N_("Go to that turn."))
_WHOSE = Action(
    "whose", ("tab",), "Tab", N_("yours / everybody's"), N_("Your own choices, or everybody's.")
)


class MoreWeighed(Message, bubble=False):
    """The coach has weighed one more choice."""


class Costliest(Frame[int]):
    """Lists the three costliest choices; gives the step that the chosen one led to.

    The coach weighs one choice after the other while the page is open, and goes on where it
    stopped when the page is opened again.
    """

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        own = review.replay.own
        self._own = own if own is not None and review.decisions(own) else None
        self.seat = self._own
        self.at = 0
        self.top = Bar()
        self.list = CostLines(self)
        self._weighing: Task[None] | None = None
        self._gone = False

    def compose(self) -> list[Widget]:
        """Give the panes."""
        return [self.top, self.list, self.footer]

    def places(self, size: Size) -> Mapping[Widget, Region]:
        """Put the list in the middle of wide screens."""
        cells = max(20, min(96, size.width - 4))
        return {
            self.top: Region(0, 0, size.width, 1),
            self.list: Region((size.width - cells) // 2, 2, cells, size.height - 3),
            self.footer: Region(0, size.height - 1, size.width, 1),
        }

    def on_mount(self) -> None:
        """Show what is weighed already, and have the rest weighed."""
        self.on_resize()
        self._weighing = get_running_loop().create_task(self._weigh())
        self.renew()

    def on_unmount(self) -> None:
        """Have nothing more weighed; the question that is put is answered first."""
        self._gone = True

    def on_resize(self) -> None:
        """Show the title in the new width."""
        title = row((" " + self.words.t("Where the most was given away"), "bar-gold"))
        self.top.put([fit(title, self.app.size.width, "bar")])

    async def _weigh(self) -> None:
        """Own choices first, then everybody's."""
        review = self._review
        own = review.decisions(self._own) if self._own is not None else ()
        for step in dict.fromkeys((*own, *review.decisions())):
            if self._gone:
                return
            if review.wants(step):
                await review.remark(step)
                self.post_message(MoreWeighed())
        self.post_message(MoreWeighed())

    def on_more_weighed(self) -> None:
        """Show it."""
        self.list.redraw()
        self.renew()

    @property
    def found(self) -> tuple[Remark, ...]:
        """The costliest choices of those weighed."""
        return self._review.costliest(self.seat)

    @property
    def left(self) -> int:
        """How many choices are not weighed yet."""
        return sum(self._review.wants(step) for step in self._review.decisions(self.seat))

    def actions(self) -> list[Action]:
        """List what works here."""
        done = [_LOOK, keys.UP, keys.DOWN] if self.found else []
        if self._own is not None:
            done.append(_WHOSE)
        return [*done, keys.BACK, keys.QUIT]

    def tell(self, sentence: str) -> None:
        """Say nothing: there is nothing to refuse."""

    async def on_clicked(self, event: Clicked) -> None:
        """Go to the choice that is clicked."""
        if event.what.isdigit() and int(event.what) < len(self.found):
            self.at = int(event.what)
            self.do_look()
        else:
            await super().on_clicked(event)

    def do_look(self) -> None:
        """Give the chosen one."""
        if self.found:
            self.dismiss(self.found[min(self.at, len(self.found) - 1)].step)

    def do_up(self) -> None:
        """Choose the one above."""
        self.at = max(0, self.at - 1)
        self.list.redraw()

    def do_down(self) -> None:
        """Choose the one below."""
        self.at = max(0, min(len(self.found) - 1, self.at + 1))
        self.list.redraw()

    def do_whose(self) -> None:
        """Show one's own choices, or everybody's."""
        self.seat = None if self.seat is not None else self._own
        self.at = 0
        self.list.redraw()

    def do_back(self) -> None:
        """Go back."""
        self.dismiss(None)

    def draw(self, width: int) -> list[Row]:
        """Draw the list, each with what the coach says."""
        t, done = self.words.t, [EMPTY]
        replay = self._review.replay
        for number, remark in enumerate(self.found):
            here = number == min(self.at, len(self.found) - 1)
            step = replay.steps[remark.step]
            name = step.room.names[remark.seat]
            where = t("turn {n}, {name}", n=step.turn, name=name)
            done.append(
                row(
                    (" ▶ " if here else "   ", "gold"),
                    (f" {number + 1}. {where} ", "cursor" if here else "strong", str(number)),
                    (f"  {given_text(self.words, remark)}", "alert"),
                )
            )
            names = step.room.names
            better = t("Better: {why}", why=self._said(remark.best, names))
            chosen = t("Chosen: {why}", why=self._said(remark.chosen, names))
            done += indented(wrap(row(better), width - 8, 2), 7)
            done += indented(wrap(row((chosen, "dim")), width - 8, 2), 7)
            done.append(EMPTY)
        return [*done, *self._rest(width)]

    def _said(self, advice: Advice, names: tuple[str, ...]) -> str:
        return reasoned(self.words, advice.action, self.words.say(advice.why, names), names)

    def _rest(self, width: int) -> list[Row]:
        t, left = self.words.t, self.left
        if left:
            said = self.words.nt("{n} choice to weigh yet …", "{n} choices to weigh yet …", left)
        elif not self._review.decisions(self.seat):
            said = t("Nobody but bots chose anything in this game.")
        elif not self.found:
            said = t("Nothing was given away, as far as the coach can tell.")
        else:
            said = t("Worth is what the coach expects, over all that may still come.")
        return indented(wrap(row((said, "dim")), width - 4), 3)


class CostLines(Lines):
    """The pane of the list."""

    def __init__(self, frame: Costliest) -> None:
        super().__init__()
        self._frame = frame

    def draw(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Draw what the frame says."""
        return self._frame.draw(width)
