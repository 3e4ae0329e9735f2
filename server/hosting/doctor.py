"""`arcade doctor`: check whether a server can run here with these settings.

It changes nothing but a probe file in the data folder, which it removes; it may run beside a
server.
"""

import contextlib
import errno
import importlib.metadata
import json
import os
import select
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct, to_builtins

from arcade.club.speech.ssh_command import split
from arcade.eventlog.file import holder
from arcade.eventlog.owner import exists
from server.config import addresses, installation
from server.config.addresses import host_and_port, reached_at
from server.config.environment import (
    HOST_KEYS,
    KEY_NAME,
    LOG,
    NATS,
    SOCKET,
    CannotDo,
    raise_file_limit,
)
from server.config.settings import SPARE_FILES, Settings
from server.hosting.finding import Finding, Verdict, unreadable
from server.hosting.storage.check import PATIENCE, QUICK_PATIENCE, check, newest

ENOUGH_SPACE = 1 << 30
MIN_SPACE = 100 << 20
"""Bytes of free disk below which to warn, and below which starting is useless."""
CLOCK_LAG = 60.0
"""Seconds that the clock may be behind the newest fact."""
THIS_CENTURY = 1_750_000_000
"""Any moment of mid-2025 (seconds since 1970): a clock before it is wrong."""
GAME_PARTS = ("bots", "words", "lesson", "screen")
"""The modules beside a game's rules."""
TRIES = 4
"""Connections tried for each worker, on average: the system chooses which one answers."""


class RunningServer(Struct, frozen=True):
    """The server running on the data folder, if any, and the listener on the port."""

    process: str = ""
    """The number of the process that has the log, or "unknown"; "" for none."""
    taken: str = ""
    """The address at which somebody listens to the port."""
    greeted: int = 0
    silent: int = 0
    """How many connections were greeted as by SSH, and how many got no greeting."""
    answering: tuple[str, ...] = ()
    refusing: tuple[str, ...] = ()
    """The addresses of this machine at which a listener answers, and those at which none does."""


def examine(settings: Settings, quick: bool = False) -> list[Finding]:
    """Run every check, slow ones last. `quick`: only those that take a second in all."""
    if missing := list(_packages(settings)):
        return [_python(), *missing]
    patience = QUICK_PATIENCE if quick else PATIENCE
    beside = _beside(settings, patience)
    return [
        _python(),
        *_pins(),
        _openssl(),
        *_games(quick),
        *_user(),
        _port(settings, beside),
        _files(settings),
        _key(settings),
        *_data(settings),
        *_log(settings, beside, quick),
        *_metrics(settings, beside, patience),
        *_web(settings, beside, patience),
        *([] if quick else (*_address(settings), _clock(settings), _client())),
    ]


def code(findings: Sequence[Finding]) -> int:
    return int(any(finding.verdict == "fail" for finding in findings))


def as_lines(findings: Sequence[Finding]) -> str:
    """Format one line per finding, and below it what to do."""
    wide = max(len(finding.what) for finding in findings)
    lines = []
    for finding in findings:
        lines.append(f"{finding.verdict:4}  {finding.what:{wide}}  {finding.result}")
        if finding.do:
            lines.append(f"      {'':{wide}}  → {finding.do}")
    return "\n".join(lines)


def as_json(findings: Sequence[Finding]) -> str:
    return json.dumps({"code": code(findings), "findings": to_builtins(list(findings))})


def _python() -> Finding:
    return Finding("Python", "ok", ".".join(map(str, sys.version_info[:3])))


def _packages(settings: Settings) -> Iterator[Finding]:
    if other := installation.stranger():
        text = f"{other} is installed here too, and both have a folder arcade/"
        yield Finding("packages", "fail", text, installation.WHAT_TO_DO)
    cluster = ["cluster"] if settings.workers > 1 or settings.log.startswith("nats:") else []
    web = ["web"] if settings.web else []
    for extra in ("", "serve", *cluster, *web):
        for name in installation.missing(extra):
            do = installation.how_to_install(installation.module(name) if extra else "")
            yield Finding("packages", "fail", f"the Python package {name} is missing", do)


def _pins() -> Iterator[Finding]:
    for name, pin in (*installation.requirements(), *installation.requirements("serve")):
        if not pin:
            continue
        version = importlib.metadata.version(name)
        if version == pin:
            yield Finding(name, "ok", version)
        else:
            do = f"Install {name}=={pin}: private parts of exactly that version are used."
            yield Finding(name, "fail", f"{version} instead of {pin}", do)


def _user() -> Iterator[Finding]:
    if os.geteuid() == 0:
        do = "Run the server as a user of its own; port 22 needs no root: docs/hosting.md."
        yield Finding("user", "warn", "this is root", do)


def _games(quick: bool) -> Iterator[Finding]:
    """Import every game, and without `quick` the parts of those from other packages."""
    from arcade.engine import registry

    games = registry.installed()
    for game in () if quick else games.values():
        for name in () if registry.built_in(game) else GAME_PARTS:
            registry.part(game, name)
    for left_out in registry.left_out():
        do = f"Mend it or uninstall its package; meanwhile the arcade does without {left_out.name}."
        yield Finding("games", "fail", f"{left_out.name} cannot be imported: {left_out.why}", do)
    yield Finding("games", "ok", ", ".join(games))


def _openssl() -> Finding:
    from server.ssh.transport import OPTIONS

    kex = OPTIONS["kex_algs"]
    if "mlkem768x25519-sha256" in kex:
        return Finding("key exchange", "ok", f"mlkem768x25519 ({ssl.OPENSSL_VERSION})")
    return Finding(
        "key exchange",
        "warn",
        f"{', '.join(kex)} ({ssl.OPENSSL_VERSION})",
        "No post-quantum key exchange here: newer clients say so. It needs the cryptography "
        "package with OpenSSL 3.5, or liboqs.",
    )


def _beside(settings: Settings, patience: float) -> RunningServer:
    """Look for a server on the data folder, and try the port as a client does."""
    process = holder(_locked_file(settings))
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(patience)
        asking.connect(str(settings.data / SOCKET))
        process = process or "unknown"
    try:
        _bind(settings.host, settings.port)
    except OSError as error:
        taken = error.filename if error.errno == errno.EADDRINUSE else ""
        if not taken or not process:
            return RunningServer(process, taken)
    else:
        return RunningServer(process)
    by_address, refusing = _greetings(settings, patience)
    greetings = [greeting for heard in by_address.values() for greeting in heard]
    ssh = sum(greeting.startswith(b"SSH-2.0-") for greeting in greetings)
    silent = sum(greeting == b"" for greeting in greetings)
    return RunningServer(process, taken, ssh, silent, tuple(by_address), refusing)


def _locked_file(settings: Settings) -> Path:
    """Return the file that a server with these settings locks, if its log lies in its folder."""
    return settings.data / NATS / "store" if settings.workers > 1 else settings.data / LOG


def _greetings(
    settings: Settings, patience: float
) -> tuple[dict[str, list[bytes]], tuple[str, ...]]:
    """Connect several times to each address, at once; return the greetings, b"" for none in time,
    and the addresses that refuse.
    """
    from server.monitoring.health import header

    answers: dict[socket.socket, bytes] = {}
    at: dict[socket.socket, str] = {}
    refusing = []
    with contextlib.ExitStack() as closing:
        for address in addresses.resolve(settings.host):
            try:
                for _ in range(min(TRIES * settings.workers, 12)):  # 16 strangers are let in
                    where = address.reached_at, settings.port
                    sock = closing.enter_context(socket.create_connection(where, patience))
                    sock.sendall(header(sock, settings.proxies))
                    answers[sock], at[sock] = b"", address.host
            except OSError as error:
                if error.errno == errno.ECONNREFUSED:
                    refusing.append(address.host)
        until = time.monotonic() + patience
        while waiting := [sock for sock, heard in answers.items() if not heard]:
            ready, _, _ = select.select(waiting, [], [], max(0.0, until - time.monotonic()))
            if not ready:
                break
            for sock in ready:
                with contextlib.suppress(OSError):
                    answers[sock] = sock.recv(256)
                answers[sock] = answers[sock] or b"(closed)"
    greetings: dict[str, list[bytes]] = {}
    for sock, heard in answers.items():
        greetings.setdefault(at[sock], []).append(heard)
    return greetings, tuple(refusing)


def _bind(host: str, port: int) -> tuple[str, ...]:
    """Bind a port for a moment, and return the addresses; raise OSError if that fails."""
    with contextlib.ExitStack() as closing:
        bound = [closing.enter_context(sock) for sock in addresses.bind(host, port)]
        return addresses.bound_to(bound)


def _port(settings: Settings, beside: RunningServer) -> Finding:
    if beside.taken:
        return _taken(f"{beside.taken} port {settings.port}", beside)
    try:
        bound = _bind(settings.host, settings.port)
    except OSError as error:
        return _no_port(f"{error.filename or settings.host} port {settings.port}", error)
    return Finding(
        "port", "ok", f"{addresses.listening_text(settings.host, bound, settings.port)} is free"
    )


def _taken(where: str, beside: RunningServer) -> Finding:
    if beside.silent and beside.greeted:
        do = "The server restarts it within seconds (--watchdog) and logs that."
        tried = beside.silent + beside.greeted
        text = f"{beside.silent} of {tried} connections to {where} get no answer: a worker hangs"
        return Finding("port", "fail", text, do)
    if beside.silent:
        do = f"kill -9 {beside.process}, and start it again; systemd does both with WatchdogSec=."
        text = f"the arcade server at {where} (process {beside.process}) does not answer: it hangs"
        return Finding("port", "fail", text, do)
    if beside.greeted:
        text = f"{where}: an arcade server listens there already, and answers on "
        text += addresses.families(beside.answering)
        if not beside.refusing:
            return Finding("port", "ok", text)
        text += f", not on {addresses.families(beside.refusing)}"
        do = "It was started with another --host ('*': IPv4 and IPv6). Start it again."
        return Finding("port", "warn", text, do)
    do = "Choose another with --port, or stop the program that uses it (ss -ltnp)."
    return Finding("port", "fail", f"another program listens on {where}", do)


def _no_port(where: str, error: OSError) -> Finding:
    if error.errno == errno.EACCES:
        do = "Give the service CAP_NET_BIND_SERVICE or redirect the port: docs/hosting.md."
        return Finding("port", "fail", f"no permission to listen on {where}", do)
    do = "Choose an address of this machine with --host ('*': all of them)."
    return Finding("port", "fail", f"cannot listen on {where}: {error.strerror or error}", do)


def _files(settings: Settings) -> Finding:
    have, wish = raise_file_limit(), settings.limits.connections + SPARE_FILES
    text = f"{have} for {settings.limits.connections} connections"
    if have <= SPARE_FILES:
        do = f"Nobody could come in: ulimit -n {wish}, or LimitNOFILE= in the systemd unit."
        return Finding("open files", "fail", text, do)
    if have < wish:
        do = f"Only {have - SPARE_FILES} are admitted: ulimit -n {wish}, or LimitNOFILE="
        return Finding("open files", "warn", text, f"{do} in the systemd unit.")
    return Finding("open files", "ok", text)


def _key(settings: Settings) -> Finding:
    from server.ssh import host_key

    path = settings.host_key
    try:
        if not exists(path):
            return Finding("host key", "ok", f"none yet; the first start creates {path}")
        text = f"{host_key.load_or_make(path).get_fingerprint()} in {path}"
        if path == (Path(HOST_KEYS) / KEY_NAME).absolute() and host_key.differ(settings.data, path):
            text += (
                f"; a different one in {settings.data / HOST_KEYS} is used when started elsewhere"
            )
            do = "Choose the one that people know with --host-key, or copy it over the other."
            return Finding("host key", "warn", text, do)
        for key in host_key.load_next(settings.next_host_key):
            text += f"; {key.get_fingerprint()} is announced"
            if key.public_data == host_key.load_or_make(path).public_data:
                do = "Take --next-host-key away: clients know that key, and have the server's own."
                return Finding("host key", "warn", text, do)
        return Finding("host key", "ok", text)
    except (CannotDo, OSError) as error:
        do = "Fix it for the user that runs the server; a new key alarms every client."
        text = unreadable(path, error)
        return Finding("host key", "fail", text, do)


def _data(settings: Settings) -> Iterator[Finding]:
    folder = settings.data
    nearest = folder
    try:
        nearest = next(path for path in (folder, *folder.parents) if exists(path))
        if not nearest.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "not a folder")
        probe = nearest / f".arcade-doctor-{os.getpid()}"
        os.close(os.open(probe, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        probe.unlink()
    except OSError as error:
        do = "Make it writable for the user that runs the server, or choose another with --data."
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            do = "Free some space or inodes (df -h, df -i)."
        yield Finding("data", "fail", f"cannot write in {nearest}: {error.strerror}", do)
        return
    yield Finding("data", "ok", f"{folder}" if folder.exists() else f"{folder} will be created")
    if folder.exists() and folder.stat().st_mode & 0o077:
        do = f"Close it with: chmod 700 {folder}"
        yield Finding("data", "warn", f"other users can read {folder}", do)
    free = shutil.disk_usage(nearest).free
    text = f"{free / (1 << 30):.1f} GiB free"
    if free >= ENOUGH_SPACE:
        yield Finding("disk", "ok", text)
    else:
        do = "Free some space: on a full disk no move can be stored."
        verdict: Verdict = "fail" if free < MIN_SPACE else "warn"
        yield Finding("disk", verdict, f"{free >> 20} MiB free", do)


def _log(settings: Settings, beside: RunningServer, quick: bool) -> Iterator[Finding]:
    has = "" if settings.log == "memory" or settings.shared else holder(_locked_file(settings))
    if has and not beside.taken:
        text = f"another arcade server (process {has}) uses {settings.data}"
        yield Finding("log", "fail", text, "Stop it, or choose another folder with --data.")
        return
    if has and not exists(_locked_file(settings)):
        text = f"the server that runs (process {has}) stores into a file that was moved or removed"
        do = f"Put {_locked_file(settings)} back before it ends: what it stores is lost then."
        yield Finding("log", "fail", text, do)
        return
    yield from check(settings, quick)


def _metrics(settings: Settings, beside: RunningServer, patience: float) -> Iterator[Finding]:
    import ipaddress

    from server.monitoring.health import DAMAGED, address, ask
    from server.monitoring.storage import NOTHING_STORED

    if not settings.metrics:
        return
    try:
        host, port = address(settings.metrics)
    except CannotDo as error:
        yield Finding("metrics", "fail", str(error), "Fix --metrics.")
        return
    processes = settings.workers + (settings.workers > 1)  # the parent is measured as well
    wanted = range(port, port + processes if port else port)
    if settings.port in wanted:
        do = "Choose another with --metrics."
        yield Finding("metrics", "fail", f"port {settings.port} is the SSH port", do)
        return
    own = beside.greeted or beside.silent
    if not own and (taken := _metrics_taken(host, wanted)):
        yield taken
        return
    if own:
        try:
            answer = ask(reached_at(host), port, patience)
        except CannotDo as error:
            do = "See the server's log; it restarts a worker that hangs within seconds."
            if NOTHING_STORED in str(error):
                do = "Make room on the disk of the log; the server goes on by itself."
                if settings.shared:
                    do = "Make room on the disks of NATS, and restart it: docs/cluster.md."
            yield Finding("metrics", "fail", str(error), do)
            return
        if answer.startswith(DAMAGED):
            do = "Without --quick the doctor reads everything and says what to do."
            yield Finding("damage", "fail", answer.removeprefix(DAMAGED), do)
    if ipaddress.ip_address(host).is_loopback:
        yield Finding("metrics", "ok", f"http://{host}:{port}/metrics")
    else:
        do = "Whoever reaches it can read it: keep it behind a firewall, or on the loopback."
        yield Finding("metrics", "warn", f"http://{host}:{port}/metrics is not on the loopback", do)


def _metrics_taken(host: str, ports: range) -> Finding | None:
    for port in ports:
        try:
            _bind(host, port)
        except OSError as error:
            do = "Choose another with --metrics, or stop the program that uses it (ss -ltnp)."
            text = f"cannot listen on {host} port {port}: {error.strerror or error}"
            return Finding("metrics", "fail", text, do)
    return None


def _web(settings: Settings, beside: RunningServer, patience: float) -> Iterator[Finding]:
    """Check the files for browsers, whether a running server serves them, and whether it can tell
    clients apart.
    """
    if not settings.web:
        return
    from server.monitoring.health import ask_for_page
    from server.web import address
    from server.web.files import page_files

    try:
        page_files()
        shown = address.origins(settings)[0]
        host, port = host_and_port(settings.web, address.OPTION)
        _bind(host, port)
    except CannotDo as error:
        yield Finding("web", "fail", str(error))
        return
    except OSError as error:
        where = f"{error.filename or settings.web} port {port}"
        if error.errno != errno.EADDRINUSE or not (beside.greeted or beside.silent):
            do = "Choose another with --web, or stop the program that uses it (ss -ltnp)."
            why = error.strerror or error
            yield Finding("web", "fail", f"cannot listen on {where}: {why}", do)
            return
        try:
            ask_for_page(*address.reached_at(settings), patience, settings.proxies)
        except CannotDo as problem:
            do = "See the server's log; was it started with another --web?"
            yield Finding("web", "fail", str(problem), do)
            return
    if shown.startswith("https:") and not settings.proxies:
        do = "Limits would count all browsers as one: name the proxy with --proxy, and let it send"
        text = f"a proxy answers {shown}, and it is not known"
        yield Finding("web", "warn", text, f"{do} the PROXY header.")
    else:
        yield Finding("web", "ok", shown)


def _address(settings: Settings) -> Iterator[Finding]:
    """Look up the public name, and test whether the server listens on each family it resolves to.

    Where a proxy is in front, the name is the proxy's.
    """
    host, _ = split(settings.address)
    if not host or settings.proxies:
        return
    resolved: list[str] = []

    def look_up() -> None:
        with contextlib.suppress(OSError):
            resolved.extend(str(address[0]) for *_, address in socket.getaddrinfo(host, None))

    looking = threading.Thread(target=look_up, daemon=True)  # nobody can stop a resolver
    looking.start()
    looking.join(PATIENCE)
    if not resolved:
        do = "Nobody finds the server by that name: put it into the DNS, or fix --address."
        yield Finding("address", "warn", f"{host} has no address", do)
        return
    known = addresses.families(resolved)
    with contextlib.suppress(OSError):
        listens = addresses.families(
            bind_address.host for bind_address in addresses.resolve(settings.host)
        )
        if missing := set(known.split(" and ")) - set(listens.split(" and ")):
            text = f"{host} has an {missing.pop()} address, and the server listens to {listens}"
            do = "Who comes by it is refused, unless something in front leads here: --host '*'."
            yield Finding("address", "warn", text, do)
            return
    yield Finding("address", "ok", f"{host} ({known})")


def _clock(settings: Settings) -> Finding:
    now = time.time()
    text = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    if now < THIS_CENTURY:
        return Finding(
            "clock",
            "fail",
            text,
            "Set the clock: daily deals and correspondence games depend on it.",
        )
    behind = newest(settings) / 1000 - now
    if behind > CLOCK_LAG:
        do = "Set it before the next start: bans, daily deals and days for a move count by it."
        when = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(now + behind))
        return Finding("clock", "fail", f"{text}, but the log was written at {when}", do)
    synchronized = _synchronized()
    if synchronized is False:
        do = "Nothing keeps it synchronized; enable systemd-timesyncd or chrony."
        return Finding("clock", "warn", text, do)
    return Finding("clock", "ok", text + (", synchronized" if synchronized else ""))


def _synchronized() -> bool | None:
    """Whether the system keeps its clock synchronized; None if unknown."""
    asked = ["timedatectl", "show", "-p", "NTPSynchronized", "--value"]
    try:
        result = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    return {"yes": True, "no": False}.get(result.stdout.strip())


def _client() -> Finding:
    """Look for the OpenSSH client, which is needed only to try the server from here."""
    try:
        result = subprocess.run(["ssh", "-V"], capture_output=True, text=True, timeout=PATIENCE)  # noqa: S607
    except (OSError, subprocess.SubprocessError):
        return Finding("ssh client", "ok", "none; needed only to try the server from here")
    return Finding("ssh client", "ok", (result.stderr or result.stdout).split(",")[0].strip())
