"""The part of a game that a screen may show at a moment, and when the next one begins.

| moment     | drawn                         | said       | lasts              | then         |
|------------|-------------------------------|------------|--------------------|--------------|
| a frame    | dice that roll: the animation | what was   | `FRAME`            | the next one |
| round over | the finished round            | what was   | half a round pause | counting     |
| counting   | what came of the round        | what was   | half a round pause | rest         |
| rest       | everything                    | everything | until a table      | see `take`   |

The last frames of an animation may be free: they delay nothing, as if the game were at rest.
A table that arrives before rest waits, and replaces any that waits; Enter goes to rest at once.
"""

from collections import deque
from collections.abc import Iterable
from contextvars import copy_context
from typing import Generic, Protocol, TypeVar, cast
from weakref import proxy

from msgspec import Struct

from arcade.club.views import TableView
from arcade.tasks import Sliced

FRAME = 0.07
"""Seconds a frame of an animation stands."""

ViewType = TypeVar("ViewType")


class Moment(Struct, Generic[ViewType], frozen=True):
    """What a view shows for some seconds; the default is rest: everything, until a change."""

    frame: int = 0
    """How many frames of the animation are left, this one included."""
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
        ended, self._free = self._stage.moment.ended, free
        if frames:
            self._play(Moment(frame, ended, seconds=FRAME) for frame in range(frames, 0, -1))
        else:
            self._clear()
            self._stage.moment = Moment(ended=ended)

    def take(self, table: TableView) -> None:
        """Note the table that the stage has taken; queue the end of a round that it ends."""
        self._newest = table
        if (ended := self._stage.moment.ended) is not None:
            half = table.table.round_pause / 2000
            frames = [self._stage.moment, *self._queue] if not self.landed else []
            over = Moment(ended=ended, seconds=half), Moment(0, ended, True, half)
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
