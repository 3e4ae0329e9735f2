"""How much one client's bytes may ask of the loop at once: `server.ssh.intake`, clocks by hand."""

import asyncio
import time
from itertools import pairwise
from random import Random

import pytest
from textual import events
from textual.message import Message

from server.hosting.config import Limits
from server.limits.turns import LONG, LONGEST_REST, TURN, Turns
from server.ssh.driver import intake
from tests.waiting import PATIENCE

LIMITS = Limits(turn_share=0.02, turn_burst=0.05)


class Clocks:
    """What time it is, and how long the loop has worked."""

    def __init__(self) -> None:
        self.now = self.work = 0.0

    def turns(self) -> Turns:
        return Turns(LIMITS, lambda: self.now, lambda: self.work)

    def take(self, turns: Turns, *frames: float) -> float:
        """Work so many seconds for each frame; gives the rest once no further one comes."""
        turns.begin()
        for seconds in frames:
            self.work += seconds
            self.now += seconds
            turns.show()
        self.now += turns.rest + 1e-10
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
    assert clocks.take(turns, 0.004, 0.002, 0.001) == pytest.approx(0.007)


def test_who_comes_back_later_has_rested(clocks: Clocks) -> None:
    turns = clocks.turns()
    turns.begin()
    clocks.now, clocks.work = clocks.now + 0.004, clocks.work + 0.004
    turns.show()
    clocks.now += 0.1
    assert not turns.rest


def test_who_has_used_up_the_burst_rests_until_it_was_their_share(clocks: Clocks) -> None:
    turns = clocks.turns()
    rests = []
    for _ in range(40):
        rests.append(clocks.take(turns, 0.004))
        clocks.now += turns.rest
    assert rests[:10] == pytest.approx([0.004] * 10)
    assert sum(rests) > 4 * 40 * 0.004
    assert clocks.now > (40 * 0.004 - LIMITS.turn_burst) / 0.02
    clocks.now += 10
    assert clocks.take(turns, 0.004) == pytest.approx(0.004)


def test_a_long_turn_counts_more_than_once(clocks: Clocks) -> None:
    turns = clocks.turns()
    for _ in range(2):
        clocks.take(turns, 3 * LONG)
        clocks.now += turns.rest
    before = clocks.now
    clocks.take(turns, 2 * LONG)
    clocks.now += turns.rest
    assert clocks.now - before > 2.5 * LONG / 0.02
    assert 0.99 < clocks.take(turns, 1) <= LONGEST_REST


def test_at_a_table_the_frames_of_others_are_not_used_up(clocks: Clocks) -> None:
    turns, alone = clocks.turns(), clocks.turns()
    for _ in range(20):
        assert clocks.take(turns, 0.002, 0.003, 0.003) == pytest.approx(0.008)
        clocks.now += 0.1
    rests = [clocks.take(alone, 0.008) for _ in range(20)]
    assert max(rests) > 0.1


def test_a_storm_of_others_is_not_paid_for_long(clocks: Clocks) -> None:
    turns = Turns(Limits(), lambda: clocks.now, lambda: clocks.work)
    for _ in range(2):
        clocks.take(turns, 0.8)
    clocks.now += 2
    rests = []
    for _ in range(5):
        rests.append(clocks.take(turns, 0.003))
        clocks.now += 1
    assert max(rests) < 0.05


def test_a_turn_without_a_frame_ends_by_itself(clocks: Clocks) -> None:
    turns = clocks.turns()
    turns.begin()
    assert turns.rest == pytest.approx(TURN)
    clocks.now += TURN
    clocks.work += 0.002
    assert turns.rest == pytest.approx(0.002)


def test_what_others_do_later_is_nobodys_turn(clocks: Clocks) -> None:
    turns = clocks.turns()
    for shows in (True, False):
        turns.begin()
        clocks.now, clocks.work = clocks.now + 5, clocks.work + 2
        if shows:
            turns.show()
        assert not turns.rest


async def test_between_two_keys_of_a_flood_everybody_has_a_turn() -> None:
    """As many as a person types come soon; each alone, and others are served in between."""
    order: list[str] = []
    keys = intake(Limits(), lambda _: order.append("key"), lambda _: None)

    async def other() -> None:
        while True:
            order.append("other")
            await asyncio.sleep(0)

    task = asyncio.create_task(other())
    await asyncio.sleep(0)
    keys.feed(b"\x1b[A\x1b[B" * 5000)
    async with asyncio.timeout(PATIENCE):
        while order.count("key") < 10:
            await asyncio.sleep(0.005)
    task.cancel()
    keys.close()
    assert all({"key"} != {one, two} for one, two in pairwise(order))
    assert order.count("key") < 40


async def test_bytes_that_are_no_keys_are_read_in_turns_as_well() -> None:
    held: list[bool] = []
    keys = intake(Limits(), lambda _: None, held.append)
    keys.feed(b"\x1b[200~" + b"words " * 10_000)
    assert held == [True], "a small part of it, not all 60 KB"
    keys.close()


async def test_a_key_whose_bytes_wait_for_a_turn_is_not_an_escape() -> None:
    """A slice of bytes ends within an arrow; the rest before its other half is long."""
    got: list[str] = []

    def work(event: Message) -> None:
        assert isinstance(event, events.Key)
        got.append(event.key)
        end = time.thread_time() + 0.002
        while time.thread_time() < end:
            pass

    keys = intake(Limits(turn_share=0.01, turn_burst=0.0), work, lambda _: None)
    keys.feed(b"x" + 4 * b"\x1b[A")
    async with asyncio.timeout(PATIENCE):
        while len(got) < 5:
            await asyncio.sleep(0.01)
    keys.close()
    assert got == ["x", "up", "up", "up", "up"]


PIECES = (
    b"a",
    b"~",
    b"\r",
    b"\x7f",
    b"[",
    b"A",
    b"\x1b[A",
    b"\x1b[200~",
    b"\x1b[201~",
    b"\x1b[13u",
)
PIECES += (b"\x1b", b"\x1b[1;5C", b"\x1b[3~", b"\x1b[<0;3;4M", "é".encode(), b"\x1bO", b"\x00")


@pytest.mark.parametrize("seed", range(30))
async def test_a_key_that_is_known_is_the_one_the_parser_would_find(seed: int) -> None:
    chance = Random(seed)
    quick, slow = (intake(Limits(event_burst=10**6), lambda _: None, print) for _ in range(2))
    found: list[list[str]] = [[], []]
    for _ in range(60):
        piece = chance.choice(PIECES)
        cut = chance.randrange(1, len(piece) + 1) if chance.random() < 0.4 else len(piece)
        for part in filter(None, (piece[:cut], piece[cut:])):
            slow._between_keys = False
            for one, events_of in zip((quick, slow), found, strict=True):
                one._bytes += part
                one._parse_some()
                events_of += map(repr, one._events)
                one._events.clear()
    assert found[0] == found[1]
    assert found[0]
