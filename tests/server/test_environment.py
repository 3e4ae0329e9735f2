"""Nothing of the server's own terminal decides for clients."""

import re
from pathlib import Path

import pytest
import rich
import textual

from arcade.club.club import Club
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from screens.app import ArcadeApp
from server.config.environment import forget_terminal
from server.terminal.driver import hosted

ASKED = re.compile(r"""environ\w*(?:\.get|\.pop)?[\[(]\s*["'](\w+)["']""")
ELSEWHERE = {
    # Of Windows, of notebooks, of Textual in a browser or under its own tests: none is a server.
    "JUPYTER_COLUMNS",
    "JUPYTER_LINES",
    "DATABRICKS_RUNTIME_VERSION",
    "PYTEST_CURRENT_TEST",
    # Rich asks for a size and for colours: the arcade's have the channel's size, and
    # TEXTUAL_COLOR_SYSTEM below says how many colours there are.
    "TERM",
}


def test_every_variable_that_textual_and_rich_ask_for_is_dropped() -> None:
    asked = {
        name
        for package in (textual, rich)
        for file in Path(str(package.__file__)).parent.rglob("*.py")
        for name in ASKED.findall(file.read_text(encoding="utf-8"))
    }
    assert {"NO_COLOR", "ESCDELAY", "TEXTUAL_DRIVER", "TEXTUAL_LOG", "COLUMNS"} <= asked
    environment = dict.fromkeys(asked | {"PATH"}, "1")
    forget_terminal(environment)
    assert environment.pop("TEXTUAL_COLOR_SYSTEM") == "truecolor"
    assert set(environment) - ELSEWHERE == {"PATH"}


async def test_the_arcade_has_no_key_and_no_command_of_textuals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    club = await Club.open(MemoryLog())
    app = hosted(ArcadeApp)(club, Player("SHA256:a", "Anna"))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.active_bindings == {}
        assert not app.use_command_palette
        assert not app.no_color
        assert not app.get_line_filters()
        assert app.console.color_system == "truecolor"
        assert not app.query("Tooltip, ToastRack")
    await club.close()
