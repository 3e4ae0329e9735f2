"""Bounded input: a client's bytes become events, no faster than the limits allow.

Must not know: the effect of the events.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from textual.message import Message

from arcade.club.limits.rate_limiter import TokenBucket
from screens.terminal.reader import Reader, decoder
from screens.terminal.sequences import ESCAPE_WAIT, TYPED
from server.config.settings import Limits
from server.limits.cost_meter import AT_ONCE, payer

SLICE = 12
"""Bytes parsed between two checks of the allowance."""
SLICES = 64
"""Slices parsed before others have their turn, where no event comes of them."""
PUMP_PAUSE = 0.05

_ESCAPE, _ESCAPE_KEY = b"\x1b", b"\x1b[27u"
"""An Escape that may begin a sequence, and one that is a key, as kitty writes it."""
_GO_ON = b"[O\\]PX^_\x1b"
"""How a sequence may go on after its Escape in another packet."""


class Intake:
    """Turns a client's bytes into events, no faster than the limits allow."""

    def __init__(
        self, limits: Limits, deliver: Callable[[Message], None], hold: Callable[[bool], None]
    ) -> None:
        self.meter = payer()
        self._deliver = deliver
        self._hold = hold
        self._loop = asyncio.get_running_loop()
        self._bytes = bytearray()
        self._events: deque[Message] = deque()
        self._decoder = decoder()
        self._reader = Reader()
        self._allowance = TokenBucket(
            limits.keys_per_second, AT_ONCE * limits.keys_per_second, self._loop.time
        )
        self._waits = False
        self._paused = False
        self._pumping = False
        self._timer: asyncio.TimerHandle | None = None
        self._giving_up: asyncio.TimerHandle | None = None
        self._patience = 0.0

    def feed(self, data: bytes) -> None:
        if len(data) > TYPED:
            self._wait_anew()
        if data and data[0] not in _GO_ON:
            self._end_escape()
        self._bytes += data
        self._start()

    def _end_escape(self) -> None:
        """Make the Escape of an earlier packet a key: however late it is read, it is not Alt."""
        if self._bytes.endswith(_ESCAPE):
            self._bytes[-1:] = _ESCAPE_KEY
        elif not self._bytes and self._reader.patience == ESCAPE_WAIT:
            self._wait_anew()
            self._events += self._reader.give_up()

    def add(self, message: Message) -> None:
        """Deliver what did not come as bytes."""
        self._events.append(message)
        self.charge()

    def charge(self) -> None:
        """Count something that did not come as bytes: it costs as much as a key."""
        self._allowance.use(1)
        self._start()

    def pause(self) -> None:
        """Deliver nothing until `resume`."""
        self._paused = True

    def resume(self) -> None:
        """Deliver the events queued meanwhile."""
        self._paused = False
        self._start()

    def close(self) -> None:
        self._bytes.clear()
        self._events.clear()
        self.meter.forget(self._let_in)
        self.meter.forget(self._pump)
        self._wait_anew()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _pump(self) -> None:
        """Deliver an event, and see to it that the next one follows.

        One in a turn of the loop: an app handles all events that it has without a pause.
        """
        self._pumping = False
        if self._paused:
            return
        self._parse_some()
        if self._events:
            self._deliver(self._events.popleft())
        waits = bool(self._bytes or self._events) or self._allowance.left < 0
        if waits:
            self._pumping = True
            too_fast = not self._events and self._allowance.left <= 0
            self.meter.waits["keys"] += too_fast
            self._timer = self._loop.call_later(PUMP_PAUSE if too_fast else 0, self._ask)
        if self._waits != waits:
            self._waits = waits
            self._hold(waits)
        if self._giving_up is not None or self._reader.patience:
            self._watch()

    def _ask(self) -> None:
        self._timer = None
        self.meter.ask(self._let_in)

    def _start(self) -> None:
        """Begin to deliver, unless that has begun; read no more than is allowed meanwhile."""
        if not self._pumping:
            self._pumping = True
            self._let_in()
        if self._allowance.left < 0 and not self._waits:
            self._waits = True
            self._hold(True)

    def _let_in(self) -> None:
        """Deliver in turn with the keys of everybody."""
        self.meter.let_in(self._pump)

    def _parse_some(self) -> None:
        """Parse until there is an event, nothing is allowed, or others should have their turn."""
        for _ in range(SLICES):
            if self._events or not self._bytes or self._allowance.left <= 0:
                return
            chunk = bytes(self._bytes[:SLICE])
            del self._bytes[:SLICE]
            messages = self._reader.feed(self._decoder.decode(chunk))
            self._events += messages
            self._allowance.use(len(messages) or len(chunk) / 256)

    def _watch(self) -> None:
        """Schedule the end of an unfinished sequence, unless waiting bytes may complete it."""
        patience = 0.0 if self._bytes else self._reader.patience
        if patience != self._patience:
            self._wait_anew()
        if patience and self._giving_up is None:
            self._patience = patience
            self._giving_up = self._loop.call_later(patience, self._give_up)

    def _wait_anew(self) -> None:
        self._patience = 0.0
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None

    def _give_up(self) -> None:
        self._giving_up, self._patience = None, 0.0
        if not self._bytes:
            self._events += self._reader.give_up()
        self._start()
