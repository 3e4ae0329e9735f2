"""Dice: large ones, and small ones for a line of text."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from screens.terminal.rows import Piece, Row, columns, plain, row

_PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 2), (1, 0), (1, 2), (2, 0), (2, 2)),
}
"""Where the pips of each face are: (row, column), 0 to 2."""

SIZES: Mapping[str, tuple[int, int]] = {
    "small": (5, 3),
    "medium": (7, 5),
    "big": (9, 5),
    "huge": (13, 7),
    "giant": (17, 9),
    "colossal": (21, 11),
}
"""Cells across and rows of a die."""

_DOTS: Mapping[str, Sequence[str]] = {
    "giant": ("▐█▌",),
    "colossal": (" ▄▄▄ ", "▐███▌", " ▀▀▀ "),
}
"""The rows of a pip on dice so large that a dot would be lost on them."""
_WORDS = 3
"""The most signs of a text that stands on one die."""


def die(face: int, tone: str = "tile", size: str = "big", click: str = "") -> list[Row]:
    """Draw a die of that size with pips; face 0 is a die not yet thrown (its back)."""
    return list(_drawn(face, tone, size, click))


@lru_cache(512)
def _drawn(face: int, tone: str, size: str, click: str) -> tuple[Row, ...]:
    across, down = SIZES[size]
    inside = [[" "] * (across - 2) for _ in range(down - 2)]
    if size == "small":
        inside[0][1] = str(face) if face else "·"
    else:
        dot, edge = _DOTS.get(size, ("●",)), int(down > 7)
        for pip_row, pip_column in _PIPS.get(face, ()):
            left = _column(pip_column, across - 2) - len(dot[0]) // 2
            top = edge + pip_row * (down - 3 - 2 * edge) // 2 - len(dot) // 2
            for y, cells in enumerate(dot, top):
                inside[y][left : left + len(cells)] = cells
    heavy = tone.startswith(("tile-held", "on-"))  # kept: set apart, or a seat's
    upper, side, lower = ("┏━┓", "┃", "┗━┛") if heavy else ("╭─╮", "│", "╰─╯")
    lines = [
        upper[0] + upper[1] * (across - 2) + upper[2],
        *[side + "".join(cells) + side for cells in inside],
        lower[0] + lower[1] * (across - 2) + lower[2],
    ]
    return tuple([row((line, tone, click)) for line in lines])


def unthrown(
    label: str, size: str = "big", click: str = "", count: int = 1, gap: int = 1
) -> list[Row]:
    """Draw dice that somebody is about to throw as mere outlines, with a key in their middle.

    Of an even number of dice it lies across the two in the middle.
    """
    (across, down), apart = SIZES[size], " " * gap
    frames = [plain(line) for line in die(0, size=size)]
    rows = [row((apart.join([frame] * count), "accent", click)) for frame in frames]
    empty = rows[down // 2][0].text
    most = across - 2 if count % 2 else len(empty) - across
    key = f" {label} " if len(label) + 4 <= most else label
    if label and len(key) <= most:
        left = (len(empty) - len(key)) // 2
        parts = ((empty[:left], "accent"), (key, "cursor"), (empty[left + len(key) :], "accent"))
        rows[down // 2] = row(*((text, tone, click) for text, tone in parts))
    return rows


def written(text: str, size: str, tone: str = "tile", count: int = 3) -> list[list[Row]]:
    """Draw dice with a text on them that is read from die to die, row by row.

    A text that has room on one small die stands in the middle of each.
    """
    across, down = SIZES[size]
    wide, high = (across + 1) // 2, 1 if size == "small" or len(text) <= _WORDS else 3
    top = (down - high) // 2
    drawn = list[list[Row]]()
    for number in range(count):
        lines = [plain(line) for line in die(0, tone, size)]
        for y in range(high):
            at = (y * count + number) * wide if len(text) > _WORDS else 0
            part = text[at : at + wide] or "···"
            lines[top + y] = f"{lines[top + y][0]}{part:^{across - 2}}{lines[top + y][-1]}"
        drawn.append([row((line, tone)) for line in lines])
    return drawn


def hand(faces: Sequence[int], rows: int, tone: str = "tile") -> list[Row]:
    """Draw dice side by side in at most so many rows, 3 or more."""
    size = next(size for size in ("huge", "big", "small") if SIZES[size][1] <= rows)
    return columns([die(face, tone, size) for face in faces], 1 + (size == "huge"))


def _column(column: int, across: int) -> int:
    """Return the cell of a pip's column: the middle, or at some distance from the border."""
    edge = 1 if across < 9 else 2 if across < 15 else 3 if across < 19 else 4
    return (edge, across // 2, across - 1 - edge)[column]


def faces(dice: Sequence[int], tone: str = "tile") -> Row:
    """Draw dice, or cards like them, in a line of text as numbers on tiles: ` 4  2  1 `."""
    pieces: list[Piece] = []
    for face in dice:
        pieces += [Piece(f"{face:^3}", tone), Piece(" ")]
    return tuple(pieces[:-1])


def sorted_out(dice: Sequence[int], kept: Sequence[int], tile: str) -> Row:
    """Draw dice as digits on tiles, a piece for each, those that are kept in the tone `tile`."""
    kept_at = places(dice, kept)
    return tuple(
        Piece(f" {face} ", tile if at in kept_at else "tile-dim") for at, face in enumerate(dice)
    )


def places(dice: Sequence[int], kept: Iterable[int]) -> set[int]:
    """Return where among the dice those are that are kept: of equal ones the first."""
    left, kept_at = list(kept), set[int]()
    for at, face in enumerate(dice):
        if face in left:
            left.remove(face)
            kept_at.add(at)
    return kept_at


def tumbling(number: int, index: int, seed: int) -> int:
    """Return a face of a tumbling die: another in each frame, and no hint at what it will show."""
    return (seed + 2 * index + number * (1 if index % 2 else 5)) % 6 + 1
