"""The places on the card at a game's end: seats, points, bars and ratings in one table."""

import re
from collections.abc import Sequence

from msgspec.structs import replace
from rich.cells import cell_len

from arcade.club.speech.ending import ResultLine
from arcade.club.standings.views import signed
from screens.games.seat_rows import state_word
from screens.terminal.rows import (
    EMPTY,
    Row,
    bar,
    clip,
    fit,
    indented,
    pad,
    row,
    row_width,
    spread,
    wrap,
)
from screens.terminal.seats import seat_mark
from screens.widgets.lines import Lines

_NAME = 20
"""Cells of a name, at most."""
_LEAST_BAR = 4
"""The fewest cells of a bar."""
_ROOMY = 90
"""Cells of a card from which its columns stand well apart."""
_SIGNED = re.compile(r"[+−]\d+")
"""What a seat has gained or lost."""
STAR = "★"


def ranking(pane: Lines, results: Sequence[ResultLine], cells: int) -> list[Row]:
    """Draw the seats in a table, best first, with bars of their scores where there is room."""
    results = _comparable(results)
    noted = max(cell_len(result.note) for result in results)
    rated = _ratings(pane, results)
    names = [_who(pane, result) for result in results]
    named = max(map(row_width, names))
    made = max(cell_len(result.points) for result in results)
    changed = max(cell_len(result.change) for result in results)
    ranks = len(str(max(result.rank for result in results)))
    ends = _ends(results)
    apart = "    " if cells >= _ROOMY else "  "
    start = ranks + 6 + named + len(apart) + made + (changed + len(apart) if changed else 0)
    wide = max(map(cell_len, rated))
    with_notes = start + 2 * len(apart) + wide + noted <= cells
    notes = [pad(result.note if with_notes else "", noted * with_notes) for result in results]
    columns = zip([pad(two, wide) for two in rated], notes, strict=True)
    tails = [f"{two}  {note}" if wide and note else two or note for two, note in columns]
    ended = max(map(cell_len, tails))
    long = cells - start - len(apart) * (1 + bool(ended)) - ended
    if sum(bool(result.share) for result in results) < 2:
        long = 0  # a single bar compares nothing
    rows = []
    for result, name, tail in zip(results, names, tails, strict=True):
        tone = _tone(result)
        gauge = gauge_of(result, long, ends) if long > _LEAST_BAR else EMPTY
        line = row(
            *_rank(result, ranks),
            *fit(name, named),
            (apart + pad(result.points, made, "right"), tone),
            apart if gauge else "",
            *gauge,
            (apart + pad(result.change, changed, "right") if changed else "", ""),
            (f"{apart}{tail}" if tail else "", "" if result.seat.yours else "dim"),
        )
        rows.append(fit(line, min(cells, row_width(line))))
    return rows


def brief_ranking(
    pane: Lines, results: Sequence[ResultLine], cells: int, *, bars: bool = False
) -> list[Row]:
    """Draw the seats in a column, best first, below each what the game changes for it.

    `bars`: with a bar of its points, and air between them.
    """
    rows: list[Row] = []
    ends = _ends(results)
    for result in results:
        rows += [EMPTY] * (bars and bool(rows))
        who, points = _rank(result, 1) + _who(pane, result), row((result.points, _tone(result)))
        fitting = row_width(who) + 1 + row_width(points) <= cells
        rows += [spread(who, points, cells)] if fitting else [who, spread(EMPTY, points, cells)]
        about = "  ".join(filter(None, (result.change, rating(pane, result), result.note)))
        rows += indented(wrap(row((about, "dim")), cells - 5), 5) if about else []
        if bars and result.share is not None:
            rows += indented([gauge_of(result, cells - 5, ends)], 5)
    return rows


def _ends(results: Sequence[ResultLine]) -> tuple[float, float]:
    """Return the least and the most of any bar, 0 among them."""
    shares = [result.share or 0 for result in results]
    return min(0, *shares), max(0, *shares)


def rating(pane: Lines, result: ResultLine, digits: int = 0) -> str:
    """Return the rating after a game, and by how much it changed."""
    if result.rating is None:
        return ""
    after, change = result.rating.after, result.rating.after - result.rating.before
    return pane.words.t("rating {n}", n=str(after).rjust(digits)) + f" ({signed(change)})"


def _ratings(pane: Lines, results: Sequence[ResultLine]) -> list[str]:
    digits = max((len(str(each.rating.after)) for each in results if each.rating), default=0)
    return [rating(pane, result, digits) for result in results]


def _rank(result: ResultLine, ranks: int) -> Row:
    """Draw the star of who won, the place and the shape of a seat."""
    mark, won = seat_mark(result.seat.number), result.rank == 1
    return row(
        (f"{STAR} " if won else "  ", mark.tone),
        (f"{result.rank:>{ranks}}  ", _tone(result)),
        (f"{mark.shape} ", mark.tone),
    )


def _who(pane: Lines, result: ResultLine) -> Row:
    """Name a seat, with its state beside the name."""
    state = state_word(pane, result.seat)
    return row(
        (clip(result.seat.name, _NAME), _tone(result)), (f"  {state}" if state else "", "dim")
    )


def _comparable(results: Sequence[ResultLine]) -> Sequence[ResultLine]:
    """Return the results with bars of what each has gained or lost, if only one has a score."""
    gains = [_SIGNED.fullmatch(result.change) for result in results]
    numbers = [int(gain[0].replace("−", "-")) if gain else 0 for gain in gains]
    if sum(bool(result.share) for result in results) > 1 or not any(numbers):
        return results
    most = max(map(abs, numbers))
    return [
        replace(result, share=number / most)
        for result, number in zip(results, numbers, strict=True)
    ]


def gauge_of(result: ResultLine, cells: int, shares: tuple[float, float]) -> Row:
    """Draw a bar of a seat's score.

    `shares` are the least and the most of any seat: where some are below zero, there is an axis.
    """
    tone, share = seat_mark(result.seat.number).filling, result.share or 0
    lowest, highest = shares
    if lowest >= 0:
        return bar(share, cells, tone)
    below = round((cells - 1) * lowest / (lowest - highest))
    left = "▆" * round(below * min(0, share) / lowest)
    right = bar(max(0, share) / (highest or 1), cells - below - 1, tone)
    return row((left.rjust(below), tone), ("│", "rule")) + right


def _tone(result: ResultLine) -> str:
    """Return the tone of the winner's name, and of the reader's."""
    if result.rank == 1:
        return seat_mark(result.seat.number).tone
    return "strong" if result.seat.yours else ""
