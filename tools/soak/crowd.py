"""One address that comes in numbers: what others' keys wait for, and how soon a newcomer is in.

    PYTHONPATH=. python -m tools.soak.crowd api rules lobbies shells logins tables connects

Waits are processor time of the server between a key's arrival and its frame, so that other work on
the machine does not count; how busy the server is, and the newcomer's seconds, are by the clock.
"""

import asyncio
import contextlib
import itertools
import json
import os
import socket
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncssh

from tests.hostile.people import PEOPLE, Attacker, Person, Waits, connect, memory, processor
from tests.ssh.process import Server

CONNECTIONS, EACH = 40, 4
CROWD = f"127.66.{os.getpid() // 250 % 250}.{os.getpid() % 250 + 1}"
"""A different address in each process, so that no quota is shared."""
SECONDS = 12.0
SIZE = (160, 45)
Deed = Callable[[Server, Any], Awaitable[None]]


async def drain(process: Any) -> None:
    """Read and forget."""
    while await process.stdout.read(65536):
        pass


async def api(_: Server, connection: Any) -> None:
    """Ask for the games, eight times at once."""
    process = await connection.create_process("api", encoding=None)
    reading = asyncio.create_task(drain(process))
    while not reading.done():
        process.stdin.write(b'{"do":"games"}\n' * 8)
        await process.stdin.drain()
        await asyncio.sleep(0.05)


async def rules(_: Server, connection: Any) -> None:
    """Ask for a page of rules."""
    while True:
        await connection.run("rules 421")


async def screen(connection: Any) -> Any:
    """Open a screen."""
    return await connection.create_process(
        term_type="xterm-256color", term_size=SIZE, encoding=None
    )


async def lobbies(_: Server, connection: Any) -> None:
    """Sit in the lobby, which changes as others come and go."""
    process = await screen(connection)
    reading = asyncio.create_task(drain(process))
    while not reading.done():
        await asyncio.sleep(5)
        coming = await connection.create_process("api", encoding=None)
        await coming.stdout.readline()
        coming.close()


async def shells(_: Server, connection: Any) -> None:
    """Open screens and close them."""
    while True:
        process = await screen(connection)
        await process.stdout.read(1000)
        process.close()
        await asyncio.sleep(0)


async def sizes(_: Server, connection: Any) -> None:
    """Change the size of a window all the time."""
    process = await screen(connection)
    reading = asyncio.create_task(drain(process))
    for number in itertools.count():
        if reading.done():
            return
        process.change_terminal_size(60 + number * 7 % 400, 20 + number % 170)
        await asyncio.sleep(0.005)


async def helps(_: Server, connection: Any) -> None:
    """Open and close the help."""
    process = await screen(connection)
    reading = asyncio.create_task(drain(process))
    while not reading.done():
        process.stdin.write(b"?\x1b[27u" * 8)
        await process.stdin.drain()
        await asyncio.sleep(0.02)


watched: asyncio.Future[str] | None = None


async def watchers(_: Server, connection: Any) -> None:
    """Watch by `api` a table that the first client keeps pausing and resuming."""
    global watched
    process = await connection.create_process("api", encoding="utf-8")
    if watched is None:
        watched = asyncio.get_running_loop().create_future()
        process.stdin.write('{"do": "create", "game": "421", "seats": 6}\n{"do": "start"}\n')
        while '"event":"table"' not in (line := await process.stdout.readline()):
            pass
        watched.set_result(json.loads(line)["table"]["code"])
        reading = asyncio.create_task(drain(process))
        while not reading.done():
            process.stdin.write('{"do": "pause"}\n{"do": "continue"}\n')
            await asyncio.sleep(0.12)
    process.stdin.write(json.dumps({"do": "watch", "code": await watched}) + "\n")
    await drain(process)


async def logins(server: Server, _: Any) -> None:
    """Log in, open a screen and go."""
    async with await connect(server, CROWD) as coming:
        process = await screen(coming)
        await process.stdout.read(1000)


async def tables(_: Server, connection: Any) -> None:
    """Open tables, start games and leave, each time as a new guest."""
    while True:
        process = await connection.create_process("api", encoding="utf-8")
        for do in ("create", "start", "leave") * 12:
            process.stdin.write(json.dumps({"do": do, "game": "421", "private": True}) + "\n")
            await process.stdout.readline()
        process.close()
        await asyncio.sleep(0.01)


async def connects(server: Server, _: Any) -> None:
    """Open bare connections and close them."""
    while True:
        with socket.socket() as sock:
            sock.bind(("127.66.8.8", 0))
            sock.setblocking(False)
            await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", server.port))


CROWDS: dict[str, Deed] = {
    scene.__name__: scene
    for scene in (api, rules, lobbies, shells, sizes, helps, watchers, logins, tables, connects)
}
FEW = {"sizes": (4, 4), "helps": (4, 4), "watchers": (40, 3)}
"""Connections and channels of each, where they are not as many as may come."""


async def crowd(server: Server, deed: Deed) -> None:
    """Do it on every channel of every connection, as fast as they are let in."""
    attacker = Attacker(CROWD)
    connections, each = FEW.get(deed.__name__, (CONNECTIONS, EACH))
    tasks = []
    for _ in range(connections):
        with contextlib.suppress(OSError, asyncssh.Error, TimeoutError):  # one over the limit
            connection = await attacker.connect(server)
            tasks += [asyncio.create_task(_again(server, deed, connection)) for _ in range(each)]
    try:
        await asyncio.gather(*tasks)
    finally:
        await attacker.leave()


async def _again(server: Server, deed: Deed, connection: Any) -> None:
    while not connection.is_closed():
        with contextlib.suppress(OSError, asyncssh.Error, ValueError):
            await deed(server, connection)
        await asyncio.sleep(0.2)


async def main(name: str) -> None:
    """Measure beside one crowd, a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        await server.start()
        person = await Person.come(server)
        alone = await person.react_often(40, 0.02)
        resident_bytes = memory(server)
        loud = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tools.soak.crowd", "--beside", name, str(server.port))
        )
        await asyncio.sleep(SECONDS)
        before, since = processor(server), time.monotonic()
        beside = await person.react_often(100, 0.02)
        busy = (processor(server) - before) / (time.monotonic() - since)
        came = time.monotonic()
        newcomer = await connect(server, PEOPLE)
        process = await screen(newcomer)
        seen = b""
        while b"Play now" not in seen:
            seen += await process.stdout.read(65536)
        came = time.monotonic() - came
        loud.kill()
        await loud.wait()
        print(  # noqa: T201
            f"{name:9} {_quantiles(alone)} alone, {_quantiles(beside)} beside; "
            f"a newcomer is in after {came:.1f} s; "
            f"server {busy:.0%} busy, {(memory(server) - resident_bytes) / 1e6:+.0f} MB",
            flush=True,
        )
        newcomer.abort()
        await person.leave()
        await server.kill()


def _quantiles(waits: Waits) -> str:
    """Report the median and the 95th percentile in milliseconds."""
    often = sorted(waits.times)[int(len(waits.times) * 0.95)]
    return f"{1000 * waits.median:.0f}/{1000 * often:.0f} ms"


class There(Server):
    """A server that another process runs."""

    def __init__(self, port: int) -> None:
        self.port = port


if __name__ == "__main__":
    if sys.argv[1:2] == ["--beside"]:
        asyncio.run(crowd(There(int(sys.argv[3])), CROWDS[sys.argv[2]]))
    else:
        for wanted in sys.argv[1:] or CROWDS:
            asyncio.run(main(wanted))
