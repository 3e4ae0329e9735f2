"""The application of one session: one person (or several at one keyboard), in the club."""

from contextvars import copy_context
from functools import cached_property

from textual.screen import Screen

from arcade.players.roster import PREFERENCES
from screens.base import BaseScreen
from screens.keys import Keyboard
from screens.lobby.naming import Naming
from screens.lobby.screen import Lobby
from screens.navigator import ScreenNavigator
from screens.session import SessionApp


class ArcadeApp(SessionApp, inherit_bindings=False, inherit_css=False):
    """The app of one session, from its arrival in the club to its end."""

    @cached_property
    def navigator(self) -> ScreenNavigator:
        return ScreenNavigator(self)

    def get_default_screen(self) -> Screen[None]:
        return Lobby()

    async def on_mount(self) -> None:
        await self.arrive()

    async def arrive(self) -> None:
        """Enter the club, then go where the session begins."""
        context = copy_context()
        self.visit = self.club.presence.enter(
            self.player,
            lambda why: context.run(self.ended, why),
            lambda notice: context.run(self.heard, notice),
        )
        for name in PREFERENCES:
            self._follow(name, self.preference(name))
        self.keyboard = Keyboard(self.words, self.club.accounts.letters(self.player))
        if self.player.name:
            await self.navigator.go_to_start()
        else:
            naming = Naming(self.player, called=self._called)
            await self.push_screen(naming, self.navigator.come_in)

    def on_exit_app(self) -> None:
        """Keep what is being typed, and the page that is open: the line may have broken."""
        screens = [screen for screen in self.screen_stack if isinstance(screen, BaseScreen)]
        for screen in screens:
            draft = screen.draft()
            if draft is not None and draft[1].strip():
                self.club.drafts.keep(self.player, *draft)
        opened = next((page for screen in reversed(screens) if (page := screen.open_page())), None)
        if opened is not None and not self.has_quit and self.player.id:
            self.club.drafts.keep_page(self.player, opened)

    async def on_unmount(self) -> None:
        """Leave the tables and the club; the seats are kept."""
        self.attention.end()
        for session in self.table_sessions:
            session.detach(dropped=not self.has_quit)
        if self.visit is not None:
            self.visit.leave()
        await self.close_house()

    async def close_house(self) -> None:
        """Close whatever only this session has opened: nothing, on a server."""
