"""Window title, bell and notification: how a session calls its person.

The only module that writes these sequences. Must not know: games, the club, the person.
"""

from collections.abc import Callable

LONGEST = 80
"""Characters of a title or a notification."""

_BELL = "\x07"
_KEEP, _RESTORE = "\x1b[22;2t", "\x1b[23;2t"
"""xterm's stack of titles; a terminal without one is left with a blank title."""


class Attention:
    """Calls one person in the ways they have chosen; `write` sends a sequence to the terminal.

    `notifies` is "off", "osc9" or "osc777": there are two sequences for a notification, and a
    terminal that knows both would show both. Terminals that know none show nothing.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._wished = ""
        self._shown = ""
        self._titled = True
        self.rings = True
        self.notifies = "off"

    def title(self, text: str) -> None:
        """Set the window's title if titles are enabled."""
        self._wished = _clean(text)
        if self._titled and self._wished != self._shown:
            kept = "" if self._shown else _KEEP
            self._write(f"{kept}\x1b]2;{self._wished}{_BELL}")
            self._shown = self._wished

    def repeat(self) -> None:
        """Set the title once more, on a terminal that may have lost it."""
        if self._shown:
            self._shown = ""
            self.title(self._wished)

    def use_title(self, on: bool) -> None:
        """Show the last title in the window, or restore the window's own."""
        self._titled = on
        if on and self._wished:
            self.title(self._wished)
        elif not on:
            self.end()

    def end(self) -> None:
        if self._shown:
            self._write(f"\x1b]2;{_BELL}{_RESTORE}")
            self._shown = ""

    def call(self, text: str) -> None:
        """Call the person by bell, by a notification with this text, or not at all."""
        if self.rings:
            self._write(_BELL)
        if self.notifies == "osc9":
            self._write(f"\x1b]9;{_clean(text)}{_BELL}")
        elif self.notifies == "osc777":
            self._write(f"\x1b]777;notify;ssh-arcade;{_clean(text)}{_BELL}")


def _clean(text: str) -> str:
    """Keep printable characters, so that no text ends the sequence or starts another."""
    return "".join(filter(str.isprintable, text.replace(";", "")))[:LONGEST]
