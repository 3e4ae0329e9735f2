"""Somebody who watches a table in a browser: one more receiver of its shared picture.

Must not know: players. What the page sends reaches nothing but the choice among four sizes.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context

from websockets.frames import CloseCode

from arcade.club.errors import Refused
from arcade.club.i18n.words import Words, nearest
from arcade.club.limits.rate_limiter import neighbourhood
from arcade.tasks import Coalescer
from screens.terminal.attention import Attention
from server.doors.context import ServerContext
from server.spectators.broadcasts import Appearance, Broadcast, BroadcastKey
from server.terminal.outlet import WATCHER_BYTES, Outlet
from server.web.connection import WebConnection
from server.web.messages import MAX_CODE, WATCH_SIZES, End, FromPage, Greeting, Resize

RESIZE_WAIT = 1.0
"""Seconds in which several window sizes become one: another size may begin another picture, which
takes as much as an app's.
"""


class Watcher:
    """Shows a table until it is closed, or the page is."""

    def __init__(
        self, context: ServerContext, connection: WebConnection, greeting: Greeting, address: str
    ) -> None:
        self._context = context
        self._connection = connection
        self._outlet = Outlet(
            *(connection, context.limits, lambda: None, self._repaint, context.counters),
            most=WATCHER_BYTES,
        )
        self._size = _suitable(greeting.size)
        self._words = Words(nearest(greeting.language))
        self._titled = ""
        self._attention = Attention(self._write)
        self._broadcast: Broadcast | None = None
        self._gone: Callable[[], None] = lambda: None
        self._resizing = Coalescer(self._resize, RESIZE_WAIT, context=Context())
        context.page_watchers.add(self)
        coming = self._come(greeting.table[:MAX_CODE], neighbourhood(address))
        self._coming = asyncio.get_running_loop().create_task(coming)

    # What the page sends

    def take_input(self, data: bytes) -> None:
        """Nothing: there is no key to press."""

    def take_message(self, message: FromPage) -> None:
        if isinstance(message, Resize) and _suitable(message.size) != self._size:
            self._size = _suitable(message.size)
            self._resizing.begin()

    def leave(self) -> None:
        self._coming.cancel()
        self._resizing.close()
        self._context.page_watchers.discard(self)
        self._outlet.close()
        self._gone()
        broadcast, self._broadcast = self._broadcast, None
        if broadcast is not None:
            broadcast.leave(self)

    def _resize(self) -> None:
        if self._broadcast is not None and self._broadcast.key.size != self._size:
            with suppress(Refused):  # the table closes, and its picture says so
                self._choose(self._broadcast.key.code)

    # What the broadcast asks

    def show(self, frame: bytes) -> None:
        self._outlet.send(frame)
        self._entitle()

    def lost(self) -> None:
        """Close: the table could not be drawn. The page comes back, and another picture begins."""
        self._connection.close(CloseCode.INTERNAL_ERROR)

    async def _come(self, code: str, origin: str) -> None:
        try:
            shown = await self._context.club.table_shown_by(code, origin)
            self._choose(shown)
            self._gone = self._context.club.watched_by_link(shown)
        except Refused as refused:
            self._end(self._words.say(refused.why))

    def _choose(self, code: str) -> None:
        """Watch the picture of the window's size; raises `Refused`."""
        broadcasts, before = self._context.broadcasts, self._broadcast
        appearance = Appearance(
            *(self._words.language, "truecolor", "cafe", False, False, True),
            keys=False,
            repeats=True,
        )
        self._broadcast = broadcasts.subscribe(BroadcastKey(code, self._size, appearance), self)
        if before is not None:
            before.leave(self)
        self._repaint()

    def _repaint(self) -> None:
        from server.terminal.driver import ENTER  # the server listens before Textual is loaded

        if self._broadcast is not None:
            self._outlet.send(ENTER.encode() + self._broadcast.whole())
            self._entitle()

    def _entitle(self) -> None:
        if self._broadcast is not None and self._titled is not self._broadcast.title:
            self._titled = self._broadcast.title
            self._attention.title(self._titled)

    def _write(self, text: str) -> None:
        self._outlet.send(text.encode())

    def _end(self, text: str) -> None:
        self._connection.send(End(text))
        self._connection.close()


def _suitable(size: tuple[int, int]) -> tuple[int, int]:
    return size if size in WATCH_SIZES else WATCH_SIZES[0]
