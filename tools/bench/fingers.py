"""Keys as people press them, in the chat line of a table, each with the frame that shows it."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pyte

from tests.ssh.terminal import UNKNOWN_TO_PYTE
from tools.bench.people import SIZE, Api, Person, crowd, press
from tools.bench.running import SERVERS, Extent, Figures, arcade, pin, quantiles
from tools.soak.loudness import loud

PROMPT = " │ say › "
LINE = range(len(PROMPT), 90)
"""The columns of the chat line."""
SENTENCE = "Deux-et-un,-je-relance-:-qui-dit-mieux-que-421-?"
"""Without spaces: at the end of a line nobody sees one."""
CLEAR, PASTE = b"\x15", b"\x1b[200~%s\x1b[201~"
SETTLED = 0.3
"""Seconds without a frame after which no further one is expected."""
SHARES = (0.5, 0.9, 0.99)
RUN = 20
"""Frames in a row whose time says how many there are in a second."""


class Pattern(NamedTuple):
    """Keys and the pauses after them, again and again; which of them are measured."""

    keys: Sequence[bytes]
    pauses: Sequence[float]
    first: int = 0


def _typed(text: str) -> list[bytes]:
    return [bytes([key]) for key in text.encode()]


PATTERNS = {
    "one key": Pattern([b"x"], [0.2]),
    "held at 30 Hz": Pattern([b"x"], [1 / 30]),
    "second of two, 5 ms apart": Pattern(_typed("ab"), [0.005, 0.25], first=1),
    "sentence, 12 keys/s": Pattern(_typed(SENTENCE), [1 / 12]),
    "paste": Pattern([PASTE % b"deux-et-un"], [0.4]),
    "120 keys/s": Pattern([b"x"], [1 / 120]),
}
FULL_LINE = len(LINE) - 12
"""Letters after which the line is cleared."""


class Typist(Person):
    """A client whose terminal is read afterwards, so that reading costs no time during the run."""

    prompted = False
    """Whether the line to type in has been seen."""

    def __init__(self) -> None:
        super().__init__()
        self._frames: list[tuple[float, bytes]] = []
        self._screen = pyte.Screen(*SIZE)
        self._stream = pyte.ByteStream(self._screen)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        super().data_received(data, datatype)
        self._frames.append((self.at, data))

    def lines(self) -> list[tuple[float, str]]:
        """Return what each frame since the last call left in the line, and when it came."""
        lines_seen = []
        for at, data in self._frames:
            self._stream.feed(UNKNOWN_TO_PYTE.sub(b"", data))
            row = self._screen.buffer[self._chat_row()]
            lines_seen.append((at, "".join(row[column].data for column in LINE).rstrip()))
        self._frames.clear()
        return lines_seen

    def _chat_row(self) -> int:
        """Find the row that begins with the prompt: the last, while nothing is typed."""
        buffer, prompt = self._screen.buffer, range(len(PROMPT))
        rows = ("".join(buffer[row][column].data for column in prompt) for row in range(SIZE[1]))
        row = next((row for row, begins in enumerate(rows) if begins == PROMPT), None)
        self.prompted |= row is not None
        return SIZE[1] - 1 if row is None else row


class Pressing:
    """The result of one pattern."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.rate = 0.0
        """Frames a second, at most."""
        self.lost = 0
        self.other_end = 0
        """How often the line did not show at the end what was typed."""

    async def repeat(self, person: Typist, pattern: Pattern, seconds: float) -> None:
        """Fill the line and clear it until the time is over."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            await self._fill(person, pattern, end)

    async def _fill(self, person: Typist, pattern: Pattern, end: float) -> None:
        person.lines()
        pressed: list[tuple[float, int]] = []
        text, due = "", time.perf_counter()
        while len(text) < FULL_LINE and due < end:
            for turn, key in enumerate(pattern.keys):
                if len(text) >= FULL_LINE:  # a second sentence would not fit
                    break
                await asyncio.sleep(due - time.perf_counter())
                person.type(key)
                text += key.removeprefix(b"\x1b[200~").removesuffix(b"\x1b[201~").decode()
                if turn >= pattern.first:
                    pressed.append((time.perf_counter(), len(text)))
                due += pattern.pauses[turn % len(pattern.pauses)]
        while (left := max(person.at, pressed[-1][0]) + SETTLED - time.perf_counter()) > 0:
            await asyncio.sleep(left)
        shown = person.lines()
        for at, length in pressed:
            times = (came for came, line in shown if came >= at and len(line) >= length)
            if (came := next(times, None)) is not None:
                self.waits.append(came - at)
        last = shown[-1][1] if shown else ""
        self.lost += max(0, len(text) - len(last))
        self.other_end += last != text
        for first, last_of_run in zip(shown, shown[RUN:], strict=False):
            self.rate = max(self.rate, RUN / (last_of_run[0] - first[0]))
        person.type(CLEAR)
        await asyncio.sleep(SETTLED)


async def fingers(folder: Path, extent: Extent) -> Figures:
    """Milliseconds from a key to the frame that shows it, pressed as people do."""
    figures: Figures = {}
    async with AsyncExitStack() as closing:
        running = await closing.enter_async_context(arcade(folder, config=""))
        table = await Api.come(running.port)
        closing.callback(table.go)
        person = await Typist.come(running.port, table.code, b"Le 421", address="127.0.0.2")
        closing.callback(person.line.abort)
        person.type(b"t")
        await Pressing().repeat(person, PATTERNS["one key"], 1.0)
        if not person.prompted:
            raise RuntimeError(f"no line begins with {PROMPT!r}")
        beside: Mapping[str, Callable[[], AbstractAsyncContextManager[None]]] = {
            "alone": nullcontext,
            "busy process": busy,
            "loud neighbour": partial(loud, running.port, "type"),
            f"{extent.sessions} others": partial(others, running.port, extent.sessions),
        }
        for name, neighbours in beside.items():
            async with neighbours():
                await _press_all(person, name, extent, figures)
    return figures


async def _press_all(person: Typist, beside: str, extent: Extent, figures: Figures) -> None:
    rate, lost, other_end = 0.0, 0, 0
    for name, pattern in PATTERNS.items():
        pressing = Pressing()
        await pressing.repeat(person, pattern, extent.seconds / 2)
        for share, figure in zip(SHARES, quantiles(pressing.waits, SHARES), strict=True):
            figures[f"{beside}: {name}, p{100 * share:.0f} ms"] = figure
        rate, lost = max(rate, pressing.rate), lost + pressing.lost
        other_end += pressing.other_end
    figures[f"{beside}: frames/s at most"] = rate
    figures[f"{beside}: keys lost"] = lost
    figures[f"{beside}: another end shown"] = other_end


@asynccontextmanager
async def busy() -> AsyncIterator[None]:
    """Keep the server's core busy."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "while True: pass")
    pin(process.pid, SERVERS)
    try:
        yield
    finally:
        process.kill()
        await process.wait()


@asynccontextmanager
async def others(port: int, number: int) -> AsyncIterator[None]:
    """Have several clients, each with an address of its own, press a key a second."""
    addresses = [f"127.1.{number}.1" for number in range(number)]
    async with crowd(port, number, addresses=addresses) as people:
        for person in people:
            person.type(b"n")
        await asyncio.sleep(1 + number / 50)
        pressing = asyncio.create_task(press(people, 1.0, 3600.0))
        try:
            yield
        finally:
            pressing.cancel()
