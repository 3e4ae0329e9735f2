"""Browsers beside SSH, in one run: what each of them costs, and waits for."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from statistics import median
from typing import Protocol, Self

from msgspec import Struct
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.typing import Origin
from websockets.uri import parse_uri

from server.web.messages import Greeting, encode
from tests.ssh.client import Client, make_key
from tests.web.chromium import Tabs, tabs
from tests.web.chromium import running as chromium
from tools.bench.people import (
    AT_ONCE,
    DOWN,
    PATIENCE,
    SIZE,
    UP,
    WATCHING,
    Api,
    Person,
    change,
    crowd,
    ears_of,
    gather,
)
from tools.bench.running import Extent, Figures, Running, arcade, free_port, quantiles

LOBBY = b"Play now"
NEWCOMER = "What shall we call you?"
"""What a person with a new key sees first, in a browser and over SSH."""
DOORS = ("SSH", "web")
VISITED = ("first visit", "second visit")
VISITS = 8
"""Visits of a browser, and as many of the OpenSSH client, in turns."""
ROUNDS = 3
"""How often few and all watch, by each door in turn: one round alone wavers by half."""
SETTLED = 1.5
"""Seconds that a page has for what it leaves for later, before somebody else comes."""
GONE = 0.15
"""Seconds in which somebody who has left is gone, before the next comes: to let an app go takes
half as long as to draw its first picture, and would count for the other door.
"""
KEYS = 20
"""Keys pressed in a row over one line, before as many over the other."""


class Page(asyncio.Protocol):
    """A page: greets when it is asked to, and notes when bytes came."""

    transport: asyncio.Transport

    def __init__(self, port: int, greeting: Greeting, sees: bytes) -> None:
        site = f"localhost:{port}"
        self.at = 0.0
        self._client = ClientProtocol(parse_uri(f"ws://{site}/ws"), origin=Origin(f"http://{site}"))
        self._greeting = greeting
        self._sees = sees
        self._shown = b""
        self._ready = asyncio.Event()
        self._some = asyncio.Event()
        self._ears_only = False

    @classmethod
    async def come(cls, port: int, greeting: Greeting, sees: bytes) -> Self:
        """Connect, greet, and wait for a text of the first picture."""
        loop = asyncio.get_running_loop()
        _, page = await loop.create_connection(lambda: cls(port, greeting, sees), "127.0.0.1", port)
        async with asyncio.timeout(PATIENCE):
            await page._ready.wait()
        return page

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._client.send_request(self._client.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        self.at = time.perf_counter()
        if self._ears_only:
            return
        self._client.receive_data(data)
        for frame in self._client.events_received():
            if isinstance(frame, Frame):
                self._receive(frame)
        self._flush()

    def listen(self) -> None:
        """Read nothing more, as an `Ear` does."""
        self._ears_only = True

    async def key(self, key: bytes) -> float:
        """Press a key; return the seconds until something is shown."""
        self._some.clear()
        before = time.perf_counter()
        self._client.send_binary(key)
        self._flush()
        async with asyncio.timeout(PATIENCE):
            await self._some.wait()
        return self.at - before

    def go(self) -> None:
        self.transport.abort()

    def _receive(self, frame: Frame) -> None:
        if frame.opcode is Opcode.BINARY:
            self._some.set()
            if not self._ready.is_set():
                self._shown += bytes(frame.data)
            if self._sees in self._shown:
                self._ready.set()
        elif frame.opcode is Opcode.TEXT and json.loads(bytes(frame.data))["type"] == "challenge":
            self._client.send_text(encode(self._greeting))

    def _flush(self) -> None:
        for data in self._client.data_to_send():
            if data:
                self.transport.write(data)


class Keyboard(Protocol):
    """A client that presses keys."""

    async def key(self, key: bytes) -> float: ...


class House(Struct, frozen=True):
    """A server that both doors lead into, and a table of it."""

    running: Running
    web: int
    """The port for browsers."""
    table: Api

    async def by_ssh(self, sees: bytes = LOBBY) -> Person:
        return await Person.come(self.running.port, "play", sees)

    async def by_web(self) -> Page:
        return await Page.come(self.web, Greeting("screens", SIZE), LOBBY)

    @asynccontextmanager
    async def ssh_watchers(self, number: int) -> AsyncIterator[list[Person]]:
        user = f"watch-{self.table.code}"
        async with crowd(self.running.port, number, user, WATCHING) as people:
            yield people

    @asynccontextmanager
    async def web_watchers(self, number: int) -> AsyncIterator[list[Page]]:
        greeting = Greeting("watch", SIZE, table=self.table.code)
        pages: list[Page] = []
        numbers = iter(range(number))

        async def come_in_turn() -> None:
            for _ in numbers:
                pages.append(await Page.come(self.web, greeting, WATCHING))

        try:
            await gather(come_in_turn() for _ in range(min(AT_ONCE, number)))
            yield pages
        finally:
            for page in pages:
                page.go()

    async def say(self, turn: int) -> None:
        self.table.ask(do="say", text=f"this is change {turn} of a few")


async def web(folder: Path, extent: Extent) -> Figures:
    """A page beside a client of SSH: watching, keys, the first picture; Chromium beside ssh."""
    figures: Figures = {}
    number = 2 * extent.sessions
    for door in DOORS:
        async with _house(
            folder
        ) as house:  # a server of its own: another door would leave memory to reuse
            await _join(house, door, number, figures)
    async with _house(folder) as house:
        await _first_pictures(house, extent.sessions // 4, figures)
        await _keys(house, extent.seconds, figures)
        more: dict[str, list[float]] = {door: [] for door in DOORS}
        for _ in range(ROUNDS):
            for door, cost in (await _round(house, number, figures)).items():
                more[door].append(cost)
        for door, costs in more.items():
            figures[f"{door} one more watcher CPU µs"] = median(costs)
            figures[f"{door} one more watcher CPU µs, spread"] = max(costs) - min(costs)
        await _chromium(house, folder, figures)
    return figures


@asynccontextmanager
async def _house(folder: Path) -> AsyncIterator[House]:
    port = free_port()
    async with arcade(folder, "--log", "memory", "--web", str(port)) as running:
        table = await Api.come(running.port)
        yield House(running, port, table)
        table.go()


async def _join(house: House, door: str, number: int, figures: Figures) -> None:
    """Weigh watchers, and note the processor time until each saw the table."""
    come, running = house.ssh_watchers if door == "SSH" else house.web_watchers, house.running
    async with come(number // 4):
        before, spent = running.memory, running.cpu
        async with come(number):
            figures[f"{door} joining CPU ms"] = (running.cpu - spent) / number * 1000
            await asyncio.sleep(1)
            figures[f"{door} watcher KiB"] = (running.memory - before) / number


async def _first_pictures(house: House, number: int, figures: Figures) -> None:
    """Seconds from connecting to the first picture, by each door in turn."""
    waits: dict[str, list[float]] = {"SSH": [], "web": []}
    for turn in range(number + 3):
        for door, come in (("SSH", house.by_ssh), ("web", house.by_web)):
            before = time.perf_counter()
            person = await come()
            if turn >= 3:  # caches are filled
                waits[door].append(person.at - before)
            _leave(person)
            await asyncio.sleep(GONE)
    for door, times in waits.items():
        figures[f"{door} connect to picture p50 ms"] = quantiles(times)[0]


async def _keys(house: House, seconds: float, figures: Figures) -> None:
    """Milliseconds from a key to its frame, one person by each door, who press in turns."""
    by_ssh, by_web = await house.by_ssh(), await house.by_web()
    people: dict[str, tuple[Keyboard, list[float]]] = {"SSH": (by_ssh, []), "web": (by_web, [])}
    for person, _ in people.values():
        await person.key(b"n")
        await asyncio.sleep(0.5)
    end = time.perf_counter() + 2 * seconds
    while time.perf_counter() < end:
        for person, waits in people.values():
            for turn in range(KEYS):
                waits.append(await person.key((DOWN, UP)[turn % 2]))
                await asyncio.sleep(0.02)
    for door, (_, waits) in people.items():
        figures[f"{door} key p50 ms"] = quantiles(waits)[0]
    for left in (by_ssh, by_web):
        _leave(left)


def _leave(person: Person | Page) -> None:
    person.line.abort() if isinstance(person, Person) else person.go()


async def _round(house: House, number: int, figures: Figures) -> Figures:
    """Change the table for few and for all, by each door; return what one more watcher costs."""
    few = max(1, number // 10)
    for size in (few, number):
        await _change_by_ssh(house, size, figures)
        await _change_by_web(house, size, figures)
    # The picture itself costs the same, however many watch.
    costs = {
        door: [size * figures[f"{door} {size} CPU µs"] for size in (few, number)] for door in DOORS
    }
    return {door: (most - least) / (number - few) for door, (least, most) in costs.items()}


async def _change_by_ssh(house: House, size: int, figures: Figures) -> None:
    async with house.ssh_watchers(size) as people:
        await asyncio.sleep(2)  # arrivals are shown a little later
        await change(house.running, ears_of(people), house.say, f"SSH {size}", figures)


async def _change_by_web(house: House, size: int, figures: Figures) -> None:
    async with house.web_watchers(size) as pages:
        await asyncio.sleep(2)
        for page in pages:
            page.listen()
        await change(house.running, pages, house.say, f"web {size}", figures)


# Whole clients


SHOWN = f"""
new MutationObserver((_, observer) => {{
  const shows = (rows) => document.querySelector(rows)?.textContent
    .replace(/\\u00a0/g, " ").includes({json.dumps(NEWCOMER)});
  if (!window.shown && shows(".sketch")) window.shown = performance.now();
  if (!shows(".xterm-rows")) return;
  window.ready = performance.now();
  window.shown ??= window.ready;
  observer.disconnect();
}}).observe(document, {{ subtree: true, childList: true, characterData: true }});
"""
"""Notes when a page shows its first picture, and when xterm.js has drawn it too and takes keys; has
nothing laid out for that.
"""
WAITED = (
    "[window.shown, window.ready]"
    ".map((at) => at - performance.getEntriesByType('navigation')[0].responseStart)"
)


async def _chromium(house: House, folder: Path, figures: Figures) -> None:
    """Milliseconds from the first byte to the picture in Chromium, which has stored nothing, and
    once more; and from the start of the OpenSSH client.
    """
    client = Client(folder, house.running.port, make_key(folder / "id"))
    visits = [f"{visit}{drawn}" for visit in VISITED for drawn in ("", ", xterm.js")]
    waits: dict[str, list[float]] = {name: [] for name in (*visits, "ssh")}
    with chromium(folder / "chromium") as address:
        async with tabs(address) as browser:
            for _ in range(VISITS):
                for visit, wait in zip(waits, await _visit(browser, house.web), strict=False):
                    waits[visit].append(wait)
                await asyncio.sleep(SETTLED)
                waits["ssh"].append(await _ssh(client))
    for name, times in waits.items():
        who = "OpenSSH" if name == "ssh" else f"Chromium, {name}"
        figures[f"{who} p50 ms"] = quantiles(times)[0]


async def _visit(browser: Tabs, port: int) -> Sequence[float]:
    """Return the seconds until a first and a second visit show their picture, and xterm.js."""
    page = await browser.person()
    await page.call("Page.addScriptToEvaluateOnNewDocument", source=SHOWN)
    await page.open(f"http://localhost:{port}/play")
    waits = await page.until(f"window.ready && {WAITED}")
    await page.call("Page.reload")
    await page.until("performance.getEntriesByType('navigation')[0].type === 'reload'")
    waits += await page.until(f"window.ready && {WAITED}")
    return [wait / 1000 for wait in waits]


async def _ssh(client: Client) -> float:
    before = time.perf_counter()
    with closing(client.open()) as terminal:
        await terminal.wait_for(NEWCOMER, timeout=PATIENCE)
        return time.perf_counter() - before
