"""Connects the processes that share a log: transient messages, and leases."""

from collections.abc import Callable
from typing import Protocol


class Disconnected(Exception):
    """The other processes cannot be reached now."""


class ClusterBus(Protocol):
    """One process's connection to the others.

    `me` is its name, new with every start; a lease lasts `lease` seconds.
    """

    me: str
    lease: float

    async def subscribe(self, heard: Callable[[str, bytes], None]) -> None:
        """Call `heard` with the sender and each message; raises `Disconnected`."""

    async def publish(self, data: bytes) -> None:
        """Send a message to all other processes; it is lost if they cannot be reached."""

    async def renew(self) -> frozenset[str]:
        """Renew this process's lease; return who holds one. Raises `Disconnected`."""

    async def close(self) -> None:
        """Release the lease."""
