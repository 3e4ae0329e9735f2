"""The head of the card at the end: who won, in large letters and with what; and one's own place."""

from collections.abc import Sequence

from arcade.club.i18n.words import Words
from arcade.club.speech.daily import ordinal
from arcade.club.speech.ending import Ending
from screens.games.view import Finale
from screens.table.result.ranking import STAR
from screens.terminal.rows import EMPTY, Row, beside, row, row_width, spread, wrap
from screens.terminal.seats import seat_mark
from screens.widgets.banner import banner, low_banner

_LOW = 4
"""Rows of low letters and of their accents."""
_GAP, _TEXT = 2, 26
"""Cells between the large letters and what is beside them, and the fewest cells of a text there."""


def headline(
    words: Words, end: Ending, cells: int, finale: Finale | None = None, *, large: bool = False
) -> list[Row]:
    """Say who won, which place the reader has and why, beside what won.

    Without room beside the letters, what won stands below them; without room for letters, or
    without blocks to make them of, they stand on a bar.
    """
    why = row((f"{end.why}.", "strong")) if end.why else EMPTY
    own = _own_place(words, end)
    texts = [text for text in (why, own) if text]
    letters, tone = _letters(end, cells, large=large), _winners_tone(end)
    if not letters:
        won = wrap(row((f"{STAR}  {end.winner}", tone)), cells, 3)
        return _below([*won, *_stacked(texts, cells)], finale, cells)
    drawn = [row((line, tone)) for line in letters]
    if finale is None or not stands_beside(end, cells, finale, large=large):
        return _below(_with_texts(drawn, texts, cells), finale, cells)
    return [*_beside(drawn, why, finale, cells), *(wrap(own, cells, 2) if own else ())]


def stands_beside(end: Ending, cells: int, finale: Finale, *, large: bool = False) -> bool:
    """Return whether what won has room right of the large letters."""
    letters = _letters(end, cells, large=large)
    left = _left_of([*finale.drawn, finale.caption], cells)
    return bool(letters) and len(letters[0]) <= left


def _letters(end: Ending, cells: int, *, large: bool) -> Sequence[str]:
    """Return who won in letters, `large` ones where these leave enough cells to what won."""
    letters = banner(end.winner, cells * 3 // 5) if large else []
    return letters or low_banner(end.winner, cells)


def _beside(drawn: Sequence[Row], why: Row, finale: Finale, cells: int) -> list[Row]:
    """Put what won right of the letters, why below these, and its caption there or below it."""
    accents = len(drawn) % 2 == 0  # letters have three or five rows
    won = [*[EMPTY] * accents, *finale.drawn]
    free = len(won) - len(drawn)
    room = _left_of([*won, finale.caption], cells)
    won = [spread(EMPTY, line, cells - room - _GAP) for line in won]
    texts = wrap(why, room, 2) if why else ()
    if free > len(texts):
        texts = (*texts, finale.caption)
    else:
        won.append(spread(EMPTY, finale.caption, cells - room - _GAP))
    air = [EMPTY] * (free > len(texts) or len(drawn) > _LOW)
    return beside([*drawn, *air, *texts], won, room, _GAP)


def _left_of(won: Sequence[Row], cells: int) -> int:
    """Count the cells left of what won."""
    return cells - max(map(row_width, won)) - _GAP


def _with_texts(drawn: Sequence[Row], texts: Sequence[Row], cells: int) -> list[Row]:
    """Put the texts beside the letters, or below them."""
    across = row_width(drawn[0])
    room = cells - across - _GAP
    lines = _stacked(texts, max(room, _TEXT))
    if room >= _TEXT and len(lines) == len(texts):
        return beside(drawn, [*[EMPTY] * (len(drawn) - len(lines)), *lines], across, _GAP)
    return [*drawn, *_stacked(texts, cells)]


def _below(head: list[Row], finale: Finale | None, cells: int) -> list[Row]:
    """Put what won below the head, what it is beside it, or else below that."""
    if finale is None:
        return head
    across = max(map(row_width, finale.drawn))
    if across + _GAP + row_width(finale.caption) > cells:
        return [*head, EMPTY, *finale.drawn, finale.caption]
    middle = (len(finale.drawn) - 1) // 2
    captioned = beside(finale.drawn, [*[EMPTY] * middle, finale.caption], across, _GAP)
    return [*head, EMPTY, *captioned]


def _stacked(texts: Sequence[Row], cells: int) -> list[Row]:
    return [line for text in texts for line in wrap(text, cells, 2)]


def _winners_tone(end: Ending) -> str:
    """Return the winner's colour; where several win, none."""
    winners = [result.seat.number for result in end.results if result.rank == 1]
    return seat_mark(winners[0]).tone if len(winners) == 1 else "strong"


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
    return row((f" {mark.shape} {text}\xa0", mark.tile))
