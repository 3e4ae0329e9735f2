"""Heartbeats of the event loop: to systemd, or from a worker to its parent.

A loop that is stuck sends none, whatever its other threads do. The protocol of systemd is one
datagram (`man sd_notify`), so no library is needed for it.
"""

import asyncio
import os
import socket
from collections.abc import Callable

from msgspec import Struct

START_EXTENSION = 90
"""Seconds by which each heartbeat prolongs a start that systemd waits for."""

SEND_TIMEOUT = 3.0
"""Seconds to wait for systemd with messages that are sent once."""


class Heartbeat(Struct, frozen=True):
    """How a process reports that its loop runs, and how often, in seconds; 0: never."""

    tell: Callable[[], object] = lambda: None
    every: float = 0.0

    async def beat(self) -> None:
        while self.every:
            self.tell()
            await asyncio.sleep(self.every)


class Systemd:
    """Notifies systemd, if it asks for that (`Type=notify`, `WatchdogSec=`)."""

    def __init__(self) -> None:
        # Removed from the environment: child processes must not report for this one.
        self._path = os.environ.pop("NOTIFY_SOCKET", "")
        self._patience = int(os.environ.pop("WATCHDOG_USEC", "0")) / 1_000_000
        self._ready = False

    @property
    def heartbeat(self) -> Heartbeat:
        """A third of systemd's patience; a few seconds during the start."""
        return Heartbeat(self._alive, (self._patience / 3 or 10.0) if self._path else 0.0)

    def ready(self) -> None:
        self._ready = True
        self._say("READY=1", SEND_TIMEOUT)

    def stopping(self) -> None:
        self._say("STOPPING=1", SEND_TIMEOUT)

    def _alive(self) -> None:
        self._say("WATCHDOG=1" if self._ready else f"EXTEND_TIMEOUT_USEC={START_EXTENSION}000000")

    def _say(self, what: str, patience: float = 0.0) -> None:
        if not self._path:
            return
        address = f"\0{self._path[1:]}" if self._path.startswith("@") else self._path
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.settimeout(patience)
                line.sendto(what.encode(), address)
        except OSError:
            return  # systemd finds out by itself that it hears nothing
