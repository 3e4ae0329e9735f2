"""Rules pages on the screen: the blocks of their Markdown, as rows.

In a block fenced by ```dice or ```cards each line is drawn: `4 2 1 · what they are`.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from rich.cells import cell_len

from arcade.club.speech import markdown
from arcade.club.speech.markdown import Block, without_marks
from screens.terminal.rows import (
    EMPTY,
    Piece,
    Row,
    beside,
    columns,
    indented,
    plain,
    row,
    wrap,
)
from screens.widgets import cards, dice

_APART, _NARROW = 3, 12
"""Cells between the columns of a table, and of a column at least."""
_SENTENCE_END = re.compile(r"(?<=[.!?]) +")
_REFERENCE = re.compile(r" \(\w+ \d+\)")
"""A reference to another paragraph, "(see 10)", which an excerpt may lack."""
_RAGGED = 8
"""Rows that may stay free below a page's opening; a table that leaves more of them is cut."""


def rows_of(text: str, cells: int) -> list[Row]:
    """Return a page as rows of `cells` cells."""
    return list(_page(text, cells))


@lru_cache(32)
def _page(text: str, cells: int) -> tuple[Row, ...]:
    """Draw a page once for everybody who reads it at this width, or waits beside its beginning."""
    rows: list[Row] = []
    for block in markdown.blocks(text):
        made = _rows(block, cells)
        if made and rows and rows[-1] != EMPTY and block.kind != "item":
            rows.append(EMPTY)
        rows += made
    return tuple(rows)


def heading_at(rows: list[Row], number: int) -> int:
    """Return the row of the paragraph with this number ("3 · Charge"), else 0."""
    for index, line in enumerate(rows):
        if is_numbered(line) and line[0].text.startswith(f"{number} · "):
            return index
    return 0


@lru_cache(64)
def example(text: str, cells: int, large: bool) -> tuple[Row, ...]:
    """Draw the first example of a page, of several dice or cards the first; nothing for none.

    What they are stands apart below them; dice are `large` where they fit.
    """
    for block in markdown.blocks(text):
        if block.kind == "fence":
            lines = block.lines[:1] if block.mark else block.lines
            drawn = _rows(block._replace(lines=lines), cells)
            if large and block.mark == "dice":
                drawn = _drawn(block.mark, lines[0], cells, "huge")
            tones = [line[-1].tone if line else "" for line in drawn]
            about = tones.index("dim") if "dim" in tones else len(drawn)
            return (*drawn[:about], *[EMPTY] * (about < len(drawn)), *drawn[about:])
    return ()


@lru_cache(64)
def first_sentences(text: str, count: int) -> str:
    """Return the first sentences of a page's paragraphs, so many at most."""
    kept: list[str] = []
    for block in markdown.blocks(text):
        if block.kind == "paragraph" and len(kept) < count:
            kept += _SENTENCE_END.split(block.text)[: count - len(kept)]
    return " ".join(kept)


def closes(line: Row) -> bool:
    """Return whether a text may stop after this line: no heading, nothing that announces more."""
    return not is_numbered(line) and not plain(line).rstrip().endswith(":")


def opening(text: str, cells: int, height: int) -> tuple[list[Row], int]:
    """Return as much of a page as fits, to a row where it may stop, and the headings left out."""
    rows = rows_of(_REFERENCE.sub("", text), cells)
    if len(rows) <= height:
        return rows, 0
    heads = [at for at, line in enumerate(rows) if is_numbered(line)]
    blank = (at for at, line in enumerate(rows[: height + 1]) if not line)
    end = max((at for at in blank if closes(rows[at - 1])), default=0)
    if not end:
        return to_sentence(rows, height - 1), sum(at >= height - 1 for at in heads)
    tabular = any("   " in plain(line).strip() for line in rows[height - 2 : height])
    if end <= height - _RAGGED and tabular:
        last = height - 1
        while plain(rows[last]).startswith(" "):  # a row of the table stays whole
            last -= 1
        end = max(end, last)
    return rows[:end], sum(at >= end for at in heads)


def to_sentence(rows: Sequence[Row], most: int) -> list[Row]:
    """Return so many rows at most, to the end of a sentence if one ends there."""
    if len(rows) <= most:
        return [*rows]
    for last in reversed(range(most)):
        if ends := [*_SENTENCE_END.finditer(plain(rows[last]) + " ")]:
            return [*rows[:last], _until(rows[last], ends[-1].start())]
    return [*rows[:most]]


def _until(line: Row, signs: int) -> Row:
    """Return the first signs of a row."""
    kept = list[Piece]()
    for piece in line:
        kept.append(piece._replace(text=piece.text[:signs]))
        signs -= len(kept[-1].text)
    return row(*kept)


def introduction(text: str, cells: int) -> list[Row]:
    """Return what stands before the first numbered heading, in a quiet tone: it may be skipped."""
    rows = list(takewhile(lambda line: not is_numbered(line), rows_of(text, cells)))
    while rows and not rows[-1]:
        rows.pop()
    return [tuple(piece._replace(tone="dim") for piece in line) for line in rows]


def numbered(text: str) -> str:
    """Return a page from its first heading on; all of a page without one."""
    return text[max(0, text.find("## ")) :]


def sections(text: str, cells: int) -> list[str]:
    """List the numbered headings of a page."""
    return [plain(line) for line in rows_of(text, cells) if is_numbered(line)]


def is_numbered(line: Row) -> bool:
    """Return whether a row is the heading of a paragraph with a number."""
    return bool(line) and line[0].tone == "strong" and line[0].text.partition(" · ")[0].isdecimal()


def spans(text: str, tone: str = "") -> Row:
    """Render the bold, emphasised and code parts of a line."""
    tones = {"": tone, "strong": "strong", "code": "accent"}
    return row(*((span.text, tones[span.emphasis]) for span in markdown.spans(text)))


def _rows(block: Block, cells: int) -> list[Row]:
    match block.kind:
        case "heading":
            title = row((block.text, "strong"))
            under = [row(("─" * min(cells, 40), "rule"))] if block.level == 1 else []
            return [*wrap(title, cells), *under]
        case "fence" if block.mark in ("dice", "cards"):
            return [line for example in block.lines for line in _drawn(block.mark, example, cells)]
        case "fence":
            return [row(("  " + line, "accent")) for line in block.lines]
        case "table":
            return _table(block.cells, cells)
        case "item":
            mark = row((f"{' ' * block.level} {block.mark} ", "accent"))
            indent = block.level + len(block.mark) + 2
            return [*wrap(mark + spans(block.text), cells, indent)]
        case "quote":
            return [*wrap(row(("▏ ", "accent")) + spans(block.text, "dim"), cells, 2)]
        case _:
            return _paragraph(spans(block.text), cells)


def _paragraph(text: Row, cells: int) -> list[Row]:
    """Wrap a paragraph, a little earlier if a word would stand alone in its last row."""
    rows = wrap(text, cells)
    for narrower in range(cells - 1, max(1, cells - _RAGGED), -1):
        if len(rows) < 2 or " " in plain(rows[-1]):
            break
        others = wrap(text, narrower)
        rows = others if len(others) == len(rows) else rows
    return [*rows]


def _drawn(kind: str, example: str, cells: int, size: str = "medium") -> list[Row]:
    """Draw the dice or cards of an example, and below them what they are."""
    faces, _, caption = example.partition(" · ")
    values = [int(face) for face in faces.split()]
    if kind == "dice":
        while size != "medium" and len(values) * (dice.SIZES[size][0] + 1) > cells:
            size = "big" if size == "huge" else "medium"
        drawn = columns([dice.die(face, "tile", size) for face in values], 1)
    else:
        drawn = cards.fan([cards.Card(value) for value in values], cells - 2)
    return indented([*drawn, *wrap(row((caption, "dim")), cells - 2)], 2)


def _table(body: tuple[tuple[str, ...], ...], cells: int) -> list[Row]:
    """Draw a table; where it is too wide, its widest columns have more rows."""
    count = max(len(line) for line in body)
    widths = [
        max(cell_len(without_marks(line[column])) for line in body if column < len(line))
        for column in range(count)
    ]
    while sum(widths) + _APART * (count - 1) > cells and max(widths) > _NARROW:
        widths[widths.index(max(widths))] -= 1
    rows: list[Row] = []
    for number, line in enumerate(body):
        *before, last = (
            [*wrap(spans(cell, "strong" if number == 0 else ""), width)]
            for cell, width in zip(line, widths, strict=False)
        )
        for column, width in reversed([*zip(before, widths, strict=False)]):
            last = beside(column, last, width, _APART)
        rows += last
    return rows
