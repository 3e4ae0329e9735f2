"""A tournament of eight with two people, in virtual time; and what is refused."""

import asyncio
from functools import partial

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.tournaments.facts import Entrant, field_size, grouped
from arcade.club.tournaments.tournaments import WEEK, season
from arcade.club.tournaments.wording import coming_text, row_text, tonight_texts
from arcade.club.views import Notice
from arcade.club.webhooks.webhooks import Message
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.clocks import now
from arcade.rooms.facts import Vote
from arcade.rooms.presence import Presence
from screens.table.keys import seat_actions
from tests.club.conftest import Opening
from tests.people import act, named
from tests.waiting import until

SOON = 60_000


async def joined(club: Club, *names: str) -> list[Player]:
    people = [await named(club, name) for name in names]
    for player in people:
        club.presence.enter(player, lambda _: None, lambda _: None)
        await club.tournaments.enter(player, True)
    return people


def sentences(club: Club, player: Player) -> list[str]:
    return list(tonight_texts(Words(), club.tournaments.tonight(player)))


async def play_round(club: Club, people: list[Player], number: int) -> None:
    """Play everybody's game of a round with the default moves."""

    def view(player: Player):  # type: ignore[no-untyped-def]
        return club.tournaments.tonight(player).next or club.tournaments.tonight(player).last

    await until(lambda: view(people[0]).round == number, 1000)
    codes = {player.id: view(player).table for player in people}
    seats = [await club.join(player, codes[player.id]) for player in people if codes[player.id]]
    for seat in seats:
        assert seat.table().of_tournament and not seat.table().coach
        with pytest.raises(Refused, match="takes nobody else in"):
            await seat.do(decide.admit, True)
        names = {action.name for action in seat_actions(seat.table(), local=False)}
        assert not names & {"door", "pause", "vote_end"}
        votes: tuple[Vote, ...] = ("pause", "end")
        for what in votes:
            with pytest.raises(Refused, match="played to its end, without a pause"):
                await seat.do(decide.vote, what)
    while any(seat.table().phase == "playing" for seat in seats):
        for seat in seats:
            if seat.table().my_turn:
                assert any(seat.table().clocks), "alone, too: others wait at their tables"
                await act(seat)
        await asyncio.sleep(1)
    for seat in seats:
        assert [action.name for action in seat_actions(seat.table(), local=False)] == ["tournament"]
        with pytest.raises(Refused, match="The house begins"):
            await seat.start()  # another game's ranks would count in place of this one's
        seat.detach()


@pytest.mark.virtual
async def test_a_tournament_of_eight_with_two_people(opening: Opening) -> None:
    log = MemoryLog()
    club = await opening(log)
    number = await club.tournaments.schedule("421", now() + SOON, weekly=True)
    people = await joined(club, "Anna", "Ben")
    view = club.tournaments.near(people[0])
    assert view is not None and (view.people, view.entered, view.round) == (2, True, 0)
    text = coming_text(Words(), view)
    assert f"UTC, players: 2 of {view.most}." in text and "You have joined" in text
    assert any("brings two points" in text for text in sentences(club, people[0]))
    heard = list[Notice]()
    club.presence.enter(people[0], lambda _: None, heard.append)
    for round_number in (1, 2, 3):
        await play_round(club, people, round_number)
    await until(lambda: club.tournaments.tonight(people[0]).last is not None, 1000)
    ended = [
        text for text in map(Words().say, (notice.news for notice in heard)) if "is over" in text
    ]
    near = club.tournaments.near(people[0])
    assert near is not None and near.over and ended == [coming_text(Words(), near)]
    own = next(row for row in near.rows if row.yours)
    assert ended[0].endswith(f"Your place: {own.rank} of {len(near.rows)}.")
    assert near.rows[0].name in ended[0]
    assert row_text(Words(), own) in sentences(club, people[0]), "however far from the first"
    stranger = await club.choose_name(Player("SHA256:cleo", ""), "Cleo")
    seen = club.tournaments.near(stranger)
    assert seen is not None and "Your place" not in coming_text(Words(), seen)
    last = club.tournaments.tonight(people[0]).last
    assert last is not None and last.number == number and last.over
    assert len(last.rows) >= 8 and sum(not row.bot for row in last.rows) == 2
    seats = club.rooms.find
    assert [row.yours for row in last.rows].count(True) == 1 and seats is not None
    places = [row.rank for row in last.rows]
    assert places == sorted(places) and places[0] == 1
    tonight = club.tournaments.tonight(people[0])
    assert {honour.name for honour in tonight.honours} == {"Anna", "Ben"}
    assert sum(honour.points for honour in tonight.honours) == sum(
        row.points for row in last.rows if not row.bot
    )
    assert tonight.next is not None and tonight.next.begins - last.begins == WEEK
    texts = list(tonight_texts(Words("fr"), tonight))
    assert any("Anna" in text and "tournoi" in text for text in texts)
    await club.close()
    again = await opening(log)
    assert again.tournaments.tonight(people[0]) == tonight


@pytest.mark.virtual
async def test_people_who_do_not_come_hold_nobody_up(opening: Opening) -> None:
    club = await opening()
    await club.tournaments.schedule("421", now() + SOON)
    for name in ("Anna", "Ben"):
        player = await named(club, name)
        await club.tournaments.enter(player, True)
    sent = list[Message]()
    club.webhooks.send = sent.append
    await club.webhooks.choose(player, "https://example.org/")
    waiting = asyncio.create_task(club.calls.next(player))
    await until(lambda: club.tournaments.tonight(player).last is not None, 1000)
    called = await waiting
    assert called is not None and called.kind == "round"
    rounds = [each.occasion.code for each in sent if each.occasion.kind == "round"]
    assert rounds[0] == called.code and len(set(rounds)) == len(rounds) == 3
    last = club.tournaments.tonight(player).last
    assert last is not None and last.round == 3 and len(last.rows) >= 8


@pytest.mark.virtual
async def test_whose_line_breaks_as_a_round_begins_still_plays(opening: Opening) -> None:
    """Also where a whole process is taken for dead, which others see as its people leaving."""
    club = await opening()
    await club.tournaments.schedule("421", now() + SOON)
    people = [await named(club, name) for name in ("Anna", "Ben")]
    for player in people:
        await club.tournaments.enter(player, True)
    club.presence.enter(people[0], print).leave()
    club.presence.peers.update("other", Presence((people[1],)))
    await until(lambda: now() + 1000 > club.tournaments.upcoming()[0].begins, 1000)
    visit = club.presence.enter(people[0], print)
    visit.leave()
    club.presence.peers.update("other", Presence())
    await until(lambda: club.tournaments.tonight(people[0]).next.round == 1, 1000)  # type: ignore[union-attr]

    def playing(code: str) -> bool:
        return club.rooms.find(code).room.phase == "playing"

    for player in people:
        code = club.tournaments.tonight(player).next.table  # type: ignore[union-attr]
        await until(partial(playing, code), 1000)
        room = club.rooms.find(code).room
        seat = room.seat_of(player)
        assert seat is not None and not room.chairs[seat].has_stand_in and not room.settled


@pytest.mark.virtual
async def test_too_few_people_and_what_is_refused(opening: Opening) -> None:
    club = await opening()
    tournaments = club.tournaments
    with pytest.raises(Refused, match="time is over"):
        await tournaments.schedule("421", now())
    await tournaments.schedule("421", now() + SOON)
    (anna,) = await joined(club, "Anna")
    await tournaments.enter(anna, False)
    await tournaments.enter(anna, True)
    await until(lambda: tournaments.tonight(anna).next is None, 1000)
    assert tournaments.tonight(anna).last is None
    with pytest.raises(Refused, match="No tournament is open"):
        await tournaments.enter(anna, True)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_fields_are_full_tables_and_people_begin_apart(seats: int) -> None:
    for people in range(2, 17):
        size = field_size(people, seats)
        assert size % seats == 0 and size <= 16 and size >= min(8, people)
        field = [Entrant(f"p{n}", f"id{n}" if n < people else "") for n in range(size)]
        tables = grouped(field, dict.fromkeys((who.key for who in field), 0), seats)
        assert sorted(who.name for table in tables for who in table) == sorted(
            who.name for who in field
        )
        seated = [sum(bool(who.id) for who in table) for table in tables]
        assert max(seated) - min(seated) <= 1


def test_a_season_has_three_months() -> None:
    assert season(0) == (1970, 0) != season(90 * 86_400_000)
