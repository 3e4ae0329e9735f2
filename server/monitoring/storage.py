"""Whether facts can be stored: the log says when that ends, and when it works again."""

from collections.abc import Sequence

import structlog

from arcade.eventlog.log import EventLog, NotStored, Token

log = structlog.get_logger()


class Storage:
    """Watches the appends to a log of events."""

    def __init__(self, events: EventLog) -> None:
        self.working = True
        """Whether the last append was stored, or there is room again."""
        self._events = events
        self._append = events.append
        events.append = self._watched  # type: ignore[method-assign]

    async def _watched(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
        try:
            position = await self._append(stream, data, expected)
        except NotStored as error:
            if self.working:
                log.error("nothing stored", why=str(error), does="moves are refused until it works")
            self.working = False
            raise
        self._work()
        return position

    async def check(self) -> bool:
        """Return whether facts can be stored; nobody may be here to try."""
        if not self.working and await self._events.can_store():
            self._work()
        return self.working

    def _work(self) -> None:
        if not self.working:
            log.warning("stored again")
        self.working = True
