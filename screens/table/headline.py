"""The head of the card at the end: who won, in large letters, and what became of the reader."""

from itertools import product

from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve
from arcade.club.speech.curve import decisive_text
from arcade.club.speech.daily import ordinal
from arcade.club.speech.ending import Ending
from arcade.club.views import TableView
from screens.terminal.rows import EMPTY, Row, beside, fit, row, wrap, wrap_whole
from screens.terminal.seats import seat_mark
from screens.widgets.banner import banner, low_banner
from screens.widgets.curve import DECISIVE

_BELOW = 3
"""The most rows of sentences below the large letters."""
_GAPS, _TEXT = (4, 2), 28
"""Cells between the large letters and the sentences beside them, and the fewest of these."""


def headline(
    words: Words, table: TableView, end: Ending, curve: Curve | None, cells: int, *, large: bool
) -> list[Row]:
    """Say who won, which place the reader has, why, and which turn decided it.

    The letters are five rows high if `large`, else three, the sentences beside them or below;
    without room for letters, or without blocks to make them of, they stand on a bar.
    """
    own = _own_place(words, end)
    names, spoken = tuple(seat.name for seat in table.seats), words.to(table.you)
    why = row((f"{end.why}.", "strong")) if end.why else EMPTY
    decided = decisive_text(spoken, curve, names) if curve else ""
    decisive = row((f"{DECISIVE} ", "gold"), decided) if decided else EMPTY
    high = banner(end.winner, cells) if large else []
    for letters in (high, [] if high else low_banner(end.winner, cells)):
        for more, gap in product((0, 1), _GAPS) if letters else ():
            across = len(letters[0])
            room = cells - gap - across
            text = _sentences(own, why, decisive, max(room, _TEXT), len(letters))
            if room >= _TEXT and len(text) <= len(letters) + more:
                drawn = [row((line, "gold")) for line in letters]
                above = [EMPTY] * max(0, (len(letters) - len(text)) // 2)
                return beside(drawn, [*above, *text], across, gap)
    if high:
        below = _sentences(own, why, decisive, cells, _BELOW)
        return [*(row((line, "gold")) for line in high), EMPTY, *below]
    text = _sentences(own, why, decisive, cells, 1 + large)
    won = wrap(row((f"  ★  {end.winner}  ★", "cursor")), cells, 5)
    return [*(fit(line, cells, "cursor") for line in won), EMPTY, *text]


def _sentences(own: Row, why: Row, decisive: Row, cells: int, rows: int) -> list[Row]:
    """Write the sentences below each other, the last two in one paragraph where rows lack."""
    head = [*wrap(own, cells, 2)] if own else []
    apart = [*wrap(why, cells), *wrap_whole(decisive, cells)] if why and decisive else []
    joined = wrap_whole(why + row("  ") + decisive if why and decisive else why + decisive, cells)
    if apart and len(head) + bool(head) + len(apart) <= rows:
        return [*head, *([EMPTY] if head else []), *apart]
    sentences = apart if apart and len(head) + len(apart) <= rows else joined
    return [*head, *filter(None, sentences)]


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
