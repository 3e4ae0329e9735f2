"""A client that stops reading costs a bounded number of bytes (security.md, row 11)."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from msgspec.structs import replace
from textual.events import Key
from textual.widgets import Static

from arcade.club.operations.operation import Command
from server.config.settings import Limits
from server.text.commands import catalogue
from server.text.commands.call import Call, ExecCommand
from tests.ssh.client import connect
from tests.ssh.inside import Inside, Probe, start_inside
from tests.ssh.terminal import Terminal
from tests.waiting import PATIENCE, until

BIG = (200, 60)


class Restless(Probe):
    """Draws the whole screen anew all the time, once "s" was pressed, until "t"."""

    restless = False
    turn = 0

    def on_ready(self) -> None:
        self.set_interval(0.02, self.draw)

    def on_key(self, event: Key) -> None:  # besides the Probe's own: Textual calls both
        self.restless = event.key == "s"

    def draw(self) -> None:
        if self.restless:
            self.turn += 1
            self.query_one("#lines", Static).update("\n".join(self.rows()))

    def rows(self) -> list[str]:
        """What this turn draws: every line of the screen."""
        letters = "".join(chr(33 + (self.turn + n) % 90) for n in range(self.size.width))
        rows = [letters[n % 7 :] + letters[: n % 7] for n in range(self.size.height - 1)]
        return [f"turn={self.turn}", *rows]


@pytest.fixture(params=[PATIENCE])
async def busy(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Inside]:
    running = await start_inside(tmp_path, replace(Limits(), stuck_time=request.param), Restless)
    yield running
    await running.close()


async def watch_waiting(session: Any, seen: list[int]) -> None:
    """Look at what waits for one session, again and again."""
    while True:
        seen.append(session.channel.outlet.waiting)
        await asyncio.sleep(0.005)


async def started(inside: Inside) -> Terminal:
    terminal = inside.guest().open(size=BIG)
    await terminal.wait_for("who=guest")
    terminal.type("s")
    await terminal.wait_for("turn=")
    return terminal


@pytest.mark.attack(11, "a screen drawn anew for who does not read")
async def test_what_waits_is_bounded_and_others_go_on(busy: Inside) -> None:
    limits = busy.context.limits
    slow = await started(busy)
    slow.listen(False)
    other = busy.guest().open()
    await other.wait_for("who=guest")
    session = next(session for session in busy.sessions if session.channel.terminal.size == BIG)
    seen: list[int] = []
    watching = asyncio.create_task(watch_waiting(session, seen))
    await until(lambda: session.channel.outlet.behind)
    for n in range(10):
        other.type("x")
        await other.wait_for(f"count={n + 1}")
    watching.cancel()
    assert session.channel.outlet.behind
    assert max(seen) > limits.output_bytes // 2, "the client was not slow enough to test anything"
    assert max(seen) <= limits.output_bytes


async def test_who_catches_up_sees_the_newest(busy: Inside) -> None:
    slow = await started(busy)
    slow.listen(False)
    session = busy.sessions[0]
    await until(lambda: session.channel.outlet.behind)
    app = busy.apps[0]
    assert isinstance(app, Restless)
    app.restless = False  # it comes to rest while nobody looks
    slow.listen(True)
    await slow.wait_for(f"turn={app.turn}\n")
    await until(lambda: slow.lines == app.rows())
    slow.type("x")
    await slow.wait_for("keys=s,x")


@pytest.mark.attack(11, "who takes nothing")
@pytest.mark.parametrize("busy", [2.0], indirect=True)
async def test_who_takes_nothing_is_closed(busy: Inside) -> None:
    slow = await started(busy)
    slow.listen(False)
    await until(lambda: not busy.sessions)
    assert busy.context.connections == set()
    slow.listen(True)
    assert await slow.ended() != 0


@pytest.mark.attack(11, "frames behind a key exchange that never ends")
async def test_a_rekey_that_never_ends_is_counted(busy: Inside) -> None:
    """What waits behind a key exchange waits in neither of asyncssh's buffers."""
    async with await connect(busy.port) as connection:
        process = await connection.create_process(
            term_type="xterm-256color", term_size=BIG, encoding=None
        )
        await process.stdout.read(100)
        session, app = busy.sessions[0], busy.apps[0]
        assert isinstance(app, Restless)
        server = session.channel.wire._channel.get_connection()
        server._kex_complete = False
        process.stdin.write(b"s")
        seen: list[int] = []
        watching = asyncio.create_task(watch_waiting(session, seen))
        await until(lambda: session.channel.outlet.behind)
        turn = app.turn
        await until(lambda: app.turn > turn + 10)
        watching.cancel()
        assert max(seen) <= busy.context.limits.output_bytes
        server._kex_complete = True
        server._send_deferred_packets()
        connection.abort()


async def test_a_long_answer_waits_for_its_reader(inside: Inside) -> None:
    """A command's output is not dropped as frames are; all of it arrives."""
    page = "".join(f"{n:9}\n" for n in range(200_000))

    async def long(call: Call) -> int:
        await call.write(page)
        return 0

    inside_commands = dict(catalogue.COMMANDS)
    inside_commands["long"] = ExecCommand(Command("long", (), ""), long)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "COMMANDS", inside_commands)
        async with await connect(inside.port) as connection:
            process: asyncssh.SSHClientProcess[str] = await connection.create_process(
                "long", window=65536
            )
            process.channel.pause_reading()
            await until(lambda: inside.sessions and inside.sessions[0].channel.outlet.behind)
            assert inside.sessions[0].channel.outlet.waiting <= inside.context.limits.output_bytes
            process.channel.resume_reading()
            assert await process.stdout.read() == page
