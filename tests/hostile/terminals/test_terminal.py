"""Rows 11 and 19 to 21: what a terminal may send and ask for, and one that does not read."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import pytest
from asyncssh.packet import UInt32

from tests.hostile.conftest import Made, Tell
from tests.hostile.people import USUAL, WORST, Attacker, Person, memory
from tests.ssh.process import Server
from tests.waiting import PATIENCE


async def write(person: Person, data: bytes, pieces: int = 4096) -> None:
    """Send it all, as fast as the server takes it, reading nothing."""
    transport = person.connection._transport
    for start in range(0, len(data), pieces):
        while transport.get_write_buffer_size() > 65536 and not transport.is_closing():
            await asyncio.sleep(0.01)
        if transport.is_closing():
            return
        person.process.stdin.write(data[start : start + pieces])
        await asyncio.sleep(0)


async def resize(person: Person, size: tuple[int, int]) -> None:
    person.process.change_terminal_size(*size)
    await asyncio.sleep(0.5)


INPUTS: dict[str, Callable[[Person], Awaitable[None]]] = {
    "a paste without an end": lambda terminal: write(terminal, b"\x1b[200~" + b"q" * 200_000),
    "20,000 mouse reports": lambda terminal: write(terminal, b"\x1b[<0;5;5M\x1b[<0;5;5m" * 10_000),
    "keys that are none": lambda terminal: write(
        terminal, b"\x1b[1114112u\x1b[99999999999999999999u" * 200
    ),
    "half sequences": lambda terminal: write(terminal, b"\x1b[" * 20_000),
    "a title without an end": lambda terminal: write(terminal, b"\x1b]0;" + b"x" * 100_000),
    "arrow keys": lambda terminal: write(terminal, b"\x1b[B" * 30_000),
    "a window of 0x0": lambda terminal: resize(terminal, (0, 0)),
    "a window of 65535x65535": lambda terminal: resize(terminal, (65535, 65535)),
    "a window of 5x65535": lambda terminal: resize(terminal, (5, 65535)),
    "a size on the input": lambda terminal: write(terminal, b"\x1b[48;65535;65535;1;1t" * 50),
}


@pytest.mark.attack(20, "what no keyboard sends")
@pytest.mark.parametrize("name", INPUTS)
async def test_inputs(server: Server, attacker: Attacker, figures: Tell, name: str) -> None:
    watching = await Person.come(server)
    loud = await Person.come(server, attacker.address)
    before = memory(server)

    async def attack() -> None:
        with_end = asyncio.ensure_future(INPUTS[name](loud))
        await asyncio.wait({with_end}, timeout=1.2)
        with_end.cancel()

    waits = await watching.react_while(attack())
    grown = (memory(server) - before) / 1e6
    await loud.leave()
    await watching.leave()
    figures(f"{name}: {waits}; {grown:+.0f} MB")
    assert waits.usual_ratio < USUAL
    assert waits.worst_ratio < WORST
    assert grown < 60


@pytest.mark.attack(21, "keys and commands that are Textual's own")
async def test_textuals_own(server: Server, attacker: Attacker) -> None:
    folder = sorted(path for path in server.folder.rglob("*") if path.is_file())
    person = await Person.come(server, attacker.address)
    for key in ("\x1a", "\x10", "\x1b", "\x1c", "\x1d", "\x1bs", "\x1b[24~"):
        person.process.stdin.write(key.encode())
        await person.read(0.2)
    for word in (b"Screenshot", b"Inspect", b"Maximize", b"Change theme", b"Keys and Panels"):
        assert word not in person.output
    assert sorted(path for path in server.folder.rglob("*") if path.is_file()) == folder
    newcomer = await Person.come(server)
    await newcomer.leave()
    await person.leave()


@pytest.mark.attack(11, "a key exchange that never ends, after logging in")
async def test_endless_rekey(made: Made, attacker: Attacker, figures: Tell) -> None:
    server = await made(stuck_time=1, keepalive=1, login_time=3)
    person = await Person.come(server, attacker.address)
    before = memory(server)
    connection = person.connection
    connection._packet_handlers = {**connection._packet_handlers, 20: lambda *_: True}
    connection._send_kexinit()
    transport = connection._transport
    async with asyncio.timeout(PATIENCE):
        while not transport.is_closing():
            await asyncio.sleep(0.05)
    figures(f"closed; {(memory(server) - before) / 1e6:+.0f} MB")


@pytest.mark.attack(11, "a huge window, and nothing read")
async def test_nothing_is_read(made: Made, attacker: Attacker, figures: Tell) -> None:
    server = await made(stuck_time=2)
    watching = await Person.come(server)
    person = await Person.come(server, attacker.address, size=(300, 100))
    before = memory(server)
    connection, channel = person.connection, person.process.channel
    connection.send_packet(93, UInt32(channel._send_chan), UInt32(0x7FFFFFFF))
    connection._transport.pause_reading()
    grown = 0

    async def attack(numbers: range) -> None:
        nonlocal grown
        for number in numbers:
            with contextlib.suppress(OSError):  # until it is closed
                person.process.stdin.write(b"?" if number % 2 else b"\x1b")
                person.process.change_terminal_size(300 - number % 3, 100)
            await asyncio.sleep(0.015)
            grown = max(grown, memory(server) - before)

    thirds = range(134), range(134, 267), range(267, 400)
    waits = await watching.react_while(*map(attack, thirds))
    figures(f"{grown / 1e6:+.0f} MB; {waits}")
    await person.leave()
    await watching.leave()
    assert grown < 60e6
    assert waits.worst_ratio < WORST
