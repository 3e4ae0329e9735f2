"""What an answer costs does not grow with the house: a small one, and one of sixteen times as many.

Each answer is asked for when something is new, so that nothing is remembered; the least time of
several counts.
"""

import time
from collections.abc import Callable

import pytest

from arcade.club.club import Club
from arcade.club.daily import utc_day
from arcade.club.i18n.words import Words
from arcade.engine import registry
from arcade.engine.codec import Stored
from arcade.eventlog.memory import MemoryLog
from arcade.players import deals, results, roster
from arcade.players.player import Player
from arcade.players.results import Result, Seat
from arcade.rooms.clocks import now
from screens.good_bye import good_bye
from screens.lobby.today import day_text, notes, yesterday_text
from tests.club.conftest import Opening

FEW, MANY = 250, 4_000
GROWS = 3.0
"""How many times as much an answer may cost: sixteen times the people is four more comparisons."""
AGAIN = 15
WORDS = Words()


def person(number: int) -> Player:
    letters = "".join("abcdefghjk"[int(digit)] for digit in str(number))
    return Player(f"SHA256:{number}", f"P{letters}q")


async def house(people: int, log: MemoryLog) -> None:
    """Store people, who have names, ratings, and each a result of today's deal of 421."""
    at, day, games = now(), utc_day().isoformat(), tuple(registry.games())
    known = [roster.Named(person(n).id, person(n).name) for n in range(people)]
    await log.append("players", [roster.encode(Stored(at, one)) for one in known], 0)
    facts: list[deals.Fact] = [deals.Dealt(day, game, "0" * 64, "0" * 64) for game in games]
    for number in range(people):
        facts.append(deals.Began(day, "421", person(number), f"T{number}"))
        facts.append(_finished(day, number))
    await log.append("daily", [deals.encode(Stored(at, one)) for one in facts], 0)
    played = [_result(number, at - people + number) for number in range(people // 2)]
    await log.append("results", list(map(results.encode, played)), 0)


def _finished(day: str, number: int) -> deals.Finished:
    score = number * 7919 % 1000
    return deals.Finished(day, "421", person(number).id, f"T{number}", 1 + number % 3, score)


def _result(number: int, at: int) -> Result:
    pair = person(2 * number), person(2 * number + 1)
    seats = tuple(Seat(one.name, one.id, moves=4, own=4) for one in pair)
    return Result(f"R{number}", 1, "421", at - 60_000, at, seats, (1, 2), (9, 3), 8)


ANSWERS: dict[str, Callable[[Club, Player], object]] = {
    "top": lambda club, who: [club.standings.leaderboard(game, who) for game in registry.games()],
    "daily": lambda club, who: club.daily.all(who),
    "profile": lambda club, who: club.standings.profile(who),
    "lobby": lambda club, who: (club.lobby(who), notes(WORDS, club, who), club.daily.streak(who)),
    "today": lambda club, who: (day_text(WORDS, club, who), yesterday_text(WORDS, club)),
    "good-bye": lambda club, who: good_bye(WORDS, club, who, None),
}


async def least(opening: Opening, people: int) -> dict[str, float]:
    """Give the least processor time of each answer, when something has just changed."""
    log = MemoryLog()
    await house(people, log)
    club = await opening(log)
    day, found = utc_day().isoformat(), dict.fromkeys(ANSWERS, 60.0)
    for number in range(people, people + AGAIN):
        club.daily._add(deals.encode(Stored(now(), _finished(day, number))))
        club._ledger.standing.add(_result(number, now()))
        for name, answer in ANSWERS.items():
            for player in (person(0), person(people // 2)):
                began = time.thread_time()
                answer(club, player)
                found[name] = min(found[name], time.thread_time() - began)
    assert len(club.standings.leaderboard("421", person(0)).rows) <= 101
    return found


async def test_an_answer_costs_as_much_in_a_large_house(opening: Opening) -> None:
    few, many = await least(opening, FEW), await least(opening, MANY)
    grown = {name: round(many[name] / few[name], 1) for name in few}
    assert max(grown.values()) < GROWS, grown


@pytest.mark.parametrize("own", [0, 140, 249])
async def test_places_are_those_of_a_sorted_list(opening: Opening, own: int) -> None:
    log = MemoryLog()
    await house(FEW, log)
    club = await opening(log)
    table = club.daily.results("421", player=person(own))
    worth = sorted((1 + n % 3, -(n * 7919 % 1000)) for n in range(FEW))
    mine = (1 + own % 3, -(own * 7919 % 1000))
    (row,) = [one for one in table.rows if one.yours]
    assert (table.people, row.place) == (FEW, 1 + worth.index(mine))
    assert row.beaten == sum(mine < one for one in worth)
    assert [one.place for one in table.rows[:100]] == [1 + worth.index(one) for one in worth[:100]]
    board = club.standings.leaderboard("421", person(own))
    assert board.people == FEW and sum(one.yours for one in board.rows) == 1
