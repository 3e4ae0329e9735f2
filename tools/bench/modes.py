"""What is measured: each mode gives figures by name, those of the floor beside them."""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from math import inf
from pathlib import Path
from urllib.request import urlopen

import asyncssh

from tests.nats import NatsServer
from tools.bench.copies import copies
from tools.bench.fingers import fingers
from tools.bench.floor import GREETING
from tools.bench.peer import peer
from tools.bench.people import (
    AT_TABLE,
    SIZE,
    WATCHING,
    Api,
    Ear,
    Person,
    arrivals,
    change,
    crowd,
    ears_of,
    gather,
    log_in,
    press,
)
from tools.bench.pure import append, engine
from tools.bench.running import CORES, Extent, Figures, Running, arcade, floor, free_port, quantiles
from tools.bench.web import web

# Memory and the first frame


async def memory(folder: Path, extent: Extent) -> Figures:
    """KiB of the server's own memory for one more session of each kind."""
    figures: Figures = {}
    async with floor() as running:
        figures["floor KiB"] = await _weigh(running, extent.sessions, "play", GREETING)
    async with arcade(folder) as running:
        figures["in the lobby KiB"] = await _weigh(running, extent.sessions, "play", b" n")
    async with arcade(folder) as running:
        table = await Api.come(running.port)
        user = f"watch-{table.code}"
        figures["watching KiB"] = await _weigh(running, extent.sessions, user, WATCHING)
        table.go()
    async with arcade(folder) as running:
        more = await _weigh_players(running, extent.sessions // 2)
        figures["playing KiB"] = figures["in the lobby KiB"] + more
    return figures


async def _weigh(running: Running, number: int, user: str, sees: bytes) -> float:
    # Caches are filled, and the memory that the start freed is in use again.
    async with crowd(running.port, number // 4, user, sees):
        before = running.memory
        async with crowd(running.port, number, user, sees):
            await asyncio.sleep(1)
            return (running.memory - before) / number


async def _weigh_players(running: Running, number: int) -> float:
    """Return the difference between a player and a person in the lobby."""
    first = number // 4
    async with crowd(running.port, first + number) as people:
        for person in people[:first]:
            await _play(person)
        before = running.memory
        for person in people[first:]:
            await _play(person)
        await asyncio.sleep(1)
        return (running.memory - before) / number


async def _play(person: Person) -> None:
    """Press Play now until it finds a seat: somebody may have taken the one it named."""
    while AT_TABLE not in person.tail:
        person.type(b"p")
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await person.see(AT_TABLE)


async def first_frame(folder: Path, extent: Extent) -> Figures:
    """Milliseconds from asking for a shell to the first picture; processor time to get there."""
    figures: Figures = {}
    number = extent.sessions
    async with floor() as running:
        await _come(running, number, "play", GREETING, "floor", figures)
    async with arcade(folder) as running:
        await _come(running, number, "play", b" n", "lobby", figures)
        table = await Api.come(running.port)
        await _come(running, number, f"watch-{table.code}", WATCHING, "watching", figures)
        table.go()
    figures["lobby / floor"] = figures["lobby p50 ms"] / figures["floor p50 ms"]
    return figures


async def _come(
    running: Running, number: int, user: str, sees: bytes, name: str, figures: Figures
) -> None:
    people = [await Person.come(running.port, user, sees) for _ in range(3)]
    before = running.cpu
    some = [await Person.come(running.port, user, sees) for _ in range(number)]
    figures[f"{name} p50 ms"], figures[f"{name} p99 ms"] = quantiles(
        [person.first for person in some]
    )
    figures[f"{name} CPU ms"] = (running.cpu - before) / number * 1000
    for person in (*people, *some):
        person.line.abort()


# Keys


async def keys(folder: Path, extent: Extent) -> Figures:
    """Milliseconds from a key to the frame it makes, everybody pressing one a second."""
    figures = await _floor(extent)
    async with arcade(folder) as running, crowd(running.port, max(extent.keys)) as people:
        for person in people:
            person.type(b"n")
        await asyncio.sleep(1 + len(people) / 50)
        for number in extent.keys:
            pause = 0.02 if number == 1 else 1.0
            await press(people[:number], pause, 1.5)
            before, began = running.cpu, time.perf_counter()
            waits = await press(people[:number], pause, extent.seconds)
            spent = (running.cpu - before) / (time.perf_counter() - began)
            figures[f"{number} p50 ms"], figures[f"{number} p99 ms"] = quantiles(waits)
            figures[f"{number} busy %"] = spent * 100
            figures[f"{number} CPU ms a key"] = (running.cpu - before) / len(waits) * 1000
    for number in extent.keys:
        figures[f"{number} p50 / floor"] = figures[f"{number} p50 ms"] / figures["floor key p50 ms"]
    return figures


async def _floor(extent: Extent) -> Figures:
    """A single client that presses keys at the echo server."""
    async with floor() as running, crowd(running.port, 1, sees=GREETING) as (alone,):
        await press([alone], 0.05, 0.5)
        p50, p99 = quantiles(await press([alone], 0.02, extent.seconds / 2))
    return {"floor key p50 ms": p50, "floor key p99 ms": p99}


# Watchers


async def watchers(folder: Path, extent: Extent) -> Figures:
    """Milliseconds from a change to the last watcher's bytes; processor time for each of them."""
    figures: Figures = {}
    for number in extent.watchers:
        async with floor() as running, crowd(running.port, number, sees=GREETING) as people:
            teller = await Person.come(running.port, "play", GREETING)

            async def tell(turn: int, teller: Person = teller) -> None:
                teller.type(f"!{turn:0100}".encode())

            await change(running, ears_of(people), tell, f"floor {number}", figures)
            teller.line.abort()
        async with arcade(folder) as running:
            table = await Api.come(running.port)
            async with crowd(running.port, number, f"watch-{table.code}", WATCHING) as people:
                await asyncio.sleep(2)  # arrivals are shown a little later

                async def say(turn: int, table: Api = table) -> None:
                    table.ask(do="say", text=f"this is change {turn} of a few")

                await change(running, ears_of(people), say, f"{number}", figures)
                table.go()
        figures[f"{number} CPU / floor"] = (
            figures[f"{number} CPU µs"] / figures[f"floor {number} CPU µs"]
        )
    return figures


# A full house, an idle one, a storm


async def full_house(folder: Path, extent: Extent) -> Figures:
    """Key latency of players, and what tables do, while many watch, come and go."""
    figures = await _floor(extent)
    async with arcade(folder) as running:
        running.begin("arriving")
        tables = [await Api.come(running.port, seats=extent.players) for _ in range(extent.tables)]
        players: list[Person] = []
        for table in tables:
            user = table.code
            seats = range(extent.players - 1)
            players += await gather(Person.come(running.port, user, b"Le 421") for _ in seats)
        each = -(-extent.looking // len(tables))
        crowds = [crowd(running.port, each, f"watch-{table.code}", WATCHING) for table in tables]
        lookers = [person for crowd in crowds for person in await crowd.__aenter__()]
        ears = [Ear(person) for person in lookers]
        for person in players:
            person.type(b"t")
        for table in tables:
            table.act()
        await asyncio.sleep(2)
        running.begin("")
        before, began = running.cpu, time.perf_counter()
        seconds = extent.house or extent.seconds
        waits, moves, lateness = await _live(running.port, tables, players, seconds)
        seconds = time.perf_counter() - began
        running.begin("leaving")
        figures["players"] = len(players) + len(tables)
        figures["watchers"] = len(ears)
        figures["actions a second"] = moves / seconds
        figures["busy %"] = (running.cpu - before) / seconds * 100
        figures["key p50 ms"], figures["key p99 ms"] = quantiles(waits)
        figures["key longest ms"] = max(waits) * 1000
        figures["clients late p99 ms"] = quantiles(lateness)[1]
        figures["clients late longest ms"] = max(lateness) * 1000
        figures["key p50 / floor"] = figures["key p50 ms"] / figures["floor key p50 ms"]
        for watcher in (*players, *lookers):
            watcher.line.abort()
        for table in tables:
            table.go()
    return figures


BEAT = 0.01
"""Seconds between two samples of the lag of the clients' loop."""
ELSEWHERE = "127.0.0.2"
"""An address that no crowd uses."""
SHOWN = 0.02
"""Share of a core above which something is still being drawn."""
FINGER = 0.1
"""Seconds between two keys of somebody who types."""


async def _live(
    port: int, tables: Sequence[Api], players: Sequence[Person], seconds: float
) -> tuple[list[float], int, list[float]]:
    """Let tables act every five seconds, players type in their lines, guests come and go.

    Return how long keys took, how many actions there were, and how late the clients' own loop was:
    what a key takes is at least that.
    """
    waits: list[float] = []
    lateness: list[float] = []
    moves = 0
    end = time.perf_counter() + seconds

    async def act(number: int, table: Api) -> None:
        nonlocal moves
        await asyncio.sleep(5 * number / len(tables))
        while time.perf_counter() < end:
            table.ask(do="start") if table.table.get("phase") != "playing" else table.act()
            moves += 1
            await asyncio.sleep(min(5.0, max(0.0, end - time.perf_counter())))

    async def type_on(number: int, person: Person) -> None:
        await asyncio.sleep(5 * number / len(players))
        while time.perf_counter() < end:
            waits.append(await person.key(b"x"))
            await asyncio.sleep(FINGER)
            waits.append(await person.key(b"\x7f"))
            await asyncio.sleep(min(5.0, max(0.0, end - time.perf_counter())))

    async def come_and_go() -> None:
        while time.perf_counter() < end:
            guest = await Person.come(port, "play", b" n")
            await asyncio.sleep(0.5)
            guest.line.abort()

    async def beat() -> None:
        while (before := time.perf_counter()) < end:
            await asyncio.sleep(BEAT)
            lateness.append(time.perf_counter() - before - BEAT)

    await gather(
        [
            *(act(number, api) for number, api in enumerate(tables)),
            *(type_on(number, person) for number, person in enumerate(players)),
            come_and_go(),
            beat(),
        ]
    )
    return waits, moves, lateness


async def idle(folder: Path, extent: Extent) -> Figures:
    """Percent of a core that sessions take while nobody does anything.

    Beside them as many of the floor's, and as many with a timer a second each.
    """
    async with floor() as running, crowd(running.port, extent.idle, sees=GREETING):
        rest = await _rest(running, extent)
    async with floor("--ticking") as running, crowd(running.port, extent.idle, sees=GREETING):
        ticking = await _rest(running, extent)
    async with arcade(folder) as running, crowd(running.port, extent.idle):
        busy = await _rest(running, extent)
    return {
        "sessions": extent.idle,
        "floor busy %": rest,
        "floor with timers busy %": ticking,
        "busy %": busy,
        "busy / floor with timers": busy / ticking if ticking else inf,
    }


async def _rest(running: Running, extent: Extent) -> float:
    """Return the processor time spent after all arrivals have been shown to everybody."""
    for _ in range(60):
        before = running.cpu
        await asyncio.sleep(1)
        if running.cpu - before < SHOWN:
            break
    before, began = running.cpu, time.perf_counter()
    await asyncio.sleep(extent.seconds)
    return (running.cpu - before) / (time.perf_counter() - began) * 100


async def start(folder: Path, extent: Extent) -> Figures:
    """Seconds until `arcade serve` listens; the floor is Python that loads asyncssh."""
    before = time.perf_counter()
    floor = await asyncio.create_subprocess_exec(sys.executable, "-c", "import asyncssh")
    await floor.wait()
    least = time.perf_counter() - before
    starts: list[float] = []
    for _ in range(5):
        async with arcade(folder) as running:
            starts.append(running.began)
    soon = quantiles(starts)[0] / 1000
    return {"floor s": least, "listening s": soon, "listening / floor": soon / least}


async def storm(folder: Path, extent: Extent) -> Figures:
    """Many log in at the same moment; two press keys meanwhile, one of them of the same address."""
    figures = await _floor(extent)
    addresses = ("127.0.0.1", ELSEWHERE)
    async with arcade(folder) as running, crowd(running.port, 2, addresses=addresses) as people:
        pressing = dict(zip(("key", "key from elsewhere"), people, strict=True))
        for person in people:
            person.type(b"n")
        await asyncio.sleep(1)
        await press(people, FINGER, 1.5)
        calm = await press(people, FINGER, extent.seconds / 2)
        running.begin("storm")
        waits: dict[str, list[float]] = {name: [] for name in pressing}
        tasks = [
            asyncio.create_task(press([person], FINGER, 600, waits[name]))
            for name, person in pressing.items()
        ]
        before = time.perf_counter()
        async with arrivals(running.port, extent.storm) as come:
            lasted = time.perf_counter() - before
            for task in tasks:
                task.cancel()
            running.begin("leaving")
    figures["people"], figures["all in after s"] = come, lasted
    figures["calm key p50 ms"], figures["calm key p99 ms"] = quantiles(calm)
    for name, every in waits.items():
        figures[f"{name} p50 ms"], figures[f"{name} p99 ms"] = quantiles(every)
        figures[f"{name} p99 / calm"] = figures[f"{name} p99 ms"] / figures["calm key p99 ms"]
    return figures


# Screens without end


ATTACKER = ELSEWHERE
CONNECTIONS, SHELLS = 6, 4
LOUD = 12.0
"""Seconds, at least, of screens without end: so long that the garbage of some is collected."""


async def screens(folder: Path, extent: Extent) -> Figures:
    """One address opens and closes screens without end, within its limits; another presses keys."""
    port = free_port()
    options = ("--log", "memory", "--metrics", str(port))
    figures: Figures = {}
    seconds = max(LOUD, extent.seconds)
    async with arcade(folder, *options, config="") as running, crowd(running.port, 1) as (calm,):
        calm.type(b"n")
        await asyncio.sleep(1)
        await press([calm], FINGER, 1.5)
        alone = await press([calm], FINGER, seconds)
        lines = [await log_in(running.port, address=ATTACKER) for _ in range(CONNECTIONS)]
        before, began = await _collected(port), time.perf_counter()
        figures["MB before"] = running.memory / 1024
        opened = [0]
        loud = [
            asyncio.create_task(_open_and_close(line, opened))
            for line in lines
            for _ in range(SHELLS)
        ]
        beside = await press([calm], FINGER, seconds)
        after, lasted = await _collected(port), time.perf_counter() - began
        figures["MB after"] = running.memory / 1024
        failed = [task.exception() for task in loud if task.done()]
        for task in loud:
            task.cancel()
        for line in lines:
            line.abort()
        if failed:
            raise RuntimeError(f"an attacker gave up: {failed[0]!r}")
    figures["screens a second"] = opened[0] / lasted
    figures["collections"] = after[0] - before[0]
    figures["time in collections %"] = (after[1] - before[1]) / lasted * 100
    figures["alone key p50 ms"], figures["alone key p99 ms"] = quantiles(alone)
    figures["key p50 ms"], figures["key p99 ms"] = quantiles(beside)
    figures["key p99 / alone"] = figures["key p99 ms"] / figures["alone key p99 ms"]
    return figures


async def _open_and_close(line: asyncssh.SSHClientConnection, opened: list[int]) -> None:
    while True:
        shell = await line.create_process(term_type="xterm-256color", term_size=SIZE, encoding=None)
        data = b""
        while b" n" not in data and (some := await shell.stdout.read(65536)):
            data += some
        shell.close()
        await shell.wait_closed()
        opened[0] += b" n" in data


async def _collected(port: int) -> tuple[float, float]:
    """Return how often the server has collected garbage, and the seconds it took."""
    url = f"http://127.0.0.1:{port}/metrics"
    page = await asyncio.to_thread(lambda: urlopen(url, timeout=30).read().decode())
    metrics = dict(line.rsplit(" ", 1) for line in page.splitlines() if not line.startswith("#"))
    names = ("arcade_collections_total", "arcade_collection_seconds_total")
    times, seconds = (float(metrics[name]) for name in names)
    return times, seconds


# Workers


async def _with_workers(closing: AsyncExitStack, home: Path, number: int) -> Running:
    """Start a server of this many workers, with a log of its own."""
    home.mkdir()
    nats = await closing.enter_async_context(NatsServer(home / "nats"))
    started = arcade(home, "--log", nats.url, "--workers", str(number), cores=set(CORES))
    return await closing.enter_async_context(started)


async def workers(folder: Path, extent: Extent) -> Figures:
    """Keys a second when everybody presses the next at once: one worker, two, on JetStream.

    Each worker has as many people: a loop with more to do shows several keys by one call of the
    system, so that a key costs less of it. Those who press share the cores with the workers, so
    that the ratio is a lower bound. What two would do with a core each follows from the processor
    time of a key. Beside them stand two servers that know nothing of each other.
    """
    figures: Figures = {}
    each = min(40, extent.sessions)
    for name, servers, number in (("1", 1, 1), ("2", 1, 2), ("2 apart", 2, 1)):
        async with AsyncExitStack() as closing:
            homes = [folder / f"{name} {server}" for server in range(servers)]
            running = [await _with_workers(closing, home, number) for home in homes]
            people: list[Person] = []
            for worker in running:
                arriving = crowd(worker.port, each * number)
                people += await closing.enter_async_context(arriving)
            for person in people:
                person.type(b"n")
            await asyncio.sleep(2)
            before, began = sum(running.cpu for running in running), time.perf_counter()
            waits = await press(people, 0.0, extent.seconds)
            seconds = time.perf_counter() - began
            figures[f"{name} keys/s"] = len(waits) / seconds
            spent = sum(running.cpu for running in running) - before
            figures[f"{name} keys per CPU s"] = len(waits) / spent
    figures["2 / 1"] = figures["2 keys/s"] / figures["1 keys/s"]
    for name in ("2", "2 apart"):
        figures[f"{name} / 1 by CPU"] = (
            2 * figures[f"{name} keys per CPU s"] / figures["1 keys per CPU s"]
        )
    return figures


MODES: Mapping[str, Callable[[Path, Extent], Awaitable[Figures]]] = {
    "memory": memory,
    "first-frame": first_frame,
    "keys": keys,
    "fingers": fingers,
    "watchers": watchers,
    "full-house": full_house,
    "idle": idle,
    "storm": storm,
    "screens": screens,
    "start": start,
    "workers": workers,
    "copies": copies,
    "append": append,
    "engine": engine,
    "peer": peer,
    "web": web,
}
