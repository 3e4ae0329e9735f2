"""Compose the server from log, club and listener, and run it until a signal ends it."""

import asyncio
import contextlib
import faulthandler
import importlib
import signal
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from importlib.util import find_spec
from typing import Any

import structlog
from msgspec import DecodeError, Struct
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words, languages
from arcade.club.limits.machine_use import MachineUse
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.webhooks import target
from arcade.engine import registry
from arcade.engine.coach import coach
from arcade.engine.codec import UnknownSchema
from arcade.engine.news import News, phrase
from arcade.engine.words import N_
from arcade.eventlog.log import (
    CannotOpen,
    ClusterBus,
    Damaged,
    Disconnected,
    EventLog,
    NewerLog,
    NotStored,
)
from server.config.addresses import LOCAL, LOOPBACKS, is_every, names, written
from server.config.environment import LOG, CannotDo, raise_file_limit
from server.config.settings import NATS as NATS_URL
from server.config.settings import Settings, fit
from server.doors.context import ServerContext, arcade_app
from server.doors.listener import Listener
from server.hosting.admin import Admin
from server.hosting.storage import rebuild
from server.limits.connection_limiter import ConnectionLimiter
from server.limits.cost_meter import sampling
from server.limits.game_watch import watching
from server.monitoring.garbage import YoungGarbage
from server.monitoring.health import LOG_TIMEOUT, HealthServer, address
from server.monitoring.heartbeat import Heartbeat, Systemd
from server.monitoring.storage import Storage
from server.ssh import host_key
from server.ssh.listener import listen

REOPEN_PAUSE = 0.5
"""Seconds before a log that disconnected while it was read is opened again."""

CLOCK_JUMP = 5.0
"""Corrections of the clock by fewer seconds are not logged."""
DRAIN = "drain"
"""The source of a shutdown that is no signal."""
HOUSE_CLOSES = N_("The server is being closed. Tables and seats are kept: come back soon.")
LINE_ENDS = N_("This line ends, the arcade goes on: come back to your seat at once.")

log = structlog.get_logger()


class ServerInfo(Struct, frozen=True):
    """What people need to know about a server that listens."""

    settings: Settings
    port: int
    fingerprint: str
    metrics: int = 0
    """The port of its metrics; 0: none."""
    addresses: tuple[str, ...] = ()
    """The addresses it listens on."""
    keys: tuple[str, ...] = ()
    """Its public host keys: the one in use, and those announced."""
    web: str = ""
    """The address of its pages; "": no browser is answered."""

    @property
    def command(self) -> str:
        """The command that players type."""
        return by_ssh("play", self.reached_at)

    @property
    def reached_at(self) -> str:
        """An address that certainly reaches it, if only from this machine."""
        host = LOCAL if is_every(self.settings.host) else names(self.settings.host)[0]
        return self.settings.address or _host_and_port(host, self.port)

    @property
    def announced_at(self) -> str:
        """Where people find it; the host is "…" where it listens everywhere and has no address."""
        host = "…" if is_every(self.settings.host) else names(self.settings.host)[0]
        return self.settings.address or _host_and_port(host, self.port)


def _host_and_port(host: str, port: int) -> str:
    return written(LOCAL if host in LOOPBACKS else host, port)


def serve(
    settings: Settings,
    opened: Callable[[ServerInfo], None],
    heartbeat: Heartbeat | None = None,
    drained: Callable[[], None] = lambda: None,
) -> str:
    """Serve until SIGTERM or SIGINT; `opened` is called once it listens, `drained` when it takes in
    nobody any more. Return who asked for the end: a signal's name, or `DRAIN`.

    Without another `heartbeat`, systemd gets one if it asks. Raises `CannotDo`.
    """
    faulthandler.enable()  # SIGABRT, by which a watchdog ends it, shows where the loop was stuck
    have = raise_file_limit()
    limits = fit(settings.limits, have)
    if limits.connections < settings.limits.connections:
        log.warning("few files", files=have, connections=limits.connections, see="arcade doctor")
    settings = replace(settings, limits=limits)
    asked_by = ""
    try:
        with watching(), asyncio.Runner() as runner, sampling(YoungGarbage().tick):
            registry.installed()
            asked_by = runner.run(_serve(settings, opened, heartbeat, drained))
    except RuntimeError as error:  # no memory for the thread in which the loop ends its others
        if not asked_by:
            raise
        log.warning("ended without its threads", why=str(error))
    return asked_by


async def _serve(
    settings: Settings,
    opened: Callable[[ServerInfo], None],
    heartbeat: Heartbeat | None,
    drained: Callable[[], None],
) -> str:
    systemd = Systemd()
    async with contextlib.AsyncExitStack() as closing:
        _spawn(closing, (heartbeat or systemd.heartbeat).beat())
        events, club = await _open(settings)
        closing.push_async_callback(events.close)
        closing.push_async_callback(club.close)
        storage = Storage(events, settings.data / LOG if settings.log == "sqlite" else None)
        key = host_key.load_or_make(settings.host_key)
        context = _context(settings, club, host_key.signer(key))
        announced = host_key.load_next(settings.next_host_key)
        listener = await listen(settings, key, context, announced)
        closing.callback(listener.close)
        club.watch_links.secret = host_key.derive(key, "links to private tables")
        await _open_webhooks(closing, settings, club, host_key.derive(key, "webhooks"))
        listeners = [listener]
        web = await _open_web(closing, settings, context, key.get_fingerprint(), listeners)
        refused = tell_refused(context.limiter)
        for chore in (club.patrol.walk(), storage.watch(), refused, tell_jumps()):
            _spawn(closing, chore)
        ended = stop_signal()
        await _open_admin(closing, settings, context, listeners, ended, drained)
        metrics = await _measure(closing, settings, context, events, storage, listeners)
        port, addresses = listener.get_port(), listener.addresses
        keys, fingerprint = tuple(map(host_key.public, (key, *announced))), key.get_fingerprint()
        info = ServerInfo(settings, port, fingerprint, metrics, addresses, keys, web)
        club.address = info.announced_at
        opened(info)
        systemd.ready()
        _load_screens()
        context.garbage.settle()
        closing.callback(context.garbage.close)
        await ended.wait()
        systemd.stopping()
        _close(listeners)
        log.info("ended", asked_by=ended.asked_by)
        await context.empty(_farewell(settings, ended))
        return ended.asked_by


def _farewell(settings: Settings, ended: "Ending") -> News:
    # The parent ends a worker by SIGINT: any other signal is meant for this worker alone.
    alone = settings.workers > 1 and ended.asked_by == signal.SIGTERM.name
    return phrase(LINE_ENDS if alone else HOUSE_CLOSES)


async def _open_web(
    closing: contextlib.AsyncExitStack,
    settings: Settings,
    context: ServerContext,
    fingerprint: str,
    listeners: list[Listener],
) -> str:
    """Answer browsers, if they are wanted; return the address of the pages, "" for none.

    Raises `CannotDo`.
    """
    if not settings.web:
        return ""
    from server.web.listener import listen as listen_to_browsers

    listener = await listen_to_browsers(settings, context, fingerprint)
    listeners.append(listener)
    closing.callback(listener.close)
    context.club.watch_links.site = listener.origins[0]
    return listener.origins[0]


async def _open_webhooks(
    closing: contextlib.AsyncExitStack, settings: Settings, club: Club, secret: bytes
) -> None:
    """Let people, and the host, be called by HTTP, where the extra [webhooks] is installed.

    Raises `CannotDo`.
    """
    from server.webhooks.sender import Sender

    webhooks = club.webhooks
    if find_spec("aiohttp") is None:
        if settings.webhook:
            raise CannotDo("--webhook needs the extra [webhooks]: pip install ssh-arcade[webhooks]")
        return
    webhooks.secret, webhooks.private = secret, settings.webhook_private
    if settings.webhook:
        try:
            target.read(settings.webhook, settings.webhook_private)
        except Refused as error:
            raise CannotDo(f"--webhook: {Words('en').say(error.why)}") from error
        webhooks.host = settings.webhook
    sender = await closing.enter_async_context(Sender(settings.webhook_private))
    webhooks.send, webhooks.attempt = sender.send, sender.attempt


def _close(listeners: list[Listener]) -> None:
    for listener in listeners:
        listener.close()


async def _open_admin(
    closing: contextlib.AsyncExitStack,
    settings: Settings,
    context: ServerContext,
    listeners: list[Listener],
    ended: "Ending",
    drained: Callable[[], None],
) -> None:
    """Answer the host's requests; with workers only the first one does, but each can be drained."""

    def shut() -> None:
        _close(listeners)
        drained()

    admin = Admin(context, shut, lambda: ended.end(DRAIN), rebuild.reading(settings))
    if settings.worker == 0:
        await admin.open(settings.data)
    closing.push_async_callback(admin.close)


def _spawn(closing: contextlib.AsyncExitStack, what: Coroutine[Any, Any, None]) -> None:
    """Let something run until the server ends."""
    closing.callback(asyncio.create_task(what).cancel)


def _context(settings: Settings, club: Club, sign: Callable[[bytes, str], bytes]) -> ServerContext:
    """Make the context of all sessions, with the counts shared by a machine's workers."""
    machine_use = None
    if settings.limits_table >= 0:
        machine_use = MachineUse(
            settings.limits_table, settings.workers, settings.worker, settings.machine.encode()
        )
        club.allowance.share(machine_use, ("tries", club.devices.tries))
    context = ServerContext(club, settings.limits, arcade_app, machine_use=machine_use)
    context.sign = sign
    context.log_addresses = club.devices.log_origins = settings.log_addresses
    club.workers.machine = settings.machine
    return context


async def tell_refused(limiter: ConnectionLimiter, every: float = 60.0) -> None:
    """Log how many connections were refused, in one line a minute at most."""
    logged: Counter[str] = Counter()
    while True:
        await asyncio.sleep(every)
        if new := limiter.refused - logged:
            log.info("refused", **new)
        logged = limiter.refused.copy()


async def tell_jumps(every: float = 10.0) -> None:
    """Log when the clock was set: bans, daily deals and days for a move count by it."""
    ahead = time.time() - time.monotonic()
    while True:
        await asyncio.sleep(every)
        before, ahead = ahead, time.time() - time.monotonic()
        if abs(ahead - before) > CLOCK_JUMP:
            log.warning("clock set", seconds=round(ahead - before), see="arcade doctor")


async def _measure(
    closing: contextlib.AsyncExitStack,
    settings: Settings,
    context: ServerContext,
    events: EventLog,
    storage: Storage,
    listeners: list[Listener],
) -> int:
    """Serve metrics over HTTP, if they are wanted; return the port, 0 for none.

    Raises `CannotDo`.
    """
    if not settings.metrics:
        return 0
    from server.monitoring.metrics import Metrics

    host, port = address(settings.metrics)
    file = settings.data / LOG if settings.log == "sqlite" else None
    metrics = Metrics(context, events, file)

    async def ill() -> str:
        try:
            async with asyncio.timeout(LOG_TIMEOUT):
                if fault := await storage.fault():
                    return fault
                await events.read("health")
        except TimeoutError:
            return f"the log has not answered for {LOG_TIMEOUT:g} s"
        except Exception as error:
            return f"the log cannot be read: {error}"
        return "; ".join(filter(None, (listener.fault() for listener in listeners)))

    health = HealthServer(metrics.text, ill, lambda: context.club.damaged)
    if port and settings.workers > 1:
        port += 1 + settings.worker  # the first one is the parent's
    port = await health.open(host, port)
    closing.callback(metrics.close)
    closing.callback(health.close)
    return port


async def _open(settings: Settings) -> tuple[EventLog, Club]:
    """Open the event log and the club on it; retry if a shared log disconnects meanwhile.

    A worker that ended then would be restarted at ever longer intervals. Raises `CannotDo`.
    """
    was_open = settings.again
    while True:
        try:
            events, bus = await _open_log(settings)
            was_open = True
            try:
                return events, await _open_club(settings, events, bus)
            except BaseException:
                await events.close()
                raise
        except (CannotOpen, NotStored) as error:
            if not settings.shared or not was_open or isinstance(error, NewerLog):
                raise CannotDo(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
            log.warning("log cut off", why=str(error), does="it is opened again")
            await asyncio.sleep(REOPEN_PAUSE)


async def _open_log(settings: Settings) -> tuple[EventLog, ClusterBus | None]:
    """Open the event log, and the bus to the other processes that share it, if it is shared.

    Raises `CannotDo` when the data cannot be written there, `CannotOpen` where no log answers.
    """
    if settings.log == "memory":
        from arcade.eventlog.memory import MemoryLog

        return MemoryLog(), None
    if settings.shared:
        from arcade.eventlog.nats.bus import NatsBus
        from arcade.eventlog.nats.jetstream import JetStreamLog

        events = await JetStreamLog.open(settings.log, settings.replicas)
        return events, NatsBus(events.client, settings.replicas)
    from arcade.eventlog.copies import is_empty
    from arcade.eventlog.sqlite import SQLiteLog

    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if is_empty(settings.data / LOG):
            log.warning("the log is empty", path=str(settings.data / LOG), see="arcade doctor")
        return await SQLiteLog.open(settings.data / LOG), None
    except CannotOpen as error:
        raise CannotDo(f"Cannot keep data in {settings.data}: {error}.") from error
    except OSError as error:
        why = "not a folder" if isinstance(error, FileExistsError) else error.strerror
        raise CannotDo(
            f"Cannot keep data in {settings.data}: {why}. Choose another folder with --data."
        ) from error


async def _open_club(settings: Settings, events: EventLog, bus: ClusterBus | None) -> Club:
    """Open the club; raises `CannotDo` where names, bans or the daily deals are damaged, and
    `NotStored` where the other processes cannot be reached.

    A damaged table alone stays shut; without these streams nobody can be identified.
    """
    try:
        return await Club.open(
            events, settings.tables, bus, settings.limits, settings.allow_downgrade
        )
    except Disconnected as error:
        raise NotStored(f"the NATS server does not answer ({error})") from error
    except Damaged as error:
        raise CannotDo(f"The log is damaged: {error}. {_restore(settings)}") from error
    except (DecodeError, UnknownSchema) as error:
        raise CannotDo(
            f"The log has something that this version cannot read ({error}). "
            f"Install the version that wrote it. {_restore(settings)}"
        ) from error


def _restore(settings: Settings) -> str:
    """Say how a backup takes the place of a log; the host key stays where it is."""
    if settings.log.startswith(NATS_URL) and settings.workers == 1:
        return "Restore a backup into an empty NATS: docs/cluster.md."
    workers = " --workers" if settings.workers > 1 else ""
    return (
        f"Restore a backup: arcade restore --replace FILE --data {settings.data}{workers} "
        "(the present log is kept beside it)."
    )


class Ending(asyncio.Event):
    """Set when the server is to end."""

    asked_by = ""
    """The source of a shutdown: a signal's name, or `DRAIN`."""

    def end(self, asked_by: str) -> None:
        self.asked_by = self.asked_by or asked_by
        self.set()


def stop_signal() -> Ending:
    ended = Ending()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.end, number.name)
    # While the loop hangs, samples fill its wake-up socket; it wakes nevertheless.
    signal.set_wakeup_fd(signal.set_wakeup_fd(-1), warn_on_full_buffer=False)
    return ended


ASKED_FOR = (
    "screens.app",
    "screens.table.spectator",
    "server.spectators.session",
    "server.terminal.driver",
    "server.terminal.intake",
    "server.text.line_mode",
)
"""Modules that the first visitor, spectator or command needs; the server listens without them."""


def _load_screens() -> None:
    """Preload what the first visitor in each language would wait for, and everybody with them."""
    for module in ASKED_FOR:
        importlib.import_module(module)
    from screens.games import view_class

    for key, game in registry.games().items():  # the lobby draws each, and asks for its coach
        view_class(key)
        coach(game)
    for language in languages():
        Words(language)
