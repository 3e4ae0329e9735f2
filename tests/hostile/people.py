"""Who takes part: attackers from an address of their own, and people elsewhere who play."""

import asyncio
import contextlib
import itertools
import socket
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests import processes
from tests.ssh import client
from tests.ssh.process import Server
from tests.ssh.terminal import DOWN, UP
from tests.waiting import PATIENCE

NETWORKS = ("127.66", "127.70", "127.71")
PEOPLE = "127.0.0.2"
"""Where people sit who attack nobody."""


USUAL, WORST = 6, 25
"""How many times as long others' keys may take under an attack as a key took before it, usually and
at worst; by the server's own clock of work, whatever else runs on the machine."""


async def connect(server: Server, address: str = PEOPLE, **options: Any) -> Any:
    """Log in from an address, as a guest where no key is given."""
    given = {"local_addr": (address, 0), **options}
    async with asyncio.timeout(PATIENCE):
        return await client.connect(server.port, **given)


class Attacker:
    """Somebody at an address of their own; all that they opened is closed by `leave`."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._sockets: list[socket.socket] = []
        self._connections: list[Any] = []

    async def connect(self, server: Server, **options: Any) -> Any:
        """Log in."""
        self._connections.append(await connect(server, self.address, **options))
        return self._connections[-1]

    def raw(self, server: Server, sent: bytes = b"") -> socket.socket:
        """Open a bare TCP connection and send something."""
        opened = socket.socket()
        self._sockets.append(opened)
        opened.bind((self.address, 0))
        opened.settimeout(PATIENCE)
        opened.connect(("127.0.0.1", server.port))
        opened.sendall(sent)
        return opened

    async def raw_many(self, server: Server, number: int) -> None:
        """Open this many bare connections, whether they are kept or not."""
        for turn in range(number):
            with contextlib.suppress(OSError):
                self.raw(server)
            if turn % 20 == 19:
                await asyncio.sleep(0.01)

    @property
    def kept(self) -> int:
        """How many of the bare connections the server has not closed."""
        return sum(map(_is_open, self._sockets))

    def hang_up(self) -> None:
        """Close the bare connections."""
        for sock in self._sockets:
            sock.close()
        self._sockets.clear()

    async def leave(self) -> None:
        """Close everything."""
        self.hang_up()
        for connection in self._connections:
            connection.abort()
            await connection.wait_closed()


def of_networks(attacker: Attacker) -> list[Attacker]:
    """Return three, each of another network: what one address has used up holds it back."""
    return [Attacker(attacker.address.replace("127.66", network)) for network in NETWORKS]


def _is_open(opened: socket.socket) -> bool:
    opened.setblocking(False)
    try:
        while opened.recv(4096):
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


async def closed(opened: socket.socket, seconds: float = PATIENCE) -> bytes:
    """Wait until the server has closed a bare connection; return what it said before."""
    opened.setblocking(False)
    loop = asyncio.get_running_loop()
    data = b""
    try:
        async with asyncio.timeout(seconds):
            while some := await loop.sock_recv(opened, 65536):
                data += some
    except ConnectionError:
        pass
    return data


class Waits(NamedTuple):
    """How long keys waited for what they did, in seconds that the server worked meanwhile."""

    attacks: Sequence[Sequence[float]]
    """The times during each of several attacks."""
    calm: float = 0.0
    """The median before them."""

    @property
    def times(self) -> list[float]:
        return sorted(itertools.chain(*self.attacks))

    @property
    def median(self) -> float:
        """The usual time during an attack; the least of several.

        Where a busy machine keeps the client, the server works on for the attacker: that only adds.
        """
        return min(map(statistics.median, self.attacks))

    @property
    def worst(self) -> float:
        """The longest during an attack; the median of several, as a collection may fall in one."""
        return statistics.median(map(max, self.attacks))

    @property
    def usual_ratio(self) -> float:
        return self.median / self.calm

    @property
    def worst_ratio(self) -> float:
        return self.worst / self.calm

    @property
    def p90(self) -> float:
        return self.times[int(len(self.times) * 0.9)]

    def __str__(self) -> str:
        median, worst = self.median * 1000, self.worst * 1000
        before = f" ({self.calm * 1000:.1f} before)" if self.calm else ""
        return f"others' keys {median:.1f} ms of work{before}, worst {worst:.0f} ms"


class Person:
    """Somebody who fills in the form of a new table: each arrow key changes what is seen."""

    def __init__(self, server: Server, connection: Any, process: Any) -> None:
        self.server = server
        self.connection = connection
        self.process = process
        self.output = b""

    @classmethod
    async def come(cls, server: Server, address: str = PEOPLE, **options: Any) -> "Person":
        """Log in, see the lobby, open the form."""
        size = options.pop("size", (100, 30))
        connection = await connect(server, address, **options)
        process = await connection.create_process(
            term_type="xterm-256color", term_size=size, encoding=None
        )
        person = cls(server, connection, process)
        await person.wait_for(b"Play now")
        await person.read(0.3)
        process.stdin.write(b"n")
        await person.until_still()
        return person

    async def until_still(self) -> None:
        """Read until nothing comes for a while."""
        assert await self._some(PATIENCE), "closed"
        await self.read(0.3)

    async def read(self, still: float) -> None:
        """Read what there is, until nothing comes for a while."""
        while await self._some(still):
            pass

    async def wait_for(self, wanted: bytes) -> None:
        """Read until that was said."""
        async with asyncio.timeout(PATIENCE):
            while wanted not in self.output:
                assert await self._some(PATIENCE), "closed"

    async def _some(self, seconds: float) -> bytes:
        try:
            async with asyncio.timeout(seconds):
                some = bytes(await self.process.stdout.read(65536))
        except TimeoutError:
            return b""
        self.output += some
        return some

    async def react(self, key: str) -> float:
        """Press a key and wait for what it does; return the seconds the server worked meanwhile."""
        before = at_work(self.server)
        self.process.stdin.write(key.encode())
        some = await self._some(PATIENCE)
        assert some, "nothing came of a key"
        taken = at_work(self.server) - before
        await self._some(0.02)
        return taken

    async def react_often(self, times: int, pause: float = 0.05, calm: float = 0.0) -> Waits:
        """Press keys, one after another; `calm` is the median before, if that is known."""
        waits = []
        for number in range(times):
            waits.append(await self.react(UP if number % 2 else DOWN))
            await asyncio.sleep(pause)
        return Waits([waits], calm)

    async def react_while(self, *attacks: Awaitable[Any], pause: float = 0.05) -> Waits:
        """Press keys before each attack, and until it has ended, at least five."""
        calm: list[float] = []
        under: list[list[float]] = []
        for attack in attacks:
            calm += (await self.react_often(10, 0.01)).times
            task = asyncio.ensure_future(attack)
            waits: list[float] = []
            while not task.done() or len(waits) < 5:
                waits.append(await self.react(UP if len(waits) % 2 else DOWN))
                await asyncio.sleep(pause)
            await task
            under.append(waits)
        return Waits(under, statistics.median(calm))

    async def leave(self) -> None:
        """Break the line."""
        self.connection.abort()
        await self.connection.wait_closed()


class Volley:
    """Packets that are made first and then sent at once: the server must not handle all of them
    before it looks at anybody else's.
    """

    def __init__(self, connection: Any, packet: Callable[[int], None], number: int) -> None:
        self._transport = connection._transport
        self._connection = connection
        self._data = bytearray()
        connection._transport = self
        try:
            for turn in range(number):
                packet(turn)
        finally:
            connection._transport = self._transport

    def write(self, data: bytes) -> None:
        """Keep what the connection would send."""
        self._data += data

    def is_closing(self) -> bool:
        return False

    async def send(self, seconds: float = 3.0) -> None:
        """Send all of it; return when the server has taken it, or after some seconds."""
        self._transport.write(bytes(self._data))
        until = time.monotonic() + seconds
        while self._transport.get_write_buffer_size() and time.monotonic() < until:
            if self._connection.is_closed():
                return
            await asyncio.sleep(0.01)


def memory(server: Server) -> int:
    """Return the bytes of memory the server holds now."""
    return processes.resident(server.pid)


def files(server: Server) -> int:
    """Count the files the server has open."""
    return len(list(Path(f"/proc/{server.pid}/fd").iterdir()))


def at_work(server: Server) -> float:
    """Return the seconds the server has been at work.

    As a clock it counts what a key waits for inside the server, however busy the machine is.
    """
    return processes.at_work(server.pid)


def processor(server: Server) -> float:
    """Return the seconds of processor time the server has used."""
    return processes.processor(server.pid)
