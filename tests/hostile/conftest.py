"""The server as shipped, shared by the tests of a worker; each attacks from its own address."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from inspect import iscoroutinefunction
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio

from tests.hostile.people import Attacker
from tests.ssh.conftest import _close_terminals  # noqa: F401
from tests.ssh.process import Server

_HERE = Path(__file__).parent
Made = Callable[..., Awaitable[Server]]
Tell = Callable[[str], None]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run these tests in one loop: they share servers."""
    for item in items:
        if item.path.is_relative_to(_HERE) and iscoroutinefunction(getattr(item, "function", None)):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A started `arcade serve` with nothing set but where it lies, for browsers too."""
    running = Server(tmp_path_factory.mktemp("server"))
    await running.start("--web", "0")
    yield running
    log = running.log
    code = await running.stop()
    assert_quiet(log)
    assert code == 0


TIGHT = {
    "login_time": 6,  # so long that nobody is late on a busy machine
    "connections_per_address": 4,
    "connections_per_minute": 6,
    "unauthenticated": 20,
}
"""Limits for what the default makes long to wait for."""
PROXIES = "127.99.0.0/16"


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def tight(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A started `arcade serve` with limits that are soon reached, and proxies."""
    running = await _started(tmp_path_factory.mktemp("tight"), TIGHT, "--proxy", PROXIES)
    yield running
    await running.kill()
    assert_quiet(running.log)


async def _started(
    folder: Path, limits: Mapping[str, float], *options: str, before: Sequence[str] = ()
) -> Server:
    config = folder / "arcade.toml"
    config.write_text("[limits]\n" + "".join(f"{k} = {v}\n" for k, v in limits.items()))
    server = Server(folder)
    server.before, server.typed = before, bool(before)
    await server.start("--log", "memory", "--config", str(config), *options)
    return server


@pytest_asyncio.fixture(loop_scope="session")
async def made(tmp_path: Path) -> AsyncIterator[Made]:
    """Starts servers with limits of one's own, and ends them."""
    servers: list[Server] = []

    async def make(*options: str, before: Sequence[str] = (), **limits: float) -> Server:
        folder = tmp_path / str(len(servers))
        folder.mkdir()
        servers.append(await _started(folder, limits, *options, before=before))
        return servers[-1]

    yield make
    for server in servers:
        await server.kill()
        assert_quiet(server.log)


@pytest.fixture(scope="session")
def _addresses() -> Iterator[int]:
    return count(1)


@pytest_asyncio.fixture(loop_scope="session")
async def attacker(_addresses: Iterator[int]) -> AsyncIterator[Attacker]:
    """Somebody at an address where nobody has been before."""
    number = next(_addresses)
    attacker = Attacker(f"127.66.{number // 250}.{number % 250 + 1}")
    yield attacker
    await attacker.leave()


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Tell:
    """Notes what was measured, for the table."""

    def tell(text: str) -> None:
        request.node.user_properties.append(("figures", text))

    return tell


def assert_quiet(log: str) -> None:
    """Check that a server's log has short lines of JSON, without a traceback."""
    at = log.find("Traceback")
    assert at < 0, log[max(0, at - 1000) : at + 4000]
    for line in log.splitlines():
        assert line.isascii() and "event" in json.loads(line)
    assert len(log) < 200_000
