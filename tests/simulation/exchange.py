"""What joins the simulated processes beside the log: leases, words, and hearing what is stored."""

import asyncio
from collections.abc import Callable
from random import Random

from arcade.eventlog.log import Disconnected
from tests.simulation.network import Line, Weather

LEASE = 1.0
LONGEST = 0.5
"""Seconds a word may be on its way."""


class Exchange:
    """The wires of all processes, and the leases they hold."""

    def __init__(self, weather: Weather, chance: Random) -> None:
        self.wires: list[Wire] = []
        self.leases: dict[str, float] = {}
        self._weather = weather
        self._chance = chance

    def wire(self, log: Line) -> "Wire":
        """Give a new process's way to the others; from now on it hears of what they store."""
        made = Wire(self, f"process {len(self.wires)}", log)
        log.stored = made.stored
        self.wires.append(made)
        return made

    def send(self, sender: "Wire", deliver: Callable[["Wire"], None], growth: bool = False) -> None:
        """Bring something to all others: late, twice, in another order; not to who is parted.

        Growth may also be missed.
        """
        loop = asyncio.get_running_loop()
        for wire in self.wires:
            missed = (
                growth and self._weather.missed and self._chance.random() < self._weather.missed
            )
            if wire is not sender and sender.reached and not missed:
                for _ in range(1 + self._by_chance()):
                    wait = self._chance.random() * (LONGEST if self._by_chance() else 0.01)
                    loop.call_later(wait, wire.get, deliver)

    def answered(self) -> bool:
        """Whether an answer arrives."""
        return self._chance.random() >= self._weather.lost

    def _by_chance(self) -> bool:
        return self._chance.random() < self._weather.delayed


class Wire:
    """One process's `ClusterBus`, in the sense of `arcade.eventlog.log`."""

    lease = LEASE

    def __init__(self, exchange: Exchange, me: str, log: Line) -> None:
        self.me = me
        self._exchange = exchange
        self._log = log
        self._waiting: list[Callable[[Wire], None]] = []
        self._heard: Callable[[str, bytes], None] = lambda _worker, _data: None

    @property
    def reached(self) -> bool:
        """Whether anything gets through."""
        return not self._log.parted and not self._log.dead.is_set()

    def get(self, deliver: Callable[["Wire"], None]) -> None:
        """Take in what was sent, unless nothing gets through; later where nothing goes on."""
        if not self._log.awake.is_set():
            self._waiting.append(deliver)
        elif self.reached:
            deliver(self)

    def go_on(self) -> None:
        """Take in what has come while nothing went on."""
        waiting, self._waiting = self._waiting, []
        for deliver in waiting:
            self.get(deliver)

    def stored(self, stream: str, end: int) -> None:
        """Tell the others that a stream has grown; by the own log."""
        self._exchange.send(self, lambda other: other._log.grown(stream, end), growth=True)

    async def subscribe(self, heard: Callable[[str, bytes], None]) -> None:
        """Have `heard` called with what others say; see `ClusterBus`."""
        await self._way()
        self._heard = heard

    async def publish(self, data: bytes) -> None:
        """Say something to all others; see `ClusterBus`."""
        self._exchange.send(self, lambda other: other._heard(self.me, data))

    async def renew(self) -> frozenset[str]:
        """Renew the own lease, and name those that hold one; see `ClusterBus`."""
        await self._way()
        now, leases = asyncio.get_running_loop().time(), self._exchange.leases
        leases[self.me] = now + LEASE
        await self._way()
        if not self._exchange.answered():
            raise Disconnected("no answer")
        return frozenset(name for name, end in leases.items() if end > now)

    async def close(self) -> None:
        """Give the lease back."""
        self._exchange.leases.pop(self.me, None)

    async def _way(self) -> None:
        await self._log.way()
        if self._log.parted:
            raise Disconnected("parted")
