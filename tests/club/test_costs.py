"""What an answer costs in a large house: 20,000 people, 5,000 results of today.

Each answer is asked for when there is something new in every game, so that nothing is remembered.
What it may cost is measured beside it, in the same processor time: making some rows, which takes
some two milliseconds on the machine of docs/performance.md.
"""

import time
from collections.abc import Callable, Iterator
from statistics import median

import pytest

from arcade.club.club import Club
from arcade.club.deals import facts as deals
from arcade.club.deals.daily import DailyRow, utc_day
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.people.accounts import MAX_GUESTS
from arcade.club.speech.daily import day_text, notes, yesterday_text
from arcade.club.speech.good_bye import good_bye
from arcade.club.tournaments import facts as tournaments
from arcade.engine import registry
from arcade.engine.codec import Stored
from arcade.eventlog.memory import MemoryLog
from arcade.players import results, roster
from arcade.players.player import Player
from arcade.players.results import DAY, Result, Seat
from arcade.rooms.clocks import now
from tests.club.conftest import Opening

FEW, TODAY, PEOPLE = 250, 5_000, 20_000
EVENINGS = 365
"""Tournaments: one each evening of a year."""
ROWS, TIMES = 1_000, 7
AGAIN = 12
WORDS = Words()


def person(number: int) -> Player:
    letters = "".join("abcdefghjk"[int(digit)] for digit in str(number))
    return Player(f"SHA256:{number}", f"P{letters}q")


async def house(log: MemoryLog, people: int, today: int) -> None:
    """Store people with names, and of some results of today, most of them in one game."""
    at, day, games = now(), utc_day().isoformat(), tuple(registry.games())
    known: list[roster.Fact] = [roster.Named(person(n).id, person(n).name) for n in range(people)]
    known += [fact for who in (0, people // 2) for fact in _sociable(who, people)]
    await log.append("players", [roster.encode(Stored(at, fact)) for fact in known], 0)
    facts: list[deals.Fact] = [deals.Dealt(day, game, "0" * 64, "0" * 64) for game in games]
    for number in range(today):
        for game in games if number % 10 == 0 else ("421",):
            facts.append(deals.Began(day, game, person(number), f"T{number}"))
            facts.append(_finished(day, game, number))
    await log.append("daily", [deals.encode(Stored(at, fact)) for fact in facts], 0)
    played = [_result("421", number, at - people + number) for number in range(today // 2)]
    await log.append("results", list(map(results.encode, played)), 0)
    evening_facts = [fact for number in range(EVENINGS) for fact in _evening(number, at)]
    await log.append(
        "tournaments", [tournaments.encode(Stored(at, each)) for each in evening_facts], 0
    )


def _evening(number: int, at: int) -> Iterator[tournaments.Fact]:
    """Hold a tournament with as many people as may be; the last one is still to come."""
    begins = at + (number - EVENINGS + 2) * DAY - 1000
    yield tournaments.Scheduled(number, "421", begins)
    people = [
        person(number * tournaments.MAX_FIELD + seat) for seat in range(tournaments.MAX_FIELD)
    ]
    for player in people:
        yield tournaments.Entered(number, player)
    if begins > at:
        return
    field = tuple(tournaments.Entrant(player.name, player.id) for player in people)
    for turn in range(tournaments.ROUNDS):
        match = tournaments.Match(f"M{number}-{turn}", field)
        yield tournaments.RoundBegan(number, (match,))
        yield tournaments.MatchEnded(number, match.code, tuple(range(1, len(field) + 1)))


def _sociable(number: int, people: int) -> Iterator[roster.Fact]:
    """Let somebody have as many friends as may be, and have been here long ago."""
    who = person(number)
    yield roster.Chose(who.id, roster.LAST_VISIT, "1 421=1 trente=90000")
    for other in (person((number + 7 * step) % people) for step in range(1, roster.MARKS + 1)):
        yield roster.Befriended(who.id, other.id, other.name)
        yield roster.Befriended(other.id, who.id, who.name)
        yield roster.Asked(other.id, who.id, "KAFEL", "421")


def _finished(day: str, game: str, number: int) -> deals.Finished:
    score = number * 7919 % 1000
    return deals.Finished(day, game, person(number).id, f"T{number}", 1 + number % 3, score)


def _result(game: str, number: int, at: int) -> Result:
    pair = person(2 * number), person(2 * number + 1)
    seats = tuple(Seat(player.name, player.id, moves=4, own=4) for player in pair)
    return Result(f"R{number}", 1, game, at - 60_000, at, seats, (1, 2), (9, 3), 8)


def _profile_of_nobody(club: Club, _: Player) -> None:
    with pytest.raises(Refused):
        club.standings.profile("nobody-at-all")


ANSWERS: dict[str, Callable[[Club, Player], object]] = {
    "top": lambda club, who: [club.standings.leaderboard(game, who) for game in registry.games()],
    "daily": lambda club, who: club.daily.all(who),
    "profile": lambda club, who: club.standings.profile(who),
    "profile of nobody": _profile_of_nobody,
    "lobby": lambda club, who: (club.lobby(who), notes(WORDS, club, who), club.daily.streak(who)),
    "today": lambda club, who: (day_text(WORDS, club, who), yesterday_text(WORDS, club)),
    "tournaments": lambda club, who: (club.tournaments.tonight(who), club.tournaments.near(who)),
    "friends": lambda club, who: (club.friends.all(who), club.duels.of(who)),
    "since": lambda club, who: club.digest.read(who),
    "good-bye": lambda club, who: good_bye(WORDS, club, who, None),
}


def _rows(_: Club, __: Player) -> object:
    return [DailyRow(n, str(n), False, 1, n, f"T{n}") for n in range(ROWS)]


def took(answer: Callable[[Club, Player], object], club: Club, player: Player) -> float:
    """Give an answer; return the milliseconds of processor time."""
    began = time.thread_time()
    answer(club, player)
    return (time.thread_time() - began) * 1000


async def test_no_answer_takes_two_milliseconds_in_a_large_house(opening: Opening) -> None:
    log = MemoryLog()
    await house(log, PEOPLE, TODAY)
    club = await opening(log)
    for _ in range(MAX_GUESTS):
        club.accounts.guest()
    ratios: dict[str, list[float]] = {name: [] for name in ANSWERS}
    for number in range(AGAIN):
        for name, answer in ANSWERS.items():
            _add_to_all_games(club)
            player = person(number % 2 * PEOPLE // 2)
            cost = took(answer, club, player)
            ratios[name].append(cost / (TIMES * took(_rows, club, player)))
    # Both of one moment: a machine that is quicker for a while is quicker for both.
    costs = {name: median(measured) for name, measured in ratios.items()}
    assert max(costs.values()) < 1, costs


def _add_to_all_games(club: Club) -> None:
    day, standing = utc_day().isoformat(), club._ledger.standing
    for game in registry.games():
        number = TODAY + sum(standing.counted.values())
        club.daily._add(Stored(now(), _finished(day, game, number)))
        standing.add(_result(game, number, now()))


@pytest.mark.parametrize("own", [0, 140, 249])
async def test_places_are_those_of_a_sorted_list(opening: Opening, own: int) -> None:
    log = MemoryLog()
    await house(log, FEW, FEW)
    club = await opening(log)
    table = club.daily.results("421", player=person(own))
    worth = sorted((1 + n % 3, -(n * 7919 % 1000)) for n in range(FEW))
    mine = (1 + own % 3, -(own * 7919 % 1000))
    (row,) = [row for row in table.rows if row.yours]
    assert (table.people, row.position) == (FEW, 1 + worth.index(mine))
    assert row.beaten == sum(mine < worth for worth in worth)
    assert [row.position for row in table.rows[:100]] == [
        1 + worth.index(row) for row in worth[:100]
    ]
    board = club.standings.leaderboard("421", person(own))
    assert board.people == FEW and sum(row.yours for row in board.rows) == 1
