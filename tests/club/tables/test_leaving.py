"""A connection drops for good: the others settle the game, and who often leaves is known."""

import pytest

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.speech.absence import attendance_text, left_text
from arcade.club.speech.read_aloud import whose_turn
from arcade.eventlog.memory import MemoryLog
from arcade.players import results
from arcade.players.player import Player
from arcade.players.results import Result, Seat
from arcade.players.standing import MARKED, WARNED
from arcade.rooms import decide
from tests.club.conftest import Opening
from tests.fair.tables import verified
from tests.people import ANNA, BEN, begin, sit_down
from tests.waiting import until


async def named(club: Club) -> list[Player]:
    return [
        await club.choose_name(Player(who.id, ""), who.name.capitalize()) for who in (ANNA, BEN)
    ]


async def test_who_gives_a_seat_up_is_named_not_the_bot_that_plays_on(club: Club) -> None:
    anna, ben = await begin(club, ANNA, BEN, seats=3)
    await ben.do(decide.leave_seat)
    assert anna.table().seats[1].name != BEN.name
    assert left_text(Words(), anna.table()) == f"A bot plays for {BEN.name}, who has left."


async def test_nobody_is_asked_for_a_move_while_bots_play_a_game_to_its_end(club: Club) -> None:
    anna, ben = await begin(club, ANNA, BEN, seats=3)
    await ben.do(decide.leave_seat)
    await until(lambda: anna.table().my_turn)
    await anna.do(decide.settle)
    table = anna.table()
    assert table.phase == "playing" and table.to_act == (0,)
    assert not table.my_turn and not table.offers
    assert whose_turn(Words(), table) == "Bots play the game to its end."


@pytest.mark.virtual
async def test_a_game_is_settled_and_rated_once_somebody_is_gone(opening: Opening) -> None:
    club = await opening()
    players = await named(club)
    anna, ben = await begin(club, *players, seats=3)
    code = anna.code
    ben.detach(dropped=True)
    assert not anna.table().may_settle
    await until(lambda: anna.table().left == ("Ben",))
    assert left_text(Words(), anna.table()) == "A bot plays for Ben, who has left."
    await anna.do(decide.settle)
    await until(lambda: anna.table().phase == "over")
    table = anna.table()
    assert table.outcome is not None and not table.ended
    await until(lambda: club.standings.profile("Ben").games == 1)
    past = club.standings.history("Ben")[0]
    assert past.code == code
    record = await club.record(code)
    assert verified(record)[0] == 0
    asked = next(n for n, line in enumerate(record) if line["fact"]["fact"] == "asked")
    forged = [{**line, "n": n} for n, line in enumerate(record[:asked] + record[asked + 1 :], 1)]
    exit_code, text = verified(forged)
    assert exit_code and "not everybody asks to end the game, rated" in text


async def left_games(log: MemoryLog, games: int) -> None:
    """Store results of games that Ben left."""
    seats = Seat("Anna", ANNA.id, moves=4, own=4), Seat("Ben", BEN.id, moves=4, own=4, left="gone")
    ranks, scores = (1, 2), (9, 3)
    kept = [
        Result(f"R{number}", 1, "421", number, number + 1, seats, ranks, scores, 8)
        for number in range(games)
    ]
    await log.append("results", list(map(results.encode, kept)), 0)


@pytest.mark.parametrize(
    ("games", "seen"), [(WARNED - 1, "nobody"), (WARNED, "self"), (MARKED, "all")]
)
async def test_the_person_reads_of_it_before_others(
    opening: Opening, games: int, seen: str
) -> None:
    log = MemoryLog()
    await left_games(log, games)
    club = await opening(log)
    players = await named(club)
    anna, ben = await sit_down(club, *players)
    assert anna.table().leavers == ((1,) if seen == "all" else ())
    assert ben.table().leavers == (() if seen == "nobody" else (1,))
    own = club.standings.profile("Ben", ben.player).attendance
    others = club.standings.profile("Ben", anna.player).attendance
    assert (bool(own), bool(others)) == (seen != "nobody", seen == "all")
    if own:
        text = attendance_text(Words(), own, yours=True)
        assert f"You left {games} of your last {games} games" in text and "clear" in text
    assert [person.leaves for person in anna.here()] == [False, seen == "all"]
    for player in players:
        club.presence.enter(player, print)
    in_lobby = [[who.leaves for who in club.community.people(player)] for player in players]
    assert in_lobby == [[False, seen == "all"], [seen != "nobody", False]]
