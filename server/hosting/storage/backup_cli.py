"""`arcade backup` and `arcade restore`: copy the log, even while the server runs."""

import signal
import threading
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from server.config.environment import (
    LOG,
    NATS,
    PATH,
    CannotDo,
    CommandError,
    data_folder,
    data_option,
    must_be_of_a_cluster,
)

if TYPE_CHECKING:
    from arcade.eventlog.copies import Contents

WORKERS = click.option(
    "--workers", is_flag=True, help="The log of serve --workers, in the data folder too."
)
CLUSTER = click.option(
    "--log",
    metavar="nats://…",
    envvar="ARCADE_LOG",
    help="The log of a NATS cluster, as in serve --log; ARCADE_LOG keeps its token out of sight.",
)


@click.command()
@click.argument("file", type=PATH)
@data_option()
@WORKERS
@CLUSTER
def backup(file: Path, data: Path | None, workers: bool, log: str | None) -> None:
    """Copy the whole log to FILE, even while the server runs.

    Exit code 1: the copy was made, but some of the log was already damaged.
    """
    from arcade.eventlog.copies import back_up, refuse_existing
    from arcade.eventlog.log import CannotOpen

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _ended)
    log = _cluster(log, workers)
    folder = data_folder(data)
    shared = (folder / NATS / "store").is_dir()
    try:
        refuse_existing(file)
        if log or workers or (shared and not (folder / LOG).exists()):
            import asyncio

            contents = asyncio.run(_from_nats(file.absolute(), folder / NATS, log))
        else:
            contents = back_up(folder / LOG, file.absolute())
            if shared:
                click.echo(
                    f"{folder / NATS} also holds a log of workers; copy it with --workers.",
                    err=True,
                )
    except (CannotOpen, CannotDo) as error:
        raise CommandError(f"No backup is made: {str(error).rstrip('.')}.") from error
    click.echo(f"{file}: {contents.facts} facts of {contents.streams} streams, verified.")
    if contents.damaged:
        click.echo(
            f"Damaged before the backup: {', '.join(map(repr, contents.damaged))}.", err=True
        )
        raise SystemExit(1)


@click.command()
@click.argument("file", type=PATH)
@data_option("The folder to restore to; it must have no log yet")
@WORKERS
@CLUSTER
@click.option(
    "--replicas",
    type=click.IntRange(1, 5),
    default=1,
    help="Number of cluster nodes that keep the log.",
)
@click.option(
    "--replace", is_flag=True, help="In place of a log that is there; that is kept as ….damaged."
)
@click.option(
    "--damaged", is_flag=True, help="Although tables in it are damaged: these stay closed."
)
def restore(
    file: Path,
    data: Path | None,
    workers: bool,
    log: str | None,
    replicas: int,
    replace: bool,
    damaged: bool,
) -> None:
    """Restore the backup FILE to a data folder; overwrite nothing."""
    from arcade.eventlog import copies
    from arcade.eventlog.log import CannotOpen

    log = _cluster(log, workers)
    if data is None and log is None:
        raise CommandError("Name the folder to restore to with --data, or a cluster with --log.")
    folder = data_folder(data)
    must_be_of_a_cluster(replicas, log or "")
    where = log.rpartition("@")[2] if log else str(folder / (NATS if workers else LOG))
    if replace and log:
        raise CommandError("--replace is for a log in a data folder; a cluster: docs/cluster.md.")
    try:
        if log or workers:
            contents = copies.check_backup(file.absolute(), damaged)
            if replace:
                _set_aside(folder / NATS)
            import asyncio

            asyncio.run(_to_nats(file.absolute(), folder / NATS, log, replicas))
        else:
            contents = copies.restore(file.absolute(), folder / LOG, replace, damaged)
    except (CannotOpen, CannotDo) as error:
        raise CommandError(f"Nothing is restored: {str(error).rstrip('.')}.") from error
    click.echo(f"{where}: {contents.facts} facts of {contents.streams} streams, verified.")
    if contents.damaged:
        click.echo(f"Damaged, and closed: {', '.join(map(repr, contents.damaged))}.", err=True)


def _set_aside(folder: Path) -> None:
    from server.cluster import nats

    nats.set_aside(folder)


def _ended(number: int, _: object) -> None:
    """End as on Ctrl+C, so that no half of a copy is left."""
    raise SystemExit(128 + number)


def _cluster(log: str | None, workers: bool) -> str | None:
    """Return the log of a cluster; typed options override the environment."""
    source = click.get_current_context().get_parameter_source
    if source("log") is ParameterSource.ENVIRONMENT and (
        workers
        or source("data") is ParameterSource.COMMANDLINE
        or not (log or "").startswith("nats://")
    ):
        return None
    return log


async def _from_nats(file: Path, folder: Path, log: str | None) -> "Contents":
    from arcade.eventlog.log import CannotOpen
    from server.cluster import nats
    from server.hosting.storage import transfer

    if not log and not (folder / "store").is_dir():
        raise CannotOpen(f"there is no log {folder}: name its folder with --data")
    async with nullcontext(log) if log else nats.running_nats(folder) as url:
        return await transfer.back_up(url, file)


async def _to_nats(file: Path, folder: Path, log: str | None, replicas: int) -> None:
    from server.cluster import nats
    from server.hosting.storage import transfer

    async with nullcontext(log) if log else nats.running_nats(folder, alone=True) as url:
        await transfer.restore(file, url, replicas)
