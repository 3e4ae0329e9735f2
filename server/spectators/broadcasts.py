"""Render each watched table once, in a hidden app, and send the output to all spectators.

A picture is built from what every watcher of a table may see, and from nothing else.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextvars import Context
from typing import TYPE_CHECKING, Protocol

import structlog
from msgspec import Struct

from arcade.club.club import Club
from arcade.club.i18n.words import nearest
from arcade.club.table_session import TableSession
from arcade.club.views import Notice
from arcade.players.player import Player
from arcade.tasks import FAN_OUT, Tasks
from screens.keys import Action
from screens.table.bars import window_title
from screens.terminal.colours import Depth
from screens.terminal.palette import OF_DEPTH, theme_for
from server.config.settings import Limits
from server.terminal.outlet import OutputCounters
from server.terminal.terminal import Terminal

if TYPE_CHECKING:
    from screens.table.spectator import SpectatorApp
    from server.terminal.driver import TerminalDriver

GOODBYE_TIME = 3.0
"""Seconds that apps without spectators have to end when the server does."""
PORTION = 16
"""Copies of a frame that are sent without a pause."""
MOST_FRAMES = 4
"""Frames that may wait to be sent; beyond that, one whole picture replaces them."""

log = structlog.get_logger()


class Appearance(Struct, frozen=True):
    """Language, colours, glyphs; whether dice tumble and cards turn; whether keys are offered;
    whether the terminal repeats signs.
    """

    language: str
    depth: Depth
    palette: str
    only_ascii: bool
    cp437: bool
    moving: bool
    keys: bool = True
    repeats: bool = False


def appearance_for(club: Club, player: Player, terminal: Terminal) -> Appearance:
    """Return the appearance that suits somebody's terminal and preferences."""
    glyphs, theme, motion = (
        club.accounts.preference(player, name) for name in ("ascii", "theme", "motion")
    )
    if terminal.light and not club.accounts.chose(player, "theme"):
        theme = "light"
    return Appearance(
        language=club.accounts.language(player) or nearest(terminal.locale),
        depth=terminal.depth,
        palette=theme_for(theme, OF_DEPTH[terminal.depth]),
        only_ascii=terminal.only_ascii if glyphs == "auto" else glyphs == "on",
        cp437=terminal.cp437 and glyphs == "auto",
        repeats=terminal.repeats,
        moving=motion == "on",
    )


class BroadcastKey(Struct, frozen=True):
    """Spectators with equal keys see the same: table, size in cells, appearance."""

    code: str
    size: tuple[int, int]
    appearance: Appearance


class Receiver(Protocol):
    """Receives the frames of a broadcast."""

    def show(self, frame: bytes) -> None: ...

    def lost(self) -> None:
        """Called when drawing the table failed."""


class Broadcasts:
    """All running broadcasts; `ended` is called when a hidden app has ended."""

    def __init__(
        self, club: Club, limits: Limits, counters: OutputCounters, ended: Callable[[], None]
    ) -> None:
        self._club = club
        self._limits = limits
        self._counters = counters
        self._ended = ended
        self._broadcasts: dict[BroadcastKey, Broadcast] = {}
        self._running = Tasks()

    def __len__(self) -> int:
        return len(self._broadcasts)

    def __iter__(self) -> Iterator["Broadcast"]:
        return iter(tuple(self._broadcasts.values()))

    def subscribe(self, key: BroadcastKey, receiver: Receiver) -> "Broadcast":
        """Return a broadcast, subscribed to until `Broadcast.leave`; raise `Refused`."""
        broadcast = self._broadcasts.get(key)
        if broadcast is None:
            broadcast = Broadcast(self._club, key, self._limits, self._counters, self._take_down)
            self._broadcasts[key] = broadcast
            self._running.begin(self._run(broadcast))
        broadcast.receivers[receiver] = None
        return broadcast

    async def close(self) -> None:
        await self._running.settle(GOODBYE_TIME)

    async def _run(self, broadcast: "Broadcast") -> None:
        from server.terminal import driver

        try:
            ended = await driver.run(broadcast.app, broadcast)
        finally:
            broadcast.ended = True
            broadcast.drawn.set()
            self._ended()
            self._take_down(broadcast)
        if ended.error is not None:
            log.error("picture failed", room=broadcast.key.code, exc_info=ended.error)
        for receiver in tuple(broadcast.receivers):
            receiver.lost()

    def _take_down(self, broadcast: "Broadcast") -> None:
        if self._broadcasts.get(broadcast.key) is broadcast:
            del self._broadcasts[broadcast.key]


class Broadcast:
    """One table at one size in one appearance: a driver's channel whose output goes to many."""

    def __init__(
        self,
        club: Club,
        key: BroadcastKey,
        limits: Limits,
        counters: OutputCounters,
        deserted: Callable[["Broadcast"], None],
    ) -> None:
        self.key = key
        appearance = key.appearance
        self.terminal = Terminal(
            "", key.size, appearance.depth, "", cp437=appearance.cp437, repeats=appearance.repeats
        )
        self.limits = limits
        self.counters = counters
        self.app = _app(club, club.spectator(key.code, not key.appearance.keys), key.appearance)
        self.receivers: dict[Receiver, None] = {}
        self._deserted = deserted
        self._frames: deque[tuple[bytes, list[Receiver]]] = deque()
        self.drawn = asyncio.Event()
        self.ended = False
        self.title = ""
        """The window title of its spectators."""
        self._whole = b""

    def whole(self) -> bytes:
        """Return the whole picture; nothing before the first frame, which is sent anyway."""
        if self.drawn.is_set() and not self._whole and not self.ended:
            self._whole = self.app.whole().encode("utf-8", "replace")
        return self._whole

    def hear(self, notice: Notice) -> None:
        """Show everybody a notice; each spectator passes it on, and the first one counts."""
        if self.drawn.is_set() and not self.ended and self.app.notice is not notice:
            with self.app.context():
                self.app.heard(notice)

    def actions(self) -> Sequence[Action]:
        """List the keys of the table, none before it is drawn.

        Its own app is asked: the one in whose context a spectator's key comes may have ended.
        """
        table = None if self.ended else self.app.table
        if table is None:
            return ()
        with self.app.context():
            return table.actions()

    def leave(self, receiver: Receiver) -> None:
        """Unsubscribe; the last one to leave ends the broadcast."""
        self.receivers.pop(receiver, None)
        if not self.receivers and not self.ended:
            self._deserted(self)
            self.app.exit()

    # What the driver asks

    def opening(self) -> str:
        """Nothing: every spectator has a terminal of their own."""
        return ""

    def watch_line(
        self, plays: Callable[[], bool | None], tell: Callable[[bool], None]
    ) -> None: ...

    def ground(self, _light: bool) -> bool:
        return False  # nobody was asked

    def send(self, data: bytes) -> bool:
        """Send a frame to everybody, in portions: other screens are drawn in between."""
        self.drawn.set()
        if self.app.table is not None:
            self.title = window_title(self.app.words, self.app.table.seen)
        self._whole = b""
        receivers = list(self.receivers)
        if len(self._frames) > MOST_FRAMES:
            while len(self._frames) > 1:  # the first is being copied
                self._frames.pop()
            data = self.whole()
        self._frames.append((data, receivers))
        if len(self._frames) == 1:
            FAN_OUT.ask(self._copy, Context())
        return True

    def frame_drawn(self) -> None:
        """Nobody waits for the frame."""

    def attach(self, driver: "TerminalDriver | None") -> None:
        """No input and no new size goes to the app."""

    def _copy(self) -> None:
        frame, receivers = self._frames[0]
        for receiver in receivers[-PORTION:]:
            if receiver in self.receivers:
                receiver.show(frame)
        del receivers[-PORTION:]
        if not receivers:
            self._frames.popleft()
        if self._frames:
            FAN_OUT.ask(self._copy, Context())


def _app(club: Club, table_session: TableSession, appearance: Appearance) -> "SpectatorApp":
    # Imported here: the server listens before Textual is loaded.
    from screens.table.spectator import SpectatorApp
    from server.terminal.driver import hosted

    return hosted(SpectatorApp)(
        club,
        table_session,
        language=appearance.language,
        palette=appearance.palette,
        only_ascii=appearance.only_ascii,
        animations=appearance.moving,
        offers_keys=appearance.keys,
    )
