"""What a host may set: where to listen, where things lie, and every limit in one place."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from arcade.club.limits.allowance import Allowed
from arcade.rooms.timers import RoomSettings as Tables

NATS = "nats://"
"""How the address of a NATS server begins."""
SPARE_FILES = 100
"""Files that are not connections: the log, the port, workers, and a reserve."""


class Limits(Allowed, frozen=True, forbid_unknown_fields=True):
    """The four limits: who may connect, what an address may cost, what may wait to be sent and
    (in `Allowed`) what may be kept. Times in seconds, sizes in bytes; docs/security.md has a
    sentence for each.
    """

    connections: int = 4000
    connections_per_address: int = 64
    connections_per_minute: int = 240
    unauthenticated: int = 256
    unauthenticated_per_address: int = 16
    login_time: float = 20
    login_tries: int = 20
    sessions_per_connection: int = 4
    keepalive: float = 60

    cpu_share: float = 0.25
    input_rate: int = 128 * 1024
    keys_per_second: float = 60
    long_answers: int = 8

    output_bytes: int = 256 * 1024
    stuck_time: float = 10


OLD_NAMES: Mapping[str, tuple[str, float]] = {
    "arrival_rate": ("connections_per_minute", 60),
    "arrival_burst": ("connections_per_minute", 1),
    "strangers": ("unauthenticated", 1),
    "strangers_per_address": ("unauthenticated_per_address", 1),
    "sessions": ("connections", 1),
    "channels": ("sessions_per_connection", 1),
    "lost_line": ("keepalive", 1),
    "effort_share": ("cpu_share", 1),
    "event_rate": ("keys_per_second", 1),
    "out_bytes": ("output_bytes", 1),
    "newcomers_rate": ("newcomers_per_hour", 3600),
    "newcomers_burst": ("newcomers_per_hour", 1),
    "facts_rate": ("facts_per_minute", 60),
    "facts_burst": ("facts_per_minute", 1),
    "talk_rate": ("talk_per_minute", 60),
    "talk_burst": ("talk_per_minute", 1),
    "reports_rate": ("reports_per_hour", 3600),
    "reports_burst": ("reports_per_hour", 1),
}
"""Limits of version 0.1 that are called otherwise, and how many of the new unit one of theirs is.
Of several with one new name the largest counts."""
GONE_NAMES = (
    *("arrival_pause", "drain_check", "effort_burst", "event_burst", "goodbye_time", "idle_time"),
    *("input_burst", "paste", "proxy_time", "rekey_burst", "rekey_rate", "resize_wait"),
    *("smallest_packet", "socket_bytes", "turn_burst", "turn_share"),
)
"""Limits of version 0.1 that follow from others, or are fixed."""


def renamed(limits: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return limits under their present names, and what each old name among them is called now.

    One that no longer exists is left out; it is called "".
    """
    found: dict[str, Any] = {}
    old: dict[str, str] = {}
    for name, value in limits.items():
        if name in GONE_NAMES:
            old[name] = ""
        elif name in OLD_NAMES:
            old[name], times = OLD_NAMES[name]
            if isinstance(value, int | float):
                before = found.get(old[name], value * times)
                value = max(before, value * times)
            found[old[name]] = value
    given = {name: value for name, value in limits.items() if name not in old}
    return {**found, **given}, old


def fit(limits: Limits, files: int) -> Limits:
    """Admit no more connections than a process with so many files can bear."""
    return replace(limits, connections=max(1, min(limits.connections, files - SPARE_FILES)))


class Settings(Struct, frozen=True):
    """What `arcade serve` was told. `port` 0 lets the system choose one."""

    data: Path
    host_key: Path
    host: str = "127.0.0.1"
    """The addresses to listen on, separated by commas; `*` is every one."""
    port: int = 2222
    address: str = ""
    """Where people find it, to be told to others: HOST or HOST:PORT; "": as `host` and `port`."""
    next_host_key: Path | None = None
    """The key that clients learn now, before it becomes the host key."""
    log: str = "sqlite"
    limits: Limits = Limits()
    old_limits: tuple[tuple[str, str], ...] = ()
    """Names of limits that a host still uses, and what they are called now; "": nothing."""
    tables: Tables = Tables()
    """How long a table waits for bots, people and votes."""
    proxies: tuple[str, ...] = ()
    """Networks whose connections begin with a PROXY header that says who is behind them."""
    metrics: str = ""
    """Where it can be measured over HTTP: a port of the loopback, or address:port; "": nowhere."""
    strict: bool = False
    """Whether only clients are let in whose key exchange withstands quantum computers."""
    share_port: bool = False
    """Whether other processes of this program listen to the same port."""
    workers: int = 1
    """How many processes serve the port; more than one share a NATS server."""
    watchdog: float = 15.0
    """Seconds of silence after which a worker is ended and started anew; 0: never."""
    machine: str = ""
    """What those of one parent call themselves, among all that share a log."""
    worker: int = 0
    """Which of them this is."""
    limits_table: int = -1
    """The file descriptor of the table in which workers count together; -1: there is none."""
    sockets: tuple[int, ...] = ()
    """The files of the sockets that its parent has bound for a worker."""
    again: bool = False
    """Whether this one listened before, so that a log that does not answer is only cut off."""
    log_level: str = "info"
    log_addresses: bool = False
    """Whether the server's own log tells from which addresses people come."""
    allow_downgrade: bool = False
    """Whether a log is opened that a newer version has written."""
    replicas: int = 1
    """On how many NATS servers the log is kept, where it is made anew there."""

    @property
    def shared(self) -> bool:
        """Whether the log is one that processes share."""
        return self.log.startswith(NATS)
