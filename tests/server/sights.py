"""Terminals without a network: what an app or a shared picture shows on each, cell by cell."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import Context
from typing import Any

from msgspec.structs import replace
from pyte.screens import Char

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.players.player import Player
from screens.app import ArcadeApp
from screens.terminal.colours import Depth
from screens.terminal.palette import OF_DEPTH
from server.config.settings import Limits
from server.spectators.broadcasts import Broadcasts, appearance_for
from server.spectators.session import SpectatorSession
from server.terminal import driver
from server.terminal.intake import Intake
from server.terminal.outlet import OutputCounters
from server.terminal.terminal import Terminal
from tests.ssh.emulator import Screen, Stream
from tests.ssh.terminal import UNKNOWN_TO_PYTE
from tests.waiting import until

LIMITS = Limits()


def seen(cell: Char) -> Char:
    """Return what one sees of a cell: character, colours, attributes; of a blank its ground."""
    blank = cell.data == " " and not (cell.reverse or cell.underscore)
    return Char(" ", bg=cell.bg) if blank else cell


class Sight:
    """One person's terminal: a wire that ends in a screen; `slow` loses frames until `catch_up`."""

    def __init__(self, size: tuple[int, int] = (80, 24), depth: Depth = "truecolor") -> None:
        self.terminal = Terminal("xterm", size, depth, "")
        self.limits = LIMITS
        self.counters = OutputCounters()
        self.frames: list[bytes] = []
        self.slow = False
        self.shown: Any = None
        self._keys = Intake(LIMITS, lambda event: self.shown.take(event), lambda _: None)
        self._keys.pause()
        self.task: asyncio.Task[Any] | None = None
        self._screen = Screen(*size)
        self._stream = Stream(self._screen)
        self._text: str | None = None

    @property
    def text(self) -> str:
        if self._text is None:  # written out once for what came: many look, and it costs
            self._text = "\n".join(self._screen.display)
        return self._text

    @property
    def cells(self) -> list[Any]:
        """Every cell as one sees it."""
        columns, rows = self._screen.columns, self._screen.lines
        return [seen(self._screen.buffer[y][x]) for y in range(rows) for x in range(columns)]

    def take(self) -> str:
        return ""

    def opening(self) -> str:
        return ""

    def send(self, data: bytes) -> bool:
        if self.slow:
            self.shown.pause()
            return False
        self.frames.append(data)
        self._text = None
        self._stream.feed(UNKNOWN_TO_PYTE.sub(b"", data).decode())
        return True

    def frame_drawn(self) -> None: ...

    def watch_line(
        self, plays: Callable[[], bool | None], tell: Callable[[bool], None]
    ) -> None: ...

    def ground(self, light: bool) -> bool:
        return True

    def attach(self, shown: Any) -> None:
        if shown is None:
            self._keys.pause()
        else:
            self.shown = shown
            self._keys.resume()

    def type(self, data: bytes) -> None:
        self._keys.feed(data)

    def catch_up(self) -> None:
        self.slow = False
        self.shown.repaint()

    def resize(self, size: tuple[int, int]) -> None:
        self._screen.resize(size[1], size[0])
        self._text = None
        self.shown.resize(size)

    def cut(self, rows: int) -> None:
        """Let the window be so low for an instant; nobody is told."""
        high = self._screen.lines
        for lines in (rows, high):
            self._screen.resize(lines)
        self._text = None

    async def quiet(self) -> None:
        """Wait until nothing more comes for a few turns of the loop."""
        seen, still = len(self.frames), 0
        while still < 4:
            await asyncio.sleep(0.002)
            still = still + 1 if len(self.frames) == seen else 0
            seen = len(self.frames)

    async def sees(self, text: str) -> None:
        try:
            await until(lambda: text in self.text)
        except TimeoutError:
            raise AssertionError(f"no {text!r} in\n{self.text}") from None

    async def same(self, *others: "Sight") -> None:
        """Wait until others show the same in every cell."""
        try:
            await until(lambda: all(other.cells == self.cells for other in others))
        except TimeoutError:
            every = "\n\n".join(sight.text for sight in (self, *others))
            raise AssertionError(f"not the same:\n{every}") from None


class SpectatorRig:
    """A club's shared pictures, those who look at them, and apps of one's own beside them."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.broadcasts = Broadcasts(club, LIMITS, OutputCounters(), lambda: None)
        self._tasks: list[asyncio.Task[Any]] = []

    async def spectator(
        self, player: Player, code: str, sight: Sight | None = None, language: str = "en"
    ) -> Sight:
        sight = sight or Sight()
        appearance = replace(
            appearance_for(self.club, player, sight.terminal), language=language, moving=False
        )
        spectator = SpectatorSession(self.club, self.broadcasts, sight, player, appearance)
        sight.task = running = self._begin(spectator.run(code))
        await until(lambda: sight.shown or running.done())
        return sight

    async def app(
        self, player: Player, code: str, sight: Sight | None = None, do: Any = "watch"
    ) -> Sight:
        sight = sight or Sight()
        app = driver.hosted(ArcadeApp)(
            self.club,
            player,
            start=Start(do, code),
            animations=False,
            palette=OF_DEPTH[sight.terminal.depth],
            only_ascii=sight.terminal.only_ascii,
        )
        sight.task = self._begin(driver.run(app, sight))
        await sight.sees("table")
        return sight

    def _begin(self, what: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(what, context=Context())
        self._tasks.append(task)
        return task

    async def close(self) -> None:
        for task in self._tasks:
            if not task.done():
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.broadcasts.close()


@asynccontextmanager
async def house(club: Club) -> AsyncIterator[SpectatorRig]:
    made = SpectatorRig(club)
    try:
        yield made
    finally:
        await made.close()
