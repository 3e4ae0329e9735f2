"""`arcade admin`: the host's requests to the server that runs on a data folder."""

import json
import re
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from server.hosting.environment import SOCKET, data_folder

TIMEOUT = 30.0
LONGEST = 2000
"""Characters of one argument; the server keeps fewer."""
_SPAN = re.compile(r"(\d+)([mhdw])")
_MINUTES: Mapping[str, int] = {"m": 1, "h": 60, "d": 1440, "w": 10080}


class Unanswered(click.ClickException):
    """The server did not do it; the message says why. Exit code 2."""

    exit_code = 2


class Span(click.ParamType):  # type: ignore[type-arg]
    """A time such as 30m, 12h, 7d, 2w; in minutes."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        found = _SPAN.fullmatch(str(value))
        if found is None:
            self.fail(f"{value!r} is no time; write 30m, 12h, 7d or 2w.", param, ctx)
        return int(found[1]) * _MINUTES[found[2]]


@click.group()
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    envvar="ARCADE_DATA",
    help="The data folder of the server [default: the user's data folder]; ARCADE_DATA.",
)
@click.pass_context
def admin(context: click.Context, data: Path | None) -> None:
    """Control the running server, as its host."""
    context.obj = data_folder(data)


@admin.command()
@click.argument("text", nargs=-1, required=True)
@click.pass_obj
def announce(data: Path, text: tuple[str, ...]) -> None:
    """Say something to everybody."""
    _ask(data, do="announce", text=" ".join(text))


@admin.command()
@click.argument("name")
@click.argument("minutes", type=click.IntRange(0), default=10)
@click.pass_obj
def mute(data: Path, name: str, minutes: int) -> None:
    """Keep NAME from speaking for MINUTES [10]; 0: until unmuted."""
    _ask(data, do="mute", name=name, minutes=minutes)


@admin.command()
@click.argument("name")
@click.pass_obj
def unmute(data: Path, name: str) -> None:
    """Let NAME speak again."""
    _ask(data, do="unmute", name=name)


@admin.command()
@click.argument("whom", metavar="NAME|KEY|ADDRESS")
@click.option("--for", "minutes", type=Span(), default="0m", help="30m, 12h, 7d, 2w [for good].")
@click.option("--why", default="", help="A sentence they are told.")
@click.pass_obj
def ban(data: Path, whom: str, minutes: int, why: str) -> None:
    """Shut somebody out: by name, key (SHA256:…), address or network (10.0.0.0/8)."""
    _ask(data, do="ban", whom=whom, minutes=minutes, why=why)


@admin.command()
@click.argument("whom", metavar="NAME|KEY|ADDRESS")
@click.pass_obj
def unban(data: Path, whom: str) -> None:
    """Let somebody in again."""
    _ask(data, do="unban", whom=whom)


@admin.command()
@click.argument("name")
@click.argument("key", metavar="KEYFILE|SHA256:…")
@click.option("--only", is_flag=True, help="Take their other keys and their recovery code away.")
@click.pass_obj
def relink(data: Path, name: str, key: str, only: bool) -> None:
    """Let NAME come with another key: a file with the public key, or its fingerprint."""
    if not key.startswith("SHA256:"):
        import asyncssh  # takes a while to load; no other command needs it

        try:
            key = asyncssh.read_public_key(key).get_fingerprint()
        except (OSError, asyncssh.KeyImportError) as error:
            raise click.BadParameter(
                f"{key} is no file with a public key ({error}); it ends in .pub, as a rule.",
                param_hint="'KEY'",
            ) from error
    _ask(data, do="relink", name=name, key=key, only=only)


@admin.command()
@click.pass_obj
def bans(data: Path) -> None:
    """List who is banned, until when, and why."""
    _ask(data, do="bans")


@admin.command()
@click.pass_obj
def reports(data: Path) -> None:
    """List what people have reported."""
    _ask(data, do="reports")


@admin.command()
@click.argument("code")
@click.pass_obj
def close(data: Path, code: str) -> None:
    """Close table CODE."""
    _ask(data, do="close", code=code)


@admin.command()
@click.option(
    "--minutes", type=click.FloatRange(0, 1440), default=5.0, show_default=True, help="How long."
)
@click.option(
    "--here", is_flag=True, help="This machine of a cluster only: it takes in nobody any more."
)
@click.argument("text", nargs=-1, required=True)
@click.pass_obj
def drain(data: Path, minutes: float, here: bool, text: tuple[str, ...]) -> None:
    """Tell everybody that the server ends, and why; then end it.

    Of a cluster it ends all machines; --here ends the one on which it is typed.
    """
    if minutes != minutes:  # no number, which is in every range
        raise click.BadParameter("it is no number.", param_hint="'--minutes'")
    _ask(data, do="drain", minutes=minutes, here=here, text=" ".join(text))


@admin.command()
@click.pass_obj
def who(data: Path) -> None:
    """List who is here, where, and from which address."""
    _ask(data, do="who")


@admin.command()
@click.pass_obj
def rebuild(data: Path) -> None:
    """Recompute the standings from the log; the server finishes even if you stop waiting."""
    _ask(data, do="rebuild")


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
    except (FileNotFoundError, ConnectionRefusedError) as error:
        raise Unanswered(
            f"No server runs on the data in {data}. Start it with arcade serve, or name its "
            "folder with: arcade admin --data FOLDER …"
        ) from error
    except PermissionError as error:
        raise Unanswered(f"{path} is another user's: only who runs the server may ask.") from error
    except OSError as error:
        raise Unanswered(f"The server does not answer at {path}: {error}.") from error
    if not line:
        raise Unanswered(f"The server gave no answer at {path}; its log says why.")
    if answer["error"]:
        raise Unanswered(answer["error"])
    for one in answer["lines"]:
        click.echo(one)


def _sent(value: object) -> object:
    """Replace bytes that are not text in an argument, and cut it to length."""
    if not isinstance(value, str):
        return value
    return value.encode("utf-8", "replace").decode()[:LONGEST]
