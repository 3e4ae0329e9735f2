"""What a host may set: where to listen, where things lie, and every limit in one place."""

from pathlib import Path

from msgspec import Struct


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """The limits a session lives within. Times in seconds, sizes in bytes."""

    login_time: float = 20
    """How long a connection may take to log in."""
    login_tries: int = 20
    """How many keys and other tries one connection may offer."""
    channels: int = 4
    """How many sessions one connection may have open at once."""
    smallest_packet: int = 1024
    """A channel that asks for smaller packets is refused: each frame would block everybody."""
    keepalive: float = 15
    """How often a silent client is asked whether it is there; three silences end it."""

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
    paste: int = 4096
    """How many characters of one paste are kept."""
    resize_wait: float = 0.03
    """How long to gather changes of a window's size into one."""
    goodbye_time: float = 3
    """How long an app whose client is gone may take to put its things away."""


class Settings(Struct, frozen=True):
    """What `arcade serve` was told. `port` 0 lets the system choose one."""

    data: Path
    host_key: Path
    host: str = "127.0.0.1"
    port: int = 2222
    log: str = "sqlite"
    limits: Limits = Limits()
