"""The arcade on one's own machine, without a server: `textual run arcade`, `arcade play`."""

import asyncio
import os
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from pathlib import Path

from platformdirs import user_data_path
from textual.driver import Driver

from arcade.club.club import Club
from arcade.club.i18n.words import nearest
from arcade.club.table_session import TableSession
from arcade.engine.words import N_
from arcade.eventlog.log import CannotOpen, EventLog
from arcade.eventlog.memory import MemoryLog
from arcade.eventlog.sqlite import SQLiteLog
from arcade.players.player import Player
from screens.app import ArcadeApp
from screens.lobby.naming import Naming
from screens.navigator import ScreenNavigator
from screens.table.screen import TableScreen
from screens.terminal.colours import depth
from screens.terminal.glyphs import has_cp437, only_ascii
from screens.terminal.palette import OF_DEPTH
from screens.terminal.reader import GroundReported

FIRST = "local:1"


class OwnTerminalApp(ArcadeApp):
    """An app on the terminal of this process, whose environment says what it shows."""

    local = True

    def __init__(self, player: Player, language: str | None) -> None:
        named = os.environ.get("TERM") or os.environ.get("NO_COLOR")  # by nothing on Windows
        colours = depth(os.environ.get("TERM", ""), os.environ) if named else "truecolor"
        wish = language or os.environ.get("LC_ALL") or os.environ.get("LANG")
        super().__init__(
            *(None, player),
            language=nearest(wish),
            palette=OF_DEPTH[colours],
            only_ascii=only_ascii(os.environ),
        )
        self.console.depth = colours
        self.console.cp437 = has_cp437(os.environ.get("TERM", ""))

    def get_driver_class(self) -> type[Driver]:
        """Take Textual's for this machine, where there is one with our reading of the terminal."""
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":
            return usual
        from screens.terminal.own_driver import OwnDriver  # the module does not work on Windows

        return OwnDriver

    def on_ground_reported(self, event: GroundReported) -> None:
        """Take the light theme where the ground is light."""
        self.ground(event.light)


class LocalNavigator(ScreenNavigator):
    """The ways of an app with several people at its keyboard; the lobby shows `warning`."""

    warning = ""

    async def go_to_start(self) -> None:
        """Begin in the lobby."""
        if self.warning:
            self.tell(self.app.words.t(self.warning))

    async def go_to_table(self, session: TableSession) -> None:
        """Show a table, with everybody at this keyboard seated there."""
        await super().go_to_table(session)
        table = self.app.screen
        if isinstance(table, TableScreen):
            for player in self._people():
                if player.id != session.player.id and session.code in self.app.club.tables.seated(
                    player
                ):
                    await self._seat(player, table)

    def good_bye(self) -> str:
        return self.app.words.t("Good-bye, {name}!", name=self.app.player.name)

    def _people(self) -> Iterator[Player]:
        """Return every person named at this keyboard, in order."""
        for number in count(1):
            player = self.app.club.accounts.known(f"local:{number}")
            if not player.name:
                return
            yield player

    async def _seat(self, player: Player, table: TableScreen) -> None:
        session = await self.app.club.join(player, table.table_session.code)
        self.app.table_sessions.append(session)
        table.add_session(session)

    def add_person(self) -> None:
        """Seat another person at this keyboard under their own name."""
        table = self.front
        if not isinstance(table, TableScreen):
            return
        here = {session.player.id for session in table.seated}
        number = next(number for number in count(1) if f"local:{number}" not in here)
        player = self.app.club.accounts.known(f"local:{number}")

        async def sit(named: Player | None) -> None:
            if named is not None:
                with table.report_refusals():
                    await self._seat(named, table)

        if player.name:
            self.app.call_later(sit, player)
        else:
            self.app.push_screen(Naming(player, first=False), sit)


class LocalApp(OwnTerminalApp):
    """The arcade for the people at this keyboard, stored in `data`, by default the user's folder.

    A given `log` is used instead.
    """

    def __init__(
        self, data: Path | None = None, *, log: EventLog | None = None, language: str | None = None
    ) -> None:
        super().__init__(Player(FIRST, ""), language)
        self._data = data or user_data_path("ssh-arcade", appauthor=False)
        self._wished = language is not None
        self._events = log

    @cached_property
    def navigator(self) -> LocalNavigator:
        return LocalNavigator(self)

    async def on_load(self) -> None:
        """Open the log and the club, before anything is shown."""
        # From Python 3.12 on Textual starts tasks eagerly, before their creator has the handle.
        asyncio.get_running_loop().set_task_factory(None)
        self._events = self._events or await self._open_log()
        self._club = await Club.open(self._events)
        self.player = self._club.accounts.known(FIRST)
        kept = self._club.accounts.language(self.player)
        if kept and not self._wished:
            self.speak(kept)

    async def close_house(self) -> None:
        if self._club is not None:
            await self._club.close()
        if self._events is not None:
            await self._events.close()

    async def _open_log(self) -> EventLog:
        try:
            return await SQLiteLog.open(_file(self._data))
        except (CannotOpen, OSError):
            self.navigator.warning = N_(
                "The arcade's file cannot be used; nothing of this is kept."
            )
            return MemoryLog()


def _file(data: Path) -> Path:
    """Return the file of the log; a log under its former name is continued."""
    first = data / "arcade.sqlite"
    return first if first.exists() else data / "local.sqlite3"


app = LocalApp
"""What `textual run arcade` runs."""


def main() -> None:
    """Play on this terminal until the last person goes home."""
    LocalApp().run()
