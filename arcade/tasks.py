"""asyncio: one piece of work for many requests, slices of what many ask for at once, slots for what
takes long, results that many share, tasks with an owner, safe cancellation.
"""

import asyncio
import time
from asyncio import Handle, TimerHandle, get_running_loop
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from contextvars import Context
from math import inf
from typing import Generic, TypeVar

from arcade.newest import Newest


def _nothing() -> None:
    """Do nothing."""


class Coalescer:
    """Runs work once for all requests that arrive before it begins.

    It begins `wait` seconds after the first of them, and not within `rest` seconds of the last
    time; with neither it begins in the next turn of the loop.
    """

    def __init__(
        self,
        work: Callable[[], object],
        wait: float = 0.0,
        rest: float = 0.0,
        context: Context | None = None,
    ) -> None:
        """Without a `context` the work runs in an empty one."""
        self._work = work
        self._wait, self._rest = wait, rest
        self._context = Context() if context is None else context
        self._handle: Handle | WaitingWork | None = None
        self._done_at = -inf

    @property
    def pending(self) -> bool:
        return self._handle is not None

    def begin(self, wait: float | None = None) -> None:
        """Ask for the work, unless it is asked for already; `wait` replaces the usual time."""
        if self._handle is not None:
            return
        loop = get_running_loop()
        after = max(self._wait if wait is None else wait, self._done_at + self._rest - loop.time())
        if after > 0:
            self._handle = loop.call_later(after, self._due, context=self._context)
        else:
            self._handle = loop.call_soon(self._due, context=self._context)

    def start(self, wait: float) -> None:
        """Do it in `wait` seconds, however short the rest before it."""
        self.stop()
        self._done_at = -inf
        self.begin(wait)

    def hurry(self) -> None:
        """Do at once what waits for no time of its own: only for a turn of the loop, or a slice."""
        if self._handle is not None and not isinstance(self._handle, TimerHandle):
            self.stop()
            self._begin()

    def rest(self) -> None:
        """Count from now on as if the work had just been done."""
        self._done_at = get_running_loop().time()

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def close(self) -> None:
        """Stop for good, and let go of the work and its context."""
        self.stop()
        self._work = _nothing
        self._context = Context()

    def _due(self) -> None:
        """Begin, as the time has come."""
        self._begin()

    def _begin(self) -> None:
        self._handle = None
        self._done_at = get_running_loop().time()
        self._work()


class Slices:
    """Does what one change asks of many in slices, one in each turn of the loop, in order.

    Whatever else the loop has to do, as keys, waits for a slice, and not for all of it.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.thread_time) -> None:
        """`seconds` of processor time are a slice; the work that exceeds it is its last."""
        self._seconds = self._left = seconds
        self._clock = clock
        self._first: deque[WaitingWork] = deque()
        self._others: deque[WaitingWork] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._working = False

    def ask(
        self, work: Callable[[], object], context: Context, least: float = 0.0, first: bool = False
    ) -> "WaitingWork | None":
        """Do some work, at once where this turn has time for it; else return how to cancel it.

        It counts for `least` seconds at least: for what it makes others do. What is asked for as
        `first` goes before all that is not; what work itself asks for comes behind it.
        """
        if self._loop is not get_running_loop():
            self._loop, self._left = get_running_loop(), self._seconds
            self._first.clear()
            self._others.clear()
            self._loop.call_soon(self._turn, context=Context())
        before = self._first if first else self._first or self._others
        if self._left > 0 and not (before or self._working):
            self._do(work, least)
            return None
        waiting = WaitingWork(work, context, least)
        (self._first if first else self._others).append(waiting)
        return waiting

    def _turn(self) -> None:
        """Begin a slice; without work there is none, until somebody asks."""
        if self._left == self._seconds and not (self._first or self._others):
            self._loop = None
            return
        get_running_loop().call_soon(self._turn, context=Context())
        self._left = self._seconds
        while self._left > 0 and (waiting := self._next()) is not None:
            if not waiting.cancelled:
                waiting.context.run(self._do, waiting.work, waiting.least)

    def _next(self) -> "WaitingWork | None":
        queue = self._first or self._others
        return queue.popleft() if queue else None

    def _do(self, work: Callable[[], object], least: float) -> None:
        began, self._working = self._clock(), True
        try:
            work()
        finally:
            self._working = False
            self._left -= max(least, self._clock() - began)


class WaitingWork:
    """Work that waits for its slice."""

    def __init__(self, work: Callable[[], object], context: Context, least: float) -> None:
        self.work, self.context, self.least = work, context, least
        self.cancelled = False

    def cancel(self) -> None:
        """Do it no more, and let go of whose it is."""
        self.cancelled = True
        self.work, self.context = _nothing, Context()


FAN_OUT = Slices(0.004)
"""What one person's change makes the screens of others do, in this process."""


class Sliced(Coalescer):
    """Work once for all requests, in the slices of `FAN_OUT`."""

    def __init__(
        self,
        work: Callable[[], object],
        context: Context,
        *,
        rest: float = 0.0,
        least: float = 0.0,
        first: Callable[[], bool] = lambda: False,
    ) -> None:
        """It counts for `least` seconds at least; `first` says whether it goes before others."""
        super().__init__(work, rest=rest, context=context)
        self._least = least
        self._goes_first = first

    def close(self) -> None:
        super().close()
        self._goes_first = lambda: False

    def _due(self) -> None:
        waiting = FAN_OUT.ask(self._begin, self._context, self._least, self._goes_first())
        if waiting is not None:
            self._handle = waiting


R = TypeVar("R")


class Tasks:
    """The tasks of one owner; the set keeps each alive until it ends."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[object]] = set()

    def __iter__(self) -> "Iterator[asyncio.Task[object]]":
        return iter(tuple(self._running))

    def begin(self, work: Coroutine[object, None, R]) -> "asyncio.Task[R]":
        """Begin some work, in an empty context."""
        task = get_running_loop().create_task(work, context=Context())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def settle(self, seconds: float | None = None) -> None:
        """Wait for the tasks of now, at most this many seconds."""
        if self._running:
            await asyncio.wait(tuple(self._running), timeout=seconds)

    async def finish(self) -> None:
        """Wait until no task is left."""
        while self._running:
            await self.settle()  # unlike `gather`, it yields to the loop in any case

    async def cancel(self) -> None:
        for task in self:
            task.cancel()
        await asyncio.gather(*self, return_exceptions=True)


async def await_or_cancel(answer: Awaitable[R]) -> R:
    """Return an answer, unless this task was cancelled meanwhile.

    The NATS client uses `asyncio.wait_for`, which in Python 3.11 swallows a cancellation that comes
    at the same moment as the answer.
    """
    result = await answer
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
    return result


async def shielded(task: "asyncio.Task[R]") -> R:
    """Return a task's result; if the caller is cancelled, the task goes on.

    Since Python 3.14 `asyncio.shield` logs an error if the task fails after that.
    """
    task.add_done_callback(retrieve)
    await asyncio.wait([task])
    return task.result()


def retrieve(task: "asyncio.Task[R]") -> None:
    """Retrieve a task's exception, so that nothing complains of it."""
    if not task.cancelled():
        task.exception()


Shares = Callable[[str], Sequence[tuple[str, int]]]
"""The names somebody counts under, each with the multiple of the limits it has."""


class NoSlot(Exception):
    """Too much waits already, for everybody or for whoever asked."""


class WorkSlots:
    """Limits work to `slots` at a time; those who wait get a slot in turn, name by name.

    One name has at most `each` slots, and as many places in the queue; `queue` in all may wait. A
    name that stands for several leaves `each` to others.
    """

    def __init__(
        self,
        slots: int,
        each: int | None = None,
        queue: int | None = None,
        shares: Shares = lambda who: ((who, 1),),
    ) -> None:
        self.refused = 0
        """How often the queue was full."""
        self.waited = 0
        """How often no slot was free at once."""
        self._slots = self._free = slots
        self._each = each
        self._queue = queue
        self._shares = shares
        self._taken: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, who: str = "") -> Callable[[], None]:
        """Wait for a slot; return a function that gives it back. Raises `NoSlot`."""
        if not self._free or not self._may(who):
            await self._wait(who)
        else:
            self._give(who)
        taken = True

        def give_back() -> None:
            nonlocal taken
            if taken:
                taken = False
                self._take_back(who)

        return give_back

    @asynccontextmanager
    async def slot(self, who: str = "") -> AsyncIterator[None]:
        """Hold a slot; raise `NoSlot`."""
        give_back = await self.take(who)
        try:
            yield
        finally:
            give_back()

    def _may(self, who: str) -> bool:
        each = self._each
        if each is None:
            return True
        # A share of several times as much leaves some to others.
        most = max(each, self._slots - each)
        return all(self._taken[name] < min(times * each, most) for name, times in self._shares(who))

    def _give(self, who: str) -> None:
        self._free -= 1
        self._taken.update(name for name, _ in self._shares(who))

    def _take_back(self, who: str) -> None:
        self._free += 1
        self._taken -= Counter(name for name, _ in self._shares(who))
        self._give_next()

    async def _wait(self, who: str) -> None:
        mine = self._waiting.get(who, ())
        if (self._each is not None and len(mine) >= self._each) or (
            self._queue is not None and sum(map(len, self._waiting.values())) >= self._queue
        ):
            self.refused += 1
            raise NoSlot
        self.waited += 1
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it came at this very moment
                self._take_back(who)
            elif turn in self._waiting.get(who, ()):
                self._waiting[who].remove(turn)
                self._forget(who)
            raise

    def _give_next(self) -> None:
        """Give free slots to those whose last turn was longest ago."""
        for who in tuple(self._waiting):
            if not self._free:
                return
            if not self._may(who):
                continue
            queue = self._waiting.pop(who)
            self._waiting[who] = queue  # behind the others
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    self._give(who)
                    turn.set_result(None)
                    break
            self._forget(who)

    def _forget(self, who: str) -> None:
        if not self._waiting[who]:
            del self._waiting[who]


Key = TypeVar("Key")


class SharedWork(Generic[Key, R]):
    """Work done once for all who ask for its result, one piece at a time.

    At most `queue` pieces wait, and the newest `remembered` results are kept.
    """

    def __init__(self, queue: int, remembered: int) -> None:
        self._slots = WorkSlots(1, queue=queue)
        self._tasks: Newest[Key, asyncio.Task[R | None]] = Newest(remembered)

    async def of(self, key: Key, work: Callable[[], Awaitable[R | None]]) -> R | None:
        """Return the result for a key; None if there is none, or too many wait: ask again."""
        if key not in self._tasks:
            self._tasks[key] = get_running_loop().create_task(self._do(work), context=Context())
        result = await asyncio.shield(self._tasks[key])
        if result is None:
            self._tasks.pop(key, None)
        return result

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _do(self, work: Callable[[], Awaitable[R | None]]) -> R | None:
        with suppress(NoSlot):
            async with self._slots.slot():
                return await work()
        return None
