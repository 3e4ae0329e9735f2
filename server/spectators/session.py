"""One spectator: the shared picture of a table, with their own notices laid over it.

Costs no app of its own. What needs one (help, menu, who is here …) opens an app at the same table,
which leads back to the shared picture.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import structlog
from textual import events
from textual.message import Message

from arcade.club.club import Club
from arcade.club.errors import NOT_STORED, NotStored, Refused, why_failed
from arcade.club.i18n.words import Words
from arcade.club.table_session import TableSession
from arcade.club.views import Notice
from arcade.engine.news import News
from arcade.players.player import Player
from screens import keys
from screens.keys import Action
from screens.start import Start
from screens.table.overlay import TYPING, Overlay
from screens.terminal.attention import Attention
from screens.terminal.glyphs import twin
from server.hosting.config import Limits
from server.monitoring.garbage import Payer
from server.spectators.broadcasts import Appearance, Broadcast, BroadcastKey, Broadcasts
from server.ssh.driver import intake
from server.ssh.intake import RESIZE_WAIT, Intake
from server.ssh.terminal import Terminal

log = structlog.get_logger()


class SpectatorChannel(Protocol):
    """What a spectator needs of its SSH session."""

    terminal: Terminal
    limits: Limits

    def take(self) -> str:
        """Return what switches the terminal to the app's screen, unless it is switched already."""
        ...

    def send(self, data: bytes) -> bool:
        """Send a frame; False when it was dropped, and then `repaint` is called in time."""
        ...

    def hold(self, on: bool) -> None:
        """Stop or start taking bytes from the client."""
        ...

    def attach(self, shown: "SpectatorSession | None") -> None:
        """Send input and sizes here; None: to nobody."""
        ...


class SpectatorSession:
    """Shows a table until `run` returns where to go next, or the last sentence."""

    def __init__(
        self,
        club: Club,
        broadcasts: Broadcasts,
        channel: SpectatorChannel,
        player: Player,
        appearance: Appearance,
        *pays: Payer,
    ) -> None:
        self._club = club
        self._broadcasts = broadcasts
        self._channel = channel
        self._player = player
        self._appearance = appearance
        self._pays = pays
        self._words = Words(appearance.language)
        self._bytes: Intake | None = None
        self._keys: deque[Message] = deque()
        self._working: asyncio.Task[None] | None = None
        self._notice: Notice | None = None
        self._overlay: Overlay | None = None
        self._laid: bytes | None = b""
        self._covered: frozenset[str] = frozenset()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._titled = ""
        self._beside: list[str] = []
        self._attention = Attention(self._beside.append)
        preference = club.accounts.preference
        self._attention.use_title(preference(player, "title") == "on")
        self._attention.rings = preference(player, "bell") == "on"
        self._attention.notifies = preference(player, "notify")

    _place: TableSession
    _broadcast: Broadcast

    async def run(self, code: str) -> Start | str:
        """Watch a table."""
        self._done: asyncio.Future[Start | str] = asyncio.get_running_loop().create_future()
        visit = self._club.presence.enter(self._player, self._sent_home, self._hear)
        try:
            self._place = await self._club.watch(self._player, code)
            try:
                return await self._watch()
            finally:
                self._place.detach()
        except Refused as refused:
            return Start(told=self._words.say(refused.why))
        except NotStored:
            return Start(told=self._words.t(NOT_STORED))
        finally:
            visit.leave()

    async def _watch(self) -> Start | str:
        self._changed()
        if self._done.done():
            return self._done.result()
        self._place.listen(self._changed, presence=False)
        self._broadcast = self._broadcasts.subscribe(
            self._key(self._channel.terminal.size), self, *self._pays
        )
        self._channel.attach(self)
        try:
            self.repaint()
            return await self._done
        finally:
            self._channel.attach(None)
            self._attention.end()
            self._channel.send(self._written())
            self._broadcast.leave(self)
            self._put_away()

    def _put_away(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        if self._bytes is not None:
            self._bytes.close()
        if self._working is not None:
            self._working.cancel()

    def _key(self, size: tuple[int, int]) -> BroadcastKey:
        return BroadcastKey(self._place.code, size, self._appearance)

    def _finish(self, how: Start | str) -> None:
        if not self._done.done():
            self._done.set_result(how)

    # What the picture and the session ask

    def show(self, frame: bytes) -> None:
        """Show a frame, and again the overlay on it."""
        if self._overlay is not None:
            frame += self._over()
        if self._titled is not self._broadcast.title:
            frame += self._title()
        self._channel.send(frame)

    def lost(self) -> None:
        """Go on in a private app: the shared picture could not be drawn."""
        self._finish(Start("watch", self._place.code, own=True))

    def feed(self, data: bytes) -> None:
        """Take bytes from the client."""
        self._intake.feed(data)

    @property
    def _intake(self) -> Intake:
        """The parser of the client's bytes, made with the first key."""
        if self._bytes is None:
            self._bytes = intake(self._channel.limits, self._take, self._channel.hold)
        return self._bytes

    def resize(self, size: tuple[int, int]) -> None:
        """Look at the picture in another size; several sizes at once become one."""
        self._later("resize", RESIZE_WAIT, lambda: self._intake.meter.ask(lambda: self._move(size)))

    def pause(self) -> None:
        """Frames are dropped from now on; `repaint` makes up for them."""

    def repaint(self) -> None:
        """Show all of it."""
        taken = self._channel.take().encode()
        self._channel.send(taken + self._broadcast.whole() + self._over() + self._title())

    def _title(self) -> bytes:
        """Return the sequence that sets the window's title, if it has changed."""
        self._titled = self._broadcast.title
        if self._titled:
            self._attention.title(self._titled)
        return self._written()

    def _written(self) -> bytes:
        """Return what goes to the terminal beside the picture."""
        beside = "".join(self._beside)
        self._beside.clear()
        return (twin(beside) if self._appearance.only_ascii else beside).encode("utf-8", "replace")

    def leave(self) -> None:
        """End, as the session wishes."""
        self._finish("")

    def _move(self, size: tuple[int, int]) -> None:
        if size == self._broadcast.key.size or self._done.done():
            return
        before = self._broadcast
        try:
            self._broadcast = self._broadcasts.subscribe(self._key(size), self, *self._pays)
        except Refused as refused:  # the table is gone
            self._finish(Start(told=self._words.say(refused.why)))
            return
        before.leave(self)
        if self._overlay is not None:
            self._overlay.app, self._laid = self._broadcast.app, None
        self.repaint()

    # What lies over the picture

    def _over(self) -> bytes:
        if self._laid is None and self._overlay is not None:
            self._laid = self._overlay.paint(self._actions()).encode("utf-8", "replace")
        return self._laid or b""

    def _cover(self) -> Overlay:
        if self._overlay is None:
            self._overlay = Overlay(self._broadcast.app, self._place)
        return self._overlay

    def _lay(self) -> None:
        """Show what lies over the picture now; all of it, where something has been taken away."""
        overlay = self._overlay
        if overlay is None:
            return
        before, self._covered, self._laid = self._covered, overlay.covered, None
        if not self._covered:
            self._overlay, self._laid = None, b""
        if before - self._covered:
            self.repaint()
        elif self._covered:
            over = overlay.paint(self._actions(), changes=True)
            self._channel.send(over.encode("utf-8", "replace"))

    # What the club tells

    def _changed(self) -> None:
        """React to what concerns this person alone; the broadcast follows the table by itself."""
        place = self._place
        if place.sent_away:
            said = self._words.t("You have been sent away from that table.")
            self._finish(Start(told=said))
        elif place.seated:
            self._finish(Start("join", place.code))
        elif not place.common:
            self._finish(Start("watch", place.code, own=True))

    def _sent_home(self, why: News) -> None:
        self._finish(self._words.say(why))

    def _hear(self, notice: Notice | None) -> None:
        self._notice = notice
        if self._done.done():
            return
        self._cover().notice = self._words.say(notice.news) if notice else ""
        if notice is not None:
            self._later("notice", notice.seconds, lambda: self._hear(None))
            if notice.code:
                self._attention.call(self._words.say(notice.news))
                self._channel.send(self._written())
        self._lay()

    def _later(self, what: str, seconds: float, then: Callable[[], None]) -> None:
        if what in self._timers:
            self._timers[what].cancel()
        self._timers[what] = asyncio.get_running_loop().call_later(seconds, then)

    # Keys

    def _take(self, event: Message) -> None:
        self._keys.append(event)
        if self._working is None:
            self._working = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        try:
            while self._keys and not self._done.done():
                await self._broadcast.drawn.wait()  # what is typed ahead is meant for what comes
                event = self._keys.popleft()
                if isinstance(event, events.Key):
                    await self._press(event)
                elif isinstance(event, events.Paste) and self._overlay is not None:
                    self._overlay.paste(event.text)
                    self._lay()
        except Exception:
            log.exception("viewer failed", room=self._place.code)
            self.lost()
        finally:
            self._working = None

    async def _press(self, event: events.Key) -> None:
        overlay = self._overlay
        if overlay is not None and overlay.key(event):
            self._lay()
            return
        for action in self._actions():
            if event.key in action.keys or event.character in action.keys:
                if overlay is not None:
                    overlay.tell("")
                await self._perform(action.name)
                self._lay()
                return

    def _actions(self) -> Sequence[Action]:
        """List the actions that work now: those of every spectator, or of the line being typed."""
        if self._overlay is not None and self._overlay.typing:
            return TYPING
        table = self._broadcast.app.table
        common = table.actions() if table is not None else []
        return [keys.COME, *common] if self._notice and self._notice.code else common

    async def _perform(self, name: str) -> None:
        match name:
            case "quit":
                self._finish(self._words.t("Good-bye, {name}!", name=self._player.name))
            case "leave":
                self._finish(Start())
            case "come" if self._notice is not None:
                self._finish(Start("join", self._notice.code))
            case "sit":
                await self._ask(self._place.sit)
            case "talk":
                self._cover().open()
            case "stop_typing":
                self._cover().close()
            case "send":
                await self._say()
            case "page_up":
                self._cover().scroll(-1)
            case "page_down":
                self._cover().scroll(1)
            case _:
                self._finish(Start("watch", self._place.code, action=name))

    async def _say(self) -> None:
        """Say what was typed; keep it in the line if it is refused."""
        text = self._cover().text
        if not text.strip() or await self._ask(lambda: self._place.say(text)):
            self._cover().close()

    async def _ask(self, what: Callable[[], Awaitable[None]]) -> bool:
        """Call the club; return whether it worked, and show the refusal if not."""
        try:
            await what()
        except (Refused, NotStored) as error:
            self._cover().tell(why_failed(self._words, error))
        else:
            return True
        return False
