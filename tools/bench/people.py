"""The load on a server: guests with terminals, and listeners that only note when bytes arrive.

    python -m tools.bench.people PORT NUMBER

lets many log in at the same moment, in a process of their own. In the loop of those who press keys,
what two hundred clients reckon for their log-ins would be measured with the keys. It gives way to
them (`nice`), prints a line once all have a picture, and ends with its input.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from statistics import median
from typing import Any, Protocol, Self

import asyncssh

from tests.ssh.client import connect
from tools.bench.running import Figures, Running, quantiles
from tools.soak.guests import Guest

SIZE = (100, 30)
NICE = 15
PATIENCE = 60.0
AT_ONCE = 8
"""How many come at the same time."""
UP, DOWN = b"\x1b[A", b"\x1b[B"
WATCHING = b"You are watching"
AT_TABLE = "– Le 421".encode()
"""What only a table's window title says: the lobby names the game too."""


class Person(Guest):
    """A guest that measures the time to the first picture."""

    first = 0.0
    at = 0.0

    @classmethod
    async def come(
        cls,
        port: int,
        user: str,
        sees: bytes,
        key: asyncssh.SSHKey | None = None,
        address: str = "127.0.0.1",
    ) -> Self:
        """Log in, open a terminal, wait for a text of the first picture."""
        person = cls()
        person.line = await log_in(port, user, key, address)
        before = time.perf_counter()
        person.channel, _ = await person.line.create_session(
            lambda: person, term_type="xterm-256color", term_size=SIZE, encoding=None
        )
        await person.see(sees)
        person.first = person.at - before
        return person

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.at = time.perf_counter()
        super().data_received(data, datatype)

    async def key(self, key: bytes) -> float:
        """Press a key; return the seconds until something is shown."""
        before = time.perf_counter()
        self.type(key)
        async with asyncio.timeout(PATIENCE):
            await self.some()
        return self.at - before


class Ear(asyncio.Protocol):
    """In the place of a client's SSH: notes when bytes came, and does not decipher them.

    A client that deciphers costs as much as the server that enciphers; a thousand of them in one
    process would be measured instead of the server.
    """

    def __init__(self, person: Person) -> None:
        self.at = 0.0
        transport = person.line._transport
        assert transport is not None
        transport.set_protocol(self)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.at = time.perf_counter()

    def go(self) -> None:
        self.transport.abort()


def ears_of(people: Sequence[Person]) -> list[Ear]:
    return [Ear(person) for person in people]


class Listener(Protocol):
    """The clients that are shown a change."""

    at: float
    """When bytes came last."""

    def go(self) -> None: ...


CHANGES = 5
"""As many as one person may say at once."""


async def change(
    running: Running,
    listeners: Sequence[Listener],
    tell: Callable[[int], Awaitable[None]],
    name: str,
    figures: Figures,
) -> None:
    """Change a table a few times; note when the first and the last of all were shown it, and the
    processor time for each: the median, as a collection of garbage costs more than all of them.
    They are gone afterwards.
    """
    firsts, lasts, spent = [], [], list[float]()
    for turn in range(CHANGES):
        await asyncio.sleep(0.3)
        before, began = running.cpu, time.perf_counter()
        await tell(turn)
        async with asyncio.timeout(60):
            while not all(listener.at > began for listener in listeners):
                await asyncio.sleep(0.005)
        await asyncio.sleep(0.1)
        spent.append(running.cpu - before)
        firsts.append(min(listener.at for listener in listeners) - began)
        lasts.append(max(listener.at for listener in listeners) - began)
    figures[f"{name} first p50 ms"] = quantiles(firsts)[0]
    figures[f"{name} last p50 ms"] = quantiles(lasts)[0]
    figures[f"{name} CPU µs"] = median(spent) / len(listeners) * 1e6
    for listener in listeners:
        listener.go()


async def log_in(
    port: int, user: str = "play", key: asyncssh.SSHKey | None = None, address: str = "127.0.0.1"
) -> asyncssh.SSHClientConnection:
    """Log in by the quickest cipher, as a guest where there is no key."""
    return await connect(
        port,
        local_addr=(address, 0),
        username=user,
        client_keys=[key] if key else None,
        login_timeout=PATIENCE,
        encryption_algs=["aes256-gcm@openssh.com"],
    )


@asynccontextmanager
async def crowd(
    port: int,
    number: int,
    user: str = "play",
    sees: bytes = b" n",
    addresses: Sequence[str] = ("127.0.0.1",),
) -> AsyncIterator[list[Person]]:
    """Connect a number of guests, a few at once, from these addresses in turn, until the end."""
    people: list[Person] = []
    waiting = iter(range(number))

    async def one_after_another() -> None:
        for task in waiting:
            address = addresses[task % len(addresses)]
            people.append(await Person.come(port, user, sees, address=address))

    try:
        await gather(one_after_another() for _ in range(min(AT_ONCE, number)))
        yield people
    finally:
        for person in people:
            person.line.abort()


async def gather(doing: "Sequence[Awaitable[Any]] | Any") -> list[Any]:
    """Wait for several; the first failure is raised."""
    return list(await asyncio.gather(*doing))


async def press(
    people: Sequence[Person], pause: float, seconds: float, waits: list[float] | None = None
) -> list[float]:
    """Have everybody press keys at an interval in seconds; return how long each waited."""
    waits = [] if waits is None else waits
    end = time.perf_counter() + seconds

    async def press_keys(number: int, person: Person) -> None:
        await asyncio.sleep(pause * number / len(people))
        for turn in range(10_000):
            if time.perf_counter() >= end:
                return
            waited = await person.key((DOWN, UP)[turn % 2])
            waits.append(waited)
            await asyncio.sleep(max(0.0, pause - waited))

    await gather(press_keys(number, person) for number, person in enumerate(people))
    return waits


class Api:
    """A seat at a table, by `ssh … api`."""

    def __init__(self, line: asyncssh.SSHClientConnection, talk: Any) -> None:
        self._line = line
        self._talk = talk
        self.code = ""
        self.table: dict[str, Any] = {}
        self.heard: Callable[[], None] = lambda: None
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def come(cls, port: int, game: str = "421", seats: int = 2, pot: int = 21) -> "Api":
        """Open a table without a clock."""
        line = await log_in(port)
        api = cls(line, await line.create_process("api"))
        api.ask(
            do="create",
            game=game,
            seats=seats,
            options={"pot": pot},
            table={"turn": 0, "pace": "none"},
        )
        async with asyncio.timeout(PATIENCE):
            while not api.code:
                await asyncio.sleep(0.01)
        return api

    def ask(self, **request: object) -> None:
        """Send a request."""
        self._talk.stdin.write(json.dumps(request) + "\n")

    def act(self) -> None:
        """Do the calmest action on offer."""
        offers = self.table.get("offers")
        if self.table.get("phase") in ("waiting", "over"):
            self.ask(do="start")
        elif self.table.get("your_turn") and offers:
            self.ask(do="act", action=offers[-1]["action"], version=self.table["version"])

    def go(self) -> None:
        """End."""
        self._reading.cancel()
        self._line.abort()

    async def _read(self) -> None:
        async for line in self._talk.stdout:
            message = json.loads(line)
            if message["event"] == "table":
                self.table = message["table"]
                self.code = self.table["code"]
                self.heard()


async def _arrive(port: int, number: int) -> None:
    people = await gather(Person.come(port, "play", b" n") for _ in range(number))
    sys.stdout.write(f"{len(people)}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    for person in people:
        person.line.abort()


@asynccontextmanager
async def arrivals(port: int, number: int) -> AsyncIterator[int]:
    """Have `number` guests log in at once, and leave at the end; return how many got in."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__, str(port), str(number)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        yield int(await process.stdout.readline())
    finally:
        process.stdin.close()
        await process.wait()


def main() -> None:
    """Be the process in which they arrive."""
    os.nice(NICE)
    asyncio.run(_arrive(*map(int, sys.argv[1:])))


if __name__ == "__main__":
    main()
