"""A person's handle on one table: look, act, talk, sit, leave."""

import asyncio
from collections.abc import Callable, Mapping
from contextvars import Context
from typing import Concatenate, ParamSpec, Protocol

from msgspec.structs import replace

from arcade.club import coaching
from arcade.club.coaching import Judgement, Odds, Reason
from arcade.club.limits.allowance import Allowance
from arcade.club.people.accounts import Accounts
from arcade.club.people.moderation import Moderation
from arcade.club.people.returns import Returns
from arcade.club.people.social import CELLS, Community
from arcade.club.presence import ClubPresence
from arcade.club.standings.standings import Standings
from arcade.club.table_view import room_view, sealed, table_view
from arcade.club.views import Absence, FairView, Person, Sealing, TableView
from arcade.club.watch_links import WatchLinks
from arcade.engine.news import News
from arcade.engine.words import folded
from arcade.players.player import Player
from arcade.players.text import clean
from arcade.rooms import decide, fairness, moderation
from arcade.rooms.bots.pool import BotPool
from arcade.rooms.decide import Decide
from arcade.rooms.facts import Facts
from arcade.rooms.host import Concern, Host
from arcade.rooms.presence import Location
from arcade.rooms.room import Room, result
from arcade.rooms.timers import RoomSettings

Arguments = ParamSpec("Arguments")


class TableServices(Protocol):
    """The parts of the club that table sessions use."""

    settings: RoomSettings
    allowance: Allowance
    accounts: Accounts
    moderation: Moderation
    community: Community
    standings: Standings
    presence: ClubPresence
    returns: Returns
    bot_pool: BotPool
    watch_links: WatchLinks

    def allow_seat(self, player: Player, host: Host) -> None: ...


class TableSession:
    """One terminal at a table, seated or watching, until `detach`.

    Every request raises `Refused` or `NotStored`, and then nothing has changed.
    """

    counted = True
    """Whether it makes its person visible to others."""

    def __init__(self, services: TableServices, host: Host, player: Player) -> None:
        self._services = services
        self.host = host
        self.player = player
        self.seated = self._seat() is not None
        self.greeting: News | None = None
        """What to say to the person on arrival."""
        self._picture: tuple[object, TableView] | None = None
        self._attached = True
        services.community.followed(player, self.code)
        self._silent = False
        self._arrive()
        self._subscriptions = {host.subscribe(self._seats_changed, "seats")}

    @property
    def code(self) -> str:
        return self.host.room.code

    @property
    def common(self) -> bool:
        """Whether this person sees what every spectator sees: no seat, and nobody ignored has
        spoken.

        A person who waits for the next round sees more.
        """
        hidden = self._services.accounts.ignored(self.player)
        heard = not hidden or all(line.by not in hidden for line in self.host.room.lines)
        joins = self.host.room.next_seat(self.player) is not None
        return heard and not self.seated and not joins

    @property
    def sent_away(self) -> bool:
        return self.player.id in self.host.room.barred

    @property
    def lent(self) -> bool:
        """Whether a bot made most of this person's moves in the last game."""
        own = self.host.room.played_seat(self.player.id)
        last = result(self.host.room) if own is not None else None
        return own is not None and last is not None and not last.seats[own].mostly_own

    def table(self) -> TableView:
        room, community = self.host.room, self._services.community
        changes = self._services.standings.changes(room) if room.phase == "over" else ()
        absent, leavers, programs = self._absent(), self._leavers(), self._programs()
        ignored = self._services.accounts.ignored(self.player)
        made_for = self.host.revision, ignored, changes, absent, leavers, programs
        if self._picture is None or self._picture[0] != made_for:
            shared = self.host.shared if self._like_anybody and not ignored else {}
            self._picture = shared.get("spectator")
        if self._picture is None or self._picture[0] != made_for:
            table = table_view(self.host, self.player, self._seat())
            table = replace(
                table,
                lines=community.heard(self.player, table.lines),
                sent_away=self.sent_away,
                changes=changes,
                absent=absent,
                leavers=leavers,
                programs=programs,
                fair=_folded(room, table.fair, ignored),
            )
            self._picture = shared["spectator"] = made_for, table
        return self._picture[1]

    @property
    def _like_anybody(self) -> bool:
        """Whether the table looks the same to this person as to any other spectator."""
        room, player = self.host.room, self.player
        own = room.by.id == player.id or player.id in room.barred
        return not own and room.seat_of(player) is None and room.played_seat(player.id) is None

    def open_table(self) -> TableView:
        """Return the table without anything private, even where a table rule would show it."""
        room = self.host.room
        return room_view(replace(room, table=replace(room.table, watching="live")), None)

    def _leavers(self) -> tuple[int, ...]:
        """Return the seats of people who often leave, as far as this person may know."""
        leaves = self._services.standings.often_leaves
        chairs = enumerate(self.host.room.chairs)
        return tuple(
            seat for seat, chair in chairs if chair.player and leaves(chair.player, self.player)
        )

    def _programs(self) -> tuple[int, ...]:
        programs, chairs = self._services.accounts.programs, enumerate(self.host.room.chairs)
        return tuple(seat for seat, chair in chairs if chair.player and chair.player.id in programs)

    def _absent(self) -> tuple[Absence, ...]:
        gone, room = self.host.takeovers, self.host.room
        if not gone:
            return ()
        near = self._services.presence.here
        people = {seat: room.chairs[seat].player for seat in gone}
        return tuple(
            Absence(seat, until, (player := people[seat]) is not None and player.id in near)
            for seat, until in gone.items()
        )

    def listen(
        self, changed: Callable[[], None], concern: Concern = "presence"
    ) -> Callable[[], None]:
        """Call `changed` after every change of the table, as `Host.subscribe` does, until `detach`.

        Return a function that stops it earlier.
        """
        if not self._attached:
            return lambda: None
        unsubscribe = self.host.subscribe(changed, concern)
        self._subscriptions.add(unsubscribe)

        def stop() -> None:
            self._subscriptions.discard(unsubscribe)
            unsubscribe()

        return stop

    def _seats_changed(self) -> None:
        self._sync()
        if self.sent_away:
            # Later: first the other subscribers of this session see it.
            asyncio.get_running_loop().call_soon(self.detach, context=Context())

    async def act(
        self, action: Mapping[str, object], version: int | None = None
    ) -> Judgement | None:
        """Do an action of the game (as JSON), chosen in the view of that version.

        Return what the coach says if that answers a puzzle.
        """
        await self._store(
            lambda room, chance: decide.act(room, self.player, action, version, chance)
        )
        return None

    async def say(self, text: str) -> None:
        cleaned = clean(text, CELLS)
        if cleaned:
            self._services.moderation.may_speak(self.player)
        await self.do(decide.say, cleaned)

    async def report(self, name: str, why: str) -> None:
        """Report a person to the host, with the last lines of this table."""
        lines = table_view(self.host, self.player, self._seat()).lines
        await self._services.community.report(self.player, name, why, self.code, lines)

    async def emote(self, which: str) -> None:
        self._services.moderation.may_speak(self.player)
        await self.do(moderation.emote, which)

    def here(self) -> tuple[Person, ...]:
        room = self.host.room
        players = {
            at.player.id: at.player
            for at in self._services.presence.whereabouts()
            if at.code == self.code
        }
        seated = {chair.holder.id for chair in room.chairs if chair.holder is not None}
        people = [
            replace(
                person,
                where=self.code,
                at_table=True,
                playing=person.id in seated,
                hushed=person.id in room.hushed,
            )
            for person in self._services.community.as_seen_by(self.player, players.values())
        ]
        return tuple(
            sorted(
                people,
                key=lambda person: (
                    *(not person.you, not person.playing, not person.friend),
                    folded(person.name),
                ),
            )
        )

    def watch_link(self) -> str:
        """Return the address at which anybody watches the table in a browser; raises `Refused`."""
        return self._services.watch_links.made_by(self.player, self.host.room)

    async def invite(self, name: str) -> bool:
        """Invite a person; return whether they are here, and not a friend who is away."""
        return await self._services.community.invite(self.player, name, self.code)

    async def hush(self, name: str, on: bool | None = None) -> None:
        """Mute or unmute a person (by id or name) here; None: the other way."""
        person = self._services.community.find(name)
        on = person.id not in self.host.room.hushed if on is None else on
        await self.do(moderation.hush, person, on)

    async def send_away(self, name: str) -> None:
        await self.do(moderation.send_away, self._services.community.find(name))

    async def odds(self) -> Odds:
        return await coaching.odds(self._services.bot_pool, self.host, self._seat())

    def reason(self) -> Reason | None:
        """Return the reason for a bot's last action unless it is secret; raises as `odds`."""
        coaching.may_ask(self.host.room)
        return None if self.table().delayed else coaching.reason(self.host)

    async def contribute(self, text: str) -> None:
        words = clean(text, CELLS)
        # A commitment tells nobody anything.
        speaks = bool(fairness.read_contribution(0, words).words)
        if speaks:
            self._services.moderation.may_speak(self.player)

        def contribute(room: Room, player: Player) -> Facts:
            if speaks:
                moderation.may_speak(room, player)
            return decide.contribute(room, player, words)

        await self.do(contribute)

    def hurry(self) -> None:
        """Make the bots act at once if they only pause so that this person, alone, can follow."""
        if self.host.room.person_seats() == (self._seat(),):
            self.host.hurry()

    async def start(self) -> None:
        """Begin the game, or be ready for the next one."""
        here = self.host.is_present
        await self._store(lambda room, chance: decide.ready(room, self.player, here, chance))

    async def sit(self, seat: int | None = None) -> None:
        """Take the person's reserved seat, else the requested seat, else the first free seat."""
        if self.host.room.seat_of(self.player) is None:
            self._services.allow_seat(self.player, self.host)
        await self._services.accounts.meet(self.player)
        await self.do(decide.sit, seat)

    def rename(self, player: Player) -> None:
        self._depart()
        self.player = player
        self._arrive()

    @property
    def plays_with_others(self) -> bool:
        """Whether others at the table would wait for this person; never where moves have days."""
        room, seat = self.host.room, self._seat()
        if seat is None or room.phase != "playing" or room.table.days:
            return False
        return sum(not chair.free for chair in room.chairs) > 1

    async def note_line(self, answers: bool) -> None:
        """Treat the person as disconnected while their client does not answer."""
        if not self._attached or answers != self._silent:
            return
        if answers:
            self._silent = False
            self._arrive()
            await self.do(decide.come_back)
        else:
            self._depart()
            self._silent = True

    def detach(self, dropped: bool = False) -> None:
        """End the session; a seat stays reserved.

        A person whose connection has `dropped` returns to their seat on their next visit.
        """
        if self._attached and self.counted:
            back = dropped and self.seated
            self._services.returns.note(self.player, self.code if back else "")
        if self._attached:
            self._attached = False
            while self._subscriptions:
                self._subscriptions.pop()()
            self._depart()

    async def do(
        self,
        what: Callable[Concatenate[Room, Player, Arguments], Facts],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> None:
        """Decide a request of this person by a function of `arcade.rooms`; raises as `Host.do`."""
        await self._store(lambda room, _: what(room, self.player, *arguments, **named))

    async def _store(self, what: Decide) -> None:
        """Decide and store; refused if this address has stored too much."""
        self._services.allowance.keep(self.player)
        await self.host.do(what)

    def _seat(self) -> int | None:
        return self.host.room.present_seat(self.player)

    def _sync(self) -> None:
        """Update whether the person counts as player or as spectator."""
        seated = self._seat() is not None
        if self._attached and seated != self.seated:
            before, self.seated = self.seated, seated
            self._arrive()
            self._depart(before)

    def _arrive(self) -> None:
        if self.counted and not self._silent:
            self._services.presence.arrive(Location(self.code, self.player, self.seated))
            self.host.arrive(self.player, self.seated)

    def _depart(self, seated: bool | None = None) -> None:
        if self.counted and not self._silent:
            seated = self.seated if seated is None else seated
            self._services.presence.depart(Location(self.code, self.player, seated))
            self.host.depart(self.player, seated)


class Spectator(TableSession):
    counted = False

    def __init__(self, services: TableServices, host: Host, by_link: bool = False) -> None:
        super().__init__(services, host, Player("", ""))
        self._hides_code = by_link and host.room.private
        self._shown: tuple[TableView, TableView] | None = None
        """A view, and the same without the code."""

    def table(self) -> TableView:
        table = super().table()
        if not self._hides_code:
            return table
        if self._shown is None or self._shown[0] is not table:
            self._shown = table, replace(table, code="")
        return self._shown[1]


def _folded(room: Room, fair: FairView, ignored: frozenset[str]) -> FairView:
    """Hide the words of people this person ignores; keep their commitments."""
    if not ignored or room.course is None:
        return fair
    begun = (seat.player for seat in room.course.seats)
    hidden = [player is not None and player.id in ignored for player in begun]

    def fold(sealing: Sealing) -> Sealing:
        pairs = zip(sealing.seats, hidden, strict=False)
        seats = tuple(
            sealed(contribution) if hides else contribution for contribution, hides in pairs
        )
        return replace(sealing, seats=(*seats, *sealing.seats[len(seats) :]))

    return replace(fair, last=fair.last and fold(fair.last), now=fair.now and fold(fair.now))
