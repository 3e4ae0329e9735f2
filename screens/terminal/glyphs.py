"""Replacements of glyphs, for terminals or fonts with nothing but ASCII, or with few signs more.

The only tables of them. A replacement takes as many cells as its glyph, so that no layout changes.
Applied when rows, titles and sentences are written, never when they are made.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from rich.cells import split_graphemes

TWINS: Mapping[str, str] = MappingProxyType(
    dict(
        zip(
            # lines and frames: light, heavy (what is held), double
            "─│┼┬┴╭╮╰╯┌┐└┘" "━┃┏┓┗┛" "═║╔╗╚╝╱╲"
            # marks
            "●○◉◎◍•·★◆■▯✓✗†☞◷‖§" "♠♣♥♦◢◥◇□◖" "◙◘☼¶√►◄"
            # arrows
            "▶◀▸◂▾▲▼←→↑↓⇧⌫›‹«»"
            # shades, bars that grow upwards, bars that grow to the right
            "░▒▓█▀" "▁▂▃▄▅▆▇" "▏▎▍▌▋▊▉▐" "▖▗▘▝▛▜▙▟"
            # writing
            "—–−×±½…“”’æœÆŒßøØłŁđĐðÐþÞ",
            "-|+++++++++++" "=|####" "=#####/\\"
            "o_@@b*.**#_vx+>@=#" "$&%*/\\!=(" "@@b=v><"
            "><><v^v<>^v^<><\"\""
            ".%##\"" "_..-==#" "|||#####" "..''####"
            "---x~2.\"\"'aoAOsoOlLdDdDtT",
            strict=True,
        )
    )
)  # fmt: skip

_CP437 = frozenset(bytes(range(0x80, 0x100)).decode("cp437") + "♥♦♣♠•◘○◙☼►◄¶§↑↓→←▲▼")
"""The non-ASCII signs in the default fonts of the Linux console."""

_IN_CP437: Mapping[str, str] = MappingProxyType(
    dict(
        zip(
            "╭╮╰╯━┃┏┓┗┛●◉◎◍◆✓☞‖◢◥◇□▶◀▸◂▾⇧⌫▃▅▆▇▏▎▍▋▊▉▖▗▘▝▛▜▙▟",
            "┌┐└┘═║╔╗╚╝•◙◘☼♦√►║▲▼¶◙►◄►◄▼↑←▄▄██│▌▌███▄▄▀▀████",
            strict=True,
        )
    )
)
"""Replacements that are closer to the glyph than its ASCII twin."""


def only_ascii(environment: Mapping[str, str]) -> bool:
    """Return whether the locale, named by the first of three variables, is not UTF-8.

    POSIX.1-2017, 8.2. Without a locale, UTF-8 is assumed.
    """
    named = (environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    characters = next(filter(None, named), "UTF-8")
    return "UTF8" not in characters.upper().replace("-", "")


def has_cp437(term: str) -> bool:
    """Return whether a terminal is the Linux console, whose fonts have few signs."""
    return term == "linux"


_WRITING = re.compile(r"[^\x00-\x1f\x7f]+")
"""Control characters stay, and are no part of a letter."""


@lru_cache(4096)
def twin(text: str) -> str:
    """Return a text in ASCII, cell for cell: glyphs by the table, plain letters, else "?"."""
    return text if text.isascii() else _WRITING.sub(_twins, text)


@lru_cache(4096)
def in_cp437(text: str) -> str:
    """Return a text in the signs of the Linux console's fonts, cell for cell."""
    return text if text.isascii() else _WRITING.sub(_known_signs, text)


def _known_signs(match: re.Match[str]) -> str:
    text = match[0]
    spans, _ = split_graphemes(text)
    graphemes = ((text[start:end], cells) for start, end, cells in spans)
    return "".join(
        sign if sign in _CP437 else _IN_CP437.get(sign) or _twin(sign, cells)
        for sign, cells in graphemes
    )


def _twins(match: re.Match[str]) -> str:
    text = match[0]
    spans, _ = split_graphemes(text)
    return "".join(_twin(text[start:end], cells) for start, end, cells in spans)


def _twin(grapheme: str, cells: int) -> str:
    if grapheme.isascii():
        return grapheme
    if grapheme in TWINS:
        return TWINS[grapheme]
    letters = [letter for letter in unicodedata.normalize("NFKD", grapheme) if letter.isascii()]
    return letters[0] if len(letters) == cells == 1 else "?" * cells
