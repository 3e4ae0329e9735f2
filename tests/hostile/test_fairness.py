"""A loud session does not make another person's keys wait."""

import asyncio
import itertools
import re
import time
from math import inf
from typing import Any

import asyncssh
import pytest

from server.config.addresses import LOOPBACK
from server.monitoring import garbage, health
from tests.hostile.conftest import Made, Tell
from tests.hostile.people import Attacker, Person, memory
from tests.hostile.terminals.test_terminal import write
from tests.ssh.process import Server
from tools.soak import crowd

KEYS, ROUNDS = 30, 3


async def type_a_lot(loud: Person) -> None:
    await write(loud, b"\x1b[A\x1b[B" * 170_000)


async def paste_a_lot(loud: Person) -> None:
    await write(loud, (b"\x1b[200~" + b"words " * 1000 + b"\x1b[201~") * 170)


async def resize_a_lot(loud: Person) -> None:
    for number in range(10_000):
        loud.process.change_terminal_size(60 + number % 200, 20 + number % 60)
        await asyncio.sleep(0.005)


async def scroll_a_lot(loud: Person) -> None:
    await write(loud, b"?" + b"\x1b[6~\x1b[5~" * 100_000)


async def open_a_lot(loud: Person) -> None:
    await write(loud, b"?\x1b[27u" * 100_000)


async def ask_a_lot(loud: Person) -> None:
    await asyncio.gather(*(crowd.api(loud.server, loud.connection) for _ in range(3)))


async def command_a_lot(loud: Person) -> None:
    await asyncio.gather(*(crowd.rules(loud.server, loud.connection) for _ in range(3)))


USUAL_SIZE = (100, 30)
SIZES = {resize_a_lot: (259, 79)}
"""The quiet person's terminal is as large as the loud one's ever is: a key waits for one picture of
the loud session, and is measured against one of the same size."""

LINES, PICTURES = 4, 6
MOST = {
    **dict.fromkeys((type_a_lot, paste_a_lot, scroll_a_lot, ask_a_lot, command_a_lot), LINES),
    **dict.fromkeys((resize_a_lot, open_a_lot), PICTURES),
}
"""How many times as long nine of ten keys may take beside a loud session, in the best of three
rounds at most: where a busy machine keeps the client, the server works on for the loud one, which
can only add. Nothing interrupts a picture or a new screen."""


@pytest.mark.attack(12, "a loud session beside a quiet one")
@pytest.mark.parametrize("loudly", MOST)
async def test_a_loud_session(server: Server, attacker: Attacker, figures: Tell, loudly) -> None:  # type: ignore[no-untyped-def]
    quiet = await Person.come(server, size=SIZES.get(loudly, USUAL_SIZE))
    calm = slow = inf
    for _ in range(ROUNDS):
        calm = min(calm, (await quiet.react_often(KEYS, 0.01)).p90)
        loud = await Person.come(server, attacker.address)
        task = asyncio.create_task(loudly(loud))
        reading = asyncio.create_task(loud.read(30))
        await asyncio.sleep(0.3)
        slow = min(slow, (await quiet.react_often(KEYS, 0.01)).p90)
        reading.cancel()
        task.cancel()
        await loud.leave()
        if slow <= calm * MOST[loudly]:
            break
        await asyncio.sleep(1)  # what it left is undone
    await quiet.leave()
    figures(f"{loudly.__name__}: {1000 * calm:.1f} ms alone, {1000 * slow:.1f} ms beside")
    assert slow <= calm * MOST[loudly]


SCREENS = 120


async def open_and_close(connection: Any, opened: list[None]) -> None:
    """Open a screen, look at the lobby, close it; again and again, until the server has enough."""
    while len(opened) < SCREENS:
        try:
            process = await connection.create_process(
                term_type="xterm-256color", term_size=(100, 30), encoding=None
            )
        except asyncssh.ChannelOpenError:  # it waited too long for its address's turn
            return
        opened.append(None)
        data = b""
        while b"Play now" not in data and (some := await process.stdout.read(65536)):
            data += some
        process.close()
        await process.wait_closed()


@pytest.mark.attack(12, "screens opened and closed without end, by one address")
async def test_screens_without_end(made: Made, attacker: Attacker, figures: Tell) -> None:
    server = await made("--metrics", "0")
    measured = re.search(r"http://127.0.0.1:(\d+)/metrics", server.log)
    assert measured

    async def metric(name: str) -> float:
        request = b"GET /metrics HTTP/1.0\r\n\r\n"
        answer = await asyncio.to_thread(health._exchange, LOOPBACK, int(measured[1]), request)
        return float(answer.partition(f"\n{name} ".encode())[2].split()[0])

    async def collect() -> None:
        while True:
            collected.append(await metric("arcade_collection_seconds_total"))
            await asyncio.sleep(0.2)

    quiet = await Person.come(server)
    before, began = memory(server), time.monotonic()
    opened, collected = list[None](), [0.0]
    looking = asyncio.create_task(collect())
    connections = [await attacker.connect(server) for _ in range(6)]
    work = [open_and_close(connection, opened) for connection in connections for _ in range(4)]
    waits = await quiet.react_while(asyncio.gather(*work), pause=0.01)
    looking.cancel()
    seconds, times = [await metric(f"arcade_collection{what}_total") for what in ("_seconds", "s")]
    taken = time.monotonic() - began
    longest = max(after - before for before, after in itertools.pairwise([*collected, seconds]))
    grown = (memory(server) - before) / 1e6
    await quiet.leave()
    assert len(opened) >= SCREENS // 4
    assert seconds - longest <= taken / garbage.REST_FACTOR  # no rest follows the last one
    assert grown < 150
    share = 100 * seconds / taken
    figures(
        f"{len(opened)} in {taken:.0f} s, {times:.0f} collections, {share:.1f} % of it; "
        f"{grown:+.0f} MB; {waits}"
    )
