"""A contributor's widgets over a real client, on the lobby and at a table: as under a pilot.

With --rewrite-pictures those of docs/adding-a-screen.md become docs/pictures/contributed.cast.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from textual.app import App
from textual.screen import Screen
from textual.widgets import Input

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.eventlog.memory import MemoryLog
from server.config.settings import Limits, Settings
from server.doors.context import Identity, ServerContext, arcade_app
from server.ssh.listener import listen
from server.terminal.terminal import Terminal
from tests.screens.widgets.contributed import HOSTILE, Corner, of_the_page
from tests.ssh.film import FOLDER, Film, draw
from tests.ssh.inside import AT_ONCE, Inside
from tests.ssh.terminal import DOWN, ENTER, ESCAPE

F2 = "\x1bOQ"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Inside]:
    """A server inside the test, with the arcade's own app."""
    apps: list[Any] = []

    def make_app(
        context: ServerContext, identity: Identity, start: Start, terminal: Terminal
    ) -> App[Any]:
        apps.append(arcade_app(context, identity, start, terminal))
        app: App[Any] = apps[-1]
        return app

    context = ServerContext(await Club.open(MemoryLog(), AT_ONCE), Limits(), make_app)
    settings = Settings(data=tmp_path, host_key=tmp_path / "host", port=0, limits=Limits())
    key = asyncssh.generate_private_key("ssh-ed25519")
    inside = Inside(tmp_path, context, await listen(settings, key, context))
    inside.apps = apps
    yield inside
    await inside.close()


@pytest.mark.parametrize("where", ["lobby", "table"])
async def test_a_contributors_widgets_work(house: Inside, where: str) -> None:
    terminal = house.guest().open(size=(120, 30))
    await terminal.wait_for("Play now")
    if where == "table":
        terminal.type("p")
        await terminal.wait_for("invite: ssh")
    app: Any = house.apps[0]
    screen: Screen[object] = app.screen
    with app._context():
        await screen.mount(Corner())
    await terminal.wait_for("count=0")
    await terminal.wait_for(lambda text: HOSTILE in text and "second" in text)

    with app._context():
        screen.query_one(Input).focus()
    terminal.type("nqp" + ENTER)  # keys of the screen, were nothing focused
    await terminal.wait_for("said=nqp")
    assert app.screen is screen

    with app._context():
        screen.query_one("#counter").focus()
    terminal.type(F2 + "n")
    await terminal.wait_for("count=2")
    await terminal.wait_for("now 2 [b]")
    assert app.screen is screen

    with app._context():
        screen.query_one("#list").focus()
    terminal.type(DOWN + ENTER)
    await terminal.wait_for("chosen=second")

    terminal.type("\x1b[<0;90;7M\x1b[<0;90;7m")  # clicks are the terminal's until asked for
    app.call_later(app.switch_mouse)
    await terminal.wait_for(lambda _: "\x1b[?1000h" in terminal.output)
    region = screen.query_one("#counter").region
    at = f"{region.x + 2};{region.y + 1}"
    terminal.type(f"\x1b[<0;{at}M\x1b[<0;{at}m")
    await terminal.wait_for("count=12")

    terminal.type(ESCAPE)
    terminal.type("?")
    await terminal.wait_gone("count=12")
    assert app.screen is not screen


async def test_the_page_is_followed(house: Inside, request: pytest.FixtureRequest) -> None:
    sent = {"LANG": "C.UTF-8", "COLORTERM": "truecolor"}
    terminal = house.guest().open(size=(80, 24), environment=sent)
    await terminal.wait_for("Play now")
    film = Film(terminal, caption="") if request.config.getoption("rewrite_pictures") else None

    async def scene(sentence: str, seconds: float, caption: str = "") -> None:
        await terminal.wait_for(sentence)
        if film is not None:
            film.caption = caption
            await film.scene(sentence, seconds)

    app: Any = house.apps[0]
    page, _ = of_the_page()
    await scene("Play now", 2, " $ ssh play@host")
    with app._context():
        await app.screen.mount(page["Bell"]())
    await scene("rung 0 times", 3, " await app.screen.mount(Bell())")
    with app._context():
        app.screen.query_one("Bell").focus()
    terminal.type("b")
    await terminal.wait_for("Ding!")
    await scene("rung 1 times", 3, " it has the focus; b rings it")
    terminal.type(ESCAPE + "o")
    await scene("Settings", 2, " Escape gives the keys back: o opens the settings")
    terminal.type(ESCAPE)
    await scene("rung 1 times", 2, " back in the lobby")
    with app._context():
        app.push_screen(page["Guestbook"]())
    await scene("Who are you?", 3, " app.push_screen(Guestbook())")
    with app._context():
        app.screen.query_one(Input).focus()
    terminal.type("Zoé [b]")
    await scene("Zoé [b]", 2, " what is typed goes to the input")
    terminal.type(ENTER)
    await terminal.wait_for("Welcome, Zoé [b]!")
    await scene("Good-bye, Zoé [b]!", 4, " Enter: names are literal, in Static and in the notice")
    terminal.type(ESCAPE)
    terminal.type(ESCAPE)
    await scene("rung 1 times", 2, " Escape leaves the input, then the screen")
    if film is not None:
        title = "docs/adding-a-screen.md, followed over ssh"
        film.write("contributed", title, (80, 26))


def test_its_picture_is_drawn_from_the_recording() -> None:
    drawn = (FOLDER / "contributed.svg").read_text("utf-8")
    assert drawn == draw("contributed"), "python -m tests.ssh.film contributed"


async def test_keys_typed_ahead_do_not_act_on_a_covered_screen(house: Inside) -> None:
    terminal = house.guest().open(size=(120, 30))
    await terminal.wait_for("Play now")
    terminal.type("ppp")
    await terminal.wait_for("invite: ssh")
    app: Any = house.apps[0]
    assert len(house.context.club.lobby(app.player).tables) == 1
    assert [type(screen).__name__ for screen in app.screen_stack] == ["Lobby", "TableScreen"]
