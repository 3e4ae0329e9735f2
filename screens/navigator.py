"""The ways from one screen to another, for one session. The one module that knows all screens."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from time import monotonic

from textual.screen import Screen

from arcade.club.errors import NotStored, Refused
from arcade.club.operations.learning import played_on
from arcade.club.people.devices import change_notice
from arcade.club.people.drafts import OpenPage
from arcade.club.presence import ACCOUNT_TIME
from arcade.club.speech.company.friends import declined_text
from arcade.club.speech.good_bye import good_bye
from arcade.club.speech.lobby import private_text
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.club.views import ACCOUNT, Notice
from arcade.players.player import Player
from screens.base import BaseScreen
from screens.deals.daily import DailyScreen
from screens.deals.duels import DuelsScreen
from screens.keys import Action
from screens.lobby.new_table import NewTable
from screens.lobby.screen import Lobby
from screens.pages.ask import Ask
from screens.pages.menu import Menu
from screens.pages.page import Aloud
from screens.pages.rules_page import RulesPage
from screens.replay.screen import ReplayScreen
from screens.session import SessionApp
from screens.table.questions import ask_to_leave
from screens.table.screen import TableScreen

GREETING_TIME = 8.0
"""Seconds for which a table's greeting is shown."""


class ScreenNavigator:
    """Leads one app from screen to screen."""

    def __init__(self, app: SessionApp) -> None:
        self.app = app

    @property
    def front(self) -> BaseScreen[object] | None:
        screens = self.app.screen_stack[-1:]
        return screens[0] if screens and isinstance(screens[0], BaseScreen) else None

    def _report_refusals(self) -> AbstractContextManager[None]:
        return self.front.report_refusals() if self.front is not None else nullcontext()

    # Arriving

    async def come_in(self, player: Player | None) -> None:
        """Go on under the name just chosen: to the lobby, or wherever the person wanted to go."""
        if player is None:
            return
        self.app.player = player
        if self.app.visit is not None:
            self.app.visit.rename(player)
        await self.go_to_start()

    async def go_to_start(self) -> None:
        """Go to the table for which the session was started, if any."""
        app = self.app
        if app.key:
            with suppress(NotStored):
                for change in await app.club.accounts.untold_changes(app.player, app.key):
                    news = change_notice(change, by_ssh("play", app.club.address))
                    app.heard(Notice(news, ACCOUNT_TIME, rank=ACCOUNT))
        begin, app.begin = app.begin, Start()
        app.sharing = app.sharing and not begin.own
        with self._report_refusals():
            if begin.do == "join":
                await self.come_by_code(begin.code)
            elif begin.do == "retry":
                wish = begin.code, begin.number, None
                await self.go_to_table(await played_on(app.club, app.player, *wish))
            elif begin.do == "lobby":
                await self.go_back()
            elif begin.bare and app.sharing:
                app.exit(begin)
            elif begin.do == "watch":
                await self.go_to_table(await app.club.watch(app.player, begin.code))
        if begin.action and isinstance(app.screen, TableScreen):
            await app.screen.perform(begin.action)
        if begin.message:
            self.tell(begin.message)
        if begin.notice:
            app.heard(begin.notice)

    async def go_back(self) -> None:
        """Go where a connection broke a moment ago: to the table, and to the page over it."""
        app = self.app
        if session := await app.club.come_back(app.player):
            await self.go_to_table(session)
        match page := app.club.drafts.take_page(app.player):
            case OpenPage(kind="rules"):
                await app.push_screen(RulesPage(app.words, page.of, first=page.at))
            case OpenPage(kind="form"):
                await app.push_screen(NewTable([session] if session else (), page))
            case OpenPage(kind="replay"):
                with suppress(Refused):
                    if session is not None and session.code == page.of and page.number == 0:
                        await self.show_live(session, page.at)
                    else:
                        await self.show_replay(page.of, page.number, page.at, page.viewpoint)
            case None:
                pass

    # To a table

    async def come_by_code(self, code: str) -> None:
        """Go to a table by its code; a private one says first whose it is. Raises `Refused`."""
        club, player = self.app.club, self.app.player
        table = await club.look_up(player, code)
        stranger = table.seat is None and table.next_seat is None and not table.host
        if not (table.private and stranger):
            await self.go_to_table(await club.come(player, code))
            return

        async def answered(answer: str | None) -> None:
            with self._report_refusals():
                if answer == "join":
                    await self.go_to_table(await club.come(player, code))
                elif answer == "watch":
                    await self.watch(code)

        t = self.app.words.t
        answers = [
            ("join", "y", t("sit down")),
            ("watch", "w", t("watch")),
            ("", "n", t("go to the lobby")),
        ]
        text = private_text(self.app.words, table)
        self.app.push_screen(Ask(t("A private table"), text, answers), answered)

    async def watch(self, code: str) -> None:
        """Watch a table; raises `Refused`."""
        session = await self.app.club.watch(self.app.player, code)
        if self.app.sharing and session.common:
            session.detach()
            self.app.exit(Start("watch", code))
        else:
            await self.go_to_table(session)

    def share(self) -> None:
        """Return to the shared broadcast if the table in front shows nothing of its own."""
        app, table = self.app, self.front
        if not isinstance(table, TableScreen) or not table.table_session.common:
            return
        own = app.clicking or app.notice or len(app.table_sessions) != 1 or not table.bare
        if app.sharing and not own:
            app.exit(Start("watch", table.table_session.code))

    async def go_to_table(self, session: TableSession) -> None:
        app = self.app
        app.table_sessions.append(session)
        app.notices.withdraw(session.code)
        app.notices_changed()
        app.watch_line()
        with app.batch_update():  # one frame, when all panes are there
            await app.push_screen(TableScreen([session]))
        if session.greeting is not None:
            app.heard(Notice(session.greeting, GREETING_TIME))

    async def play_from_lobby(self, game: str | None = None, to: str | None = None) -> None:
        """Play at once, that game or any, after closing every screen in front of the lobby.

        `to` is the table that was announced, "" for a game against bots.
        """
        session = await self.app.club.quick_play(self.app.player, game, to)
        while not isinstance(self.app.screen, Lobby):
            self.app.pop_screen()  # not awaited: the screen that goes may have called this
        await self.go_to_table(session)

    async def go_to_next_deal(self, sessions: Sequence[TableSession]) -> None:
        """Go from a daily deal to the next of today, or to the page of all if none is left."""
        app = self.app
        game = app.club.daily.next(app.player)
        self.leave_table(sessions)
        if game:
            await self.go_to_table(await app.club.play_daily(app.player, game))
        elif not isinstance(app.screen, DailyScreen):  # they usually come from there
            app.push_screen(DailyScreen())

    async def follow_invitation(self) -> None:
        """Go to the table of the displayed invitation; a seat elsewhere is kept."""
        app = self.app
        if not (code := app.invitation):
            return
        app.notices.withdraw(code)
        app.notices_changed()
        await self.change_table(code)

    async def change_table(self, code: str) -> None:
        """Go to a table from any screen; a seat elsewhere is kept."""
        app = self.app
        present = any(session.code == code for session in app.table_sessions)
        session = None if present else await app.club.come(app.player, code)
        while not isinstance(app.screen, Lobby | TableScreen):
            app.pop_screen()  # not awaited: the screen that goes has called this
        if session is None:
            return
        if isinstance(app.screen, TableScreen):
            self.leave_table(app.screen.seated)
        await self.go_to_table(session)

    async def decline_invitation(self) -> None:
        """Decline the displayed invitation; whoever invited the person is told."""
        app = self.app
        if not (code := app.invitation):
            return
        app.notices.withdraw(code)
        app.notices_changed()
        self.tell(declined_text(app.words, app.club.community.decline(app.player, code)))

    def leave_table(self, sessions: Sequence[TableSession]) -> None:
        """Return from a table to the lobby; the seats are kept."""
        for session in sessions:
            session.detach()
            if session in self.app.table_sessions:
                self.app.table_sessions.remove(session)
        self.app.left_table = monotonic()
        self.app.pop_screen()

    def evict(self, table: Screen[None], sessions: Sequence[TableSession]) -> None:
        """Leave a table at the request of whoever opened it, whatever screen is in front."""
        while self.app.screen is not table:
            self.app.pop_screen()
        self.leave_table(sessions)
        self.tell(self.app.words.t("You have been sent away from that table."))

    def add_person(self) -> None:
        """Seat another person at this keyboard: only on one's own machine."""

    # To a page

    async def show_live(self, session: TableSession, at: int | None = None) -> None:
        """Show the steps of a table's running game; raises `Refused` before the first game."""
        live_replay = self.app.club.replays.live(session)
        replay = await live_replay.replay()
        last = len(replay.steps) - 1
        if at is None:
            at = 0 if replay.over else last
        at = min(at, last)
        club = self.app.club
        self.app.push_screen(
            ReplayScreen(
                *(replay, club.bot_pool.advise),
                at=at,
                session=session,
                live_replay=live_replay,
                curves=club.curves,
            )
        )

    async def show_replay(
        self, code: str, number: int = 0, at: int = 0, viewpoint: int | None = None
    ) -> None:
        """Show a table's finished game (0: the last) from a step on; raises `Refused`."""
        replay = await self.app.club.replay(code, number, self.app.player)
        at = min(at, len(replay.steps) - 1)
        club = self.app.club
        advise, curves = club.bot_pool.advise, club.curves
        self.app.push_screen(
            ReplayScreen(replay, advise, at=at, viewpoint=viewpoint, curves=curves)
        )

    def show_duels(self, game: str, leaving: Sequence[TableSession] = ()) -> None:
        """Show the duels, with this game chosen, after leaving a duel's table."""
        if leaving:
            self.leave_table(leaving)
        if not isinstance(self.app.screen, DuelsScreen):
            self.app.push_screen(DuelsScreen(game))

    def show_menu(
        self, actions: Sequence[Action], chosen: Callable[[str | None], Awaitable[None]]
    ) -> None:
        """List actions, and pass on the name of the chosen one."""
        self.app.push_screen(Menu(actions), chosen)

    def show_aloud(self, text: str) -> None:
        """Show a paragraph as plain lines."""
        self.app.push_screen(Aloud(self.app.words, text))

    # The front screen

    def tell(self, sentence: str) -> None:
        """Show a sentence on the front screen."""
        if self.front is not None:
            self.front.tell(sentence)

    def notices_changed(self) -> None:
        """Show the notice that stands above every screen now."""
        if self.front is not None:
            self.front.noticed()

    # Out

    def quit(self) -> None:
        """End the session at the person's request; ask first in a game with others."""
        screens = self.app.screen_stack
        tables = [screen for screen in screens if isinstance(screen, TableScreen)]
        if tables and (table := tables[-1]).plays_with_others:
            ask_to_leave(table, table.table, table.seated, self._quit)
        else:
            self._quit()

    def _quit(self) -> None:
        app = self.app
        app.has_quit = True
        app.exit(self.good_bye())

    def good_bye(self) -> str:
        """Return the last sentence of the session."""
        app = self.app
        code, in_browser = app.resume_code, app.in_browser
        return good_bye(app.words, app.club, app.player, code, in_browser)
