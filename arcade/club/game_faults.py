"""Faults of games: each is logged once and stored for the host."""

from collections.abc import Callable
from functools import partial

import structlog

from arcade.club.people.moderation import Moderation
from arcade.engine import fence
from arcade.engine.fence import Fault
from arcade.eventlog.log import NotStored
from arcade.tasks import Tasks

MAX_FAULTS = 1000
"""How many logged faults to remember; a game with that many has long left the lobby."""

log = structlog.get_logger()


class GameFaults:
    """Logs and stores faults of games; calls `withdrawn` when a game is withdrawn."""

    def __init__(self, moderation: Moderation, withdrawn: Callable[[], None]) -> None:
        self._moderation = moderation
        self._withdrawn = withdrawn
        self._known: set[tuple[str, ...]] = set()
        self._storing = Tasks()
        fence.when_failed(partial(self.take, ""))

    def take(self, table: str, fault: Fault) -> None:
        """Record a fault, once for each table."""
        which = fault.game, table, fault.call, fault.where
        if which in self._known or len(self._known) >= MAX_FAULTS:
            return
        self._known.add(which)
        log.error(
            "game failed",
            game=fault.game,
            room=table,
            call=fault.call,
            why=fault.why,
            traceback=fault.traceback,
        )
        self._storing.begin(self._store(table, fault))

    async def _store(self, table: str, fault: Fault) -> None:
        before = self._moderation.conduct.withdrawn
        try:
            await self._moderation.game_failed(table, fault)
        except NotStored:
            return  # the log has it, and it will not be the last
        if new := self._moderation.conduct.withdrawn - before:
            log.error("game withdrawn", game=", ".join(new), see="arcade admin games")
            self._withdrawn()

    async def close(self) -> None:
        fence.when_failed(lambda _: None)
        await self._storing.settle()
