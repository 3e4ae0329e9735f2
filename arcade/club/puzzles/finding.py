"""Finds positions in which the coach is sure, in people's public games, else in the bots' own.

Hands that stay hidden are only ever shown of bots: nobody has to fear for theirs.
"""

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arcade.club.puzzles.facts import Posed
from arcade.club.replays.replay import Replays
from arcade.club.replays.review import FINE_GAIN, SEED, Advise, Review
from arcade.club.standings.ledger import Ledger
from arcade.engine import codec, registry
from arcade.engine.bot import STRENGTHS, strength
from arcade.engine.coach import Advice, coach
from arcade.engine.game import Game, Veils
from arcade.engine.offers import Offer
from arcade.players.results import Result
from arcade.rooms.bots.deal import Deal
from arcade.rooms.bots.pool import BotPool
from arcade.rooms.errors import Refused

CLEAR_LEAD = 2.0
"""The best choice is ahead of the second by this many times what matters to the coach, so that a
further sample of the dice, or another taste, would not turn the answer."""
MIN_CHOICES = 3
"""The fewest choices of a puzzle: of two, half are right by luck."""
DAYS, MAX_RESULTS = 30, 200
"""How many days back the games are from, and how many of one kind are looked at, at most."""
RECORDS, CHOICES = 8, 40
"""How many records are read, and how many choices of each are weighed, at most."""
DEALS, MOVES = 6, 120
"""How many games the bots play, and how many positions of each are weighed, at most."""

EPOCH = date(1970, 1, 1)
Item = TypeVar("Item")


class Position(Struct, frozen=True):
    """A game that waits for one of its seats."""

    rules: Game
    options: Mapping[str, object]
    seats: int
    state: Struct
    seat: int

    @property
    def offers(self) -> tuple[Offer, ...]:
        return self.rules.legal(self.state, self.seat)


def position(posed: Posed) -> Position:
    """Return the position of a puzzle; raises `msgspec.ValidationError` for other rules' state."""
    rules = registry.find(posed.game)
    state = msgspec.convert(posed.state, rules.state, str_keys=True)
    return Position(rules, posed.options, posed.seats, state, posed.seat)


async def weighed(at: Position, advise: Advise, offers: Sequence[Offer]) -> tuple[Advice, ...]:
    """Let the coach rate some offers of a position, the best first; raises `NoAnswer`."""
    view = at.rules.view(at.state, at.seat)
    return await advise(at.rules.meta.key, view, offers, SEED)


async def _best(at: Position, advise: Advise) -> Advice | None:
    """Return the best choice if it clearly is, and there are others; raises `NoAnswer`."""
    offers = at.offers
    if len(offers) < MIN_CHOICES:
        return None
    advice = await weighed(at, advise, offers)
    if len(advice) < MIN_CHOICES:
        return None
    best, second = advice[:2]
    least = CLEAR_LEAD * getattr(coach(at.rules), "matters", FINE_GAIN)
    in_range = any(
        offer.field and not offer.most and type(offer.action) is type(best.action)
        for offer in offers
    )
    return None if in_range or best.worth - second.worth < least else best


class Finder:
    """Finds puzzles in the public games of a ledger, else in games that bots play for it."""

    def __init__(
        self,
        ledger: Ledger,
        replays: Replays,
        pool: BotPool,
        forgotten: Callable[[], Collection[str]],
    ) -> None:
        self._ledger = ledger
        self._replays = replays
        self._pool = pool
        self._forgotten = forgotten
        """Returns the ids of people who asked to be forgotten."""

    async def find(self, day: date, game: str) -> Posed | None:
        """Return the puzzle of a game for a day, the same at each call; None without one.

        Raises `NotStored` and `NoAnswer`.
        """
        rules = registry.find(game)
        if coach(rules) is None:
            return None
        async for at in self._of_people(rules, day):
            if posed := await self._posed(at, day):
                return posed
        async for at in self._of_bots(rules, day):
            if posed := await self._posed(at, day):
                return replace(posed, bots=True)
        return None

    async def _posed(self, at: Position, day: date) -> Posed | None:
        """Return a position as a puzzle if its best choice is clear, and it can be stored."""
        best = await _best(at, self._pool.advise)
        if best is None:
            return None
        key, version = at.rules.meta.key, at.rules.meta.version
        state: dict[str, object] = msgspec.to_builtins(at.state, str_keys=True)
        action: dict[str, object] = codec.plain(best.action)
        options = dict(at.options)
        posed = Posed(day.isoformat(), key, version, options, at.seats, at.seat, state, action)
        written = msgspec.json.decode(msgspec.json.encode(posed), type=Posed)
        return written if position(written).state == at.state else None

    async def _of_people(self, rules: Game, day: date) -> AsyncIterator[Position]:
        if isinstance(rules, Veils):
            return
        for result in await self._results(rules.meta.key, day):
            try:
                replay = await self._replays.finished(result.code, result.number)
            except Refused:
                continue  # played by older rules
            decisions = Review(replay, self._pool.advise).decisions()
            for step in _shuffled(decisions, day, result.code)[:CHOICES]:
                before, seat = replay.steps[step - 1].room, replay.steps[step].seat
                if step > 1 and seat is not None and before.state is not None:
                    yield Position(rules, before.options, len(before.chairs), before.state, seat)

    async def _results(self, game: str, day: date) -> list[Result]:
        """Return some of the newest public games of a kind, none with people who were forgotten."""
        forgotten, results = self._forgotten(), list[Result]()
        today = (day - EPOCH).days
        for ago in range(1, DAYS + 1):
            results += [
                result
                for result in await self._ledger.of_day(today - ago)
                if result.game == game
                and not result.private
                and not any(seat.player in forgotten for seat in result.seats)
            ]
            if len(results) >= MAX_RESULTS:
                break
        return _shuffled(results, day, game)[:RECORDS]

    async def _of_bots(self, rules: Game, day: date) -> AsyncIterator[Position]:
        meta, seats = rules.meta, rules.meta.daily_seats or rules.meta.best_seats
        names = (strength(rules, STRENGTHS[1]),) * seats
        for number in range(DEALS):
            key = sha256(f"{day} {meta.key} {number}".encode()).digest()
            deal = Deal(meta.key, meta.daily_options, seats, key, isinstance(rules, Veils))
            progress = await self._pool.play_to(deal, names, seats + key[0] % (8 * seats))
            for _ in range(MOVES):
                if progress.outcome is not None:
                    break
                seat = rules.to_act(progress.state)[0]
                yield Position(rules, deal.options, seats, progress.state, seat)
                progress = await self._pool.play_to(deal, names, progress.made + 1, progress)


def _shuffled(items: Sequence[Item], day: date, *what: str) -> list[Item]:
    """Return items in an order that depends on the day and on what they are of."""
    seed = " ".join((day.isoformat(), *what))
    keyed = {sha256(f"{seed} {item}".encode()).digest(): item for item in items}
    return [keyed[key] for key in sorted(keyed)]
