"""Limits connections: in total, by address, and before authentication.

Must not know: sockets, SSH, players.
"""

import time
from collections import Counter
from collections.abc import Callable

from msgspec import Struct

from arcade.club.limits.machine_use import MachineUse, Row
from arcade.club.limits.rate_limiter import NETWORK, TokenBucket, counted, neighbourhood, network
from arcade.newest import Newest
from server.config.settings import Limits
from server.limits.cost_meter import CostMeter

ALL, NEW = "connections", "unauthenticated"
PAGES_PER_SESSION = 10
"""How many connections for pages an address may open for each connection for a session."""
MAX_ADDRESSES = 4096
"""Addresses that are remembered, the most recent ones."""


class AddressUse(Struct, frozen=True):
    """What one address has used: connections opened, bytes and processor time."""

    arrivals: TokenBucket
    pages: TokenBucket
    """Connections for pages and their files, of which a browser opens many."""
    cost_meter: CostMeter

    def bucket(self, pages: bool) -> TokenBucket:
        return self.pages if pages else self.arrivals


class ConnectionLimiter:
    """Admits connections within the limits; `refused` counts the others by reason.

    `waits` counts how often an address had used up its share and had to wait.
    """

    def __init__(
        self,
        limits: Limits,
        clock: Callable[[], float] = time.monotonic,
        machine: MachineUse | None = None,
    ) -> None:
        self.refused: Counter[str] = Counter()
        self.waits: Counter[str] = Counter()
        self._limits = limits
        self._clock = clock
        self._machine = machine
        self._counts: Counter[str] = Counter()
        """Connections here: all, and by address and network; and those not logged in."""
        self._unauthenticated: dict[str, list[ConnectionSlot]] = {}
        self._uses: Newest[str, AddressUse] = Newest(MAX_ADDRESSES)

    @property
    def inside(self) -> int:
        return self._counts[ALL]

    def admit(self, address: str, pages: bool = False) -> "ConnectionSlot | None":
        """Admit a connection from an address; None when it is one too many.

        One for `pages` counts as such; where it is for a session, `arrive` is called as well.
        """
        origin = neighbourhood(address)
        why = self._why_not(origin)
        use = None if why else self._arriving(origin, pages)
        if not why and use is None:
            why = "rate"
        if not why and self._there(NEW) >= self._limits.unauthenticated:
            why = "" if self._displace(origin) else "strangers"
        if why or use is None:
            self.refused[why] += 1
            return None
        slot = ConnectionSlot(self, origin, use.cost_meter)
        self._count(ALL, origin, 1)
        self._count(NEW, origin, 1)
        self._unauthenticated.setdefault(network(origin), []).append(slot)
        return slot

    def _why_not(self, origin: str) -> str:
        limits = self._limits
        wide = network(origin)
        if self._there(ALL) >= limits.connections:
            return "full"
        if self._there(f"{ALL} {origin}") >= limits.connections_per_address:
            return "address"
        if self._there(f"{ALL} {wide}") >= NETWORK * limits.connections_per_address:
            return "network"
        most = limits.unauthenticated_per_address
        if self._there(f"{NEW} {wide}") >= NETWORK * most or self._there(f"{NEW} {origin}") >= most:
            return "strangers-address"
        return ""

    def _there(self, name: str) -> int:
        """Count connections on the machine."""
        elsewhere = self._machine.row(name).elsewhere if self._machine is not None else 0
        return self._counts[name] + elsewhere

    def _count(self, what: str, origin: str, change: int) -> None:
        for name in (what, f"{what} {origin}", f"{what} {network(origin)}"):
            self._counts[name] += change
            if self._machine is not None:
                self._machine.row(name).count(self._counts[name])
            if not self._counts[name]:
                del self._counts[name]

    def _displace(self, origin: str) -> bool:
        """Disconnect the oldest stranger of the network with most, if it has more than here."""
        most = max(self._unauthenticated.values(), key=len, default=[])
        if len(most) <= len(self._unauthenticated.get(network(origin), ())) + 1:
            return False
        self.refused["displaced"] += 1
        most[0].send_away()
        return True

    def arrive(self, slot: "ConnectionSlot") -> bool:
        """Count a connection for pages as one for a session; False if there are too many."""
        arrived = self._arriving(slot.origin) is not None
        if not arrived:
            self.refused["rate"] += 1
        return arrived

    def _arriving(self, origin: str, pages: bool = False) -> AddressUse | None:
        """Count an arrival; return the address's use, None if it comes too often."""
        uses: list[AddressUse] = []
        for name, times in counted(origin):
            uses.append(self._use_of(name, times, *uses))
            if uses[-1].bucket(pages).left < 1:
                return None
        for use in uses:
            use.bucket(pages).use(1)
        return uses[-1]

    def _use_of(self, name: str, times: int = 1, within: AddressUse | None = None) -> AddressUse:
        """Return the use of an address or network, which outlives its connections."""
        most = times * self._limits.connections_per_minute

        def row(what: str) -> Row | None:
            return self._machine.row(f"{what} {name}") if self._machine is not None else None

        use = self._uses.get(name) or AddressUse(
            TokenBucket(most / 60, most, self._clock, row("arrivals")),
            TokenBucket(
                PAGES_PER_SESSION * most / 60, PAGES_PER_SESSION * most, self._clock, row("pages")
            ),
            CostMeter(
                self._limits,
                times,
                self._clock,
                within.cost_meter if within else None,
                self.waits,
                row,
            ),
        )
        self._uses[name] = use
        return use

    def known(self, slot: "ConnectionSlot") -> None:
        where = network(slot.origin)
        self._count(NEW, slot.origin, -1)
        self._unauthenticated[where].remove(slot)
        if not self._unauthenticated[where]:
            del self._unauthenticated[where]

    def gone(self, slot: "ConnectionSlot") -> None:
        self._count(ALL, slot.origin, -1)


class ConnectionSlot:
    """An admitted connection, a stranger's until `know`; call `leave` when it has ended.

    `cost_meter` is its address's. `holds` returns whether its input waits for the address's turn.
    `closing` is called to close it, `playing` when it opens a session, `logged_in` when it has
    logged in or is gone.
    """

    def __init__(self, limiter: ConnectionLimiter, origin: str, cost_meter: CostMeter) -> None:
        self.cost_meter = cost_meter
        self.origin = origin
        self.inside = True
        self.closing: Callable[[], object] = lambda: None
        self.playing: Callable[[], object] = lambda: None
        self.logged_in: Callable[[], object] = lambda: None
        self.holds: Callable[[], bool] = lambda: False
        self._limiter = limiter
        self._stranger = True

    def know(self) -> None:
        if self._stranger:
            self._stranger = False
            self._limiter.known(self)
            self.logged_in()

    def arrive(self) -> bool:
        """Count it as one for a session, not for pages; False if there are too many."""
        return self._limiter.arrive(self)

    def fail(self) -> None:
        """Count it among the refused: it could not log in, and did not just go."""
        if self._stranger and self.inside:
            self._limiter.refused["login"] += 1

    def refuse_session(self, why: str) -> None:
        """Count a session that it asked for and did not get."""
        self._limiter.refused[why] += 1

    def leave(self) -> None:
        """Note that it has ended; more than once is harmless."""
        if self.inside:
            self.know()
            self.inside = False
            self._limiter.gone(self)

    def send_away(self) -> None:
        """Disconnect it, to make room for somebody else."""
        self.leave()
        self.closing()
