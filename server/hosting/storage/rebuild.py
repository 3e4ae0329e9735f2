"""Reads the results from the records of all tables in a process of its own, beside the server.

It takes minutes where many games were played, at the lowest priority: nobody's keys wait for it.
"""

import asyncio
import os
import sys
from collections.abc import Callable

import msgspec
from msgspec import Struct

from arcade.club.standings import ledger
from arcade.club.standings.ledger import Progress
from arcade.engine import registry
from arcade.eventlog.log import CannotOpen, NotStored
from arcade.players.results import Result
from server.config.environment import LOG, CannotDo
from server.config.settings import NATS, Settings
from server.monitoring import logs

PROGRAM = "from server.hosting.storage.rebuild import main; main()"
MAX_LINE = 1 << 20
"""Bytes of a line."""


class _Wish(Struct, frozen=True):
    """The first line of its input: a token may be in the address."""

    log: str
    level: str


class _Line(Struct, frozen=True):
    """A line of its output."""

    read: int = 0
    of: int = 0
    result: Result | None = None
    failed: str = ""


def reading(settings: Settings) -> ledger.Read | None:
    """Return how the results are read with these settings; None: only the server itself can."""
    if settings.log == "memory":
        return None
    log = settings.log if settings.shared else str(settings.data / LOG)

    async def read(progress: Progress) -> list[Result]:
        return await _read(_Wish(log, settings.log_level), progress)

    return read


async def _read(wish: _Wish, progress: Progress) -> list[Result]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-c", PROGRAM),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,  # Ctrl+C is for the server, which ends it
        limit=MAX_LINE,
    )
    assert process.stdin is not None and process.stdout is not None
    results, failed = [], "its process has ended"
    try:
        process.stdin.write(msgspec.json.encode(wish) + b"\n")
        process.stdin.close()
        async for line in process.stdout:
            message = msgspec.json.decode(line, type=_Line)
            failed = message.failed
            if message.of:
                progress(message.read, message.of)
            if message.result is not None:
                results.append(message.result)
        if await process.wait() or failed:
            raise CannotDo(f"The records cannot be read: {failed}.")
        return results
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def main() -> None:
    """Read the records; the log is the first line of the input."""
    wish = msgspec.json.decode(sys.stdin.buffer.readline(), type=_Wish)
    logs.configure(wish.level)
    os.nice(19)
    registry.installed()
    try:
        for result in asyncio.run(_recorded(wish.log)):
            _say(_Line(result=result))
    except (CannotOpen, NotStored) as error:
        _say(_Line(failed=str(error)))
        sys.exit(1)


async def _recorded(log: str) -> list[Result]:
    if log.startswith(NATS):
        from arcade.eventlog.nats.jetstream import JetStreamLog

        events = await JetStreamLog.open(log, 0)
        try:
            return await ledger.recorded(events, _progress())
        finally:
            await events.close()
    from arcade.eventlog.sqlite import SQLiteReader

    with SQLiteReader(log) as reader:
        return await ledger.recorded(reader, _progress())


def _progress() -> Callable[[int, int], None]:
    percent = 0

    def say(read: int, of: int) -> None:
        nonlocal percent
        if read == of or read * 100 >= (percent + 1) * of:
            percent = read * 100 // of
            _say(_Line(read, of))

    return say


def _say(line: _Line) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()
