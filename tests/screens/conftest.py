"""A club in memory, and people whose terminals are Textual pilots."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from time import time_ns
from types import SimpleNamespace
from typing import Any

import pytest
from textual import _callback, events
from textual.geometry import Size
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms import clocks
from arcade.rooms.timers import RoomSettings
from screens.app import ArcadeApp
from screens.base import BaseScreen
from screens.table.screen import TableScreen
from screens.terminal.paint import Pane, PaneScreen

ANNA, BEN, CLEO = Player("SHA256:a", "Anna"), Player("SHA256:b", "Ben"), Player("SHA256:c", "Cleo")
SIZES = [(80, 24), (100, 30), (160, 45)]
DAY = 24 * 3600 * 10**9
PATIENT = RoomSettings(bot_pause=0, linger=0, patience=60)


@pytest.fixture(autouse=True)
def _calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test press a key of the card as soon as it sees the card."""
    monkeypatch.setattr("screens.table.result.card.CALM", 0)


@pytest.fixture(autouse=True)
def _key_tables_are_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check at each key that the screen's key table is the one it would build now."""
    take_key = BaseScreen._dispatch

    async def checked(screen: BaseScreen[Any], event: events.Key) -> bool:
        table = screen.bound()
        screen.rebind()
        assert [action.name for action in table] == [action.name for action in screen.bound()]
        assert table == screen.bound()
        return await take_key(screen, event)

    monkeypatch.setattr(BaseScreen, "_dispatch", checked)


@pytest.fixture(autouse=True)
def _signatures_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep how many arguments a function takes.

    Before each look a pilot has every widget call one function; Textual would inspect it for each.
    """
    counted = lru_cache(64)(_callback._count_parameters)
    monkeypatch.setattr(_callback, "_count_parameters", counted)


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin at noon: a deal of the day that is played near midnight is one of yesterday's."""
    later = (DAY // 2 - time_ns() % DAY) % DAY
    monkeypatch.setattr(clocks, "time", SimpleNamespace(time_ns=lambda: time_ns() + later))


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    opened = await Club.open(MemoryLog(), PATIENT)
    yield opened
    await opened.close()


@asynccontextmanager
async def session(
    club: Club, player: Player, size: tuple[int, int] = (80, 24), **more: Any
) -> AsyncIterator[Pilot[Any]]:
    """Run one person's terminal."""
    app = ArcadeApp(club, player, **{"animations": False, **more})
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


def screen_text(pilot: Pilot[Any]) -> str:
    """Read what is on the screen, line by line, in the context of its own session."""
    screen = pilot.app.screen
    with pilot.app._context():
        if not isinstance(screen, PaneScreen):
            return "\n".join(strip.text.rstrip() for strip in screen._compositor.render_strips())
        lines = [""] * screen._compositor.size.height
        for _, y, strip in screen.whole():
            lines[y] += strip.text
    return "\n".join(map(str.rstrip, lines))


def row_of(rows: Sequence[str], wanted: str | re.Pattern[str], begins: bool = False) -> int:
    """Return the number of the first row that has a text, or `begins` with it."""

    def has(line: str) -> bool:
        if isinstance(wanted, re.Pattern):
            return wanted.search(line) is not None
        return line.startswith(wanted) if begins else wanted in line

    number = next((number for number, line in enumerate(rows) if has(line)), None)
    assert number is not None, "\n".join((f"no {wanted!r} in", *rows))
    return number


def on(pane: Pane, x: int, y: int) -> tuple[int, int]:
    """Return where on the screen a cell of a pane is."""
    return pane.region.x + x, pane.region.y + y


def without_room(app: ArcadeApp, cells: int = 80) -> set[str]:
    """Name the labelled actions of the screen in front that its footer does not show."""
    screen = app.screen
    assert isinstance(screen, BaseScreen)
    with app.context():
        shown = {piece.click for piece in screen.footer.draw(Size(cells, 1))[0]}
    return {action.name for action in screen.actions() if action.label} - shown


def table_screen(pilot: Pilot[str]) -> TableScreen:
    assert isinstance(pilot.app.screen, TableScreen)
    return pilot.app.screen


async def until(pilot: Pilot[str], what: Callable[[], object], seconds: float = 60) -> None:
    """Wait until something is so, letting the app work.

    A look at the screen costs as much as drawing it: the longer it takes, the rarer the looks.
    """
    pause = 0.005
    async with asyncio.timeout(seconds):
        while not what():
            await pilot.pause(pause)
            pause = min(1.5 * pause, 0.04)


async def see(pilot: Pilot[str], text: str) -> None:
    """Wait until a text is on the screen."""
    try:
        await until(pilot, lambda: text in screen_text(pilot))
    except TimeoutError:
        pytest.fail(f"{text!r} did not appear on\n{screen_text(pilot)}")
