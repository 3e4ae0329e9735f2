"""The surroundings of a host's command: data folder, open files, variables.

Imports nothing heavy: every command of the host needs it.
"""

import math
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any, TypeVar

import click

LOG = "arcade.sqlite3"
"""The log of a single process."""
SOCKET = "arcade.sock"
"""The host's control socket."""
NATS = "nats"
"""The folder of a private NATS server."""
HOST_KEYS = "host_keys"
KEY_NAME = "ssh_host_ed25519_key"
"""The folder of the host key, and its name there."""

DRAINED = 4
"""The exit code of a server that `arcade admin drain` ended: it is not to be started again."""

ENOUGH_FILES = 65_536
"""The open files requested where the system sets no limit."""

_ABOUT_A_TERMINAL = (
    *("CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "COLUMNS", "ESCDELAY", "FORCE_COLOR"),
    *("LC_TERMINAL", "LINES", "NO_COLOR", "ROWS", "TERM_PROGRAM", "TTY_COMPATIBLE"),
    *("TTY_INTERACTIVE", "UNICODE_VERSION"),
)


F = TypeVar("F", bound=Callable[..., object])


class CannotDo(Exception):
    """The request cannot be met; the message says why and what to do about it."""


class CommandError(click.ClickException):
    """A command failed; the message says what to do. Exit code 2."""

    exit_code = 2


class NamedPath(click.Path):
    """A path that is not empty, as it is where a script's variable is not set."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("it is empty.", param, ctx)
        return super().convert(value, param, ctx)


class NumberRange(click.FloatRange):
    """A range of numbers; click finds what is not a number in every one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail("it is no number.", param, ctx)
        return number


PATH = NamedPath(path_type=Path, readable=False)
FOLDER = NamedPath(path_type=Path, readable=False, file_okay=False)


def data_option(
    about: str = "The data folder of the server [default: the user's data folder]",
) -> Callable[[F], F]:
    """Return the option of a command for its data folder."""
    return click.option("--data", type=FOLDER, envvar="ARCADE_DATA", help=f"{about}; ARCADE_DATA.")


def data_folder(data: Path | None) -> Path:
    """Return the given folder, else the user's own, as an absolute path."""
    from platformdirs import user_data_path

    return (data or user_data_path("ssh-arcade", appauthor=False)).absolute()


def must_be_of_a_cluster(replicas: int, log: str) -> None:
    """Raise `CommandError` for copies on several servers where only one keeps the log."""
    if replicas > 1 and not log.startswith("nats://"):
        raise CommandError(
            f"--replicas {replicas} takes the servers of a cluster: name them with --log nats://…"
        )


def default_host_key(data: Path) -> Path:
    """Return the path of the host key where none is configured.

    In a clone it is in ./host_keys, elsewhere with the data:
    docs/decisions/0031-host-key.md.
    """
    here, own = (Path(HOST_KEYS) / KEY_NAME).absolute(), data / HOST_KEYS / KEY_NAME
    return here if here.exists() or (here.parent.is_dir() and not own.exists()) else own


def raise_file_limit() -> int:
    """Raise the limit of open files as far as the system allows; return the limit."""
    import resource  # Windows has none, and plays without a server

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wished = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wished:
        return wished
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
    except (OSError, ValueError):
        return soft
    return wished


def forget_terminal(environment: MutableMapping[str, str]) -> None:
    """Drop the variables Textual and Rich read; call this before importing either."""
    for name in list(environment):
        if name in _ABOUT_A_TERMINAL or name.startswith("TEXTUAL"):
            del environment[name]
    environment["TEXTUAL_COLOR_SYSTEM"] = "truecolor"
