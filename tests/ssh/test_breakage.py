"""What breaks in one session stays there (security.md, row 23)."""

import asyncio
import gc
import sys
import weakref
from typing import Any

import pytest

from tests.ssh.inside import Inside


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
    last = broken.said.rsplit("\x1b[?25h", 1)[1]
    assert last.strip() == (
        "Sorry: something broke here, and this session is over. Your seat is kept."
    )
    assert "Traceback" not in broken.said
    other.type("x")
    await other.wait_for("count=1")
    assert (sys.stdout, sys.stderr) == (out, err)
    shown = capfd.readouterr()
    assert "broken on purpose" in shown.out  # the log, in the test's form
    assert shown.out.count("\n") < 60


async def test_a_broken_line_ends_the_app(inside: Inside) -> None:
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    terminal.kill()
    async with asyncio.timeout(5):
        while inside.sessions:
            await asyncio.sleep(0.01)
    assert not inside.apps[0].is_running


async def test_nothing_of_a_session_is_left(inside: Inside) -> None:
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    terminal.type("\x1b[97;1u\x1b[Aq")
    await terminal.ended()
    app = weakref.ref(inside.apps.pop())
    async with asyncio.timeout(10):
        while app() is not None:
            await asyncio.sleep(0.05)
            gc.collect()


async def test_the_terminal_is_given_back(inside: Inside) -> None:
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    said = terminal.said
    assert "\x1b[?1049h" in said
    assert not any(f"\x1b[?{mode}h" in said for mode in (1000, 1002, 1003, 1015, 1016))
    terminal.type("q")
    await terminal.ended()
    leave = terminal.said[len(said) :]
    for mode in ("?1049l", "?25h", "?7h", "?2004l", "?1000l"):
        assert f"\x1b[{mode}" in leave


async def test_the_mouse_only_when_asked_for(inside: Inside) -> None:
    terminal = inside.guest().open()
    await terminal.wait_for("who=guest")
    app: Any = inside.apps[0]
    app.set_mouse(True)  # laid over by `hosted`
    async with asyncio.timeout(5):
        while "\x1b[?1000h" not in terminal.said:
            await asyncio.sleep(0.01)
    terminal.type("q")
    await terminal.ended()
    assert terminal.said.rindex("\x1b[?1000l") > terminal.said.rindex("\x1b[?1000h")


async def test_a_server_that_closes_says_so(inside: Inside) -> None:
    terminal = inside.guest().open(environment={"LANG": "fr_FR.UTF-8"})
    await terminal.wait_for("who=guest")
    await inside.house.empty("The server is being closed.")
    await terminal.ended()
    assert "The server is being closed." in terminal.said
    assert inside.sessions == []
