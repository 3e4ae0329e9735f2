"""What a table, a game and a session cost processes that share a log: memory, messages, bytes.

    PYTHONPATH=. python -m tests.cluster.costs --tables 300 --sessions 60

Three clubs in one process, each with its own connection to a real nats-server: one opens the
tables, the others follow. Bots play one table to its end while somebody looks on. The sessions are
guests in the lobby of a real worker.
"""

import argparse
import asyncio
import gc
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from arcade.club.club import Club
from arcade.engine import registry
from arcade.eventlog.nats.bus import NatsBus
from arcade.eventlog.nats.jetstream import STREAM, JetStreamLog
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.timers import RoomSettings
from server.monitoring import logs
from tests.nats import NatsServer
from tests.processes import processor, resident
from tests.ssh.process import Server
from tools.soak.guests import Guest

CLUBS = 3
QUIET = 10.0
"""Seconds in which nobody does anything, to be counted."""
WARM = 10
"""Sessions that come together."""
KEYS = 5
"""How often each of them presses two keys."""
LIMITS = """
[limits]
connections_per_address = 1000
connections_per_minute = 60000
cpu_share = 1
input_rate = 1000000000
tables = 20000
tables_per_address = 20000
newcomers_per_hour = 100000
facts_per_minute = 6000000
"""
QUICK = RoomSettings(bot_pause=0.0, linger=0.0)


class Crew:
    """Clubs over one log, and what was counted of them."""

    def __init__(self, server: NatsServer) -> None:
        self.server = server
        self.logs: list[JetStreamLog] = []
        self.clubs: list[Club] = []

    def messages(self) -> int:
        """Return how many messages went to and from the server, in all."""
        stats = [log.client.stats for log in self.logs]
        return sum(stat["in_msgs"] + stat["out_msgs"] for stat in stats)

    async def stored(self) -> tuple[int, int]:
        """Return how many messages the stream holds, and their bytes on disk."""
        state = (await self.logs[0].client.jetstream().stream_info(STREAM)).state
        return state.messages, state.bytes


async def until(what: Callable[[], object], patience: float = 300.0) -> None:
    async with asyncio.timeout(patience):
        while not what():
            await asyncio.sleep(0.05)


def show(what: str, figure: str) -> None:
    sys.stdout.write(f"{what:58} {figure}\n")


async def open_tables(crew: Crew, number: int) -> None:
    """Open tables in the first club; tell what each costs one that follows."""
    first, second = crew.clubs[:2]
    gc.collect()
    tracemalloc.start()
    before, (_, stored) = tracemalloc.get_traced_memory()[0], await crew.stored()
    for turn in range(number):
        owner = Player(f"SHA256:{turn}", f"guest{turn}", guest=True)
        await first.create(owner, "421")
    await until(lambda: len([*second.rooms]) == len([*crew.clubs[2].rooms]) == number)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    show("memory of an open table, a process", f"{grown / number / CLUBS / 1024:.1f} KiB")
    _, bytes_stored = await crew.stored()
    show("a table opened, in the log", f"{(bytes_stored - stored) / number:.0f} bytes")


async def stay_quiet(crew: Crew) -> None:
    """Count what goes on when nothing does."""
    sent, worked = crew.messages(), time.process_time()
    await asyncio.sleep(QUIET)
    each = QUIET * CLUBS
    show("messages of an idle process", f"{(crew.messages() - sent) / each:.0f} a second")
    show("processor of an idle process", f"{100 * (time.process_time() - worked) / each:.2f} %")


async def play(crew: Crew, game: str) -> None:
    """Let bots play a game while somebody in another club looks on."""
    first, second = crew.clubs[:2]
    anna, ben = Player("SHA256:anna", "anna"), Player("SHA256:ben", "ben")
    table_session = await first.join(anna, await first.create(anna, game))
    await until(lambda: table_session.code in {host.room.code for host in second.rooms})
    watching = await second.watch(ben, table_session.code)
    sent, (count, size), worked = crew.messages(), await crew.stored(), time.process_time()
    log_worked = processor(crew.server.pid)
    await table_session.start()
    await table_session.do(decide.leave_seat)
    await until(lambda: watching.table().phase == "over")
    worked = time.process_time() - worked
    log_worked = processor(crew.server.pid) - log_worked
    after, grown = await crew.stored()
    moves = after - count
    show(f"{game}: appends of a game, by bots", f"{moves}")
    show(
        f"{game}: in the log", f"{(grown - size) / 1024:.0f} KiB, {(grown - size) / moves:.0f} each"
    )
    show(
        f"{game}: messages of an append, {CLUBS} processes",
        f"{(crew.messages() - sent) / moves:.1f}",
    )
    show(f"{game}: processor of an append, {CLUBS} processes", f"{1000 * worked / moves:.1f} ms")
    show(f"{game}: processor of an append, the NATS server", f"{1000 * log_worked / moves:.2f} ms")
    watching.detach()
    table_session.detach()


async def visit(url: str, folder: Path, number: int) -> None:
    """Have guests sit in the lobby of a worker; tell what each costs it."""
    worker, limits = Server(folder), folder / "limits.toml"
    limits.write_text(LIMITS)
    await worker.start("--log", url, "--config", str(limits))
    guests: list[Guest] = []
    try:
        async with AsyncExitStack() as leaving:
            while len(guests) < number + WARM:
                some = [await Guest.enter(worker.port) for _ in range(WARM)]
                for guest in some:
                    await leaving.enter_async_context(guest)
                    await guest.see(b"Play now")
                guests += some
                if len(guests) == WARM:  # what is loaded once is there now
                    before = resident(worker.pid)
            show("memory of a worker with few sessions", f"{before / 2**20:.0f} MiB")
            grown = (resident(worker.pid) - before) / (len(guests) - WARM)
            show("memory of a session in the lobby", f"{grown / 2**20:.2f} MiB")
            began = processor(worker.pid)
            await asyncio.sleep(QUIET)
            idle = processor(worker.pid) - began
            show("processor of a session at rest", f"{100 * idle / QUIET / len(guests):.3f} %")
            for _ in range(KEYS):
                for guest in guests:
                    guest.type(b"?")  # a page of help, and back
                    await guest.some()
                    guest.type(b"\x1b")
                    await guest.some()
            worked = processor(worker.pid) - began - idle
            each = 1000 * worked / KEYS / len(guests) / 2
            show("processor of a key, with its whole new screen", f"{each:.1f} ms")
    finally:
        await worker.kill()


async def measure(tables: int, sessions: int) -> None:
    async with AsyncExitStack() as closing:
        folder = Path(closing.enter_context(tempfile.TemporaryDirectory()))
        server = await closing.enter_async_context(NatsServer(folder / "nats"))
        crew = Crew(server)
        for _ in range(CLUBS):
            log = await JetStreamLog.open(server.url)
            closing.push_async_callback(log.close)
            club = await Club.open(log, QUICK, NatsBus(log.client))
            closing.push_async_callback(club.close)
            crew.logs.append(log)
            crew.clubs.append(club)
        await open_tables(crew, tables)
        await stay_quiet(crew)
        for game in registry.games():
            await play(crew, game)
        (folder / "worker").mkdir()
        await visit(server.url, folder / "worker", sessions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--sessions", type=int, default=60)
    asked = parser.parse_args()
    logs.configure("error")
    asyncio.run(measure(asked.tables, asked.sessions))


if __name__ == "__main__":
    main()
