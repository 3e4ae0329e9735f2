"""The next game begins when everybody who is here is ready, or without those who are not."""

import pytest

from arcade.players.player import Player
from arcade.rooms import decide, facts
from arcade.rooms.decide import Here
from arcade.rooms.errors import Refused
from arcade.rooms.evolve import evolve
from arcade.rooms.facts import Stored
from arcade.rooms.room import REMATCH_WAIT, Room
from tests.people import ANNA, BEN, CLEO, DORA
from tests.rooms.playing import NOON, after, draws, table

LATER = NOON + REMATCH_WAIT


def over(*people: Player, **more: object) -> Room:
    """A game that was ended by consent."""
    return after(table(*people, **more), (facts.Ended(),))  # type: ignore[arg-type]


def here(*people: Player) -> Here:
    return lambda player: player in people


ALL = here(ANNA, BEN, CLEO, DORA)


def ready(room: Room, player: Player, there: Here = ALL) -> Room:
    new = decide.ready(room, player, there, draws(room))
    for fact in (facts.decode(facts.encode(Stored(1, 0, fact_))).fact for fact_ in new):
        room = evolve(room, Stored(room.version + 1, NOON, fact))
    return room


def waited(room: Room, at: int, there: Here = ALL) -> Room:
    return after(room, decide.rematch(room, there, at, draws(room)), at)


def test_the_next_game_begins_when_all_who_played_are_ready() -> None:
    room = ready(over(ANNA, BEN, CLEO, seats=4), CLEO)
    assert room.phase == "over" and room.asked == {"again": (2,)} and room.begins == LATER
    sentence = room.lines[-1].news
    assert sentence is not None and sentence.data == {"who": "cleo", "n": 1, "people": 3}
    assert ready(room, CLEO) == room
    room = ready(ready(room, ANNA), BEN)
    assert room.phase == "playing" and not room.asked and not room.begins
    assert room.person_seats() == (0, 1, 2)


def test_bots_need_not_be_ready_nor_those_who_have_gone() -> None:
    assert ready(over(ANNA, seats=3), ANNA).phase == "playing"
    room = ready(over(ANNA, BEN), ANNA, here(ANNA))
    assert room.phase == "playing" and room.chairs[1].bot and room.seat_of(BEN) == 1


def test_who_is_not_ready_in_time_keeps_the_seat_and_a_bot_holds_it() -> None:
    room = ready(over(ANNA, BEN, CLEO, seats=3), BEN)
    assert waited(room, LATER - 1) == room
    room = waited(room, LATER)
    assert room.phase == "playing" and room.person_seats() == (1,)
    assert "not ready" in str([line.news for line in room.lines])
    room = after(room, decide.come_back(room, ANNA))
    assert room.person_seats() == (0, 1)


def test_who_was_ready_and_left_is_not_ready_any_more() -> None:
    room = ready(over(ANNA, BEN, CLEO, seats=3), BEN)
    room = waited(room, NOON, here(ANNA, CLEO))
    assert room.phase == "over" and not room.asked["again"] and not room.begins
    room = ready(ready(over(ANNA, BEN, CLEO, seats=3), BEN), ANNA)
    room = waited(room, NOON + 1, here(ANNA, BEN))  # Cleo leaves: the others are all
    assert room.phase == "playing" and room.person_seats() == (0, 1)


def test_a_game_with_days_for_a_move_waits_for_everybody() -> None:
    room = ready(over(ANNA, BEN, days=3), ANNA, here(ANNA))
    assert room.phase == "over" and not room.begins
    assert waited(room, NOON * 2, here()) == room
    assert ready(room, BEN, here(BEN)).person_seats() == (0, 1)


def test_nobody_is_ready_while_a_game_runs_or_without_a_seat() -> None:
    room = over(ANNA, BEN)
    for where, who in ((table(ANNA, BEN), ANNA), (room, CLEO)):
        with pytest.raises(Refused):
            ready(where, who)
