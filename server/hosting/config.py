"""What a host may set: where to listen, where things lie, and every limit in one place."""

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
    """The limits a session lives within, and what is kept of one address.

    Times in seconds, sizes in bytes.
    """

    login_time: float = 20
    """How long a connection may take to log in."""
    login_tries: int = 20
    """How many keys and other tries one connection may offer."""
    proxy_time: float = 5
    """How long a proxy may take to say whom it brings."""
    connections: int = 4000
    """How many connections there may be at once; fewer where the system gives fewer files."""
    connections_per_address: int = 64
    """How many of them from one address (of IPv6: from one /64)."""
    strangers: int = 256
    """How many may not have logged in; beyond that, one of where most are goes for another."""
    strangers_per_address: int = 16
    """How many of those from one address."""
    arrival_rate: float = 4
    """How many connections a second one address may open in the long run."""
    arrival_burst: int = 40
    """How many it may open at once."""
    arrival_pause: float = 0.02
    """How long an admitted connection waits for its key exchange, one after another."""
    idle_time: float = 15
    """How long a connection may be logged in without a session."""
    input_rate: int = 64 * 1024
    """How many bytes a second are taken from one connection in the long run."""
    input_burst: int = 128 * 1024
    """How many may come at once."""
    effort_share: float = 0.25
    """How much of one processor the input and the commands of one address may take."""
    effort_burst: float = 0.5
    """How many seconds of it at once."""
    rekey_rate: float = 0.1
    """How many key exchanges a second one connection may have in the long run."""
    rekey_burst: int = 6
    """How many at once, the first one counted."""
    sessions: int = 4000
    """How many sessions there may be at once; one takes up to 360 KB of memory."""
    channels: int = 4
    """How many sessions one connection may have open at once."""
    smallest_packet: int = 1024
    """A channel that asks for smaller packets is refused: each frame would block everybody."""
    lost_line: float = 60
    """How long a line may be dead (cable, sleep, network) before it is closed; the system asks."""
    keepalive: float = 60
    """How often a silent client itself is asked, which costs more; three silences end it."""

    out_bytes: int = 256 * 1024
    """What may wait to be sent to one client; a frame that does not fit is skipped."""
    socket_bytes: int = 64 * 1024
    """What the kernel may hold on top of it, as asked of it (Linux doubles the number)."""
    stuck_time: float = 10
    """How long a client may take nothing while something waits for it, before it is closed."""
    drain_check: float = 0.05
    """How often a client that is behind is looked at again."""

    event_rate: float = 60
    """How many key presses (and the like) a second are taken from one client in the long run."""
    event_burst: int = 120
    """How many may come at once."""
    turn_share: float = 0.2
    """How much of one processor the keys and sizes of one session may take in the long run."""
    turn_burst: float = 1.0
    """How many seconds of it at once."""
    paste: int = 4096
    """How many characters of one paste are kept."""
    resize_wait: float = 0.03
    """How long to gather changes of a window's size into one."""
    goodbye_time: float = 3
    """How long an app whose client is gone may take to put its things away."""


def fit(limits: Limits, files: int) -> Limits:
    """Admit no more connections than a process with so many files can bear."""
    return replace(limits, connections=max(1, min(limits.connections, files - SPARE_FILES)))


class Settings(Struct, frozen=True):
    """What `arcade serve` was told. `port` 0 lets the system choose one."""

    data: Path
    host_key: Path
    host: str = "127.0.0.1"
    port: int = 2222
    address: str = ""
    """Where people find it, to be told to others: HOST or HOST:PORT; "": as `host` and `port`."""
    log: str = "sqlite"
    limits: Limits = Limits()
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
    again: bool = False
    """Whether this one listened before, so that a log that does not answer is only cut off."""
    log_level: str = "info"
    log_addresses: bool = False
    """Whether the server's own log tells from which addresses people come."""
    replicas: int = 1
    """On how many NATS servers the log is kept, where it is made anew there."""

    @property
    def shared(self) -> bool:
        """Whether the log is one that processes share."""
        return self.log.startswith(NATS)
