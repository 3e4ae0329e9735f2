"""The curve of a game: a row of blocks for each seat, the higher the likelier it wins.

Seats are told apart by row, name and shape, moments by their column: nothing hangs on colour.
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from rich.cells import cell_len

from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve
from arcade.club.standings.plot import BLOCKS
from screens.terminal.rows import Piece, PieceLike, Row, pad, row
from screens.terminal.seats import SeatMark, seat_mark

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


def areas(
    curve: Curve,
    seat: int,
    cells: int,
    rows: int,
    names: Sequence[str] = (),
    here: int = -1,
    stretch: int = STRETCH,
) -> list[Row]:
    """Draw everybody's chances as areas upon each other, that of one seat lowest.

    Half a row is free between two. Each has its name where there is room for it; a line goes
    through all at the turn `here`. Clicks are those of a `chart`.
    """
    turns, order = turns_of(curve, cells, stretch), upwards(curve, seat)
    grid = [[Piece(" ", "", f"turn_{turn}") for turn in turns] for _ in range(rows)]
    for cell, turn in enumerate(turns):
        for each, part in _parts(curve.points[turn], order, 2 * rows):
            for high in range(part.start // 2, (part.stop + 1) // 2):
                sign = _HALVES[2 * high in part, 2 * high + 1 in part]
                filled = grid[high][cell]._replace(text=sign, tone=seat_mark(each).filling)
                grid[high][cell] = filled
    if here >= 0:
        knob = cell_of(turns, here)
        for line in grid:
            line[knob] = line[knob]._replace(text="┃", tone="gold")
    for each, name in enumerate(names):
        _write(grid, name, seat_mark(each))
    return [tuple(filter(_TEXT, line)) for line in reversed(grid)]


def upwards(curve: Curve, seat: int) -> Sequence[int]:
    """Return the seats in the order of their areas, the lowest first."""
    return sorted(range(len(curve.points[0])), key=lambda each: (each != seat, each))


def _parts(chances: Sequence[float], order: Sequence[int], high: int) -> list[tuple[int, range]]:
    """Divide so many half rows by the chances, one free between two parts."""
    parts, start, below, whole = list[tuple[int, range]](), 0, 0.0, sum(chances) or 1
    for seat in order:
        below += chances[seat] / whole
        end = round(high * below)
        if end > start:
            parts.append((seat, range(start, end)))
            start = end + 1
    return [*parts[:-1], *((seat, range(part.start, high)) for seat, part in parts[-1:])]


def _write(grid: Sequence[list[Piece]], name: str, mark: SeatMark) -> None:
    """Write a name into the first part of its area that has room around it."""
    text, full = f" {mark.shape} {name} ", ("█", mark.filling)
    wide = cell_len(text)
    for cell in range(1, len(grid[0]) - wide):
        around = slice(cell - 1, cell + wide + 1)
        lines = [line for line in grid if all(piece[:2] == full for piece in line[around])]
        if lines:
            line = lines[len(lines) // 2]
            free = [Piece("")] * (wide - 1)
            line[cell : cell + wide] = [line[cell]._replace(text=text, tone=mark.tone), *free]
            return


_HALVES = {(True, True): "█", (True, False): "▄", (False, True): "▀"}
"""The sign of a cell by whether its lower and its upper half are filled."""
_TEXT = itemgetter(0)


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
