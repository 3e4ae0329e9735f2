"""Whoever plays for time: a decision has one clock, whoever sits, comes, goes, or looks in."""

from collections.abc import Callable

import pytest

from arcade.players.player import Player
from arcade.players.results import DAY
from arcade.rooms import decide, facts
from arcade.rooms.clocks import SECOND
from arcade.rooms.room import Room
from tests.people import ANNA, BEN, CLEO, DORA
from tests.rooms.playing import NOON, act, act_as_bot, after, deadline, draws, table

GUEST = Player("guest:1", "guest-k7qf", guest=True)
Trick = Callable[[Room, Player, int], Room]


def staller(room: Room) -> tuple[int, Player]:
    (seat,) = room.to_act()
    player = room.chairs[seat].player
    assert player is not None
    return seat, player


def waiting_for_a_person(room: Room) -> Room:
    while room.chairs[room.to_act()[0]].bot:
        room = act_as_bot(room)
    return room


def gives_up_and_sits(room: Room, who: Player, at: int) -> Room:
    room = after(room, decide.leave_seat(room, who), at)
    return after(room, decide.sit(room, who, None), at + 500)


def gives_up_and_comes_to_watch(room: Room, who: Player, at: int) -> Room:
    room = after(room, decide.leave_seat(room, who), at)
    return after(room, decide.sit(room, who, room.seat_of(who)), at + 500)


def vanishes(room: Room, who: Player, at: int) -> Room:
    seat = room.seat_of(who)
    assert seat is not None
    room = after(room, decide.hold(room, seat), at)
    return after(room, decide.come_back(room, who), at + 500)


def lends_the_seat_to_a_guest(room: Room, who: Player, at: int) -> Room:
    seat = room.seat_of(who)
    room = after(room, decide.leave_seat(room, who), at)
    return after(room, decide.sit(room, GUEST, seat), at + 500)


def asks_for_a_pause_again_and_again(room: Room, who: Player, at: int) -> Room:
    room = after(room, decide.vote(room, who, "pause"), at)
    return after(room, decide.vote(room, who, "pause"), at + 500)


def looks_in(room: Room, _: Player, at: int) -> Room:
    """Let somebody come to the table for half a second's emptiness."""
    return after(room, decide.resume(room, at, at - 1), at)


TRICKS = (
    gives_up_and_sits,
    gives_up_and_comes_to_watch,
    vanishes,
    lends_the_seat_to_a_guest,
    asks_for_a_pause_again_and_again,
    looks_in,
)


@pytest.mark.parametrize("trick", TRICKS)
@pytest.mark.parametrize("people", [2, 3])
@pytest.mark.parametrize("used", [30, 100])
def test_no_trick_gives_a_decision_more_time(trick: Trick, people: int, used: int) -> None:
    room = table(*(ANNA, BEN, CLEO)[:people], seats=people)
    seat, who = staller(room)
    over = deadline(room, seat)
    at = NOON + used * SECOND
    room = trick(room, who, at)
    assert room.running() == (seat,) and deadline(room, seat) <= over + 1
    expired = decide.expire(room, seat, room.clocks.since[seat], draws(room))
    assert after(room, expired, over + 1).clocks.reserves[seat] == 0


def test_in_turns_and_many_times_it_gives_none_either() -> None:
    room = waiting_for_a_person(table(ANNA, BEN, seats=3))
    seat, who = staller(room)
    over = deadline(room, seat)
    for n in range(100):
        trick = TRICKS[n % 3]
        room = trick(room, who, NOON + n * 2 * SECOND)
    assert deadline(room, seat) <= over
    left = room.clocks.reserves[seat]
    assert left < 180 * SECOND  # charged though nobody has moved


@pytest.mark.parametrize("trick", TRICKS[:4])
def test_in_a_pause_neither(trick: Trick) -> None:
    room = table(ANNA, BEN)
    seat, who = staller(room)
    room = after(room, (facts.Paused(),), NOON + 230 * SECOND)
    room = trick(room, who, NOON + 300 * SECOND)
    room = after(room, (facts.WentOn(0),), NOON + 900 * SECOND)
    assert deadline(room, seat) == NOON + 910 * SECOND


def test_who_is_left_alone_goes_on_with_the_time_they_had() -> None:
    room = table(ANNA, BEN)
    seat, _ = staller(room)
    other = room.chairs[1 - seat].player
    assert other is not None
    room = after(room, decide.leave_seat(room, other), NOON + 100 * SECOND)
    assert room.running() == ()
    room = after(room, decide.sit(room, other, 1 - seat), NOON + 500 * SECOND)
    assert deadline(room, seat) == NOON + (500 + 140) * SECOND


def test_what_was_too_long_is_charged_also_to_who_moves_when_left_alone() -> None:
    room = table(ANNA, BEN)
    seat, _ = staller(room)
    room = after(room, decide.hold(room, 1 - seat), NOON + 100 * SECOND)
    room = act(room, seat, NOON + 900 * SECOND)
    assert room.clocks.reserves[seat] == 140 * SECOND


def test_an_empty_table_takes_nobodys_time_and_gives_none() -> None:
    room = table(ANNA, BEN)
    seat, _ = staller(room)
    room = after(
        room, decide.resume(room, NOON + 500 * SECOND, NOON + 200 * SECOND), NOON + 500_000
    )
    assert deadline(room, seat) == NOON + 540 * SECOND
    # Two processes that see the same table empty count the same time.
    room = after(room, (facts.Resumed(NOON + 200 * SECOND),), NOON + 501 * SECOND)
    assert deadline(room, seat) == NOON + 541 * SECOND


def test_with_days_a_visit_gives_no_time() -> None:
    room = table(ANNA, BEN, days=1)
    seat, who = staller(room)
    later = NOON + DAY - 6 * 60 * SECOND
    assert decide.resume(room, later, NOON) == ()
    for trick in TRICKS[:3]:
        room = trick(room, who, later)
    assert deadline(room, seat) <= NOON + DAY


def test_only_a_first_guest_brings_the_company_that_puts_the_clock_off() -> None:
    room = waiting_for_a_person(table(ANNA, BEN, seats=3))
    _, who = staller(room)
    room = after(room, decide.leave_seat(room, who), NOON)
    room = after(room, decide.sit(room, GUEST, 2), NOON + SECOND)
    assert not room.joined
    alone = table(ANNA, seats=3)
    assert after(alone, decide.sit(alone, DORA, 1)).joined


def test_who_lends_a_seat_while_nobody_else_plays_gets_no_new_turn_back() -> None:
    """Ben's guest comes for the next round only, and gives him back a seat that was his before."""
    room = waiting_for_a_person(table(ANNA, seats=2))
    room = after(room, (facts.Sat(1, BEN),), NOON)
    while room.to_act() != (1,):
        room = act(room, 0, NOON + SECOND)
    over = deadline(room, 1)
    for n in range(5):
        at = NOON + (10 + n) * SECOND
        room = after(room, decide.leave_seat(room, BEN), at)
        lent = decide.sit(room, GUEST, 1)
        assert isinstance(lent[0], facts.Sat) and lent[0].waits
        room = after(room, lent, at + 100)
        room = after(room, decide.leave_seat(room, GUEST), at + 200)
        room = after(room, (facts.Sat(1, BEN),), at + 300)
    assert deadline(room, 1) <= over
