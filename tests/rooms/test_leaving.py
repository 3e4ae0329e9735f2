"""Somebody leaves a game: the others play on with the bot, or end it with a result."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from arcade.players.results import Result
from arcade.rooms import decide, facts
from arcade.rooms.errors import Refused
from arcade.rooms.room import Room, result
from arcade.rooms.seats import NOBODY, moved
from tests.people import ANNA, BEN, CLEO
from tests.rooms.playing import NOON, act, act_as_bot, after, table


def bots_play(room: Room) -> Room:
    """Let bots make the default moves, as they do at once when a game is settled."""
    while room.phase == "playing":
        room = act_as_bot(room)
    return room


def result_of(room: Room) -> Result:
    game_result = result(room)
    assert game_result is not None
    return game_result


def test_nobody_ends_a_game_that_nobody_has_left() -> None:
    room = table(ANNA, BEN)
    with pytest.raises(Refused, match="Nobody has left"):
        decide.settle(room, ANNA)
    with pytest.raises(Refused, match="Nobody has left"):
        decide.settle(table(ANNA, seats=3), ANNA)


def test_those_who_are_there_end_the_game_with_a_result() -> None:
    room = table(ANNA, BEN, CLEO, seats=3)
    room = after(room, decide.hold(room, 2))
    assert room.left() == (CLEO.name,)
    room = after(room, decide.settle(room, ANNA))
    assert not room.settled and room.asked == {"settle": (0,)}
    room = after(room, decide.settle(room, BEN))
    assert room.settled and not room.asked and room.running() == ()
    with pytest.raises(Refused, match="bots play the rest"):
        act(room, room.to_act()[0])
    room = bots_play(room)
    seats = result_of(room).seats
    assert [seat.left for seat in seats] == [UNSET, UNSET, "away"]


def test_what_bots_do_then_counts_for_nobody() -> None:
    """A person who has made every move until then has won or lost by their own moves."""
    room = table(ANNA, BEN)
    room = act(room, room.to_act()[0])
    room = after(room, decide.leave_seat(room, BEN))
    room = bots_play(after(room, decide.settle(room, ANNA)))
    game_result = result_of(room)
    assert sum(seat.moves for seat in game_result.seats) == game_result.length == 1
    assert game_result.seats[1].left == "gone"
    assert all(game_result.stands(seat) for seat in range(2))


def test_whoever_comes_back_is_asked_too() -> None:
    room = table(ANNA, BEN, CLEO, seats=3)
    room = after(room, decide.hold(room, 2))
    room = after(room, decide.settle(room, ANNA))
    room = after(room, decide.come_back(room, CLEO))
    assert not room.left() and not room.asked.get("settle")
    with pytest.raises(Refused, match="Nobody has left"):
        decide.settle(room, BEN)


def test_a_question_lapses_and_can_be_declined() -> None:
    room = table(ANNA, BEN, CLEO, seats=3)
    room = after(room, decide.hold(room, 2))
    asked = after(room, decide.settle(room, ANNA))
    declined = after(asked, decide.decline(asked, BEN))
    assert not declined.asked["settle"] and not declined.settled
    lapsed = after(asked, decide.lapse(asked, "settle", NOON + decide.VOTE_TIME))
    assert not lapsed.asked["settle"]
    assert after(asked, decide.settle(asked, ANNA)).asked["settle"] == ()


def test_a_seat_taken_over_by_another_person_is_not_left() -> None:
    room = table(ANNA, BEN)
    room = after(room, decide.leave_seat(room, BEN))
    assert room.left() == (BEN.name,) and room.names[1] != BEN.name
    room = after(room, decide.sit(room, CLEO, 1))
    assert room.left() == ()
    assert result_of(bots_play(after(room, (facts.Settled(house=True),)))).seats[1].left == "gone"


@pytest.mark.parametrize("missed", [False, True])
def test_who_is_out_for_good_may_go(missed: bool) -> None:
    """Only if a bot has moved in their place have they left the game."""
    room = table(ANNA, BEN, CLEO, seats=3, game="trente")
    while not room.out():
        room = act(room, room.to_act()[0])
    (seat,) = room.out()
    if missed:
        course = room.course
        assert course is not None
        room = replace(room, course=moved(course, seat, NOBODY, NOON))
    room = after(room, decide.hold(room, seat))
    assert room.left() == ()
    while room.phase == "playing":
        room = act(room, room.to_act()[0])
    left = [each.left for each in result_of(room).seats]
    assert left == ["away" if missed and at == seat else UNSET for at in range(3)]
