"""Strips as terminal output in few bytes: cursor moves, colours, text.

It knows no screen and no widget. Rich would reset the style after every piece of text.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from screens.terminal.colours import Depth, reduced
from screens.terminal.glyphs import in_cp437, twin
from screens.terminal.rows import NARROW

Stretch = tuple[int, int, Strip]
"""Column, row, and the strip at that point."""


class FrameConsole(Console):
    """The console that writes frames, for one terminal."""

    only_ascii = False
    """Whether the terminal gets the ASCII twin of every glyph."""
    cp437 = False
    """Whether the terminal's font has the signs of CP437 and no others."""
    all_glyphs = False
    """Whether the person has said that the font has every glyph."""
    depth: Depth = "truecolor"
    """How many colours the terminal shows."""
    repeats = False
    """Whether the terminal repeats a sign when it is told to (REP)."""

    def spelled(self, text: str) -> str:
        """Return a text in the glyphs of this terminal."""
        if self.only_ascii:
            return twin(text)
        return in_cp437(text) if self.cp437 and not self.all_glyphs else text

    def written(self, stretches: Iterable[Stretch]) -> str:
        """Return stretches as output for this terminal."""
        cp437 = self.cp437 and not self.all_glyphs
        return written(stretches, self.only_ascii, self.depth, cp437, self.repeats)


Run = tuple[int, int, str, int, bool]
"""Row, column, and a text in one style; its cells, and whether every terminal counts as many."""


def written(
    stretches: Iterable[Stretch],
    only_ascii: bool = False,
    depth: Depth = "truecolor",
    cp437: bool = False,
    repeats: bool = False,
) -> str:
    """Return stretches as terminal output that ends in the plain style.

    All text in one style is written together, wherever it stands: a colour takes up to forty
    bytes, a cursor move four to eight.
    """
    spelled = twin if only_ascii else in_cp437 if cp437 else str
    parts: list[str] = []
    before: Style | None = None
    row, column, sure = -1, 0, False
    for style, runs in _by_style(stretches, depth):
        parts.append(_sgr(before, style))
        before = style
        for y, x, text, cells, narrow in runs:
            if y != row:
                parts.append(f"\x1b[{y + 1};{x + 1}H")
                sure = True
            elif x > column and sure:
                parts.append(f"\x1b[{x - column}C" if x - column > 1 else "\x1b[C")
            elif x != column:
                parts.append(f"\r\x1b[{x}C" if x else "\r")
                sure = True
            row, column = y, x + cells
            sure = sure and narrow
            parts.append(repeated(spelled(text)) if repeats else spelled(text))
    parts.append("\x1b[0m")
    return "".join(parts)


_ALIKE = re.compile(r"(?: {6,}|([\u2500-\u259f])\1{2,})(?=[ -~\u2500-\u25ff]|\Z)")
"""Blanks, lines or blocks that take fewer bytes when they are repeated; no accent follows them."""


def repeated(text: str) -> str:
    """Return a text with its blanks, lines and blocks written once and then repeated."""
    return _ALIKE.sub(lambda alike: f"{alike[0][0]}\x1b[{len(alike[0]) - 1}b", text)


def _by_style(stretches: Iterable[Stretch], depth: Depth) -> Iterable[tuple[Style, list[Run]]]:
    """Return the runs of each style, those with the same background one after another."""
    grouped: dict[Style, list[Run]] = {}
    for x, y, strip in stretches:
        for style, at, text, cells, narrow in _measured(tuple(strip), depth):
            grouped.setdefault(style, []).append((y, x + at, text, cells, narrow))
    if len(grouped) < 3:
        return grouped.items()
    grounds = {style.bgcolor: None for style in grouped}
    return [
        (style, runs)
        for ground in grounds
        for style, runs in grouped.items()
        if style.bgcolor == ground
    ]


@lru_cache(128)
def _measured(
    segments: Sequence[Segment], depth: Depth
) -> Sequence[tuple[Style, int, str, int, bool]]:
    """Return style and column of joined pieces, and what a run says of their text.

    Computed once for everybody who sees the same.
    """
    pieces: list[tuple[Style, int, str, int, bool]] = []
    at = 0
    for text, style in _joined(segments, depth):
        cells = cell_len(text)
        pieces.append((style, at, text, cells, NARROW.fullmatch(text) is not None))
        at += cells
    return pieces


def _joined(segments: Iterable[Segment], depth: Depth) -> list[tuple[str, Style]]:
    """Return a strip's pieces; blanks, which show only their background, join their neighbours."""
    joined = list[tuple[str, Style]]()
    last, worn = "", _PLAIN
    for text, style, _ in segments:
        style = reduced(style, depth) if style else _PLAIN
        if not last or style is worn or (text.isspace() and _one_ground(style, worn)):
            worn = worn if last else style
            last += text
        elif last.isspace() and _one_ground(style, worn):
            last, worn = last + text, style
        else:
            joined.append((last, worn))
            last, worn = text, style
    if last:
        joined.append((last, worn))
    return joined


def _one_ground(style: Style, other: Style) -> bool:
    """Return whether a blank looks the same in both."""
    return style.bgcolor == other.bgcolor and not (
        style.reverse or other.reverse or style.underline or other.underline
    )


_PLAIN = Style()
_ATTRIBUTES = (
    ("bold", "1", "22"),
    ("dim", "2", "22"),
    ("italic", "3", "23"),
    ("underline", "4", "24"),
    ("reverse", "7", "27"),
)
"""Attributes of a style, and the codes that set them and take them away."""


@lru_cache(4096)
def _sgr(before: Style | None, style: Style) -> str:
    """Return the shortest sequence from one style (None: from any) to another."""
    anew = ["0", *[on for name, on, _ in _ATTRIBUTES if getattr(style, name)]]
    anew += _inks(style, _PLAIN)
    if before is None:
        return f"\x1b[{';'.join(anew)}m"
    off = {
        off for name, _, off in _ATTRIBUTES if getattr(before, name) and not getattr(style, name)
    }
    change = sorted(off)
    for name, on, gone in _ATTRIBUTES:  # bold and dim are taken away by one code
        if getattr(style, name) and (gone in off or not getattr(before, name)):
            change.append(on)
    change += _inks(style, before)
    if not change:  # they differ in nothing that is shown, and "no code" would mean "reset"
        return ""
    return f"\x1b[{min((';'.join(anew), ';'.join(change)), key=len)}m"


def _inks(style: Style, before: Style) -> list[str]:
    """Return the codes of the colours that differ; 39 and 49 are the terminal's own."""
    codes: list[str] = []
    if style.color != before.color:
        codes += style.color.get_ansi_codes(foreground=True) if style.color else ["39"]
    if style.bgcolor != before.bgcolor:
        codes += style.bgcolor.get_ansi_codes(foreground=False) if style.bgcolor else ["49"]
    return codes
