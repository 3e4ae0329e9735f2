"""A terminal's characters become Textual's events: one reading, over SSH and on one's own machine.

Textual's parser is private (docs/decisions/0007-private-parts.md). It gets whole units only: what
it cannot read it gives out as letters.
"""

from codecs import IncrementalDecoder, getincrementaldecoder, register_error
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

from screens.terminal.sequences import ASKED, LIGHT_GROUND, Answers, Framer, Unit

PRIVATE: Mapping[type, tuple[str, ...]] = {XTermParser: ("_parse_extended_key",)}
"""The private names used here, by the class whose instances have them; a test holds them."""


class Parser(XTermParser):
    """Textual's parser without the cache that would keep it, and its session, alive."""

    _parse_extended_key: Any = XTermParser._parse_extended_key.__wrapped__


class GroundReported(Message):
    """The terminal reports whether its background is light."""

    def __init__(self, light: bool) -> None:
        super().__init__()
        self.light = light


class Pressed(Message):
    """A button of a page was pressed, that of an action."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action = action


class Filled(Message):
    """A page's field for text was sent off."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


_LOST = b"\xff".decode("utf-8", "replace")


def _c1(error: UnicodeError) -> tuple[str, int]:
    """Decode a byte that is no UTF-8: a control character of eight bits, or a letter's loss."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    byte = error.object[error.start]
    return chr(byte) if 0x80 <= byte <= 0x9F else _LOST, error.start + 1


register_error("arcade-c1", _c1)


def decoder() -> IncrementalDecoder:
    """Return a decoder of a terminal's input that accepts any bytes."""
    return getincrementaldecoder("utf-8")("arcade-c1")


@lru_cache(512)
def _keys(text: str) -> tuple[tuple[str, str | None], ...]:
    """Return the keys and characters that a unit stands for, none if the parser cannot read it."""
    fresh = Parser()
    try:
        messages = [*fresh.feed(text)]
        if len(text) < 3:
            messages += fresh.feed("")  # an Escape, perhaps with a letter, and nothing follows
    except Exception:  # CSI 9999999 u: no such character
        return ()
    return tuple((key.key, key.character) for key in messages if isinstance(key, events.Key))


@lru_cache(512)
def _lone_key(text: str) -> tuple[str, str | None] | None:
    framer = Framer()
    units = framer.feed(text)
    if framer.patience or len(units) != 1 or units[0].kind != "key":
        return None
    keys = _keys(units[0].text)
    return keys[0] if len(keys) == 1 else None


class Reader:
    """Reads a terminal's input; `patience` limits an unfinished sequence."""

    def __init__(self, asked: Answers = ASKED) -> None:
        self._framer = Framer(asked)
        self._parser = Parser()
        """Of clicks, which it counts from the one before, and of answers."""

    @property
    def patience(self) -> float:
        """Seconds left for the rest of an unfinished sequence; 0: none is unfinished."""
        return self._framer.patience

    def feed(self, text: str) -> list[Message]:
        arrow = len(text) == 3 and text.startswith("\x1b[")
        if (arrow or len(text) == 1) and not self._framer.patience and (key := _lone_key(text)):
            return [events.Key(*key)]  # nearly every key: parsing takes ten times as long
        return [event for unit in self._framer.feed(text) for event in self._events(unit)]

    def give_up(self) -> list[Message]:
        """End an unfinished sequence: a key, if it is no longer than Alt and a letter."""
        return [event for unit in self._framer.give_up() for event in self._events(unit)]

    def _events(self, unit: Unit) -> Iterator[Message]:
        match unit.kind:
            case "key":
                yield from (events.Key(*key) for key in _keys(unit.text))
            case "paste":
                yield events.Paste(unit.text)
            case "ground":
                yield GroundReported(unit.text == LIGHT_GROUND)
            case _:
                yield from self._parser.feed(unit.text)
