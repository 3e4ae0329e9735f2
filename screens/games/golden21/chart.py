"""The chances of every sum as bars, with its cost and its bonus below."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from msgspec import Struct

from arcade.club.i18n.words import Words
from arcade.games.golden21.rules.debts import Fate, fate
from arcade.games.golden21.rules.dice import band, bonus, distribution, mean
from arcade.games.golden21.rules.state import View
from screens.terminal.rows import Piece, Row, fit, row

LABEL = 8
"""Cells of the words at the left, with one free before them."""
_LEVELS = " ▁▂▃▄▅▆▇█"
_READABLE, _LEAST = 3, 3
"""Cells of a bar from which its chance is written under it, and rows it keeps beside numbers."""
_RARE = 0.02
"""How seldom totals come up that are left out so that the bars of the others are wider."""
_OTHERS = 5
"""How many more rows a chart of others needs before each chance is written, which costs a line."""
_SELDOM = 0.0005
"""The chance below which it is written as "one in so many"."""
_WIDEST, _MOST_BARS = 8, 14
_EARNS = ("earns-0", "earns-1", "earns-2")
"""The tones of totals that earn a little, more, most, if they are hit: no seat has these."""
MARKS: Mapping[Fate, tuple[str, str]] = {"21": ("★", "gold"), "out": ("✗", "alert")}
"""How a sum is marked that makes a 21 or an insolvency, and its tone."""


class Plot(Struct, frozen=True):
    """The data of a chart: `n` dice, the announced total `at`, the sum `thrown` so far.

    `fates` says what each sum, from the lowest, would do to the thrower's debt, if anything.
    `lively` is whether the totals can be clicked, `earns` whether hits earn a bonus.
    """

    n: int
    at: int | None = None
    thrown: int | None = None
    fates: tuple[Fate, ...] = ()
    lively: bool = False
    earns: bool = True

    def fate(self, total: int) -> Fate:
        return self.fates[total - self.n] if self.fates else ""


class Scale(Struct, frozen=True):
    """Which totals a chart shows, in how many cells each, and which have numbers."""

    low: int
    high: int
    cells: int
    step: int
    anchor: int

    def x(self, total: int) -> int:
        return (total - self.low) * self.cells

    def named(self, total: int) -> bool:
        return (total - self.anchor) % self.step == 0


class Canvas:
    """A row of cells for narrow characters; later text overwrites earlier text."""

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self._cells: list[tuple[str, str, str]] = [(" ", "", "")] * cells

    def put(self, at: int, text: str, tone: str = "", click: str = "") -> None:
        """Write a text that starts at a cell; drop what is beyond the ends."""
        for x, letter in enumerate(text, at):
            if 0 <= x < len(self._cells):
                self._cells[x] = (letter, tone, click)

    def free(self, at: int, cells: int) -> bool:
        """Return whether these cells and the one before them are on the canvas and blank."""
        inside = at in range(len(self._cells))
        return inside and all(cell[0] == " " for cell in self._cells[max(0, at - 1) : at + cells])

    def row(self) -> Row:
        return tuple(
            Piece("".join(map(itemgetter(0), run)), tone, click)
            for (tone, click), run in groupby(self._cells, key=itemgetter(1, 2))
        )


def fates_of(view: View, total: int) -> tuple[Fate, ...]:
    """Return what every sum of the dice does to the trader's debt if `total` is announced."""
    if (seat := view.turn) is None:
        return ()
    debt = view.debts[seat]
    sums = range(view.throws, 6 * view.throws + 1)
    return tuple(fate(view, seat, debt + abs(thrown - total), None) for thrown in sums)


def scale_of(plot: Plot, cells: int) -> Scale:
    """Fit the totals into `cells` cells; if they do not fit, those around the mean and `at`."""
    n = plot.n
    count = 5 * n + 1
    each = min(_WIDEST, max(1, cells // count))
    if each == 1 and _missing(n, cells // 2) <= _RARE:
        each = 2
    shown = min(count, cells // each)
    low = max(n, min(mean(n)[0] - shown // 2 + 1, 6 * n + 1 - shown))
    for total in (plot.thrown, plot.at):
        if total is not None:
            low = min(max(low, total + 2 - shown), max(n, total - 1))
            low = max(n, min(low, 6 * n + 1 - shown))
    need = 4 if n > 6 else 3
    anchor = mean(n)[0] if plot.at is None else plot.at
    return Scale(low, low + shown - 1, each, -(-need // each) if each < need else 1, anchor)


def _missing(n: int, shown: int) -> float:
    """Return how often a total comes up that is not among so many around the mean."""
    chances, low = distribution(n), mean(n)[0] - shown // 2 + 1
    return sum(chance for total, chance in chances.items() if not low <= total < low + shown)


def chart(words: Words, plot: Plot, cells: int, rows: int) -> list[Row]:
    """Draw bars and totals, with cost and bonus below, in at most `rows` rows."""
    t = words.t
    names = Names(t("sum"), t("debt +"), t("off by"), t("bonus"))
    return list(_chart(names, plot, cells, rows))


class Names(Struct, frozen=True):
    """The labels at the left."""

    sum: str
    costs: str
    miss: str
    bonus: str


@lru_cache(512)
def _chart(names: Names, plot: Plot, cells: int, rows: int) -> tuple[Row, ...]:
    """Draw a chart, cached for everybody who sees the same one."""
    scale = scale_of(plot, cells - LABEL)
    spare = rows - 1 - _LEAST
    numbers = _wanted(plot, scale, spare)
    high = max(1, min(_MOST_BARS, rows - 1 - len(numbers)))
    lines = [("", line) for line in _bars(plot, scale, high)]
    lines += [("%", _chances(plot, scale))] if "%" in numbers else []
    lines.append((names.sum, _totals(plot, scale)))
    lines += [(names.bonus, _bonuses(plot, scale))] if "bonus" in numbers else []
    lines += [(names.miss, _difference(plot, scale))] if "miss" in numbers else []
    lines += [(names.costs, _costs(plot, scale))] if "costs" in numbers else []
    return tuple(
        fit(row((f" {name[: LABEL - 2]:<{LABEL - 1}}", "dim")) + line, cells)
        for name, line in lines
    )


def _wanted(plot: Plot, scale: Scale, spare: int) -> list[str]:
    """Choose which numbers stand under the bars, where those leave so many rows."""
    marked = any(plot.fates)
    wanted: list[tuple[str, int]] = []
    if plot.thrown is not None:
        wanted.append(("miss", 2))
    elif marked:
        wanted.append(("costs", 1))
    if plot.earns:
        wanted.append(("bonus", len(wanted)))  # it may have a row of the bars
    if scale.cells >= _READABLE:
        wanted.append(("%", 2 + len(wanted) + _OTHERS * (not plot.lively)))
    if plot.thrown is None and plot.at is not None and not marked:
        wanted.append(("costs", 2 + len(wanted)))
    return [name for name, least in wanted if spare >= least]


def _canvas(scale: Scale) -> Canvas:
    return Canvas((scale.high - scale.low + 1) * scale.cells)


def _shown(scale: Scale) -> Sequence[int]:
    return range(scale.low, scale.high + 1)


def _click(plot: Plot, total: int) -> str:
    return f"total_{total}" if plot.lively else ""


def _tone(plot: Plot, total: int) -> str:
    """Return the tone of a sum's bar: thrown, announced, or by its result."""
    if plot.thrown is not None:
        return "gold" if total == plot.thrown else "accent" if total == plot.at else "rule"
    if total == plot.at:
        return "gold"
    became = plot.fate(total)
    if became in MARKS:
        return MARKS[became][1]
    return _EARNS[1] if plot.earns else ""  # how much it is stands below


def _earning(n: int, total: int) -> str:
    """Return the tone of what a total earns, the brighter the more; the mean earns nothing."""
    steps = band(n, total)
    return _EARNS[(steps - 1) * len(_EARNS) // band(n, n)] if steps else "rule"


def _bars(plot: Plot, scale: Scale, high: int) -> list[Row]:
    chances = distribution(plot.n)
    most = max(chances.values())
    across = max(1, scale.cells - 1)
    lines: list[Row] = []
    for level in range(high - 1, -1, -1):
        canvas = _canvas(scale)
        for total in _shown(scale):
            least = int(chances[total] >= _SELDOM)
            eighths = max(least, round(chances[total] / most * high * 8)) - level * 8
            letter = _LEVELS[max(0, min(8, eighths))]
            canvas.put(scale.x(total), letter * across, _tone(plot, total), _click(plot, total))
        lines.append(canvas.row())
    return lines


def _write_under(
    scale: Scale, canvas: Canvas, total: int, text: str, tone: str, click: str
) -> None:
    """Write a short text centred under its bar, or further left at the right end."""
    free = max(1, scale.cells - 1) - len(text)
    wanted = scale.x(total) + max(0, -(-free // 2))
    at = min(wanted, canvas.cells - len(text))
    if at == wanted or tone == "cursor" or canvas.free(at, len(text)):
        canvas.put(at, text, tone, click)


def _chances(plot: Plot, scale: Scale) -> Row:
    canvas = _canvas(scale)
    for total in _shown(scale):
        percent = 100 * distribution(plot.n)[total]
        text = f"{percent:.0f}" if percent >= 0.5 else "·"
        tone = "strong" if total == plot.at else "dim"
        _write_under(scale, canvas, total, text, tone, _click(plot, total))
    return canvas.row()


def _totals(plot: Plot, scale: Scale) -> Row:
    """Write the sums; the announced one always has its number, the thrown one if it fits."""
    canvas = _canvas(scale)
    both = ((plot.thrown, "gold"), (plot.at, "cursor"))
    marks = {total: tone for total, tone in both if total is not None}
    wanted = [total for total in reversed(marks) if total in _shown(scale)]
    wanted += [total for total in _shown(scale) if scale.named(total) and total not in marks]
    for total in wanted:
        x, text = scale.x(total), str(total)
        if total == plot.at or canvas.free(x, len(text) + (scale.cells < 4)):
            tone = marks.get(total) or ("strong" if total in mean(plot.n) else "")
            _write_under(scale, canvas, total, text, tone, _click(plot, total))
    return canvas.row()


def _difference(plot: Plot, scale: Scale) -> Row:
    canvas = _canvas(scale)
    middle = max(0, scale.cells - 2) // 2
    at, thrown = (
        scale.x(max(scale.low, min(total or 0, scale.high))) + middle
        for total in (plot.at, plot.thrown)
    )
    for x in range(min(at, thrown), max(at, thrown)):
        canvas.put(x, "━", "alert")
    canvas.put(at, "▲", "gold")
    canvas.put(thrown, "●", "alert" if at != thrown else "gold")
    off = abs((plot.at or 0) - (plot.thrown or 0))
    canvas.put(max(at, thrown) + 2, str(off), "alert" if off else "good")
    return canvas.row()


def _costs(plot: Plot, scale: Scale) -> Row:
    """Write under each sum how much the debt would grow, or that it makes 21 or exceeds it."""
    canvas = _canvas(scale)
    at = plot.at or 0
    for total in _shown(scale):
        mark = MARKS.get(plot.fate(total))
        text, tone = mark or (str(abs(total - at)), "strong" if total == at else "")
        if plot.thrown == total:
            tone = "gold"
        fits = len(text) < scale.cells or len(text) == scale.cells == 1
        if mark or ((fits or scale.named(total)) and canvas.free(scale.x(total), 1)):
            _write_under(scale, canvas, total, text, tone, _click(plot, total))
    return canvas.row()


def _bonuses(plot: Plot, scale: Scale) -> Row:
    """Write under each total the bonus for announcing and hitting it; the mean has none."""
    canvas = _canvas(scale)
    for total in _shown(scale):
        if not scale.named(total):
            continue
        points = bonus(plot.n, total)
        tone = "gold" if total == plot.at else _earning(plot.n, total) if points else "dim"
        _write_under(scale, canvas, total, str(points), tone, _click(plot, total))
    return canvas.row()


def outlook(words: Words, plot: Plot) -> list[Row]:
    """Describe announcing `at` in two rows: chance and bonus, then cost and dangers."""
    t, chances = words.t, distribution(plot.n)
    at = plot.at or 0
    steps = band(plot.n, at)
    earned = words.nt("{n} point", "{n} points", bonus(plot.n, at))
    often = percent(words, chances[at])
    hit = t("comes up {chance} of the time, earns {points}", chance=often, points=earned)
    if not plot.earns:
        hit = t("comes up {chance} of the time", chance=often)
    elif not steps:
        hit = t("comes up {chance} of the time, earns nothing", chance=often)
    cost = sum(chance * abs(total - at) for total, chance in chances.items())
    second = [(t("On average your debt grows by {cost:tenths}", cost=10 * cost), "")]
    for became in MARKS:
        likely = sum(chances[total] for total in chances if plot.fate(total) == became)
        if likely >= _SELDOM:
            mark, tone = MARKS[became]
            chance = percent(words, likely)
            text = t("exactly 21: {chance}", chance=chance)
            if became == "out":
                text = t("insolvent: {chance}", chance=chance)
            second += [(" · ", "dim"), (f"{mark}\u00a0{text}", tone)]
    return [row((f" ‹ {at} › ", "cursor"), "  ", hit), row(*second)]


def percent(words: Words, chance: float) -> str:
    if chance < _SELDOM:
        return f"1/{round(1 / chance)}"
    return words.t("{n}%", n=words.number(100 * chance, 0 if chance >= 0.0995 else 1))
