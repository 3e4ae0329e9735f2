"""The costliest choices of a finished game, as the coach weighs them."""

from asyncio import Task, get_running_loop

from textual.geometry import Size
from textual.message import Message

from arcade.club.replays.review import Remark, Review
from arcade.club.speech.ending import remark_texts
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.pages.listing import MOVES, Listing
from screens.terminal.rows import EMPTY, Row, indented, row, wrap

_LOOK = Action("look", ("enter", "space"), "Enter", N_("look at it"), N_("Go to that turn."))
_WHOSE = Action(
    "whose", ("tab",), "Tab", N_("yours / everybody's"), N_("Your own choices, or everybody's.")
)


class MoreWeighed(Message, bubble=False):
    """The coach has weighed one more choice."""


class Costliest(Listing[int]):
    """Lists the three costliest choices; returns the step that the chosen one led to.

    The coach weighs one choice after the other while the page is open, and continues when it is
    opened again.
    """

    TITLE = N_("Where the most was given away")

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review
        own = review.replay.own
        self._own = own if own is not None and review.decisions(own) else None
        self.seat = self._own
        self._weighing: Task[None] | None = None
        self._gone = False

    def count(self) -> int:
        return len(self.remarks)

    def on_mount(self) -> None:
        self._weighing = get_running_loop().create_task(self._weigh())

    def on_unmount(self) -> None:
        self._gone = True

    async def _weigh(self) -> None:
        """Weigh one's own choices first, then everybody's."""
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
        self.list.redraw()
        self.renew()

    @property
    def remarks(self) -> tuple[Remark, ...]:
        return self._review.costliest(self.seat)

    @property
    def left(self) -> int:
        """The number of choices not yet weighed."""
        return sum(self._review.wants(step) for step in self._review.decisions(self.seat))

    def actions(self) -> list[Action]:
        actions = [_LOOK, *MOVES] if self.remarks else []
        if self._own is not None:
            actions.append(_WHOSE)
        return [*actions, keys.MENU, keys.BACK, keys.QUIT]

    def do_look(self) -> None:
        if self.remarks:
            self.dismiss(self.remarks[min(self.at, len(self.remarks) - 1)].step)

    def do_whose(self) -> None:
        self.seat = None if self.seat is not None else self._own
        self.choose(0)

    def draw(self, size: Size) -> list[Row]:
        """Draw the list with the coach's remarks, under the measure it uses."""
        width, height = size
        blocks = [
            self._remark_rows(number, remark, width) for number, remark in enumerate(self.remarks)
        ]
        rows = [*self._rest(width), EMPTY]
        roomy = len(rows) + sum(len(block) + 1 for block in blocks) <= height
        for lines in blocks:
            rows += [*lines, *([EMPTY] if roomy else [])]
        return rows

    def _remark_rows(self, number: int, remark: Remark, width: int) -> list[Row]:
        here = number == min(self.at, len(self.remarks) - 1)
        head, better, chosen = remark_texts(self.words, self._review.replay, remark)
        title = row(
            (" ▶ " if here else "   ", "gold"),
            (f" {number + 1}. {head} ", "cursor" if here else "strong", str(number)),
        )
        return [
            title,
            *indented(wrap(row(better), width - 8, 2), 7),
            *indented(wrap(row((chosen, "dim")), width - 8, 2), 7),
        ]

    def _rest(self, width: int) -> list[Row]:
        t, left = self.words.t, self.left
        if left:
            text = self.words.nt("{n} choice to weigh yet …", "{n} choices to weigh yet …", left)
        elif not self._review.decisions(self.seat):
            text = t("Nobody but bots chose anything in this game.")
        elif not self.remarks:
            text = t("Nothing was given away, as far as the coach can tell.")
        else:
            text = t("What each choice is worth, over all that may still come.")
        return indented(wrap(row((text, "dim")), width - 4), 3)
