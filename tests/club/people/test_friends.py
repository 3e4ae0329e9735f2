"""Friends: marks that only two who have both made them ever see."""

import asyncio

import pytest

from arcade.club import presence
from arcade.club.calls import Occasion
from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.people import friends as marks
from arcade.club.views import Notice
from arcade.eventlog.memory import MemoryLog
from arcade.players import roster
from arcade.players.player import Player
from tests.club.conftest import Opening
from tests.people import ANNA, BEN, CLEO, sentences, sit_down

PEOPLE = (ANNA, BEN, CLEO)


async def with_names(opening: Opening, *people: Player) -> Club:
    """Open a club in which these people have chosen their names."""
    opened = await opening()
    for player in people:
        await opened.choose_name(player, player.name)
    return opened


@pytest.fixture
async def club(opening: Opening) -> Club:
    return await with_names(opening, *PEOPLE)


async def befriend(club: Club, player: Player, other: Player) -> None:
    for by, whom in ((player, other), (other, player)):
        await club.friends.mark(by, whom.name, True)


def enter(club: Club, player: Player) -> tuple[presence.Visit, list[Notice]]:
    heard = list[Notice]()
    return club.presence.enter(player, print, heard.append), heard


def seen(club: Club, player: Player) -> object:
    """Return all that the club shows a person of others, and of what they may do with them."""
    lobby = club.lobby(player)
    return (
        *(lobby.tables, lobby.people, lobby.joins, lobby.friends),
        *(club.community.people(player), club.friends.all(player)),
        club.friends.unanswered(player),
    )


async def test_two_who_mark_each_other_are_friends(club: Club) -> None:
    _, heard = enter(club, BEN)
    assert await club.friends.mark(BEN, "anna", True) == marks.Marked("anna", True, False)
    assert club.friends.all(BEN) == () and club.friends.unanswered(BEN) == ("anna",)
    assert await club.friends.mark(ANNA, "ben", True) == marks.Marked("ben", True, True)
    assert sentences(heard) == ["anna and you are friends."]
    assert [friend.name for friend in club.friends.all(ANNA)] == ["ben"]
    assert [friend.away for friend in club.friends.all(BEN)] == [True]
    await club.friends.mark(BEN, "anna", False)
    assert club.friends.all(ANNA) == () and club.friends.unanswered(ANNA) == ("ben",)
    with pytest.raises(Refused):
        await club.friends.mark(ANNA, "anna", True)


async def test_nothing_is_shown_to_somebody_who_has_not_marked_back(club: Club) -> None:
    """Whatever the one marked asks, the answer is that of a house without the mark."""
    _, heard = enter(club, ANNA)
    (table_session,) = await sit_down(club, ANNA, seats=3)
    before = seen(club, ANNA)
    await club.friends.mark(BEN, "anna", True)
    assert seen(club, ANNA) == before
    with pytest.raises(Refused) as away:
        await club.community.invite(ANNA, "ben", table_session.code)
    with pytest.raises(Refused) as stranger:
        await club.community.invite(ANNA, "cleo", table_session.code)
    assert away.value.why.text == stranger.value.why.text
    waiting = asyncio.create_task(club.calls.next(ANNA, seconds=5))
    await asyncio.sleep(0)
    enter(club, BEN)
    assert await waiting is None
    assert heard == [] and not club.accounts.invitations(ANNA)
    person, stranger_row = (
        next(person for person in club.community.people(ANNA) if person.name == name)
        for name in ("ben", "anna")
    )
    assert not person.friend and not person.marked and not stranger_row.friend


async def test_a_friend_who_comes_is_announced_and_ends_a_wait(club: Club) -> None:
    await befriend(club, ANNA, BEN)
    _, heard = enter(club, BEN)
    waiting = asyncio.create_task(club.calls.next(BEN, seconds=500))
    other = asyncio.create_task(club.calls.next(CLEO, seconds=500))
    await asyncio.sleep(0)
    visit, _ = enter(club, ANNA)
    assert await waiting == Occasion("friend", "", "", "", ("anna",))
    assert sentences(heard) == ["anna is here."]
    assert not other.done()
    visit.leave()
    enter(club, ANNA)[0].leave()
    assert len(heard) == 1, "a line that breaks is no arrival"
    await asyncio.sleep(presence.AWAY_TIME + 1)
    enter(club, ANNA)
    assert len(heard) == 2
    assert await club.calls.next(BEN, seconds=1) is None, "only who comes ends a wait"
    other.cancel()


async def test_friends_and_their_tables_come_first(club: Club) -> None:
    enter(club, BEN)
    enter(club, CLEO)
    by_cleo, by_ben = [await club.create(who, "421", {}, 3) for who in (CLEO, BEN)]
    await club.join(CLEO, by_cleo)
    await club.join(BEN, by_ben)
    for friend, code in ((CLEO, by_cleo), (BEN, by_ben)):
        await befriend(club, ANNA, friend)
        lobby = club.lobby(ANNA)
        assert (lobby.tables[0].code, lobby.joins) == (code, code)
        assert lobby.people[0] == friend.name and lobby.friends == {friend.name}
        assert club.community.people(ANNA)[0].name == friend.name
        await club.friends.mark(friend, "anna", False)


async def test_an_invitation_waits_for_a_friend_who_is_away(club: Club) -> None:
    await befriend(club, ANNA, BEN)
    await club.accounts.prefer(BEN, "invitations", "known")
    (anna,) = await sit_down(club, ANNA, seats=3, private=True)
    assert not await anna.invite("ben")
    _, heard = enter(club, BEN)
    club.community.show_invitations(BEN, 0)
    assert [notice.code for notice in heard] == [anna.code]
    await club.accounts.prefer(BEN, "invitations", "none")
    with pytest.raises(Refused):
        await anna.invite("ben")


async def test_ignoring_ends_a_friendship_until_both_mark_again(club: Club) -> None:
    await befriend(club, ANNA, BEN)
    await club.community.ignore(ANNA, "ben", on=True)
    assert club.friends.all(ANNA) == club.friends.all(BEN) == ()
    with pytest.raises(Refused):
        await club.friends.mark(ANNA, "ben", True)
    await club.community.ignore(ANNA, "ben", on=False)
    assert club.friends.all(BEN) == ()
    await club.friends.mark(ANNA, "ben", True)
    assert [friend.name for friend in club.friends.all(BEN)] == ["anna"]


async def test_a_guest_may_have_friends_and_marks_have_a_limit(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, code = club.accounts.guest()
    await befriend(club, guest, ANNA)
    assert club.accounts.resume(code) == guest
    assert [friend.name for friend in club.friends.all(ANNA)] == [guest.name]
    monkeypatch.setattr(roster, "MARKS", 1)
    with pytest.raises(Refused):
        await club.friends.mark(ANNA, "ben", True)


async def test_friends_are_friends_after_a_restart(opening: Opening) -> None:
    log = MemoryLog()
    club = await opening(log)
    for player in PEOPLE:
        await club.choose_name(player, player.name)
    await befriend(club, ANNA, BEN)
    again = await opening(log)
    assert [friend.name for friend in again.friends.all(ANNA)] == ["ben"]
