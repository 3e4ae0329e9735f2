"""`arcade admin`: the host's requests to the server that runs on a data folder."""

import json
import re
import socket
from collections.abc import Mapping
from pathlib import Path

import click

from server.config.environment import FOLDER, SOCKET, NumberRange, data_folder, data_option

TIMEOUT = 30.0
MAX_ARGUMENT = 2000
"""Characters of one argument; the server keeps fewer."""
_SPAN = re.compile(r"(\d+)([mhdw])")
_NUMBER = re.compile(r"(\d+(?:\.\d+)?) ?(?:m|min|minutes?)?")
_MINUTES: Mapping[str, int] = {"m": 1, "h": 60, "d": 1440, "w": 10080}


class Unanswered(click.ClickException):
    """The server did not do it; the message says why. Exit code 2."""

    exit_code = 2


class Span(click.ParamType):  # type: ignore[type-arg]
    """A time such as 30m, 12h, 7d, 2w; in minutes."""

    name = "time"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        match = _SPAN.fullmatch(str(value))
        if match is None:
            self.fail(f"{value!r} is no time; write 30m, 12h, 7d or 2w.", param, ctx)
        return int(match[1]) * _MINUTES[match[2]]


def _use(context: click.Context, _: click.Parameter, data: Path | None) -> None:
    if data is not None:
        context.obj = data_folder(data)


class Admin(click.Group):
    """Takes the data folder after the command too, where all other commands take it."""

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        option = click.Option(
            ["--data"], type=FOLDER, hidden=True, expose_value=False, callback=_use
        )
        cmd.params.append(option)
        super().add_command(cmd, name)


@click.group(cls=Admin)
@data_option()
@click.pass_context
def admin(context: click.Context, data: Path | None) -> None:
    """Control the running server, as its host."""
    context.obj = data_folder(data)


def _add(do: str, text: str, *parameters: click.Parameter) -> None:
    """Add a command that passes its parameters on to the server."""

    @click.pass_obj
    def ask(data: Path, /, **given: object) -> None:
        _ask(data, do=do, **given)

    admin.add_command(click.Command(do, callback=ask, params=list(parameters), help=text))


_NAME = click.Argument(["name"])
_WHOM = click.Argument(["whom"], metavar="NAME|KEY|ADDRESS")
_MINUTES_MUTED = click.Argument(["minutes"], type=click.IntRange(0), default=10)
_SPAN_OPTION = click.Option(
    ["--for", "minutes"], type=Span(), default="0m", help="30m, 12h, 7d, 2w [for good]."
)
_WHY = click.Option(["--why"], default="", help="The reason, which they read.")

_add("announce", "Say something to everybody.", click.Argument(["text"], nargs=-1, required=True))
_add("mute", "Mute NAME for MINUTES [10]; 0: until unmuted.", _NAME, _MINUTES_MUTED)
_add("unmute", "Let NAME speak again.", _NAME)
_add(
    *("ban", "Ban somebody by name, key (SHA256:…), address or network (10.0.0.0/8)."),
    *(_WHOM, _SPAN_OPTION, _WHY),
)
_add("unban", "Let somebody in again.", _WHOM)
_add("bans", "List who is banned, until when, and why.")
_add("reports", "List what people have reported.")
_add("close", "Close table CODE.", click.Argument(["code"]))
_add(
    *("games", "List the games and their faults; with GAME and --on or --off, let it be played."),
    click.Argument(["game"], default=""),
    click.Option(["--on/--off", "on"], default=None, help="In the lobby again, or out of it."),
)
_add(
    *("tournament", "Schedule a tournament of GAME at 21:00 or '2026-11-27 21:00', UTC; list all."),
    click.Argument(["game"], default=""),
    click.Argument(["begins"], metavar="TIME", default=""),
    click.Option(["--weekly"], is_flag=True, help="Every week from then on."),
    click.Option(["--cancel"], type=int, default=0, metavar="NO", help="Call one off."),
)
_add("who", "List who is here, where, and from which address.")
_add("rebuild", "Recompute the standings from the log; it goes on even if you do not wait.")


@admin.command()
@click.argument("name")
@click.argument("key", metavar="KEYFILE|SHA256:…")
@click.option("--only", is_flag=True, help="Remove their other keys and their recovery code.")
@click.pass_obj
def relink(data: Path, name: str, key: str, only: bool) -> None:
    """Link another key to NAME: a file with the public key, or its fingerprint."""
    if not key.startswith("SHA256:"):
        import asyncssh  # takes a while to load; no other command needs it

        try:
            key = asyncssh.read_public_key(key).get_fingerprint()
        except (OSError, asyncssh.KeyImportError) as error:
            why = getattr(error, "strerror", None) or error
            raise click.BadParameter(
                f"{key} is not a public key ({why}); the file's name usually ends in .pub.",
                param_hint="'KEY'",
            ) from error
    _ask(data, do="relink", name=name, key=key, only=only)


@admin.command()
@click.option(
    "--minutes", type=NumberRange(0, 1440), default=5.0, show_default=True, help="How long."
)
@click.option("--here", is_flag=True, help="Only this machine of a cluster; it admits nobody new.")
@click.argument("text", nargs=-1, required=True)
@click.pass_obj
def drain(data: Path, minutes: float, here: bool, text: tuple[str, ...]) -> None:
    """Tell everybody that the server is about to end, and why; then end it.

    In a cluster this ends every machine; with --here only the one you type it on.
    """
    if number := _NUMBER.fullmatch(text[0]):
        instead = f'arcade admin drain --minutes {number[1]} "A new version."'
        raise click.BadParameter(
            f"{text[0]} would be the reason that people read. For minutes write: {instead}; "
            "put a reason that begins with a number in quotation marks.",
            param_hint="'TEXT...'",
        )
    _ask(data, do="drain", minutes=minutes, here=here, text=text)


def _ask(data: Path, **request: object) -> None:
    """Ask the server and print its answer; raise `Unanswered` if there is none."""
    path = data / SOCKET
    request = {name: _sent(value) for name, value in request.items()}
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
            asking.settimeout(TIMEOUT)
            asking.connect(str(path))
            asking.sendall(json.dumps(request).encode() + b"\n")
            with asking.makefile("rb") as answers:
                while (line := answers.readline()) and (answer := json.loads(line)).get("more"):
                    click.echo(" ".join(answer["lines"]), err=True)
    except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError) as error:
        raise Unanswered(
            f"No server runs on the data in {data}. Start it with arcade serve, or name its "
            "folder with: arcade admin --data FOLDER …"
        ) from error
    except PermissionError as error:
        raise Unanswered(
            f"{path} is another user's: only the user who runs the server may ask."
        ) from error
    except OSError as error:
        why = error.strerror or error
        raise Unanswered(f"The server does not answer at {path}: {why}.") from error
    if not line:
        raise Unanswered(f"The server gave no answer at {path}; its log says why.")
    if answer["error"]:
        raise Unanswered(answer["error"])
    for text in answer["lines"]:
        click.echo(text)


def _sent(value: object) -> object:
    """Join words, replace bytes that are not text, and cut the argument to length."""
    if isinstance(value, tuple):
        value = " ".join(value)
    if not isinstance(value, str):
        return value
    return value.encode("utf-8", "replace").decode()[:MAX_ARGUMENT]
