"""What bots make of the same dice, in the thinking process, once a day and game.

Each plays the person's seat against the bots of the deal.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from arcade.club.deals.facts import BotPlayed, Dealt
from arcade.engine import fair, registry
from arcade.engine.bot import STRENGTHS, bots, strength
from arcade.engine.fence import GameBroken
from arcade.engine.game import Veils, ranks
from arcade.eventlog.log import NotStored
from arcade.rooms.bots.deal import Deal
from arcade.rooms.bots.pool import BotPool, NoAnswer
from arcade.rooms.fairness import written_rules
from arcade.tasks import Tasks

COMPARED = STRENGTHS[1:]
"""The bots whose results are shown beside a person's."""

log = structlog.get_logger()


class Benchmark:
    """Has bots play each deal that a person has finished; `store` keeps how they fared."""

    def __init__(
        self, pool: BotPool, table_bots: str, store: Callable[[BotPlayed], Awaitable[None]]
    ) -> None:
        self._pool = pool
        self._table_bots = table_bots
        self._store = store
        self._tasks = Tasks()
        self._playing: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._alone = asyncio.Lock()

    def begin(self, dealt: Dealt) -> asyncio.Task[None]:
        """Let the bots play a deal, unless they do already."""
        which = dealt.day, dealt.game
        if which not in self._playing:
            task = self._playing[which] = self._tasks.begin(self._play(dealt))
            task.add_done_callback(lambda _: self._playing.pop(which))
        return self._playing[which]

    async def close(self) -> None:
        await self._tasks.cancel()

    async def _play(self, dealt: Dealt) -> None:
        rules = registry.find(dealt.game)
        meta, names = rules.meta, {bot.name for bot in bots(rules)}
        chosen, seats = meta.daily_options, meta.daily_seats or meta.best_seats
        text = written_rules(chosen, seats)
        key = fair.daily_key(bytes.fromhex(dealt.seed), dealt.game, text, dealt.day)
        deal = Deal(dealt.game, chosen, seats, key, isinstance(rules, Veils))
        others = (strength(rules, self._table_bots),) * (seats - 1)
        try:
            async with self._alone:
                for name in filter(names.__contains__, COMPARED):
                    outcome = await self._pool.play(deal, (name, *others))
                    rank, score = ranks(outcome)[0], outcome.scores[0]
                    await self._store(BotPlayed(dealt.day, dealt.game, name, rank, score))
        except (NoAnswer, NotStored, GameBroken) as error:
            log.warning("no bots compared", day=dealt.day, game=dealt.game, error=str(error))
