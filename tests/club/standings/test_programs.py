"""Programs: noted at their first move, rated in a list of their own, out of the daily boards."""

import pytest

from arcade.club.club import Club
from arcade.club.duels.wording import opponent_text
from arcade.club.i18n.words import Words
from arcade.club.tournaments.wording import row_text
from arcade.eventlog.memory import MemoryLog
from arcade.players import results
from arcade.players.player import Player
from arcade.players.results import Result, Seat
from arcade.rooms.clocks import now
from tests.club.conftest import Opening
from tests.people import named, play, sit_down
from tests.waiting import until

NAMES = ("Anna", "Ben", "Cleo")


async def filled(opening: Opening) -> tuple[Club, list[Player]]:
    """Open a club in which Anna always wins, Ben is second, and Cleo third."""
    log = MemoryLog()
    seats = tuple(Seat(name, f"SHA256:{name}", moves=4, own=4) for name in NAMES)
    kept = [
        Result(f"R{number}", 1, "421", number, number + 1, seats, (1, 2, 3), (9, 6, 3), 8)
        for number in range(5)
    ]
    await log.append("results", list(map(results.encode, kept)), 0)
    club = await opening(log)
    unnamed = [Player(seat.player, "") for seat in seats]
    people = [
        await club.choose_name(player, name) for player, name in zip(unnamed, NAMES, strict=True)
    ]
    return club, people


async def test_a_program_leaves_the_peoples_list_for_its_own(opening: Opening) -> None:
    club, (anna, ben, _) = await filled(opening)
    board = club.standings.leaderboard("421", ben)
    assert [(row.position, row.name) for row in board.rows] == [*enumerate(NAMES, 1)]
    assert not board.programs and board.people == 3
    assert await club.accounts.note_program(anna)
    assert not await club.accounts.note_program(anna), "it is noted once"
    board = club.standings.leaderboard("421", ben)
    assert [(row.position, row.name, row.yours) for row in board.rows] == [
        (1, "Ben", True),
        (2, "Cleo", False),
    ]
    assert [(row.position, row.name) for row in board.programs] == [(1, "Anna")]
    assert board.people == 2
    assert "Anna" not in [row.name for row in club.standings.leaderboard("421", anna).rows]


async def test_tables_and_lists_say_who_is_a_program(opening: Opening) -> None:
    club, (anna, ben, _) = await filled(opening)
    await club.accounts.note_program(anna)
    seats = await sit_down(club, ben, anna, seats=3)
    assert all(seat.table().programs == (1,) for seat in seats)
    assert [(who.name, who.program) for who in seats[0].here()] == [("Ben", False), ("Anna", True)]
    for player in (ben, anna):
        club.presence.enter(player, print)
    people = club.community.people(ben)
    assert [(who.name, who.program) for who in people] == [("Ben", False), ("Anna", True)]


async def test_duels_and_tournaments_say_who_is_a_program(opening: Opening) -> None:
    club, (anna, ben, cleo) = await filled(opening)
    await club.accounts.note_program(anna)
    duel = await club.duels.challenge(ben, "Anna", "421")
    assert duel.program and opponent_text(Words(), duel) == "program Anna"
    await club.tournaments.schedule("421", now() + 1000)
    for player in (anna, ben, cleo):
        await club.tournaments.enter(player, True)
    tonight = club.tournaments.tonight(ben)
    assert tonight.next is not None
    assert [row_text(Words("fr"), row) for row in tonight.next.rows] == [
        *("programme Anna", "Ben", "Cleo")
    ]


@pytest.mark.virtual
async def test_a_table_of_honour_has_people_alone(opening: Opening) -> None:
    club = await opening()
    await club.tournaments.schedule("421", now() + 1000)
    for name in NAMES:
        player = await named(club, name)
        await club.tournaments.enter(player, True)
    await club.accounts.note_program(Player("SHA256:Anna", "Anna"))
    await until(lambda: club.tournaments.tonight(player).last, 1000)
    tonight = club.tournaments.tonight(player)
    assert tonight.last is not None
    assert "Anna" in [row.name for row in tonight.last.rows]
    assert {honour.name for honour in tonight.honours} == {"Ben", "Cleo"}


async def test_its_daily_deals_do_not_count(opening: Opening) -> None:
    club, (anna, ben, _) = await filled(opening)
    await club.accounts.note_program(anna)
    for player in (anna, ben):
        session = await club.play_daily(player, "421")
        await play(session)
        await until(lambda who=player: club.daily.results("421", "", who).state in ("done", "out"))
    assert club.daily.results("421", "", anna).state == "out"
    assert [row.name for row in club.daily.results("421", "", ben).rows] == ["Ben"]
