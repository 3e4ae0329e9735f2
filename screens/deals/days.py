"""The results of a day or of a week: a person a row."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain

from msgspec import Struct

from arcade.club.deals.daily import DailyRow, DailyTable
from arcade.club.deals.league import League
from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.speech.daily import ordinal, place_text
from arcade.engine.words import folded
from screens.terminal.rows import EMPTY, Row, bar, minus, pad, row, row_width
from screens.widgets.sheet import headed

FRAME = 3
"""Rows of a day besides those of persons: its heading, a blank row, the names of the columns."""
_PLACE, _NAME, _GAME, _SUM = 4, 17, 16, 6
"""Cells of a place, of a name, of a game's column, and of a sum behind its bar."""
_APART, _RANK = 4, 4
"""Cells before the bars, and of a rank behind its score."""
_NOTHING = row(("·", "dim"))


class Line(Struct):
    """A person's results in all games, and what ranks them."""

    name: str
    cells: dict[str, Row]
    total: int = 0
    won: int = 0
    yours: bool = False
    position: int = 0


def day_lines(words: Words, tables: Sequence[DailyTable]) -> list[Line]:
    """List a day's persons with their results in all games, first who beat most others."""
    lines = dict[str, Line]()
    for table in tables:
        for result in table.rows:
            line = lines.setdefault(result.name, Line(result.name, {}))
            line.cells[table.game] = _result(words, result)
            line.total += result.beaten
            line.won += result.rank == 1
            line.yours |= result.yours
    return _ranked(lines.values())


def week_lines(leagues: Sequence[League]) -> list[Line]:
    """List the week's persons with their points of all games, first who has most."""
    lines = dict[str, Line]()
    for league in leagues:
        for own in league.rows:
            line = lines.setdefault(own.name, Line(own.name, {}))
            line.total += own.points
            line.won += own.position == 1
            line.yours |= own.yours
    return _ranked(lines.values())


def _ranked(lines: Iterable[Line]) -> list[Line]:
    """Order the persons, and give equal sums the same position."""
    ranked = sorted(lines, key=lambda line: (-line.total, -line.won, folded(line.name)))
    positions = dict[int, int]()
    for number, line in enumerate(ranked, 1):
        line.position = positions.setdefault(line.total, number)
    return ranked


def own_place(words: Words, tables: Sequence[DailyTable]) -> Row:
    """Say which place the person has today, and how many deals are left; nothing unless played."""
    lines = day_lines(words, tables)
    own = next((line for line in lines if line.yours), None)
    if own is None:
        return EMPTY
    placing = place_text(words, own.position, len(lines))
    left = sum(table.state in ("new", "begun") for table in tables)
    if not left:
        return row((words.t("Today you are {place}.", place=placing), "strong"))
    text = words.nt(
        "Today you are {place}; {n} deal is still to play.",
        "Today you are {place}; {n} deals are still to play.",
        left,
        place=placing,
    )
    return row((text, "strong"))


def day_rows(
    words: Words, tables: Sequence[DailyTable], lines: Sequence[Line], width: int, most: int
) -> list[Row]:
    """Draw today's results, a game a column; bars compare how many others each has beaten."""
    names = _PLACE + _NAME
    heads = [(" " * names, ""), *((pad(table.name, _GAME, "right"), "strong") for table in tables)]
    total = words.t("others beaten")
    drawn = [EMPTY, row(*heads, " " * _APART, (total, "dim"))]
    room = width - names - len(tables) * _GAME - _APART - _SUM
    high = max(line.total for line in lines)
    for line in _shown(lines, most):
        cells = (line.cells.get(table.game, _NOTHING) for table in tables)
        results = [row(" " * (_GAME - row_width(cell))) + cell for cell in cells]
        text = _named(line, _NAME) + tuple(chain(*results)) + row(" " * _APART)
        drawn.append(text + _sum(line, high, room))
    return headed(words.t("Today"), drawn, width, _dated(words, tables))


def brief_rows(title: str, lines: Sequence[Line], width: int, most: int, note: str) -> list[Row]:
    """Draw persons with a star for each win, and bars that compare their sums."""
    stars = 2 + max(line.won for line in lines)
    room = width - _PLACE - _NAME - stars - _SUM
    high = max(line.total for line in lines)
    drawn = [
        _named(line, _NAME) + row((pad("★" * line.won, stars), "gold")) + _sum(line, high, room)
        for line in _shown(lines, most)
    ]
    return headed(title, [EMPTY, *drawn], width, note)


def _dated(words: Words, tables: Sequence[DailyTable]) -> str:
    return dates.written(words, date.fromisoformat(tables[0].day))


def _shown(lines: Sequence[Line], most: int) -> list[Line]:
    """Return at most so many persons, the own one among them."""
    own = [line for line in lines[most:] if line.yours]
    return [*lines[: most - len(own)], *own]


def _named(line: Line, cells: int) -> Row:
    tone = "gold" if line.yours else ""
    return row((f"{line.position:>2}  ", tone or "dim"), (pad(line.name, cells), tone))


def _sum(line: Line, high: int, cells: int) -> Row:
    drawn = bar(line.total / high if high else 0, cells, "good" if line.yours else "dim")
    return drawn + row((f"{line.total:>{_SUM}}", "gold" if line.yours else ""))


def _result(words: Words, result: DailyRow) -> Row:
    """Draw a score and its rank, both at the right."""
    score = row(f"{minus(result.score)} ")
    if result.rank == 1:
        return score + row((f"{'★':>{_RANK}}", "gold"))
    return score + row((f"{ordinal(words, result.rank):>{_RANK}}", "dim"))
