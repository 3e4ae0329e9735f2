"""How much one client's bytes may ask of the loop at once."""

import asyncio
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from textual import constants, events
from textual.message import Message

from screens.terminal import reader
from server.config.settings import Limits
from server.limits.cost_meter import AT_ONCE, PAYER, CostMeter
from server.terminal.intake import Intake
from tests.waiting import PATIENCE


async def test_between_two_keys_of_a_flood_everybody_has_a_turn() -> None:
    """As many as a person types come soon; each alone, and others are served in between."""
    order: list[str] = []
    keys = Intake(Limits(), lambda _: order.append("key"), lambda _: None)

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
    assert all({"key"} != {first, two} for first, two in pairwise(order))


async def test_of_what_many_typed_ahead_one_key_comes_in_a_turn_of_the_loop() -> None:
    """Of those that end with an Escape too: all know at the same moment that it is one."""
    turn, came = 0, list[int]()
    crowd = [Intake(Limits(), lambda _: came.append(turn), lambda _: None) for _ in range(10)]
    for keys in crowd:
        keys.feed(b"ab\x1b")
    async with asyncio.timeout(PATIENCE):
        while len(came) < 30:
            turn += 1
            await asyncio.sleep(0)
    for keys in crowd:
        keys.close()
    assert max(Counter(came).values()) == 1


async def test_bytes_that_are_no_keys_are_read_in_turns_as_well() -> None:
    pauses: list[bool] = []
    keys = Intake(Limits(), lambda _: None, pauses.append)
    keys.feed(b"\x1b[200~" + b"words " * 10_000)
    assert pauses == [True], "a small part of it, not all 60 KB"
    keys.close()


async def test_a_key_whose_bytes_wait_is_not_an_escape() -> None:
    """A slice of bytes ends within an arrow; its address must wait before its other half."""
    taken: list[str] = []
    now = 0.0
    meter = CostMeter(Limits(), 1, lambda: now)

    def work(event: Message) -> None:
        assert isinstance(event, events.Key)
        taken.append(event.key)
        meter.use(1)

    PAYER.set(meter)
    keys = Intake(Limits(), work, lambda _: None)
    keys.feed(b"x" + 4 * b"\x1b[A")
    async with asyncio.timeout(PATIENCE):
        while len(taken) < 5:
            await asyncio.sleep(2 * constants.ESCAPE_DELAY)
            now += 2
    keys.close()
    assert taken == ["x", "up", "up", "up", "up"]


@pytest.mark.virtual
async def test_keys_in_quick_succession_are_delivered_at_once_and_floods_at_the_rate() -> None:
    taken: list[float] = []
    loop = asyncio.get_running_loop()
    keys = Intake(Limits(keys_per_second=60), lambda _: taken.append(loop.time()), lambda _: None)
    keys.feed(b"a")
    await asyncio.sleep(0.005)
    keys.feed(b"b")
    assert taken[1] - taken[0] == pytest.approx(0.005)
    await asyncio.sleep(10)
    began = loop.time()
    keys.feed(b"c" * 600)
    await asyncio.sleep(0.5)
    assert 120 <= len(taken) - 2 <= 120 + 60 * 0.5 + 15
    while len(taken) < 602:
        await asyncio.sleep(0.1)
    assert loop.time() - began == pytest.approx(600 / 60 - AT_ONCE, abs=0.3)
    assert keys.meter.waits["keys"] > 0
    keys.close()


@pytest.mark.virtual
@pytest.mark.parametrize(
    ("first", "second", "key"), [(b"\x1b[", b"B", "down"), (b"\xc3", b"\xa9", "é")]
)
async def test_a_key_in_two_parts_is_one_key(first: bytes, second: bytes, key: str) -> None:
    taken: list[str] = []
    keys = Intake(Limits(), lambda event: taken.append(event.key), lambda _: None)
    keys.feed(first)
    await asyncio.sleep(constants.ESCAPE_DELAY / 2)
    keys.feed(second)
    await asyncio.sleep(2 * constants.ESCAPE_DELAY)
    assert taken == [key]
    keys.close()


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
async def test_a_key_that_is_known_is_the_one_the_parser_would_find(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(seed)
    quick, slow = (Intake(Limits(keys_per_second=10**6), lambda _: None, print) for _ in range(2))
    keys_found: list[list[str]] = [[], []]
    for _ in range(60):
        piece = chance.choice(PIECES)
        cut = chance.randrange(1, len(piece) + 1) if chance.random() < 0.4 else len(piece)
        for part in filter(None, (piece[:cut], piece[cut:])):
            for intake, events_of in zip((quick, slow), keys_found, strict=True):
                intake._bytes += part
                with monkeypatch.context() as patched:
                    if intake is slow:
                        patched.setattr(reader, "_lone_key", lambda _: None)
                    intake._parse_some()
                events_of += map(repr, intake._events)
                intake._events.clear()
    assert keys_found[0] == keys_found[1]
    assert keys_found[0]


@pytest.mark.virtual
async def test_what_does_not_come_as_bytes_costs_as_much_as_a_key() -> None:
    pauses: list[bool] = []
    taken: list[Message] = []
    keys = Intake(Limits(keys_per_second=60), taken.append, pauses.append)
    sent = [events.Key("a", "a") for _ in range(30)]
    for event in sent:
        keys.add(event)
    assert not pauses
    for _ in range(100):
        keys.charge()
    assert pauses[-1], "no more is read from a client that has used up its keys"
    async with asyncio.timeout(PATIENCE):
        while pauses[-1]:
            await asyncio.sleep(0.005)
    assert taken == sent
    keys.close()
