"""Cards: boxed ones, fans of them, and small ones for a line of text."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from rich.cells import cell_len

from screens.terminal.rows import EMPTY, Piece, Row, pad, row
from screens.terminal.seats import MARKS

SIZES: Mapping[str, tuple[int, int]] = {
    "slim": (3, 3),
    "flat": (7, 4),
    "thin": (5, 4),
    "narrow": (4, 3),
    "small": (5, 3),
    "tall": (5, 5),
    "big": (7, 5),
    "huge": (11, 7),
}
"""Cells across and rows of a card. The first have no frame: half a row stays free above them, so
that they stand apart from what is there, and below slim ones; flat and thin ones have words."""

_EDGES: Mapping[str, str] = {
    "tile": "",
    "tile-held": "accent",
    "tile-dim": "rule",
    "tile-turned": "rule",
    **{mark.tile: mark.tone for mark in MARKS},
}
"""The tone of text that has the colour of a card's ground."""

_FRAMELESS = ("slim", "flat", "thin")

_HELD = frozenset({"tile-held", *(mark.tile for mark in MARKS)})
"""The tones of cards with a heavy border: those set apart, and those that count for a seat."""

_FIGURES = (
    *("█▀█ █ █ ▀▀▀", "▄█   █  ▄█▄", "▀▀█ █▀▀ ▀▀▀", "▀▀█ ▀▀█ ▀▀▀", "█ █ ▀▀█   ▀", "█▀▀ ▀▀█ ▀▀▀"),
    *("█▀▀ █▀█ ▀▀▀", "▀▀█   █   ▀", "█▀█ █▀█ ▀▀▀", "█▀█ ▀▀█ ▀▀▀", "█ █▀█ █ █ █ ▀ ▀▀▀"),
)
"""The value of a big or tall card, three rows each."""

_SLENDER_TEN = ("▌▛▜", "▌▌▐", "▘▀▀")
"""The value of a tall card that is too wide for it."""

_HIGH_ONE = ("▀█ ", " █ ", "▀▀▀")
"""A 1 that leaves half a row free below it, as all other values do."""

_SHOWN = 3
"""Cells of a card in a fan that must be seen: the border and its value."""


class Card(Struct, frozen=True):
    """A card on the table. `value` None is a back; `turn` counts the frames until it is visible."""

    value: int | None
    tone: str = "tile"
    turn: int = 0


def large(appearance: str) -> str:
    """Return the largest size for a look: big figures need more than ASCII."""
    return "small" if appearance.endswith("ascii") else "big"


def figure(value: int) -> list[str]:
    """Return a value from 0 to 19 as three rows of a large figure."""
    lines = _FIGURES[value if value <= 10 else value - 10]
    across = (len(lines) - 2) // 3
    rows = [lines[at : at + across] for at in range(0, len(lines), across + 1)]
    if value <= 10:
        return rows
    return [f"{stroke} {line}" for stroke, line in zip("██▀", rows, strict=True)]


def number(value: int) -> list[str]:
    """Return a number as three rows of large figures."""
    if value < 20:
        return figure(value)
    tens, ones = number(value // 10), figure(value % 10)
    return [f"{left} {right}" for left, right in zip(tens, ones, strict=True)]


def backs(count: int, cells: int, down: int) -> list[Row]:
    """Draw so many cards that nobody sees, side by side, each as narrow as `cells` ask for."""
    across = max(3, (cells + 1) // max(1, count) - 1)
    inner = "▒" * (across - 2)
    lines = [f"╭{'─' * (across - 2)}╮", *[f"│{inner}│"] * (down - 2), f"╰{'─' * (across - 2)}╯"]
    return [
        tuple(part for at in range(count) for part in row(" " * bool(at), (line, "tile-dim")))
        for line in lines
    ]


def doubled(value: int) -> list[str]:
    """Return a number from 0 to 99 as figures of twice the size, in five rows."""
    if value <= 10:
        return _doubled(value)
    ones = _doubled(value % 10)
    if value < 20:
        return [f"██  {line}" for line in ones]
    tens = _doubled(value // 10)
    return [f"{left}  {right}" for left, right in zip(tens, ones, strict=True)]


def _doubled(value: int) -> list[str]:
    """Return a value from 0 to 10 as a figure of twice the size, in five rows."""
    lines = figure(value % 10 if value == 10 else value)
    dots = [
        "".join("██" if sign in ("█", half) else "  " for sign in line)
        for line in lines
        for half in "▀▄"
    ]
    if dots[-1].strip():
        del dots[2]  # the 1 is half a row higher than the others
    return [f"██ {line}" if value == 10 else line for line in dots[:5]]


def apart(count: int, cells: int, size: str) -> str:
    """Return this size, or the next smaller one in which so many cards stand apart, if any does."""
    sizes = list(SIZES)[len(_FRAMELESS) : list(SIZES).index(size) + 1]
    fitting = (
        smaller for smaller in reversed(sizes) if count * (SIZES[smaller][0] + 1) <= cells + 1
    )
    return next(fitting, "small" if size == "big" else size)


def card(card: Card, size: str = "small", corner: bool = False) -> list[Row]:
    """Draw a card, 3×3, 4×3, 5×3, 5×5, 7×5 or 11×7, its value in the `corner` if others lie on it.

    Those set apart, or in a seat's colour, have a heavy border.
    """
    across, down = SIZES[size]
    if card.turn == 1:
        left = across // 2
        edge = row((" " * left, ""), ("┃", card.tone), (" " * (across - left - 1), ""))
        return [edge] * down
    if size in _FRAMELESS:
        return _frameless(card, across, down)
    top, side, bottom = (
        ("┏━┓", "┃", "┗━┛") if card.tone in _HELD and not card.turn else ("╭─╮", "│", "╰─╯")
    )
    inner = across - 2
    lines = [
        top[0] + top[1] * inner + top[2],
        *(side + line + side for line in _face(card, inner, down - 2, corner)),
        bottom[0] + bottom[1] * inner + bottom[2],
    ]
    tone = "tile-dim" if card.value is None or card.turn else card.tone
    return [row((line, tone)) for line in lines]


def _frameless(card: Card, across: int, down: int) -> list[Row]:
    hidden = card.value is None or card.turn
    tone = "tile-turned" if hidden else card.tone
    if down == SIZES["slim"][1]:
        return frameless([" ▒ " if hidden else pad(f"{card.value:>2}", across)], tone)
    lines = _face(card, across, down - 1, False)
    if card.value == 1 and not hidden:
        lines = [line.center(across) for line in _HIGH_ONE]
    return frameless(lines, tone)[:-1]


def frameless(lines: Sequence[str], tone: str, click: str = "") -> list[Row]:
    """Draw lines of one width like a card without a frame: half a row free above and below them."""
    across, edge = cell_len(lines[0]), _EDGES[tone]
    faces = [row((line, tone, click)) for line in lines]
    return [row(("▄" * across, edge, click)), *faces, row(("▀" * across, edge, click))]


def fan(cards: Sequence[Card], cells: int, size: str = "small") -> list[Row]:
    """Draw cards side by side, apart if there is room, overlapping if they must.

    The first give way to an ellipsis.
    """
    across, down = SIZES[size]
    if not cards:
        return [EMPTY] * down
    lines, room = [EMPTY] * down, cells
    if _most(cells, across) < len(cards):
        room = cells - 2
        cards = cards[-_most(room, across) :]
        lines = [row(("… " if y == down // 2 else "  ", "dim")) for y in range(down)]
    step = min(across + 1, (room - across) // max(1, len(cards) - 1))
    for at, each in enumerate(cards):
        drawn = card(each, size, step < across and at < len(cards) - 1)
        if at < len(cards) - 1:
            drawn = [_cut(line, step) + row(" " * (step - across)) for line in drawn]
        lines = [line + part for line, part in zip(lines, drawn, strict=True)]
    return lines


def tiles(cards: Sequence[Card], cells: int) -> Row:
    """Draw cards in a line of text, three cells each; the first give way to an ellipsis."""
    pieces: list[Piece] = []
    if len(cards) > (cells + 1) // 3:
        cards = cards[-((cells - 1) // 3) :]
        pieces.append(Piece("… ", "dim"))
    for card in cards:
        hidden = card.value is None or card.turn
        pieces.append(Piece("▒▒" if hidden else f"{card.value:>2}", card.tone))
        pieces.append(Piece(" "))
    return tuple(pieces[:-1])


def _most(cells: int, across: int) -> int:
    return 1 + max(0, cells - across) // _SHOWN


def _face(card: Card, inner: int, down: int, corner: bool) -> list[str]:
    if card.value is None or card.turn:
        return ["▒" * inner] * down
    if down == 1 or corner:
        return [f"{card.value:>2}".ljust(inner), *[" " * inner] * (down - 1)]
    rows = figure(card.value) if down < SIZES["huge"][1] - 2 else _doubled(card.value)
    if len(rows[0]) > inner:
        return list(_SLENDER_TEN)
    return [line.center(inner) for line in rows]


def _cut(line: Row, cells: int) -> Row:
    """Return the first cells of a card's line; its characters are all one cell wide."""
    kept: list[Piece] = []
    for piece in line:
        part = piece.text[:cells]
        cells -= len(part)
        kept.append(piece._replace(text=part))
    return tuple(piece for piece in kept if piece.text)
