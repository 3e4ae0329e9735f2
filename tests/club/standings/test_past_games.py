"""All games somebody played, page by page: the newest from memory, the others from the log."""

from pathlib import Path

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.operations.results import ListPastGames
from arcade.eventlog.log import EventLog
from arcade.eventlog.memory import MemoryLog
from arcade.eventlog.sqlite import SQLiteLog
from arcade.players import results
from arcade.players.results import DAY, Result, Seat
from arcade.players.standing import HISTORY
from tests.club.conftest import Opening
from tests.people import ANNA, BEN, CLEO

MANY, A_DAY = 250, 20
FIRST = 20_000
"""The day since 1970 of the first game."""


def game(number: int) -> Result:
    """Return a game of Anna against Ben or, every third time, Cleo; A_DAY of them a day."""
    other = CLEO if number % 3 == 0 else BEN
    seats = tuple(Seat(who.name, who.id, moves=4, own=4) for who in (ANNA, other))
    at = (FIRST + number // A_DAY) * DAY + number
    return Result(f"R{number}", 1, "421", at - 1, at, seats, (1, 2), (9, 3), 8, private=number == 7)


async def fill(log: EventLog) -> None:
    games = [game(number) for number in range(MANY)]
    games[30], games[60] = games[60], games[30]  # the log has them as they were stored
    await log.append("results", list(map(results.encode, games)), 0)


@pytest.mark.parametrize("kind", ["memory", "file"])
async def test_all_games_are_there_with_their_ratings(
    opening: Opening, kind: str, tmp_path: Path
) -> None:
    log = MemoryLog() if kind == "memory" else await SQLiteLog.open(tmp_path / "log")
    await fill(log)
    club = await opening(log)
    standings = club.standings
    pages = [await standings.past_games(ANNA, ANNA, page=page, most=60) for page in range(1, 6)]
    assert [(page.page, page.pages, page.of) for page in pages] == [
        (number, 5, MANY) for number in range(1, 6)
    ]
    games = [game for page in pages for game in page.games]
    assert [game.code for game in games] == [f"R{number}" for number in reversed(range(MANY))]
    assert tuple(games[:HISTORY]) == standings.history(ANNA, ANNA)
    points = [game.points for game in games]
    changes = [game.change for game in games]
    assert None not in points and None not in changes
    for newer, older, change in zip(points, points[1:], changes, strict=False):
        assert newer is not None and older is not None and newer - older == change
    bens = await standings.past_games(BEN, ANNA, most=1000)
    assert bens.of == sum(number % 3 != 0 for number in range(MANY)) == len(bens.games)
    codes = {game.code for game in (await standings.past_games(BEN, CLEO, most=1000)).games}
    assert "" in codes and "R7" not in codes, "a private table's code is its players'"
    await club.close()
    await log.close()


class Visitor:
    """Somebody who asks."""

    table_session, key, visiting = None, "", False

    def __init__(self, club: Club) -> None:
        self.club, self.player = club, ANNA


async def test_games_since_a_day(opening: Opening) -> None:
    log = MemoryLog()
    await fill(log)
    visitor = Visitor(await opening(log))
    day = "2024-10-13"  # two days before the last
    past = await ListPastGames(since=day, most=100).run(visitor)  # type: ignore[arg-type]
    days = {game.at // DAY - FIRST for game in past.games}
    assert past.of == len(past.games) == MANY - min(days) * A_DAY and max(days) == MANY // A_DAY
    assert not (await ListPastGames(since="2124-01-01").run(visitor)).of  # type: ignore[arg-type]
    for wrong in ("yesterday", "2024-13-01"):
        with pytest.raises(Refused, match="is no day"):
            await ListPastGames(since=wrong).run(visitor)  # type: ignore[arg-type]
