"""The server as a process (`server`), or inside the test (`inside`)."""

import shutil
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from arcade.club.club import Club
from arcade.engine.chance import Cards, Chance
from arcade.eventlog.memory import MemoryLog
from arcade.rooms import fairness
from server.config.settings import Limits, Settings
from server.doors.context import ServerContext, arcade_app
from server.ssh.listener import listen
from tests.ssh import terminal
from tests.ssh.inside import AT_ONCE, Inside, start_inside
from tests.ssh.process import Server

if shutil.which("ssh") is None:
    pytest.exit("the OpenSSH client (ssh) is needed: on Debian, apt-get install openssh-client")


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A started `arcade serve`."""
    running = Server(tmp_path)
    try:
        await running.start()
        yield running
    finally:
        await running.kill()


@pytest.fixture
async def made(tmp_path: Path) -> AsyncIterator[Callable[..., Server]]:
    """Makes servers that are not started yet, and ends them."""
    servers: list[Server] = []

    def make(environment: Mapping[str, str] | None = None) -> Server:
        servers.append(Server(tmp_path, environment))
        return servers[-1]

    yield make
    for server in servers:
        await server.kill()


@pytest.fixture
async def inside(tmp_path: Path) -> AsyncIterator[Inside]:
    """A server inside the test."""
    running = await start_inside(tmp_path)
    yield running
    await running.close()


class Written(Chance):
    """The chance of one decision: what it draws, and is stored, is not drawn again."""

    def __init__(self, left: deque[Any]) -> None:
        self._left = left

    def pick(self, _: int) -> int:
        return 0

    def die(self) -> int:
        return int(self._left.popleft())

    def shuffle(self, cards: Sequence[Cards]) -> tuple[Cards, ...]:
        """Begin with the cards that are written down; the others follow as they lie."""
        first, rest = self._left.popleft(), list(cards)
        for card in first:
            rest.remove(card)
        return (*first, *rest)


@pytest.fixture
async def written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> AsyncIterator[Inside]:
    """A server inside the test whose dice are those its module has written down as `DICE`."""
    left = deque(request.module.DICE)
    monkeypatch.setattr(fairness, "chance", lambda *_: Written(left))
    context = ServerContext(await Club.open(MemoryLog(), AT_ONCE), Limits(), arcade_app)
    settings = Settings(data=tmp_path, host_key=tmp_path / "host", port=0, limits=Limits())
    key = asyncssh.generate_private_key("ssh-ed25519")
    inside = Inside(tmp_path, context, await listen(settings, key, context))
    yield inside
    await inside.close()
    assert not left


@pytest.fixture(autouse=True)
def _close_terminals(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put every terminal of a test away."""
    opened: list[terminal.Terminal] = []
    start = terminal.Terminal.start.__func__  # type: ignore[attr-defined]

    def remembered(cls: type, *given: Any, **named: Any) -> terminal.Terminal:
        opened.append(start(cls, *given, **named))
        return opened[-1]

    monkeypatch.setattr(terminal.Terminal, "start", classmethod(remembered))
    yield
    for item in opened:
        item.close()
