"""The results of a day or of a week: a person a row."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from msgspec import Struct

from arcade.club.deals.daily import DailyRow, DailyTable
from arcade.club.deals.league import League
from arcade.club.i18n.words import Words
from arcade.club.speech.daily import place_text
from arcade.engine.words import folded
from screens.terminal.rows import EMPTY, Row, bar, pad, row
from screens.widgets.sheet import headed

PLACE, _NAME, _SUM = 4, 17, 5
"""Cells of a place, of a name at most, and of a sum behind its bar."""


class Line(Struct):
    """What a person has in all games together."""

    name: str
    total: int = 0
    won: int = 0
    yours: bool = False
    position: int = 0


Person = TypeVar("Person", bound=Line | DailyRow)


class Ranked(NamedTuple):
    """Persons ranked by their sums, with what is said of them and of the sums."""

    title: str
    lines: Sequence[Line]
    note: str
    nobody: str = ""
    """What is said where there are none; nothing to leave all of it out."""


def day_lines(tables: Sequence[DailyTable]) -> list[Line]:
    """List a day's persons, first who beat most others in all games."""
    lines = dict[str, Line]()
    for table in tables:
        for result in table.rows:
            line = lines.setdefault(result.name, Line(result.name))
            line.total += result.beaten
            line.won += result.rank == 1
            line.yours |= result.yours
    return _ranked(lines.values())


def week_lines(leagues: Sequence[League]) -> list[Line]:
    """List the week's persons with their points of all games, first who has most."""
    lines = dict[str, Line]()
    for league in leagues:
        for own in league.rows:
            line = lines.setdefault(own.name, Line(own.name))
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
    lines = day_lines(tables)
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


def brief_rows(ranked: Ranked, width: int, most: int) -> list[Row]:
    """Draw persons with bars that compare their sums, or say that nobody has any."""
    if not ranked.lines:
        nobody = row((ranked.nobody, "dim"))
        return headed(ranked.title, [nobody], width) if ranked.nobody else []
    name = min(_NAME, width // 3)
    high = max(line.total for line in ranked.lines)
    drawn = list[Row]()
    for line in shown(ranked.lines, most):
        tone = "good" if line.yours else ""
        share, room = line.total / high if high else 0, width - PLACE - name - 1 - _SUM
        drawn.append(place_row(line, name) + row(" ") + bar(share, room, tone or "dim"))
        drawn[-1] += row((f"{line.total:>{_SUM}}", tone))
    return headed(ranked.title, drawn, width, ranked.note)


def place_row(line: Line | DailyRow, cells: int) -> Row:
    """Begin somebody's row: the place, and the name in so many cells."""
    tone = "good" if line.yours else ""
    return row((f"{line.position:>2}  ", tone or "dim"), (pad(line.name, cells), tone))


def shown(lines: Sequence[Person], most: int) -> list[Person]:
    """Return at most so many persons, the own one among them."""
    own = [line for line in lines[most:] if line.yours]
    return [*lines[: most - len(own)], *own]
