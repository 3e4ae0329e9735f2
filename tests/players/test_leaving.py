"""What leaving games does to a rating and to a person's attendance."""

import pytest
from msgspec.structs import replace

from arcade.players.results import DAY, Left, Result
from arcade.players.standing import ATTENDANCE_GAMES, MARKED, WARNED, Standing
from tests.players.test_standing import ANNA, BEN, GOOD, Writer, added, points


def lost(wrote: Writer, how: Left, day: int, ranks: str = "12") -> Result:
    """Return a game that Ben left, on a day."""
    ben = replace(BEN, left=how)
    return wrote((ANNA, ben), ranks, at=day * DAY + wrote.number)


@pytest.fixture
def wrote() -> Writer:
    return Writer()


def test_one_loss_while_away_lowers_the_rating_on_a_day(wrote: Writer) -> None:
    once = added(lost(wrote, "away", 1))
    twice = added(*(first := [lost(wrote, "away", 1), lost(wrote, "away", 1)]))
    assert (after_once := points(once, BEN)) is not None and after_once < 1000
    assert points(twice, BEN) == after_once
    anna_once, anna_twice = points(once, ANNA), points(twice, ANNA)
    assert anna_once is not None and anna_twice is not None and anna_twice > anna_once
    spared = [change.spared for result in first for change in twice.changes("KAFEL", result.number)]
    assert spared == [False, False, False, True]
    next_day = added(*first, lost(wrote, "away", 2))
    assert (lower := points(next_day, BEN)) is not None and lower < after_once


def test_what_is_lost_otherwise_always_counts(wrote: Writer) -> None:
    """Giving a seat up, and playing to the end, are one's own doing."""
    gone = added(lost(wrote, "gone", 1), lost(wrote, "gone", 1))
    stayed = added(wrote("ab", "12", at=DAY), wrote("ab", "12", at=DAY + 1))
    assert points(gone, BEN) == points(stayed, BEN)
    won = added(lost(wrote, "away", 1), lost(wrote, "away", 1, "21"))
    assert (risen := points(won, BEN)) is not None and risen > 1000


def departures(standing: Standing) -> tuple[int, int]:
    account = standing.accounts[BEN.key]
    return sum(account.departures), account.games_to_mend


def test_games_played_to_their_end_clear_a_mark(wrote: Writer) -> None:
    standing = added(*(lost(wrote, "gone", day) for day in range(WARNED - 1)))
    assert departures(standing) == (WARNED - 1, 0)
    for day in range(MARKED - WARNED + 1):
        standing.add(lost(wrote, "away", day))
    left, mends = departures(standing)
    assert left == MARKED and mends > 0
    for number in range(mends):
        assert departures(standing)[1] == mends - number
        standing.add(wrote("ab", "12"))
    assert departures(standing) == (WARNED - 1, 0)


def test_games_against_bots_are_nobodys_business(wrote: Writer) -> None:
    alone = replace(BEN, left="gone")
    standing = added(*(wrote((alone, GOOD), "12") for _ in range(ATTENDANCE_GAMES)))
    assert departures(standing) == (0, 0)
