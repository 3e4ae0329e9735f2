"""What the private names of Textual mean to `screens/terminal/paint.py` (decision 0007)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import Context
from itertools import chain, repeat

import pyte
import pytest
from textual import events
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Region, Size
from textual.pilot import Pilot
from textual.types import NoActiveAppError
from textual.widgets import Static

from screens.terminal.paint import FRAME
from screens.terminal.rows import row
from screens.widgets.lines import Lines
from tests.screens.widgets.test_lines import LinesApp, Sheet, showing
from tests.waiting import until


class Counted(Sheet):
    """A screen that counts its layouts, and moves its pane."""

    CSS = "Counted > Lines { height: 1; }"
    layouts = 0
    keys = ""

    def on_key(self, event: events.Key) -> None:
        self.keys += event.key

    def on_mount(self) -> None:
        self.screen_layout_refresh_signal.subscribe(self, self.count, immediate=True)

    def count(self, _: object) -> None:
        self.layouts += 1


class CountedApp(LinesApp):
    def get_default_screen(self) -> Counted:
        return Counted(self.pane)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What goes to the terminal."""
    written: list[str] = []
    monkeypatch.setattr(HeadlessDriver, "write", lambda _, data: written.append(data))
    monkeypatch.setattr(HeadlessDriver, "is_headless", False)
    return written


@asynccontextmanager
async def opened(sent: list[str]) -> AsyncIterator[tuple[Pilot[None], Counted]]:
    """Run an app with one pane; what it has sent so far is forgotten."""
    app = CountedApp(showing(row("first")))
    async with app.run_test(size=(40, 5), tooltips=True, notifications=True) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, Counted)
        await until(lambda: shown(sent)[1].startswith("  first"))
        await pilot.pause(2 * FRAME)  # no frame follows another sooner than this
        sent.clear()
        yield pilot, screen


def shown(sent: list[str], size: tuple[int, int] = (40, 5)) -> list[str]:
    terminal = pyte.Screen(*size)
    pyte.Stream(terminal).feed("".join(sent))
    return terminal.display


async def test_a_screen_is_painted_by_its_own_compositor(sent: list[str]) -> None:
    async with opened(sent) as (pilot, screen):
        static = Static("one two", id="static")
        await screen.mount(static, before=0)
        await until(lambda: "one two" in shown(sent)[0])
        sent.clear()
        static.update("one 222")  # a stock widget is repainted by the row, from its left edge
        screen.pane.put([row("fir", ("e", "gold"), "t")])  # a pane by the cell
        await until(lambda: "e" in "".join(sent) and "222" in "".join(sent))
        text = "".join(sent)
        assert "fir" not in text
        assert len(text) < 200
        assert pilot.app.is_running


async def test_a_panes_change_needs_no_message_and_waits_for_no_tick(sent: list[str]) -> None:
    async with opened(sent) as (pilot, screen):
        await until(lambda: not screen.message_queue_size)
        screen.pane.put([row("second")])
        assert not screen.message_queue_size
        assert not screen.pane.message_queue_size
        await until(lambda: bool(sent))
        sent.clear()
        with pilot.app.batch_update():  # nothing meanwhile, all of it afterwards
            screen.pane.put([row("third")])
            await pilot.pause(0.05)
            assert not sent
        await until(lambda: "third" in shown(sent)[1])


async def test_a_frame_comes_in_the_next_turn_of_the_loop(sent: list[str]) -> None:
    async with opened(sent) as (_, screen):
        screen.pane.put([row("second")])
        await asyncio.sleep(0)
        assert "second" in shown(sent)[1]


async def test_there_is_one_layout_for_a_size_and_one_for_a_change_of_places(
    sent: list[str],
) -> None:
    async with opened(sent) as (pilot, _):
        screen = Counted(showing(row("first")))
        await pilot.app.push_screen(screen)
        await until(lambda: screen.pane.region == Region(2, 1, 36, 1))
        await pilot.pause(2 * FRAME)
        assert screen.layouts == 2  # the second when Textual has mounted the panes
        await pilot.resize_terminal(60, 6)
        await until(lambda: screen.pane.region == Region(2, 1, 56, 1))
        await pilot.pause(2 * FRAME)
        assert screen.layouts == 3
        screen.pane.styles.margin = (3, 2)
        await until(lambda: screen.pane.region == Region(2, 3, 56, 1))
        await pilot.pause(2 * FRAME)
        assert screen.layouts == 4
        assert "first" in shown(sent, (60, 6))[3]


async def test_a_short_timer_fires_however_long_its_task_is_held_up(
    sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sent) as (pilot, screen):
        owners = [screen.pane, screen, pilot.app]
        fired: list[object] = []
        hours = chain(range(0, 1000 * 3600, 3600), repeat(1000 * 3600))
        monkeypatch.setattr("textual.timer._time.get_time", lambda: next(hours))
        eager = getattr(asyncio, "eager_task_factory", None)  # as `App.run_async` has it
        asyncio.get_running_loop().set_task_factory(eager)
        for owner in owners:
            owner.set_timer(0.001, lambda owner=owner: fired.append(owner))
        await until(lambda: {*fired} == {*owners})
        await pilot.resize_terminal(60, 6)  # for which the app waits 8 ms
        await until(lambda: screen.pane.region.width == 56)


class Late(Lines):
    """Changes when it hears of its size."""

    def on_resize(self) -> None:
        self.put([row("second")])


async def test_a_screen_is_painted_before_its_panes_hear_of_their_size(sent: list[str]) -> None:
    async with opened(sent) as (pilot, _):
        latecomer = Late()
        latecomer.put([row("other")])
        await pilot.app.push_screen(Counted(latecomer))
        await until(lambda: "second" in shown(sent)[1])
        written = "".join(sent)
        assert 0 < written.find("other") < written.find("second")


async def test_there_are_no_toasts_and_no_tooltips(sent: list[str]) -> None:
    async with opened(sent) as (_, screen):
        assert [*screen.children] == [screen.pane]


async def test_a_key_that_the_screen_got_at_once_comes_once(sent: list[str]) -> None:
    async with opened(sent) as (pilot, screen):
        app = pilot.app
        assert isinstance(app, LinesApp)
        await until(lambda: not (app.message_queue_size or app.busy))
        app.take(events.Key("a", "a"))
        assert screen.message_queue_size == 1
        await until(lambda: screen.keys)
        await pilot.press("b")  # which comes after all that became of the first
        assert screen.keys == "ab"


async def test_what_goes_beside_the_frames_goes_to_a_terminal_that_is_there(
    sent: list[str],
) -> None:
    LinesApp(Lines()).emit("\a")
    assert sent == []
    async with opened(sent) as (pilot, _):
        app = pilot.app
        assert isinstance(app, LinesApp)
        app.emit("\a")
        assert sent == ["\a"]


def test_an_app_that_does_not_run_is_active_in_its_context() -> None:
    pane = showing(row("one"))
    app = LinesApp(pane)

    def drawn() -> str:
        pane.take_size(Size(9, 1))
        assert pane.app is app
        return pane.render_line(0).text

    with app.context():
        assert drawn() == "one      "
    with pytest.raises(NoActiveAppError):
        Context().run(drawn)
