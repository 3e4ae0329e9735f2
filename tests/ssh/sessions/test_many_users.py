"""One process, many people: what Textual does for one person at one terminal must not happen here.

Suspending, saving, opening and the command palette: test_breakage. Colours: test_window.
"""

import asyncio
import gc
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual._context import active_app
from textual.app import App
from textual.events import Key

from server.config.settings import Limits
from server.doors.context import arcade_app
from server.limits.cost_meter import CostMeter
from server.ssh import listener
from server.ssh.listener import LOG_INS
from tests.ssh.client import connect
from tests.ssh.inside import Inside, Probe, start_inside
from tests.waiting import PATIENCE, until
from tools.soak.guests import Guest


async def test_the_process_keeps_its_streams_threads_signals_and_tasks(inside: Inside) -> None:
    def own() -> list[object]:
        handlers = [signal.getsignal(number) for number in signal.valid_signals()]
        factory = asyncio.get_running_loop().get_task_factory()
        return [sys.stdout, sys.stderr, factory, *handlers]

    # The first session may start what all share (the log's reader, the loop's pool), no other.
    await inside.guest().open().wait_for("who=guest")
    before, threads = own(), threading.active_count()
    terminals = [inside.guest().open() for _ in range(3)]
    for terminal in terminals:
        await terminal.wait_for("who=guest")
    assert own() == before
    assert threading.active_count() < threads + len(terminals)  # the loop's pool may grow by one
    terminals[0].type("q")
    terminals[1].type("!")
    for terminal in terminals[:2]:
        await terminal.ended()
    terminals[2].type("x")
    await terminals[2].wait_for("count=1")
    assert own() == before


class Talkative(Probe):
    """Prints at every key, and remembers which app Textual takes for the one at work."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.at_work: list[object] = []

    def on_key(self, event: Key) -> None:
        print("said aloud", event.key)  # noqa: T201
        self.at_work.append(active_app.get())


async def test_what_is_printed_reaches_no_client_and_each_session_has_its_own_app(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    running = await start_inside(tmp_path, Limits(), Talkative)
    try:
        first, second = running.guest().open(), running.guest().open()
        for terminal in (first, second):
            await terminal.wait_for("who=guest")
        for key in "abc":
            first.type(key)
            second.type(key)
        for terminal in (first, second):
            await terminal.wait_for("keys=a,b,c")
            assert "said aloud" not in terminal.output
        for app in running.apps:
            assert isinstance(app, Talkative)
            assert app.at_work == [app] * 3
        assert capfd.readouterr().out.count("said aloud") == 6
    finally:
        await running.close()


async def test_no_key_opens_what_is_not_ours(inside: Inside) -> None:
    """Textual's own keys for its command palette, screenshots and the like are keys, no more."""
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    terminal.type("\x10")  # Ctrl+P
    await terminal.wait_for("keys=ctrl+p")
    assert len(inside.apps[0].screen_stack) == 1


async def test_keys_of_people_inside_go_before_logins(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def ask(meter: CostMeter, work: Callable[[], None], first: bool = False) -> None:
        asked.append(first)
        of_class(meter, work, first)

    of_class = CostMeter.ask
    monkeypatch.setattr(CostMeter, "ask", ask)
    line = await connect(inside.port)
    assert asked and not any(asked)
    channel, _ = await line.create_session(Guest, term_type="xterm", encoding=None)
    await until(lambda: inside.apps and inside.apps[0].sizes)
    asked.clear()
    channel.write(b"x")
    await until(lambda: inside.apps[0].keys)
    assert asked[0]
    asked.clear()
    channel.write(b"y" * 300)  # a paste is no key
    await until(lambda: asked)
    assert not asked[0]
    line.abort()


async def test_of_a_crowd_that_logs_in_a_few_do_so_at_once(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first is done soon, and the last begins late: all at once none would be done for long."""
    monkeypatch.setattr(listener, "LOG_IN", 3600.0)
    monkeypatch.setattr(listener, "EXCHANGE_PAUSE", 0)
    logging_in = inside.context.connections
    waiting = [await asyncio.open_connection("127.0.0.1", inside.port) for _ in range(LOG_INS)]
    await until(lambda: len(logging_in) == LOG_INS)
    crowd = [asyncio.create_task(connect(inside.port)) for _ in range(4)]
    await until(lambda: inside.listener.limiter.inside == LOG_INS + len(crowd))
    for _ in range(100):
        await asyncio.sleep(0)
    assert len(logging_in) == LOG_INS
    waiting[0][1].close()  # one place is free: for the first of the crowd, and then for the next
    for come in await asyncio.gather(*crowd):
        come.abort()
    for _, writer in waiting:
        writer.close()


async def test_whoever_waits_for_a_client_lets_the_next_log_in(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "LOG_IN", 0.01)
    waiting = [await asyncio.open_connection("127.0.0.1", inside.port) for _ in range(2 * LOG_INS)]
    await until(lambda: len(inside.context.connections) == len(waiting))
    for _, writer in waiting:
        writer.close()


async def test_the_next_first_picture_is_drawn_once_the_last_one_is(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However small it is, and without a guess how long it takes."""
    monkeypatch.setattr("server.doors.app_loop.NO_PICTURE", 3600.0)
    terminals = [inside.guest().open() for _ in range(4)]
    for terminal in terminals:
        await terminal.wait_for("who=guest")
    pictures = inside.context.first_pictures
    async with asyncio.timeout(PATIENCE):
        await pictures.take()


async def test_no_garbage_is_collected_before_a_first_picture(inside: Inside) -> None:
    collecting: list[bool] = []

    def make(*of: Any) -> App[Any]:
        collecting.append(gc.isenabled())
        if len(collecting) == 1:
            raise RuntimeError("broken on purpose")
        return arcade_app(*of)

    inside.context.make_app = make
    broken = inside.guest().open()
    await broken.wait_for("Sorry")
    await until(gc.isenabled)
    whole = inside.guest().open()
    await whole.wait_for("new table")
    await until(gc.isenabled)
    assert collecting == [False, False]


async def test_a_connection_is_used_while_it_opens_one_session_after_another(
    inside: Inside,
) -> None:
    async with await Guest.enter(inside.port) as guest:
        await guest.see(b"who=guest")
        connection: Any = next(iter(inside.context.connections))
        guest.channel.close()
        await guest.channel.wait_closed()
        await until(lambda: not inside.sessions)
        connection._check()
        assert (await guest.line.run("help")).exit_status == 0
        connection._check()
        connection._check()
        await guest.line.wait_closed()
