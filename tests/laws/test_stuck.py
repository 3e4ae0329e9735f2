"""Nothing gets stuck: whatever a table has come to, a clock, a bot, or a vote takes it further."""

from functools import lru_cache
from typing import Any

import pytest
from msgspec.structs import replace

from arcade.engine.chance import Stream
from arcade.engine.codec import plain
from arcade.engine.game import Outcome
from arcade.rooms import clocks, decide, facts
from arcade.rooms.room import Room
from arcade.rooms.table_rules import TableRules
from tests.laws.tables import Table, trace
from tests.people import ANNA, BEN
from tests.rooms.playing import NOON, after

PEOPLE = (ANNA, BEN)
STATES = 12
"""How many states of each table's game are tried."""


def draws() -> Stream:
    return Stream(b"stuck")


def room(table: Table, state: Any, persons: int, **rules: Any) -> Room:
    """A table whose first seats are persons', the others bots', its game in this state."""
    now = started(table, persons, TableRules(**rules))
    over = isinstance(table.game.outcome(state), Outcome)
    now = replace(now, state=state, phase="over" if over else "playing")
    since = (1,) * table.seats
    return replace(now, clocks=replace(clocks.start(now.table, table.seats), since=since))


@lru_cache(4)
def started(table: Table, persons: int, rules: TableRules) -> Room:
    made = decide.create("KAFEL", ANNA, table.key, table.values, table.seats, False, rules)
    now = after(None, made)
    for person in PEOPLE[:persons]:
        now = after(now, decide.sit(now, person, None))
    return after(now, decide.start(now, ANNA, draws()))


def moves_on(now: Room, seat: int) -> bool:
    """Whether the seat's decision is made when nobody does anything: by its clock, or by a bot."""
    default = now.rules.default(now.state, seat)
    if now.chairs[seat].bot:
        made = decide.act_as_bot(now, seat, default, now.due[seat], draws())
    else:
        made = decide.expire(now, seat, now.clocks.since[seat], draws())
    return any(isinstance(fact, facts.Acted) and fact.seat == seat for fact in made)


@pytest.mark.parametrize("rules", [{}, {"days": 2}], ids=["turns", "days"])
def test_where_somebody_waits_every_decision_is_made_one_day(
    table: Table, rules: dict[str, Any]
) -> None:
    for state in trace(table).sample(STATES):
        now = room(table, state, 2, **rules)
        if now.phase == "over":
            assert decide.start(now, PEOPLE[1], draws())
            continue
        assert now.to_act()
        assert all(moves_on(now, seat) for seat in now.to_act()), now.to_act()


def test_one_alone_is_never_hurried_and_can_always_move_or_end_it(table: Table) -> None:
    for state in trace(table).sample(STATES):
        now = room(table, state, 1)
        assert now.running() == ()
        if now.phase == "over":
            continue
        for seat in now.to_act():
            if now.chairs[seat].bot:
                assert moves_on(now, seat)
            else:
                default = plain(now.rules.default(now.state, seat))
                assert decide.act(now, PEOPLE[0], default, None, draws())
        assert facts.Ended() in decide.vote(now, PEOPLE[0], "end")


def test_where_there_is_no_clock_all_together_can_end_it(table: Table) -> None:
    now = room(table, trace(table).states[0], 2, turn=0)
    assert now.running() == ()
    for person in PEOPLE:
        now = after(now, decide.vote(now, person, "end"))
    assert now.phase == "over"


def test_a_pause_is_over_one_day_and_every_clock_runs_again(table: Table) -> None:
    for state in trace(table).sample(STATES):
        now = room(table, state, 2)
        if now.phase == "over":
            continue
        paused = after(now, (facts.Paused(),), NOON)
        assert paused.running() == ()
        again = after(paused, decide.end_long_pause(paused, paused.paused), NOON + 900_000)
        assert again.running() == now.running()
        assert all(
            again.clocks.since[seat] == now.clocks.since[seat] + 900_000 for seat in again.running()
        )
