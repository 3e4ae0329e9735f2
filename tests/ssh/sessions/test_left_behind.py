"""Who leaves leaves nothing that only a full collection of garbage could free.

One would stop everybody in a full house (docs/performance.md): sessions, connections and closed
screens go by themselves, however they end.
"""

import asyncio
import gc
import re
from collections import Counter
from collections.abc import Iterator

import asyncssh
import pytest
from textual.driver import Driver
from textual.message_pump import MessagePump

from arcade.club.presence import Visit
from arcade.club.table_session import TableSession
from arcade.tasks import Coalescer
from server.doors.context import arcade_app
from server.doors.session import Session
from server.limits.connection_limiter import ConnectionSlot
from server.limits.throttle import ThrottledProtocol
from server.spectators.broadcasts import Broadcast
from server.spectators.session import SpectatorSession
from server.ssh.connection import SSHConnection
from server.ssh.wire import SSHWire
from server.terminal.channel import Channel
from server.terminal.intake import Intake
from server.terminal.outlet import Outlet
from server.text.line_session import LineSession
from tests.ssh.inside import Inside
from tests.ssh.terminal import Terminal
from tests.waiting import until

PARTS = (
    *(MessagePump, Driver, Visit, TableSession, Coalescer, Broadcast, SpectatorSession),
    *(
        Session,
        Channel,
        SSHWire,
        LineSession,
        Intake,
        Outlet,
        SSHConnection,
        ConnectionSlot,
        ThrottledProtocol,
    ),
    *(asyncssh.SSHServerConnection, asyncssh.SSHServerChannel),
)
"""What a session is made of, every widget included."""


@pytest.fixture
def only_young() -> Iterator[None]:
    """Collect as a full house does: what is young, and never everything."""
    thresholds = gc.get_threshold()
    gc.collect()
    gc.set_threshold(2_000, 2, 1_000_000_000)
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.set_threshold(*thresholds)
    gc.collect()


def left_behind() -> Counter[str]:
    """Count the parts of sessions that only a full collection finds."""
    gc.collect(1)
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    return Counter(type(part).__name__ for part in gc.garbage if issubclass(type(part), PARTS))


async def _visit(terminal: Terminal, *steps: tuple[str, str]) -> Terminal:
    await terminal.wait_for("new table")
    for keys, sees in steps:
        terminal.type(keys)
        await terminal.wait_for(sees)
    return terminal


async def _leave(terminal: Terminal) -> None:
    while terminal.process.poll() is None:
        terminal.type("qy")
        await asyncio.sleep(0.05)


@pytest.mark.usefixtures("only_young")
async def test_who_leaves_leaves_nothing_for_a_full_collection(inside: Inside) -> None:
    inside.context.make_app = arcade_app
    pages = (("?", "Esc back"), ("q", "new table"), ("n", "A new table"), ("q", "new table"))
    reader = await _visit(inside.guest().open(), *pages)
    dropped = await _visit(inside.guest().open(), *pages)
    player = await _visit(inside.guest().open(), ("n", "A new table"), ("\r", "sealed"))
    match = re.search("table ([A-Z]+)", player.text)
    assert match
    watcher = inside.guest().open(user=f"watch-{match[1]}")
    await watcher.wait_for("watching")
    await _leave(reader)
    dropped.kill()
    await _leave(watcher)
    await _leave(player)
    assert (await inside.guest().run("rooms")).code == 0
    assert (await inside.guest().run(user="plain", given=b"help\nquit\n")).code == 0
    await until(lambda: not inside.sessions and not inside.context.connections)
    assert not left_behind()
