"""State that all sessions of a server share, and the app each person gets."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import structlog
from msgspec import Struct
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.errors import NotStored, Refused
from arcade.club.i18n import zones
from arcade.club.i18n.words import Words, nearest
from arcade.club.limits.machine_use import MachineUse
from arcade.club.limits.rate_limiter import KeyedRateLimiter, counted, neighbourhood
from arcade.club.start import Start
from arcade.engine.news import News, phrase
from arcade.newest import Newest
from arcade.players.names import is_code
from arcade.players.player import Player
from arcade.tasks import Tasks, WorkSlots
from screens.terminal.palette import OF_DEPTH
from server.config.settings import Limits
from server.doors.traffic import WebTraffic
from server.limits.connection_limiter import ConnectionLimiter
from server.limits.cost_meter import account
from server.monitoring.garbage import Garbage
from server.spectators.broadcasts import Broadcasts
from server.terminal.outlet import OutputCounters
from server.terminal.terminal import Terminal
from server.text.cast_renderer import CastRenderer

if TYPE_CHECKING:
    from textual.app import App

log = structlog.get_logger()

LOG_BURST, LOG_EVERY = 20, 10.0
"""Visits of one address that are logged at once, and the seconds after which one more is:
somebody who comes and goes all day could fill the disk."""
ANSWERS_PER_ADDRESS = 2
"""Long answers that one address may be given at once."""
MOST_LOST, SOON_BACK = 1000, 600.0
"""How many people whose connection broke are remembered, and the seconds after which their return
is a visit like any other."""
CLOSE_TIME = 1.0
"""Seconds a client has to close its connection when the server ends."""


class Login(Struct, frozen=True):
    """Who is connected: the proved key's fingerprint ("": none), what the user name asks for."""

    key: str
    wish: Start
    address: str = ""

    @property
    def own_key(self) -> str:
        """The key that identifies the person; none with a guest's resume code."""
        return "" if self.wish.do == "resume" else self.key


class Identity(Struct, frozen=True):
    """An admitted person: the player, a guest's resume code, their user name at home, their key."""

    player: Player
    resume_code: str | None = None
    called: str = ""
    key: str = ""


class Session(Protocol):
    """A session as the context knows it; `player` is None until somebody is admitted."""

    BY_WEB: ClassVar[bool]
    """Whether it is in a browser."""
    login: Login
    player: Player | None

    async def end(self, why: News) -> None: ...


class Connection(Protocol):
    """A connection as the context knows it."""

    def close(self) -> None: ...

    async def closed(self) -> None: ...


AppMaker = Callable[["ServerContext", Identity, Start, Terminal], "App[Any]"]
"""Creates an app for a person, from a start, on a terminal."""


class ServerContext:
    """The club, the limits, the running sessions, and how an app is made."""

    def __init__(
        self, club: Club, limits: Limits, make_app: AppMaker, machine_use: MachineUse | None = None
    ) -> None:
        """`machine_use` is where the workers of a machine count together."""
        self.club = club
        self.limits = limits
        self.make_app = make_app
        self.log_addresses = False
        """Whether addresses are logged."""
        self.limiter = ConnectionLimiter(limits, machine=machine_use)
        self.sign: Callable[[bytes, str], bytes] = _no_key
        self.cast_renderer = CastRenderer()
        self.long_answers = WorkSlots(
            limits.long_answers, ANSWERS_PER_ADDRESS, 2 * limits.long_answers, shares=counted
        )
        """Slots for answers that stay in memory until the client has read their last byte."""
        self.first_pictures = WorkSlots(1)
        self._noted = KeyedRateLimiter(1 / LOG_EVERY, LOG_BURST)
        self._left_out = 0
        self.sessions: set[Session] = set()
        self.connections: set[Connection] = set()
        self._sweeping = Tasks()
        club.workers.swept = lambda: self._sweeping.begin(self.sweep())
        club.bot_pool.payer = account
        self.lines_lost: Newest[str, float] = Newest(MOST_LOST)
        """When connections of the last people broke, by id; a sentence greets their return."""
        self.counters = OutputCounters()
        self.web_traffic = WebTraffic()
        self.page_watchers: set[object] = set()
        """The pages that show a table to somebody without a session."""
        self.closing = False
        """Whether the server ends, or restarts."""
        self.garbage = Garbage(lambda: len(self.sessions))
        self.broadcasts = Broadcasts(club, limits, self.counters, self.garbage.session_ended)

    @property
    def is_full(self) -> bool:
        return len(self.sessions) >= self.limits.connections

    def admit(self, login: Login) -> Identity | None:
        """Admit somebody by resume code, by key, or as a new guest.

        Return None if no guest has that resume code.
        """
        identity = self._admit(login)
        if identity is not None and login.address:
            self.club.allowance.comes_from(identity.player, neighbourhood(login.address))
        return identity

    def note(self, login: Login, event: str, **what: object) -> bool:
        """Log a visit, unless too many come from its address; return whether it was logged."""
        if not self._noted.take(neighbourhood(login.address)):
            self._left_out += 1
            return False
        if self._left_out:
            what["left_out"], self._left_out = self._left_out, 0
        log.info(event, **what)
        return True

    def gone(self, login: Login, player: Player) -> None:
        if login.address:
            self.club.allowance.has_left(player, neighbourhood(login.address))

    def _admit(self, login: Login) -> Identity | None:
        if login.wish.do == "resume":
            guest = self.club.accounts.resume(login.wish.code)
            return Identity(guest, login.wish.code) if guest else None
        if login.key:
            home = login.wish.code if login.wish.do == "join" else ""
            called = "" if self.club.rooms.knows(home) else home.lower()  # nor a table's code
            return Identity(self.club.accounts.known(login.key), called=called, key=login.key)
        return Identity(*self.club.accounts.guest())

    def renewed(self, login: Login, identity: Identity) -> Identity:
        """Return the identity as it is now: a name or an account may have been chosen meanwhile."""
        if not login.own_key:
            return identity
        player = self.club.accounts.known(login.own_key)
        if player.id != identity.player.id and login.address:
            self.gone(login, identity.player)
            self.club.allowance.comes_from(player, neighbourhood(login.address))
        return replace(identity, player=player)

    def turned_away(self, login: Login, player: Player | None = None) -> News | None:
        """Return why somebody must not come in or stay; None if they may."""
        if self.club.accounts.dropped(login.own_key):
            return phrase("This key was taken off its account; come with another one.")
        if player is not None and player.id in self.club.accounts.forgotten:
            return phrase("You are forgotten here. Farewell.")
        ids = {login.key}
        if login.key:
            ids.add(self.club.accounts.known(login.key).id)
        if login.wish.do == "resume" and (guest := self.club.accounts.resume(login.wish.code)):
            ids.add(guest.id)
        if player is not None:
            ids.add(player.id)
        return self.club.moderation.shut_out(ids - {""}, login.address)

    def language(self, player: Player, terminal: Terminal) -> str:
        """Return the language the arcade uses with somebody."""
        return self.club.accounts.language(player) or nearest(terminal.locale)

    async def note_zone(self, player: Player, sent: str) -> None:
        """Take the time zone that a terminal or a browser reports, for somebody who has none."""
        zone = zones.known(sent)
        if zone and not player.guest and not self.club.accounts.zone(player):
            with suppress(Refused, NotStored):  # nothing depends on it now
                await self.club.accounts.choose_zone(player, zone)

    def shares(self, player: Player) -> bool:
        """Whether a spectator is shown a shared broadcast: it takes no clicks."""
        return self.club.accounts.preference(player, "mouse") != "on"

    def lost_line(self, player: Player) -> None:
        self.lines_lost[player.id] = asyncio.get_running_loop().time()

    def after_lost_line(self, player: Player, wish: Start, words: Words) -> Start:
        """After a broken connection, add a sentence on how to mend the terminal."""
        broke = self.lines_lost.pop(player.id, None)
        if broke is None or asyncio.get_running_loop().time() - broke > SOON_BACK:
            return wish
        if wish.do not in ("lobby", "join") or wish.message:
            return wish
        cure = words.t("The line broke last time: if your terminal is odd afterwards, type reset.")
        return replace(wish, message=cure)

    async def sweep(self) -> None:
        """End the sessions of banned people and of keys that belong to another player now."""
        ending = []
        for session in tuple(self.sessions):
            why, player, key = None, session.player, session.login.own_key
            if player is not None and key and self.club.accounts.known(key).id != player.id:
                why = phrase("This key stands for another player now; log in again.")
            why = self.turned_away(session.login, player) or why
            if why is not None:
                ending.append(session.end(why))
        await asyncio.gather(*ending)

    def start(self, wish: Start) -> Start:
        """Return where a user name leads.

        A bare word counts where there is such a table, or could be, or where it is written in
        capitals: then the person reads that there is none. Otherwise it is a local user's name.
        """
        if wish.do == "resume":
            return Start()
        if wish.do != "join":
            return wish
        code = wish.code.upper()
        if not is_code(code) and wish.code != code:
            try:
                self.club.tables.row(code)
            except Refused:
                return Start()
        return replace(wish, code=code)

    async def empty(self, why: News) -> None:
        """End every session with a reason, and close every connection."""
        self.closing = True
        await asyncio.gather(*(session.end(why) for session in tuple(self.sessions)))
        # A client closes its connection itself when its session has ended. Closed sooner, it would
        # not show what it has received: no good-bye, and its screen as it was.
        connections = {
            asyncio.create_task(connection.closed()): connection for connection in self.connections
        }
        if connections:
            _, pending = await asyncio.wait(connections, timeout=CLOSE_TIME)
            for waiting in pending:
                waiting.cancel()
                connections[waiting].close()
        await asyncio.sleep(0)


def _no_key(_: bytes, __: str) -> bytes:
    raise RuntimeError("this server was given no key to sign with")


def arcade_app(
    context: ServerContext, identity: Identity, start: Start, terminal: Terminal
) -> "App[Any]":
    """Make the arcade's own app."""
    # Imported here: the server listens before Textual is loaded.
    from screens.app import ArcadeApp
    from server.terminal.driver import hosted

    return hosted(ArcadeApp)(
        context.club,
        identity.player,
        start=start,
        language=context.language(identity.player, terminal),
        resume_code=identity.resume_code,
        palette=OF_DEPTH[terminal.depth],
        only_ascii=terminal.only_ascii,
        light=terminal.light,
        pointer=terminal.pointer,
        touch=terminal.touch,
        sharing=context.shares(identity.player),
        called=identity.called,
        key=identity.key,
    )
