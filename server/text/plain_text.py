"""Plain text in lines as wide as a terminal: sentences, pages of rules."""

import re
from collections.abc import Iterator
from textwrap import TextWrapper

from arcade.club.speech import markdown
from arcade.club.speech.markdown import Block, without_marks

_BOUND = re.compile(r" (?=[:;?!»%])|(?<=«) ")
"""The blanks of French punctuation, at which no line breaks."""
_KEPT = "\0"


def wrap(text: str, width: int, indent: int) -> list[str]:
    """Wrap a text at blanks, the later lines indented."""
    wrapper = TextWrapper(
        width,
        subsequent_indent=" " * indent,
        expand_tabs=False,
        replace_whitespace=False,
        break_on_hyphens=False,
    )
    lines = wrapper.wrap(_BOUND.sub(_KEPT, text)) or [""]
    return [line.replace(_KEPT, " ") for line in lines]


def page_lines(page: str, width: int) -> Iterator[str]:
    """Yield the lines of a rules page, without its Markdown signs."""
    blank = True
    for block in markdown.blocks(page):
        lines = _lines(block, width)
        if lines and not blank and block.kind != "item":
            yield ""
        yield from lines
        blank = not lines[-1] if lines else blank


def _lines(block: Block, width: int) -> list[str]:
    match block.kind:
        case "heading":
            under = ["─" * min(width, 40)] if block.level == 1 else []
            return [*wrap(block.text, width, 0), *under]
        case "fence":
            return ["  " + line for line in block.lines]
        case "table":
            return _table(block.cells, width)
        case "item":
            mark = f"{' ' * block.level} {block.mark} "
            return wrap(mark + without_marks(block.text), width, len(mark))
        case "quote":
            return wrap("▏ " + without_marks(block.text), width, 2)
        case _:
            return wrap(without_marks(block.text), width, 0)


def _table(rows: tuple[tuple[str, ...], ...], width: int) -> list[str]:
    body = [[without_marks(cell) for cell in row] for row in rows]
    widths = [
        max(len(row[column]) for row in body if column < len(row))
        for column in range(max(map(len, body)))
    ]
    lines: list[str] = []
    for row in body:
        head = "".join(f"{cell:<{size}}   " for cell, size in zip(row[:-1], widths, strict=False))
        lines += wrap(head + row[-1], width, len(head) if width - len(head) >= 16 else 4)
    return lines
