"""A few schedules of the simulated world; `make simulate SEEDS=1..2000` runs thousands.

A failure names its seed; `make simulate SEED=…` tells what happened.
"""

from collections.abc import Iterator
from functools import cache

import pytest

from arcade.club.streams.following import StreamFollower
from arcade.rooms import clocks, decide
from arcade.rooms.facts import Returned, Sat
from arcade.rooms.host import Host
from tests.simulation import world
from tests.simulation.__main__ import main
from tests.simulation.disk import Broken
from tests.simulation.slow import play_for_time
from tests.simulation.world import simulate


def worlds(first: int) -> Iterator[int]:
    """Yield the seeds to search, first the one in which it was found when this was written."""
    yield first
    yield from (seed for seed in range(1, 40) if seed != first)


SEEDS = range(1001, 1009)

untouched = cache(simulate)
"""The world of a seed, of the program as it is."""


@pytest.mark.parametrize("first", SEEDS[::4])
def test_nothing_is_lost_doubled_stolen_or_shown_and_every_room_goes_on(first: int) -> None:
    for seed in range(first, first + 4):
        count = untouched(seed).count
        assert count["tried"] and count["games"]


def test_a_seed_is_always_the_same_world() -> None:
    once, again = untouched(SEEDS[-1]), simulate(SEEDS[-1])
    assert once.trace == again.trace and once.disk.streams == again.disk.streams


def test_a_program_that_shows_before_it_stores_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    append = Host._append

    async def hasty(self, new):
        _, self.room = decide.fairness.extend(self.room, new, 0, bytes)
        self.publish()
        await append(self, new)

    monkeypatch.setattr(Host, "_append", hasty)
    with pytest.raises(Broken):
        for seed in worlds(1):
            simulate(seed)


def test_a_program_that_forgets_who_has_a_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def robbing(room, player, seat):
        return (decide.facts.Sat(0, player),) if room.seat_of(player) is None else ()

    monkeypatch.setattr(decide, "sit", robbing)
    with pytest.raises(Broken, match="takes the seat"):
        for seed in worlds(1):
            simulate(seed)


def test_a_program_that_makes_a_move_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    act = decide.act

    def forgetful(room, player, action, seen, chance):
        return act(room, player, action, None, chance)  # from whatever picture it was chosen

    monkeypatch.setattr(decide, "act", forgetful)
    with pytest.raises(Broken, match="times"):
        for seed in worlds(1):
            simulate(seed)


@pytest.mark.parametrize("seed", [2, 10, 20])
def test_a_program_that_does_not_follow_what_others_store_is_found(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(StreamFollower, "_want", lambda *_: None)
    monkeypatch.setattr(world, "ENDLESS", 300)  # a table that is not followed may stand still
    with pytest.raises(Broken, match=r"not followed|not heard|not the newest|to its end"):
        simulate(seed)


@pytest.mark.parametrize("seed", [6, 8, 18])
def test_a_program_that_misses_something_for_ever_is_found(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    async def nothing(*_: object) -> None:
        return

    monkeypatch.setattr(StreamFollower, "reconcile", nothing)
    with pytest.raises(Broken, match=r"stands still|does not move|not the newest"):
        simulate(seed)


def test_a_bot_that_acts_for_a_decision_that_is_past_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decide, "bot_decides", lambda *_: True)
    with pytest.raises(Broken, match="room task failed"):
        for seed in worlds(4):
            simulate(seed)


def test_a_client_that_cancels_the_store_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Host, "do", Host._do)
    with pytest.raises(Broken, match="stored and not shown"):
        for seed in worlds(19):  # joined processes often hear of it all the same
            simulate(seed)


@pytest.mark.parametrize("seed", [8, 11, 13, 4038])
def test_playing_for_time_gains_none(seed: int) -> None:
    assert 0 < play_for_time(seed).over <= 1


@pytest.mark.parametrize("seed", [4, 8, 11])
def test_a_program_that_gives_whoever_comes_back_a_new_turn_is_found(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    count_on = clocks._count_on

    def generous(kept, rules, before, after, stored, seat):
        kept = count_on(kept, rules, before, after, stored, seat)
        back = isinstance(stored.fact, Returned | Sat) and stored.fact.seat == seat
        return clocks.begin(kept, (seat,), stored.at) if back and seat in after.counting else kept

    monkeypatch.setattr(clocks, "_count_on", generous)
    with pytest.raises(Broken, match="has had"):
        play_for_time(seed)


@pytest.mark.parametrize("wish", ["", "17.5", "5..2", "1..2..3"])
def test_what_names_no_seeds_is_refused(wish: str) -> None:
    with pytest.raises(SystemExit, match="names no seeds"):
        main(wish)
