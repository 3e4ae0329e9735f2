"""The widget and the screen of docs/adding-a-screen.md work as they stand there."""

import os
from pathlib import Path
from typing import Any

import pytest
from textual.css.stylesheet import Stylesheet
from textual.file_monitor import FileMonitor
from textual.widgets import Input

from arcade.club.club import Club
from arcade.eventlog.memory import MemoryLog
from screens.app import ArcadeApp
from screens.base import BaseScreen
from screens.keys import Action
from tests.screens.conftest import ANNA, see, session, until
from tests.screens.widgets.contributed import of_the_page


async def test_the_widget_and_the_screen_work() -> None:
    made, codes = of_the_page()
    assert max(len(code.splitlines()) for code in codes) <= 24
    club = await Club.open(MemoryLog())
    async with session(club, ANNA, (100, 30)) as pilot:
        await pilot.app.screen.mount(made["Bell"]())
        await see(pilot, "rung 0 times")
        await pilot.click("Bell")
        await see(pilot, "rung 1 times")
        await pilot.press("b")
        await see(pilot, "rung 2 times")
        await see(pilot, "Ding!")
        await pilot.press("escape")

        await pilot.app.push_screen(made["Guestbook"]())
        await see(pilot, "Who are you?")
        await see(pilot, "Esc")  # the footer
        await pilot.click(Input)
        await pilot.press(*"Zoe[b", "enter")
        await see(pilot, "Welcome, Zoe[b!")
        await see(pilot, "Good-bye, Zoe[b!")
        await pilot.press("escape", "escape")
        await see(pilot, "Play now")
    await club.close()


async def test_the_style_sheet_of_the_places_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    club = await Club.open(MemoryLog())
    async with session(club, ANNA):
        pass
    read: list[object] = []
    monkeypatch.setattr(Stylesheet, "read", lambda _, name: read.append(name))
    async with session(club, ANNA) as pilot:
        await see(pilot, "Play now")
    assert read == []
    await club.close()


async def test_a_style_sheet_is_applied_as_it_is_saved(tmp_path: Path) -> None:
    sheet = tmp_path / "guests.tcss"
    sheet.write_text("Guests { background: #101010; }", "utf-8")

    class Guests(BaseScreen[None]):
        CSS_PATH = str(sheet)

        def actions(self) -> list[Action]:
            return []

    club = await Club.open(MemoryLog())
    app: Any = ArcadeApp(club, ANNA)
    other = ArcadeApp(club, ANNA)
    app.css_monitor = FileMonitor([], app._on_css_change)  # as with `textual run --dev`
    async with app.run_test() as pilot:
        screen = Guests()
        await app.push_screen(screen)
        await pilot.pause()
        assert screen.styles.background.hex == "#101010"
        sheet.write_text("Guests { background: #202020; }", "utf-8")
        os.utime(sheet, (1, 2_000_000_000))
        await until(pilot, lambda: screen.styles.background.hex == "#202020")
        assert app.stylesheet is not other.stylesheet  # nobody else's
    await club.close()
