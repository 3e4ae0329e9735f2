"""The command `arcade`. Each command imports the heavy modules it needs."""

import os
import re
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import click

from server.config import installation
from server.config.addresses import LOCAL, listening_text, names, resolve
from server.config.environment import (
    DRAINED,
    HOST_KEYS,
    KEY_NAME,
    PATH,
    CannotDo,
    CommandError,
    NumberRange,
    data_folder,
    default_host_key,
    forget_terminal,
    must_be_of_a_cluster,
)
from server.config.file import read_config
from server.hosting.admin_cli import admin
from server.hosting.storage.backup_cli import backup, restore

if TYPE_CHECKING:
    from msgspec import Struct

    from server.config.settings import Settings
    from server.hosting.run import ServerInfo

Run = TypeVar("Run", bound=Callable[..., Any])

_ADDRESS = re.compile(r"(?:[^\s/@:\[\]]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?", re.ASCII)


def _check_log(_: click.Context, __: click.Parameter, given: str) -> str:
    """Accept sqlite, memory, or the address of a NATS server."""
    if given not in ("sqlite", "memory") and not all(map(_is_nats, given.split(","))):
        raise click.BadParameter(
            f"{given!r} is not a log: choose one of sqlite, memory, nats://HOST:PORT."
        )
    return given


def _is_nats(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme == "nats" and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _join_hosts(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> str:
    for host in given:
        if host and Path(host).exists():  # the shell has put files in the place of *
            raise click.BadParameter(f"{host} is a file here. Put the star in quotes: --host '*'")
    host = ",".join(given) if given else LOCAL
    if "" in names(host):
        raise click.BadParameter(f"an address in {host!r} is empty. Every address is '*'.")
    return host


def _read_origins(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_origin(text) for texts in given for text in texts.split(","))


def _origin(text: str) -> str:
    """Read an origin, which browsers write in small letters and without a path."""
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.netloc or url.path.strip("/") or url.query:
        raise click.BadParameter(
            f"{text!r} is no address of a site. Write it as browsers do, without a page: "
            "https://arcade.example"
        )
    return f"{url.scheme}://{url.netloc}".lower()


def _read_address(_: click.Context, __: click.Parameter, text: str) -> str:
    """Read HOST or HOST:PORT, as people will type it; an IPv6 address has brackets."""
    match = _ADDRESS.fullmatch(text)
    if text and (match is None or not 0 < int(match[1] or 22) <= 65535):
        raise click.BadParameter(
            f"{text!r} is no address that ssh can be given. Write a host, with its port if that is "
            "not 22: play.example.org or play.example.org:2222"
        )
    return text


class Arcade(click.Group):
    """Reports what cannot be done, and every system error about a file, as the caller's mistake."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except CannotDo as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            if error.filename is None:
                raise
            raise CommandError(f"{str(error.filename)[:100]}: {error.strerror}.") from error
        except ModuleNotFoundError as error:
            package = (error.name or "").partition(".")[0]
            if package in ("", "arcade", "screens", "server"):
                raise
            raise CommandError(
                f"The Python package {package} is missing. {installation.how_to_install(package)}"
            ) from error


def _print_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        number, build = version(installation.NAME), installation.build()
        click.echo(f"{context.info_name}, version {number} ({build})")
        context.exit()


@click.group(cls=Arcade, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version, and exit.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """French café games in the terminal, alone or over SSH."""
    if (other := installation.stranger()) and ctx.invoked_subcommand != "doctor":
        raise CommandError(
            f"The package {other} is installed in the same environment, and both have a folder "
            f"arcade/. {installation.WHAT_TO_DO}"
        )


main.add_command(admin)
main.add_command(backup)
main.add_command(restore)


def _setting(name: str, text: str, **how: Any) -> Callable[[Run], Run]:
    """Return an option of `serve` that the environment may set, too."""
    variable = f"ARCADE_{name.upper().replace('-', '_')}"
    shown = how.get("default", "") != ""
    return click.option(
        f"--{name}", envvar=variable, help=f"{text}; {variable}.", show_default=shown, **how
    )


@main.command()
@_setting(
    "config",
    "TOML file with any of these options (host-key = …)",
    type=PATH,
    is_eager=True,
    expose_value=False,
    callback=read_config,
)
@_setting(
    "host",
    "Address to listen on, several times for several; '*' (in quotes) is every one, IPv4 and IPv6 "
    "[default: localhost]",
    multiple=True,
    callback=_join_hosts,
)
@_setting(
    "port", "Port to listen on; 0 for any free one", default=2222, type=click.IntRange(0, 65535)
)
@_setting(
    "address",
    "Address that invitations show [default: from --host and --port]",
    default="",
    metavar="HOST[:PORT]",
    callback=_read_address,
)
@_setting("data", "Folder of the log [default: the user's data folder]", type=PATH)
@_setting(
    "log",
    "Where events are stored; memory keeps none after the end; nats://HOST:PORT (several "
    "separated by commas) is shared with other processes and machines",
    default="sqlite",
    metavar="[sqlite|memory|nats://…]",
    callback=_check_log,
)
@_setting(
    "workers",
    "Number of processes that serve the port; several share the log of --log nats://…, "
    "or of a NATS server that they start in the data folder",
    default=1,
    type=click.IntRange(1, 256),
)
@_setting(
    "watchdog",
    "With --workers: restart a worker after this many seconds of silence; 0: never",
    default=15.0,
    type=NumberRange(0, 3600),
)
@_setting(
    "replicas",
    "Number of NATS servers that keep a new log",
    default=1,
    type=click.IntRange(1, 5),
)
@_setting(
    "host-key",
    "The server's private key, created if missing [default: in ./host_keys if that folder exists, "
    "with a copy in the data folder; otherwise in the data folder]",
    type=PATH,
)
@_setting(
    "next-host-key",
    "A key that clients learn now, before it replaces the host key: arcade keygen makes it",
    type=PATH,
)
@_setting(
    "proxy", "Networks of proxies that send the PROXY protocol, separated by commas", default=""
)
@_setting(
    "web",
    "Answer browsers over HTTP, on this machine alone unless an address is given; it needs the "
    "extra [web] [default: off]",
    default="",
    metavar="[ADDRESS:]PORT",
)
@_setting(
    "origin",
    "Address of the pages as browsers show it, several times for several "
    "[default: http://localhost and the port of --web]",
    multiple=True,
    callback=_read_origins,
    metavar="https://HOST",
)
@_setting(
    "metrics",
    "Serve /metrics and /healthz over HTTP, on the loopback unless an address is given "
    "[default: off]",
    default="",
    metavar="[ADDRESS:]PORT",
)
@_setting(
    "webhook",
    "Where to tell by HTTP that somebody waits for a player [default: nowhere]",
    default="",
    metavar="URL",
)
@_setting(
    "webhook-private",
    "Let webhooks lead into this machine's own network, and without encryption",
    is_flag=True,
)
@_setting(
    "log-level",
    "Lowest level written to the server's own log",
    default="info",
    type=click.Choice(("debug", "info", "warning", "error")),
)
@_setting("log-addresses", "Log the address of each visit", is_flag=True)
@_setting(
    "strict",
    "Admit only clients with a post-quantum key exchange (OpenSSH 9.9+)",
    is_flag=True,
)
@_setting(
    "allow-downgrade",
    "Open a log that a newer version has written, without what this one does not know",
    is_flag=True,
)
@click.pass_obj
def serve(tables: "Mapping[str, Struct] | None", /, **given: Any) -> None:
    """Let people play over SSH, until Ctrl+C.

    Exit code 0: ended by SIGTERM or Ctrl+C; 2: it cannot serve; 4: ended by `arcade admin drain`.
    """
    forget_terminal(os.environ)

    from server.cluster import workers
    from server.hosting import run
    from server.monitoring import logs
    from server.ssh import host_key

    logs.configure(given["log_level"])
    settings = _settings(tables, given)
    if settings.workers > 1:
        _must_have("cluster", "--workers")
    must_be_of_a_cluster(settings.replicas, settings.log)
    if settings.origins and not settings.web:
        raise CommandError("--origin is for browsers: say with --web at which port they come.")
    if settings.web:
        _must_have("web", "--web")
    if settings.workers > 1 and settings.log == "memory":
        raise CommandError("--workers cannot share --log memory: choose another log.")
    if given["host_key"] is None and settings.log != "memory":
        host_key.keep_with(settings.data, settings.host_key)
    asked_by = (workers if settings.workers > 1 else run).serve(settings, _announce)
    if asked_by == run.DRAIN:
        sys.exit(DRAINED)


def _must_have(extra: str, option: str) -> None:
    """Raise `CommandError` if a package is missing of the extra that an option needs."""
    for package in installation.missing(extra):
        how = installation.how_to_install(installation.module(package))
        raise CommandError(f"{option} needs the Python package {package}. {how}")


@main.command(params=list(serve.params))
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
@click.option("--quick", is_flag=True, help="Take at most a second: do not verify the log.")
@click.pass_obj
def doctor(
    tables: "Mapping[str, Struct] | None", /, as_json: bool, quick: bool, **given: Any
) -> None:
    """Check whether a server can run here.

    Takes the options of serve. Exit code 0: it can, perhaps with warnings; 1: it cannot.
    """
    from server.hosting import doctor as checking
    from server.monitoring import logs

    logs.configure("critical")  # the findings say it all
    findings = checking.examine(_settings(tables, given), quick)
    click.echo(checking.as_json(findings) if as_json else checking.as_lines(findings))
    sys.exit(checking.code(findings))


@main.command(params=list(serve.params))
@click.pass_obj
def health(tables: "Mapping[str, Struct] | None", /, **given: Any) -> None:
    """Check whether the server is healthy; for containers.

    Takes the server's options, and asks at the --metrics port if there is one, otherwise at the SSH
    port, and with --web for a page too. Exit code 0: healthy; 1: not.
    """
    from server.monitoring import health as asking

    settings = _settings(tables, given)
    try:
        if settings.metrics:
            click.echo(asking.ask(*asking.address(settings.metrics)))
        else:
            host = resolve(settings.host)[0].reached_at
            click.echo(asking.greeting(host, settings.port, settings.proxies))
        if settings.web:
            from server.web.address import reached_at

            asking.ask_for_page(*reached_at(settings), proxies=settings.proxies)
    except (CannotDo, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(1)


def _must_be_shown() -> None:
    """Raise `CommandError` unless an app can be shown: on a terminal, or by `textual serve`."""
    if "TEXTUAL_DRIVER" not in os.environ and not (sys.stdin.isatty() and sys.stdout.isatty()):
        typed = click.get_current_context().command_path  # `arcade play`, or `ssh-arcade play`
        raise CommandError(
            f"{typed} needs a terminal: its input and its output must not be redirected."
        )


@main.command()
def play() -> None:
    """Play on this terminal, without a server."""
    _must_be_shown()
    from screens import local

    local.main()


@main.command()
@click.argument("file", type=PATH)
@click.option(
    "--game", default=0, type=click.IntRange(0), help="Number of the game [default: the last]."
)
def replay(file: Path, game: int) -> None:
    """Step through a finished game in FILE.

    FILE is the output of `ssh play@host record CODE`.
    """
    from arcade.club.replays.offline import MOST_LINE, BadRecord, read_record

    try:
        with file.open(encoding="utf-8") as opened:
            replay = read_record(iter(lambda: opened.readline(MOST_LINE + 1), ""), game)
    except OSError as error:
        raise CommandError(f"Cannot read {file}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{file} is not a record: it is not UTF-8.") from error
    except BadRecord as error:
        raise CommandError(f"{file}: {error}") from error
    _must_be_shown()
    from screens.replay import recorded

    recorded.main(replay)


@main.command()
@click.argument("path", type=PATH, default=Path(HOST_KEYS) / KEY_NAME)
def keygen(path: Path) -> None:
    """Make a server's key at PATH (host_keys/ssh_host_ed25519_key)."""
    from server.ssh import host_key

    key = host_key.make(path)
    click.echo(f"{path}\n{key.get_fingerprint()}")


@main.command()
@click.argument("file")
@click.option("--host", default="", help="Host whose key in ~/.ssh/known_hosts signed it.")
@click.option("--checkpoint", default="", help="Output of ssh play@host checkpoint CODE.")
def verify(file: str, host: str, checkpoint: str) -> None:
    """Check the chance of the games in FILE, a table's record.

    FILE can be -, the standard input. Exit code 0: all games were checked and hold; 1: something
    does not hold; 2: something could not be checked. What was not checked is named.
    """
    from arcade.engine import registry
    from arcade.engine.game import Veils
    from server.hosting import verify as verifying

    wishes = ["--host", host] if host else []
    wishes += ["--checkpoint", checkpoint] if checkpoint else []
    hides = {key: isinstance(game, Veils) for key, game in registry.games().items()}
    sys.exit(verifying.main([*wishes, file], hides))


@main.command()
@click.argument("game")
@click.option(
    "--seats", default=0, type=click.IntRange(0), help="Number of seats [default: the game's best]."
)
@click.option("--games", default=100, type=click.IntRange(1), show_default=True)
@click.option("--bots", default="", help="Names of bots, separated by commas; they take turns.")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
@click.option(
    "--explain", is_flag=True, help="Play one game and let the coach explain each decision."
)
@click.option("--options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
def simulate(
    game: str,
    seats: int,
    games: int,
    bots: str,
    seed: int,
    as_json: bool,
    explain: bool,
    options: tuple[str, ...],
) -> None:
    """Let bots play GAME against each other and count their wins."""
    from server.hosting import simulate as simulation

    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    setup = simulation.prepare(game, seats, names, options)
    if explain:
        click.echo(simulation.run_explained(setup, seed))
        return
    result = simulation.run(setup, games, seed)
    click.echo(simulation.as_json(result) if as_json else simulation.as_table(result))


def _settings(tables: "Mapping[str, Struct] | None", given: Mapping[str, Any]) -> "Settings":
    """Build the settings from the options of `serve` and the tables of its configuration file."""
    from server.config.settings import Settings

    data = data_folder(given["data"])
    typed = {name: given[name] for name in given.keys() & set(Settings.__struct_fields__)}
    more = {
        "data": data,
        "host_key": (given["host_key"] or default_host_key(data)).absolute(),
        "proxies": _networks(given["proxy"]),
        "origins": given["origin"],
        "next_host_key": given["next_host_key"] and given["next_host_key"].absolute(),
    }
    return Settings(**{**typed, **more, **(tables or {})})


def _networks(text: str) -> tuple[str, ...]:
    import ipaddress

    networks = tuple(part.strip() for part in text.split(",") if part.strip())
    for network in networks:
        try:
            ipaddress.ip_network(network, strict=False)
        except ValueError as error:
            raise CommandError(f"--proxy: {error}. Write networks such as 10.0.0.0/8.") from error
    return networks


def _announce(info: "ServerInfo") -> None:
    import ipaddress

    from server.ssh.host_key import known_hosts, sshfp

    settings = info.settings
    where = str(settings.data)
    if settings.log == "memory":
        where = "nowhere: it is lost when the server ends"
    elif settings.shared:
        where = "at NATS: " + ", ".join(url.rpartition("@")[2] for url in settings.log.split(","))
    listens = listening_text(settings.host, info.addresses, info.port)
    if all(ipaddress.ip_address(address).is_loopback for address in info.addresses):
        listens += "; only this machine can connect: --host '*' lets others in"
    browsers = info.web or "not answered: --web 8080 (ARCADE_WEB=8080) answers them"
    click.echo(
        f"Play:        {info.command}\n"
        f"Host key:    {info.fingerprint}  ({settings.host_key})\n"
        f"Data:        {where}\n"
        f"Listening:   {listens}; Ctrl+C ends it\n"
        f"Browsers:    {browsers}"
    )
    for key in info.keys:
        click.echo(f"known_hosts: {known_hosts(key, info.reached_at)}")
        click.echo(f"DNS:         {sshfp(key, info.reached_at)}")
    sys.stdout.flush()
