"""The week's leagues of the daily deals, game by game."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain, product, zip_longest
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.club import Club
from arcade.club.deals.league import COUNTED_DAYS, WEEK, League
from arcade.club.i18n.words import Words
from arcade.club.speech.daily import ordinal, place_text, podium_text
from arcade.engine import registry
from arcade.engine.words import N_
from arcade.players.player import Player
from screens import keys
from screens.deals.days import PLACE, Line, place_row, shown, week_lines
from screens.keys import Action
from screens.pages.page import Page
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    bar,
    fit,
    pad,
    row,
    row_width,
    spread,
    stacked,
    wrap,
)
from screens.widgets.sheet import SHEET, TALL, WIDE, headed

_LEVELS = " ▁▂▃▄▅▆▇█"
_STEPS = len(_LEVELS) - 1
_NAME, _SHORT, _TOTAL = 17, 10, 6
"""Cells of a name at most, and where columns need its room; and of a sum."""
_WORD, _SHORTEST = 9, 5
"""Cells of the words of a game's name that has no room, and of a bar at least."""
_MOST, _PLACES = 10, 3
_BARS, _LEAST = 14, 3
"""Rows of a day's bar at most, and where fewer persons make room for it."""
_DAYS = (2, 1), (1, 1), (1, 0)
"""Cells of a day's bar and between two, the widest first; where there are some between, a day has a
bar for oneself and one for the rival."""
_APART, _CLOSE = 3, 2
"""Cells between two columns where the page is wide, and where it is not."""
_PLACED = 7
"""Cells of points and place."""
ABOUT = N_(
    "A day brings 100 points for beating everybody, 50 for half of them or playing alone. "
    "Your best {n} days count. Weeks begin on Monday at 00:00 UTC."
)
BRIEFLY = N_("Your best {n} days count, each with up to 100 points.")


class LeaguePage(Page):
    """Shows the leagues, one's own row in bold, and the podiums of last week."""

    LONGEST = SHEET

    def __init__(self, words: Words, club: Club, player: Player) -> None:
        def draw(cells: int) -> list[Row]:
            return _draw(words, club, player, Size(cells, self.text.size.height))

        super().__init__(words.t("The week's daily deals"), draw)
        self._leader = _leader(words, club, player)

    def _bar(self) -> None:
        """Show the title, and who leads the week."""
        title = row((f" {self._title}", "bar-gold"))
        self.top.put([spread(title, row((f"{self._leader} ", "bar")), self.across, "bar")])

    def actions(self) -> list[Action]:
        """List the keys of a page; back is where one plays."""
        back = keys.BACK.labelled(N_("today's deals"))
        return [back if action == keys.BACK else action for action in super().actions()]


def _leader(words: Words, club: Club, player: Player) -> str:
    """Say who has most points of all games; "" before anybody has some."""
    lines = week_lines([club.daily.league(game, player) for game in registry.games()])
    best = [line for line in lines if line.position == 1 and line.total]
    if not best:
        return ""
    return words.nt(
        "★ Leading this week: {who}, {n} point",
        "★ Leading this week: {who}, {n} points",
        best[0].total,
        who=", ".join(line.name for line in best[:_PLACES]),
    )


class _Sheet(NamedTuple):
    """Persons, or what is said of them, and a column for each game: all of the page stands so."""

    heads: Sequence[Sequence[Row]]
    """The names of the games, some on several rows."""
    wide: Sequence[int]
    """Cells of the games' columns, each with those before the next."""
    day: tuple[int, int]
    """Cells of a day's bar, and between two."""
    name: int
    bars: int
    left: int
    """Cells before the games."""

    def line(self, first: Row, parts: Iterable[Row]) -> Row:
        """Put a part in the column of each game."""
        fitted = (fit(part, many) for part, many in zip(parts, self.wide, strict=True))
        return fit(first, self.left) + tuple(chain.from_iterable(fitted))

    def block(self, first: Sequence[Row], columns: Sequence[Sequence[Row]]) -> list[Row]:
        """Put blocks below each other in the columns."""
        lines = zip_longest(first, *columns, fillvalue=EMPTY)
        return [self.line(left, parts) for left, *parts in lines]


def _sheet(games: Sequence[str], people: Sequence[str], cells: int) -> _Sheet:
    """Share the cells: names of persons and games whole if they fit, days as wide as they can be.

    Bars of the sums take what is left where days stand apart.
    """
    apart = _APART if cells >= WIDE else _CLOSE
    longest = min(_NAME, max(map(cell_len, people), default=0))
    ways = product((cells, _WORD), (longest, min(longest, _SHORT)), _DAYS)
    for word, name, (day, gap) in ways:
        heads = [wrap(row((game, "dim")), word) for game in games]
        least = max(_PLACED, (day + gap) * WEEK - gap)
        wide = [max(least, *map(row_width, head)) + apart for head in heads]
        left = PLACE + name + 1 + _TOTAL + apart
        rest = cells + apart - left - sum(wide)
        if rest >= 0:
            break
    bars = rest if gap and rest >= _SHORTEST else 0
    return _Sheet(heads, wide, (day, gap), name, bars, left + bars)


def _draw(words: Words, club: Club, player: Player, size: Size) -> list[Row]:
    t, daily, cells = words.t, club.daily, size.width
    leagues = [daily.league(game, player) for game in registry.games()]
    before = [daily.league(game, player, 1) for game in registry.games()]
    sums = week_lines(leagues)
    sheet = _sheet([league.name for league in leagues], [line.name for line in sums], cells)
    week = wrap(row((_own_week(words, club, sums), "strong")), cells)
    own = podium_text(words, daily.podiums(player))
    meaning = balanced(row((t(ABOUT, n=COUNTED_DAYS), "dim")), cells)
    today = date.fromisoformat(daily.today).weekday()
    rows = list[Row]()
    for high, most, places in _sizes(len(sums), size.height):
        blocks = (
            week,
            headed(t("The week"), _table(words, leagues, sums, sheet, most), cells),
            _own_days(words, leagues, sheet, today, high, _rival(sums)),
            _last_best(words, before, sheet, places),
            [*([row((own, "dim"))] if own else ()), *meaning],
        )
        rows = stacked(blocks, size.height, 3)
        if len(rows) <= size.height:
            break
    return [fit(line, cells) for line in rows]


def _sizes(people: int, height: int) -> list[tuple[int, int, int]]:
    """Return rows of a bar, of persons and of last week's best, the first that fit.

    Bars give way, then last week's second and third, then persons.
    """
    most = min(_MOST, max(1, people))
    highest = min(_BARS, height // (3 if height >= TALL else 4))
    bars = [(high, most, _PLACES) for high in range(highest, _LEAST - 1, -1)]
    fewer = ((_LEAST, some, 1) for some in range(most, 2, -1))
    return [*bars, *fewer, (1, min(most, _PLACES), 1)]


def _own_week(words: Words, club: Club, lines: Sequence[Line]) -> str:
    """Say where one stands in all games together, and how long that can change."""
    left = 7 - date.fromisoformat(club.daily.today).weekday()
    days = words.nt("{n} day is left, today included.", "{n} days are left, today included.", left)
    own = next((line for line in lines if line.yours), None)
    if own is None:
        none = words.t("You have no points this week yet.")
        return f"{none} {days}"
    placing = place_text(words, own.position, len(lines))
    rival = _rival(lines)
    if rival is not None and rival.position < own.position:
        n = rival.total - own.total
        standing = words.nt(
            "You are {place}, {n} point behind {name}.",
            "You are {place}, {n} points behind {name}.",
            n,
            place=placing,
            name=rival.name,
        )
    else:
        standing = words.t("You are {place}.", place=placing)
    return f"{standing} {days}"


def _rival(lines: Sequence[Line]) -> Line | None:
    """Return who is next ahead of the person, or next behind the first; None if nobody is."""
    own = next((line for line in lines if line.yours), None)
    if own is None:
        return None
    ahead = [line for line in lines if line.position < own.position]
    others = ahead[::-1] or [line for line in lines if line is not own]
    return next(iter(others), None)


def _table(
    words: Words, leagues: Sequence[League], sums: Sequence[Line], sheet: _Sheet, most: int
) -> list[Row]:
    """Draw the persons with a bar for the sum of their points, and the points of each game."""
    end = sheet.left - _CLOSE
    deep, high = max(map(len, sheet.heads)), max((line.total for line in sums), default=0)
    heads = [[*[EMPTY] * (deep - len(head)), *head] for head in sheet.heads]
    titled = [*[EMPTY] * (deep - 1), spread(EMPTY, row((words.t("points"), "dim")), end)]
    rows = sheet.block(titled, heads)
    rows += [] if sums else [row((words.t("Nobody has a result yet."), "dim"))]
    for line in shown(sums, most):
        tone = "good" if line.yours else ""
        text = place_row(line, sheet.name) + row(" ")
        text += bar(line.total / high if high else 0, sheet.bars, tone or "dim")
        text = spread(text, row((str(line.total), tone)), end)
        rows.append(sheet.line(text, (_points(words, league, line.name) for league in leagues)))
    return rows


def _points(words: Words, league: League, name: str) -> Row:
    """Draw the points of a person in a game, and the place, a star for the first."""
    own = next((line for line in league.rows if line.name == name), None)
    if own is None:
        return row(("·", "dim"))
    rank, tone = ordinal(words, own.position), "good" if own.yours else ""
    return row((f"{own.points} ", tone), ("★" if own.position == 1 else rank, tone or "dim"))


def _own_days(
    words: Words,
    leagues: Sequence[League],
    sheet: _Sheet,
    today: int,
    high: int,
    rival: Line | None,
) -> list[Row]:
    """Draw the person's own week, below each game's points a bar a day; today's letter is lit.

    Beside each bar stands that of the rival where days stand apart.
    """
    across, gap = sheet.day
    apart = " " * gap
    letters = [f"{letter:<{across}}{apart}" for letter in words.t("M T W T F S S").split()]
    letters[-1] = letters[-1].rstrip()
    named = row(
        *((letter, "strong" if day == today else "dim") for day, letter in enumerate(letters))
    )
    whose = rival.name if rival is not None and gap else ""
    two = bool(whose)
    drawn = list[list[Row]]()
    for league in leagues:
        none = (None,) * WEEK
        own = next((line.days for line in league.rows if line.yours), none)
        other = next((line.days for line in league.rows if line.name == whose), none)
        days = [*zip(own, other, strict=True)][: today + 1]
        lines = [
            [
                piece
                for points, others in days
                for piece in (
                    (_sign(points, step, high, 1 if two else across), "good"),
                    (_sign(others, step, high, 1).replace("·", " ") if two else "", "dim"),
                    (" " * (across + gap - 2) if two else apart, ""),
                )
            ]
            for step in reversed(range(high))
        ]
        drawn.append([*(row(*line) for line in lines), named])
    scale = balanced(row((words.t("A full bar is 100 points."), "dim")), sheet.left - _CLOSE)
    known = ((words.t("you"), "good"), (whose, "dim")) if two else ()
    legend = [row(("█ ", tone), (who, "dim")) for who, tone in known]
    return sheet.block(
        [row((words.t("Your days"), "strong")), *scale, *[EMPTY] * two, *legend], drawn
    )


def _last_best(words: Words, leagues: Sequence[League], sheet: _Sheet, places: int) -> list[Row]:
    """Name the best of last week in each game."""
    best = [
        [
            row(
                ("★ " if line.position == 1 else f"{line.position} ", "dim"),
                (line.name, "good" if line.yours else ""),
            )
            for line in [line for line in league.rows if line.position <= places][:places]
        ]
        for league in leagues
    ]
    title = wrap(row((words.t("Last week"), "strong")), sheet.left - _CLOSE)
    return sheet.block(title, best) if any(best) else []


def _sign(points: int | None, step: int, high: int, cells: int) -> str:
    """Draw a day's bar `step` rows above its foot, a dot without a result."""
    if points is None:
        return pad(" " if step else "·", cells)
    level = max(1, round(points * high * _STEPS / 100)) - step * _STEPS
    return _LEVELS[max(0, min(level, _STEPS))] * cells
