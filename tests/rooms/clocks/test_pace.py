"""The pace of a table: the end of a round holds up the next clock and bot, never a fact."""

from itertools import pairwise

import pytest

from arcade.engine import registry
from arcade.engine.game import PlaysRounds
from arcade.rooms.room import Room
from tests.laws.tables import Table, trace
from tests.people import ANNA, BEN
from tests.rooms.playing import NOON, act, table

GAMES = [key for key in registry.games() if isinstance(registry.find(key), PlaysRounds)]


def round_played(room: Room) -> Room:
    """Play until a round has ended, all at the same time."""
    rules = room.rules
    assert isinstance(rules, PlaysRounds)
    while True:
        before, room = room, act(room, room.to_act()[0])
        if rules.round_ended(before.state, room.state):
            return room


def test_the_next_clock_begins_when_the_finished_round_has_been_seen() -> None:
    room = round_played(table(ANNA, BEN, pace="relaxed"))
    (seat,) = room.running()
    assert (room.shown_until, room.clocks.since[seat]) == (NOON + 3_000, NOON + 3_000)
    room = act(room, seat, NOON + 100)  # whoever has seen enough goes on at once
    assert room.clocks.reserves[seat] == room.table.reserve * 1000


def test_tables_without_a_pace_and_tables_of_bots_alone_wait_for_nothing() -> None:
    assert round_played(table(ANNA, BEN, pace="none")).shown_until == 0
    assert table(ANNA, pace="none").table.round_pause == 0


@pytest.mark.parametrize("key", GAMES)
def test_rounds_end_now_and_then_and_with_the_game(key: str) -> None:
    rules = registry.find(key)
    assert isinstance(rules, PlaysRounds)
    states = trace(Table(key, rules.meta.best_seats)).states
    ends = [rules.round_ended(before, after) for before, after in pairwise(states)]
    assert 0 < sum(ends) < len(ends)


def test_all_built_in_games_have_rounds() -> None:
    assert {"421", "golden21", "golden-zero", "trente", "vingt-et-un"} <= set(GAMES)
