"""Rows of literal text, of which every view is made.

A row is a tuple of pieces; a piece is text, a tone (a name in the palette) and perhaps an action
for clicks. Nothing here is markup: brackets and everything else are literal.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress, groupby, repeat
from operator import itemgetter, ne
from typing import NamedTuple

from rich.cells import cached_cell_len as cell_len
from rich.cells import chop_cells, set_cell_size, split_graphemes

from screens.terminal.seats import MARKS


class Piece(NamedTuple):
    """Some text in one tone; `click` names the action of a click on it ("" for none)."""

    text: str
    tone: str = ""
    click: str = ""


Row = tuple[Piece, ...]
"""One line of a picture."""

PieceLike = str | tuple[str, str] | tuple[str, str, str]
"""Anything `row` takes as a piece: text, (text, tone), or (text, tone, click)."""

EMPTY: Row = ()


def row(*pieces: PieceLike) -> Row:
    """Build a row; empty pieces are left out."""
    made: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str):
            if piece:
                made.append(Piece(piece))
        elif piece[0]:
            made.append(Piece(*piece))
    return tuple(made)


def warning(sentence: str) -> Row:
    """Return a highlighted sentence; an empty row for none."""
    return row((f" ! {sentence}" if sentence else "", "alert"))


_KEY = "\x1f"
"""Stands before and after a key that a sentence names."""


def chip(key: str) -> str:
    """Mark a key for `keyed`; its blanks break no line."""
    return f"{_KEY}\xa0{key}\xa0{_KEY}"


def keyed(sentence: str, tone: str = "") -> Row:
    """Draw a sentence with its keys, as `chip` marks them, like keys to press.

    In a sentence that is lit itself, as a question is, the keys have the colour of the caret.
    """
    parts, key = sentence.split(_KEY), "caret" if tone == "cursor" else "cursor"
    return row(*((part, key if number % 2 else tone) for number, part in enumerate(parts)))


def row_width(line: Row) -> int:
    cells = 0
    for piece in line:  # a loop: this is asked some hundred times for each picture
        cells += cell_len(piece.text)
    return cells


def plain(line: Iterable[Piece]) -> str:
    return "".join([piece.text for piece in line])


def clip(text: str, cells: int) -> str:
    """Shorten a text to `cells` cells, with an ellipsis if anything is cut."""
    if cell_len(text) <= cells:
        return text
    if text.isspace():
        return " " * cells
    return set_cell_size(text, cells - 1).rstrip() + "…" if cells > 0 else ""


def pad(text: str, cells: int, align: str = "left") -> str:
    """Clip or pad a text to exactly `cells` cells; align "left", "right", "center"."""
    text = clip(text, cells)
    free = max(0, cells - cell_len(text))
    left = {"left": 0, "right": free}.get(align, free // 2)
    return " " * left + text + " " * (free - left)


def minus(points: int) -> str:
    """Return a number with a true minus sign."""
    return str(points).replace("-", "−")


def fit(line: Row, cells: int, tone: str = "") -> Row:
    """Cut a row, or pad it with blanks of `tone`, to exactly `cells` cells."""
    kept: list[Piece] = []
    left = cells
    for piece in line:
        size = cell_len(piece.text)
        if size > left:
            if text := clip(piece.text, left):
                kept.append(piece._replace(text=text))
                left -= cell_len(text)
            break
        if piece.text:
            kept.append(piece)
            left -= size
    if left:
        kept.append(Piece(" " * left, tone))
    return tuple(kept)


def spread(left: Row, right: Row, cells: int, tone: str = "") -> Row:
    """Put one row at the left edge and one at the right; the left one is cut, before a blank."""
    room = max(0, cells - row_width(right))
    over = row_width(left) - room
    glued = over > 0 or (over == 0 and bool(plain(left)[-1:].strip()))
    if glued and room > 1 and plain(right)[:1].strip():
        left = fit(left, room - 1, tone)
    return fit((*fit(left, room, tone), *right), cells, tone)


def filled(part: float, whole: float, cells: int) -> int:
    """Count the full cells of a bar: all of them only where nothing is missing."""
    if part >= whole or cells < 2:
        return round(max(0, min(1, part / whole)) * max(0, cells))
    return min(cells - 1, max(part > 0, round(part * cells / whole)))


def bar(share: float, cells: int, tone: str = "good") -> Row:
    """Draw a bar of so many cells, `share` (0 to 1) of it full; bars below each other are apart."""
    return row((("▆" * filled(share, 1, cells)).ljust(max(0, cells)), tone))


def fine_bar(share: float, cells: int, tone: str = "good") -> Row:
    """Draw a lower bar that ends on half cells, so that what hardly differs does not look equal."""
    halves = filled(share, 1, 2 * cells)
    return row(("▄" * (halves // 2) + "▖" * (halves % 2), tone))


def choice(line: Row, cells: int, here: bool, click: str = "") -> Row:
    """Draw a line of a list, clickable from edge to edge; the chosen one is all lit.

    Its mark `▸` stands in the margin: what is lit begins where all other lines begin.
    """
    mark = Piece("▸ ", "gold", click) if here else Piece("  ", "", click)
    whole = fit(line, cells - 2)
    lit = (Piece(text, "cursor" if here else tone, own or click) for text, tone, own in whole)
    return (mark, *lit)


def entry(lines: Iterable[Row], cells: int, here: bool, click: str = "") -> list[Row]:
    """Draw an entry of a list that has several lines: all lit if chosen, its mark at the first."""
    first, *more = [choice(line, cells, here, click) for line in lines]
    return [first, *((line[0]._replace(text="  "), *line[1:]) for line in more)]


def clickable(lines: Iterable[Row], what: str) -> list[Row]:
    """Let a click anywhere on the lines do one thing."""
    return [tuple([Piece(text, tone, what) for text, tone, _ in line]) for line in lines]


def centred(line: Row, cells: int) -> Row:
    indent = max(0, (cells - row_width(line)) // 2)
    return row(" " * indent) + line


def beside(left: Sequence[Row], right: Sequence[Row], cells: int, gap: int = 2) -> list[Row]:
    """Put two blocks side by side: the left one in `cells` cells, then a gap, then the right."""
    height = max(len(left), len(right))
    lefts = [*left, *[EMPTY] * (height - len(left))]
    rights = [*right, *[EMPTY] * (height - len(right))]
    return [
        (*fit(line, cells), Piece(" " * gap), *other)
        for line, other in zip(lefts, rights, strict=True)
    ]


def columns(blocks: Iterable[Sequence[Row]], gap: int = 2) -> list[Row]:
    """Put blocks side by side, each as wide as its widest row."""
    rows: list[Row] = []
    for block in blocks:
        rows = beside(rows, block, max(map(row_width, rows)), gap) if rows else list(block)
    return rows


SAME_GAP = 4
"""Bytes between two changed stretches that cost less to repaint than to jump over: where all are in
one tone, since another costs more than a jump."""


@lru_cache(512)
def differences(old: Row, new: Row) -> tuple[tuple[int, int], ...]:
    """Return the stretches of cells (start, end) where two rows look different.

    Computed once for everybody who sees the same.
    """
    if old == new:
        return ()
    same, first = _alike(old, new)
    old, new = _without_equal_ends(old[same:], new[same:])
    before, after = _cells(old), _cells(new)
    length = max(len(before), len(after))
    for cells in (before, after):
        cells += [(" ", "")] * (length - len(cells))
    stretches: list[tuple[int, int]] = []
    start = end = -1
    for at in compress(range(length), map(ne, before, after)):
        if at > end:
            near = start >= 0 and at - end <= SAME_GAP
            if not near or not _one_tone(after[end - 1 : at + 1]):
                if start >= 0:
                    stretches.append((first + start, first + end))
                start = at
        end = at + 1
    return (*stretches, (first + start, first + end)) if start >= 0 else ()


def _alike(old: Row, new: Row) -> tuple[int, int]:
    """Count the equal pieces at the left, and their cells."""
    same = cells = 0
    for piece, other in zip(old, new, strict=False):
        if piece != other:
            break
        same += 1
        cells += cell_len(piece.text)
    for line in (old, new):
        if line[same:] and not cell_len(line[same].text[:1]):  # an accent on the letter before
            return 0, 0
    return same, cells


def _without_equal_ends(old: Row, new: Row) -> tuple[Row, Row]:
    """Leave out the equal pieces at the right, if they stand in the same cells."""
    ends = 0
    for piece, other in zip(reversed(old), reversed(new), strict=False):
        if piece != other or not cell_len(piece.text[:1]):  # an accent on the letter before
            break
        ends += 1
    left, right = old[: len(old) - ends], new[: len(new) - ends]
    return (left, right) if ends and row_width(left) == row_width(right) else (old, new)


def _one_tone(cells: Sequence[tuple[str, str]]) -> bool:
    """Return whether the cells between the first and the last are few and in one tone."""
    if len("".join(map(itemgetter(0), cells[1:-1])).encode()) > SAME_GAP:
        return False
    looks = set(cells)
    tones = set(map(itemgetter(1), looks - {_BLANK}))
    return not tones or (len(tones) == 1 and (_BLANK not in looks or tones <= PAPER))


PAPER = frozenset(
    {"", "dim", "told", "strong", "rule", "accent", "gold", "alert", "good", "cool", "turn-sign"}
    | {"earns-0", "earns-1", "earns-2", *(mark.tone for mark in MARKS)}
    | {f"fill-{seat}" for seat in range(len(MARKS))}
)
"""The tones whose blanks look the same, on every palette: they have one ground."""


NARROW = re.compile(r"[ -~\u00b0-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u25fc\u2660-\u2667]*")
"""Letters of one cell each, as nearly all are: they need no lookup."""


_BLANK = (" ", "")
"""A blank cell that shows paper."""

_SECOND = "\0"
"""Begins the name of a wide letter's second cell."""


def _cells(line: Row) -> list[tuple[str, str]]:
    """Return each cell's letter and tone, and for the second cell of a wide letter that it is one.

    So the cells of a wide letter are the same in two rows both or neither: a terminal in which one
    of them is written anew forgets the other. Blanks that look the same have the same tone.
    """
    cells: list[tuple[str, str]] = []
    for text, tone, _ in line:
        if NARROW.fullmatch(text):
            # By `zip` and `map`: every cell of a changed row passes here.
            if tone in PAPER and " " in text:
                cells += zip(text, map(dict([_BLANK]).get, text, repeat(tone)), strict=False)
            else:
                cells += zip(text, repeat(tone), strict=False)
            continue
        for start, end, size in split_graphemes(text)[0]:
            letter = text[start:end]
            if not size and cells:  # an accent by itself, on the letter before
                wide = 1 + cells[-1][0].startswith(_SECOND)
                cells[-wide:] = [(before + letter, tone) for before, _ in cells[-wide:]]
            elif size:
                blank = letter == " " and tone in PAPER
                cells.append((letter, "" if blank else tone))
                cells += [(_SECOND + letter, tone)] * (size - 1)
    return cells


_APART: Row = (Piece("  "),)


def flow(parts: Iterable[Row], cells: int, between: Row = _APART) -> list[Row]:
    """Put unbroken parts one after another, in as many rows as they need."""
    rows: list[Row] = []
    for part in parts:
        if rows and row_width(rows[-1]) + row_width(between) + row_width(part) <= cells:
            rows[-1] = (*rows[-1], *between, *part)
        else:
            rows.append(part)
    return rows


def legend(sentences: Iterable[str], cells: int, rows: int) -> list[Row]:
    """Put as many sentences as fit one below the other, with blank rows between if possible."""
    lines: list[Row] = []
    for sentence in sentences:
        part = wrap(row((sentence, "dim")), cells)
        if len(lines) + len(part) > rows - bool(lines):
            break
        lines += part
    return [*[EMPTY] * (0 < len(lines) < rows), *lines]


def indented(lines: Iterable[Row], cells: int) -> list[Row]:
    """Move rows to the right; empty ones stay empty."""
    space = row(" " * cells)
    return [space + line if line else line for line in lines]


def unindented(line: Row) -> Row:
    """Return a row without the blanks before its first sign."""
    if not line or line[0].text[:1] != " ":
        return line
    first = line[0]._replace(text=line[0].text.lstrip(" "))
    return (first, *line[1:]) if first.text else unindented(line[1:])


def outdented(line: Row, cells: int) -> Row:
    """Return a row that begins with so many blanks without them."""
    while line and cells:
        first, *others = line
        left = first._replace(text=first.text[cells:])
        line, cells = (*row(left), *others), max(0, cells - len(first.text))
    return line


def around(at: int, count: int, room: int) -> int:
    """Return the first of `count` lines to show if `room` fit and `at` must be visible."""
    return max(0, min(at - room // 2, count - room))


def blocks_apart(blocks: Iterable[Sequence[Row]], gap: int = 1) -> list[Row]:
    """Put blocks below each other, with blank rows after each but the last."""
    rows = [line for block in blocks for line in (*block, *[EMPTY] * gap)]
    return rows[:-gap]


def rows_apart(lines: Iterable[Row]) -> list[Row]:
    """Put a blank row between every two rows."""
    return blocks_apart([line] for line in lines)


def stacked(blocks: Iterable[Sequence[Row]], rows: int, most: int = 2) -> list[Row]:
    """Put blocks one below the other with blank rows between: `most`, or fewer where rows lack.

    One stays in any case; an empty block takes no rows.
    """
    full = [block for block in blocks if block]
    spare = rows - sum(map(len, full))
    apart = max(1, min(most, spare // max(1, len(full) - 1)))
    lines: list[Row] = []
    for block in full:
        lines += [*[EMPTY] * (apart if lines else 0), *block]
    return lines


_HIGH, _PROMPT = 36, 2
"""Rows of a high pane at least, and of the prompt and what parts it from the picture."""


def placed(lines: Sequence[Row], cells: int, width: int, height: int) -> list[Row]:
    """Put a block `cells` wide into a pane: centred, with a third of the spare rows above it.

    In a high pane it stands in the middle, with the prompt below it.
    """
    spare = height - len(lines)
    above = max(0, (spare - _PROMPT) // 2 if height >= _HIGH else spare // 3)
    return [*[EMPTY] * above, *indented(lines, max(0, width - cells) // 2)]


@lru_cache(4096)
def wrap(line: Row, cells: int, indent: int = 0) -> tuple[Row, ...]:
    """Wrap a row at blanks into rows of at most `cells` cells, the later ones indented."""
    if row_width(line) <= cells:
        return (_trimmed(line),)
    rows: list[Row] = []
    now: list[Piece] = []
    used = 0
    for words in _unbroken(_words(line, max(1, cells - indent)), max(1, cells - indent)):
        text = plain(words)
        bare = cell_len(text.rstrip())
        if used + bare > cells and now:
            rows.append(_trimmed(now))
            now, used = ([Piece(" " * indent)], indent) if indent else ([], 0)
            if not bare:
                continue
        now += words
        used += cell_len(text)
    rows.append(_trimmed(now))
    return tuple(rows)


def wrap_whole(line: Row, cells: int, indent: int = 0) -> tuple[Row, ...]:
    """Wrap a row into as many rows as `wrap`, a little sooner where its last would be a rest."""
    rows, room, least = wrap(line, cells, indent), cells - 1, indent + min(_REST, cells // 4)
    while len(rows) > 1 and row_width(rows[-1]) < least and 2 * room > cells:
        sooner = wrap(line, room, indent)
        if len(sooner) > len(rows) or _joined(sooner) != _joined(rows):  # a word is chopped
            break
        rows, room = sooner, room - 1
    return rows


def _joined(rows: Sequence[Row]) -> str:
    return " ".join(plain(line).strip() for line in rows)


@lru_cache(1024)
def balanced(line: Row, cells: int) -> tuple[Row, ...]:
    """Wrap a row into as few rows as `wrap`, two of them after a comma or the like if they can be.

    Else they are as equally long as they can be.
    """
    rows = wrap(line, cells)
    while cells > 1 and len(narrower := wrap(line, cells - 1)) == len(rows):
        if len(rows) == 2 and _in_phrases(rows):
            break
        rows, cells = narrower, cells - 1
    return rows


def _in_phrases(rows: Sequence[Row]) -> bool:
    """Return whether the first of two rows ends a phrase, and the second is no mere rest."""
    first, last = rows
    return plain(first)[-1:] in _PAUSES and 3 * row_width(last) >= row_width(first)


_REST = 12
"""Cells of a last row below which it is a mere rest, where rows are long."""
_PAUSES = frozenset(",.:;!?")


def _unbroken(words: Iterable[tuple[Piece, bool]], longest: int) -> Iterable[list[Piece]]:
    """Keep together what stands without a blank between: a coloured name, and its comma."""
    group: list[Piece] = []
    for word, first in words:
        before = plain(group) if first and group else ""
        joins = first and not before.endswith(" ") and word.text[0] != " "
        if group and not (joins and cell_len((before + word.text).rstrip()) <= longest):
            yield group
            group = []
        group.append(word)
    if group:
        yield group


_BREAK = re.compile(r"(?<= )(?<!« )(?=[^ :;?!»%])(?!\d(?:-\d){1,5}(?![-\d]))(?![^()]{1,8}\))")
"""Where a line may end: after a blank that belongs to no punctuation, and not before dice.

French has a blank before : ; ? ! » % and after «. Whoever throws and the dice stand in one row,
and so do a few words in parentheses: `(17 so far)`.
"""


def _words(line: Row, longest: int) -> Iterable[tuple[Piece, bool]]:
    """Split a row into words with the blanks after them, none longer than `longest`.

    With each goes whether it is the first of its piece.
    """
    for piece in line:
        first = True
        for word in _BREAK.split(piece.text) if piece.text else ():
            if cell_len(word.rstrip()) <= longest:
                yield Piece(word, piece.tone, piece.click), first
            else:
                for part in _chopped(word, longest):
                    yield Piece(part, piece.tone, piece.click), first
                    first = False
            first = False


def _chopped(word: str, longest: int) -> Iterable[str]:
    """Chop a word that is too long, after hyphens if it has any: `3-2-3-`, `2`."""
    part = ""
    for bit in re.split(r"(?<=-)", word):
        if part and cell_len(part + bit.rstrip()) > longest:
            yield part
            part = ""
        part += bit
    yield from filter(None, chop_cells(part, longest))  # of a wide letter in one cell nothing


def _trimmed(pieces: Sequence[Piece]) -> Row:
    """Drop trailing blanks, but those of a key, and join equal neighbours."""
    joined = [Piece(plain(alike), *rest) for rest, alike in groupby(pieces, itemgetter(1, 2))]
    while joined and not joined[-1].text.strip():
        joined.pop()
    if joined:
        joined[-1] = joined[-1]._replace(text=joined[-1].text.rstrip(" "))
    return tuple(joined)
