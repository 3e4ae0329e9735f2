"""The league of a week: each game's points of seven days, of which the best five count."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from datetime import date, timedelta
from typing import TypeVar

from msgspec import Struct

from arcade.club.deals.facts import STEPS, Deals, WeekOver
from arcade.engine import registry
from arcade.newest import Newest

WEEK, COUNTED_DAYS = 7, 5
"""The days of a week, and how many of them count, the best ones."""
CACHED_DAYS = 128
"""Days whose points are kept, and weeks whose ranking is."""

Ranking = list[tuple[int, str, int]]
"""Place, person and points, the best first."""
Stamp = TypeVar("Stamp", bound=Hashable)
Value = TypeVar("Value")
Kept = Newest[tuple[str, str], tuple[Stamp, Value]]
"""Values by day or Monday and game, each with the number of results for which it is valid."""


class LeagueRow(Struct, frozen=True):
    """A person's place in a week's league, ties sharing it; the points of each day from Monday on.

    None: no result that day.
    """

    position: int
    name: str
    points: int
    days: tuple[int | None, ...]
    yours: bool = False


class League(Struct, frozen=True):
    """A game's league in the week that begins on this Monday (ISO)."""

    game: str
    name: str
    monday: str
    rows: tuple[LeagueRow, ...]
    over: bool


class Leagues:
    """The leagues of all weeks, from the folded deals; `called` returns a person's name."""

    def __init__(self, deals: Deals, called: Callable[[str], str]) -> None:
        self._deals = deals
        self._called = called
        self._points: Kept[int, dict[str, int]] = Newest(CACHED_DAYS)
        self._rankings: Kept[tuple[int, ...], Ranking] = Newest(CACHED_DAYS)

    def week(self, game: str, day: date, player: str = "", most: int | None = None) -> League:
        """Return the league of the week with this day, at most `most` rows of it, with a person's
        own row marked.
        """
        days = week_of(day)
        rows = [
            LeagueRow(position, self._called(who), points, self._of(days, game, who), who == player)
            for position, who, points in self._ranked(days, game)[:most]
        ]
        over = (days[0], game) in self._deals.weeks
        return League(game, registry.find(game).meta.name, days[0], tuple(rows), over)

    def ended(self, today: date) -> Iterator[WeekOver]:
        """Yield the podiums of the weeks before today's that are not stored yet."""
        played = {(week_of(date.fromisoformat(day))[0], game) for day, game in self._deals.dealt}
        for monday, game in sorted(played.difference(self._deals.weeks)):
            if monday < week_of(today)[0]:
                yield WeekOver(monday, game, self._podium(monday, game))

    def _podium(self, monday: str, game: str) -> tuple[tuple[str, ...], ...]:
        """Return the persons on each step; nobody stands on a podium alone."""
        ranked = self._ranked(week_of(date.fromisoformat(monday)), game)
        steps = range(1, STEPS + 1) if len(ranked) > 1 else ()
        return tuple(
            tuple([who for position, who, points in ranked if position == step and points])
            for step in steps
        )

    def _ranked(self, days: Sequence[str], game: str) -> Ranking:
        """Return the ranking of everybody who has a result in a week."""
        counts = tuple(self._deals.count(day, game) for day in days)
        return _remembered(self._rankings, (days[0], game), counts, lambda: self._rank(days, game))

    def _rank(self, days: Sequence[str], game: str) -> Ranking:
        by_person: dict[str, list[int]] = {}
        for day in days:
            for who, points in self._of_day(day, game).items():
                by_person.setdefault(who, []).append(points)
        totals = {who: sum(sorted(points)[-COUNTED_DAYS:]) for who, points in by_person.items()}
        order = sorted(totals, key=lambda who: -totals[who])
        ranked: Ranking = []
        for number, who in enumerate(order, 1):
            tied = ranked and ranked[-1][2] == totals[who]
            ranked.append((ranked[-1][0] if tied else number, who, totals[who]))
        return ranked

    def _of(self, days: Sequence[str], game: str, who: str) -> tuple[int | None, ...]:
        return tuple(self._of_day(day, game).get(who) for day in days)

    def _of_day(self, day: str, game: str) -> dict[str, int]:
        count = self._deals.count(day, game)
        return _remembered(self._points, (day, game), count, lambda: self._deals.shares(day, game))


def _remembered(
    values: Kept[Stamp, Value], key: tuple[str, str], stamp: Stamp, make: Callable[[], Value]
) -> Value:
    """Return a kept value; compute it again unless it is valid for this stamp."""
    known = values.get(key)
    if known is None or known[0] != stamp:
        known = values[key] = stamp, make()
    return known[1]


def week_of(day: date) -> list[str]:
    """Return the days (ISO) of a day's week, from Monday on."""
    monday = day - timedelta(days=day.weekday())
    return [(monday + timedelta(days=number)).isoformat() for number in range(WEEK)]
