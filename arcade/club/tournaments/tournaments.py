"""Runs tournaments: opens their tables, seats people and bots, and goes from round to round.

One process does that: the one that would drive a table of this name.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

import structlog
from msgspec.structs import replace

from arcade.club.calls import Occasion
from arcade.club.people.accounts import Accounts
from arcade.club.presence import ClubPresence
from arcade.club.streams.following import FactStream
from arcade.club.tournaments.facts import (
    MAX_FIELD,
    MIN_FIELD,
    MIN_PEOPLE,
    ROUNDS,
    Calendar,
    Cancelled,
    Entered,
    Entrant,
    Fact,
    Match,
    MatchEnded,
    RoundBegan,
    Scheduled,
    Tournament,
    Withdrew,
    field_size,
    form,
    grouped,
)
from arcade.club.tournaments.views import Honour, Tonight, TournamentRow, TournamentView
from arcade.club.tournaments.wording import end_news
from arcade.club.views import INVITATION, Notice
from arcade.engine import registry
from arcade.engine.bot import bots, strength
from arcade.engine.codec import Stored
from arcade.engine.game import ranks
from arcade.engine.news import phrase
from arcade.engine.words import folded
from arcade.eventlog.log import EventLog, NotStored
from arcade.players.player import ORGANISER, Player
from arcade.players.results import DAY
from arcade.rooms import decide, facts
from arcade.rooms.clocks import now
from arcade.rooms.directory import Directory
from arcade.rooms.errors import Refused, refused
from arcade.rooms.host import Host
from arcade.rooms.moderation import must_have_name
from arcade.rooms.seats import BOT_NAMES
from arcade.rooms.table_rules import TableRules
from arcade.tasks import Tasks

STREAM = "tournaments"
RULES = TableRules(late_join=False)
WEEK = 7 * DAY
CHECK_EVERY = 5.0
"""Seconds between two looks at the clock and the tables."""
DESERTED_TIME = 180_000
MAX_GAME_TIME = 25 * 60_000
"""Milliseconds after which the house ends the game of a table where nobody is, and any game."""
NOTICE_TIME = 120.0
"""Seconds for which people are shown where they play."""
END_TIME = 30.0
"""Seconds for which whoever has played is shown how a tournament has ended."""

log = structlog.get_logger()


class Tournaments:
    """The tournaments of one log. Methods raise `Refused` or `NotStored`."""

    def __init__(
        self, events: EventLog, accounts: Accounts, presence: ClubPresence, rooms: Directory
    ) -> None:
        self._accounts = accounts
        self._presence = presence
        self._rooms = rooms
        self._calendar = Calendar()
        self.cursor = FactStream(events, STREAM, form, self._add, presence.lobby_changed)
        self._loaded = False
        self._honoured: tuple[object, tuple[Honour, ...]] = None, ()
        """The table of honour, and for what it was made."""
        self.called: Callable[[Collection[str], Occasion], None] = lambda _people, _occasion: None
        """Calls the people with these ids who are elsewhere."""
        self._tasks = Tasks()

    async def load(self) -> None:
        await self.cursor.read_on()
        self._loaded = True
        self._tasks.begin(self._run())

    async def close(self) -> None:
        await self._tasks.cancel()

    # What the host and people ask for

    async def schedule(self, game: str, begins: int, weekly: bool = False) -> int:
        """Schedule a tournament for a time (ms since 1970) and return its number."""
        _must_fit(game)
        if begins <= now():
            raise refused("That time is over; write one to come.")
        number = 0

        def decided() -> Fact:
            nonlocal number
            number = 1 + max(self._calendar.tournaments, default=0)
            return Scheduled(number, game, begins, weekly)

        await self._store(decided)
        return number

    async def cancel(self, number: int) -> None:
        if number not in self._calendar.tournaments:
            raise refused("There is no tournament {n}.", n=number)
        await self._store(lambda: None if self._of(number).over else Cancelled(number, True))

    async def enter(self, player: Player, on: bool) -> None:
        """Enter a person for the next tournament, or take them off its list."""
        must_have_name(player)
        tournament = self._calendar.next()
        if tournament is None or tournament.rounds:
            raise refused("No tournament is open to join now.")
        number, most = tournament.number, _most(tournament.game)
        self._accounts.charge(player)
        await self._accounts.meet(player)

        def decided() -> Fact | None:
            if self._of(number).rounds:
                raise refused("The tournament has just begun.")
            entered = self._of(number).entered
            if on and player.id not in entered and len(entered) >= most:
                raise refused("{n} people have joined, and that is the most.", n=most)
            if on is (player.id in entered):
                return None
            return Entered(number, player) if on else Withdrew(number, player.id)

        await self._store(decided)

    async def leave(self, player: Player) -> None:
        """Take a person who will be forgotten off the lists of tournaments to come."""
        for tournament in self.upcoming():
            if player.id in tournament.entered and not tournament.rounds:
                await self._store(partial(_withdrawn, tournament, player.id))

    def upcoming(self) -> list[Tournament]:
        """Return the tournaments that are not over, the earliest first."""
        return sorted(self._calendar.coming.values(), key=lambda item: item.begins)

    # What people see

    @property
    def any_known(self) -> bool:
        """Whether this house has ever scheduled a tournament."""
        return bool(self._calendar.tournaments)

    def tonight(self, player: Player) -> Tonight:
        coming, last = self._calendar.next(), self._calendar.last()
        return Tonight(
            self._view(coming, player) if coming else None,
            self._view(last, player) if last else None,
            self._honours(),
        )

    def near(self, player: Player) -> TournamentView | None:
        """Return the tournament that runs or begins within a day, else the one of the last day."""
        for tournament in (self._calendar.next(), self._calendar.last()):
            if tournament is not None and abs(tournament.begins - now()) < DAY:
                return self._view(tournament, player)
        return None

    def _rows(self, tournament: Tournament, player: Player) -> list[TournamentRow]:
        """Return the standings; before the first round the people who have joined, by name."""
        called, programs = self._accounts.called, self._accounts.programs
        ranked = [
            (rank, called(entrant.id, entrant.name), entrant.bot, points, entrant.id)
            for rank, entrant, points in tournament.standings()
        ] or sorted(
            (0, called(person.id, person.name), "", 0, person.id)
            for person in tournament.entered.values()
        )
        return [
            TournamentRow(rank, name, bot, points, yours=who == player.id, program=who in programs)
            for rank, name, bot, points, who in ranked
        ]

    def _view(self, tournament: Tournament, player: Player) -> TournamentView:
        own = (
            match.code
            for match in tournament.open
            if any(entrant.id == player.id for entrant in match.entrants)
        )
        return TournamentView(
            number=tournament.number,
            game=tournament.game,
            title=registry.find(tournament.game).meta.name,
            begins=tournament.begins,
            people=len(tournament.entered),
            most=_most(tournament.game),
            entered=player.id in tournament.entered,
            weekly=tournament.weekly,
            round=len(tournament.rounds),
            rounds=ROUNDS,
            over=tournament.over,
            table=next(own, ""),
            rows=tuple(self._rows(tournament, player)),
        )

    def _honours(self) -> tuple[Honour, ...]:
        """Return the people of this season, three months, by the points of its tournaments."""
        accounts, played = self._accounts, self._calendar.played
        now_known = (season(now()), len(played), accounts.renamed, len(accounts.programs))
        if self._honoured[0] != now_known:
            self._honoured = now_known, self._added_up()
        return self._honoured[1]

    def _added_up(self) -> tuple[Honour, ...]:
        points, won = Counter[str](), Counter[str]()
        for tournament in self._calendar.played:
            if season(tournament.begins) == season(now()):
                for rank, entrant, own in tournament.standings():
                    if entrant.id and entrant.id not in self._accounts.programs:
                        points[entrant.id] += own
                        won[entrant.id] += rank == 1
        scores = sorted(points.values(), reverse=True)
        named = [(self._accounts.known(who).name, who, own) for who, own in points.items()]
        return tuple(
            Honour(1 + scores.index(own), name, own, won[who])
            for name, who, own in sorted(named, key=lambda item: (-item[2], folded(item[0])))
        )

    # Going on

    async def _run(self) -> None:
        """Go on again and again with what is due, if this process runs the tournaments."""
        while True:
            await asyncio.sleep(CHECK_EVERY)
            try:
                if self._calendar.tournaments and self._presence.peers.drives(STREAM):
                    await self._go_on()
            except Exception:
                log.exception("tournaments wait")

    async def _go_on(self) -> None:
        due = [item for item in self.upcoming() if item.rounds or item.begins <= now()]
        for tournament in due:
            try:
                await self._advance(tournament)
            except (NotStored, Refused) as error:
                log.error("tournament waits", number=tournament.number, error=repr(error))
        weekly = [item for item in self._calendar.tournaments.values() if item.weekly]
        newest = max(weekly, key=lambda item: item.begins, default=None)
        if newest is not None and newest.over and not newest.stopped:
            with suppress(NotStored):
                await self._repeat(newest)

    async def _advance(self, tournament: Tournament) -> None:
        """Do what is due in a tournament: begin, end games, go to the next round."""
        if not tournament.rounds:
            await self.cursor.read_on()  # who has entered through another process
            await self._begin_or_cancel(tournament)
        for match in tournament.open:
            await self._follow(tournament, match)
        if tournament.rounds and not tournament.open and not tournament.over:
            await self._begin_round(tournament, self._entrants(tournament))

    async def _begin_or_cancel(self, tournament: Tournament) -> None:
        def decided() -> Fact | None:
            few = not tournament.rounds and len(tournament.entered) < MIN_PEOPLE
            return Cancelled(tournament.number) if few and not tournament.over else None

        await self._store(decided)
        if not tournament.rounds and not tournament.over:
            await self._begin_round(tournament, self._field(tournament))

    def _field(self, tournament: Tournament) -> tuple[Entrant, ...]:
        """Return everybody who plays: the people who have joined, and bots."""
        people = [
            Entrant(self._accounts.called(who.id, who.name), who.id, guest=who.guest)
            for who in tournament.entered.values()
        ]
        rules = registry.find(tournament.game)
        size = field_size(len(people), rules.meta.best_seats)
        bot = strength(rules, RULES.bots)
        names = (*BOT_NAMES, *(f"{name} II" for name in BOT_NAMES))
        filled = [Entrant(name, bot=bot) for name in names[: size - len(people)]]
        return (*people[:size], *filled)

    def _entrants(self, tournament: Tournament) -> tuple[Entrant, ...]:
        """Return the field by the names of now: somebody may have been forgotten meanwhile."""
        called = self._accounts.called
        return tuple(
            replace(entrant, name=called(entrant.id, entrant.name)) if entrant.id else entrant
            for entrant in tournament.entrants
        )

    async def _begin_round(self, tournament: Tournament, field: tuple[Entrant, ...]) -> None:
        seats = registry.find(tournament.game).meta.best_seats
        points = tournament.points() or dict.fromkeys((who.key for who in field), 0)
        known = len(tournament.rounds), tuple(tournament.entered)
        hosts, matches = [], []
        for entrants in grouped(field, points, seats):
            hosts.append(await self._rooms.create(partial(_opening, tournament.game, entrants)))
            matches.append(Match(hosts[-1].room.code, entrants))
        began = RoundBegan(tournament.number, tuple(matches))

        def decided() -> Fact | None:
            current = len(tournament.rounds), tuple(tournament.entered)
            return began if current == known and not tournament.over else None

        await self._store(decided)
        if all(began.matches != named for _, named in tournament.rounds):
            for host in hosts:  # another process was faster, or somebody entered: look again
                await host.do(lambda room, _: decide.close(room))
            return
        for match in tournament.open:
            await self._follow(tournament, match)
            for entrant in match.entrants:
                if entrant.id:
                    self._call(entrant.id, len(tournament.rounds), match.code)

    def _call(self, player_id: str, number: int, code: str) -> None:
        """Tell a person where they play."""
        news = phrase("Round {n} of the tournament: you play at table {code}", n=number, code=code)
        self._presence.send(player_id, "", Notice(news, NOTICE_TIME, code, INVITATION))

    async def _follow(self, tournament: Tournament, match: Match) -> None:
        """Begin a table's game, end it when its time is over, and note its ranks."""
        await self._rooms.load_if_new(match.code)  # the process that opened it may be gone
        try:
            host = self._rooms.find(match.code)
        except Refused:  # closed while no server ran
            await self._note(tournament, match, (1,) * len(match.entrants))
            return
        room, began = host.room, tournament.rounds[-1][0]
        if room.phase == "waiting":
            await self._begin(host)
        elif room.phase == "playing":
            overdue = now() - began >= (MAX_GAME_TIME if host.anybody else DESERTED_TIME)
            if overdue and not room.settled:
                await host.do(lambda room, _: decide.end_by_house(room))
        elif room.outcome is not None and not room.ended:
            await self._note(tournament, match, tuple(ranks(room.outcome)))
        else:
            await self._note(tournament, match, (1,) * len(match.entrants))

    async def _begin(self, host: Host) -> None:
        here = self._presence.is_about
        await host.do(lambda room, chance: decide.begin(room, here, chance))

    async def _note(self, tournament: Tournament, match: Match, own: tuple[int, ...]) -> None:
        ended = MatchEnded(tournament.number, match.code, own)
        await self._store(lambda: None if match.code in tournament.ranks else ended)

    async def _repeat(self, tournament: Tournament) -> None:
        """Schedule the tournament of the next week, once."""
        begins = tournament.begins
        while begins <= now():
            begins += WEEK

        def decided() -> Fact | None:
            known = self._calendar.tournaments.values()
            if any(item.weekly and item.begins > tournament.begins for item in known):
                return None
            return Scheduled(1 + max(self._calendar.tournaments), tournament.game, begins, True)

        await self._store(decided)

    def _of(self, number: int) -> Tournament:
        return self._calendar.tournaments[number]

    async def _store(self, decided: Callable[[], Fact | None]) -> None:
        """Append a fact that the fold lacks; on a conflict read, and decide again."""
        await self.cursor.add(decided)
        self._presence.lobby_changed()

    def _add(self, stored: Stored[Fact]) -> None:
        self._calendar.add(stored)
        if self._loaded and isinstance(stored.fact, RoundBegan):
            self._call_all(stored.fact)
        if self._loaded and isinstance(stored.fact, MatchEnded):
            tournament = self._of(stored.fact.number)
            for player in tournament.entered.values() if tournament.over else ():
                news = end_news(self._view(tournament, player))
                self._presence.deliver(player.id, "", Notice(news, END_TIME))

    def _call_all(self, began: RoundBegan) -> None:
        """Call the people of a round who are elsewhere."""
        meta = registry.find(self._of(began.number).game).meta
        for match in began.matches:
            people = [entrant.id for entrant in match.entrants if entrant.id]
            self.called(people, Occasion("round", match.code, meta.key, meta.name))


def _withdrawn(tournament: Tournament, player_id: str) -> Fact | None:
    if tournament.rounds or player_id not in tournament.entered:
        return None
    return Withdrew(tournament.number, player_id)


def season(at: int) -> tuple[int, int]:
    """Return the year and the quarter of a time (ms since 1970, UTC)."""
    day = datetime.fromtimestamp(at / 1000, UTC)
    return day.year, (day.month - 1) // 3


def _most(game: str) -> int:
    seats = registry.find(game).meta.best_seats
    return seats * (MAX_FIELD // seats)


def _must_fit(game: str) -> None:
    decide.must_be_played(game)
    rules = registry.find(game)
    if _most(game) < MIN_FIELD or not bots(rules):
        raise refused("{game} is not for tournaments.", game=rules.meta.name)


def _opening(game: str, entrants: tuple[Entrant, ...], code: str) -> facts.Facts:
    """Open a table with everybody seated."""
    seats: list[facts.Fact] = [
        facts.Sat(seat, Player(entrant.id, entrant.name, entrant.guest))
        if entrant.id
        else facts.BotSat(seat, entrant.bot, entrant.name)
        for seat, entrant in enumerate(entrants)
    ]
    return (*decide.create(code, ORGANISER, game, {}, len(entrants), False, RULES), *seats)
