"""A server inside the test: real listener and sessions, an app of a few lines to look at."""

from pathlib import Path
from typing import Any, ClassVar

import asyncssh
from textual.app import App, ComposeResult
from textual.events import Click, Key, Paste, Resize
from textual.widgets import Static

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.engine.news import phrase
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms.timers import RoomSettings as Tables
from screens.terminal.paint import set_timer
from server.config.settings import Limits, Settings
from server.doors.context import Identity, ServerContext
from server.doors.listener import Listener
from server.ssh.listener import listen
from server.terminal.driver import hosted
from server.terminal.terminal import Terminal
from tests.ssh.client import Client, make_key

AT_ONCE = Tables(bot_pause=0, linger=0)


class Probe(App[str]):
    """Shows who came, the size, the keys pressed; breaks on "!", leaves on "q"."""

    CSS = "Screen { background: #102030; color: #ff8800; }"
    made: ClassVar[list["Probe"]] = []
    set_timer = set_timer

    def __init__(self, identity: Identity, wish: Start, language: str) -> None:
        super().__init__()
        self.identity = identity
        self.wish = wish
        self.language = language
        self.keys: list[str] = []
        self.pasted = ""
        self.sizes: list[tuple[int, int]] = []
        self.clicks: list[tuple[int, int]] = []

    def compose(self) -> ComposeResult:
        yield Static(id="lines", markup=False)

    def on_mount(self) -> None:
        self.show()

    def show(self, more: str = "") -> None:
        who = self.identity.player
        width, height = self.sizes[-1] if self.sizes else self.size
        lines = [
            f"size={width}x{height}",
            f"who={'guest' if who.guest else who.id}",
            f"wish={self.wish.do}:{self.wish.code} language={self.language}",
            f"keys={','.join(self.keys[-8:])}",
            f"count={len(self.keys)} pasted={len(self.pasted)}",
            more,
        ]
        self.query_one("#lines", Static).update("\n".join(lines))

    def on_key(self, event: Key) -> None:
        if event.key == "q":
            self.exit("goodbye from the app")
        if event.key == "exclamation_mark":
            raise RuntimeError("broken on purpose")
        self.keys.append(event.key)
        self.show()

    def on_click(self, event: Click) -> None:
        self.clicks.append((event.screen_x, event.screen_y))

    def on_paste(self, event: Paste) -> None:
        self.pasted += event.text
        self.show()

    def on_resize(self, event: Resize) -> None:
        self.sizes.append((event.size.width, event.size.height))
        if self.query("#lines"):
            self.show()


class Inside:
    """The running server, its sessions to look into, and the apps it made."""

    def __init__(self, folder: Path, context: ServerContext, listener: Listener) -> None:
        self.folder = folder
        self.context = context
        self.listener = listener
        self.apps: list[Probe] = []
        self._keys = 0

    @property
    def port(self) -> int:
        return self.listener.get_port()

    def guest(self) -> Client:
        return Client(self.folder, self.port)

    def person(self) -> Client:
        self._keys += 1
        return Client(self.folder, self.port, make_key(self.folder / f"id_{self._keys}"))

    @property
    def sessions(self) -> list[Any]:
        return list(self.context.sessions)

    async def close(self) -> None:
        self.listener.close()
        for door in tuple(self.context.connections):  # in a test nobody has to read the good-bye
            if not self.context.sessions:
                door.close()
        await self.context.empty(phrase("The server is being closed."))
        await self.context.club.close()


class UnsharedContext(ServerContext):
    """Spectators have an app of their own too, as those who use the mouse."""

    def shares(self, player: Player) -> bool:
        return False


async def start_inside(
    folder: Path, limits: Limits | None = None, probe: type[Probe] = Probe
) -> Inside:
    """Start a server on a free port, its log in memory."""
    apps: list[Probe] = []

    def make_app(
        context: ServerContext, identity: Identity, start: Start, terminal: Terminal
    ) -> Probe:
        app = hosted(probe)(identity, start, context.language(identity.player, terminal))
        apps.append(app)
        return app

    limits = limits or Limits()
    context = UnsharedContext(await Club.open(MemoryLog(), AT_ONCE), limits, make_app)
    settings = Settings(data=folder, host_key=folder / "host", port=0, limits=limits)
    key = asyncssh.generate_private_key("ssh-ed25519")
    inside = Inside(folder, context, await listen(settings, key, context))
    inside.apps = apps
    return inside
