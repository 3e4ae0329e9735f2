"""What joins the processes of one log beside the log: words nobody keeps, and leases."""

from collections.abc import Callable
from typing import Protocol


class Disconnected(Exception):
    """The others cannot be reached at the moment."""


class ClusterBus(Protocol):
    """One process's line to the others.

    `me` is its name among them, new with every start; a lease lasts `lease` seconds.
    """

    me: str
    lease: float

    async def listen(self, heard: Callable[[str, bytes], None]) -> None:
        """Call `heard` with the name of a process and what it says; raises `Disconnected`."""
        ...

    async def say(self, data: bytes) -> None:
        """Say something to all others who listen now; where they cannot be reached it is lost."""
        ...

    async def renew(self) -> frozenset[str]:
        """Renew the own lease, and name those that hold one; raises `Disconnected`."""
        ...

    async def close(self) -> None:
        """Give the lease back."""
        ...
