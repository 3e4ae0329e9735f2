"""Processes of the real program over real NATS servers, and people at real terminals."""

import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.cluster.crew import Crew
from tests.nats import NatsServer, nodes
from tests.ssh.conftest import _close_terminals as _close_terminals

collect_ignore = [] if os.environ.get("STORM") else ["test_storm.py"]
"""It takes minutes: `make cluster` runs it."""


@pytest.fixture
async def nats(tmp_path: Path) -> AsyncIterator[NatsServer]:
    """A started nats-server."""
    async with NatsServer(tmp_path / "nats") as started:
        yield started


@pytest.fixture
async def crew(tmp_path: Path) -> AsyncIterator[Crew]:
    """Starts workers, each a process with a port of its own, and ends them."""
    made = Crew(tmp_path)
    yield made
    await made.end()


@pytest.fixture
def figure(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Prints a measured figure, whatever pytest keeps to itself."""

    def show(text: str) -> None:
        with capsys.disabled():
            sys.stdout.write(f"\n    {text}")

    return show


@pytest.fixture
async def cluster(
    tmp_path: Path, unused_tcp_port_factory: Callable[[], int]
) -> AsyncIterator[list[NatsServer]]:
    """Three nats-servers that are one JetStream."""
    servers = nodes(tmp_path, [unused_tcp_port_factory() for _ in range(3)])
    async with AsyncExitStack() as closing:
        for server in servers:
            closing.push_async_callback(server.kill)
            await server.start()
        yield servers
