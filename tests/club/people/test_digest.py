"""What happened since a person was last here: told once, first what needs an answer."""

from collections.abc import Iterator

import pytest

from arcade.club.club import Club
from arcade.club.digest.digest import MAX_LINES, Item, LastVisit
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.engine.news import phrase
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.players.results import Result, Seat
from arcade.players.standing import Standing
from arcade.rooms.clocks import now
from tests.club.conftest import Opening
from tests.club.people.test_friends import befriend, enter, with_names
from tests.people import ANNA, BEN, CLEO, DORA, begin
from tests.waiting import change

PEOPLE = (ANNA, BEN, CLEO, DORA)


@pytest.fixture
async def club(opening: Opening) -> Club:
    return await with_names(opening, *PEOPLE)


def news_of(club: Club, player: Player, language: str = "en") -> list[str]:
    return [Words(language).say(item.news) for item in club.digest.read(player)]


async def visit(club: Club, player: Player) -> list[str]:
    """Let a person come, read, and go; return what they read."""
    coming, _ = enter(club, player)
    lines = news_of(club, player)
    coming.leave()
    await club.digest.close()
    return lines


async def was_here(club: Club, player: Player) -> None:
    """Let a person have left a minute ago, without a place on any leaderboard."""
    await club.accounts.leave(player, LastVisit(now() - 60_000).written())


def results(*winners: Player) -> Iterator[Result]:
    """Give a game for each winner, against all who have not won."""
    for number, winner in enumerate(winners, 1):
        people = (winner, *(player for player in (ANNA, BEN, CLEO) if player != winner))
        seats = tuple(Seat(player.name, player.id, moves=4, own=4) for player in people)
        at = now() - 1_000 + number
        yield Result("KAFEL", number, "421", at - 9, at, seats, (1, 2, 3), (9, 3, 1), 8)


def standing(club: Club) -> Standing:
    return club._ledger.standing


async def test_a_first_visit_has_no_before(club: Club) -> None:
    for result in results(BEN):
        standing(club).add(result)
    assert await visit(club, ANNA) == []
    assert await visit(club, ANNA) == []


async def test_what_happened_is_told_once_with_what_needs_an_answer_first(club: Club) -> None:
    await befriend(club, ANNA, DORA)
    await was_here(club, ANNA)
    for result in results(ANNA, BEN):
        standing(club).add(result)
    code = await club.create(DORA, "421", {}, 3)
    dora = await club.join(DORA, code)
    await dora.invite("anna")
    standing(club).add(_won_alone(DORA))
    assert await visit(club, ANNA) == [
        f"dora asked you to table {code}, Le 421.",
        "Le 421, table KAFEL, is over: place 2 of 3; won by ben.",
        "Le 421, table KAFEL, is over: you won.",
        "Le 421: you are listed now, at place 2.",
        "dora has won 1 game: Le 421.",
    ]
    assert await visit(club, ANNA) == []


def _won_alone(player: Player) -> Result:
    seats = (Seat(player.name, player.id, moves=4, own=4), Seat("Zoe", bot="good", moves=4))
    return Result("LUMIX", 1, "421", 1, now() - 900, seats, (1, 2), (9, 1), 8)


async def test_a_visit_that_was_told_nothing_leaves_it_to_the_next(club: Club) -> None:
    await was_here(club, ANNA)
    standing(club).add(next(results(ANNA)))
    enter(club, ANNA)[0].leave()
    await club.digest.close()
    assert "you won" in (await visit(club, ANNA))[0]


async def test_places_are_compared_with_those_of_the_last_visit(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = {"421": 3, "trente": 1}
    monkeypatch.setattr(club.standings, "places", lambda _: places)
    await visit(club, ANNA)
    places = {"421": 2, "trente": 4, "golden21": 9}
    assert await visit(club, ANNA) == [
        "Le 421: up from place 3 to place 2.",
        "Trente: down from place 1 to place 4.",
        "The Golden 21: you are listed now, at place 9.",
    ]
    assert await visit(club, ANNA) == []
    last = club.digest.last_visit(ANNA)
    assert LastVisit.read(last.written()) == last and dict(last.places) == places


async def test_it_has_seven_lines_at_most_and_other_sources(club: Club) -> None:
    await was_here(club, ANNA)
    duels = [Item("duel", phrase("{who} is here.", who=str(number))) for number in range(9)]
    club.digest.sources.insert(1, lambda player, last: duels if player == ANNA and last.at else ())
    lines = news_of(club, ANNA)
    assert len(lines) == MAX_LINES and lines[-1] == "And 3 things more."
    assert news_of(club, BEN) == []


async def test_many_games_share_a_line(club: Club) -> None:
    await was_here(club, ANNA)
    for result in results(ANNA, BEN, ANNA):
        standing(club).add(result)
    assert news_of(club, ANNA)[0] == "3 games of yours are over; won: 2."
    assert news_of(club, ANNA, "fr")[0] == "3 de vos parties sont finies\u00a0; gagnées\u00a0: 2."


async def test_it_is_known_after_a_restart(opening: Opening) -> None:
    log = MemoryLog()
    club = await opening(log)
    await club.choose_name(ANNA, ANNA.name)
    await visit(club, ANNA)
    again = await opening(log)
    assert again.digest.last_visit(ANNA) == club.digest.last_visit(ANNA) != LastVisit()


async def test_next_leads_from_turn_to_turn_round_and_round(club: Club) -> None:
    with pytest.raises(Refused):
        club.tables.next_turn(ANNA)
    for _ in range(3):
        (anna,) = await begin(club, ANNA, seats=2)
        while not anna.table().my_turn:
            await change(anna)
    codes = sorted(club.tables.turns(ANNA))
    seen = [""]
    for _ in range(4):
        seen.append(club.tables.next_turn(ANNA, seen[-1]))
    assert seen[1:] == [*codes, codes[0]]
    assert news_of(club, ANNA)[0].startswith("3 games wait for you: ")
