"""The curve of a game: a row of blocks for each seat, the higher the likelier it wins.

Seats are told apart by row, name and shape, moments by their column: nothing hangs on colour.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.cells import cell_len

from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve
from arcade.club.standings.plot import BLOCKS
from screens.terminal.rows import Piece, PieceLike, Row, pad, row
from screens.terminal.seats import seat_mark

STRETCH = 3
"""The most cells of one turn."""
BEST, WORST, HERE, DECISIVE = "▲", "▼", "●", "◆"
"""The signs under a curve: best move, worst move, the moment shown, the turn that decided."""
_STEPS, _APART = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000), 10
"""Turns between two that are numbered, and the fewest cells between them."""
_NO_CHANCE = "·"
"""The foot of a curve where its seat can win no more."""
_TONES = {BEST: "good", WORST: "alert", HERE: "gold", DECISIVE: "gold"}


def turns_of(curve: Curve, cells: int, stretch: int = STRETCH) -> tuple[int, ...]:
    """Return the turn that each cell of a curve shows, 0 being the beginning.

    Where there is room, turns are some cells wide, up to the last cell; where there is not, some
    are passed over.
    """
    points = len(curve.points)
    if points <= cells:
        across = min(cells, stretch * points)
        return tuple(cell * points // across for cell in range(across))
    return tuple(round(cell * (points - 1) / max(1, cells - 1)) for cell in range(cells))


def block(chance: float, rows: int = 1, above: int = 0) -> str:
    """Return the block for a chance in a chart of so many rows, `above` so many of them.

    It is a blank where the chance does not reach, or is none. A chart of several rows leaves the
    top free, so that it never touches what is above it.
    """
    most = rows * len(BLOCKS) - (rows > 1)
    level = min(most, int(chance * most) + 1) - above * len(BLOCKS) if chance > 0 else 0
    return BLOCKS[min(level, len(BLOCKS)) - 1] if level > 0 else " "


def chart(
    curve: Curve,
    seat: int,
    cells: int,
    rows: int,
    here: int = -1,
    top: float = 1,
    stretch: int = STRETCH,
) -> list[Row]:
    """Draw one seat's curve, the top row first, its cells clickable as `turn N`.

    It has the seat's colour up to the turn `here`, or all of it; `top` fills all rows.
    """
    chances = [min(1, chance / top) for chance in curve.of(seat)]
    tone, turns = seat_mark(seat).filling, turns_of(curve, cells, stretch)
    knob = cell_of(turns, here) if here >= 0 else len(turns)
    drawn = [
        [
            (block(chances[turn], rows, above), tone if cell <= knob else "rule", f"turn_{turn}")
            for cell, turn in enumerate(turns)
        ]
        for above in reversed(range(rows))
    ]
    lost = [(_NO_CHANCE, "rule", f"turn_{turn}") for turn in turns]
    drawn[-1] = [cell if cell[0].strip() else no for cell, no in zip(drawn[-1], lost, strict=True)]
    return [row(*cells) for cells in drawn]


def lines(
    curve: Curve,
    seat: int,
    cells: int,
    rows: int,
    here: int = -1,
    top: float = 1,
    stretch: int = STRETCH,
) -> list[Row]:
    """Draw everybody's curve as a line; that of one seat is heavy, over all others.

    Rows, colours, `top` and clicks are those of a `chart`.
    """
    turns = turns_of(curve, cells, stretch)
    grid = [[Piece(" ", "", f"turn_{turn}") for turn in turns] for _ in range(rows)]
    knob = cell_of(turns, here) if here >= 0 else len(turns)
    others = [each for each in range(len(curve.points[0])) if each != seat]
    for each in (*others, seat):
        chances, shapes = curve.of(each), _HEAVY if each == seat else _LIGHT
        heights = [round((rows - 1) * min(1, chances[turn] / top)) for turn in turns]
        tone = seat_mark(each).tone
        for cell, high, sign in _traced(heights, shapes):
            shown = tone if cell <= knob else "rule"
            grid[high][cell] = grid[high][cell]._replace(text=sign, tone=shown)
    return [tuple(line) for line in reversed(grid)]


def _traced(heights: Sequence[int], shapes: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Trace a line through the height of each cell: cells and heights with their signs."""
    flat, upright, *corners = shapes
    before = heights[0]
    for cell, high in enumerate(heights):
        if high == before:
            yield cell, high, flat
            continue
        for between in range(min(high, before) + 1, max(high, before)):
            yield cell, between, upright
        first, second = corners[:2] if high > before else corners[2:]
        yield cell, before, first
        yield cell, high, second
        before = high


_LIGHT, _HEAVY = tuple("─│╯╭╮╰"), tuple("━┃┛┏┓┗")
"""What lines are made of: flat, upright, and the corners where one rises and where it falls."""


def blocks(curve: Curve, seat: int, cells: int) -> Row:
    """Draw one seat's curve in a single row."""
    (line,) = chart(curve, seat, cells, 1)
    return line


def slider(curve: Curve, seat: int, cells: int, here: int) -> Row:
    """Draw one seat's curve with a knob on the turn shown, bright up to it."""
    chances, turns = curve.of(seat), turns_of(curve, cells)
    knob, tone = cell_of(turns, here), seat_mark(seat).filling
    pieces: list[PieceLike] = []
    for cell, turn in enumerate(turns):
        if cell == knob:
            pieces.append((HERE, "gold"))
        else:
            pieces.append((block(chances[turn]), tone if cell < knob else "rule", f"turn_{turn}"))
    return row(*pieces)


def signs(
    curve: Curve,
    cells: int,
    at: Mapping[int, str],
    tones: Mapping[str, str] = _TONES,
    stretch: int = STRETCH,
) -> Row:
    """Draw the foot of a curve, and on it each sign below its turn; of two in a cell, the last."""
    turns = turns_of(curve, cells, stretch)
    line = dict.fromkeys(range(len(turns)), "─")
    line |= {cell_of(turns, turn): sign for turn, sign in at.items()}
    return row(*((sign, tones.get(sign, _TONES.get(sign, "rule"))) for sign in line.values()))


def scale(rows: int, most: float = 1) -> list[str]:
    """Name the top (`most`), middle and foot of a chart, in per cent; nothing of one row."""
    top, full = rows - 1, round(100 * most)
    named = {0: "0", top: str(full)} | ({top // 2: str(full // 2)} if top % 2 == 0 else {})
    return [f"{named.get(above, ''):>3} " for above in reversed(range(rows))] if top else []


def reach(chances: Iterable[float]) -> float:
    """Return the chance at the top of a chart: half where none of these is more."""
    return 0.5 if max(chances) <= 0.5 else 1


def numbers(words: Words, curve: Curve, cells: int, stretch: int = STRETCH) -> str:
    """Number the turns under a curve: its start, round ones where there is room, and the last."""
    turns, line, last = (
        turns_of(curve, cells, stretch),
        words.t("the start"),
        words.t("turn {n}", n=curve.turns),
    )
    step = next(step for step in _STEPS if step * len(turns) >= _APART * curve.turns)
    end = max(0, len(turns) - cell_len(last))
    for turn in range(step, curve.turns, step):
        at = cell_of(turns, turn)
        if cell_len(line) + 2 <= at <= end - len(str(turn)) - 2:
            line = pad(line, at) + str(turn)
    start = line if cell_len(line) + 2 <= end else "0" if end > 2 else ""
    return pad(start, end) + last


def cell_of(turns: Sequence[int], turn: int) -> int:
    """Return the middle cell of those that show a turn, or the first beyond it."""
    own = [cell for cell, shown in enumerate(turns) if shown == turn]
    if own:
        return own[len(own) // 2]
    return next((cell for cell, shown in enumerate(turns) if shown > turn), len(turns) - 1)
