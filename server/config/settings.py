"""A host's settings: where to listen, where files are, and every limit."""

from collections.abc import Mapping
from pathlib import Path

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
    (in `Allowed`) what may be kept. Times in seconds, sizes in bytes.

    A host sets those of `SETTABLE`, with a sentence for each in docs/security.md; the others are
    constants, which a test passes.
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


SETTABLE: Mapping[str, tuple[str, ...]] = {
    "limits": (
        *("connections", "connections_per_address", "unauthenticated"),
        *("cpu_share", "input_rate", "output_bytes", "tables", "facts_per_minute"),
    ),
    "tables": ("bot_pause", "away_after", "close_after", "forget_after"),
}
"""What a host may set in each table of the configuration file."""
PER_ADDRESS = (
    *("connections_per_minute", "unauthenticated_per_address", "tables_per_address"),
    *("newcomers_per_hour", "talk_per_minute"),
)
"""What grows with `connections_per_address`."""


def of_host(limits: Limits) -> Limits:
    """Let more people behind one address also do more, in proportion."""
    usual = Limits()
    crowd = max(1.0, limits.connections_per_address / usual.connections_per_address)
    grown = {
        name: round(crowd * value)
        for name in PER_ADDRESS
        if (value := getattr(limits, name)) == getattr(usual, name)
    }
    return replace(limits, **grown)


def fit(limits: Limits, files: int) -> Limits:
    """Limit the connections to what the limit on open files allows."""
    return replace(limits, connections=max(1, min(limits.connections, files - SPARE_FILES)))


class Settings(Struct, frozen=True):
    """The settings of `arcade serve`. `port` 0 lets the system choose one."""

    data: Path
    host_key: Path
    host: str = "127.0.0.1"
    """The addresses to listen on, separated by commas; `*` is every one."""
    port: int = 2222
    address: str = ""
    """The public address, HOST or HOST:PORT; "": as `host` and `port`."""
    next_host_key: Path | None = None
    """The key that clients learn now, before it becomes the host key."""
    log: str = "sqlite"
    limits: Limits = Limits()
    tables: Tables = Tables()
    """How long a table waits for bots, people and votes."""
    proxies: tuple[str, ...] = ()
    """Networks whose connections begin with a PROXY header naming the client."""
    web: str = ""
    """Where browsers are answered: a port of this machine, or address:port; "": nowhere."""
    origins: tuple[str, ...] = ()
    """The addresses of the pages, such as https://arcade.example, as browsers show them."""
    metrics: str = ""
    """Where metrics are served over HTTP: a port of the loopback, or address:port; "": nowhere."""
    webhook: str = ""
    """Where the host is called when somebody waits for a player; "": nowhere."""
    webhook_private: bool = False
    """Whether webhooks may be in the host's own network, and without encryption."""
    strict: bool = False
    """Whether to admit only clients with a post-quantum key exchange."""
    share_port: bool = False
    """Whether other processes of this program listen to the same port."""
    workers: int = 1
    """How many processes serve the port; more than one share a NATS server."""
    watchdog: float = 15.0
    """Seconds of silence after which a worker is ended and restarted; 0: never."""
    machine: str = ""
    """The name of this parent's workers among all processes that share a log."""
    worker: int = 0
    """This worker's number."""
    limits_table: int = -1
    """The file descriptor of the table in which workers count together; -1: there is none."""
    sockets: tuple[int, ...] = ()
    """The files of the sockets that its parent has bound for a worker."""
    web_sockets: tuple[int, ...] = ()
    """The same for browsers."""
    again: bool = False
    """Whether this worker has listened before: a log that does not answer then only cuts it off."""
    log_level: str = "info"
    log_addresses: bool = False
    """Whether the server's own log says from which addresses people come."""
    allow_downgrade: bool = False
    """Whether a log is opened that a newer version has written."""
    replicas: int = 1
    """How many NATS servers keep a log that is created there."""

    @property
    def shared(self) -> bool:
        """Whether the log is one that processes share."""
        return self.log.startswith(NATS)
