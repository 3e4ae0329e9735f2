"""Row 12: who sends more than anybody needs to, of what the protocol allows."""

import asyncio
import contextlib
import re
import socket
from collections.abc import Callable
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import Boolean, String, UInt32

from server.config.addresses import LOOPBACK
from server.doors.context import LOG_BURST
from server.monitoring import health
from tests.hostile.conftest import Made, Tell
from tests.hostile.people import (
    USUAL,
    WORST,
    Attacker,
    Person,
    Volley,
    files,
    memory,
    of_networks,
    processor,
)
from tests.ssh.process import Server
from tests.waiting import until

SECONDS = 1.5
PACKETS = 5000
"""What a flood sends at once: as many as would keep a server busy for more than `WORST` keys."""
IGNORE, GLOBAL_REQUEST, OPEN, REQUEST, WINDOW = 2, 80, 90, 98, 93


async def session(connection: Any) -> int:
    """Open a session with the app; return the server's number of its channel."""
    process = await connection.create_process(
        term_type="xterm-256color", term_size=(80, 24), encoding=None
    )
    await process.stdout.read(100)
    return int(process.channel._send_chan)


def deafen(connection: Any) -> None:
    """Have the client ignore the answers to what it never meant."""
    answers = (*range(81, 83), *range(91, 93), *range(99, 101))
    ignored = dict.fromkeys(answers, lambda *_: True)
    connection._packet_handlers = {**connection._packet_handlers, **ignored}


def ignoring(connection: Any, _: int) -> Callable[[int], None]:
    return lambda n: connection.send_packet(IGNORE, String(b""))


def asking(connection: Any, _: int) -> Callable[[int], None]:
    return lambda n: connection.send_packet(
        GLOBAL_REQUEST, String(b"tcpip-forward"), Boolean(True), String(b""), UInt32(0)
    )


def opening(connection: Any, _: int) -> Callable[[int], None]:
    return lambda n: connection.send_packet(
        OPEN, String(b"session"), UInt32(1000 + n), UInt32(65536), UInt32(32768)
    )


def naming(connection: Any, channel: int) -> Callable[[int], None]:
    return lambda n: connection.send_packet(
        REQUEST,
        UInt32(channel),
        String(b"env"),
        Boolean(False),
        String(b"NAME%d" % n),
        String(b"value"),
    )


def resizing(connection: Any, channel: int) -> Callable[[int], None]:
    return lambda n: connection.send_packet(
        REQUEST,
        UInt32(channel),
        String(b"window-change"),
        Boolean(False),
        *map(UInt32, (80 + n % 100, 24 + n % 50, 0, 0)),
    )


def widening(connection: Any, channel: int) -> Callable[[int], None]:
    return lambda n: connection.send_packet(WINDOW, UInt32(channel), UInt32(1 << 20))


FLOODS = {
    "ignore": ignoring,
    "global-request": asking,
    "channel-open": opening,
    "env": naming,
    "window-change": resizing,
    "window-adjust": widening,
}


@pytest.mark.parametrize("name", FLOODS)
@pytest.mark.attack(12, "a flood of requests")
async def test_floods(server: Server, attacker: Attacker, figures: Tell, name: str) -> None:
    watching = await Person.come(server)
    attackers = of_networks(attacker)
    volleys = []
    for client in attackers:
        connection = await client.connect(server)
        channel = await session(connection)
        deafen(connection)
        volleys.append(Volley(connection, FLOODS[name](connection, channel), PACKETS))
    before, used = memory(server), processor(server)
    waits = await watching.react_while(*(volley.send() for volley in volleys))
    grown = (memory(server) - before) / 1e6
    figures(
        f"{name} 3 × {PACKETS}; {waits}; {grown:+.0f} MB; {processor(server) - used:.1f} s of work"
    )
    assert waits.usual_ratio < USUAL
    assert waits.worst_ratio < WORST
    assert grown < 40
    await watching.leave()
    for client in attackers:
        await client.leave()


@pytest.mark.attack(12, "key exchanges again and again")
async def test_rekeys(server: Server, attacker: Attacker, figures: Tell) -> None:
    watching = await Person.come(server)
    connection = await attacker.connect(server)
    await session(connection)
    used = processor(server)
    rekeyed = 0

    async def attack() -> None:
        nonlocal rekeyed
        until = asyncio.get_running_loop().time() + SECONDS
        while asyncio.get_running_loop().time() < until and not connection.is_closed():
            if connection._kex_complete and not connection._kex:
                with contextlib.suppress(asyncssh.Error, AttributeError):
                    connection._send_kexinit()
                    connection._kexinit_sent = True
                    rekeyed += 1
            await asyncio.sleep(0.002)

    waits = await watching.react_while(attack())
    share = (processor(server) - used) / SECONDS
    figures(f"{rekeyed} asked; {waits}; {share:.0%} of a processor")
    assert waits.worst_ratio < WORST
    assert connection.is_closed() or rekeyed < 20
    await watching.leave()


@pytest.mark.attack(12, "floods on sixteen connections from one address")
async def test_many_floods(server: Server, attacker: Attacker, figures: Tell) -> None:
    watching = await Person.come(server)
    connections = [await attacker.connect(server) for _ in range(16)]
    for connection in connections:
        deafen(connection)
    number = PACKETS // 4
    volleys = [
        [Volley(connection, asking(connection, 0), number) for connection in connections]
        for _ in range(2)
    ]
    used = processor(server)

    async def attack(sent: list[Volley]) -> None:
        await asyncio.gather(*(volley.send() for volley in sent))

    waits = await watching.react_while(*map(attack, volleys))
    figures(f"2 × 16 × {number}; {waits}; {processor(server) - used:.1f} s of work")
    assert waits.usual_ratio < USUAL
    assert waits.worst_ratio < WORST
    await watching.leave()


async def type_on(connection: Any, data: bytes, **how: Any) -> None:
    """Open a session that talks in lines and send it the same again and again, reading all."""
    process = await connection.create_process(encoding=None, **how)

    async def read() -> None:
        while await process.stdout.read(65536):
            pass

    reading = asyncio.create_task(read())
    process.stdin.write(b"flood%d\n" % (id(connection) % 9999))
    while not process.stdin.is_closing():
        process.stdin.write(data)
        await process.stdin.drain()
        await asyncio.sleep(0.001)
    await reading


async def ask(connection: Any) -> None:
    """Ask for something that is as long as a message may be."""
    while True:
        await connection.run("rules " + "[421]" * 40_000)


DEEP = b'{"do":"create","options":' + b'{"a":' * 1300 + b"1" + b"}" * 1300 + b"}\n"
TALKS: dict[str, Callable[[Any], Any]] = {
    "letters without an end": lambda line: type_on(line, b"x" * 4096, term_type="dumb"),
    "200 commands at once": lambda line: type_on(line, b"help\n" * 200, term_type="dumb"),
    "deep JSON": lambda line: type_on(line, DEEP, command="api"),
    "a command of 200 kB": ask,
}


@pytest.mark.parametrize("name", TALKS)
@pytest.mark.attack(12, "who talks in lines without an end")
async def test_talks(server: Server, attacker: Attacker, figures: Tell, name: str) -> None:
    watching = await Person.come(server)
    attackers = of_networks(attacker)

    async def attack(attacker: Attacker) -> None:
        connection = await attacker.connect(server)
        task = asyncio.create_task(TALKS[name](connection))
        await asyncio.sleep(SECONDS / 2)
        task.cancel()
        connection.abort()

    waits = await watching.react_while(*map(attack, attackers), pause=0.01)
    await watching.leave()
    for client in attackers:
        await client.leave()
    figures(f"{name}: {waits}")
    assert waits.usual_ratio < USUAL
    assert waits.worst_ratio < WORST


VISITS = 120


@pytest.mark.attack(42, "visits without end, to fill the log")
async def test_visits_without_end(server: Server, attacker: Attacker, figures: Tell) -> None:
    before = len(server.log)
    for _ in range(VISITS // 4):
        connection = await attacker.connect(server)
        await asyncio.gather(*(connection.run("api", stdin=asyncssh.DEVNULL) for _ in range(4)))
        connection.abort()
    added = server.log[before:].splitlines()
    assert 2 * LOG_BURST <= len(added) < VISITS
    figures(f"{VISITS} visits, {len(added)} lines")


@pytest.mark.attack(42, "idle connections to the port for metrics")
async def test_metrics_taken(made: Made, figures: Tell) -> None:
    server = await made("--metrics", "0")
    match = re.search(r"http://127.0.0.1:(\d+)/metrics", server.log)
    assert match
    port, had = int(match[1]), files(server)
    opened = [socket.create_connection(("127.0.0.1", port)) for _ in range(400)]
    assert await asyncio.to_thread(health.ask, LOOPBACK, port) == "ok"
    await until(lambda: files(server) <= had + health.MAX_CONNECTIONS + 1)
    figures(f"{files(server) - had} of {len(opened)} kept, and it answers")
    for item in opened:
        item.close()
