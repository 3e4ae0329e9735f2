"""What breaks in one session stays there (security.md, row 23)."""

import asyncio
import gc
import re
import signal
import socket
import sys
import weakref
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from textual.app import SuspendNotSupported

from arcade.engine.news import phrase
from arcade.rooms.table_rules import TableRules
from server.config.settings import Limits
from server.doors.context import arcade_app
from server.terminal import line_watch
from tests.people import ANNA
from tests.ssh.client import connect
from tests.ssh.inside import Inside
from tests.waiting import PATIENCE, until


@pytest.mark.attack(23, "a session that breaks")
async def test_an_app_that_fails_says_sorry_and_others_go_on(
    inside: Inside, capfd: pytest.CaptureFixture[str]
) -> None:
    broken = inside.guest().open()
    other = inside.guest().open()
    await broken.wait_for("who=guest")
    await other.wait_for("who=guest")
    out, err = sys.stdout, sys.stderr
    broken.type("!")
    assert await broken.ended() == 1
    last = broken.output.rsplit("\x1b[?25h", 1)[1]
    assert last.strip() == (
        "Sorry, something went wrong here and this session is over. Your seat is kept."
    )
    assert "Traceback" not in broken.output
    other.type("x")
    await other.wait_for("count=1")
    assert (sys.stdout, sys.stderr) == (out, err)
    shown = capfd.readouterr()
    assert "broken on purpose" in shown.out  # the log, in the test's form
    assert shown.out.count("\n") < 60


@pytest.mark.attack(23, "a line that breaks")
async def test_a_broken_line_ends_the_app(inside: Inside) -> None:
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    (session,) = inside.sessions
    terminal.kill()
    await until(lambda: not inside.sessions and not inside.apps[0].is_running)
    session.channel.watch_line(lambda: True, lambda _: None)  # as an app does that arrives too late


async def test_nothing_of_a_session_is_left(inside: Inside) -> None:
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    terminal.type("\x1b[97;1u\x1b[Aq")
    await terminal.ended()
    app = weakref.ref(inside.apps.pop())
    async with asyncio.timeout(PATIENCE):
        while app() is not None:
            await asyncio.sleep(0.05)
            gc.collect()


async def test_the_terminal_is_given_back(inside: Inside) -> None:
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    output = terminal.output
    assert "\x1b[?1049h" in output
    assert not any(f"\x1b[?{mode}h" in output for mode in (1000, 1002, 1003, 1015, 1016))
    terminal.type("q")
    await terminal.ended()
    leave = terminal.output[len(output) :]
    for mode in ("?1049l", "?25h", "?7h", "?2004l", "?1000l"):
        assert f"\x1b[{mode}" in leave


async def test_the_mouse_only_when_asked_for(inside: Inside) -> None:
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    app: Any = inside.apps[0]
    app.set_mouse(True)  # laid over by `hosted`
    await until(lambda: "\x1b[?1000h" in terminal.output)
    terminal.type("q")
    await terminal.ended()
    assert terminal.output.rindex("\x1b[?1000l") > terminal.output.rindex("\x1b[?1000h")


async def test_a_server_that_closes_says_so(inside: Inside) -> None:
    terminal = inside.guest().open(environment={"LANG": "fr_FR.UTF-8"})
    await terminal.wait_for("who=guest")
    await inside.context.empty(phrase("The server is being closed."))
    await terminal.ended()
    assert "The server is being closed." in terminal.output
    assert inside.sessions == []


@pytest.mark.attack(21, "files, links and signals on the server")
async def test_nothing_reaches_the_servers_own_machine(
    inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 21: what Textual would save, open or stop, it would save, open and stop here."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url, *_: opened.append(url))
    monkeypatch.setattr("os.kill", lambda *_: opened.append("signal"))
    monkeypatch.chdir(tmp_path)
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    app: Any = inside.apps[0]
    before = set(tmp_path.rglob("*"))
    app.open_url("https://example.org")
    app.save_screenshot(path=str(tmp_path))
    app.deliver_screenshot(path=str(tmp_path))
    app.deliver_text(StringIO("text"), save_directory=tmp_path, save_filename="text")
    app.deliver_binary(BytesIO(b"bytes"), save_directory=tmp_path, save_filename="bytes")
    app.action_suspend_process()
    app.action_screenshot()
    with pytest.raises(SuspendNotSupported), app.suspend():
        pass
    assert not app.use_command_palette
    terminal.type("\x1a")  # Ctrl+Z
    await terminal.wait_for("keys=ctrl+z")
    assert opened == []
    assert set(tmp_path.rglob("*")) == before


async def test_a_click_arrives_once_the_mouse_is_asked_for(inside: Inside) -> None:
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    app: Any = inside.apps[0]
    app.set_mouse(True)
    await until(lambda: "\x1b[?1006h" in terminal.output)
    terminal.type("\x1b[<0;5;3M\x1b[<0;5;3m")
    await until(lambda: app.clicks == [(4, 2)])


async def test_the_system_notices_a_line_that_is_dead(inside: Inside) -> None:
    async with await connect(inside.port):
        (connection,) = inside.context.connections
        line = connection._connection.get_extra_info("socket")
        assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        every = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL)
        assert every * 4 == Limits().keepalive
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT) == 3
        # By SSH seldom: of 500 idle people it would be more than all else that they cost.
        assert connection._connection._keepalive_interval >= 3 * Limits().keepalive


@pytest.mark.parametrize("words", [(), ("plain",)])
async def test_a_frozen_opponent_is_reported_and_goes_on_when_woken(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(line_watch, "QUIET_TIME", 0.2)
    monkeypatch.setattr(line_watch, "PATIENCE", 0.3)
    inside.context.make_app = arcade_app
    club = inside.context.club
    code = await club.create(ANNA, "421", {}, 2, table=TableRules(turn=0, pace="none"))
    anna = await club.join(ANNA, code)
    ben = inside.guest().open(*words, user="play" if words else code)
    if words:
        ben.type(f"join {code}\r")
    await until(lambda: all(seat.kind == "person" for seat in anna.table().seats))
    await anna.start()
    ben.process.send_signal(signal.SIGSTOP)
    try:
        await until(lambda: anna.table().absent)
    finally:
        ben.process.send_signal(signal.SIGCONT)
    await until(lambda: not anna.table().absent)
    assert len(inside.sessions) == 1


async def test_whoever_reconnects_reads_how_to_mend_the_terminal(inside: Inside) -> None:
    inside.context.make_app = arcade_app
    client = inside.guest()
    first = client.open()
    await first.wait_for("resume-")
    code = re.search(r"resume-[\w-]+", first.text)
    assert code is not None
    first.kill()
    await until(lambda: not inside.sessions)
    again = client.open(user=code[0])
    await again.wait_for(
        "The line broke last time: if your terminal is odd afterwards, type reset."
    )
    again.type("q")
    assert await again.ended() == 0
    third = client.open(user=code[0])
    await third.wait_for("resume-")
    assert "broke" not in third.text
