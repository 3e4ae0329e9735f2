"""A text in large letters, for what nobody may overlook."""

import re
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import normalize

_ROWS = 5
_FONT = {
    letter: [f"{int(bits):03b}" for bits in rows]
    for letter, rows in re.findall(
        r"(.)=(\d{5})",
        "A=75755 C=74447 D=65556 E=74647 F=74644 G=74557 H=55755 I=72227 J=11157 K=55655"
        "L=44447 O=75557 P=65644 Q=75573 S=74717 T=72222 U=55557 V=55552"
        "X=55255 Y=55222 Z=71247 -=00700 0=75557 1=26227 2=71747 3=71717 4=55711"
        "5=74717 6=74757 7=71111 8=75757 9=75717",
    )
} | {
    "B": ["1110", "1010", "1111", "1001", "1111"],
    "M": ["10001", "11011", "10101", "10001", "10001"],
    "N": ["1001", "1101", "1111", "1011", "1001"],
    "R": ["1111", "1001", "1111", "1010", "1001"],
    "W": ["10001", "10001", "10101", "10101", "01010"],
    " ": ["0"] * 5,
}
"""Each letter's rows from the top, 1 where there is ink."""

_ACCENTS = {"\u0301": " ▄▀", "\u0300": "▀▄ ", "\u0302": "▄▀▄", "\u0308": "▀ ▀", "\u0303": "▄▀▀"}
"""The accents above a letter, which slanted ones touch: acute, grave, circumflex, diaeresis, tilde.
"""

_HALVES = {"00": " ", "10": "▀", "01": "▄", "11": "█"}


def banner(text: str, cells: int) -> list[str]:
    """Return a text in letters five rows high; nothing if one is unknown or room lacks.

    Accents have a row of their own above them.
    """
    dots = _dots(text)
    if not dots or 2 * len(dots[0]) > cells:
        return []
    lines = [line.replace("1", "██").replace("0", "  ") for line in dots]
    return [*_accents(text, 2), *lines]


def high_banner(text: str, cells: int) -> list[str]:
    """Return a text in letters twice as large, ten rows high; nothing as `banner`."""
    dots = _dots(text)
    if not dots or 4 * len(dots[0]) > cells:
        return []
    lines = [line.replace("1", "████").replace("0", "    ") for line in dots for _ in range(2)]
    return [*_accents(text, 4), *lines]


@lru_cache(256)
def low_banner(text: str, cells: int) -> Sequence[str]:
    """Return a text in letters half as large, three rows high; nothing as `banner`."""
    dots = _dots(text)
    if not dots or len(dots[0]) > cells:
        return []
    dots.append("0" * len(dots[0]))
    lines = [
        "".join(_HALVES[upper + lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(dots[::2], dots[1::2], strict=True)
    ]
    return [*_accents(text), *lines]


def _dots(text: str) -> list[str]:
    """Return the rows of a text without accents; nothing if a letter is unknown."""
    letters = [letter for letter in normalize("NFD", text.upper()) if ord(letter) < 0x300]
    if not letters or any(letter not in _FONT for letter in letters):
        return []
    return ["0".join(_FONT[letter][y] for letter in letters) for y in range(_ROWS)]


def _accents(text: str, wide: int = 1) -> list[str]:
    """Return the row of the accents, each dot so many cells wide; none if no letter has one."""
    line, across = "", 0
    for letter in normalize("NFD", text.upper()):
        if letter in _ACCENTS:
            start = len(line) - across
            line = line[:start] + _ACCENTS[letter].center(across)
        elif letter in _FONT:
            across = len(_FONT[letter][0])
            line += " " * (bool(line) + across)
    return ["".join(sign * wide for sign in line)] if line.strip() else []
