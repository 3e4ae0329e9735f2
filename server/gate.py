"""Who may connect: counted in all, by address, and while nobody has proved who is there.

Must not know: sockets, SSH, players.
"""

import time
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from msgspec import Struct

from arcade.club.bucket import Bucket
from server.config import Limits

FORGOTTEN = 4096
"""How many addresses' allowances are remembered, the last to come, before the oldest goes."""


class Neighbour(Struct, frozen=True):
    """What one address may still do at once: open connections, have its input worked on."""

    arrivals: Bucket
    effort: Bucket


class Gate:
    """Admits connections within the limits; `refused` counts the others by reason."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.refused: Counter[str] = Counter()
        self._limits = limits
        self._clock = clock
        self._all = 0
        self._strangers = 0
        self._by_address: Counter[str] = Counter()
        self._strangers_by_address: Counter[str] = Counter()
        self._neighbours: dict[str, Neighbour] = {}

    @property
    def inside(self) -> int:
        """How many connections there are."""
        return self._all

    def admit(self, address: str) -> "Pass | None":
        """Admit a connection from an address; None when it is one too many."""
        place = neighbourhood(address)
        why = self._why_not(place)
        neighbour = self._neighbour(place)
        if not why and not neighbour.arrivals.take():
            why = "rate"
        if why:
            self.refused[why] += 1
            return None
        self._all += 1
        self._strangers += 1
        self._by_address[place] += 1
        self._strangers_by_address[place] += 1
        return Pass(self, place, neighbour.effort)

    def _why_not(self, place: str) -> str:
        limits = self._limits
        if self._all >= limits.connections:
            return "full"
        if self._by_address[place] >= limits.connections_per_address:
            return "address"
        if self._strangers >= limits.strangers:
            return "strangers"
        if self._strangers_by_address[place] >= limits.strangers_per_address:
            return "strangers-address"
        return ""

    def _neighbour(self, place: str) -> Neighbour:
        """Give what an address may do; it is remembered longer than its connections."""
        limits = self._limits
        found = self._neighbours.pop(place, None) or Neighbour(
            Bucket(limits.arrival_rate, limits.arrival_burst, self._clock),
            Bucket(limits.effort_share, limits.effort_burst, self._clock),
        )
        self._neighbours[place] = found
        while len(self._neighbours) > FORGOTTEN:
            del self._neighbours[next(iter(self._neighbours))]
        return found

    def known(self, place: str) -> None:
        """Note that one of an address has proved who is there; by the pass."""
        self._strangers -= 1
        _less(self._strangers_by_address, place)

    def gone(self, place: str, stranger: bool) -> None:
        """Note that a connection has ended; by the pass."""
        if stranger:
            self.known(place)
        self._all -= 1
        _less(self._by_address, place)


class Pass:
    """One admitted connection, a stranger's until `know`; `leave` when it has ended.

    `effort` are the seconds of processor time that are left for the input of its address.
    """

    def __init__(self, gate: Gate, place: str, effort: Bucket) -> None:
        self.effort = effort
        self._gate = gate
        self._place = place
        self._stranger = True
        self._inside = True

    def know(self) -> None:
        """Note that its client has logged in."""
        if self._stranger and self._inside:
            self._stranger = False
            self._gate.known(self._place)

    def leave(self) -> None:
        """Note that it has ended; more than once is harmless."""
        if self._inside:
            self._inside = False
            self._gate.gone(self._place, self._stranger)


def neighbourhood(address: str) -> str:
    """Give what counts as one address: of IPv6 the /64, in which one host has them all."""
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        if read.ipv4_mapped is not None:
            return str(read.ipv4_mapped)
        return f"{IPv6Address(int(read) >> 64 << 64)}/64"
    return str(read)


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
