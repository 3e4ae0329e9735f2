"""Backups of a log that is kept in NATS: into a file like that of a single server, and back again.
So a log can also move between a single server, one with workers, and a cluster.
"""

import tempfile
from pathlib import Path

from msgspec.structs import replace

from arcade.eventlog import copies
from arcade.eventlog.copies import Contents
from arcade.eventlog.log import CannotOpen, EventLog, NotStored, Token
from arcade.eventlog.nats.jetstream import JetStreamLog
from arcade.eventlog.owner import as_owner
from arcade.eventlog.sqlite import SQLiteLog
from arcade.rooms import snapshots
from server.config.environment import LOG

SHORTCUTS = snapshots.stream("")
"""Streams that point into the log they were made for, and hold nothing of their own."""


async def back_up(url: str, target: Path) -> Contents:
    """Copy a log in NATS to a file, as it is at one moment; raises CannotOpen.

    Damaged streams are left out, and named.
    """
    source = await JetStreamLog.open(url)
    try:
        moment = await source.moment()
        if not moment:
            raise CannotOpen("there is nothing in that log")
        with (
            as_owner(target.parent),
            tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder,
        ):
            copy = Path(folder) / LOG
            damaged = await _copy(source, await SQLiteLog.open(copy), moment)
            return replace(copies.back_up(copy, target), damaged=damaged)
    except (NotStored, OSError) as error:
        raise CannotOpen(str(error)) from error
    finally:
        await source.close()


async def restore(backup: Path, url: str, replicas: int = 1) -> None:
    """Put a verified backup into NATS, where there must be no log yet; raises CannotOpen.

    Damaged tables are left out.
    """
    target = await JetStreamLog.open(url, replicas)
    try:
        if await target.streams():
            raise CannotOpen("there is a log already: nothing is overwritten")
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / LOG
            copies.back_up(backup, copy)
            await _copy(await SQLiteLog.open(copy), target)
    except (NotStored, OSError) as error:
        raise CannotOpen(str(error)) from error
    finally:
        await target.close()


async def _copy(source: EventLog, target: EventLog, until: Token = 0) -> tuple[str, ...]:
    """Copy, close the one that is a file, and return the damaged streams."""
    try:
        return await copies.copy(source, target, SHORTCUTS, until)
    finally:
        for log in (source, target):
            if isinstance(log, SQLiteLog):
                await log.close()
