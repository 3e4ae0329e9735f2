"""A table as a card in a wide lobby: a small picture of its game, who plays, how it stands."""

from collections.abc import Sequence
from functools import lru_cache

from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.speech.lobby import players_text
from arcade.club.speech.read_aloud import scores, sentences, tally
from arcade.club.views import TableRow, TableView
from arcade.engine.game import Meta
from screens.games import small_picture, view_class
from screens.games.view import PLACARD, THUMBNAIL
from screens.lobby.table_rows import sits
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    beside,
    blocks_apart,
    clickable,
    columns,
    fit,
    flow,
    minus,
    row,
    row_width,
)
from screens.terminal.seats import seat_mark
from screens.widgets.sheet import framed

CARD = 6
"""Rows of a card: the frame, a blank row below its upper edge, and three for the picture."""
_INSIDE = CARD - 3
HIGH = 13
"""Rows of a game's card from which its picture is large."""
ACROSS = 3
"""Cards beside each other in a grid."""
SIDES, CORNERS = 4, 6
"""Cells that a frame takes of a card, and of its upper edge besides its words."""
_READABLE = 24
"""The fewest cells of a sentence beside a picture."""

AWHILE = 60_000
"""Milliseconds after which a picture says how long its game has stood still."""


def card(
    words: Words, table: TableRow, state: str, drawn: Sequence[Row], here: bool, cells: int
) -> list[Row]:
    """Draw a table: code, game and `state` in the frame, inside it `drawn` or who waits."""
    watching = f" ◉ {table.watchers} ·" if table.watchers else ""
    head = row((f"{table.code}  {table.name} ", "strong"))
    mine = table.turn or sits(table)
    end = row((f"{watching} {state} ", "good" if mine else "dim"))
    lines = list(drawn) or waiting_rows(words, table, cells - 4)
    return edged(head, end, lines, cells, CARD, here)


def game_card(
    words: Words,
    game: Meta,
    here: bool,
    cells: int,
    high: int = CARD,
    click: str = "",
    digit: str = "",
) -> Sequence[Row]:
    """Draw a game: its picture, and what it is, beside the picture or else below it.

    The `digit` that begins it stands before its name.
    """
    seats = players_text(words, game, brief=True)
    title = (digit, "gold"), (f"{game.name} ", "strong")
    return _game_card(game.key, row(*title), seats, words.t(game.blurb), here, cells, high, click)


@lru_cache(128)
def _game_card(
    game: str, head: Row, seats: str, blurb: str, here: bool, cells: int, high: int, click: str
) -> Sequence[Row]:
    """Draw the card of a game, once for everybody who sees the same."""
    end = row((f" {seats} ", "dim"))
    if row_width(head) + row_width(end) + CORNERS > cells:
        end = EMPTY
    poster = drawn_game(game, high >= HIGH and cells >= PLACARD + 4)
    room = cells - THUMBNAIL - 5
    if room >= _READABLE and high <= CARD + 1:
        about = balanced(row(blurb), room)
        above = [EMPTY] * ((_INSIDE - len(about)) // 2)
        drawn = beside(poster, [*above, *about], THUMBNAIL, 2)
    else:
        text = balanced(row((blurb, "dim")), cells - 4)
        text = text if len(poster) + len(text) <= high - 3 else ()
        apart = [EMPTY] * bool(text) * (len(poster) + len(text) < high - 3)
        drawn = [*poster, *apart, *text]
    lower = max(0, (high - 3 - len(drawn)) // 2)
    return clickable(edged(head, end, [*[EMPTY] * lower, *drawn], cells, high, here), click)


def edged(
    head: Row, end: Row, lines: Sequence[Row], cells: int, high: int, here: bool
) -> list[Row]:
    """Draw a frame around lines, the first below a blank row."""
    return card_frame(head, end, [EMPTY, *lines], cells, high, here)


def card_frame(
    head: Row, end: Row, lines: Sequence[Row], cells: int, high: int, here: bool
) -> list[Row]:
    """Draw a frame; what stands in the edge of the chosen one is lit as any chosen line is."""
    if not here:
        return framed(row(" ") + head, end, lines, cells, high)
    return framed(lit(row("▸ ") + head), lit(end), lines, cells, high, "gold")


def grid_cells(width: int) -> int:
    """Count the cells of a card in a grid of so many."""
    return (width + 1) // ACROSS - 1


def grid(cards: Sequence[Sequence[Row]], width: int, apart: int = 1) -> list[Row]:
    """Put cards of `grid_cells` beside each other, `ACROSS` in a row, from edge to edge."""
    gap = (width - ACROSS * grid_cells(width)) // (ACROSS - 1)
    rows = (columns(cards[at : at + ACROSS], gap) for at in range(0, len(cards), ACROSS))
    return blocks_apart(rows, apart)


def lit(line: Row) -> Row:
    """Light a line as that of the chosen one."""
    return row(*((text, "cursor", click) for text, _, click in line))


def waiting_rows(words: Words, table: TableRow, cells: int) -> list[Row]:
    """Draw a table before its game: the game's picture, who has come, and how many can."""
    free = max(0, table.seats - table.taken - table.bots)
    seats = row("●" * table.taken, ("◍" * table.bots, "dim"), ("○" * free, "good"))
    people = fit(row((words.listed(table.people) or "–", "strong")), cells - THUMBNAIL - 2)
    free_text = words.nt("{n} seat to take", "{n} seats to take", table.open)
    return beside(small_picture(table.game), [people, seats, row((free_text, "dim"))], THUMBNAIL, 2)


def picture(game: Meta, about: Sequence[Row], cells: int, large: bool = False) -> list[Row]:
    """Draw a game's picture beside what is said about it."""
    wide = PLACARD if large else THUMBNAIL
    text = [part for line in about for part in balanced(line, cells - wide - 2) or (EMPTY,)]
    return beside([fit(line, wide) for line in drawn_game(game.key, large)], text, wide, 2)


def drawn_game(game: str, large: bool) -> list[Row]:
    """Draw a game small, or `large` where its view has such a picture."""
    view = view_class(game)
    return [*((view.placard() if large else ()) or view.poster())]


def state_rows(words: Words, table: TableView, still: int, cells: int) -> list[Row]:
    """Draw the state of a game: a small picture; beside it the seats, and sentences if they fit.

    Nothing has happened there for `still` ms.
    """
    drawn = view_class(table.game).thumbnail(table.view) if table.view is not None else ()
    room = cells - THUMBNAIL - 2 if drawn else cells
    lines = _stands(words, table, still, room)
    return beside([fit(line, THUMBNAIL) for line in drawn], lines, THUMBNAIL, 2) if drawn else lines


def _stands(words: Words, table: TableView, still: int, cells: int) -> list[Row]:
    unit, counts = tally(words, table)
    seats = [row((unit, "dim"))] if counts else []
    for seat in table.seats:
        shape, tone, _ = seat_mark(seat.number)
        name = (seat.name, tone) if seat.name else (words.t("free"), "dim")
        mark = row(("▶", "gold"), " ") if seat.number in table.to_act else EMPTY
        count = f" {minus(counts[seat.number])}" if seat.number < len(counts) else ""
        seats.append(mark + row((f"{shape} ", tone), name, (count, "strong")))
    if table.to_act and still >= AWHILE:
        seats.append(row((f"({dates.age(words, still)})", "dim")))
    rows = [fit(line, cells) for line in flow(seats, cells)[:2]]
    _, *texts, turn = sentences(words, table, brief=True)
    if counts:
        texts = _uncounted(words, table, texts)
    text, lines = "", list[Row]()
    for part in texts if table.to_act and not table.paused else (turn, *texts):
        more = list(balanced(row((f"{text} {part}".strip(), "dim")), cells))
        if len(rows) + len(more) <= _INSIDE:
            text, lines = f"{text} {part}".strip(), more
    return [*rows, *lines]


def _uncounted(words: Words, table: TableView, texts: Sequence[str]) -> list[str]:
    """Leave out the sentences that only count what stands beside the names."""
    named = [words.t("you"), *(seat.name for seat in table.seats if seat.name)]
    counted = {text for text in scores(words, table) if any(name in text for name in named)}
    return [text for text in texts if text not in counted]
