"""Guests come and go by the hundred, and must leave nothing behind: counts objects, not only RSS.

    PYTHONPATH=. python -m tools.soak.visits --visits 2000

The server is inside this process, with the arcade's own screens; every other guest looks on at a
table, every third breaks the line off instead of leaving.
"""

import argparse
import asyncio
import gc
import os
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path

import asyncssh
from textual.app import App
from textual.driver import Driver
from textual.screen import Screen

from arcade.club.club import Club
from arcade.club.presence import Visit
from arcade.club.table_session import TableSession
from arcade.eventlog.memory import MemoryLog
from screens.terminal.paint import Pane
from server.config.settings import Limits, Settings
from server.doors.context import ServerContext, arcade_app
from server.doors.session import Session
from server.limits.cost_meter import sampling
from server.limits.throttle import ThrottledProtocol
from server.monitoring import logs
from server.monitoring.garbage import YoungGarbage
from server.spectators.broadcasts import Broadcast
from server.spectators.session import SpectatorSession
from server.ssh.connection import SSHConnection
from server.ssh.listener import listen
from server.ssh.wire import SSHWire
from server.terminal.channel import Channel
from server.terminal.outlet import Outlet
from tests.processes import resident
from tools.arguments import positive
from tools.soak.guests import Guest

COUNTED = (
    *(App, Screen, Pane, Driver, Session, Channel, Outlet),
    *(SSHWire, SSHConnection, ThrottledProtocol),
    *(TableSession, Visit, SpectatorSession, Broadcast),
    *(asyncssh.SSHServerConnection, asyncssh.SSHServerChannel, asyncio.Task),
)
LIMITS = Limits(
    login_time=300,
    connections_per_minute=60_000,
    cpu_share=100,  # all are of one address
    input_rate=10**9,
    connections_per_address=200,
    unauthenticated_per_address=200,
    newcomers_per_hour=100_000,
    tables_per_address=2000,
)
AT_ONCE = 16
"""Guests who are there together."""


def count() -> Counter[str]:
    """Count what a session is made of, after everything that can go has gone."""
    for _ in range(3):
        gc.collect()
    # By its type: a weak proxy of what is gone cannot be asked what it is.
    types = [type(kind_seen) for kind_seen in gc.get_objects()]
    return Counter(
        kind.__name__ for kind_seen in types for kind in COUNTED if issubclass(kind_seen, kind)
    )


class Soak:
    """A house whose guests come and go."""

    def __init__(self, context: ServerContext, port: int, code: str) -> None:
        self._context = context
        self._port = port
        self._code = code
        self._tasks = count()["Task"]

    async def visits(self, number: int) -> None:
        """Let a number of guests visit, a few at once, and wait until all have left."""
        waiting = list(range(number))

        async def one_after_another() -> None:
            while waiting:
                await self._visit(waiting.pop())

        await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))
        with suppress(TimeoutError):  # whatever is still there is counted
            async with asyncio.timeout(15):
                while self._context.sessions or self._context.connections or self._stays():
                    await asyncio.sleep(0.5)

    def _stays(self) -> bool:
        """Whether something is left; an app whose line broke ends a little after its session."""
        left = count()
        return bool(left["App"]) or left["Task"] > self._tasks

    async def _visit(self, number: int) -> None:
        user = f"watch-{self._code}" if number % 2 else "play"
        async with await Guest.enter(self._port, user) as guest:
            await guest.see(self._code.encode())
            guest.type(b"?")
            await guest.some()
            if number % 3 == 0:
                guest.line.abort()
            while not guest.channel.is_closing() and b"\x1b[?1049l" not in guest.tail:
                guest.channel.write(b"qy")  # from the help, the table, the house, which may ask
                await asyncio.sleep(0.3)


async def soak(visits: int, between: int) -> list[tuple[int, Counter[str], int]]:
    """Return (visits so far, objects, bytes) after a first few visits, after every `between`, and
    after the last.
    """
    thawed = not gc.get_freeze_count()
    gc.freeze()  # what was here before is no visitor's, and need not be looked at each time
    with tempfile.TemporaryDirectory() as folder, sampling(YoungGarbage().tick):
        club = await Club.open(MemoryLog())
        context = ServerContext(club, LIMITS, arcade_app)
        settings = Settings(Path(folder), Path(folder) / "key", port=0, limits=LIMITS)
        listener = await listen(settings, asyncssh.generate_private_key("ssh-ed25519"), context)
        player, _ = club.accounts.guest()
        code = await club.create(player, "421")
        table_session = await club.join(player, code)
        running = Soak(context, listener.get_port(), code)
        seen = []
        await running.visits(min(between, 2 * AT_ONCE))  # modules are loaded and caches filled
        seen.append((0, count(), resident(os.getpid())))
        for number in range(0, visits, between):
            until = min(number + between, visits)
            await running.visits(until - number)
            seen.append((until, count(), resident(os.getpid())))
        table_session.detach()
        listener.close()
        await club.close()
        context.garbage.close()
    if thawed:
        gc.unfreeze()
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visits", type=positive, default=2000)
    parser.add_argument("--between", type=positive, default=400)
    asked = parser.parse_args()
    logs.configure("error")
    seen = asyncio.run(soak(asked.visits, asked.between))
    for visits_over, objects, size in seen:
        counts = ", ".join(f"{kind.__name__} {objects[kind.__name__]}" for kind in COUNTED)
        sys.stdout.write(f"{visits_over:5} visits  {size / 2**20:6.1f} MB  {counts}\n")
    if any(objects != seen[0][1] for _, objects, _ in seen):
        sys.exit("Something of those who left has stayed.")


if __name__ == "__main__":
    main()
