"""Text from people, made harmless once, on entry: one line, a bounded number of terminal cells."""

import unicodedata
from collections.abc import Iterator

from wcwidth import wcwidth

MARKS = 2
"""How many marks may pile up on one character."""
FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories that steer a terminal, hide, or have no agreed look: controls (ESC, C1), bidi and
zero-width formats, lone surrogates, private, unassigned, line and paragraph separators."""
_SPACES = dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029"), " ")
# Variation selectors change how many cells the character before them takes, terminal by terminal.
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))


def width(text: str) -> int:
    """Return the cells a text takes at most, each character counted by itself."""
    return sum(max(0, wcwidth(character)) for character in text)


def clean(text: str, cells: int) -> str:
    """Return the text as one harmless line of at most `cells` terminal cells (security.md, row 18).

    Normalised (NFC); line breaks and tabs become spaces, other `FORBIDDEN` characters go; at most
    `MARKS` marks pile up, none without a character to stand on; no space at either end.
    """
    return "".join(_clip(_allow(text), cells)).rstrip()


def typed(text: str) -> str:
    """Return a line that is still being typed as `clean` will have it, but for spaces at its end."""
    return "".join(_clip(_allow(text), width(text)))


def _allow(text: str) -> str:
    one_line = text.replace("\r\n", "\n").translate(_SPACES)
    return unicodedata.normalize("NFC", "".join(filter(_allowed, one_line)))


def _allowed(character: str) -> bool:
    return unicodedata.category(character) not in FORBIDDEN and not any(
        ord(character) in selectors for selectors in _SELECTORS
    )


def _clip(text: str, cells: int) -> Iterator[str]:
    marks: int | None = None  # None: nothing yet for a mark to stand on
    for character in text:
        if marks is None and character.isspace():
            continue
        taken = width(character)
        # Some vowels of Hangul take no cell either and are no marks by category.
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
