"""The session as its screens know it: person, language, appearance."""

import math
import time
from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import ClassVar, Protocol

from textual.binding import BindingType
from textual.screen import Screen
from textual.timer import Timer

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.presence import Visit
from arcade.club.speech.daily import share_text
from arcade.club.speech.ssh_command import lines_by_ssh
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.club.views import OWN, Notice
from arcade.engine.news import News
from arcade.players.player import Player
from screens.keys import Action, Keyboard
from screens.notices import Notices
from screens.terminal.attention import Attention
from screens.terminal.paint import PaneApp
from screens.terminal.palette import THEMES, theme_for

QUIET = 10.0
"""Seconds between two bells for invitations."""


class Navigator(Protocol):
    """The ways from one screen to another: no screen knows all the others."""

    async def come_by_code(self, code: str) -> None:
        """Go to a table by its code; raises `Refused`."""

    async def watch(self, code: str) -> None:
        """Watch a table; raises `Refused`."""

    def share(self) -> None:
        """Return to the shared broadcast if the table in front shows nothing of its own."""

    async def go_to_start(self) -> None:
        """Go where the session is to begin."""

    async def go_to_table(self, session: TableSession) -> None: ...

    async def play_from_lobby(self, game: str | None = None, to: str | None = None) -> None:
        """Play at once, that game or any, after closing every screen in front of the lobby.

        `to` is the table that was announced, "" for a game against bots.
        """

    async def go_to_next_deal(self, sessions: Sequence[TableSession]) -> None:
        """Go from a daily deal to the next of today, or to the page of all if none is left."""

    async def follow_invitation(self) -> None:
        """Go to the table of the displayed invitation; a seat elsewhere is kept."""

    async def change_table(self, code: str) -> None:
        """Go to a table from any screen; a seat elsewhere is kept."""

    async def decline_invitation(self) -> None:
        """Decline the displayed invitation; whoever invited the person is told."""

    def leave_table(self, sessions: Sequence[TableSession]) -> None:
        """Return from a table to the lobby; the seats are kept."""

    def evict(self, table: Screen[None], sessions: Sequence[TableSession]) -> None:
        """Leave a table at the request of whoever opened it, whatever screen is in front."""

    def add_person(self) -> None:
        """Seat another person at this keyboard."""

    async def show_live(self, session: TableSession) -> None:
        """Show the steps of a table's running game; raises `Refused` before the first game."""

    async def show_replay(self, code: str, number: int = 0) -> None:
        """Show a table's finished game (0: the last) from its beginning; raises `Refused`."""

    def show_duels(self, game: str, leaving: Sequence[TableSession] = ()) -> None:
        """Show the duels, with this game chosen, after leaving a duel's table."""

    def show_menu(
        self, actions: Sequence[Action], chosen: Callable[[str | None], Awaitable[None]]
    ) -> None:
        """List actions, and pass on the name of the chosen one."""

    def show_aloud(self, text: str) -> None:
        """Show a paragraph as plain lines."""

    def tell(self, sentence: str) -> None:
        """Show a sentence on the front screen."""

    def notices_changed(self) -> None:
        """Show the notice that stands above every screen now."""

    def quit(self) -> None:
        """End the session at the person's request; ask first in a game with others."""


_LOBBY = Start()


class SessionApp(PaneApp[str | Start], inherit_bindings=False, inherit_css=False):
    """The app of one session; `run_async` returns the sentence to show at the end.

    `resume_code` is a guest's, shown to that guest only. `palette` is the one of
    `screens.terminal.palette.PALETTES` for the terminal's colours; `only_ascii` says that it has no
    other glyphs, `light` that its ground is light, `pointer` that it reports clicks unasked,
    `touch` that it is touched and has buttons for keys. The person's settings override the first
    four. `club` may be None if a subclass opens it in `on_load`. The app reads nothing from the
    environment of the process. With `sharing`, watching a table ends the app with the `Start` of a
    shared broadcast. `called` is the user name at home of somebody without a name here, `key` the
    fingerprint of their key.
    """

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []
    CLOSE_TIMEOUT = 1.0
    CSS_PATH = Path(__file__).with_name("places.tcss")

    def __init__(
        self,
        club: Club | None,
        player: Player,
        *,
        start: Start = _LOBBY,
        language: str = "en",
        resume_code: str | None = None,
        palette: str = "cafe",
        only_ascii: bool = False,
        light: bool = False,
        pointer: bool = False,
        touch: bool = False,
        animations: bool = True,
        sharing: bool = False,
        called: str = "",
        key: str = "",
    ) -> None:
        super().__init__()
        self.key = key
        self._club = club
        self.sharing = sharing
        self._called = called
        self.player = player
        self.begin = start
        self.words = Words(language)
        self.keyboard = Keyboard(self.words)
        self._azerty = False
        self.resume_code = resume_code
        for theme in THEMES:
            self.register_theme(theme)
        self._usual_palette = palette
        self._light = light
        self._pointer = pointer
        self.touch = touch
        """Whether sentences speak of taps instead of keys."""
        self.in_browser = pointer
        """Whether a page shows it: its key is the browser's, and its letters fit the window."""
        self.begin_with(theme_for("light", palette) if light else palette)
        self.console.only_ascii = self._usual_ascii = only_ascii
        self.moving = self._may_move = animations
        self.attention = Attention(self.emit)
        self.visit: Visit | None = None
        self.table_sessions: list[TableSession] = []
        self.clicking = False
        self.has_quit = False
        """Whether the person has ended the session."""
        self.newcomer = False
        """Whether the person has neither taken the tour nor finished a game yet."""
        self.turn_at = ""
        """The table to which the lobby led last because it was the person's turn."""
        self.left_table = -inf
        """When the person left a table, by the monotonic clock: a key may be pressed twice."""
        self.notices = Notices(time.monotonic)
        self._hiding: Timer | None = None
        self._rung = -math.inf

    @property
    def navigator(self) -> Navigator:
        """The ways between the screens of this app."""
        raise NotImplementedError

    @property
    def club(self) -> Club:
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
    def appearance(self) -> str:
        """Everything rendering depends on besides the data: language, palette, glyphs."""
        glyphs = " ascii" if self.console.only_ascii else ""
        return f"{self.words.language} {self.theme}{glyphs}"

    local = False
    """Whether this is somebody's own machine, where several people may share a keyboard."""

    def speak(self, language: str) -> None:
        self.words = Words(language)
        self.keyboard = Keyboard(self.words, self.keyboard.own)

    def azerty_used(self) -> None:
        """Say once that the digit row works without Shift."""
        if not self._azerty:
            self._azerty = True
            self.navigator.tell(
                self.words.t("AZERTY keyboard: & é \" ' ( and on work as 1 2 3 4 5 and on.")
            )

    async def change_language(self, language: str) -> None:
        self.speak(language)
        await self.club.accounts.choose_language(self.player, language)

    def preference(self, name: str) -> str:
        """Return this person's setting of one of the `PREFERENCES`, or its default."""
        usual = {"theme": "light" if self._light else "", "mouse": "on" if self._pointer else ""}
        if usual.get(name) and not self.club.accounts.chose(self.player, name):
            return usual[name]
        return self.club.accounts.preference(self.player, name)

    def ground(self, light: bool) -> None:
        """Note whether the terminal's background is light: the default theme follows it."""
        if light != self._light:
            self._light = light
            self._follow("theme", self.preference("theme"))
            self.screen.refresh()

    async def choose_letters(self, own: Mapping[str, str]) -> None:
        """Set and store the person's own keys, by the names of what they do."""
        await self.club.accounts.choose_letters(self.player, own)
        self.keyboard = Keyboard(self.words, own)

    async def prefer(self, name: str, value: str) -> None:
        await self.club.accounts.prefer(self.player, name, value)
        self._follow(name, value)
        self.screen.refresh()

    def _follow(self, name: str, value: str) -> None:
        match name:
            case "theme":
                self.palette = theme_for(value, self._usual_palette)
            case "motion":
                self.moving = self._may_move and value == "on"
            case "mouse" if self.clicking != (value == "on"):
                self.switch_mouse()
            case "ascii":
                self.console.only_ascii = self._usual_ascii if value == "auto" else value == "on"
                self.console.all_glyphs = value == "off"
            case "bell":
                self.attention.rings = value == "on"
            case "notify":
                self.attention.notifies = value
            case "title":
                self.attention.use_title(value == "on")

    def ways_in(self, code: str, cells: int) -> list[str]:
        """Return how others come to a table: link and command, as far as there are pages."""
        club = self.club
        command = lines_by_ssh(code, club.address, cells)
        if not club.watch_links.site:
            return command
        link = club.watch_links.to_seat(code)
        return [link, *command] if self.in_browser else [*command, link]

    def switch_mouse(self) -> bool:
        """Switch the reporting of clicks; return whether it is on."""
        self.clicking = not self.clicking
        self.set_mouse(self.clicking)
        return self.clicking

    def set_mouse(self, on: bool) -> None:
        """Switch the reporting of clicks, on a server; local apps always report them."""

    @property
    def notice(self) -> Notice | None:
        """The notice that is shown."""
        return self.notices.shown

    @property
    def invitation(self) -> str:
        """The code of the table one is invited to, once the invitation has been seen."""
        notice = self.notices.invitation
        return notice.code if notice is not None else ""

    def watch_line(self) -> None:
        """Watch whether the client answers, on a server."""

    @property
    def plays_with_others(self) -> bool | None:
        """Whether others would wait for this person; None at no table."""
        return (
            any(session.plays_with_others for session in self.table_sessions)
            if self.table_sessions
            else None
        )

    async def note_line(self, answers: bool) -> None:
        """Count the person as gone while the client does not answer."""
        if self.visit is not None:
            self.visit.note_line(answers)
        for session in self.table_sessions:
            await session.note_line(answers)

    def heard(self, notice: Notice | None) -> None:
        """Show a notice above every screen for a while, or remove the one that is shown."""
        if notice is None:
            self.notices.drop()
        else:
            self.notices.add(notice)
            if notice.code and time.monotonic() - self._rung >= QUIET:
                self._rung = time.monotonic()
                self.attention.call(self.words.say(notice.news))
        self.notices_changed()

    def forget_news(self, texts: Container[str]) -> None:
        """Remove the notices with these sentences: the person sees what they tell of."""
        self.notices.forget(texts)
        self.notices_changed()

    def copy_results(self) -> str:
        """Put today's results into the terminal's clipboard, and say so; "" without any."""
        way = self.club.watch_links.site if self.in_browser else ""
        text = share_text(self.words, self.club, self.player, way)
        if not text:
            return ""
        self.copy_to_clipboard(text)
        return self.words.t("Copied, if your terminal lets programs copy: paste it anywhere.")

    def notices_changed(self) -> None:
        """Show the current notice, and check again when its time is up."""
        if self._hiding is not None:
            self._hiding.stop()
            self._hiding = None
        if (wait := self.notices.next_change) is not None:
            self._hiding = self.set_timer(wait + 0.01, self.notices_changed)
        self.navigator.notices_changed()

    def notify(
        self, message: str, *, title: str = "", timeout: float | None = None, **_: object
    ) -> None:
        """Show a sentence as a notice, as literal text: names here are strangers'."""
        text = " ".join(f"{title} {message}".split())
        seconds = self.NOTIFICATION_TIMEOUT if timeout is None else timeout
        self.heard(Notice(News("{said}", {"said": text}), seconds, rank=OWN))

    def ended(self, why: News) -> None:
        """End the session with a sentence that gives the reason."""
        self.exit(self.words.say(why))
