"""Sanitizes text from people on entry: one line, a bounded number of terminal cells."""

import unicodedata
from collections.abc import Iterator

from wcwidth import wcwidth

MARKS = 2
"""Maximum combining marks on one character."""
FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories that control a terminal, are invisible, or look different everywhere: controls (ESC,
C1), bidi and zero-width formats, lone surrogates, private, unassigned,
line and paragraph separators."""
_SPACES = dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029"), " ")
# Variation selectors change how many cells the character before them takes, terminal by terminal.
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))


def width(text: str) -> int:
    """Return the greatest number of cells a text may take, character by character."""
    return sum(max(0, wcwidth(character)) for character in text)


def clean(text: str, cells: int) -> str:
    """Return the text as one harmless line of at most `cells` terminal cells (security.md, row 18).

    The result is normalized (NFC) and stripped; line breaks and tabs become spaces, other
    `FORBIDDEN` characters are dropped; at most `MARKS` marks follow a character, and none come
    first.
    """
    return "".join(_clip(_allow(text), cells)).rstrip()


def typed(text: str) -> str:
    """Return a line being typed as `clean` will return it, but keep spaces at its end."""
    return "".join(_clip(_allow(text), width(text)))


def _allow(text: str) -> str:
    one_line = text.replace("\r\n", "\n").translate(_SPACES)
    return unicodedata.normalize("NFC", "".join(filter(_allowed, one_line)))


def _allowed(character: str) -> bool:
    return unicodedata.category(character) not in FORBIDDEN and not any(
        ord(character) in selectors for selectors in _SELECTORS
    )


def _clip(text: str, cells: int) -> Iterator[str]:
    marks: int | None = None  # None: no character yet that could take a mark
    for character in text:
        if marks is None and character.isspace():
            continue
        taken = width(character)
        # Some Hangul vowels take no cell either, and are not marks by category.
        if taken == 0 or unicodedata.category(character).startswith("M"):
            if marks is None or marks == MARKS:
                continue
            marks += 1
        else:
            marks = 0
        cells -= taken
        if cells < 0:
            return
        yield character
