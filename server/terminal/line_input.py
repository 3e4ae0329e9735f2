"""Lines as they arrive from a client, with or without a terminal.

The client's terminal is in raw mode, so typed characters are echoed here; the echo is only the
characters themselves and backspaces.

Must not know: what the lines say.
"""

import asyncio
import re
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable

MAX_CHARACTERS = 8192
"""The most characters kept of a line; the rest is dropped."""
MAX_LINES = 64
"""How many lines may wait before the client is held."""
TYPED = "-"
"""Given instead of a code: the code follows as a line of input."""
_ENDS = "\r\n"
_ERASE = "\x08\x7f"
_STOP = "\x03\x04"
_PARTS = re.compile(r"[^\x00-\x1f\x7f]+|[\x00-\x1f\x7f]+")
"""Text between keys, and keys."""


def reads(command: str) -> bool:
    """Return whether a command takes lines of input."""
    name, *arguments = command.split(maxsplit=2) or [""]
    return name in ("plain", "api") or arguments == [TYPED]


class LineInput:
    """Turns bytes into lines; calls `hold` with whether the client has to wait.

    `typed` removes from a terminal's characters what its person did not type.
    """

    def __init__(
        self,
        echo: Callable[[bytes], object] | None,
        hold: Callable[[bool], None],
        typed: Callable[[str], str] = str,
    ) -> None:
        self._echo = echo
        self._hold = hold
        self._typed = typed
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._now: list[str] = []
        self._spoken: list[str] = []
        self._lines: deque[str] = deque()
        self._ended = False
        self._after_return = False
        self._arrived = asyncio.Event()

    def feed(self, data: bytes) -> None:
        for part in _PARTS.findall(self._typed(self._decode(data))):
            if part.isprintable():
                self._add(part)
            else:
                for letter in part:
                    self._take(letter)
        if self._echo and self._spoken:  # at once: each letter would be a packet
            self._echo("".join(self._spoken).encode())
        self._spoken.clear()
        if len(self._lines) >= MAX_LINES:
            self._hold(True)

    def end(self) -> None:
        """End the input; an unfinished line counts."""
        if self._now:
            self._finish()
        self._ended = True
        self._arrived.set()

    @property
    def waiting(self) -> bool:
        """Whether a line, or the end of input, is waiting."""
        return bool(self._lines) or self._ended

    async def arrived(self) -> None:
        """Wait until a line, or the end of input, arrives."""
        while not self.waiting:
            self._arrived.clear()
            await self._arrived.wait()

    def take(self) -> str | None:
        """Return the next waiting line, or None at the end of input."""
        if not self._lines:
            return None
        line = self._lines.popleft()
        if len(self._lines) == MAX_LINES // 2:
            self._hold(False)
        return line

    def _take(self, letter: str) -> None:
        if self._ended:
            return
        follows, self._after_return = self._after_return, letter == "\r"
        if letter in _ENDS:
            if not (letter == "\n" and follows):
                self._say("\r\n")
                self._finish()
        elif self._echo and letter in _STOP:
            if letter == "\x03" or not self._now:
                self._now.clear()
                self.end()
        elif self._echo and letter in _ERASE:
            if self._now:
                self._now.pop()
                self._say("\b \b")
        elif letter.isprintable() or letter == "\t":
            self._add(letter)

    def _add(self, letters: str) -> None:
        self._after_return = False
        if not self._ended and (added := letters[: MAX_CHARACTERS - len(self._now)]):
            self._now += added
            self._say(added)

    def _finish(self) -> None:
        self._lines.append("".join(self._now))
        self._now.clear()
        self._arrived.set()

    def _say(self, text: str) -> None:
        self._spoken.append(text)
