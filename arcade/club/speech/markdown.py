"""The subset of Markdown that rules pages use, as blocks.

Headings, paragraphs, lists, tables, quotes, fenced blocks, bold, emphasis and code. The pages are
files of the program, never typed by players.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

_SPANS = re.compile(r"(\*\*.+?\*\*|`[^`]+`|\*[^*\s][^*]*\*|_[^_\s][^_]*_(?!\w))")
_ITEM = re.compile(r"^(\s*)([-*+]|\d+\.)\s+(.*)$")
_BULLETS: Mapping[str, str] = {"-": "•", "*": "•", "+": "•"}


class Block(NamedTuple):
    """A heading, paragraph, list item, quote, table, or fenced block.

    `level` is a heading's level or the blanks before an item's `mark`; `lines` are those of a
    fenced block, whose info string is `mark`; `cells` are a table's rows.
    """

    kind: Literal["heading", "paragraph", "item", "quote", "table", "fence"]
    text: str = ""
    level: int = 0
    mark: str = ""
    lines: tuple[str, ...] = ()
    cells: tuple[tuple[str, ...], ...] = ()


class Span(NamedTuple):
    """A part of a line; `emphasis` is "strong", "code" or ""."""

    text: str
    emphasis: Literal["", "strong", "code"] = ""


def blocks(page: str) -> Iterator[Block]:
    """Split a page into its blocks."""
    for lines in _split(page.splitlines()):
        yield _block(lines)


def spans(text: str) -> Iterator[Span]:
    """Split a text at its bold, emphasised and code parts."""
    for part in _SPANS.split(text):
        if part.startswith("**") and part.endswith("**") and len(part) > 4:
            yield Span(part[2:-2], "strong")
        elif part.startswith("`") and part.endswith("`") and len(part) > 2:
            yield Span(part[1:-1], "code")
        elif len(part) > 2 and part[0] == part[-1] and part[0] in "*_":
            yield Span(part[1:-1], "strong")
        else:
            yield Span(part)


def without_marks(text: str) -> str:
    """Return a text without the signs of bold, emphasised and code parts."""
    return "".join(span.text for span in spans(text))


def _split(lines: list[str]) -> Iterator[list[str]]:
    """Group the lines of a page by block."""
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
        elif line.startswith("#") or _begins_item(line, block):
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


def _begins_item(line: str, block: list[str]) -> bool:
    """Return whether a line begins an item; in a paragraph a number but 1 is part of a sentence."""
    item = _ITEM.match(line)
    if item is None or not block or _ITEM.match(block[0]):
        return item is not None
    return item[2] in {*_BULLETS, "1."}


def _block(lines: list[str]) -> Block:
    first = lines[0]
    if first.startswith("#"):
        return Block("heading", first.lstrip("# "), len(first) - len(first.lstrip("#")))
    if first.lstrip().startswith("```"):
        return Block("fence", mark=first.strip("` "), lines=tuple(lines[1:-1]))
    if first.lstrip().startswith("|"):
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
        return Block(
            "table",
            cells=tuple(
                tuple(row) for row in rows if not all(set(cell) <= set("-: ") for cell in row)
            ),
        )
    if item := _ITEM.match(first):
        text = " ".join([item[3], *(line.strip() for line in lines[1:])])
        return Block("item", text, len(item[1]), _BULLETS.get(item[2], item[2]))
    if first.startswith(">"):
        return Block("quote", " ".join(line.lstrip("> ").strip() for line in lines))
    return Block("paragraph", " ".join(line.strip() for line in lines))
