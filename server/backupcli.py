"""`arcade backup` and `arcade restore`: copies of the log, also while the server runs."""

from pathlib import Path

import click

from server.errors import Wrong
from server.folder import LOG, chosen


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    envvar="ARCADE_DATA",
    help="The data folder of the server [default: the user's data folder]; ARCADE_DATA.",
)
def backup(file: Path, data: Path | None) -> None:
    """Copy everything that is kept to FILE, also while the server runs.

    Exit code 1: the copy is made, and something in it was damaged before.
    """
    from arcade.eventlog.copies import back_up
    from arcade.eventlog.log import CannotOpen

    try:
        found = back_up(chosen(data) / LOG, file.absolute())
    except CannotOpen as error:
        raise Wrong(f"No backup is made: {error}.") from error
    click.echo(f"{file}: {found.facts} facts of {found.streams} streams, verified.")
    if found.damaged:
        click.echo(f"Damaged before the backup: {', '.join(map(repr, found.damaged))}.", err=True)
        raise SystemExit(1)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    required=True,
    envvar="ARCADE_DATA",
    help="The folder to put it in, in which there is no log yet; ARCADE_DATA.",
)
def restore(file: Path, data: Path) -> None:
    """Put the backup FILE into a data folder, for `arcade serve`; nothing is overwritten."""
    from arcade.eventlog import copies
    from arcade.eventlog.log import CannotOpen

    try:
        found = copies.restore(file.absolute(), data.absolute() / LOG)
    except CannotOpen as error:
        raise Wrong(f"Nothing is restored: {error}.") from error
    click.echo(f"{data / LOG}: {found.facts} facts of {found.streams} streams, verified.")
