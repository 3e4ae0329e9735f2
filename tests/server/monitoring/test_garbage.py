"""Garbage is collected where nobody notices it, and who has left leaves next to none."""

import asyncio
import gc
import time
from collections import Counter
from collections.abc import Callable

import pytest

from server.limits.cost_meter import TICK, sampling
from server.monitoring.garbage import (
    LONGEST_HOLD,
    MIN_ENDED,
    MOST_HELD,
    QUIET_TIME,
    REST_FACTOR,
    THRESHOLDS,
    UNNOTICED,
    YOUNG_EVERY,
    Garbage,
    YoungGarbage,
)
from tests.simulation.loop import VirtualLoop

EMPTY, EACH = 0.001, 0.0005
"""Seconds that a full collection takes in an empty house, and for each who is here."""


class House:
    """A house in virtual time, in which a full collection takes the longer the more are here."""

    def __init__(self, here: int) -> None:
        self.here = here
        self.pauses: list[float] = []
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        self._loop = loop
        self.garbage = Garbage(lambda: self.here, self._collect, loop.time)

    def _collect(self) -> None:
        self.pauses.append(EMPTY + self.here * EACH)
        self._loop._idle.now += self.pauses[-1]

    async def visits(self, number: int, seconds: float) -> None:
        """Let this many come and go, one after the other, while the others stay."""
        for _ in range(number):
            await asyncio.sleep(seconds)
            self.garbage.session_ended()


def in_virtual_time(work: Callable[[], object]) -> None:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(work())  # type: ignore[arg-type]


def test_python_itself_collects_little_at_once_and_never_everything() -> None:
    young, middle, full = THRESHOLDS
    assert young * (middle + 1) <= 10_000  # objects: a millisecond or two
    assert young * middle * full > 10**12


@pytest.mark.parametrize("here", [30, 300, 3000])
def test_nobody_in_a_full_house_is_stopped_for_a_full_collection(here: int) -> None:
    async def run() -> None:
        house = House(here)
        await house.visits(2000, 0.1)
        assert not house.pauses

    in_virtual_time(run)


def test_a_house_with_few_people_collects_unnoticed_and_seldom() -> None:
    async def run() -> None:
        house = House(here=4)
        await house.visits(2000, 0.1)
        assert 1 < len(house.pauses) <= 2000 / MIN_ENDED
        assert max(house.pauses) <= UNNOTICED
        assert house.garbage.seconds <= asyncio.get_running_loop().time() / REST_FACTOR

    in_virtual_time(run)


def test_it_learns_from_the_last_collection_how_many_people_notice_none() -> None:
    async def run() -> None:
        house = House(here=4)
        await house.visits(MIN_ENDED, 0.1)
        await asyncio.sleep(2 * QUIET_TIME)
        assert len(house.pauses) == 1
        house.here = int(UNNOTICED / (house.pauses[0] / 4)) + 1
        await house.visits(10 * MIN_ENDED, 0.1)
        assert len(house.pauses) == 1
        house.here -= 1
        await house.visits(1, 0.1)
        await asyncio.sleep(2 * QUIET_TIME)
        assert len(house.pauses) == 2 and house.pauses[-1] <= UNNOTICED

    in_virtual_time(run)


def test_an_empty_house_collects_as_soon_as_it_is_quiet() -> None:
    async def run() -> None:
        house = House(here=0)
        await house.visits(1, 0)
        await asyncio.sleep(QUIET_TIME / 2)
        assert not house.pauses
        await asyncio.sleep(QUIET_TIME)
        assert house.pauses == [EMPTY]
        await house.visits(1, 0)
        house.garbage.close()
        await asyncio.sleep(10)
        assert house.pauses == [EMPTY]

    in_virtual_time(run)


def test_a_crowd_of_newcomers_is_no_large_collection() -> None:
    garbage = Garbage(lambda: 0)
    garbage.hold()
    kept = [[number] for number in range(5 * THRESHOLDS[0])]
    assert not gc.isenabled()
    garbage.go_on()
    assert gc.isenabled() and gc.get_count()[0] < THRESHOLDS[0]
    assert Counter(map(len, kept)) == {1: len(kept)}


def test_what_replaces_what_was_is_never_much_at_once() -> None:
    """Python counts only what there is more of: without ticks all of it would be young at once."""
    kept = [[number] for number in range(20_000)]
    young: list[int] = []
    gc.collect()

    def measure(phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            young.append(len(gc.get_objects(generation=0)))

    def churn() -> None:
        for number in range(len(kept)):
            kept[number] = [number]

    gc.callbacks.append(measure)
    try:
        churn()
        grown, young[:] = len(gc.get_objects(generation=0)), []
        collector = YoungGarbage()
        for _ in range(20):
            churn()
            collector.tick()
        gc.disable()
        for _ in range(MOST_HELD * 4):
            churn()
            collector.tick()
    finally:
        gc.enable()
        gc.callbacks.remove(measure)
    assert grown > 5 * THRESHOLDS[0]  # so this test would find it
    assert len(young) >= 20 // YOUNG_EVERY + 4
    assert max(young) < MOST_HELD * grown


def test_a_first_picture_that_does_not_come_holds_no_collection_for_long() -> None:
    collector, garbage = YoungGarbage(), Garbage(lambda: 1)
    try:
        garbage.hold()
        for _ in range(LONGEST_HOLD - 1):
            collector.tick()
        assert not gc.isenabled()
        collector.tick()
        assert gc.isenabled()
    finally:
        gc.enable()


def test_the_server_collects_with_its_processor_time() -> None:
    ticks: list[float] = []
    with sampling(lambda: ticks.append(time.process_time())):
        began = time.process_time()
        while time.process_time() < began + 20 * TICK:
            pass
    assert len(ticks) >= 5


def test_the_longest_collection_is_reported() -> None:
    at = iter([1.0, 1.25, 2.0, 2.5, 3.0, 3.125])
    garbage = Garbage(lambda: 0, clock=lambda: next(at))
    for _ in range(3):
        garbage._measure("start", {})
        garbage._measure("stop", {})
    assert garbage.longest == 0.5
