"""Pictures for the documents: what a real client's screen shows, as SVG."""

import re
from collections.abc import Iterator
from io import StringIO
from itertools import groupby
from pathlib import Path

import pyte
from pyte.screens import Char
from rich.console import Console
from rich.segment import Segment, Segments
from rich.style import Style
from rich.terminal_theme import TerminalTheme

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"

# Rich's own page without the fonts it would fetch from elsewhere.
PAGE = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; \
line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""

THEME = TerminalTheme((30, 24, 20), (232, 220, 200), [(0, 0, 0)] * 8)
"""Ground and writing; the arcade names every other colour itself."""


def draw(screen: pyte.Screen, name: str, title: str) -> None:
    """Write a client's screen as docs/pictures/<name>.svg."""
    write(name, picture(screen, name, title))


def picture(screen: pyte.Screen, name: str, title: str) -> str:
    """Give a client's screen as SVG; `name` sets its styles apart from those of others."""
    console = Console(record=True, width=screen.columns, file=StringIO())
    for y in range(screen.lines):
        cells = [screen.buffer[y][x] for x in range(screen.columns)]
        console.print(Segments([*_segments(cells), Segment.line()]), end="")
    return console.export_svg(title=title, theme=THEME, code_format=PAGE, unique_id=f"p-{name}")


def write(name: str, text: str) -> None:
    """Write docs/pictures/<name>.svg."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8")


def _segments(cells: list[Char]) -> Iterator[Segment]:
    """Join cells of one style; gaps stand alone, so that every word keeps its column."""
    line = "".join(cell.data or " " for cell in cells)
    at = 0
    for run in re.finditer(r" {2,}|(?:(?! {2}).)+", line):
        for style, same in groupby(cells[run.start() : run.end()], _style):
            count = len(list(same))
            text = line[at : at + count]
            word = text.lstrip(" ")
            if word != text:
                yield Segment(text[: len(text) - len(word)], style)
            if word:
                yield Segment(word, style)
            at += count


def _style(char: Char) -> Style:
    return Style(
        color=_colour(char.fg),
        bgcolor=_colour(char.bg),
        bold=char.bold,
        italic=char.italics,
        reverse=char.reverse,
    )


def _colour(name: str) -> str | None:
    if name == "default":
        return None
    return f"#{name}" if re.fullmatch("[0-9a-f]{6}", name) else name
