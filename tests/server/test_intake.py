"""What one client's bytes may have the loop do at once: `server.intake`, its clocks set by hand."""

import asyncio

import pytest

from server.config import Limits
from server.driver import intake
from server.intake import LATE, LONG, LONGEST_REST, TURN, Turns

LIMITS = Limits(turn_share=0.1, turn_burst=0.05)


class Clocks:
    """What time it is, and how long the loop has worked."""

    def __init__(self) -> None:
        self.now = self.work = 0.0

    def turns(self) -> Turns:
        return Turns(LIMITS, lambda: self.now, lambda: self.work)

    def take(self, turns: Turns, seconds: float, later: float = 0.0) -> float:
        """Work for so long, show what came of it; gives the rest."""
        turns.begin()
        self.work += seconds
        self.now += seconds + later
        turns.end()
        return turns.rest


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


def test_a_turn_is_followed_by_a_rest_as_long(clocks: Clocks) -> None:
    turns = clocks.turns()
    assert not turns.rest
    assert clocks.take(turns, 0.004) == pytest.approx(0.004)
    clocks.now += 0.004
    assert not turns.rest


def test_who_has_used_up_the_burst_rests_until_it_was_their_share(clocks: Clocks) -> None:
    turns = clocks.turns()
    rests = []
    for _ in range(20):
        rests.append(clocks.take(turns, 0.004))
        clocks.now += turns.rest
    assert rests[:10] == pytest.approx([0.004] * 10)
    assert rests[-5:] == pytest.approx([0.04] * 5)
    clocks.now += 10
    assert clocks.take(turns, 0.004) == pytest.approx(0.004)


def test_after_a_long_turn_the_rest_is_longer_than_the_share(clocks: Clocks) -> None:
    turns = clocks.turns()
    assert clocks.take(turns, 8 * LONG) == pytest.approx(8 * LONG)
    assert clocks.take(turns, 4 * LONG) == pytest.approx(4 * 4 * LONG / 0.1)
    assert clocks.take(turns, 1) == pytest.approx(LONGEST_REST)


def test_a_turn_without_a_frame_ends_by_itself(clocks: Clocks) -> None:
    turns = clocks.turns()
    turns.begin()
    assert turns.rest == TURN
    clocks.now += TURN
    clocks.work += 0.002
    assert turns.rest == pytest.approx(0.002)


def test_what_others_do_later_is_nobodys_turn(clocks: Clocks) -> None:
    turns = clocks.turns()
    assert not clocks.take(turns, 0.0, LATE + 0.1)
    turns.begin()
    clocks.now, clocks.work = clocks.now + 5, clocks.work + 2
    turns.end()
    assert not turns.rest


async def test_between_two_keys_of_a_flood_everybody_has_a_turn() -> None:
    """As many as a person types come soon; each alone, and others are served in between."""
    order: list[str] = []
    keys = intake(Limits(), lambda _: order.append("key"), lambda _: None)

    async def other() -> None:
        while True:
            order.append("other")
            await asyncio.sleep(0.001)

    task = asyncio.create_task(other())
    await asyncio.sleep(0)
    keys.feed(b"\x1b[A\x1b[B" * 5000)
    async with asyncio.timeout(20):
        while order.count("key") < 10:
            await asyncio.sleep(0.005)
    task.cancel()
    keys.close()
    assert all({"key"} != {one, two} for one, two in zip(order, order[1:], strict=False))
    assert order.count("key") < 40


async def test_bytes_that_are_no_keys_are_read_in_turns_as_well() -> None:
    held: list[bool] = []
    keys = intake(Limits(), lambda _: None, held.append)
    before = asyncio.get_running_loop().time()
    keys.feed(b"\x1b[200~" + b"words " * 10_000)
    assert held == [True]
    assert asyncio.get_running_loop().time() - before < 0.5  # a small part of it, not all 60 KB
    keys.close()
