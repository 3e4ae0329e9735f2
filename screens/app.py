"""The application of one session: one person (or several at one keyboard), in the club."""

from contextvars import copy_context
from typing import Any, ClassVar, cast

from textual.binding import BindingType
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.timer import Timer

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.presence import Visit
from arcade.club.table_session import TableSession
from arcade.club.views import Notice
from arcade.engine.news import News
from arcade.players.player import Player
from arcade.players.preferences import PREFERENCES
from screens.base import BaseScreen
from screens.lobby.naming import Naming
from screens.lobby.screen import Lobby
from screens.replay.screen import ReplayScreen
from screens.start import Start
from screens.table.screen import TableScreen
from screens.terminal.attention import Attention
from screens.terminal.paint import PaneApp
from screens.terminal.palette import THEMES, worn


class ArcadeApp(PaneApp[str | Start], inherit_bindings=False, inherit_css=False):
    """The app of one session; `run_async` returns the sentence to show at the end.

    `resume_code` is a guest's, shown to that guest only. `palette` is the one of
    `screens.terminal.palette.PALETTES` for the terminal's colours; `only_ascii` says that it has
    no other glyphs. The person's settings override both. `club` may be None if a subclass opens
    it in `on_load`. The app reads nothing from the environment of the process. With `sharing`,
    watching a table ends the app with the `Start` of a shared broadcast. `called` is the user
    name at home of somebody without a name here.
    """

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []
    CLOSE_TIMEOUT = 1.0

    def __init__(
        self,
        club: Club | None,
        player: Player,
        *,
        start: Start = Start(),  # noqa: B008  frozen
        language: str = "en",
        resume_code: str | None = None,
        palette: str = "cafe",
        only_ascii: bool = False,
        animations: bool = True,
        sharing: bool = False,
        called: str = "",
    ) -> None:
        super().__init__()
        self._club = club
        self.sharing = sharing
        self._called = called
        self.player = player
        self.begin = start
        self.words = Words(language)
        self.resume_code = resume_code
        for theme in THEMES:
            self.register_theme(theme)
        self.palette = self._usual_palette = palette
        self.console.only_ascii = self._usual_ascii = only_ascii
        self.moving = self._may_move = animations
        self.attention = Attention(self.emit)
        self.visit: Visit | None = None
        self.places: list[TableSession] = []
        self.clicking = False
        self.newcomer = False
        """Whether nobody has shown this person round, and they have not finished a game yet."""
        self.notice: Notice | None = None
        self._hiding: Timer | None = None

    @property
    def club(self) -> Club:
        """The club of this session."""
        if self._club is None:
            raise RuntimeError("the club is not open yet")
        return self._club

    @property
    def palette(self) -> str:
        """The name of the palette; it is Textual's theme too."""
        return self.theme

    @palette.setter
    def palette(self, name: str) -> None:
        self.theme = name

    @property
    def look(self) -> str:
        """Whatever rendering depends on besides the data: language, palette, glyphs."""
        glyphs = " ascii" if self.console.only_ascii else ""
        return f"{self.words.language} {self.palette}{glyphs}"

    local = False
    """Whether this is somebody's own machine, where several people may share a keyboard."""

    def get_default_screen(self) -> Screen[Any]:
        """Begin in the lobby."""
        return Lobby()

    async def on_mount(self) -> None:
        """Begin."""
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
        if self.player.name:
            await self.go_to_start()
        else:
            await self.push_screen(Naming(self.player, called=self._called), self.come_in)

    async def on_unmount(self) -> None:
        """Leave the tables and the club; the seats are kept."""
        self.attention.end()
        for place in self.places:
            place.detach()
        if self.visit is not None:
            self.visit.leave()
        await self.close_house()

    async def close_house(self) -> None:
        """Close whatever only this session has opened: nothing, on a server."""

    async def go_to_start(self) -> None:
        """Go to the table that the session was started for, if any."""
        begin, self.begin = self.begin, Start()
        self.sharing = self.sharing and not begin.own
        with cast("BaseScreen[Any]", self.screen).no():
            if begin.do == "join":
                await self.go_to_table(await self.club.join(self.player, begin.code))
            elif begin.bare and self.sharing:
                self.exit(begin)
            elif begin.do == "watch":
                await self.go_to_table(await self.club.watch(self.player, begin.code))
        if begin.action and isinstance(self.screen, TableScreen):
            await self.screen.perform(begin.action)
        if begin.told:
            self.tell(begin.told)
        if begin.notice:
            self.heard(begin.notice)

    async def look_on(self, code: str) -> None:
        """Watch a table; raises `Refused`."""
        place = await self.club.watch(self.player, code)
        if self.sharing and place.common:
            place.detach()
            self.exit(Start("watch", code))
        else:
            await self.go_to_table(place)

    def share(self, table: TableScreen) -> None:
        """Return to the shared broadcast if this screen shows nothing of its own any more."""
        own = self.clicking or self.notice or len(self.places) != 1 or not table.bare
        if self.sharing and table.is_current and table.place.common and not own:
            self.exit(Start("watch", table.place.code))

    async def go_to_table(self, place: TableSession) -> None:
        """Show a table."""
        self.places.append(place)
        with self.batch_update():  # one frame, when all panes are there
            await self.push_screen(TableScreen([place]))

    async def play_from_lobby(self, game: str | None = None) -> None:
        """Play at once, that game or any, after closing every screen in front of the lobby."""
        place = await self.club.quick_play(self.player, game)
        while not isinstance(self.screen, Lobby):
            self.pop_screen()  # not awaited: this may be asked by the screen that goes
        await self.go_to_table(place)

    async def live(self, place: TableSession) -> None:
        """Show the steps of a table's running game; raises `Refused` before the first game."""
        look = self.club.replays.live(place)
        replay = await look.replay()
        last = len(replay.steps) - 1
        advise = self.club.bot_pool.advise
        self.push_screen(ReplayScreen(replay, advise, at=last, place=place, look=look))

    async def show_replay(self, code: str, number: int = 0) -> None:
        """Show a table's finished game (0: the last) from its beginning; raises `Refused`."""
        replay = await self.club.replay(code, number, self.player)
        self.push_screen(ReplayScreen(replay, self.club.bot_pool.advise))

    def leave_table(self, places: list[TableSession]) -> None:
        """Return from a table to the lobby; the seats are kept."""
        for place in places:
            place.detach()
            if place in self.places:
                self.places.remove(place)
        self.pop_screen()

    async def come_in(self, player: Player | None) -> None:
        """Go on under the name just chosen: to the lobby, or wherever the person wanted to go."""
        if player is None:
            return
        self.player = player
        if self.visit is not None:
            self.visit.rename(player)
        await self.go_to_start()

    def add_person(self, table: TableScreen) -> None:
        """Seat another person at this keyboard; only if `local`."""

    def speak(self, language: str) -> None:
        """Switch to another language."""
        self.words = Words(language)

    async def change_language(self, language: str) -> None:
        """Switch to another language and store the choice."""
        self.speak(language)
        await self.club.accounts.choose_language(self.player, language)

    def preference(self, name: str) -> str:
        """Return this person's setting of one of the `PREFERENCES`, or its default."""
        return self.club.accounts.preference(self.player, name)

    async def prefer(self, name: str, value: str) -> None:
        """Set and store one of the `PREFERENCES`."""
        await self.club.accounts.prefer(self.player, name, value)
        self._follow(name, value)
        self.screen.refresh()

    def _follow(self, name: str, value: str) -> None:
        match name:
            case "theme":
                self.palette = worn(value, self._usual_palette)
            case "motion":
                self.moving = self._may_move and value == "on"
            case "mouse" if self.clicking != (value == "on"):
                self.switch_mouse()
            case "ascii":
                self.console.only_ascii = self._usual_ascii if value == "auto" else value == "on"
            case "bell":
                self.attention.rings = value == "on"
            case "notify":
                self.attention.notifies = value
            case "title":
                self.attention.use_title(value == "on")

    def switch_mouse(self) -> bool:
        """Switch the reporting of clicks; return whether it is on."""
        self.clicking = not self.clicking
        self.set_mouse(self.clicking)
        return self.clicking

    def set_mouse(self, on: bool) -> None:
        """Switch the reporting of clicks; only apps on a server can, local ones always report."""

    def heard(self, notice: Notice | None) -> None:
        """Show a notice above every screen for a while, or remove it."""
        if self._hiding is not None:
            self._hiding.stop()
        self._hiding = self.set_timer(notice.seconds, lambda: self.heard(None)) if notice else None
        self.notice = notice
        if notice is not None and notice.code:
            self.attention.call(self.words.say(notice.news))
        if isinstance(self.screen, BaseScreen):
            self.screen.noticed()

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",  # noqa: ARG002
        timeout: float | None = None,
        markup: bool = True,  # noqa: ARG002
    ) -> None:
        """Show a sentence as a notice, as literal text: names here are strangers'."""
        said = " ".join(f"{title} {message}".split())
        seconds = self.NOTIFICATION_TIMEOUT if timeout is None else timeout
        self.heard(Notice(News("{said}", {"said": said}), seconds))

    async def follow(self) -> None:
        """Go to the table of the displayed invitation; a seat elsewhere is kept."""
        if self.notice is None or not self.notice.code:
            return
        code = self.notice.code
        self.heard(None)
        if any(place.code == code for place in self.places):
            return
        place = await self.club.join(self.player, code)
        if isinstance(self.screen, TableScreen):
            self.leave_table(self.screen.seated)
        await self.go_to_table(place)

    def ended(self, why: News) -> None:
        """End the session with a sentence that gives the reason."""
        self.exit(self.words.say(why))

    def go_home(self) -> None:
        """End the session at the person's request."""
        self.exit(self.words.t("Good-bye, {name}!", name=self.player.name))

    def tell(self, sentence: str) -> None:
        """Show a sentence on the front screen."""
        if isinstance(self.screen, BaseScreen):
            self.screen.tell(sentence)
