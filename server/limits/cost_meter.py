"""What one address may cost: bytes that it sends, and processor time spent for it.

Ask the meter before the next packet, key, size, line or command. Bytes are charged when they are
passed on; processor time is charged by sampling: at each `TICK` of it the meter of whatever runs
then pays, found by the context in which the loop runs it (`PAYER`).
"""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context

from arcade.club.limits.machine_use import Row
from arcade.club.limits.rate_limiter import TokenBucket
from arcade.tasks import Slices
from server.config.settings import Limits

TICK = 0.01
"""Seconds of processor time between two samples."""
AT_ONCE = 2.0
"""How many seconds' worth of a rate may be used at once."""
TURN_TIME = 0.001
"""Seconds of the loop's work in which one address has begun enough; then others have their turn."""
RECHECK = 0.05
"""Seconds between two looks at whether an address may go on."""
WORK_PAUSE = 0.002
"""Seconds between two pieces of work that an address starts in its apps, such as a resize.

So none of them waits longer than `RECHECK` for the others: a whole school may share an address.
"""
REST_FACTOR = 3.0
"""How long others then have the loop, as a multiple of how long it was busy for the address."""
KEY_TIME = 0.002
"""Seconds that a key counts for at least: what it changes is drawn in the turns that follow."""
KEYS = Slices(KEY_TIME)
"""Lets in one key in each turn of the loop, whichever its address; the addresses take turns."""


class CostMeter:
    """Bytes and processor time of one address, and of the network it belongs to.

    A single step may overdraw either; then everything of the address waits.
    """

    def __init__(
        self,
        limits: Limits,
        times: int = 1,
        clock: Callable[[], float] = time.monotonic,
        within: "CostMeter | None" = None,
        waits: Counter[str] | None = None,
        row: Callable[[str], Row | None] = lambda _: None,
    ) -> None:
        share, rate = times * limits.cpu_share, times * limits.input_rate
        self.seconds = TokenBucket(share, AT_ONCE * share, clock, row("seconds"))
        self.bytes = TokenBucket(rate, AT_ONCE * rate, clock, row("bytes"))
        self._ticks = 0
        self._within = within
        self.waits = Counter[str]() if waits is None else waits
        """How often something had to wait, by the exhausted resource."""
        self._waiting: dict[Callable[[], None], Context] = {}
        self._keys: dict[Callable[[], None], Context] = {}
        """Callbacks that precede all others."""
        self._pressed: dict[Callable[[], None], None] = {}
        self._key_asked = False
        self._next: asyncio.Handle | None = None
        self._until = 0.0
        self._working = False
        self._pictures = 0
        """First pictures that are being made for the address."""
        self.left_early = False
        """Whether the last visitor left before the first picture was drawn."""
        self._beginnings: dict[Callable[[], None], tuple[float, Context]] = {}
        self._beginning: asyncio.TimerHandle | None = None
        self._free_at = 0.0

    @property
    def spent(self) -> str:
        """Which of the two is used up, for the address or its network; "" if neither."""
        ticks, self._ticks = self._ticks, 0
        if ticks:
            self.use(TICK * ticks)
        if self.seconds.left <= 0:
            return "processor"
        if self.bytes.left <= 0:
            return "bytes"
        return "" if self._within is None else self._within.spent

    def use(self, seconds: float) -> None:
        self.seconds.use(seconds)
        if self._within is not None:
            self._within.use(seconds)

    def think(self, seconds: float) -> None:
        """Charge what a coach has thought, never more than is left: it thinks for a page that is
        open, in turn with other addresses, and a key pressed there must not wait until it is paid.
        """
        buckets = [self.seconds, *([] if self._within is None else [self._within.seconds])]
        self.use(min(seconds, max(0.0, min(bucket.left for bucket in buckets))))

    def receive(self, size: int) -> None:
        self.bytes.use(size)
        if self._within is not None:
            self._within.receive(size)

    def tick(self) -> None:
        """Charge a tick. Called from a signal handler: it may interrupt anything, so only count."""
        self._ticks += 1

    def ask(self, work: Callable[[], None], first: bool = False) -> None:
        """Do some work, at once if possible, else when its turn comes.

        Keys ask as `first`: people who are in go before those who are coming in. What
        waits already is not added a second time.
        """
        spent = self.spent
        free = first or not (self._waiting or self._pictures)
        if not spent and not self._keys and free and self._has_time():
            self._do(work)
        elif work not in self._waiting and work not in self._keys:
            if spent:
                self.waits[spent] += 1
            (self._keys if first else self._waiting)[work] = copy_context()
        self._check(soon=not spent)

    def let_in(self, work: Callable[[], None]) -> None:
        """Take a key to its app, at once if no other has come before it, else when its turn comes.

        Its context says who pays and nothing else: the app it was asked from may have ended.
        """
        self._pressed[work] = None
        self._ask_for_turn()

    def _ask_for_turn(self) -> None:
        if self._pressed and not self._key_asked:
            self._key_asked = True
            KEYS.ask(self._let_key, Context(), KEY_TIME)

    def _let_key(self) -> None:
        """Let one in; the next of the address comes behind those of others."""
        self._key_asked = False
        if self._pressed:
            work, context = next(iter(self._pressed)), Context()
            del self._pressed[work]
            self._ask_for_turn()
            context.run(PAYER.set, self)
            context.run(work)

    def begin(self, work: Callable[[], None]) -> None:
        """Start work that an app finishes later, without a pause, one piece at a time. So the
        sessions of one address that all redraw take no longer a turn of the loop than one of them.
        """
        loop = asyncio.get_running_loop()
        if not self._beginnings and loop.time() >= self._free_at and not self.spent:
            self._free_at = loop.time() + WORK_PAUSE  # for what the work itself begins
            work()
            self._free_at = loop.time() + WORK_PAUSE
        elif work not in self._beginnings:
            self._beginnings[work] = loop.time(), copy_context()
            self._begin_later()

    def _begin_later(self) -> None:
        if self._beginning is not None:
            return
        loop, spent = asyncio.get_running_loop(), self.spent
        if spent:
            self.waits[spent] += 1
        wait = RECHECK if spent else max(0.0, self._free_at - loop.time())
        due = loop.time() + wait
        self._beginning = loop.call_later(wait, self._begin_next, due, context=Context())

    def _begin_next(self, due: float) -> None:
        """Begin the next callback; if the loop is late, others have their turn first."""
        loop, self._beginning = asyncio.get_running_loop(), None
        delay, oldest = loop.time() - due, next(iter(self._beginnings.values()), (0.0,))[0]
        spare = oldest + RECHECK - loop.time()
        if due and delay > WORK_PAUSE and spare > 0:
            wait = min(REST_FACTOR * delay, spare)
            self._beginning = loop.call_later(wait, self._begin_next, 0.0, context=Context())
            return
        try:
            if self._beginnings and not self.spent:
                work, (_, context) = next(iter(self._beginnings.items()))
                del self._beginnings[work]
                context.run(work)
        finally:
            # What has waited long enough comes in the next turns of the loop, one in each.
            self._free_at = loop.time() + (WORK_PAUSE if spare > 0 else 0.0)
            if self._beginnings:
                self._begin_later()

    def _has_time(self) -> bool:
        """Whether the address may do more in this turn of the loop."""
        if self._working:
            return False
        if self._next is None:  # the first in this turn
            self._until = time.thread_time() + TURN_TIME
            return True
        return time.thread_time() < self._until

    def _do(self, work: Callable[[], None]) -> None:
        self._working = True
        try:
            work()
        finally:
            self._working = False

    def draw_first(self) -> Callable[[], None]:
        """Make everything but keys wait for a first picture; return a function that ends this.

        Others' keys would wait for a step of the picture and for this in each turn of the loop.
        """
        self._pictures += 1
        drawn = False

        def go_on() -> None:
            nonlocal drawn
            if not drawn:
                drawn = True
                self._pictures -= 1
                self._check(soon=True)

        return go_on

    def forget(self, work: Callable[[], None]) -> None:
        """Do not do it any more, if it waits."""
        self._waiting.pop(work, None)
        self._keys.pop(work, None)
        self._pressed.pop(work, None)
        self._beginnings.pop(work, None)

    async def turn(self) -> None:
        """Wait until the address may go on."""
        come = asyncio.get_running_loop().create_future()

        def go_on() -> None:
            if not come.done():
                come.set_result(None)
                self._until = 0.0  # the work itself comes later, and takes this turn of the loop

        self.ask(go_on)
        try:
            await come
        finally:
            self.forget(go_on)

    def _check(self, soon: bool) -> None:
        """Make sure that the queue is looked at again."""
        if self._next is not None:
            return
        loop = asyncio.get_running_loop()
        if soon:
            self._next = loop.call_soon(self._let_some, context=Context())
        else:
            self._next = loop.call_later(RECHECK, self._let_some, context=Context())

    def _let_some(self) -> None:
        self._next = None
        if not self._queue:
            return
        self._until = time.thread_time() + TURN_TIME
        try:
            while (queue := self._queue) and not self.spent:
                if time.thread_time() >= self._until:
                    break
                work = next(iter(queue))
                context = queue.pop(work)
                context.run(self._do, work)
        finally:
            self._check(soon=not self.spent)

    @property
    def _queue(self) -> dict[Callable[[], None], Context]:
        """Return what may be done now, in order."""
        return self._keys if self._keys or self._pictures else self._waiting


PAYER: ContextVar[CostMeter | None] = ContextVar("PAYER", default=None)
"""The meter charged for work in this context."""


def payer() -> CostMeter:
    """Return the meter of this context; one that nothing is charged to if it has none."""
    return PAYER.get() or CostMeter(Limits())


def account() -> tuple[str, Callable[[float], None]]:
    """Return the name of the address this context works for, and a function that charges it."""
    meter = PAYER.get()
    return ("", lambda _: None) if meter is None else (f"{id(meter)}", meter.think)


@contextmanager
def sampling(each_tick: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Charge the process's processor time to the meters, in the main thread.

    `each_tick` is called at each tick of it.
    """

    def charge(*_: object) -> None:
        if (meter := PAYER.get()) is not None:
            meter.tick()
        each_tick()

    before = signal.signal(signal.SIGPROF, charge)
    signal.siginterrupt(signal.SIGPROF, False)  # a write to the disk goes on
    signal.setitimer(signal.ITIMER_PROF, TICK, TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, signal.SIG_IGN)  # one may be on its way
        if before is not signal.SIG_DFL:
            signal.signal(signal.SIGPROF, before)
