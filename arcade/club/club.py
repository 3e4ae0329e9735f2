"""The club: what front ends talk to."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import nullcontext, suppress
from functools import partial

import structlog

from arcade.club.calls import Calls, Occasion
from arcade.club.deals.daily import Daily
from arcade.club.digest.digest import Digest
from arcade.club.duels.duels import Duels
from arcade.club.feed import Feed
from arcade.club.game_faults import GameFaults
from arcade.club.limits.allowance import Allowance, Allowed
from arcade.club.limits.capacity import Capacity
from arcade.club.people.accounts import Accounts, PendingCode
from arcade.club.people.devices import CODE_MADE, Devices, change_notice
from arcade.club.people.drafts import Drafts
from arcade.club.people.friends import Friends
from arcade.club.people.moderation import Moderation
from arcade.club.people.own_data import own_data
from arcade.club.people.returns import Returns, welcome
from arcade.club.people.social import MAX_NAMED, Community
from arcade.club.presence import ClubPresence
from arcade.club.puzzles.finding import Finder
from arcade.club.puzzles.puzzles import Puzzles
from arcade.club.puzzles.session import PuzzleSession
from arcade.club.replays.checkpoint import Checkpoint, Checkpoints, Proof
from arcade.club.replays.curve import Curves
from arcade.club.replays.practice import PracticeSession, branched
from arcade.club.replays.record import RecordLine, redact, run_in_slices
from arcade.club.replays.replay import Replay, Replays
from arcade.club.replays.review import Highlighter
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.standings.ledger import Ledger
from arcade.club.standings.standings import Standings
from arcade.club.streams import mark
from arcade.club.streams.following import CatchUp, StreamFollower
from arcade.club.streams.inbox import Inbox
from arcade.club.streams.messenger import Came, Issued, Messenger
from arcade.club.streams.patrol import Patrol
from arcade.club.streams.workers import Workers
from arcade.club.table_list import TableList, awaits
from arcade.club.table_session import Spectator, TableSession
from arcade.club.table_view import table_view
from arcade.club.tournaments.tournaments import Tournaments
from arcade.club.views import LobbyView, TableView
from arcade.club.watch_links import WatchLinks
from arcade.club.webhooks.webhooks import Webhooks
from arcade.engine import registry
from arcade.eventlog.log import ClusterBus, EventLog, NotStored
from arcade.players.player import Player
from arcade.players.roster import KeyChange
from arcade.rooms import decide, facts
from arcade.rooms.bots.pool import BotPool
from arcade.rooms.directory import Directory
from arcade.rooms.errors import NoSeat, Refused, no_table, refused
from arcade.rooms.host import Host, stream
from arcade.rooms.presence import Peers
from arcade.rooms.room import Room
from arcade.rooms.table_rules import TableRules
from arcade.rooms.timers import RoomSettings
from arcade.tasks import Tasks

log = structlog.get_logger()


class Club:
    """The lobby, the accounts and the tables of one process, over one log.

    With a bus, several processes share the log.
    """

    def __init__(
        self,
        events: EventLog,
        settings: RoomSettings,
        bus: ClusterBus | None = None,
        allowed: Allowed | None = None,
    ) -> None:
        peers = Peers(bus.me if bus else "")
        self.settings = settings
        self._events = events
        self._messenger = Messenger(bus)
        self._forgetting = Tasks()
        self.allowance = Allowance(allowed, asyncio.get_running_loop().time)
        self._set_up_people(peers)
        self._set_up_tables(peers)
        self._set_up_company()
        self._set_up_games()
        self.rooms.subscribe(self._room_changed)
        self.workers = Workers(
            StreamFollower(events, self._catch_ups()),
            self._messenger,
            Inbox(self._messenger, self.presence, self.devices, self.returns),
            self.presence,
            self.community,
            self.rooms,
        )
        self.patrol = Patrol(events, self.rooms, peers.drives)
        self.accounts.cursor.grown = self._accounts_grown
        self.moderation.cursor.grown = lambda: self.workers.swept()

    def _set_up_people(self, peers: Peers) -> None:
        """Know who is who, who may come in, and who is here."""
        self.accounts = Accounts(self._events, self.allowance)
        self.devices = Devices(self.accounts, issued=self._issued)
        self.moderation = Moderation(self._events, self.allowance)
        self.presence = ClubPresence(self.accounts, self._messenger, peers)
        self.returns = Returns(self._messenger, peers)
        self.accounts.came = lambda guest: self._messenger.send(Came(guest))

    def _set_up_tables(self, peers: Peers) -> None:
        """Run the tables, list them, and report on them."""
        self.bot_pool = BotPool(self.settings.thinkers, self.settings.patience)
        self.rooms = Directory(self._events, self.settings, self.bot_pool, peers)
        self.rooms.forgotten = lambda: self.accounts.forgotten
        self.game_faults = GameFaults(self.moderation, self.presence.lobby_changed)
        self.rooms.failed = self.game_faults.take
        self.tables = TableList(self.rooms, self.presence, self.accounts)
        self.calls = Calls(self.presence, self.rooms, self.tables)
        self.feed = Feed(self.rooms)
        self.drafts = Drafts()
        self.capacity = Capacity(self.allowance, self.accounts, self.moderation, self.rooms)
        self.watch_links = WatchLinks()

    def _set_up_company(self) -> None:
        """Let people talk, be friends, be called, and see what they have won."""
        self.community = Community(
            self._events, self.accounts, self.moderation, self.presence, self.rooms
        )
        self.friends = Friends(self.accounts, self.presence, self.community)
        self.webhooks = Webhooks(self.accounts, self.presence)
        self.friends.came = self._friend_came
        self._ledger = Ledger(self._events, self._results_counted)
        self.standings = Standings(self._ledger, self.accounts)
        self.community.have_met = self.standings.have_met
        self.community.often_leaves = self.standings.often_leaves
        self.digest = Digest(self.accounts, self.tables, self.standings)
        self.presence.gone = self._gone

    def _set_up_games(self) -> None:
        """Offer what is more than a table: deals, duels, tournaments, puzzles, games replayed."""
        events = self._events
        self.daily = Daily(
            events, self.accounts, self.presence, self.rooms, self.capacity, self.bot_pool
        )
        self.duels = Duels(
            events, self.accounts, self.community, self.presence, self.rooms, self.capacity
        )
        self.digest.sources.insert(1, self.duels.happened)
        self.tournaments = Tournaments(events, self.accounts, self.presence, self.rooms)
        self.duels.called = self.tournaments.called = self._call
        self.checkpoints = Checkpoints(events)
        self.replays = Replays(self.rooms)
        finder = Finder(self._ledger, self.replays, self.bot_pool, lambda: self.accounts.forgotten)
        self.puzzles = Puzzles(
            events, self.accounts, self.presence, self.daily, finder, self.bot_pool
        )
        self.digest.sources += [self.daily.happened, self.puzzles.happened]
        self.highlights = Highlighter(self.replay, self.bot_pool.advise)
        self.curves = Curves(self.bot_pool.chances)

    def _catch_ups(self) -> dict[str, CatchUp]:
        """Return what reads each kind of stream when another process has written to it."""
        return {
            "players": self.accounts.cursor.catch_up,
            "house": self.moderation.cursor.catch_up,
            "lobby": self.community.catch_up,
            "results": self._ledger.catch_up,
            "daily": self.daily.cursor.catch_up,
            "duels": self.duels.cursor.catch_up,
            "puzzles": self.puzzles.cursor.catch_up,
            "tournaments": self.tournaments.cursor.catch_up,
            "room": self.rooms.catch_up,
        }

    address = "…"
    """The server's address as people type it, HOST or HOST:PORT, if known."""

    @classmethod
    async def open(
        cls,
        events: EventLog,
        settings: RoomSettings | None = None,
        bus: ClusterBus | None = None,
        allowed: Allowed | None = None,
        downgrade: bool = False,
    ) -> "Club":
        """Open the club on a log; `downgrade` allows a log that a newer program has written."""
        club = cls(events, settings or RoomSettings(), bus, allowed)
        try:
            await club.workers.listen()
            await mark.put(events, downgrade)
            for absent in registry.left_out():
                log.error("game left out", game=absent.name, why=absent.why)
            await club.accounts.cursor.read_on()
            await club.moderation.cursor.read_on()
            await club.community.load()
            await club.rooms.load()
            await club.returns.load([host.room for host in club.rooms], club.rooms.entries)
            await club._ledger.load(host.room for host in club.rooms)
            await club.daily.load(host.room for host in club.rooms)
            await club.duels.load(host.room for host in club.rooms)
            await club.tournaments.load()
            await club.puzzles.cursor.read_on()
            for game in registry.games():  # what everybody sees: no visitor waits for it
                club.standings.leaderboard(game)
                club.daily.results(game)
            club.feed.begin()
        except BaseException:
            await club.close()
            raise
        club.accounts.changed = club._keys_changed
        club.accounts.gone = club._forgotten
        club.workers.open()
        return club

    @property
    def damaged(self) -> tuple[str, ...]:
        """The streams known to be damaged."""
        tables = map(stream, self.rooms.damaged)
        return tuple({*self._ledger.damaged, *self.patrol.damaged, *tables, *self._events.damaged})

    async def close(self) -> None:
        """Stop everything and wait for pending appends; the log stays open."""
        self.tables.stop()
        await self.workers.close()
        await self._forgetting.finish()
        await self.digest.close()
        await self.tournaments.close()
        await self.puzzles.close()
        await self.highlights.close()
        await self.curves.close()
        await self.rooms.close()
        await self._ledger.close()
        await self.daily.close()
        await self.duels.close()
        await self.game_faults.close()
        await self.bot_pool.close()

    # Identity

    async def choose_name(self, player: Player, name: str) -> Player:
        """Give a name to the owner of a key; raises `Refused`."""
        named = await self.accounts.choose_name(player, name)
        self.presence.lobby_changed()
        return named

    async def forget(self, player: Player) -> None:
        """Give up a person's seats, duels and tournaments, and forget them, for good.

        Raises `NotStored`.
        """
        for code in tuple(self.tables.seated(player)):
            with suppress(Refused):
                await self.rooms.find(code).do(lambda room, _: decide.leave_seat(room, player))
        await self.duels.leave(player)
        await self.tournaments.leave(player)
        await self.accounts.forget(player)
        await self._forgetting.finish()
        self.workers.swept()
        self.presence.lobby_changed()

    def _forgotten(self, player: Player) -> None:
        """Take the name of somebody who was forgotten from what is open, and from the feed."""
        self.feed.forget(player.name)
        self._forgetting.begin(self.rooms.forget(player.id))

    async def own_data(self, player: Player) -> AsyncIterator[bytes]:
        """Yield everything stored about a person, each fact as a line of JSON."""
        played = await self.standings.results(player)
        codes = {result.code for result in played}
        codes |= {host.room.code for host in self.rooms if host.room.seat_of(player) is not None}
        codes |= {host.room.code for host in self.rooms if host.room.by.id == player.id}
        keys, deals = self.accounts.keys(player), self.daily.facts_of(player)
        codes |= {attempt.code for attempt in deals} | self.duels.tables_of(player)
        around = (*deals, *played), sorted(codes), self.rooms.entries
        async for line in own_data(self._events, player, keys, *around):
            yield line

    def _issued(self, code: PendingCode) -> None:
        self._messenger.send(Issued(code))
        self.presence.tell(code.player.id, CODE_MADE)

    def _keys_changed(self, player_id: str, change: KeyChange) -> None:
        if player_id not in self.devices.informed:
            self.presence.tell(player_id, change_notice(change, by_ssh("play", self.address)))

    def _friend_came(self, friend: Player, friends: frozenset[str]) -> None:
        self._call(friends, Occasion("friend", "", "", "", (friend.name,)))

    def _call(self, people: Collection[str], occasion: Occasion) -> None:
        """Call people who are elsewhere: those who wait in this process, and by HTTP."""
        self.calls.call(people, occasion)
        self.webhooks.call(people, occasion)

    def _gone(self, player: Player) -> None:
        """Note the end of a visit, unless all end at once: then others wait for the log."""
        if not self.moderation.closing:
            self.digest.gone(player)

    # Tables

    def lobby(self, player: Player | None = None, most: int | None = MAX_NAMED) -> LobbyView:
        """Return the public tables (the person's own first), the names of visitors, the chat.

        Of the visitors `most` are named, None for all, and the others counted.
        """
        people, friends = self.community.names(player, most)
        waiting = self.tables.waiting(player) if player is not None else []
        games = {host.room.game: host.room.code for host in reversed(waiting)}
        return LobbyView(
            self.tables.rows(player),
            people,
            self.community.lines(player),
            tuple(self.feed.lines),
            waiting[0].room.code if waiting else "",
            games,
            self.tables.seat_offer(player) if player is not None else None,
            friends,
            self.feed.endings,
            len(self.presence.here) - len(people),
        )

    async def create(
        self,
        player: Player,
        game: str,
        options: Mapping[str, object] | None = None,
        seats: int = 0,
        private: bool = False,
        table: TableRules | None = None,
    ) -> str:
        """Open a table and return its code; `seats` 0: the game's best number; raises `Refused`."""
        self.tables.allow_another(player)
        asked = game, options or {}, seats, private, table
        host = await self.capacity.open(player, lambda code: decide.create(code, player, *asked))
        return host.room.code

    async def play_daily(self, player: Player, game: str) -> TableSession:
        return await self._play_deal(player, await self.daily.table(player, game))

    async def play_duel(self, player: Player, code: str) -> TableSession:
        """Go to the person's table for the next round of a duel."""
        return await self._play_deal(player, await self.duels.table(player, code))

    async def play_puzzle(self, player: Player, game: str) -> TableSession:
        """Open a private table with today's puzzle of a game."""
        posed = await self.puzzles.posed(game)
        self.allowance.keep(player)
        return PuzzleSession(self, player, posed, self.puzzles)

    async def _play_deal(self, player: Player, code: str) -> TableSession:
        session = await self.join(player, code)
        if session.host.room.course is None:
            await _start_or_leave(session)
        return session

    async def join(
        self, player: Player, code: str, seat: int | None = None, running: bool = True
    ) -> TableSession:
        """Take the person's reserved seat, else the requested seat, an open seat, or a bot's.

        Unless `running`, refuse if the game has begun meanwhile.
        """
        host = await self._find(player, code)
        if host.room.daily:
            await self.daily.must_be_attempt(host.room)
        elif host.room.duel:
            await self.duels.must_be_attempt(host.room)
        if host.room.seat_of(player) is None:
            self.allow_seat(player, host)
        self.allowance.keep(player)
        await self.accounts.meet(player)

        def sit(room: Room) -> facts.Facts:
            if room.phase == "playing" and not running:
                raise refused("The game at table {code} has just begun: look again.", code=code)
            return decide.sit(room, player, seat)

        await host.do(lambda room, _: sit(room))
        return TableSession(self, host, player)

    async def come(self, player: Player, code: str) -> TableSession:
        """Sit down at a table by its code, or watch it if no seat is available.

        The session's greeting then says why.
        """
        try:
            return await self.join(player, code)
        except NoSeat as no_seat:
            session = await self.watch(player, code)
            session.greeting = no_seat.why
            return session

    async def look_up(self, player: Player, code: str) -> TableView:
        """Return a table by its code, as this person may see it; raises `Refused`."""
        host = await self._find(player, code)
        self._allow_look(host.room, player)
        return table_view(host, player, host.room.present_seat(player))

    async def come_back(self, player: Player) -> TableSession | None:
        """Return to the table at which the person's connection broke a moment ago, if any.

        Its game may have begun or ended since; the session's greeting says if it is over. Nobody is
        led back to a result that they have seen.
        """
        elsewhere = self.presence.of_person(player.id)
        # A connection may be dead before the server knows it.
        seated = next((at.code for at in elsewhere if at.seated), "")
        code = seated or self.returns.to(player)
        with suppress(Refused):
            host = self.rooms.find(code)
            seat = host.room.present_seat(player)
            unseen = not seated and self.returns.ended_since(player, host.room)
            phases = ("waiting", "playing", "over") if unseen else ("waiting", "playing")
            if not code or seat is None or host.room.phase not in phases:
                return None
            greeting = welcome(host, seat)
            session = await self.join(player, code)
            session.greeting = greeting
            return session
        return None

    async def watch(self, player: Player, code: str) -> TableSession:
        """Watch a table; a person with a seat there returns to it instead."""
        host = await self._find(player, code)
        self._allow_look(host.room, player)
        await host.do(lambda room, _: decide.come_back(room, player))
        return TableSession(self, host, player)

    def spectator(self, code: str, by_link: bool = False) -> TableSession:
        """Return an anonymous session for a broadcast to all spectators; raises `Refused`.

        Whoever watches a private table by its link is not shown the code, which would give a seat.
        """
        return Spectator(self, self.rooms.find(code), by_link)

    async def table_shown_by(self, link: str, origin: str) -> str:
        """Return the code of the table that a link shows to anybody; raises `Refused`."""
        with self.allowance.guess(origin):
            private = self.watch_links.private((host.room for host in self.rooms), link)
            await self.rooms.load_if_new(link)
            room = self.rooms.find(private or link).room
            if room.private and not private:
                raise no_table(room.code)
        self._allow_look(room, None)
        return room.code

    def watched_by_link(self, code: str) -> Callable[[], None]:
        """Count somebody who watches a table by its link; return a function that ends this."""
        host = self.rooms.find(code)

        def count(change: int) -> None:
            self.presence.count_by_link(code, change)
            host.count_by_link(change)

        count(1)
        return partial(count, -1)

    async def quick_play(
        self, player: Player, game: str | None = None, to: str | None = None
    ) -> TableSession:
        """Join people who wait for a player or for a rematch, else start a game.

        Never joins a running game. `to` is the announced table, "" for a game against bots (None:
        nothing was announced); raises `Refused` if nobody waits there any more.
        """
        if to is None:
            waiting = self.tables.inviting(player, game)
            to = waiting.room.code if waiting is not None else ""
        if to:
            return await self._sit_with(player, to)
        game = game or registry.first().meta.key
        session = await self.join(player, await self.create(player, game))
        await _start_or_leave(session)
        return session

    async def _sit_with(self, player: Player, code: str) -> TableSession:
        host = await self._find(player, code)
        if not awaits(host, player):
            raise refused("Nobody waits for you at table {code} any more: look again.", code=code)
        session = await self.join(player, code, running=False)
        if host.room.phase == "over":
            await _start_or_leave(session)
        return session

    async def take_seat(self, player: Player, code: str = "") -> TableSession:
        """Take a bot's seat in the liveliest running game, or at the given table."""
        offer = self.tables.seat_offer(player, code.upper())
        if offer is None:
            raise refused("No seat of a running game is to be had now.")
        return await self.join(player, offer.code, offer.seat)

    async def record(self, code: str) -> list[RecordLine]:
        """Return a table's facts as plain values, with secrets only of finished games.

        A duel's code stands for the tables of its rounds that both have played, or were ended.
        """
        if not self.duels.knows(code):
            return await self._record(code)
        tables = await self.duels.tables(code)
        if not tables:
            raise refused("The record of a duel can be read when both have played it.")
        return [line for table in tables for line in await self._record(table)]

    async def _record(self, code: str) -> list[RecordLine]:
        stored = map(facts.decode, (entry.data for entry in await self.rooms.entries(code)))
        await self.daily.end_days()
        room, lines = await run_in_slices(redact(stored, {*self.daily.over, *self.duels.over}))
        if room.duel:
            self._allow_look(room, None)
        if not self.daily.may_see(room, None):
            raise refused("The record of a daily deal can be read the day after.")
        return lines

    async def checkpoint(self, code: str = "") -> tuple[Checkpoint, list[Proof]]:
        entries = await self.rooms.entries(code) if code else []
        if not await self.daily.end_days():
            raise NotStored("a day's end, which a checkpoint tells, cannot be stored")
        return await self.checkpoints.newest(facts.decode(entry.data) for entry in entries)

    async def report(
        self, player: Player, name: str, why: str, session: TableSession | None
    ) -> None:
        """Report a person to the host, with the last lines of the table or the lobby."""
        if session is not None:
            await session.report(name, why)
        else:
            await self.community.report(player, name, why)

    async def close_table(self, code: str) -> None:
        await self.rooms.find(code).do(lambda room, _: decide.close(room))

    async def replay(self, code: str, number: int = 0, player: Player | None = None) -> Replay:
        """Return a finished game of a table (0: the last one), step by step; raises `Refused`."""
        with self.allowance.guess(self.allowance.origin(player)) if player else nullcontext():
            replay = await self.replays.finished(code, number, player)
        self._allow_look(replay.room, player)
        return replay

    async def play_on(
        self, player: Player, replay: Replay, at: int, seat: int | None = None
    ) -> TableSession:
        """Play a finished game on from a step, alone with bots; nothing of it is stored."""
        self._allow_look(replay.room, player)
        self.allowance.keep(player)
        return PracticeSession(self, branched(replay, at, player, seat), player)

    def allow_seat(self, player: Player, host: Host) -> None:
        """Raise `Refused` for a person, or guests of one address, with too many seats."""
        self.tables.allow_another(player)
        if not self.community.has_invited(player, host.room.code):
            self.capacity.admit(player, host)

    def _allow_look(self, room: Room, player: Player | None) -> None:
        if room.duel and not self.duels.may_see(room, player):
            raise refused("A duel is shown when both have played it.")
        if not self.daily.may_see(room, player):
            raise refused("Play today's deal yourself first; then you can watch others'.")

    async def _find(self, player: Player, code: str) -> Host:
        with self.allowance.guess(self.allowance.origin(player)):
            await self.rooms.load_if_new(code)
            return self.rooms.find(code)

    def _room_changed(self, host: Host) -> None:
        """Call the people who wait for this, and store the result of a game that is over."""
        if self.calls.callees:
            self.calls.room_changed(host)
        self.webhooks.room_changed(host)
        if host.room.phase == "over":
            self._ledger.take(host.room)
            self.daily.take(host.room)
        if host.room.duel:
            self.duels.take(host.room)

    def _results_counted(self, code: str) -> None:
        with suppress(Refused):  # closed meanwhile
            self.rooms.find(code).publish()

    def _accounts_grown(self) -> None:
        self.workers.swept()  # a key may be another player's now
        self.presence.lobby_changed()


async def _start_or_leave(session: TableSession) -> None:
    """Start a game for somebody who has just sat down; detach their session if that fails.

    The caller never gets the session, so nobody else could end it.
    """
    try:
        await session.start()
    except BaseException:
        session.detach()
        raise
