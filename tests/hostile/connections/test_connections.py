"""Rows 6 to 10: who only connects, or only half."""

import asyncio
import contextlib
import resource
import time
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import String, UInt32

from tests.hostile.conftest import Made, Tell
from tests.hostile.connections.test_floods import OPEN, deafen
from tests.hostile.people import WORST, Attacker, Person, closed, connect, files
from tests.ssh.process import Server
from tests.waiting import PATIENCE, until


@pytest.mark.attack(6, "1,000 silent connections from one address")
async def test_silent_connections(server: Server, attacker: Attacker, figures: Tell) -> None:
    watching = await Person.come(server)
    waits = await watching.react_while(attacker.raw_many(server, 1000))
    before = time.perf_counter()
    newcomer = await Person.come(server)
    came = time.perf_counter() - before
    await newcomer.react_often(3)
    kept = attacker.kept
    await watching.leave()
    await newcomer.leave()
    assert kept <= 16
    assert waits.worst_ratio < WORST
    figures(f"{kept} kept; {waits}; a newcomer saw the lobby after {came:.1f} s")


@pytest.mark.attack(6, "a key exchange that stalls")
async def test_stalled_key_exchange(tight: Server, attacker: Attacker, figures: Tell) -> None:
    ways = {
        "nothing": b"",
        "half a version": b"SSH-2.0-half",
        "a version": b"SSH-2.0-stalls\r\n",
        "half a packet": b"SSH-2.0-stalls\r\n\x00\x00\x04\x00\x05",
    }
    opened = [attacker.raw(tight, sent) for sent in ways.values()]
    before = time.monotonic()
    await asyncio.gather(*(closed(item) for item in opened))
    figures(f"{len(ways)} ways, all closed after {time.monotonic() - before:.1f} s of 6")


@pytest.mark.attack(6, "bytes that drip in during log-in")
async def test_dripping(tight: Server, attacker: Attacker) -> None:
    opened = attacker.raw(tight, b"SSH-2.0-")
    with pytest.raises(OSError):
        for _ in range(600):
            opened.sendall(b"x")
            await asyncio.sleep(0.1)


@pytest.mark.attack(6, "who logs in from one address again and again")
async def test_arrivals(tight: Server, attacker: Attacker, figures: Tell) -> None:
    came, began = 0, time.monotonic()
    for _ in range(12):
        with contextlib.suppress(OSError, asyncssh.Error):
            (await attacker.connect(tight)).abort()
            came += 1
    more = 1 + 6 * (time.monotonic() - began) / 60
    assert 6 <= came <= 6 + more
    (await connect(tight)).abort()
    figures(f"{came} of 12 admitted")


@pytest.mark.attack(6, "all places taken from one address")
async def test_places(tight: Server, attacker: Attacker) -> None:
    first, *_ = [await attacker.connect(tight) for _ in range(4)]
    with pytest.raises((OSError, asyncssh.Error)):
        await attacker.connect(tight)
    (await connect(tight)).abort()
    first.abort()
    await first.wait_closed()
    async with asyncio.timeout(PATIENCE):
        while True:  # until the server has noticed
            with contextlib.suppress(OSError, asyncssh.Error):
                await attacker.connect(tight)
                break


@pytest.mark.attack(6, "silent connections from many addresses, as many as may be strangers")
async def test_many_addresses(tight: Server, figures: Tell) -> None:
    crowd = [Attacker(f"127.67.0.{number}") for number in range(1, 6)]
    for person in crowd:
        await person.raw_many(tight, 4)
    before = time.monotonic()
    (await connect(tight)).abort()
    kept = sum(person.kept for person in crowd)
    figures(f"a newcomer is in after {time.monotonic() - before:.1f} s, {kept} of 20 kept")
    assert kept < 20
    for person in crowd:
        await person.leave()


@pytest.mark.attack(7, "no file left for another connection")
async def test_no_files(made: Made, attacker: Attacker, figures: Tell) -> None:
    server = await made(
        unauthenticated_per_address=500,
        connections_per_address=500,
        connections_per_minute=1000,
        login_time=60,
    )
    watching = await Person.come(server)
    calm = await watching.react_often(10, 0.01)
    soft, hard = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    room = files(server) + 20
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (room, hard))
    before = len(server.log)
    await attacker.raw_many(server, 100)
    await until(lambda: files(server) >= room)
    await asyncio.sleep(1)
    waits = await watching.react_often(5, calm=calm.median)
    assert files(server) <= room
    assert len(server.log) - before < 2000
    attacker.hang_up()
    newcomer = await Person.come(server)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (soft, hard))
    await newcomer.react_often(2)
    assert waits.worst_ratio < WORST
    figures(f"{len(server.log) - before} bytes logged; {waits}; recovers at once")
    await watching.leave()
    await newcomer.leave()


@pytest.mark.attack(7, "more connections than files")
async def test_few_files(made: Made, attacker: Attacker, figures: Tell) -> None:
    few = ("prlimit", "--nofile=125:125")
    server = await made(before=few, connections_per_minute=100, unauthenticated_per_address=100)
    await attacker.raw_many(server, 60)
    await until(lambda: attacker.kept <= 25)
    await until(lambda: '"connections": 25, ' in server.log and "few files" in server.log)
    kept = attacker.kept
    assert kept == 25
    assert files(server) < 100
    full = files(server)
    attacker.hang_up()
    await until(lambda: files(server) < full)
    (await connect(server)).abort()
    figures(f"{kept} of 60 kept with 125 files, a reserve left")


@pytest.mark.attack(8, "logged in, and no channel opened")
async def test_no_channel(tight: Server, attacker: Attacker, figures: Tell) -> None:
    connection = await attacker.connect(tight)
    before = time.monotonic()
    async with asyncio.timeout(PATIENCE):
        await connection.wait_closed()
    figures(f"closed after {time.monotonic() - before:.1f} s of 6")


@pytest.mark.attack(8, "logged in, and a channel opened on which nothing is asked for")
async def test_half_a_channel(tight: Server, attacker: Attacker) -> None:
    connection = await attacker.connect(tight)
    deafen(connection)
    connection.send_packet(OPEN, String(b"session"), UInt32(1), UInt32(65536), UInt32(32768))
    async with asyncio.timeout(PATIENCE):
        await connection.wait_closed()


@pytest.mark.attack(10, "a channel with packets of one byte")
async def test_tiny_packets(server: Server, attacker: Attacker, figures: Tell) -> None:
    connection = await attacker.connect(server)
    watching = await Person.come(server)

    async def attack() -> Any:
        return await connection.run("rules 421", max_pktsize=1)

    waits = await watching.react_while(attack())
    result = await connection.run("help", max_pktsize=1)
    assert not result.stdout and result.exit_status is None
    assert waits.worst_ratio < WORST
    figures(f"refused; {waits}")
    await watching.leave()
