"""The clocks of a table as the fold of its facts."""

import re

import pytest

from arcade.club import coaching
from arcade.club.i18n.words import Words
from arcade.players.results import DAY
from arcade.rooms import decide, facts
from arcade.rooms.clocks import GRACE, SECOND
from arcade.rooms.errors import Refused
from arcade.rooms.room import Room
from tests.people import ANNA, BEN, CLEO
from tests.rooms.playing import NOON, act, act_as_bot, after, deadline, draws, table


def waiting(room: Room) -> int:
    (seat,) = room.running()
    return seat


def expired(room: Room) -> Room:
    """Let the time of the one seat that is waited for run out."""
    seat = waiting(room)
    over = deadline(room, seat)
    return after(room, decide.expire(room, seat, room.clocks.since[seat], draws(room)), over)


def test_a_clock_runs_where_another_person_waits() -> None:
    assert table(ANNA).running() == ()
    room = table(ANNA, BEN)
    assert room.running() == room.to_act()
    assert deadline(room, waiting(room)) == NOON + (60 + 180) * SECOND


def test_without_a_turn_there_is_no_clock() -> None:
    assert table(ANNA, BEN, turn=0).running() == ()


def test_a_clock_stops_when_nobody_else_is_left_and_begins_again() -> None:
    room = table(ANNA, BEN)
    seat = waiting(room)
    other = (ANNA, BEN)[1 - seat]
    room = after(room, decide.hold(room, 1 - seat))
    assert room.running() == ()
    room = after(room, decide.come_back(room, other), NOON + 500 * SECOND)
    assert deadline(room, seat) == NOON + 500 * SECOND + 240 * SECOND


def test_what_a_turn_took_too_long_comes_from_the_reserve() -> None:
    room = table(ANNA, BEN)
    seat = waiting(room)
    room = act(room, seat, NOON + 70 * SECOND)  # ten seconds beyond the turn
    assert room.clocks.reserves[seat] == 170 * SECOND
    room = act(room, waiting(room), NOON + 80 * SECOND)  # ten seconds: all of them in the turn
    assert sorted(room.clocks.reserves) == [170 * SECOND, 180 * SECOND]


def test_a_new_game_has_a_new_reserve() -> None:
    room = table(ANNA, BEN)
    room = act(room, waiting(room), NOON + 200 * SECOND)
    room = after(room, (facts.Ended(),))
    room = after(room, decide.start(room, ANNA, draws(room)))
    assert room.clocks.reserves == (180 * SECOND, 180 * SECOND)


def test_when_the_time_is_over_the_table_makes_the_default_move() -> None:
    room = table(ANNA, BEN)
    seat = waiting(room)
    before = room
    since = room.clocks.since[seat]
    (moved,) = decide.expire(room, seat, since, draws(room))
    assert isinstance(moved, facts.Acted) and moved.by == "clock" and moved.seat == seat
    room = after(room, (moved,), deadline(room, seat))
    assert room.state != before.state and room.clocks.reserves[seat] == 0
    assert any("out of time" in line.news.text for line in room.lines if line.news)
    assert decide.expire(room, seat, since, draws(room)) == ()  # that decision is made


def test_a_move_in_time_is_never_undone_by_the_clock() -> None:
    room = table(ANNA, BEN)
    seat = waiting(room)
    since = room.clocks.since[seat]
    room = act(room, seat, NOON + 1)
    assert decide.expire(room, seat, since, draws(room)) == ()


def test_twice_in_a_row_and_a_bot_sits_in_until_the_person_acts() -> None:
    room = table(ANNA, BEN, reserve=0)
    too_late = waiting(room)
    room = expired(room)
    assert not room.chairs[too_late].bot
    for _ in range(10):
        if room.chairs[too_late].bot:
            break
        room = expired(room) if waiting(room) == too_late else act(room, waiting(room))
    assert room.chairs[too_late].bot and room.chairs[too_late].player is not None
    assert room.running() == ()  # the other plays against a bot now
    person = room.chairs[too_late].player
    room = after(room, decide.come_back(room, person))
    assert room.clocks.missed[too_late] == 0 and not room.chairs[too_late].bot


def test_acting_resets_the_count() -> None:
    room = table(ANNA, BEN)
    too_late = waiting(room)
    room = expired(room)
    for _ in range(6):
        room = act(room, waiting(room))
        if room.clocks.missed[too_late] == 0:
            break
    assert room.clocks.missed == (0, 0)


def test_where_anybody_may_act_nobody_is_late() -> None:
    room = table(ANNA, BEN, game="golden-zero")
    while len(room.to_act()) == 1:
        room = act(room, room.to_act()[0])
    assert room.running() == (0, 1)
    reserves = room.clocks.reserves
    room = after(
        room, decide.expire(room, 0, room.clocks.since[0], draws(room)), NOON + 400 * SECOND
    )
    assert room.clocks.missed == (0, 0) and room.clocks.reserves == reserves


def test_after_a_time_in_which_nobody_could_play_clocks_begin_anew() -> None:
    room = table(ANNA, BEN)
    later = NOON + 10 * DAY
    room = after(room, decide.resume(room, later), later)
    assert deadline(room, waiting(room)) == later + 240 * SECOND
    assert decide.resume(table(ANNA), later) == ()


def test_days_go_by_also_while_the_house_is_closed_but_a_while_is_left() -> None:
    room = table(ANNA, BEN, days=2)
    seat = waiting(room)
    assert deadline(room, seat) == NOON + 2 * DAY
    assert decide.resume(room, NOON + DAY) == ()
    later = NOON + 5 * DAY
    room = after(room, decide.resume(room, later), later)
    assert deadline(room, seat) == later + GRACE


def test_a_game_by_correspondence_comes_to_its_end_by_itself() -> None:
    room = table(ANNA, BEN, seats=3, days=1, options={"pot": 11})
    assert decide.hold(room, 0) == ()  # nobody is held for being away
    for _ in range(300):
        if room.phase == "over":
            break
        room = expired(room) if room.running() else act_as_bot(room)
    assert room.phase == "over"


def test_a_pause_stops_every_clock_which_then_goes_on_from_where_it_was() -> None:
    room = table(ANNA, BEN)
    room = after(room, (facts.Paused(),), NOON + 30 * SECOND)
    assert room.running() == ()
    room = after(room, (facts.WentOn(0),), NOON + 900 * SECOND)
    assert deadline(room, waiting(room)) == NOON + 900 * SECOND + 210 * SECOND
    room = act(room, waiting(room), NOON + 940 * SECOND)  # 70 seconds in all: ten of the reserve
    assert sorted(room.clocks.reserves) == [170 * SECOND, 180 * SECOND]


def test_who_sits_down_in_a_pause_has_a_whole_turn_afterwards() -> None:
    room = table(ANNA)
    room = after(room, (facts.Paused(),), NOON + 30 * SECOND)
    room = after(room, decide.sit(room, BEN, None), NOON + 40 * SECOND)
    room = after(room, (facts.WentOn(0),), NOON + 900 * SECOND)
    assert all(deadline(room, seat) >= NOON + 1140 * SECOND for seat in room.running())


def test_no_clock_runs_before_the_round_from_which_company_plays() -> None:
    room = table(ANNA)
    while room.to_act() != (0,):
        room = act_as_bot(room)
    room = after(room, decide.sit(room, BEN, None), NOON + 30 * SECOND)
    sentences = [Words("en").say(line.news) for line in room.lines[-3:] if line.news]
    assert sentences[1] == "From the next round on there is a clock."
    assert sentences[2] == "Until then a bot plays for anna after a minute without a move."
    assert re.fullmatch(r"ben takes \w+'s seat from the next round on\.", sentences[0])
    coaching.may_ask(room)
    at = NOON + 30 * SECOND
    while room.joined:
        assert not room.running()
        at += 100 * SECOND
        (seat,) = room.to_act()
        room = act_as_bot(room, at) if room.chairs[seat].bot else act(room, seat, at)
    sentences = [Words("en").say(line.news) for line in room.lines if line.news]
    assert "ben plays from now on." in sentences and sentences[-1].startswith("The seat holds")
    assert room.clocks.reserves == (180 * SECOND,) * 2  # nobody has lost anything by it
    assert deadline(room, waiting(room)) == at + 240 * SECOND
    with pytest.raises(Refused):
        coaching.may_ask(room)


def test_facts_with_the_same_times_give_the_same_clocks() -> None:
    def played() -> Room:
        room = table(ANNA, BEN, CLEO, seats=3)
        for n in range(8):
            room = act(room, waiting(room), NOON + n * 65 * SECOND)
        return room

    assert played() == played()
