"""What may be seen of a game at a moment, and when the next moment comes.

| moment     | drawn                         | said       | lasts              | then         |
|------------|-------------------------------|------------|--------------------|--------------|
| a frame    | dice that roll: the animation | what was   | `FRAME`            | the next one |
| round over | the finished round            | what was   | half a round pause | counting     |
| counting   | what came of the round        | what was   | half a round pause | rest         |
| rest       | everything                    | everything | until a table      | see `take`   |

An animation may end in frames that hold nothing up: as at rest, everything is said beside them.
Before rest a table that comes waits, and only the newest does; Enter goes to rest at once.
"""

from collections import deque
from collections.abc import Iterable
from contextvars import copy_context
from typing import Any, Generic, Protocol, TypeVar, cast
from weakref import proxy

from msgspec import Struct

from arcade.club.views import TableView
from arcade.tasks import Sliced

FRAME = 0.07
"""Seconds a frame of an animation stands."""

ViewType = TypeVar("ViewType")


class Moment(Struct, Generic[ViewType], frozen=True):
    """What may be seen for some seconds: by default everything, until something happens."""

    frame: int = 0
    """How many frames of the animation are left, with this one."""
    ended: ViewType | None = None
    """The game before the action that ended a round, while the finished round is shown."""
    counting: bool = False
    """Whether what came of the finished round is shown."""
    seconds: float = 0.0


class Stage(Protocol):
    """The view of a game."""

    moment: Moment[Any]
    """What it draws."""

    def take(self, table: TableView) -> None:
        """Take a new view of the table."""

    def seen(self) -> None:
        """Say what happened: more of it may be said than before."""

    def redraw(self) -> None: ...

    def awaited(self) -> bool: ...


class Playback(Generic[ViewType]):
    """Plays the moments of a game one after the other on a stage, which owns it."""

    def __init__(self, stage: Stage, table: TableView) -> None:
        self._stage = cast("Stage", proxy(stage))  # no cycle: a view goes without a collection
        self.last_visible = table
        """The last table of which everything was visible."""
        self.waiting: TableView | None = None
        """The newest table, if it came before rest."""
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
        """Whether everything that happened is visible; until then the result stays untold."""
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
        """Begin with the changes of a table; `ended`: they end a round, which is to be seen."""
        if ended is not None:
            self._clear()
            self._stage.moment = Moment(ended=ended)

    def animate(self, frames: int, free: int) -> None:
        """Play so many frames, of which the last `free` hold nothing up."""
        ended, self._free = self._stage.moment.ended, free
        if frames:
            self._play(Moment(frame, ended, seconds=FRAME) for frame in range(frames, 0, -1))
        else:
            self._clear()
            self._stage.moment = Moment(ended=ended)

    def take(self, table: TableView) -> None:
        """Note that a table was taken: say it at rest, or show first how its round has ended."""
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
        """Go to rest at once, also with what comes of a table that waits."""
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
        """Say that everything is visible, then show what came meanwhile."""
        self.last_visible = self._newest
        self._stage.seen()
        table, self.waiting = self.waiting, None
        if table is not None:
            self._stage.take(table)
