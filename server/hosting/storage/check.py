"""The doctor's look at the log: every stream of a file or of NATS, its nodes, and who wrote it."""

import asyncio
import json
import socket
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import SplitResult, urlsplit

from arcade.eventlog.copies import examine, is_empty, is_ours, newest_fact, newest_time
from arcade.eventlog.log import CannotOpen, Damaged, NewerLog, NotStored, superseded
from arcade.eventlog.owner import exists
from server.config import installation
from server.config.environment import LOG, NATS, CannotDo
from server.config.settings import Settings
from server.hosting.finding import Finding, unreadable

if TYPE_CHECKING:
    from arcade.eventlog.nats.nodes import Node

PATIENCE = 3.0
"""Seconds to wait for another machine or a server that may hang."""
QUICK_PATIENCE = 0.3
"""The same with --quick."""
NO_START = frozenset({"players", "house", "daily", "duels", "puzzles"})
"""Streams without which the server does not start."""
RESTORE = "Restore a backup: arcade restore --replace FILE --data DIR; the present log is kept."
GIVE = "Make its folder and all in it the server's user's own: chown -R USER DIR."
"""What to do about a log that is whole, and another user's."""

T = TypeVar("T")


def check(settings: Settings, quick: bool = False) -> Iterator[Finding]:
    """Check the log that a server with these settings would open."""
    if settings.log == "memory":
        do = "Everything is lost when the process ends; use --log sqlite for a real server."
        yield Finding("log", "warn", "in memory", do)
    elif settings.shared:
        patience = QUICK_PATIENCE if quick else PATIENCE
        servers = [_server(url, patience) for url in settings.log.split(",")]
        yield from servers
        if not quick and any(finding.verdict == "ok" for finding in servers):
            yield from _run(_walk(settings.log))
    elif settings.workers > 1:
        yield from _own_nats(settings.data / NATS, quick)
    else:
        yield from sqlite(settings.data / LOG, quick)


def sqlite(path: Path, quick: bool) -> Iterator[Finding]:
    """Verify the chain of every stream, even while a server writes."""
    from arcade.club.streams import mark

    try:
        if not exists(path):
            yield Finding("log", "ok", f"none yet; the first start creates {path}")
            return
        if is_empty(path):
            do = "If it held tables, restore a backup: arcade restore --replace FILE --data DIR."
            text = f"{path} is empty; the next start begins a new log"
            yield Finding("log", "warn", text, do)
            return
        found_in = examine(path, quick)
        if found_in.damaged:
            yield _damaged(found_in.damaged, found_in.streams)
            return
        if quick:
            summary = f"{found_in.streams} streams; without --quick they are verified"
        else:
            yield from _newer(newest_fact(path, mark.STREAM))
            summary = f"{found_in.streams} streams, {found_in.facts} facts, every chain is whole"
        yield Finding("log", "ok", summary)
    except (CannotOpen, OSError) as error:
        text = unreadable(path, error)
        yield Finding("log", "fail", text, RESTORE if is_ours(path) else GIVE)


def newest(settings: Settings) -> int:
    """Return when the newest fact of a log in a file was stored (ms since 1970); 0: unknown."""
    path = settings.data / LOG
    with suppress(CannotOpen, OSError):
        if settings.log == "sqlite" and settings.workers == 1 and exists(path):
            return newest_time(path)
    return 0


def _newer(written: bytes | None, what: str = "log") -> Iterator[Finding]:
    """Report that a newer program has written a log, judging by the last fact of its mark."""
    from arcade.club.streams import mark

    try:
        if written is not None:
            mark.refuse_newer(written)
    except NewerLog as error:
        yield Finding(what, "fail", str(error), "serve refuses it, too: docs/versions.md.")


def _damaged(names: Sequence[str], streams: int, what: str = "log") -> Finding:
    first = json.dumps(names[:5])[1:-1]
    text = f"{len(names)} of {streams} streams damaged: {first}"
    do = ["The tables among them stay closed, the others open."]
    if any(name.partition(".")[0] == "results" for name in names):
        do.append("Lost results are recovered from the tables.")
    if ends := sorted(NO_START.intersection(names)):
        do = [f"The server does not start without {' and '.join(ends)}."]
    return Finding(what, "fail", text, " ".join((*do, RESTORE)))


def _own_nats(folder: Path, quick: bool) -> Iterator[Finding]:
    from server.cluster import nats

    program = nats.find()
    if program is None:
        do = f"{installation.how_to_install(installation.MODULE)} Or name a server with --log."
        yield Finding("log", "fail", "nats-server for the workers is missing", do)
        return
    text = f"a nats-server of its own ({program}), with its data in {folder}"
    yield Finding("log", "ok", text)
    if not quick and exists(folder / "store" / "jetstream"):
        yield from _run(_walk_own(folder))


async def _walk_own(folder: Path) -> list[Finding]:
    """Walk the log of workers, starting its server meanwhile if none runs."""
    from server.cluster import nats

    try:
        async with nats.running_nats(folder) as url:
            return await _walk(url)
    except CannotDo as error:
        return [Finding("log", "fail", str(error), RESTORE)]


async def _walk(url: str) -> list[Finding]:
    """Read every stream, and every node's messages."""
    from arcade.club.streams import mark
    from arcade.eventlog.nats.jetstream import JetStreamLog, NoLog

    try:
        events = await JetStreamLog.open(url, 0)
    except NoLog:
        return [Finding("records", "ok", "none yet; the first start creates it")]
    except CannotOpen as error:
        return [Finding("records", "fail", str(error), "See the log of nats-server.")]
    try:
        nodes = await events.nodes.survey()
        streams = await events.streams()
        facts, damaged = 0, []
        for name in streams:
            try:
                facts += len(await events.read(name))
            except Damaged:
                damaged += [] if name in superseded(streams) else [name]
        findings = [_node(node) for node in nodes if node.lacks > 0 and len(nodes) > 1]
        if damaged:
            return [*findings, _damaged(damaged, len(streams), "records")]
        marks = await events.read(mark.STREAM)
        findings += _newer(marks[-1].data if marks else None, "records")
        text = f"{len(streams)} streams, {facts} facts, each after its predecessor"
        return [*findings, Finding("records", "ok", text)]
    except NotStored as error:
        return [Finding("records", "fail", str(error), "See the log of nats-server.")]
    finally:
        await events.close()


def _node(node: "Node") -> Finding:
    do = "Stop it, empty its store folder and start it: the others give it all (docs/cluster.md)."
    text = f"node {node.name} has lost {node.lacks} of {node.last} messages"
    return Finding("records", "fail", text, do)


def _server(url: str, patience: float) -> Finding:
    try:
        parts = urlsplit(url)
        where = parts.hostname or "127.0.0.1", parts.port or 4222
    except ValueError as error:
        return Finding("log", "fail", f"no address: {error}", "Fix --log.")
    shown = f"nats://{where[0]}:{where[1]}"  # the address may contain a password
    try:
        with socket.create_connection(where, timeout=patience) as line:
            reader = line.makefile("rb")
            info = json.loads(reader.readline().removeprefix(b"INFO "))
            line.sendall(_introduction(parts) + b"PING\r\n")
            answer = reader.readline().decode("ascii", "replace").strip()
    except (OSError, ValueError) as error:
        do = "Start it, or fix the address in --log."
        return Finding("log", "fail", f"no NATS server at {shown}: {error}", do)
    if answer != "PONG":
        do = "Fix the token or password in --log (nats://TOKEN@HOST:PORT)."
        return Finding("log", "fail", f"{shown} refuses us: {answer}", do)
    if not info.get("jetstream"):
        return Finding("log", "fail", f"{shown} has no JetStream", "Start nats-server with -js.")
    return Finding("log", "ok", f"{shown}, nats-server {info.get('version', '?')} with JetStream")


def _introduction(parts: SplitResult) -> bytes:
    """Return the CONNECT line, with the credentials in the address."""
    who = {"auth_token": parts.username}
    if parts.password is not None:
        who = {"user": parts.username, "pass": parts.password}
    return b"CONNECT %s\r\n" % json.dumps({"verbose": False, **who}).encode()


def _run(walk: "Coroutine[object, None, T]") -> T:
    """Run it in a thread of its own: the caller's may have a loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, walk).result()
