"""The club: everything a screen or a script asks for goes through here."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from arcade.club import daily
from arcade.club.daily import Daily
from arcade.club.limits.allowance import Allowance, Allowed
from arcade.club.limits.capacity import Capacity
from arcade.club.lobby import rows
from arcade.club.lobby.listing import Listing
from arcade.club.lobby.notifier import LobbyNotifier
from arcade.club.people.accounts import Accounts
from arcade.club.people.devices import Devices
from arcade.club.people.moderation import Moderation
from arcade.club.people.social import Community
from arcade.club.replays.checkpoint import Checkpoint, Checkpoints, Proof
from arcade.club.replays.record import redact
from arcade.club.replays.replay import Replay, Replays
from arcade.club.standings.ledger import Ledger
from arcade.club.standings.standings import Standings
from arcade.club.streams.following import CatchUp
from arcade.club.streams.slices import run_in_slices
from arcade.club.streams.workers import Workers
from arcade.club.table_session import Spectator, TableSession
from arcade.club.views import LobbyView, Notice, TableRow
from arcade.club.visit import Visit
from arcade.engine.news import News, told
from arcade.eventlog.bus import ClusterBus
from arcade.eventlog.log import EventLog, NotStored
from arcade.players.player import Player
from arcade.rooms import decide, facts
from arcade.rooms.bots.pool import BotPool
from arcade.rooms.directory import Directory
from arcade.rooms.errors import Refused, refused
from arcade.rooms.facts import Sealed
from arcade.rooms.host import Host, stream
from arcade.rooms.presence import Location, Peers
from arcade.rooms.room import Room
from arcade.rooms.table_rules import TableRules
from arcade.rooms.timers import RoomSettings

MOST_TABLES = 12
"""At how many open tables one person may have a seat."""

FIRST_GAME = "421"
"""The game of a quick play when nobody plays anything yet."""


class Club:
    """The lobby, identity, and tables of one process, over one log.

    With a bus it is one of several processes that share the log.
    """

    def __init__(
        self,
        events: EventLog,
        settings: RoomSettings,
        bus: ClusterBus | None = None,
        allowed: Allowed | None = None,
    ) -> None:
        self.settings = settings
        self.allowance = Allowance(allowed, asyncio.get_running_loop().time)
        self.accounts = Accounts(events, self.allowance)
        self.moderation = Moderation(events, self.allowance)
        self.capacity = Capacity(self)
        self.community = Community(self, events)
        self.devices = Devices(self.accounts)
        self.bot_pool = BotPool(settings.thinkers, settings.patience)
        self._ledger = Ledger(events, self._results_counted)
        self.standings = Standings(self._ledger, self.accounts)
        self.daily = Daily(self, events)
        self.checkpoints = Checkpoints(events)
        parts: dict[str, CatchUp] = {
            "lobby": self.community.catch_up,
            "results": lambda _, end: self._ledger.catch_up(end),
            "daily": lambda _, end: self.daily.catch_up(end),
        }
        peers = Peers(bus.me if bus else "")
        self._rooms = Directory(events, settings, self.bot_pool, peers)
        self._rooms.subscribe(self._room_changed)
        parts["room"] = self._rooms.catch_up
        self.workers = Workers(self, events, bus, peers, parts)
        self.replays = Replays(self._rooms)
        self._places: dict[str, list[TableSession]] = {}
        self._visits: dict[str, Visit] = {}
        self._rows: dict[str, tuple[TableRow, tuple[int, ...]]] = {}
        self._rounds = LobbyNotifier(lambda: (one for one in self.visits if one.listens))
        self._listing: Listing | None = None

    address = "…"
    """Where people find this house, to be told to others: HOST or HOST:PORT, where it is known."""

    @classmethod
    async def open(
        cls,
        events: EventLog,
        settings: RoomSettings | None = None,
        bus: ClusterBus | None = None,
        allowed: Allowed | None = None,
    ) -> "Club":
        """Open the club on a log: the rooms, seats and turns that were there are there again."""
        club = cls(events, settings or RoomSettings(), bus, allowed)
        try:
            await club.workers.listen()
            await club.accounts.load()
            await club.moderation.load()
            await club.community.load()
            await club._rooms.load()
            await club._ledger.load(host.room for host in club._rooms)
            await club.daily.load(host.room for host in club._rooms)
        except BaseException:
            await club.close()
            raise
        club.workers.open()
        return club

    async def close(self) -> None:
        """Stop everything and wait until what was decided is stored; the log stays open."""
        self._rounds.stop()
        await self.workers.close()
        await self._rooms.close()
        await self._ledger.close()
        await self.daily.close()
        await self.bot_pool.close()

    # Identity

    async def choose_name(self, player: Player, name: str) -> Player:
        """Give a key-holder a name; raises `Refused`."""
        named = await self.accounts.choose_name(player, name)
        self.lobby_changed()
        return named

    # Who is here

    @property
    def visits(self) -> tuple[Visit, ...]:
        """The visits in this process."""
        return tuple(self._visits.values())

    @property
    def visitors(self) -> tuple[Player, ...]:
        """Everybody with a name who is here, in this process or another."""
        here = {one.id: one for one in self.workers.peers.visitors}
        here |= {visit.player.id: visit.player for visit in self.visits if visit.player.name}
        return tuple(here.values())

    @property
    def hosts(self) -> tuple[Host, ...]:
        """Every open table."""
        return tuple(self._rooms)

    @property
    def places(self) -> tuple[TableSession, ...]:
        """Every person's place at every table, in this process."""
        every = (place for places in self._places.values() for place in places)
        return tuple(place for place in every if place.counted)

    def whereabouts(self) -> tuple[Location, ...]:
        """Give who is at which table, in this process or another."""
        here = (Location(one.code, one.player, one.seated) for one in self.places)
        return (*here, *self.workers.peers.places)

    def enter(
        self,
        player: Player,
        ended: Callable[[News], None],
        hear: Callable[[Notice], None] = lambda _: None,
    ) -> Visit:
        """Begin an interactive visit; an older one of the same person is ended with a sentence.

        `hear` is called with what is to be shown at once, wherever the person is.
        """
        before = self._visits.pop(player.id, None)
        if before is not None:
            before.ended(told("You are here from another terminal now; this one is closed."))
        visit = self._visits[player.id] = Visit(self, player, ended, hear)
        self.workers.entered(player)
        self._people_changed()
        return visit

    def entered_elsewhere(self, player_id: str, young: float) -> None:
        """End a person's visit that is older than so many seconds; by the other processes."""
        visit = self._visits.get(player_id)
        if visit is not None and visit.age >= young:
            del self._visits[player_id]
            visit.ended(told("You are here from another terminal now; this one is closed."))

    def leave(self, visit: Visit) -> None:
        """End a visit."""
        if self._visits.get(visit.player.id) is visit:
            del self._visits[visit.player.id]
            self._people_changed()

    def _people_changed(self) -> None:
        self.workers.changed()
        self.lobby_changed()

    # Tables

    def lobby(self, player: Player | None = None) -> LobbyView:
        """Give the public tables, and the names of who is here.

        One's own tables come first, then those where somebody is, with seats to take, waiting.
        """
        people = sorted(one.name for one in self.visitors)
        return LobbyView(self._list().rows(player), tuple(people), self.community.lines(player))

    async def hear_of(self, code: str) -> None:
        """Take in a table that another process may have opened a moment ago."""
        await self._rooms.hear_of(code)

    def row(self, code: str) -> TableRow:
        """Give one table's line, also a private one's; raises `Refused`."""
        return rows.row(self._rooms.find(code))

    def rows(self) -> tuple[TableRow, ...]:
        """Give every open table's line, for the host."""
        return tuple(rows.row(host) for host in self._rooms)

    def held(self, player: Player) -> Sequence[str]:
        """Name the tables where this person has a seat."""
        return self._list().held(player)

    def turns(self, player: Player) -> Sequence[str]:
        """Name the tables whose game waits for this person."""
        return self._list().turns(player)

    def _list(self) -> Listing:
        if self._listing is None:
            self._listing = Listing(self._rooms)
        return self._listing

    def allow_another(self, player: Player) -> None:
        """Refuse a person who has a seat at too many tables."""
        held = self.held(player)
        if len(held) >= MOST_TABLES:
            raise refused(
                "You have a seat at {n} tables, and that is the most. Give one up first: {codes}",
                n=len(held),
                codes=", ".join(held),
            )

    async def create(
        self,
        player: Player,
        game: str,
        options: Mapping[str, Any] | None = None,
        seats: int = 0,
        private: bool = False,
        table: TableRules | None = None,
    ) -> str:
        """Open a table and give its code; `seats` 0 is the game's best number; raises `Refused`."""
        self.allow_another(player)
        self.moderation.may_begin()
        async with self.capacity.room(player):
            await self.accounts.meet(player)
            host = await self._rooms.create(player, game, options or {}, seats, private, table)
            self.capacity.opened(host, player)
        host.publish()
        return host.room.code

    async def open_daily(self, player: Player, game: str, seal: Sealed) -> Host:
        """Open a person's own table for a daily deal; by `Daily`."""
        self.moderation.may_begin()
        seats, options = daily.table(game)
        rooms = self._rooms
        async with self.capacity.room(player):
            host = await rooms.create(player, game, options, seats, True, daily.RULES, seal)
            self.capacity.opened(host, player)
        host.publish()
        return host

    async def join(self, player: Player, code: str, seat: int | None = None) -> TableSession:
        """Sit down: in one's own held seat, else the wished, else an open, else a bot's."""
        host = await self._find(player, code)
        if host.room.daily:
            await self.daily.must_be_attempt(host.room)
        if host.room.seat_of(player) is None:
            self.allow_another(player)
        self.allowance.keep(player)
        await self.accounts.meet(player)
        await host.do(lambda room, _: decide.sit(room, player, seat))
        return self._place(TableSession(self, host, player))

    async def watch(self, player: Player, code: str) -> TableSession:
        """Look on; who has a seat there is back in it instead."""
        host = await self._find(player, code)
        self._allow_look(host.room, player)
        await host.do(lambda room, _: decide.come_back(room, player))
        return self._place(TableSession(self, host, player))

    def spectator(self, code: str) -> TableSession:
        """Give nobody's place at a table, for a picture that all watchers share; may be refused."""
        return self._place(Spectator(self, self._rooms.find(code)))

    async def quick_play(self, player: Player, game: str | None = None) -> TableSession:
        """Play now: where a person waits or plays with a seat to take, else against bots."""
        best = max(
            (host for host in self._rooms if rows.invites(host, player, game)),
            key=lambda host: (host.room.phase == "waiting", rows.persons(host)),
            default=None,
        )
        if best is not None:
            return await self.join(player, best.room.code)
        place = await self.join(player, await self.create(player, game or FIRST_GAME))
        await place.start()
        return place

    async def record(self, code: str) -> list[dict[str, Any]]:
        """Give a table's facts as plain values; secrets only of games that are over."""
        stored = map(facts.decode, (one.data for one in await self._rooms.entries(code)))
        await self.daily.end_days()
        room, lines = await run_in_slices(redact(stored, self.daily.over))
        if not self.daily.may_see(room, None):
            raise refused("The record of a daily deal is told when its day is over.")
        return lines

    async def checkpoint(self, code: str = "") -> tuple[Checkpoint, list[Proof]]:
        """Give the newest checkpoint, and proofs of what a table has in it; raises `Refused`."""
        entries = await self._rooms.entries(code) if code else []
        if not await self.daily.end_days():
            raise NotStored("a day's end, which a checkpoint tells, cannot be stored")
        return await self.checkpoints.newest(facts.decode(entry.data) for entry in entries)

    async def mark_late(self, code: str) -> None:
        """Mark a daily deal that is not over, as its day is; by `Daily`. Raises `NotStored`."""
        await self._rooms.catch_up(stream(code))  # also one that another process has opened
        try:
            host = self._rooms.find(code)
        except Refused:
            return  # closed, or damaged: nobody plays there any more
        await host.do(lambda room, _: decide.end_day(room))
        self.daily.take(host.room)

    async def close_table(self, code: str) -> None:
        """Close a table, whoever is there, as the host; raises `Refused`."""
        await self._rooms.find(code).do(lambda room, _: decide.close(room))

    async def replay(self, code: str, number: int = 0, player: Player | None = None) -> Replay:
        """Give a finished game of a table (0: the last one), step by step; raises `Refused`."""
        with self.allowance.guess(self.allowance.origin(player)) if player else nullcontext():
            found = await self.replays.finished(code, number, player)
        self._allow_look(found.room, player)
        return found

    def _allow_look(self, room: Room, player: Player | None) -> None:
        if not self.daily.may_see(room, player):
            raise refused("Play today's deal yourself first; then you can watch others'.")

    async def _find(self, player: Player, code: str) -> Host:
        with self.allowance.guess(self.allowance.origin(player)):
            await self._rooms.hear_of(code)
            return self._rooms.find(code)

    def forget_place(self, place: TableSession) -> None:
        """Drop a detached place; by the place."""
        places = self._places.get(place.code, [])
        if place in places:
            places.remove(place)
        if not places:
            self._places.pop(place.code, None)

    def _place(self, place: TableSession) -> TableSession:
        self._places.setdefault(place.code, []).append(place)
        return place

    def _results_counted(self, code: str) -> None:
        for host in {place.host for place in self._places.get(code, ())}:
            host.publish()

    def _room_changed(self, host: Host) -> None:
        code = host.room.code
        self._listing = None
        self._ledger.take(host.room)
        self.daily.take(host.room)
        self.workers.changed()
        row = rows.row(host) if host.room.phase != "closed" else None
        known = (row, host.room.to_act() if host.room.table.days else ()) if row else None
        if self._rows.get(code) != known:
            if known is None:
                self._rows.pop(code, None)
            else:
                self._rows[code] = known
            self.lobby_changed()

    def lobby_changed(self) -> None:
        """Have everybody look at the lobby again, soon; by the parts of the club."""
        self._rounds.begin()
