"""The finest and the costliest choice of a finished game, weighed once for all who ask."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context

from msgspec import Struct

from arcade.club.replays.replay import Replay
from arcade.club.replays.review import Advise, Remark, Review
from arcade.engine import registry
from arcade.engine.game import Veils
from arcade.players.player import Player
from arcade.rooms.errors import Refused
from arcade.work_slots import NoSlot, WorkSlots

MOST = 60
"""How many decisions of a game are weighed at most, the last ones."""
QUEUE, KEPT = 8, 32
"""How many games wait to be weighed, and how many are remembered, at most."""

Find = Callable[[str, int, Player | None], Awaitable[Replay]]


class Highlights(Struct, frozen=True):
    """What stood out among the choices of persons, as far as whoever asks may know."""

    game: str
    names: tuple[str, ...]
    finest: Remark | None = None
    costliest: Remark | None = None


class Highlighter:
    """Weighs one game at a time, so that bots elsewhere need not wait."""

    def __init__(self, find: Find, advise: Advise) -> None:
        self._find = find
        self._advise = advise
        self._slots = WorkSlots(1, queue=QUEUE)
        self._tasks: dict[tuple[str, int, str], asyncio.Task[Highlights | None]] = {}

    async def of(self, code: str, number: int, game: str, player: Player) -> Highlights | None:
        """Return the highlights of a table's game; None if too many wait.

        All see the same, unless hands stay hidden after the game.
        """
        key = code, number, player.id if isinstance(registry.find(game), Veils) else ""
        if key not in self._tasks:
            while len(self._tasks) >= KEPT:
                self._tasks.pop(next(iter(self._tasks)))
            weighing = self._weigh(code, number, player)
            loop = asyncio.get_running_loop()
            self._tasks[key] = loop.create_task(weighing, context=Context())
        return await asyncio.shield(self._tasks[key])

    async def close(self) -> None:
        """Weigh nothing more."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _weigh(self, code: str, number: int, player: Player) -> Highlights | None:
        with suppress(Refused, NoSlot):
            async with self._slots.slot():
                replay = await self._find(code, number, player)
                review = Review(replay, self._advise)
                for step in review.decisions()[-MOST:]:
                    await review.remark(step)
                room = replay.room
                return Highlights(room.game, room.names, review.finest(), review.worst())
        return None
