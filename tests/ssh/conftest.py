"""The server as a process (`server`), or inside the test (`inside`)."""

import shutil
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.ssh import terminal
from tests.ssh.inside import Inside, start_inside
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
    for one in servers:
        await one.kill()


@pytest.fixture
async def inside(tmp_path: Path) -> AsyncIterator[Inside]:
    """A server inside the test."""
    running = await start_inside(tmp_path)
    yield running
    await running.close()


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
    for one in opened:
        one.close()
