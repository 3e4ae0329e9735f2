"""Rules pages on the screen: the subset of Markdown they use, as rows.

Headings, paragraphs, lists, tables, quotes, fenced blocks, bold, emphasis and code. In a block
fenced by ```dice or ```cards each line is drawn: `4 2 1 · what they are`. The pages are files of
the program, never typed by players.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from rich.cells import cell_len

from screens.terminal.rows import EMPTY, Loose, Row, columns, indented, pad, row, wrap
from screens.widgets import cards, dice

_SPANS = re.compile(r"(\*\*.+?\*\*|`[^`]+`|\*[^*\s][^*]*\*|_[^_\s][^_]*_(?!\w))")
_ITEM = re.compile(r"^(\s*)([-*+]|\d+\.)\s+(.*)$")
_MARKS: Mapping[str, str] = {"-": "•", "*": "•", "+": "•"}


def rows_of(text: str, cells: int, drawn: bool = True) -> list[Row]:
    """Return a page as rows of `cells` cells; dice and cards as words unless `drawn`."""
    rows: list[Row] = []
    for block in _blocks(text.splitlines()):
        made = _block(block, cells, drawn)
        if made and rows and rows[-1] != EMPTY and not _ITEM.match(block[0]):
            rows.append(EMPTY)
        rows += made
    return rows


def heading_at(rows: list[Row], number: int) -> int:
    """Return the row of the paragraph with this number ("3 · Charge"), else 0."""
    for index, line in enumerate(rows):
        if is_numbered(line) and line[0].text.startswith(f"{number} · "):
            return index
    return 0


@lru_cache(64)
def example(text: str, cells: int) -> tuple[Row, ...]:
    """Draw the first example of a page, of several dice or cards the first; nothing for none."""
    for block in _blocks(text.splitlines()):
        if block[0].startswith("```"):
            whole = block[0] == "```"
            return tuple(_block(block if whole else [*block[:2], block[-1]], cells, True))
    return ()


def is_numbered(line: Row) -> bool:
    """Return whether a row is the heading of a paragraph with a number."""
    return bool(line) and line[0].tone == "gold" and line[0].text.partition(" · ")[0].isdecimal()


def spans(text: str, tone: str = "") -> Row:
    """Render the bold, emphasised and code parts of a line."""
    pieces: list[Loose] = []
    for part in _SPANS.split(text):
        if part.startswith("**") and part.endswith("**") and len(part) > 4:
            pieces.append((part[2:-2], "strong"))
        elif part.startswith("`") and part.endswith("`") and len(part) > 2:
            pieces.append((part[1:-1], "accent"))
        elif len(part) > 2 and part[0] == part[-1] and part[0] in "*_":
            pieces.append((part[1:-1], "strong"))
        else:
            pieces.append((part, tone))
    return row(*pieces)


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    """Split a page into paragraphs, headings, list items, tables and fenced blocks."""
    block: list[str] = []
    fenced = False
    for line in lines:
        if line.lstrip().startswith("```"):
            if block and not fenced:
                yield block
                block = []
            block.append(line)
            if fenced:
                yield block
                block = []
            fenced = not fenced
        elif fenced:
            block.append(line)
        elif not line.strip():
            if block:
                yield block
            block = []
        elif line.startswith("#") or _ITEM.match(line):
            if block:
                yield block
            block = [line]
            if line.startswith("#"):
                yield block
                block = []
        else:
            block.append(line)
    if block:
        yield block


def _block(block: list[str], cells: int, drawn: bool) -> list[Row]:
    first = block[0]
    if first.startswith("#"):
        level = len(first) - len(first.lstrip("#"))
        title = row((first.lstrip("# "), "gold" if level <= 2 else "strong"))
        under = [row(("─" * min(cells, 40), "rule"))] if level == 1 else []
        return [*wrap(title, cells), *under]
    if drawn and first in ("```dice", "```cards"):
        return [line for example in block[1:-1] for line in _drawn(first[3:], example, cells)]
    if first.lstrip().startswith("```"):
        return [row(("  " + line, "accent")) for line in block[1:-1]]
    if first.lstrip().startswith("|"):
        return _table(block, cells)
    item = _ITEM.match(first)
    if item:
        mark = _MARKS.get(item[2], item[2])
        text = " ".join([item[3], *(line.strip() for line in block[1:])])
        indent = len(item[1]) + len(mark) + 2
        return list(
            wrap(row((" " * len(item[1]) + f" {mark} ", "accent")) + spans(text), cells, indent)
        )
    if first.startswith(">"):
        text = " ".join(line.lstrip("> ").strip() for line in block)
        return list(wrap(row(("▏ ", "accent")) + spans(text, "dim"), cells, 2))
    return list(wrap(spans(" ".join(line.strip() for line in block)), cells))


def _drawn(kind: str, example: str, cells: int) -> list[Row]:
    """Draw the dice or cards of an example, and below them what they are."""
    faces, _, caption = example.partition(" · ")
    values = [int(face) for face in faces.split()]
    if kind == "dice":
        drawn = columns([dice.die(face, "tile", "medium") for face in values], 1)
    else:
        drawn = cards.fan([cards.Card(value) for value in values], cells - 2)
    return indented([*drawn, *wrap(row((caption, "dim")), cells - 2)], 2)


def _table(block: list[str], cells: int) -> list[Row]:
    body = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block]
    body = [line for line in body if not all(set(cell) <= set("-: ") for cell in line)]
    count = max(len(line) for line in body)
    widths = [
        max(sum(cell_len(p.text) for p in spans(line[at])) for line in body if at < len(line))
        for at in range(count)
    ]
    left = cells - 3 * (count - 1) - sum(widths[:-1])
    rows: list[Row] = []
    for number, line in enumerate(body):
        tone = "strong" if number == 0 else ""
        head: list[Loose] = []
        for at, cell in enumerate(line[:-1]):
            text = "".join(piece.text for piece in spans(cell))
            head += [(pad(text, widths[at]), tone or ("strong" if "**" in cell else "")), "   "]
        indent = sum(cell_len(piece.text) for piece in row(*head))
        if left >= 16:
            rows += wrap(row(*head) + spans(line[-1], tone), cells, indent)
        else:
            rows += wrap(row(*head) + spans(line[-1], tone), cells, 4)
    return rows
