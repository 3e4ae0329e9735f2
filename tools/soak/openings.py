"""One person opens and closes a screen again and again: does anything grow?

    PYTHONPATH=. python -m tools.soak.openings --openings 2000 --rounds 3

Server, client and a log in a file are inside this process; the first round loads and caches.
"""

import argparse
import asyncio
import gc
import os
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import asyncssh
from msgspec import Struct

from arcade.club.club import Club
from arcade.eventlog.sqlite import SQLiteLog
from server.config.settings import Limits, Settings
from server.doors.context import ServerContext, arcade_app
from server.monitoring import logs
from server.ssh.listener import listen
from tests.processes import resident
from tests.ssh.client import connect
from tests.waiting import until
from tools.arguments import positive
from tools.soak.guests import Guest

A_LINE = 50
"""Screens opened on one connection."""


class Left(Struct):
    """What remains after a round: objects by type, blocks of memory, bytes."""

    objects: Counter[str]
    blocks: int
    bytes: int


def bounded_caches() -> list[Any]:
    """Return the caches of functions that keep a limited number of answers.

    They fill by chance until they are full: what they keep is no leak. A cache without a limit may
    be one.
    """
    cache = type(lru_cache(bounded_caches))
    return [
        each
        for each in gc.get_objects()
        if type(each) is cache and each.cache_parameters()["maxsize"] is not None
    ]


async def open_and_close(line: asyncssh.SSHClientConnection) -> None:
    guest = Guest()
    guest.channel, _ = await line.create_session(
        lambda: guest, term_type="xterm-256color", term_size=(80, 24), encoding=None
    )
    await guest.see(b"421")
    guest.channel.close()
    await guest.channel.wait_closed()


async def openings(folder: Path, number: int, rounds: int) -> list[Left]:
    """Open and close `number` screens, and count; first as many as there are caches to fill."""
    gc.unfreeze()  # the collector names nothing that is frozen, and the suite freezes what it loads
    loaded = bounded_caches()
    gc.freeze()
    limits = Limits(cpu_share=100, input_rate=10**9, connections_per_minute=60_000)
    events = await SQLiteLog.open(folder / "log.db")
    context = ServerContext(await Club.open(events), limits, arcade_app)
    settings = Settings(folder, folder / "key", port=0, limits=limits)
    listener = await listen(settings, asyncssh.generate_private_key("ssh-ed25519"), context)
    person = asyncssh.generate_private_key("ssh-ed25519")
    await context.club.choose_name(context.club.accounts.known(person.get_fingerprint()), "anna")
    left = []
    for _ in range(rounds + 1):
        opened = 0
        while opened < number:
            async with await connect(listener.get_port(), client_keys=[person]) as line:
                with suppress(asyncssh.ChannelOpenError):  # the next connection goes on
                    for _ in range(min(A_LINE, number - opened)):
                        await open_and_close(line)
                        opened += 1
                        await until(lambda: not context.sessions)
        await until(lambda: not context.connections)
        loop: Any = asyncio.get_running_loop()
        # Cancelled timers of closed connections, due within a minute: it drops them by the hundred.
        loop._scheduled[:] = sorted(handle for handle in loop._scheduled if not handle.cancelled())
        for cache in (*loaded, *bounded_caches()):
            cache.cache_clear()
        for _ in range(3):
            gc.collect()
        kinds = Counter(
            f"{type(get_object).__module__}.{type(get_object).__name__}"
            for get_object in gc.get_objects()
        )
        left.append(Left(kinds, sys.getallocatedblocks(), resident(os.getpid())))
    listener.close()
    await context.club.close()
    await events.close()
    context.garbage.close()
    return left


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--openings", type=positive, default=2000)
    parser.add_argument("--rounds", type=positive, default=3)
    asked = parser.parse_args()
    logs.configure("error")
    with tempfile.TemporaryDirectory() as folder:
        left = asyncio.run(openings(Path(folder), asked.openings, asked.rounds))
    for count, opening in enumerate(left, 1):
        sys.stdout.write(
            f"{count * asked.openings:6} openings  {opening.bytes / 2**20:6.1f} MB  "
            f"{opening.objects.total():7} objects  {opening.blocks:8} blocks\n"
        )


if __name__ == "__main__":
    main()
