"""Whether facts can be stored: the log says when that ends, and when it works again."""

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import structlog

from arcade.eventlog.log import EventLog, NotStored, Token

log = structlog.get_logger()

CHECK_EVERY = 10.0
"""Seconds between two looks for the file, whether or not somebody asks for the health."""
TRIAL = 1.0
"""Seconds for a trial to store something: NATS gives no answer where it cannot."""
NOTHING_STORED = "nothing can be stored: see the log"


class Storage:
    """Watches the appends to a log of events, and its file if it has one."""

    def __init__(self, events: EventLog, file: Path | None = None) -> None:
        self.working = True
        """Whether the last append was stored, or there is room again."""
        self._events = events
        self._append = events.append
        events.append = self._watched  # type: ignore[method-assign]
        self._file = file
        self._opened = None if file is None else file.stat()
        self._missing = False
        """Whether another file, or none, is where the log was opened."""

    async def watch(self) -> None:
        """Look for the file again and again, so that the log says soon that it was moved."""
        while self._file is not None:
            self._check_file()
            await asyncio.sleep(CHECK_EVERY)

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

    async def fault(self) -> str:
        """Return why facts are not stored, or not for long; "" if they are.

        Nobody may be here to try: it is found out.
        """
        if not self.working:
            with suppress(TimeoutError):
                async with asyncio.timeout(TRIAL):
                    if await self._events.can_store():
                        self._work()
        if not self.working:
            return NOTHING_STORED
        self._check_file()
        return f"{self._file} was moved or removed: put it back" if self._missing else ""

    def _work(self) -> None:
        if not self.working:
            log.warning("stored again")
        self.working = True

    def _check_file(self) -> None:
        """Look for the file: one that has no name any more is lost when the server ends."""
        missing = not self._is_there()
        if missing and not self._missing:
            does = "what is stored is lost when the server ends, unless the file is put back"
            log.error("log removed", path=str(self._file), does=does)
        elif self._missing and not missing:
            log.warning("log is back", path=str(self._file))
        self._missing = missing

    def _is_there(self) -> bool:
        if self._file is None or self._opened is None:
            return True
        with suppress(OSError):
            return os.path.samestat(self._file.stat(), self._opened)
        return False
