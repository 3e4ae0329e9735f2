"""A server in the test, and one Chromium for all tests of a process."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.engine.news import phrase
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.timers import RoomSettings
from server.config.settings import Limits, Settings
from server.doors.context import ServerContext, arcade_app
from server.web import session
from server.web.connection import WebConnection
from server.web.listener import WebListener, listen
from tests.web.chromium import Tabs, running, tabs
from tools import assets

HOST = "SHA256:host"
AT_ONCE = RoomSettings(bot_pause=0, linger=0)


class Site:
    """The arcade, answering browsers."""

    def __init__(self, context: ServerContext, settings: Settings, listener: WebListener) -> None:
        self.context = context
        self.listener = listener
        self._settings = settings

    @property
    def address(self) -> str:
        return f"http://localhost:{self.listener.get_port()}"

    async def restart(self) -> None:
        """End as by SIGTERM, and start anew on the same log and port."""
        self._settings = replace(self._settings, web=f"127.0.0.1:{self.listener.get_port()}")
        await self.close()
        self.context = ServerContext(self.context.club, Limits(), arcade_app)
        self.listener = await listen(self._settings, self.context, HOST)

    def cut(self) -> None:
        """Break every connection."""
        for connection in tuple(self.context.connections):
            assert isinstance(connection, WebConnection)
            connection.abort()

    async def close(self) -> None:
        self.listener.close()
        await self.context.empty(phrase("The server is being closed."))


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("chromium")) as address:
        yield address


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Tabs]:
    async with tabs(chromium) as opened:
        yield opened


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    assets.make()
    settings = Settings(data=tmp_path, host_key=tmp_path / "host", web="127.0.0.1:0")
    club = await Club.open(MemoryLog(), AT_ONCE)
    context = ServerContext(club, settings.limits, arcade_app)
    opened = Site(context, settings, await listen(settings, context, HOST))
    club.watch_links.site = opened.address
    yield opened
    await opened.close()
    while opened.context.limiter.inside:  # the browser closes its own, in its own time
        await asyncio.sleep(0.01)
    await club.close()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a session whose line breaks, however short it was."""
    monkeypatch.setattr(session, "MIN_LIFE", 0.0)
