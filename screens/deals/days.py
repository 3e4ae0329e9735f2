"""The results of a day or of a week in one table: a person a row, a game a column."""

from collections.abc import Mapping, Sequence
from datetime import date

from msgspec import Struct

from arcade.club.deals.daily import DailyRow, DailyTable
from arcade.club.deals.league import League
from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.speech.daily import ordinal, state_text
from arcade.engine.words import folded
from screens.terminal.rows import EMPTY, Row, bar, fit, minus, pad, row
from screens.widgets.sheet import headed

FRAME = 3
"""Rows of a table besides those of persons: its heading, a blank row, the names of the columns."""
_PLACE, _NAME, _GAME, _SUM = 4, 17, 18, 6
"""Cells of a place, of a name, of a game's column, and of a sum behind its bar."""
_SCORE = 5
"""Cells of a score before its rank."""
_NOTHING = row(("·", "dim"))


class Line(Struct):
    """A person's results in all games, and what ranks them."""

    name: str
    cells: dict[str, Row]
    total: int = 0
    won: int = 0
    yours: bool = False


def day_rows(
    words: Words, tables: Sequence[DailyTable], title: str, nobody: str, width: int, most: int
) -> list[Row]:
    """Draw a day's results of all games, first who beat most others in all of them."""
    t, lines = words.t, dict[str, Line]()
    for table in tables:
        for result in table.rows:
            line = lines.setdefault(result.name, Line(result.name, {}))
            line.cells[table.game] = _result(words, result)
            line.total += result.beaten
            line.won += result.rank == 1
            line.yours |= result.yours
    for line in lines.values():
        for table in tables if line.yours else ():
            if table.state in ("new", "begun") and table.game not in line.cells:
                line.cells[table.game] = row((state_text(words, table), "accent"))
    games = {table.game: table.name for table in tables}
    day = dates.written(words, date.fromisoformat(tables[0].day))
    if not lines:
        return headed(title, (EMPTY, row((nobody, "dim"))), width, day)
    head = t("others beaten")
    return headed(title, _table(games, [*lines.values()], head, width, most), width, day)


def week_rows(words: Words, leagues: Sequence[League], width: int, most: int) -> list[Row]:
    """Draw the points of the week in all games, first who has most."""
    t, lines = words.t, dict[str, Line]()
    for league in leagues:
        for own in league.rows:
            line = lines.setdefault(own.name, Line(own.name, {}))
            rank = ordinal(words, own.position)
            line.cells[league.game] = row(f"{own.points:>{_SCORE - 2}}  ", (rank, "dim"))
            line.total += own.points
            line.won += own.position == 1
            line.yours |= own.yours
    games = {league.game: league.name for league in leagues}
    if not lines:
        nobody = row((t("Nobody has a result yet."), "dim"))
        return headed(t("The week"), (EMPTY, nobody), width)
    return headed(t("The week"), _table(games, [*lines.values()], t("points"), width, most), width)


def _result(words: Words, result: DailyRow) -> Row:
    score = row(f"{minus(result.score):>{_SCORE - 2}}  ")
    if result.rank == 1:
        return score + row(("★", "gold"))
    return score + row((ordinal(words, result.rank), "dim"))


def _table(
    games: Mapping[str, str], lines: list[Line], total: str, width: int, most: int
) -> list[Row]:
    """Draw the persons, at most so many, one's own among them; bars compare their sums."""
    lines.sort(key=lambda line: (-line.total, -line.won, folded(line.name)))
    sums = {line.total for line in lines}
    high = max(sums)
    names = _PLACE + _NAME
    heads = [(" " * _PLACE, ""), (" " * _NAME, "")]
    heads += [(pad(name, _GAME), "strong") for name in games.values()]
    rows = [EMPTY, row(*heads, (total, "dim"))]
    room = min(30, width - names - len(games) * _GAME - _SUM)
    positions = {total: 1 + sum(total < line.total for line in lines) for total in sums}
    ranked = [(positions[line.total], line) for line in lines]
    shown = ranked[:most]
    own = [each for each in ranked[most:] if each[1].yours]
    for position, line in [*shown[: most - len(own)], *own]:
        tone = "gold" if line.yours else ""
        drawn = row((f"{position:>2}  ", "dim"), (pad(line.name, _NAME), tone))
        for game in games:
            drawn += fit(line.cells.get(game, _NOTHING), _GAME)
        long = bar(line.total / high if high else 0, room, "good" if line.yours else "dim")
        rows.append(drawn + long + row((f"{line.total:>{_SUM}}", tone)))
    return rows
