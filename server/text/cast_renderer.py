"""Recordings of finished games, made one at a time in a child process."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

import msgspec
import structlog
from msgspec import Struct

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.limits.rate_limiter import network
from arcade.engine.news import phrase
from arcade.tasks import WorkSlots

MOST_BYTES = 32 * 1024 * 1024
"""The largest recording in bytes; a long game takes about 2 MB."""

PATIENCE = 90.0
"""Seconds a recording may take, not counting the wait for those before it."""

SMALLEST, USUAL, LARGEST = (80, 24), (100, 30), (160, 60)
"""The size of a recording in columns and rows: the least, the default, the most."""

log = structlog.get_logger()


class Order(Struct, frozen=True):
    """What to record: the game's number, the language, the size in cells."""

    number: int
    language: str
    columns: int
    rows: int


class CastRenderer:
    """Makes recordings, one after another."""

    def __init__(self) -> None:
        self._slots = WorkSlots(1)

    async def record(self, club: Club, code: str, order: Order, origin: str) -> bytes:
        """Return the recording of a finished game (number 0: the last); raises `Refused`.

        Waiting requests take turns by the network of their addresses.
        """
        replay = await club.replay(code, order.number)
        order = msgspec.structs.replace(order, number=replay.number)
        facts = await club.replays.stored(code)
        try:
            async with self._slots.slot(network(origin)), asyncio.timeout(PATIENCE):
                return await _recorded(order, b"\n".join(facts))
        except (TimeoutError, OSError, ValueError) as error:
            log.error("recording failed", room=code, game=replay.number, error=repr(error))
            raise Refused(phrase("This game could not be recorded.")) from error


async def _recorded(order: Order, facts: bytes) -> bytes:
    """Run the worker; raises ValueError if it fails or writes too much."""
    path = os.pathsep.join(folder or str(Path.cwd()) for folder in sys.path)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "screens.replay.cast_worker"),
        *(str(order.number), order.language, str(order.columns), str(order.rows)),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(facts)
        process.stdin.close()  # it reads everything before it says anything
        recording = bytearray()
        while chunk := await process.stdout.read(65536):
            recording += chunk
            if len(recording) > MOST_BYTES:
                raise ValueError(f"more than {MOST_BYTES} bytes")
        if code := await process.wait():
            raise ValueError(f"ended with {code}")
        return bytes(recording)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
