"""Bounded input: a client's bytes become events, no faster than the limits allow.

Must not know: what the events lead to.
"""

import asyncio
from codecs import getincrementaldecoder, register_error
from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Protocol

from textual import events
from textual.message import Message

from arcade.club.limits.rate_limiter import TokenBucket
from server.hosting.config import Limits
from server.limits.cost_meter import AT_ONCE, payer
from server.ssh.sequences import LIGHT_GROUND, Framer, Unit

SLICE = 12
"""Bytes parsed between two looks at the allowance."""
SLICES = 64
"""Slices parsed before others have their turn, where no event comes of them."""
PUMP_PAUSE = 0.05
TYPED = 8
"""Bytes that come at once, at most, where somebody types: they do not make a sequence that was cut
last longer."""


class Parser(Protocol):
    """What is needed of Textual's parser."""

    def feed(self, data: str) -> Iterable[Message]:
        """Parse; "" is the end."""


class GroundReported(Message):
    """A terminal says whether its ground is light."""

    def __init__(self, light: bool) -> None:
        super().__init__()
        self.light = light


_LOST = b"\xff".decode("utf-8", "replace")


def _c1(error: UnicodeError) -> tuple[str, int]:
    """Decode a byte that is no UTF-8: a control character of eight bits, or a letter's loss."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    byte = error.object[error.start]
    return chr(byte) if 0x80 <= byte <= 0x9F else _LOST, error.start + 1


register_error("arcade-c1", _c1)


@lru_cache(512)
def _keys(parser: Callable[[], Parser], text: str) -> tuple[tuple[str, str | None], ...]:
    """Return the keys and characters that a unit stands for, none if the parser cannot read it."""
    fresh = parser()
    try:
        found = [*fresh.feed(text)]
        if len(text) < 3:
            found += fresh.feed("")  # an Escape, perhaps with a letter, and nothing follows
    except Exception:  # CSI 9999999 u: no such character
        return ()
    return tuple((key.key, key.character) for key in found if isinstance(key, events.Key))


@lru_cache(512)
def _lone_key(parser: Callable[[], Parser], chunk: bytes) -> tuple[str, str | None] | None:
    framer = Framer()
    units = framer.feed(chunk.decode("ascii")) if chunk.isascii() else []
    if framer.patience or len(units) != 1 or units[0].kind != "key":
        return None
    keys = _keys(parser, units[0].text)
    return keys[0] if len(keys) == 1 else None


def known_key(parser: Callable[[], Parser], chunk: bytes) -> tuple[str, str | None] | None:
    """Return the key and character that a few bytes stand for; None: look at them one by one.

    That takes ten times as long, and nearly every key is one letter or an arrow.
    """
    arrow = len(chunk) == 3 and chunk.startswith(b"\x1b[")
    return _lone_key(parser, chunk) if arrow or len(chunk) == 1 else None


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
        self._decoder = getincrementaldecoder("utf-8")("arcade-c1")
        self._framer = Framer()
        self._parser = self._make_parser()
        """Of clicks, which it counts from the one before, and of answers."""
        self._between_keys = True
        """Whether nothing is unfinished: what comes next means what it means by itself."""
        self._allowance = TokenBucket(
            limits.keys_per_second, AT_ONCE * limits.keys_per_second, self._loop.time
        )
        self._held = False
        self._paused = False
        self._pumping = False
        self._timer: asyncio.TimerHandle | None = None
        self._giving_up: asyncio.TimerHandle | None = None
        self._patience = 0.0

    def feed(self, data: bytes) -> None:
        if len(data) > TYPED:
            self._wait_anew()
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
        self._wait_anew()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

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
        if self._giving_up is not None or not self._between_keys:
            self._watch()

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
            found = self._take(self._framer.feed(self._decoder.decode(chunk)))
            self._between_keys = not (self._framer.patience or self._decoder.getstate()[0])
            self._count(len(chunk), found)

    def _take(self, units: Iterable[Unit]) -> int:
        """Queue the events of what is whole; give their number."""
        before = len(self._events)
        for unit in units:
            match unit.kind:
                case "key":
                    self._events += (
                        events.Key(*key) for key in _keys(self._make_parser, unit.text)
                    )
                case "paste":
                    self._events.append(events.Paste(unit.text))
                case "ground":
                    self._events.append(GroundReported(unit.text == LIGHT_GROUND))
                case _:
                    self._events += self._parser.feed(unit.text)
        return len(self._events) - before

    def _count(self, size: int, found: int) -> None:
        self._allowance.use(found or size / 256)

    def _watch(self) -> None:
        """See to it that what is unfinished ends; while bytes wait, its rest is among them."""
        patience = 0.0 if self._bytes else self._framer.patience
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
            self._take(self._framer.give_up())
            self._between_keys = not self._decoder.getstate()[0]
        if not self._pumping:
            self._pump()
