"""One spectator of a shared broadcast, with two keys of their own: leave and sit down.

Any other key opens an app at the same table, which leads back to the broadcast once it shows
nothing else.
"""

import asyncio
from typing import Protocol

import structlog
from textual import events
from textual.message import Message

from arcade.club.club import Club
from arcade.club.errors import NOT_STORED, NotStored, Refused, why_failed
from arcade.club.i18n.words import Words
from arcade.club.speech.good_bye import good_bye
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.club.views import Notice
from arcade.engine.news import News
from arcade.players.player import Player
from screens.keys import Action
from screens.terminal.attention import Attention
from screens.terminal.glyphs import in_cp437, twin
from screens.terminal.reader import Pressed
from server.spectators.broadcasts import Appearance, Broadcast, BroadcastKey, Broadcasts
from server.terminal.offers import Offers
from server.terminal.outlet import WATCHER_BYTES
from server.terminal.terminal import Terminal

log = structlog.get_logger()


class SpectatorChannel(Protocol):
    """The channel as a spectator needs it."""

    terminal: Terminal

    def take(self) -> str:
        """Return what switches the terminal to the app's screen, unless it is switched already."""

    def send(self, data: bytes) -> bool:
        """Send a frame; False when it was dropped, and then `repaint` is called in time."""

    def attach(self, shown: "SpectatorSession | None") -> None:
        """Send input and sizes here; None: keep the input for what comes next."""


class SpectatorSession:
    """Shows a table until `run` returns where to go next, or the last sentence."""

    most_waiting: int | None = WATCHER_BYTES

    def __init__(
        self,
        club: Club,
        broadcasts: Broadcasts,
        channel: SpectatorChannel,
        player: Player,
        appearance: Appearance,
        resume_code: str | None = None,
    ) -> None:
        self._club = club
        self._broadcasts = broadcasts
        self._channel = channel
        self._player = player
        self._appearance = appearance
        self._resume_code = resume_code
        self._words = Words(appearance.language)
        self._sitting: asyncio.Task[None] | None = None
        self._titled = ""
        self._title_changes: list[str] = []
        self._attention = Attention(self._title_changes.append)
        self._attention.use_title(club.accounts.preference(player, "title") == "on")

    _table_session: TableSession
    _broadcast: Broadcast

    async def run(self, code: str) -> Start | str:
        self._ended: asyncio.Future[Start | str] = asyncio.get_running_loop().create_future()
        try:
            self._table_session = await self._club.watch(self._player, code)
            visit = self._club.presence.enter(self._player, self._sent_home, self._hear)
            try:
                return await self._watch()
            finally:
                visit.leave()
                self._table_session.detach()
        except Refused as refused:
            return Start(message=self._words.say(refused.why))
        except NotStored:
            return Start(message=self._words.t(NOT_STORED))

    async def _watch(self) -> Start | str:
        self._changed()
        if self._ended.done():
            return self._ended.result()
        self._table_session.listen(self._changed, "room")
        key = BroadcastKey(self._table_session.code, self._channel.terminal.size, self._appearance)
        self._broadcast = self._broadcasts.subscribe(key, self)
        try:
            self.repaint()
            await self._broadcast.drawn.wait()  # keys typed ahead are meant for the picture
            self._channel.attach(self)
            return await self._ended
        finally:
            self._channel.attach(None)
            self._attention.end()
            self._channel.send(self._title_changed())
            self._broadcast.leave(self)
            if self._sitting is not None:
                self._sitting.cancel()

    def _finish(self, how: Start | str) -> None:
        if not self._ended.done():
            self._ended.set_result(how)
            self._channel.attach(None)

    # What the broadcast and the channel ask

    def show(self, frame: bytes) -> None:
        if self._titled != self._broadcast.title:
            frame += self._title()
        self._channel.send(frame)

    def lost(self) -> None:
        """Go on in a private app: the shared picture could not be drawn."""
        self._finish(Start("watch", self._table_session.code, own=True))

    def resize(self, size: tuple[int, int]) -> None:
        """Go on with the broadcast of this size; a window may have cut what it showed."""
        key = BroadcastKey(self._table_session.code, size, self._appearance)
        before = self._broadcast
        if key != before.key:
            try:
                self._broadcast = self._broadcasts.subscribe(key, self)
            except Refused as refused:  # the table is gone
                self._finish(Start(message=self._words.say(refused.why)))
                return
            before.leave(self)
        self.repaint()

    def pause(self) -> None:
        """Frames are dropped from now on; `repaint` makes up for them."""

    def repaint(self) -> None:
        self._channel.send(self._channel.take().encode() + self._broadcast.whole() + self._title())

    def retake(self) -> None:
        """Draw everything, with its title, on a terminal that may have lost it."""
        self._attention.repeat()
        self.repaint()

    def offers(self) -> Offers | None:
        """Return what every spectator's bottom line offers."""
        t = self._words.t
        return Offers(
            tuple(
                (action.name, t(action.shown), t(action.label))
                for action in self._broadcast.actions()
                if action.label
            )
        )

    def _title(self) -> bytes:
        """Return the sequence that sets the window's title, if it has changed."""
        self._titled = self._broadcast.title
        if self._titled:
            self._attention.title(self._titled)
        return self._title_changed()

    def _title_changed(self) -> bytes:
        text = "".join(self._title_changes)
        self._title_changes.clear()
        if self._appearance.only_ascii:
            text = twin(text)
        elif self._appearance.cp437:
            text = in_cp437(text)
        return text.encode("utf-8", "replace")

    def leave(self) -> None:
        self._finish("")

    # What the club tells

    def _changed(self) -> None:
        """React to what concerns this person alone; the broadcast follows the table by itself."""
        table_session = self._table_session
        if table_session.sent_away:
            text = self._words.t("You have been sent away from that table.")
            self._finish(Start(message=text))
        elif table_session.seated:
            self._finish(Start("join", table_session.code))
        elif not table_session.common:
            self._finish(Start("watch", table_session.code, own=True))

    def _sent_home(self, why: News) -> None:
        self._finish(self._words.say(why))

    def _hear(self, notice: Notice) -> None:
        """Show an invitation in a private app, and everything else in the broadcast."""
        if notice.code:
            self._finish(Start("watch", self._table_session.code, notice=notice))
        elif not self._ended.done():
            self._broadcast.hear(notice)

    # Keys

    def take(self, event: Message) -> None:
        """Take a key; keys without a meaning here do nothing."""
        if self._sitting is not None:
            return
        for action in self._broadcast.actions():
            if _means(event, action):
                self._perform(action.name)
                return

    def _perform(self, name: str) -> None:
        match name:
            case "quit":
                self._finish(good_bye(self._words, self._club, self._player, self._resume_code))
            case "leave":
                self._finish(Start())
            case "sit":
                self._sitting = asyncio.get_running_loop().create_task(self._sit())
            case _:
                self._finish(Start("watch", self._table_session.code, action=name))

    async def _sit(self) -> None:
        """Take a seat, or go on in an app that shows why there is none."""
        try:
            await self._table_session.sit()
        except (Refused, NotStored) as error:
            why = why_failed(self._words, error)
        except Exception:
            log.exception("spectator failed", room=self._table_session.code)
            why = ""
        else:
            return  # `_changed` has been called
        self._finish(Start("watch", self._table_session.code, message=why, own=not why))


def _means(event: Message, action: Action) -> bool:
    """Return whether a key, or the press of a button, is that of an action."""
    if isinstance(event, Pressed):
        return event.action == action.name
    return isinstance(event, events.Key) and (
        event.key in action.keys or event.character in action.keys
    )
