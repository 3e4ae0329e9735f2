"""The head of the card at the end: who won, in large letters, and what became of the reader."""

from itertools import product

from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve
from arcade.club.speech.curve import decisive_text
from arcade.club.speech.daily import ordinal
from arcade.club.speech.ending import Ending
from arcade.club.views import TableView
from screens.terminal.rows import EMPTY, Row, beside, fit, row, row_width, wrap
from screens.terminal.seats import seat_mark
from screens.widgets.banner import banner, low_banner
from screens.widgets.curve import DECISIVE

_BELOW = 3
"""The most rows of sentences below the large letters."""
_GAPS, _TEXT = (4, 2), 28
"""Cells between the large letters and the sentences beside them, and the fewest of these."""


def headline(
    words: Words,
    table: TableView,
    end: Ending,
    curve: Curve | None,
    cells: int,
    most: int,
    *,
    large: bool,
) -> list[Row]:
    """Say in at most so many rows who won, which place the reader has, why, what decided it.

    The letters are five rows high if `large`, else three, the sentences beside them or below;
    without room for letters, or without blocks to make them of, they stand on a bar.
    """
    own = _own_place(words, end)
    names, spoken = tuple(seat.name for seat in table.seats), words.to(table.you)
    why = row((f"{end.why}.", "strong")) if end.why else EMPTY
    decided = decisive_text(spoken, curve, names) if curve else ""
    high = banner(end.winner, cells) if large else []
    for letters in (high, [] if high else low_banner(end.winner, cells)):
        reasons = (why,) if len(letters) < most else (why, EMPTY)  # what decided says more
        for more, reason, gap in product((0, 1), reasons, _GAPS) if letters else ():
            across = len(letters[0])
            room, rows = cells - gap - across, min(most, len(letters) + more)
            text = _sentences(own, reason, decided, max(room, _TEXT), rows)
            if room >= _TEXT and len(text) <= rows:
                drawn = [row((line, "gold")) for line in letters]
                above = [EMPTY] * max(0, (len(letters) - len(text)) // 2)
                return beside(drawn, [*above, *text], across, gap)
    if high:
        below = _sentences(own, why, decided, cells, _BELOW)
        return [*(row((line, "gold")) for line in high), EMPTY, *below]
    text = _sentences(own, why, decided, cells, 1 + large)
    won = wrap(row((f"  ★  {end.winner}  ★", "cursor")), cells, 5)
    return [*(fit(line, cells, "cursor") for line in won), EMPTY, *text]


def _sentences(own: Row, why: Row, decided: str, cells: int, rows: int) -> list[Row]:
    """Write the sentences below each other, with air where there are rows for it."""
    head = [*wrap(own, cells, 2)] if own else []
    others = [*(wrap(why, cells) if why else ()), *_decisive(decided, cells)]
    air = [EMPTY] if head and others and len(head) + 1 + len(others) <= rows else []
    return [*head, *air, *others]


def _decisive(decided: str, cells: int) -> list[Row]:
    """Write which turn decided the game; where that is too long, its chances stand below."""
    line = row((f"{DECISIVE} ", "gold"), decided)
    if not decided or row_width(line) <= cells:
        return [line] if decided else []
    turn, colon, chances = decided.partition(": ")
    first = wrap(row((f"{DECISIVE} ", "gold"), turn + colon.strip()), cells)
    return [*first, *(wrap(row(chances), cells) if chances else ())]


def _own_place(words: Words, end: Ending) -> Row:
    """Say which place one has, unless one wins."""
    own = next((result for result in end.results if result.seat.yours), None)
    if own is None or own.rank == 1:
        return EMPTY
    rank, count = ordinal(words, own.rank), len(end.results)
    mark, t = seat_mark(own.seat.number), words.t
    text = t("You are {place} of {count}.", place=rank, count=count)
    others = [each.seat for each in end.results if each.rank == own.rank and each is not own]
    if others:
        text = words.nt(
            "You are {place} of {count}, level with {name}.",
            "You are {place} of {count}, level with {n} others.",
            len(others),
            place=rank,
            count=count,
            name=others[0].name,
        )
    return row((f"{mark.shape} {text}", mark.tone))
