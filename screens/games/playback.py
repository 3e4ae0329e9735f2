"""The part of a game that a screen may show at a moment, and when the next one begins.

| moment     | drawn                         | said       | lasts              | then         |
|------------|-------------------------------|------------|--------------------|--------------|
| a frame    | dice that roll: the animation | what was   | `FRAME`, or longer | the next one |
| round over | the finished round            | what was   | half a round pause | counting     |
| counting   | what came of the round        | what was   | half a round pause | rest         |
| rest       | everything                    | everything | until a table      | see `take`   |

Dice land one after the other; where the last one matters, it spins longer.
The last frames of an animation may be free: they delay nothing, as if the game were at rest.
A table that arrives before rest waits, and replaces any that waits; Enter goes to rest at once.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from contextvars import copy_context
from typing import Generic, Protocol, TypeVar, cast
from weakref import proxy

from msgspec import Struct

from arcade.club.views import TableView
from arcade.tasks import Sliced

FRAME = 0.06
"""Seconds a frame of an animation stands."""
_LANDING = 3
"""For how many times as long a frame stands in which the next die lands: 180 ms."""
_SPINS, _SPINNING = 4, 2
"""Frames in which a die that matters spins on, and for how many times as long each stands."""

ViewType = TypeVar("ViewType")


class Moment(Struct, Generic[ViewType], frozen=True):
    """What a view shows for some seconds; the default is rest: everything, until a change."""

    frame: int = 0
    """How many frames of the animation are left, this one included."""
    tumbling: int = 0
    """How many of the thrown dice, the last ones, have yet to land."""
    number: int = 0
    """How many frames of the animation came before it: how many follow may hint at the outcome."""
    ended: ViewType | None = None
    """The game before the action that ended a round, while the finished round is shown."""
    counting: bool = False
    """Whether the finished round's consequences (tokens, chips) are shown."""
    seconds: float = 0.0


class Stage(Protocol[ViewType]):
    """The view of a game."""

    moment: Moment[ViewType]
    """What it draws."""

    def take(self, table: TableView) -> None:
        """Take a new view of the table."""

    def seen(self) -> None:
        """Let the words follow the picture, which shows more than before."""

    def redraw(self) -> None: ...

    def awaited(self) -> bool: ...


class Playback(Generic[ViewType]):
    """Plays the moments of a game one after the other on a stage, which owns it."""

    def __init__(self, stage: Stage[ViewType], table: TableView) -> None:
        # No cycle: a view goes without a collection.
        self._stage = cast("Stage[ViewType]", proxy(stage))
        self.last_visible = table
        """The last table that was shown completely."""
        self.waiting: TableView | None = None
        """The newest table, if it arrived before rest."""
        self._newest = table
        self._free = 0
        self._queue = deque[Moment[ViewType]]()
        self._next: Sliced | None = None

    @property
    def landed(self) -> bool:
        """Whether all dice and cards that fell are visible."""
        return self._stage.moment.frame <= self._free

    @property
    def settled(self) -> bool:
        """Whether everything is visible; until then no words give the result away."""
        return self._stage.moment.frame <= self._free and self._stage.moment.ended is None

    def show(self, table: TableView) -> None:
        """Show a new table, once everything before it is visible."""
        if table.rushed:
            self.finish()
        if not self.settled:
            self.waiting = table
            return
        self._stage.take(table)
        if table.rushed:
            self.finish()
        self._stage.redraw()

    def begin(self, ended: ViewType | None) -> None:
        """Begin a change; `ended` is the game before it, if it ends a round that is to be shown."""
        if ended is not None:
            self._clear()
            self._stage.moment = Moment(ended=ended)

    def animate(self, frames: int, free: int) -> None:
        """Play so many frames; the last `free` of them delay nothing."""
        self._animate([(0, 1)] * frames, free)

    def roll(self, dice: int, matters: bool, frames: int, free: int) -> None:
        """Let so many dice land, the last one later if it matters; then play so many frames."""
        landing = [(left, _LANDING) for left in range(dice, 0, -1)]
        spinning = [(1, _SPINNING)] * _SPINS if matters else []
        self._animate([*landing, *spinning, *[(0, 1)] * frames], free)

    def _animate(self, steps: Sequence[tuple[int, int]], free: int) -> None:
        """Play frames, each with the dice that tumble in it and for how long it stands."""
        ended, self._free = self._stage.moment.ended, free
        if steps:
            self._play(
                Moment(len(steps) - number, tumbling, number, ended, seconds=FRAME * long)
                for number, (tumbling, long) in enumerate(steps)
            )
        else:
            self._clear()
            self._stage.moment = Moment(ended=ended)

    def take(self, table: TableView) -> None:
        """Note the table that the stage has taken; queue the end of a round that it ends."""
        self._newest = table
        if (ended := self._stage.moment.ended) is not None:
            half = table.table.round_pause / 2000
            frames = [self._stage.moment, *self._queue] if not self.landed else []
            over = (
                Moment(ended=ended, seconds=half),
                Moment(ended=ended, counting=True, seconds=half),
            )
            self._play((*(frame for frame in frames if frame.frame > self._free), *over))
            if not frames:
                self._stage.seen()
        elif self.settled:
            self.last_visible = table

    def finish(self) -> None:
        """Go to rest at once, and take a table that waits."""
        moving = not self.settled
        while not self.settled:
            self._clear()
            self._settle()
        if moving:
            self._stage.redraw()

    def step(self) -> None:
        """Go to the next moment."""
        landed, settled = self.landed, self.settled
        self._advance()
        if self.settled and not settled:
            self._settle()
        elif not self.settled and self.landed and (not landed or self._stage.moment.counting):
            self._stage.seen()
        self._stage.redraw()

    def close(self) -> None:
        self._clear()
        if self._next is not None:
            self._next.close()
            self._next = None

    def _play(self, moments: Iterable[Moment[ViewType]]) -> None:
        self._clear()
        self._queue.extend(moments)
        self._advance()

    def _advance(self) -> None:
        self._stage.moment = self._queue.popleft() if self._queue else Moment()
        if self._stage.moment.frame or self._stage.moment.ended is not None:
            if self._next is None:
                self._next = Sliced(self.step, context=copy_context(), first=self._stage.awaited)
            self._next.start(self._stage.moment.seconds)

    def _clear(self) -> None:
        self._queue.clear()
        self._stage.moment = Moment()
        if self._next is not None:
            self._next.stop()

    def _settle(self) -> None:
        """Let words follow the picture, then take the table that arrived meanwhile."""
        self.last_visible = self._newest
        self._stage.seen()
        table, self.waiting = self.waiting, None
        if table is not None:
            self._stage.take(table)
