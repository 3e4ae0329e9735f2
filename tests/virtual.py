"""Tests in virtual time, marked `virtual`: an hour passes at once, however busy the machine is.

For what needs no thread and no socket. Fixtures of such a test live in its loop as well.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace

import pytest

from arcade.rooms import clocks
from tests.simulation.loop import VirtualLoop

NOON = 1_700_000_000
"""When such a test begins, in seconds since 1970."""


def pytest_asyncio_loop_factories(
    item: pytest.Item,
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Give each test its kind of loop."""
    if item.get_closest_marker("virtual"):
        return {"virtual": VirtualLoop}
    return {"real": asyncio.new_event_loop}


@pytest.fixture(autouse=True)
def _virtual_clock(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Let the program's clock be the loop's."""
    if request.node.get_closest_marker("virtual"):

        def time_ns() -> int:
            return int((NOON + asyncio.get_running_loop().time()) * 1e9)

        monkeypatch.setattr(clocks, "time", SimpleNamespace(time_ns=time_ns))
    yield
