"""The deals of a day as cards: the game, who has played it, the person's own last days."""

from collections.abc import Sequence
from datetime import date

from msgspec import Struct

from arcade.club.deals.daily import DailyRow, DailyTable
from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.speech.daily import ordinal, place_text, state_text
from arcade.engine.words import N_
from screens.deals.days import PLACE, Ranked, brief_rows, place_row, shown
from screens.games.view import PLACARD, THUMBNAIL
from screens.lobby.cards import ACROSS, CORNERS, SIDES, drawn_game, edged, grid, grid_cells
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    bar,
    beside,
    clickable,
    columns,
    fit,
    minus,
    pad,
    row,
    row_width,
    spread,
    wrap,
)

WEEK = 7
"""How many days of the person's own results are shown."""
_EDGES = 3
"""Rows that a frame takes of a card, with the blank one below its edge."""
_AIRY, _HIGH = 12, 14
"""Rows of a card's inside whose parts stand apart, and that has room for a large picture."""
_WITH_BARS, _RANKED, _LEAST = 40, 24, 6
"""Cells of a result that has a bar, that has its rank; the fewest rows of results with heads."""
_HEADED = 3
"""The fewest rows of a head, of a person below it, and of what parts them from others."""
_SCORE = 6
"""Cells of a score."""
_DAYS, _APART = 30, 2
"""Cells of one's own days with room between them, and between two columns."""
_SIGNS = N_("★ won, ● finished, · not played")


class Deal(Struct, frozen=True):
    """A game's deal of today and of yesterday, and the person's ranks of the last days, if any."""

    today: DailyTable
    before: DailyTable
    ranks: tuple[int, ...]

    @property
    def open(self) -> bool:
        return self.today.state in ("new", "begun")

    @property
    def own(self) -> DailyRow | None:
        return next((result for result in self.today.rows if result.yours), None)


def state_row(words: Words, deal: Deal) -> Row:
    """Say that a deal is to play, or which place the person has in it."""
    if deal.open:
        return row((f"▶ {state_text(words, deal.today)}", "turn-sign"))
    if (own := deal.own) is None:
        return row((state_text(words, deal.today), "dim"))
    return row((place_text(words, own.position, deal.today.people), "good"))


def signs(words: Words, cells: int) -> tuple[Row, ...]:
    """Say what the signs of the days mean."""
    return balanced(row((words.t(_SIGNS), "dim")), cells)


def deal_cards(
    words: Words, deals: Sequence[Deal], at: int, size: tuple[int, int], ranked: Sequence[Ranked]
) -> list[Row]:
    """Draw a deal a card; the last card is of all games."""
    width, room = size
    cells = grid_cells(width)
    high = (room + 1) // -(-(len(deals) + 1) // ACROSS) - 1
    large = cells - SIDES >= PLACARD and high - _EDGES >= _HIGH
    blocks = [
        clickable(_card(words, deal, (cells, high), large, number == at), str(number))
        for number, deal in enumerate(deals)
    ]
    inside = list[Row]()
    for number, table in enumerate(ranked):  # each leaves room for the heads of those below
        inside += [EMPTY] * bool(inside)
        below = _HEADED * (len(ranked) - number - 1)
        people = max(1, high - _EDGES - len(inside) - below - 1)
        inside += brief_rows(table, cells - SIDES, people)
    title = row((f"{words.t('All games')} ", "strong"))
    blocks.append(edged(title, EMPTY, inside, cells, high, here=False))
    return grid(blocks, width)


def _card(words: Words, deal: Deal, size: tuple[int, int], large: bool, here: bool) -> list[Row]:
    """Draw a game's deal: its picture, who has played it, one's own last days."""
    cells, high = size[0] - SIDES, size[1] - _EDGES
    airy = high >= _AIRY
    foot = [*[EMPTY] * airy, *own_days(words, deal, cells, airy)] if deal.ranks else []
    drawn = drawn_game(deal.today.game, large)
    room = high - len(drawn) - 1 - len(foot)
    middle = _people(words, deal.today, cells, room)
    if not middle:
        middle = [row((words.t("Nobody has finished it yet."), "dim"))]
    middle += [EMPTY] * (room - len(middle))
    title, state = row((f"{deal.today.name} ", "strong")), state_row(words, deal)
    apart = " " * (row_width(title) + row_width(state) + CORNERS < size[0])
    end = row(apart) + state + row(" ")
    return edged(title, end, [*drawn, EMPTY, *middle, *foot], *size, here)


def chosen_card(words: Words, deal: Deal, size: tuple[int, int]) -> list[Row]:
    """Draw the chosen deal as a card: its picture beside the results of today and yesterday."""
    width, room = size[0] - SIDES, size[1] - _EDGES
    foot = list[Row]()
    if deal.ranks:
        week, meant = own_days(words, deal, _DAYS, tall=True), signs(words, width - _DAYS - SIDES)
        below = len(meant) > len(week) - 1
        meant = signs(words, width) if below else (EMPTY, *meant)
        foot = [EMPTY, *([*week, *meant] if below else beside(week, meant, _DAYS, SIDES))]
    high = room - len(foot)
    pictured = drawn_game(deal.today.game, large=False)
    broad = width >= 2 * THUMBNAIL
    cells = (width - (THUMBNAIL + _APART) * broad - _APART) // 2
    most, t = high if broad else high - len(pictured) - 1, words.t
    today = _results(words, deal.today, t("Today"), t("Nobody yet."), cells, most)
    before = _results(words, deal.before, t("Yesterday"), t("Nobody finished it."), cells, most)
    results = beside(today, before, cells, _APART)
    left = [fit(line, THUMBNAIL) for line in pictured[:high]]
    lines = columns([left, results], _APART) if broad else [*pictured, EMPTY, *results]
    lines = [*lines, *[EMPTY] * (high - len(lines)), *foot]
    title = row((f"{deal.today.name} ", "strong"))
    return edged(title, EMPTY, lines, *size, here=False)


def own_days(words: Words, deal: Deal, cells: int, tall: bool) -> list[Row]:
    """Draw one's own results of the last days, today last, below their letters if it is `tall`."""
    marks = [
        ("★", "good") if rank == 1 else ("●", "") if rank else ("·", "dim") for rank in deal.ranks
    ]
    if deal.open:
        marks[-1] = "▶", "turn-sign"
    gap = "  " if tall and cells >= _DAYS else " "
    first, label = row((words.nt("{n} day", "{n} days", WEEK), "dim")), EMPTY
    drawn = row(*(piece for mark in marks for piece in (gap, mark)))
    if not tall:
        return [spread(first, drawn, cells)]
    letters = words.t("M T W T F S S").split()
    today = date.fromisoformat(deal.today.day).weekday()
    named = gap.join(["", *(letters[(today + day) % WEEK] for day in range(1, WEEK + 1))])
    return [spread(first, row((named, "dim")), cells), spread(label, drawn, cells)]


def _people(words: Words, table: DailyTable, cells: int, most: int) -> list[Row]:
    """Draw the best results, one's own among them, and how many are still playing."""
    playing = _playing(words, table) if len(table.rows) < most else []
    high = max((result.score for result in table.rows), default=0)
    lines = [
        _line(result, cells, high, _rank(words, result, cells))
        for result in shown(table.rows, most)
    ]
    return [*lines, *playing]


def _rank(words: Words, result: DailyRow, cells: int) -> str:
    """Name somebody's rank at the table, where there is room."""
    return f"{ordinal(words, result.rank):<4}" if cells >= _RANKED else ""


def _line(result: DailyRow, cells: int, high: int, rank: str = "") -> Row:
    """Draw a result: place, name, score (with a bar, `high` filling it), ★ for who won."""
    tone = "good" if result.yours else ""
    star = "★" if result.rank == 1 else rank
    end = row((f"{minus(result.score):>{_SCORE}}", tone), (f"  {star:<{max(1, len(rank))}}", tone))
    long = cells - row_width(end) - 19 if high > 0 and cells >= _WITH_BARS else 0
    drawn = bar(max(0, result.score) / high, long, tone or "dim") if long else EMPTY
    return place_row(result, cells - row_width(end) - PLACE - long) + drawn + end


def _results(
    words: Words, table: DailyTable, title: str, nobody: str, cells: int, most: int
) -> list[Row]:
    """Draw a day's results with their ranks at the table, and what seals it."""
    t = words.t
    day = dates.short(words, date.fromisoformat(table.day))
    rows = [row((title, "strong"), (f"  {day}", "dim"))]
    notes = _playing(words, table)
    if table.seed:
        notes.append(row((t("its seed: {digits}", digits=f"{table.seed[:16]}…"), "dim")))
    elif table.commitment:
        notes.append(row((t("sealed by {digits}", digits=f"{table.commitment[:16]}…"), "dim")))
    if not table.rows:
        rows.append(row((nobody, "dim")))
    elif most > _LEAST and cells >= _RANKED:
        rows.append(row((pad(_heads(words), cells, "right"), "dim")))
    high = max((result.score for result in table.rows), default=0)
    seen = table.rows[: max(1, most - len(rows) - len(notes))]
    lines = [_line(result, cells, high, _rank(words, result, cells)) for result in seen]
    notes = [part for note in notes for part in wrap(note, cells)]
    return [*rows, *lines, *notes][:most]


def _playing(words: Words, table: DailyTable) -> list[Row]:
    if not table.playing:
        return []
    still = words.nt("{n} person still playing", "{n} people still playing", table.playing)
    return [row((still, "dim"))]


def _heads(words: Words) -> str:
    """Name the numbers of a result, above them."""
    return pad(words.t("score"), _SCORE, "right") + "  " + pad(words.t("rank"), 4)
