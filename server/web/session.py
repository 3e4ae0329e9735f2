"""Somebody who plays in a browser: a session as by SSH, whose line may break and be taken up.

Must not know: how a key is proved, or what a screen draws.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import Context
from typing import ClassVar

from msgspec.structs import replace
from websockets.frames import CloseCode

from arcade.club.limits.rate_limiter import neighbourhood
from arcade.club.start import Start
from server.doors.context import Identity, Login, ServerContext
from server.doors.session import Session
from server.limits.cost_meter import CostMeter
from server.terminal.offers import Offers
from server.terminal.outlet import DRAIN_CHECK
from server.terminal.terminal import LONGEST_VALUE, Terminal, clamp
from server.text.line_session import LineSession
from server.text.narrator import BELL
from server.web.connection import WebConnection
from server.web.messages import (
    Actions,
    Button,
    Choice,
    Choices,
    End,
    Field,
    FromPage,
    Greeting,
    Line,
    Press,
    Resize,
    Spoken,
    Table,
    Text,
    Welcome,
    Zone,
)

RETURN_TIME = 20.0
"""Seconds in which a page whose connection broke finds its session as it was."""
MIN_LIFE = 5.0
"""Seconds a session must have lived to be kept: somebody could open many only to break them."""
MAX_PARAGRAPHS = 200
"""Paragraphs of line mode that are kept for a page whose connection broke; the last ones count."""
MAX_PARAGRAPH = 10_000
"""The most cells of a paragraph of line mode; the page wraps it."""
MAX_UNREAD = 32 * 1024
"""Bytes that wait for a page beyond which line mode waits too."""
MAX_BROKEN = 4
"""Broken sessions that are kept for one address: each takes as much memory as one that is used."""


class PageWire:
    """The wire of a session: the connection of its page, or none for a while."""

    def __init__(self, connection: WebConnection, ended: Callable[[], None]) -> None:
        """`ended` is called when the session is over."""
        self.connection = connection
        self.over = False
        self.ended = ended
        self._reading_paused = False

    @property
    def broken(self) -> bool:
        return self.connection.closing

    @property
    def closing(self) -> bool:
        return self.over

    @property
    def waiting(self) -> int:
        return 0 if self.broken else self.connection.waiting

    def write(self, data: bytes, aside: bool = False) -> None:
        if not self.broken:
            self.connection.write(data, aside)

    def hold(self, on: bool) -> None:
        self._reading_paused = on
        self.connection.hold(on)

    def take_up(self, connection: WebConnection) -> None:
        """Go on by another connection; the one before may still be open."""
        before, self.connection = self.connection, connection
        before.abort()
        if self._reading_paused:
            connection.hold(True)

    async def answer(self) -> None:
        """A broken line is no silence: either it is taken up soon, or the session ends."""
        if not self.broken:
            asked = asyncio.ensure_future(self.connection.answer())
            try:
                await asyncio.wait([asked])
            finally:
                asked.cancel()

    def exit(self, status: int) -> None:  # noqa: ARG002  a page has no exit code
        self.over = True
        self.ended()

    def abort(self) -> None:
        self.connection.abort()


class WebSession(Session):
    """A session for a page, and for the pages that take its line up."""

    BY_WEB: ClassVar[bool] = True

    def __init__(
        self,
        context: ServerContext,
        connection: WebConnection,
        login: Login,
        cost_meter: CostMeter,
        greeting: Greeting,
        forget: Callable[["WebSession"], None],
    ) -> None:
        """`forget` is called when nobody can come back to it."""
        super().__init__(context, login, cost_meter)
        self.token = secrets.token_urlsafe(16)
        self.view = greeting.view
        self.wire = PageWire(connection, self._over)
        self._greeting = greeting
        self._forget = forget
        self._began = asyncio.get_running_loop().time()
        self._resume_code = ""
        self._last_words: list[str] = []
        """The sentences with which it ends."""
        self._offered = Offers()
        self._spoken: deque[Spoken] = deque(maxlen=MAX_PARAGRAPHS)
        """Paragraphs of line mode that wait for the page to come back."""
        self._urgent = False
        self._choices = self._chosen_from = Choices([])
        """The choices of line mode, now and as the page has them."""
        self._leaving: asyncio.TimerHandle | None = None
        self._noting: asyncio.Task[None] | None = None
        """What stores the time zone."""
        lines = greeting.view == "lines"
        terminal = Terminal(
            *("xterm-256color", clamp(*greeting.size), "truecolor"),
            greeting.language[:LONGEST_VALUE],
            pointer=True,
            touch=greeting.touch,
            repeats=True,
        )
        self.channel.shown = self._report
        self.channel.begin(self.wire, terminal, pty=not lines)

    # What the page sends

    def take_input(self, data: bytes) -> None:
        self.channel.receive(data)

    def take_message(self, message: FromPage) -> None:
        self.channel.charge()
        match message:
            case Resize(size):
                self.channel.resize(*size)
            case Zone(zone):
                self._take_zone(zone[:LONGEST_VALUE])
            case Press(action):
                from screens.terminal.reader import Pressed

                self.channel.add(Pressed(action))
            case Text(text):
                from screens.terminal.reader import Filled

                self.channel.add(Filled(text))
            case Line(line) if self.view == "lines":
                self.channel.receive(line.encode() + b"\n")

    def _take_zone(self, zone: str) -> None:
        """Note it at once, or with the admission that is still to come."""
        self.channel.terminal = replace(self.channel.terminal, zone=zone)
        if self.player is not None:
            noting = self._context.note_zone(self.player, zone)
            self._noting = asyncio.get_running_loop().create_task(noting, context=Context())

    # Its wire

    @property
    def can_return(self) -> bool:
        """Whether a page that comes back may find it as it is."""
        lived = asyncio.get_running_loop().time() - self._began
        return not self.wire.over and lived >= MIN_LIFE

    @property
    def suspended(self) -> bool:
        return self._leaving is not None

    def suspend(self) -> None:
        """Wait for the page to come back; then end as if it had gone."""
        self.channel.suspend()
        loop = asyncio.get_running_loop()
        self._leaving = loop.call_later(RETURN_TIME, self.hang_up, context=Context())

    def take_up(self, connection: WebConnection, greeting: Greeting) -> None:
        """Go on where the line broke."""
        self._wait_no_more()
        self.wire.take_up(connection)
        self._offered = Offers()
        self._chosen_from = Choices([])
        self._welcome()
        self.channel.resume(greeting.size)
        self._report()
        self._speak()

    def _wait_no_more(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None

    def hang_up(self) -> None:
        """End: nobody comes back."""
        self.wire.over = True
        self._wait_no_more()
        self._forget(self)
        self._forget = lambda _: None  # no cycle: nothing is left for a collection
        self.channel.shown = self.wire.ended = lambda: None
        self.channel.hang_up()

    def _over(self) -> None:
        """Tell the page that it is over, or that the server starts anew: then it comes back."""
        self._forget(self)
        connection = self.wire.connection
        if connection.closing:
            asyncio.get_running_loop().call_soon(self.hang_up, context=Context())
        elif self._context.closing:
            connection.close(CloseCode.SERVICE_RESTART)
        else:
            connection.send(End("".join(self._last_words).strip()))
            connection.close()

    # What the page is sent

    async def write(self, text: str) -> None:
        """Say a paragraph of line mode; with screens, add it to the last words."""
        if self.view != "lines":
            self._last_words.append(text)
        elif text.strip() and text != BELL:
            self._spoken.append(Spoken(text.strip(), self._urgent))
            self._urgent = False
            behind = self._speak()
            while behind:
                await asyncio.sleep(DRAIN_CHECK)
                behind = self._speak()

    @property
    def _plain(self) -> bool:
        return self.view == "lines"  # whatever the person prefers in terminals

    @property
    def _chooses_plain(self) -> bool:
        return False  # opening that page is no choice for terminals

    async def complain(self, text: str) -> None:
        self._last_words.append(text)

    def _prepare(self, session: LineSession) -> None:
        def call() -> None:
            self._urgent = True

        def offer(choices: Sequence[tuple[str, str]]) -> None:
            self._choices = Choices([Choice(line, text) for line, text in choices])
            self._speak()

        session.cells, session.call, session.offer = MAX_PARAGRAPH, call, offer
        session.in_browser = True

    def _speak(self) -> bool:
        """Send the paragraphs and choices that the page does not have yet; return whether it is
        behind.
        """
        connection = self.wire.connection
        if connection.closing:
            return False
        while self._spoken:
            if connection.waiting > MAX_UNREAD:
                return True
            connection.send(self._spoken.popleft())
        if self._choices != self._chosen_from:
            self._chosen_from = self._choices
            connection.send(self._choices)
        return False

    async def _admit(self) -> Identity | None:
        """Admit the person, whose key may become one more of an account by a code from SSH."""
        login, code = self.login, self._greeting.link
        if code and login.key:
            await self._context.club.devices.link(login.key, code, neighbourhood(login.address))
            await self._context.sweep()
        identity = await super()._admit()
        if identity is not None:
            self._resume_code = identity.resume_code or ""
            self._welcome()
        return identity

    def _start(self) -> Start:
        code = self._greeting.table
        return self._context.start(Start("join", code) if code else Start())

    def _welcome(self) -> None:
        self.wire.connection.send(Welcome(self.token, self._resume_code))

    def _report(self) -> None:
        """Tell the page what is offered now, as far as it has changed."""
        connection = self.wire.connection
        offers, before = self.channel.offers(), self._offered
        if connection.closing or offers is None or offers == before:
            return
        self._offered = offers
        if (offers.actions, offers.main) != (before.actions, before.main):
            buttons = [Button(*action) for action in offers.actions]
            connection.send(Actions(buttons, offers.main))
        if offers.typing != before.typing:
            connection.send(Field(offers.typing, offers.text))
        if offers.table != before.table:
            connection.send(Table(offers.table))


class SessionPage:
    """One connection to a session."""

    def __init__(self, sessions: "Sessions", session: WebSession) -> None:
        self._sessions = sessions
        self._session = session
        self._connection = session.wire.connection

    @property
    def _current(self) -> bool:
        """Whether no other page has taken the session up."""
        return self._session.wire.connection is self._connection

    def take_input(self, data: bytes) -> None:
        if self._current:
            self._session.take_input(data)

    def take_message(self, message: FromPage) -> None:
        if self._current:
            self._session.take_message(message)

    def leave(self) -> None:
        if self._current:
            self._sessions.broken(self._session)


class Sessions:
    """The sessions of pages, by their tokens: a page that comes back finds its own."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context
        self._sessions: dict[str, WebSession] = {}

    def receive(
        self, connection: WebConnection, login: Login, cost_meter: CostMeter, greeting: Greeting
    ) -> SessionPage | None:
        """Take a session up, or begin one; None where the server is full."""
        session = self._sessions.get(greeting.token)
        if session is not None and (session.login.key, session.view) == (login.key, greeting.view):
            session.take_up(connection, greeting)
        elif self._context.is_full:
            return None
        else:
            session = WebSession(
                *(self._context, connection, login, cost_meter, greeting, self._forget)
            )
            self._sessions[session.token] = session
        return SessionPage(self, session)

    def broken(self, session: WebSession) -> None:
        """Keep a session whose connection broke for a while, or end it."""
        origin = neighbourhood(session.login.address)
        broken = sum(
            other.suspended and neighbourhood(other.login.address) == origin
            for other in self._sessions.values()
        )
        if session.can_return and broken < MAX_BROKEN:
            session.suspend()
        else:
            session.hang_up()

    def _forget(self, session: WebSession) -> None:
        self._sessions.pop(session.token, None)
