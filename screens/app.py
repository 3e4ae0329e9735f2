"""The application of one session: one person (or several at one keyboard), in the club."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from time import monotonic
from typing import Any, cast

from textual.screen import Screen

from arcade.club.errors import NotStored, Refused
from arcade.club.people.devices import told_change
from arcade.club.people.drafts import OpenPage
from arcade.club.presence import ACCOUNT_TIME
from arcade.club.speech.good_bye import good_bye
from arcade.club.speech.lobby import private_text
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.club.views import ACCOUNT, Notice
from arcade.players.player import Player
from arcade.players.roster import PREFERENCES
from screens.base import BaseScreen
from screens.keys import Action, Keyboard
from screens.lobby.naming import Naming
from screens.lobby.new_table import NewTable
from screens.lobby.screen import Lobby
from screens.pages.ask import Ask
from screens.pages.menu import Menu
from screens.pages.page import Aloud
from screens.pages.rules_page import RulesPage
from screens.replay.screen import ReplayScreen
from screens.session import SessionApp
from screens.table.screen import TableScreen

TOLD = 8.0
"""Seconds for which whoever comes to a table is told how."""


class ArcadeApp(SessionApp, inherit_bindings=False, inherit_css=False):
    """The app of one session: its screens, and the ways from one to another."""

    _goes_home = False
    """Whether the person has ended the session themselves."""

    def get_default_screen(self) -> Screen[Any]:
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
            await self.go_to_start()
        else:
            await self.push_screen(Naming(self.player, called=self._called), self.come_in)

    def on_exit_app(self) -> None:
        """Keep what is being typed, and the page that is open: the line may have broken."""
        screens = [screen for screen in self.screen_stack if isinstance(screen, BaseScreen)]
        for screen in screens:
            draft = screen.draft()
            if draft is not None and draft[1].strip():
                self.club.drafts.keep(self.player, *draft)
        opened = next((page for screen in reversed(screens) if (page := screen.open_page())), None)
        if opened is not None and not self._goes_home and self.player.id:
            self.club.drafts.keep_page(self.player, opened)

    async def on_unmount(self) -> None:
        """Leave the tables and the club; the seats are kept."""
        self.attention.end()
        for session in self.table_sessions:
            session.detach(dropped=not self._goes_home)
        if self.visit is not None:
            self.visit.leave()
        await self.close_house()

    async def close_house(self) -> None:
        """Close whatever only this session has opened: nothing, on a server."""

    async def go_to_start(self) -> None:
        """Go to the table that the session was started for, if any."""
        if self.key:
            with suppress(NotStored):
                for change in await self.club.accounts.untold_changes(self.player, self.key):
                    self.heard(Notice(told_change(change), ACCOUNT_TIME, rank=ACCOUNT))
        begin, self.begin = self.begin, Start()
        self.sharing = self.sharing and not begin.own
        with cast("BaseScreen[Any]", self.screen).report_refusals():
            if begin.do == "join":
                await self.come_by_code(begin.code)
            elif begin.do == "lobby":
                await self.go_back()
            elif begin.bare and self.sharing:
                self.exit(begin)
            elif begin.do == "watch":
                await self.go_to_table(await self.club.watch(self.player, begin.code))
        if begin.action and isinstance(self.screen, TableScreen):
            await self.screen.perform(begin.action)
        if begin.message:
            self.tell(begin.message)
        if begin.notice:
            self.heard(begin.notice)

    async def go_back(self) -> None:
        """Go where a connection broke a moment ago: to the table, and to the page over it."""
        if session := await self.club.come_back(self.player):
            await self.go_to_table(session)
        match page := self.club.drafts.take_page(self.player):
            case OpenPage(kind="rules"):
                await self.push_screen(RulesPage(self.words, page.of, row=page.at))
            case OpenPage(kind="form"):
                await self.push_screen(NewTable([session] if session else (), page))
            case OpenPage(kind="replay"):
                with suppress(Refused):
                    if session is not None and session.code == page.of and page.number == 0:
                        await self.live(session, page.at)
                    else:
                        await self.show_replay(page.of, page.number, page.at, page.viewpoint)
            case None:
                pass

    async def come_by_code(self, code: str) -> None:
        """Go to a table whose code one was given; a private one says first whose it is."""
        table = await self.club.look_up(self.player, code)
        stranger = table.seat is None and table.next_seat is None and not table.host
        if not (table.private and stranger):
            await self.go_to_table(await self.club.come(self.player, code))
            return

        async def answered(answer: str | None) -> None:
            with cast("BaseScreen[Any]", self.screen).report_refusals():
                if answer == "join":
                    await self.go_to_table(await self.club.come(self.player, code))
                elif answer == "watch":
                    await self.look_on(code)

        t = self.words.t
        answers = [
            ("join", "y", t("sit down")),
            ("watch", "w", t("watch")),
            ("", "n", t("go to the lobby")),
        ]
        text = private_text(self.words, table)
        self.push_screen(Ask(t("A private table"), text, answers), answered)

    async def look_on(self, code: str) -> None:
        """Watch a table; raises `Refused`."""
        session = await self.club.watch(self.player, code)
        if self.sharing and session.common:
            session.detach()
            self.exit(Start("watch", code))
        else:
            await self.go_to_table(session)

    def share(self, table: TableScreen) -> None:
        """Return to the shared broadcast if this screen shows nothing of its own any more."""
        own = self.clicking or self.notice or len(self.table_sessions) != 1 or not table.bare
        if self.sharing and table.is_active and table.table_session.common and not own:
            self.exit(Start("watch", table.table_session.code))

    async def go_to_table(self, session: TableSession) -> None:
        self.table_sessions.append(session)
        self.notices.withdraw(session.code)
        self.notices_changed()
        self.watch_line()
        with self.batch_update():  # one frame, when all panes are there
            await self.push_screen(TableScreen([session]))
        if session.greeting is not None:
            self.heard(Notice(session.greeting, TOLD))

    async def play_from_lobby(self, game: str | None = None, to: str | None = None) -> None:
        session = await self.club.quick_play(self.player, game, to)
        while not isinstance(self.screen, Lobby):
            self.pop_screen()  # not awaited: this may be asked by the screen that goes
        await self.go_to_table(session)

    async def live(self, session: TableSession, at: int | None = None) -> None:
        """Show the steps of a table's running game; raises `Refused` before the first game."""
        live_replay = self.club.replays.live(session)
        replay = await live_replay.replay()
        last = len(replay.steps) - 1
        if at is None:
            at = 0 if replay.over else last
        at = min(at, last)
        advise = self.club.bot_pool.advise
        self.push_screen(
            ReplayScreen(replay, advise, at=at, session=session, live_replay=live_replay)
        )

    async def show_replay(
        self, code: str, number: int = 0, at: int = 0, viewpoint: int | None = None
    ) -> None:
        """Show a table's finished game (0: the last) from a step on; raises `Refused`."""
        replay = await self.club.replay(code, number, self.player)
        at = min(at, len(replay.steps) - 1)
        advise = self.club.bot_pool.advise
        self.push_screen(ReplayScreen(replay, advise, at=at, viewpoint=viewpoint))

    def go_home(self) -> None:
        """End the session at the person's request; ask first in a game with others."""
        tables = [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]
        if tables and tables[-1].plays_with_others:
            tables[-1].ask_to_leave(self._go_home)
        else:
            self._go_home()

    def _go_home(self) -> None:
        self._goes_home = True
        self.exit(good_bye(self.words, self.club, self.player, self.resume_code))

    def leave_table(self, sessions: Sequence[TableSession]) -> None:
        """Return from a table to the lobby; the seats are kept."""
        for session in sessions:
            session.detach()
            if session in self.table_sessions:
                self.table_sessions.remove(session)
        self.left_table = monotonic()
        self.pop_screen()

    async def come_in(self, player: Player | None) -> None:
        """Go on under the name just chosen: to the lobby, or wherever the person wanted to go."""
        if player is None:
            return
        self.player = player
        if self.visit is not None:
            self.visit.rename(player)
        await self.go_to_start()

    async def follow(self) -> None:
        """Go to the table of the displayed invitation; a seat elsewhere is kept."""
        if not (code := self.invitation):
            return
        self.notices.withdraw(code)
        self.notices_changed()
        if any(session.code == code for session in self.table_sessions):
            return
        session = await self.club.come(self.player, code)
        while not isinstance(self.screen, Lobby | TableScreen):
            self.pop_screen()  # not awaited: this is asked by the screen that goes
        if isinstance(self.screen, TableScreen):
            self.leave_table(self.screen.seated)
        await self.go_to_table(session)

    def notices_changed(self) -> None:
        super().notices_changed()
        if self.screen_stack and isinstance(self.screen, BaseScreen):
            self.screen.noticed()

    def show_menu(
        self, actions: Sequence[Action], chosen: Callable[[str | None], Awaitable[None]]
    ) -> None:
        """List actions, and pass on the name of the chosen one."""
        self.push_screen(Menu(actions), chosen)

    def show_aloud(self, text: str) -> None:
        self.push_screen(Aloud(self.words, text))

    def tell(self, sentence: str) -> None:
        if isinstance(self.screen, BaseScreen):
            self.screen.tell(sentence)
