"""Bounded input: a client's bytes become events, no faster than the limits allow.

Must not know: what the events lead to.
"""

import asyncio
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Protocol

from textual import constants, events, messages
from textual.message import Message

from arcade.club.limits.rate_limiter import TokenBucket
from server.hosting.config import Limits
from server.limits.cost_meter import AT_ONCE, payer

PASTE, PASTE_END = b"200~", b"\x1b[201~"
"""The end of what begins a paste, and what ends one."""
MOST_PASTED = 4096
"""Characters kept of one paste."""
SLICE = 12
"""Bytes parsed between two looks at the allowance."""
SLICES = 64
"""Slices parsed before others have their turn, where no event comes of them."""
PUMP_PAUSE = 0.05
SWALLOW_PAUSE = 10.0
"""Seconds of silence after which a paste that was cut is taken to be over."""


class Parser(Protocol):
    """What is needed of Textual's parser."""

    @property
    def undecided(self) -> bool:
        """Whether it waits to see if an Escape was a key or the start of a sequence."""

    def feed(self, data: str) -> Iterable[Message]:
        """Parse; "" would be the end."""

    def tick(self) -> Iterable[Message]: ...


def known_key(parser: Callable[[], Parser], chunk: bytes) -> tuple[str, str | None] | None:
    """Return the key and character that a few bytes stand for; None: ask the parser.

    The parser needs a tenth of a key's time, and nearly every key is one letter or an arrow.
    """
    arrow = len(chunk) == 3 and chunk.startswith(b"\x1b[")
    return _known_key(parser, chunk) if arrow or len(chunk) == 1 else None


@lru_cache(512)
def _known_key(parser: Callable[[], Parser], chunk: bytes) -> tuple[str, str | None] | None:
    fresh = parser()
    found = list(fresh.feed(chunk.decode("ascii"))) if chunk.isascii() else []
    if fresh.undecided or len(found) != 1 or not isinstance(found[0], events.Key):
        return None
    return found[0].key, found[0].character


class Intake:
    """Turns a client's bytes into events, no faster than the limits allow."""

    def __init__(
        self,
        parser: Callable[[], Parser],
        limits: Limits,
        deliver: Callable[[Message], None],
        hold: Callable[[bool], None],
    ) -> None:
        self.meter = payer()
        self._make_parser = parser
        self._deliver = deliver
        self._hold = hold
        self._loop = asyncio.get_running_loop()
        self._bytes = bytearray()
        self._events: deque[Message] = deque()
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = self._make_parser()
        self._between_keys = True
        """Whether the parser waits for nothing: what comes next means what it means by itself."""
        self._allowance = TokenBucket(
            limits.keys_per_second, AT_ONCE * limits.keys_per_second, self._loop.time
        )
        self._fed = self._loop.time()
        self._silent = 0
        self._swallowing = False
        self._tail = b""
        self._held = False
        self._paused = False
        self._pumping = False
        self._timer: asyncio.TimerHandle | None = None
        self._escape: asyncio.TimerHandle | None = None

    def feed(self, data: bytes) -> None:
        if self._swallowing:
            data = self._swallow(data)
        self._fed = self._loop.time()
        self._bytes += data
        if not self._pumping:
            self._pump()

    def pause(self) -> None:
        """Deliver nothing until `resume`."""
        self._paused = True

    def resume(self) -> None:
        """Deliver what came meanwhile."""
        self._paused = False
        if not self._pumping:
            self._pump()

    def close(self) -> None:
        self._bytes.clear()
        self._events.clear()
        self.meter.forget(self._pump)
        for handle in (self._timer, self._escape):
            if handle is not None:
                handle.cancel()
        self._timer = self._escape = None

    def _pump(self) -> None:
        """Deliver an event, and see to it that the next one follows.

        One in a turn of the loop: an app works on all it has without a pause.
        """
        self._pumping = False
        if self._paused:
            return
        self._parse_some()
        if self._events:
            self._deliver(self._events.popleft())
        waits = bool(self._bytes or self._events)
        if waits:
            self._pumping = True
            too_fast = not self._events and self._allowance.left <= 0
            self.meter.held["keys"] += too_fast
            self._timer = self._loop.call_later(PUMP_PAUSE if too_fast else 0, self._ask)
        if self._held != waits:
            self._held = waits
            self._hold(waits)
        self._watch_escape()

    def _ask(self) -> None:
        self._timer = None
        self.meter.ask(self._pump)

    def _parse_some(self) -> None:
        """Parse until there is an event, nothing is allowed, or others should have their turn."""
        for _ in range(SLICES):
            if self._events or not self._bytes or self._allowance.left <= 0:
                return
            chunk = bytes(self._bytes[:SLICE])
            del self._bytes[:SLICE]
            key = self._between_keys and known_key(self._make_parser, chunk)
            if key:
                self._events.append(events.Key(*key))
                self._count(len(chunk), 1)
                continue
            found = self._parse(self._decode(chunk))
            # In a paste no event comes of anything but its end.
            self._between_keys = found > 0 and not self._parser.undecided and PASTE not in chunk
            self._count(len(chunk), found)

    def _parse(self, text: str) -> int:
        """Parse; give the number of events."""
        if not text:  # half a letter; to the parser an empty text is the end
            return 0
        try:
            return self._keep(self._parser.feed(text))
        except Exception:
            # CSI 99999999999 u kills the parser's generator, and must not end the session.
            self._parser = self._make_parser()
            return 1

    def _keep(self, found: Iterable[Message]) -> int:
        count = 0
        for event in found:
            count += 1
            # The size is the channel's to tell; CSI 48 t from a client would go unclamped.
            if isinstance(event, events.Resize | messages.InBandWindowResize):
                continue
            if isinstance(event, events.Paste):
                event.text = event.text[:MOST_PASTED]
            self._events.append(event)
        return count

    def _count(self, size: int, found: int) -> None:
        self._allowance.use(found or size / 256)
        self._silent = 0 if found else self._silent + size
        if self._silent > 4 * MOST_PASTED:
            self._cut()

    def _cut(self) -> None:
        """End a paste that is too long: what came so far counts, the rest is swallowed.

        The rest must not be read as keys: it would play the game.
        """
        self._silent = 0
        self._parse(PASTE_END.decode())
        self._swallowing, self._tail = True, b""
        self._bytes[:] = self._swallow(bytes(self._bytes))

    def _swallow(self, data: bytes) -> bytes:
        """Return what follows the end of a paste that was cut; the mark may come in two parts."""
        if self._loop.time() - self._fed > SWALLOW_PAUSE:
            self._swallowing = False
            return data
        seen, end, rest = (self._tail + data).partition(PASTE_END)
        self._swallowing = not end
        self._tail = b"" if end else seen[1 - len(PASTE_END) :]
        return rest

    def _watch_escape(self) -> None:
        # While bytes wait for their turn, what the Escape was stands among them.
        if self._parser.undecided and self._escape is None and not self._bytes:
            delay = constants.ESCAPE_DELAY + 0.01
            self._escape = self._loop.call_later(delay, self._decide_escape)

    def _decide_escape(self) -> None:
        self._escape = None
        if not self._bytes:
            self._keep(self._parser.tick())
        if not self._pumping:
            self._pump()
