"""The daily deal: one seed a day for each game, the same for everybody, one attempt each.

Days are UTC days. A game that is not over at the end of its day continues, but does not count. The
end of a day is stored after all its tables have been marked; only then is its seed revealed, and a
clock that is turned back cannot begin the day again.
"""

import asyncio
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import Context
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, NamedTuple

import structlog
from msgspec import Struct, field
from msgspec.structs import replace

from arcade.club.deals.attempts import RULES, attempt, end_in_time, must_be_attempt, open_table
from arcade.club.deals.benchmark import COMPARED, Benchmark
from arcade.club.deals.facts import (
    Began,
    BotPlayed,
    Deals,
    Dealt,
    Fact,
    Finished,
    Over,
    Ranked,
    WeekOver,
    form,
)
from arcade.club.deals.league import League, Leagues
from arcade.club.deals.streaks import streak_of
from arcade.club.digest.digest import Item, LastVisit
from arcade.club.limits.capacity import Capacity
from arcade.club.people.accounts import Accounts
from arcade.club.presence import ClubPresence
from arcade.club.streams.following import FactStream
from arcade.engine import fair, registry
from arcade.engine.codec import Stored
from arcade.engine.game import Veils
from arcade.engine.news import phrase
from arcade.eventlog.log import EventLog, NotStored
from arcade.newest import Newest
from arcade.players.player import Player
from arcade.players.results import DAY
from arcade.rooms.bots.pool import BotPool
from arcade.rooms.clocks import now
from arcade.rooms.directory import Directory
from arcade.rooms.errors import Refused, refused
from arcade.rooms.facts import Sealed
from arcade.rooms.moderation import must_have_name
from arcade.rooms.room import Room
from arcade.tasks import Tasks

STREAM = "daily"

MAX_RESULTS = 100
"""The most results of a deal that are shown, besides the viewer's own."""
CACHED_DEALS = 64
"""Deals whose rows are kept."""

State = Literal["new", "begun", "done", "out"]
"""The viewer's attempt: none yet; under way; counted; over, and not counted."""

CLOCK_CHECK = 60.0
"""Seconds between checks of the clock, which may have been set or have stood still."""

log = structlog.get_logger()


class DailyRow(Struct, frozen=True):
    """One result; `position` counts from 1, `rank` is the seat's among the table's (1: won).

    `beaten` counts the results that it beats.
    """

    position: int = field(name="place")
    name: str
    guest: bool
    rank: int
    score: int
    code: str
    yours: bool = False
    beaten: int = 0


class DailyTable(Struct, frozen=True):
    """A day's best results of a game, the viewer's own, and the state of the viewer's attempt.

    `people` counts all results.
    `commitment` (hex) seals the deal; "" if nobody has played it. `seed` is revealed the day after,
    except if hands stay hidden forever. `playing` counts unfinished attempts.
    """

    game: str
    name: str
    day: str
    state: State
    rows: tuple[DailyRow, ...]
    playing: int
    commitment: str = ""
    seed: str | None = None
    people: int = 0

    @property
    def rival(self) -> str:
        """The name of the person right ahead of the viewer, else right behind; "": nobody with a
        key.
        """
        own = next((number for number, row in enumerate(self.rows) if row.yours), None)
        if own is None:
            return ""
        near = (*reversed(self.rows[:own]), *self.rows[own + 1 :])
        return next((row.name for row in near if row.name and not row.guest), "")


class _Best(NamedTuple):
    """The rows of a deal, valid for a number of results and renamings, and its players' names."""

    at: tuple[int, int]
    rows: tuple[DailyRow, ...]
    names: dict[str, tuple[str, bool]]


def utc_day() -> date:
    return datetime.fromtimestamp(now() / 1000, UTC).date()


class Daily:
    """The daily deals of one log. Methods raise `Refused` or `NotStored`."""

    def __init__(
        self,
        events: EventLog,
        accounts: Accounts,
        presence: ClubPresence,
        rooms: Directory,
        capacity: Capacity,
        bot_pool: BotPool,
    ) -> None:
        self.clock: Callable[[], date] = utc_day
        self._accounts = accounts
        self._presence = presence
        self._rooms = rooms
        self._capacity = capacity
        self.cursor = FactStream(events, STREAM, form, self._add, presence.lobby_changed)
        self._deals = Deals()
        self._leagues = Leagues(
            self._deals, lambda player: accounts.called(player, self._deals.names.get(player, ""))
        )
        self._benchmark = Benchmark(bot_pool, RULES.bots, self._bot_played)
        self._rows: Newest[tuple[str, str], _Best] = Newest(CACHED_DEALS)
        self.version = 0
        """Grows with every fact; what was computed at the same version still holds."""
        self._tasks = Tasks()
        self._ending = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._shown = ""
        """The day that the lobby was last notified of."""

    @property
    def over(self) -> Collection[str]:
        """Days (ISO) that are over, with all their attempts."""
        return self._deals.over

    @property
    def today(self) -> str:
        return self.clock().isoformat()

    @property
    def left(self) -> int:
        """Milliseconds until the next deals."""
        return DAY - now() % DAY

    @property
    def yesterday(self) -> str:
        return (self.clock() - timedelta(days=1)).isoformat()

    async def load(self, rooms: Iterable[Room] = ()) -> None:
        """Read the log; add results that only the rooms have."""
        await self.cursor.read_on()
        for room in rooms:
            self.take(room)
        self._look_at_clock(0)

    def _look_at_clock(self, wait: float) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(
            wait, lambda: self._tasks.begin(self._end_in_time()), context=Context()
        )

    async def _end_in_time(self) -> None:
        try:
            await self.end_days()
            if self._shown != self.today:  # whoever has the deals open sees the new ones
                self._shown = self.today
                self._presence.lobby_changed()
        finally:
            if self._timer is not None:
                self._look_at_clock(min(CLOCK_CHECK, (DAY - now() % DAY) / 1000 + 1))

    async def end_days(self) -> bool:
        """Mark unfinished deals of past days as late, then store that these days are over.

        Return whether that was stored; if not, no seed is revealed.
        """
        async with self._ending:
            past = {day for day, _ in self._deals.dealt if day < self.today}
            try:
                for day in sorted(past.difference(self.over)):
                    await self._end(day)
                for week in tuple(self._leagues.ended(self.clock())):
                    await self._keep(week)
            except NotStored as error:
                log.error("day not ended", error=str(error))
                return False
            return True

    async def _end(self, day: str) -> None:
        marked: set[str] = set()

        def decided() -> Fact | None:
            return None if day in self.over or self._codes(day) - marked else Over(day)

        while day not in self.over:
            for code in self._codes(day) - marked:
                await self.mark_late(code)
                marked.add(code)
            await self.cursor.add(decided)
        self._presence.lobby_changed()

    def _codes(self, day: str) -> set[str]:
        began = (attempts for (when, _), attempts in self._deals.began.items() if when == day)
        return {attempt.code for attempts in began for attempt in attempts.values()}

    async def close(self) -> None:
        """Wait for pending results; the next load finds any that cannot be stored."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        await self._benchmark.close()
        await self._tasks.finish()

    async def table(self, player: Player, game: str) -> str:
        """Return the code of a person's table for today's deal; open it if needed."""
        must_have_name(player)
        await self.end_days()
        day = self.today
        if day in self.over:
            raise _over()
        if self._state(day, game, player) in ("done", "out"):
            raise refused("The daily deal is played once. There is another one tomorrow.")
        dealt = await self._deal(day, game)
        if began := self._deals.began.get((day, game), {}).get(player.id):
            return began.code
        rules = registry.find(game)
        asked = game, rules.meta.daily_options, rules.meta.daily_seats
        seal = Sealed(1, dealt.commitment, dealt.seed, day, isinstance(rules, Veils))
        table = await open_table(
            *(self._capacity, player, asked, seal),
            lambda code: self._begin(Began(day, game, player, code)),
        )
        if not table:
            raise _over()
        return table

    async def mark_late(self, code: str) -> None:
        """Mark an unfinished daily deal as too late. Raises `NotStored`."""
        room = await end_in_time(self._rooms, code)
        if room is not None:
            self.take(room)

    def results(self, game: str, day: str = "", player: Player | None = None) -> DailyTable:
        """Return a day's results (by default today's), as a person may see them."""
        day = day or self.today
        rules = registry.find(game)
        which = (day, game)
        dealt = self._deals.dealt.get(which)
        began = self._deals.began.get(which, {})
        rows = self._best(day, game)
        own = self._deals.of(day, game, player.id) if player is not None else None
        if own is not None and player is not None:
            yours = replace(_row(own, self._name(player.id, began)), yours=True)
            shown = tuple(yours if row.code == yours.code else row for row in rows)
            rows = shown if yours in shown else (*rows, yours)
        over = day in self.over
        revealed = dealt is not None and over and not isinstance(rules, Veils)
        return DailyTable(
            game,
            rules.meta.name,
            day,
            self._state(day, game, player),
            rows,
            0 if over else len(began) - len(self._deals.finished.get(which, {})),
            dealt.commitment if dealt else "",
            dealt.seed if dealt and revealed else None,
            self._deals.count(day, game),
        )

    def _best(self, day: str, game: str) -> tuple[DailyRow, ...]:
        """Return the rows that everybody sees, built once for all until something changes."""
        which, at = (day, game), (self._deals.count(day, game), self._accounts.renamed)
        known = self._rows.get(which)
        if known is None or known.at != at:
            names = known.names if known is not None and known.at[1] == at[1] else {}
            attempts, rows = self._deals.began.get(which, {}), []
            for ranked in self._deals.best(day, game, MAX_RESULTS):
                player = ranked.result.player
                if player not in names:
                    names[player] = self._name(player, attempts)
                rows.append(_row(ranked, names[player]))
            known = self._rows[which] = _Best(at, tuple(rows), names)
        return known.rows

    def _name(self, player_id: str, attempts: Mapping[str, Began]) -> tuple[str, bool]:
        """Return a player's name, and whether they began as a guest."""
        began = attempts.get(player_id)
        guest, name = (began.player.guest, began.player.name) if began else (False, "")
        return self._accounts.known(player_id).name or name, guest

    def all(self, player: Player | None = None, day: str = "") -> tuple[DailyTable, ...]:
        return tuple(self.results(game, day, player) for game in registry.games())

    def facts_of(self, player: Player) -> list[Began | Finished]:
        """Return what is stored of a person's attempts at all daily deals."""
        began = [of[player.id] for of in self._deals.began.values() if player.id in of]
        finished = [of[player.id] for of in self._deals.finished.values() if player.id in of]
        return [*began, *finished]

    def streak(self, player: Player) -> int:
        """Count a person's own days in a row, up to today or yesterday, with a finished deal."""
        return streak_of(self._deals.times(player.id), self._accounts.zone(player))

    def compared(self, day: str, game: str) -> tuple[BotPlayed, ...]:
        """Return how bots fared in a person's seat, the weaker first; () until they have played."""
        return tuple(self._deals.bots.get((day, game), {}).values())

    def compare(self, day: str, game: str) -> asyncio.Task[None] | None:
        """Let bots play a deal that somebody has finished; None if they have."""
        if self._deals.count(day, game) and len(self.compared(day, game)) < len(COMPARED):
            return self._benchmark.begin(self._deals.dealt[day, game])
        return None

    async def settle(self) -> None:
        """Wait until the results of games that are over have been stored, or not."""
        await self._tasks.settle()

    def league(
        self, game: str, player: Player | None = None, weeks: int = 0, most: int | None = None
    ) -> League:
        """Return the league of this week, or of `weeks` ago; at most `most` rows of it."""
        day = self.clock() - timedelta(weeks=weeks)
        return self._leagues.week(game, day, player.id if player is not None else "", most)

    def happened(self, player: Player, last: LastVisit) -> Iterator[Item]:
        """Tell a person their places in the leagues of last week, if it has ended since."""
        today = self.clock()
        monday = datetime.combine(today - timedelta(days=today.weekday()), time(), UTC)
        if not 0 < last.at < monday.timestamp() * 1000:
            return
        places: list[str] = []
        for league in (self.league(game, player, 1) for game in registry.games()):
            own = next((row.position for row in league.rows if row.yours), 0)
            if own and len(league.rows) > 1:
                places.append(f"{league.name} {own}/{len(league.rows)}")
        if places:
            news = phrase("Last week's leagues, your places: {places}.", places=", ".join(places))
            yield Item("league", news)

    def podiums(self, player: Player) -> Mapping[str, Sequence[int]]:
        """Return how often a person was first, second and third of a week's league, by game."""
        return self._deals.podiums(player.id)

    def next(self, player: Player) -> str:
        """Return the game of the first deal of today that a person has not finished; "": none."""
        states = ((game, self._state(self.today, game, player)) for game in registry.games())
        return next((game for game, state in states if state in ("new", "begun")), "")

    def ranks(self, player: Player, game: str, days: int) -> tuple[int, ...]:
        """Return a person's ranks at the table on the last days, today last; 0: no result."""
        last = ((self.clock() - timedelta(days=ago)).isoformat() for ago in reversed(range(days)))
        results = (self._deals.finished.get((day, game), {}).get(player.id) for day in last)
        return tuple(result.rank if result else 0 for result in results)

    async def must_be_attempt(self, room: Room) -> None:
        await must_be_attempt(room, self._is_attempt, self.cursor)

    def may_see(self, room: Room, player: Player | None) -> bool:
        """Return whether somebody may watch: another's deal of today only after their own."""
        day = room.daily
        if not day or day in self.over or (player is not None and player.id == room.by.id):
            return True
        return self._state(day, room.game, player) in ("done", "out")

    def _is_attempt(self, room: Room) -> bool:
        began = self._deals.began.get((room.daily, room.game), {}).get(room.by.id)
        return began is not None and began.code == room.code

    def take(self, room: Room) -> None:
        """Store the result of a daily table if it is over."""
        day, course = room.daily, room.course
        if not day or course is None or room.phase != "over":
            return
        if room.by.id in self._deals.finished.get((day, room.game), {}):
            return
        self._tasks.begin(self._finish(room))

    def _state(self, day: str, game: str, player: Player | None) -> State:
        which = (day, game)
        if player is None or player.id not in self._deals.began.get(which, {}):
            return "new"
        finished = self._deals.finished.get(which, {}).get(player.id)
        if finished is None:
            return "out" if day in self.over else "begun"
        return "done" if finished.rank else "out"

    async def _deal(self, day: str, game: str) -> Dealt:
        seed = secrets.token_bytes(fair.SEED_BYTES)
        registry.find(game)
        await self.cursor.add(
            lambda: (
                None
                if (day, game) in self._deals.dealt
                else Dealt(day, game, fair.seal(game, seed), seed.hex())
            )
        )
        return self._deals.dealt[day, game]

    async def _begin(self, began: Began) -> str:
        """Store an attempt; return its table, or that of the earlier one; "" if the day is over."""
        attempts = self._deals.began.setdefault((began.day, began.game), {})
        known = began.player.id
        await self.cursor.add(
            lambda: None if known in attempts or began.day in self.over else began
        )
        return attempts[known].code if known in attempts else ""

    async def _finish(self, room: Room) -> None:
        finished = _finished(room, room.by.id not in self._accounts.programs)
        results = self._deals.finished.setdefault((finished.day, finished.game), {})
        try:
            await self.cursor.add(lambda: None if finished.player in results else finished)
        except NotStored as error:
            log.error("daily result not stored", room=room.code, error=str(error))
        self._presence.lobby_changed()

    async def _bot_played(self, fact: BotPlayed) -> None:
        await self._keep(fact)
        self._presence.lobby_changed()

    async def _keep(self, fact: BotPlayed | WeekOver) -> None:
        await self.cursor.add(lambda: None if self._deals.has(fact) else fact)

    def _add(self, stored: Stored[Fact]) -> None:
        self._deals.add(stored.fact, stored.at)
        self.version += 1


def _row(ranked: Ranked, called: tuple[str, bool]) -> DailyRow:
    name, guest = called
    rank, score, code = ranked.result.rank, ranked.result.score, ranked.result.code
    return DailyRow(ranked.position, name, guest, rank, score, code, beaten=ranked.beaten)


def _over() -> Refused:
    return refused("This day's deal is over. There is another one tomorrow.")


def _finished(room: Room, person: bool) -> Finished:
    """Return the result; it counts if the `person`, no program, made every move of the seat."""
    result = attempt(room)
    if not person:
        result = result._replace(rank=0, score=0)
    return Finished(room.daily, room.game, room.by.id, room.code, *result)
