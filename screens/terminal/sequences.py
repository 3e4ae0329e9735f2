"""Sort a client's characters into keys, clicks, pastes and the terminal's answers.

A terminal sends more than its person types: answers to questions of ours or of a program before us,
and parts of them. What is neither a key nor an answer we use is skipped to its own end, for its
rest, read as keys, would play the game. After ECMA-48 and the notes on XTerm's control sequences.

Must not know: what a key is called, and what it leads to.
"""

import asyncio
import re
from typing import Literal, NamedTuple

MOST_PASTED = 4096
"""Characters kept of one paste."""
LONGEST_PASTE = 4 * MOST_PASTED
"""Characters after which a paste counts although its end is still to come."""

ESCAPE_WAIT = 0.11
"""Seconds after which an Escape was a key, and no beginning of a sequence."""
PREFIX_WAIT = 0.5
"""Seconds after which two characters that may begin a sequence were Alt and a letter."""
SEQUENCE_WAIT = 2.0
"""Seconds after which the rest of a sequence is not expected any more."""
PASTE_WAIT = 10.0
"""Seconds after which the end of a paste is not expected any more."""
TYPED = 8
"""Bytes that come at once, at most, where somebody types: they do not make a sequence that was cut
last longer."""

Kind = Literal["key", "mouse", "mode", "ground", "paste"]


class Unit(NamedTuple):
    """What a person did, or an answer: its characters; of a paste the text."""

    kind: Kind
    text: str


_ESCAPE = "\x1b"
_PASTE, _PASTE_END = "\x1b[200~", "\x1b[201~"
_STRINGS = frozenset({"\x1bP", "\x1bX", "\x1b]", "\x1b^", "\x1b_"})
"""DCS, SOS, OSC, PM and APC."""
_EIGHT_BITS = {chr(ord(prefix[1]) + 0x40): prefix for prefix in {*_STRINGS, "\x1b[", "\x1bO"}}
"""The same, CSI and SS3 as single characters."""
_STRING_ENDS = re.compile("[\x07\x18\x1a\x1b\x9c]")
_LONGEST = 64
"""Characters kept of a sequence; none that means something is as long."""

_KEY = re.compile(
    r"\x1bO(?:[0-9;]{0,4})[A-Za-z]"
    r"|\x1b\[(?:"
    r"(?:1;\d{1,3})?[A-DFHPQS]|[ZEabcd]|\[[A-E]|5[A-D]"
    r"|(?:[1-8]|1[1-57-9]|2[0134])(?:;\d{1,3})?~|\d{1,2}[$@^]"
    r"|27;\d{1,3};\d{1,7}~|\d{1,7}(?:;\d{0,3}(?:;\d{1,7}(?::\d{1,7}){0,3})?)?u"
    r")"
)
"""Sequences of keys: VT220, xterm with modifiers, rxvt, the Linux console, modifyOtherKeys, kitty.
A parser that is asked about others takes some for letters: `CSI 113 ~` would be a q."""

_KEYPAD = re.compile(r"\x1bO([Mj-y])")
"""The keypad's Enter, signs and digits: their characters are 0x40 below."""

ASK_GROUND = "\x1b[?996n"
"""Ask whether the ground is light; a terminal that does not know says nothing."""
LIGHT_GROUND = "\x1b[?997;2n"
"""The answer of a terminal with a light background."""

Answers = tuple[tuple[Kind, re.Pattern[str]], ...]

ASKED: Answers = (
    ("mouse", re.compile(r"\x1b\[<\d{1,4};\d{1,5};\d{1,5}[Mm]")),
    ("mode", re.compile(r"\x1b\[\?2026;\d\$y")),
    ("ground", re.compile(r"\x1b\[\?997;[12]n")),
)
"""The answers we use to what everybody's terminal is asked."""

ASKED_BY_TEXTUAL: Answers = (
    *ASKED,
    ("mode", re.compile(r"\x1b\[\?2048;\d\$y|\x1b\[[IO]")),
    ("mode", re.compile(r"\x1b\[48(?:;\d{1,5}(?::\d{1,5})*){4}t")),
)
"""Those that Textual's own driver asks for as well: the focus, and a size in the stream."""

_REST = re.compile(r"\]\d+;|P[01!>][|$+{]|_G\w+=|\[[?>=<]\d")
"""How answers go on after their Escape; nobody types as much in one."""

_BEGINS = re.compile(r"[\x1b\x80-\x9f]")
"""What begins a sequence."""

_RXVT = re.compile(r"\x1b\[\d{1,2}\$")
"""rxvt ends Shift with a function key by a character that elsewhere stands before the end."""
_CLICK = "\x1b[M"
"""Begins a click of old terminals; any three characters follow."""


def _ends(sequence: str) -> bool:
    """Return whether a control sequence, or a key of the keypad, is whole."""
    last = sequence[-1]
    if sequence.startswith("\x1bO"):
        return last not in "0123456789;"
    return last >= "@" or _RXVT.fullmatch(sequence) is not None


class Framer:
    """Cuts a stream of characters into units; `feed` gives those that are whole.

    Where something is unfinished, `patience` says for how many seconds, and `give_up` ends it.
    """

    def __init__(self, asked: Answers = ASKED) -> None:
        self._asked = asked
        self._begun = ""
        self._string = self._escaped = False
        self._paste: str | None = None
        self._pasted = 0
        self._tail = ""
        self._keyless = False
        self._escape_passed = False
        """Whether an Escape has just been a key because nothing followed."""

    @property
    def rests(self) -> bool:
        """Whether what comes next continues nothing."""
        return not self.patience and not self._escape_passed

    @property
    def patience(self) -> float:
        """The seconds in which the rest of what is unfinished must come; 0: nothing is."""
        if self._paste is not None:
            return PASTE_WAIT
        if self._string:
            return SEQUENCE_WAIT
        return (0.0, ESCAPE_WAIT, PREFIX_WAIT, SEQUENCE_WAIT)[min(len(self._begun), 3)]

    def feed(self, text: str) -> list[Unit]:
        units: list[Unit] = []
        at = 0
        if self._escape_passed:
            self._escape_passed = False
            if _REST.match(text):  # no key: a slow line had cut the sequence
                self._begun = _ESCAPE
        while at < len(text):
            if self._paste is not None:
                at = self._in_paste(text, at, units)
            elif self._string:
                at = self._in_string(text, at, units)
            else:
                self._letter(text[at], units)
                at += 1
        return units

    def give_up(self) -> list[Unit]:
        """End what is unfinished: it was a key if it is no longer than Alt and a letter."""
        begun, keyless = self._begun, self._keyless or len(self._begun) > 2
        self._begun, self._tail, self._paste = "", "", None
        self._string = self._escaped = self._keyless = False
        self._escape_passed = begun == _ESCAPE
        return [Unit("key", begun)] if begun and not keyless else []

    def _letter(self, letter: str, units: list[Unit]) -> None:
        begun = self._begun
        if begun.startswith(_CLICK) and letter != _ESCAPE:
            self._begun = begun + letter if len(begun) < len(_CLICK) + 2 else ""
        elif begun in _STRINGS:
            self._begun, self._string = "", True
            self._in_string(letter, 0, units)
        elif "\x80" <= letter <= "\x9f":
            self._begun, self._keyless = _EIGHT_BITS.get(letter, ""), True
        elif not begun:
            self._keyless = False
            if letter == _ESCAPE:
                self._begun = letter
            else:
                units.append(Unit("key", letter))
        elif letter == _ESCAPE:
            self._begun, self._keyless = letter, False
            if begun == _ESCAPE:
                units.append(Unit("key", letter))
        elif begun == _ESCAPE:
            self._second(letter, units)
        else:
            self._more(letter, units)

    def _second(self, letter: str, units: list[Unit]) -> None:
        if letter in "[O" or _ESCAPE + letter in _STRINGS:
            self._begun += letter
            return
        self._begun = ""
        if letter != "\\":  # the end of a string whose beginning did not come
            units.append(Unit("key", _ESCAPE + letter))

    def _more(self, letter: str, units: list[Unit]) -> None:
        """Take the next letter of a control sequence, or of a key of the keypad."""
        whole = self._begun + letter
        if not " " <= letter <= "~":  # the sequence was cut
            self._begun = ""
            if letter not in "\x18\x1a":
                self._letter(letter, units)
        elif whole in ("\x1b[[", _CLICK) or not _ends(whole):
            self._begun = whole[:_LONGEST]
        else:
            self._begun = ""
            self._sequence(whole, units)

    def _sequence(self, whole: str, units: list[Unit]) -> None:
        if whole == _PASTE:
            self._paste, self._pasted = "", 0
        elif _KEY.fullmatch(whole):
            units.append(Unit("key", whole))
        else:
            units += (Unit(kind, whole) for kind, form in self._asked if form.fullmatch(whole))

    def _in_string(self, text: str, at: int, units: list[Unit]) -> int:
        if self._escaped:  # it ends the string, or begins something else
            self._string = self._escaped = False
            if text[at] != "\\":
                self._begun = _ESCAPE
                if text[at] != _ESCAPE:
                    self._letter(text[at], units)
            return at + 1
        end = _STRING_ENDS.search(text, at)
        if end is None:
            return len(text)
        self._escaped = end[0] == _ESCAPE
        self._string = self._escaped
        return end.end()

    def _in_paste(self, text: str, at: int, units: list[Unit]) -> int:
        """Keep the beginning of a paste, and its last characters: its end may come in two parts."""
        seen = self._tail + text[at:]
        end = seen.find(_PASTE_END)
        body = seen[: end if end >= 0 else 1 - len(_PASTE_END)]
        kept = self._paste or ""
        kept += body[: MOST_PASTED - len(kept)]
        counts, self._pasted = self._pasted < LONGEST_PASTE, self._pasted + len(body)
        if counts and (end >= 0 or self._pasted >= LONGEST_PASTE):
            units.append(Unit("paste", kept.replace("\x00", "")))
        if end < 0:
            self._paste, self._tail = kept, seen[len(body) :]
            return len(text)
        self._paste, self._tail = None, ""
        return len(text) - (len(seen) - end - len(_PASTE_END))


class LineFilter:
    """Keeps the letters of lines, and the keys that end or erase them."""

    def __init__(self) -> None:
        self._framer = Framer()
        self._fed = 0.0

    def __call__(self, text: str) -> str:
        now = asyncio.get_running_loop().time()
        if now - self._fed > self._framer.patience:
            self._framer.give_up()
        self._fed = now
        if self._framer.rests and _BEGINS.search(text) is None:
            return text
        return "".join(map(_letters, self._framer.feed(text)))


def _letters(unit: Unit) -> str:
    if unit.kind == "paste" or len(unit.text) == 1:
        return unit.text
    keypad = _KEYPAD.fullmatch(unit.text)
    return chr(ord(keypad[1]) - 0x40) if keypad else ""
