"""The puzzles of one log: found once a day, answered once by each person."""

import asyncio
from collections.abc import Iterator, Mapping
from datetime import date

import structlog

from arcade.club.coaching import Judgement
from arcade.club.deals.daily import Daily
from arcade.club.deals.streaks import streak_of
from arcade.club.digest.digest import Item, LastVisit
from arcade.club.people.accounts import Accounts
from arcade.club.presence import ClubPresence
from arcade.club.puzzles.facts import STREAM, Answered, Fact, Fold, Posed, form
from arcade.club.puzzles.finding import Finder, Position, position, weighed
from arcade.club.puzzles.views import PuzzleList, PuzzleView, State
from arcade.club.streams.following import FactStream
from arcade.engine import codec, registry
from arcade.engine.coach import Advice, coach
from arcade.engine.codec import Stored
from arcade.engine.fence import GameBroken
from arcade.engine.news import phrase
from arcade.engine.offers import Offer
from arcade.eventlog.log import EventLog, NotStored
from arcade.players.player import Player
from arcade.players.results import DAY
from arcade.rooms.bots.pool import BotPool, NoAnswer
from arcade.rooms.clocks import now
from arcade.rooms.errors import refused
from arcade.tasks import Tasks

PATIENCE = 20.0
"""Seconds to wait for a puzzle that is being found."""

log = structlog.get_logger()


class Puzzles:
    """Methods raise `Refused` or `NotStored`."""

    def __init__(
        self,
        events: EventLog,
        accounts: Accounts,
        presence: ClubPresence,
        daily: Daily,
        finder: Finder,
        bot_pool: BotPool,
    ) -> None:
        self._accounts = accounts
        self._presence = presence
        self._daily = daily
        self._finder = finder
        self._bot_pool = bot_pool
        self.cursor = FactStream(events, STREAM, form, self._add, presence.lobby_changed)
        self._fold = Fold()
        self._tasks = Tasks()
        self._finding: dict[tuple[str, str], asyncio.Task[None]] = {}
        """Puzzles that are being found, or that could not be: not tried again that day."""
        self._alone = asyncio.Lock()

    async def close(self) -> None:
        await self._tasks.cancel()

    # Finding

    def prepare(self) -> None:
        """Begin to find today's puzzles, one after the other, unless they are known."""
        for game in _games():
            self._find(game)

    async def posed(self, game: str) -> Posed:
        """Return today's puzzle of a game; wait for one that is being found."""
        which = self._daily.today, game
        if which not in self._fold.posed:
            await asyncio.wait((self._find(game),), timeout=PATIENCE)
        posed, name = self._current(which), registry.find(game).meta.name
        if posed is None and not self._find(game).done():
            raise refused("The puzzle of {game} is being found: ask again in a moment.", game=name)
        if posed is None:
            raise refused("There is no puzzle of {game} today.", game=name)
        return posed

    def _find(self, game: str) -> asyncio.Task[None]:
        which = self._daily.today, game
        if which not in self._finding:
            for day, other in tuple(self._finding):
                if day < which[0]:
                    self._finding.pop((day, other)).cancel()
            self._finding[which] = self._tasks.begin(self._store_found(*which))
        return self._finding[which]

    async def _store_found(self, day: str, game: str) -> None:
        which = day, game
        try:
            async with self._alone:
                if which in self._fold.posed:
                    return
                posed = await self._finder.find(date.fromisoformat(day), game)
            if posed is not None:
                await self.cursor.add(lambda: None if which in self._fold.posed else posed)
        except (NoAnswer, NotStored, GameBroken) as error:
            log.warning("no puzzle found", day=day, game=game, error=str(error))
            self._finding.pop(which, None)  # the next one who asks has it tried again
        self._presence.lobby_changed()

    def _current(self, which: tuple[str, str]) -> Posed | None:
        """Return a puzzle of today's rules."""
        posed = self._fold.posed.get(which)
        meta = registry.find(which[1]).meta
        return posed if posed is not None and posed.game_version == meta.version else None

    # Answers

    async def judge(self, posed: Posed, player: Player, action: Mapping[str, object]) -> Judgement:
        """Store an answer unless there is one, and let the coach speak of it."""
        at = position(posed)
        chosen = codec.action_from(at.rules, action)
        wanted = codec.unordered(codec.action_from(at.rules, posed.best))
        right = codec.unordered(chosen) == wanted
        which, fact = (posed.day, posed.game), Answered(posed.day, posed.game, player.id, right)
        await self.cursor.add(
            lambda: None if player.id in self._fold.answers.get(which, {}) else fact
        )
        self._presence.lobby_changed()
        teacher = coach(at.rules)
        try:
            best = await self._advice(at, codec.action_from(at.rules, posed.best))
            own = best if right else await self._advice(at, chosen)
        except NoAnswer:
            best = own = None
        if teacher is None or best is None or own is None:
            return Judgement(right)
        return Judgement(right, teacher.unit, max(0.0, best.worth - own.worth), own, best)

    async def _advice(self, at: Position, action: object) -> Advice | None:
        """Return the coach's advice on one action of a position; raises `NoAnswer`."""
        wanted = codec.unordered(action)
        for offers in (at.offers, (Offer(action),)):  # of many choices it names only the best
            for advice in await weighed(at, self._bot_pool.advise, offers):
                if codec.unordered(advice.action) == wanted:
                    return advice
        return None

    # What people see

    def of(self, player: Player) -> PuzzleList:
        """Return today's puzzles as a person sees them, and how often they were right."""
        row = streak_of(self._fold.times(player.id), self._accounts.zone(player))
        puzzles = tuple(self._view(game, player) for game in _games())
        return PuzzleList(self._daily.today, puzzles, row, self._fold.solved(player.id))

    def solved(self, player: Player) -> int:
        """Count the puzzles that a person has solved."""
        return self._fold.solved(player.id)

    def happened(self, player: Player, last: LastVisit) -> Iterator[Item]:
        """Yield how a person did in yesterday's puzzles, once they are over."""
        if last.at >= now() - now() % DAY:
            return
        answers = [
            own
            for game in _games()
            if (own := self._own(self._daily.yesterday, game, player)) is not None
        ]
        if answers:
            right = sum(own.right for own in answers)
            news = phrase(
                "Yesterday's puzzles: you solved {right} of {n}.", right=right, n=len(answers)
            )
            yield Item("puzzle", news)

    def _view(self, game: str, player: Player) -> PuzzleView:
        which = self._daily.today, game
        posed, own = self._current(which), self._own(*which, player)
        answers = self._fold.answers.get(which, {}).values()
        state: State = "new" if posed is not None else "unknown"
        if own is not None:
            state = "solved" if own.right else "missed"
        return PuzzleView(
            game,
            registry.find(game).meta.name,
            state,
            len(answers),
            sum(answer.right for answer in answers),
            posed is not None and posed.bots,
        )

    def _own(self, day: str, game: str, player: Player) -> Answered | None:
        return self._fold.answers.get((day, game), {}).get(player.id)

    def _add(self, stored: Stored[Fact]) -> None:
        self._fold.add(stored.fact, stored.at)


def _games() -> list[str]:
    """Return the games that have a coach."""
    return [key for key, game in registry.games().items() if coach(game) is not None]
