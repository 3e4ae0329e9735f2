"""The tables as the lobby lists them, and the tables where a person has a seat or the turn."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from arcade.club.people.accounts import Accounts
from arcade.club.presence import ClubPresence
from arcade.club.table_view import table_view
from arcade.club.views import SeatOffer, TableRow, TableView
from arcade.engine.game import HoldsSeats
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.clocks import now
from arcade.rooms.directory import Directory
from arcade.rooms.errors import refused
from arcade.rooms.host import Host
from arcade.rooms.room import Room

MAX_TABLES = 12
"""The most open tables at which one person may have a seat."""
LIVELY_TIME = 30_000
"""Milliseconds after a person's last move during which strangers are offered a seat."""


class TableList:
    """The open tables, listed once after each change."""

    def __init__(self, rooms: Directory, presence: ClubPresence, accounts: Accounts) -> None:
        self._accounts = accounts
        self._rooms = rooms
        self._presence = presence
        self._listing: _Listing | None = None
        self._shown: dict[str, tuple[TableRow, tuple[int, ...]]] = {}
        self._lively: dict[str, asyncio.TimerHandle] = {}
        """When each table stops offering seats to strangers, by code."""
        rooms.subscribe(self._room_changed)

    def knows(self, code: str) -> bool:
        """Return whether a table with this code is open."""
        return self._rooms.knows(code)

    def row(self, code: str) -> TableRow:
        """Return the row of a table, private or not; raises `Refused`."""
        return table_row(self._rooms.find(code))

    def every(self) -> tuple[TableRow, ...]:
        return tuple(map(table_row, self._rooms))

    def rows(self, player: Player | None) -> tuple[TableRow, ...]:
        """Return the public tables, after the person's own, private or not; finished ones last.

        Those where friends have a seat come before others.
        """
        friends = self._accounts.friends(player) if player is not None else ()
        return self._newest().rows(player, friends)

    def seated(self, player: Player) -> Sequence[str]:
        return self._newest().seated.get(player.id, [])

    def turns(self, player: Player) -> Sequence[str]:
        return self._newest().turns.get(player.id, [])

    def next_turn(self, player: Player, after: str = "") -> str:
        """Return a table where it is the person's turn, behind the table `after`, round and round.

        Raises `Refused` if there is none.
        """
        codes = sorted(self.turns(player))
        later = [code for code in codes if code > after]
        if not codes:
            raise refused("No game waits for you.")
        return (later or codes)[0]

    def glance(self, code: str, player: Player) -> tuple[TableView, int]:
        """Return a table as this person sees it, and when it last changed; raises `Refused`."""
        host = self._rooms.find(code)
        room = host.room
        at = room.course.at if room.course is not None else 0
        return table_view(host, player, room.present_seat(player)), at

    def allow_another(self, player: Player) -> None:
        """Raise `Refused` for a person with seats at too many tables."""
        codes = self.seated(player)
        if len(codes) >= MAX_TABLES:
            raise refused(
                "You have a seat at {n} tables, and that is the most. Give one up first: {codes}",
                n=len(codes),
                codes=", ".join(codes),
            )

    def inviting(self, player: Player, game: str | None = None) -> Host | None:
        """Return the table that quick play joins: one where people wait for a player.

        That is a new table where somebody sits, else one about to begin its next game.
        """
        return next(iter(self.waiting(player, game)), None)

    def waiting(self, player: Player, game: str | None = None) -> list[Host]:
        """Return all tables that quick play may join, the best first."""
        hosts = (
            host
            for host in self._newest().joinable
            if (game is None or host.room.game == game) and awaits(host, player)
        )
        listing, friends = self._newest(), self._accounts.friends(player)
        near = {code for friend in friends for code in listing.seated.get(friend, ())}
        return sorted(
            hosts,
            key=lambda host: (
                *(host.room.code not in near, host.room.phase != "waiting"),
                -_persons(host),
            ),
        )

    def seat_offer(self, player: Player, code: str = "") -> SeatOffer | None:
        """Return an available seat in a running game, at the given table or the liveliest one."""
        offers = (
            offer
            for host in self._newest().running
            if (not code or host.room.code == code)
            if (offer := _seat_offer(host, player)) is not None
        )
        return max(offers, key=lambda offer: (len(offer.people), offer.moved), default=None)

    def _newest(self) -> "_Listing":
        if self._listing is None:
            self._listing = _Listing(self._rooms)
        return self._listing

    def _room_changed(self, host: Host) -> None:
        self._listing = None
        room, code = host.room, host.room.code
        row = _listed(host).row if room.phase != "closed" else None
        shown = (row, room.to_act() if room.table.days else ()) if row else None
        if self._shown.get(code) != shown:
            if shown is None:
                self._shown.pop(code, None)
            else:
                self._shown[code] = shown
            self._presence.lobby_changed()
        self._note_life(host)

    def _note_life(self, host: Host) -> None:
        """Notify the lobby when running games begin or cease to offer seats.

        One timer for all: a timer for each person in the lobby would cost an idle server most of
        its time.
        """
        code, course = host.room.code, host.room.course
        timer = self._lively.pop(code, None)
        if timer is not None:
            timer.cancel()
        left = course.person_at + LIVELY_TIME - now() if course is not None else 0
        if left > 0 and self._shown.get(code) is not None and not host.room.private:
            loop = asyncio.get_running_loop()
            self._lively[code] = loop.call_later(left / 1000, self._note_life, host)
        if (timer is not None) != (code in self._lively):
            self._presence.lobby_changed()

    def stop(self) -> None:
        for timer in self._lively.values():
            timer.cancel()
        self._lively.clear()


class _Listing:
    """All tables at one moment, and the tables of each person."""

    def __init__(self, hosts: Iterable[Host]) -> None:
        self._rows: dict[str, TableRow] = {}
        seated, turns = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
        public = []
        self.joinable: list[Host] = []
        """Tables before a game, with people and free seats."""
        self.running: list[Host] = []
        """Tables with a running game, people, and seats that can be taken."""
        for host in hosts:
            code, listed = host.room.code, _listed(host)
            row = self._rows[code] = listed.row
            if not host.room.private:
                public.append(row)
                if row.open and row.taken and not row.days:
                    running = row.phase == "playing"
                    (self.running if running else self.joinable).append(host)
            for player_id in listed.seated:
                seated[player_id].append(code)
            for player_id in listed.turns:
                turns[player_id].append(code)
        self.seated: Mapping[str, Sequence[str]] = seated
        self.turns: Mapping[str, Sequence[str]] = turns
        self._public = tuple(sorted(public, key=_order))

    def rows(self, player: Player | None, friends: Iterable[str]) -> tuple[TableRow, ...]:
        own = set(self.seated.get(player.id, [])) if player else set()
        turns = set(self.turns.get(player.id, [])) if player else set()
        near = {code for friend in friends for code in self.seated.get(friend, ())}
        if not own and not turns and not near:
            return self._public
        special = own | turns
        first = [
            replace(self._rows[code], yours=code in own, turn=code in turns) for code in special
        ]
        others = [row for row in self._public if row.code not in special]
        if near:
            others.sort(key=lambda row: (_finished(row), row.code not in near))
        over = [row for row in first if _finished(row)]
        going = [row for row in first if not _finished(row)]
        return (*sorted(going, key=_order), *others, *sorted(over, key=_order))


def _finished(row: TableRow) -> bool:
    return row.phase == "over" and not row.begins


def _order(row: TableRow) -> tuple[bool | int | str, ...]:
    return (
        *(_finished(row), not row.turn, not row.yours, row.asleep),
        *(not row.open, row.phase != "waiting"),
        *(-len(row.people), row.code),
    )


class _Listed(Struct, frozen=True):
    """A table as it is listed, and whose seats and turns are there, by id."""

    row: TableRow
    seated: tuple[str, ...]
    turns: tuple[str, ...]


def _listed(host: Host) -> _Listed:
    """List a table once after each change there: a full house has many tables and spectators."""
    listed: _Listed | None = host.shared.get(_Listed)
    if listed is None:
        room, to_act = host.room, host.room.to_act()
        people = [
            (seat, chair, chair.player.id)
            for seat, chair in enumerate(room.chairs)
            if chair.player is not None
        ]
        seated = tuple(who for _, chair, who in people if not chair.gone)
        turns = tuple(who for seat, chair, who in people if seat in to_act and not chair.bot)
        listed = host.shared[_Listed] = _Listed(table_row(host), seated, turns)
    return listed


def table_row(host: Host) -> TableRow:
    room = host.room
    seated = [holder for chair in room.chairs if (holder := chair.holder) is not None]
    return TableRow(
        code=room.code,
        game=room.game,
        name=room.rules.meta.name,
        phase=room.phase,
        seats=len(room.chairs),
        taken=len(seated),
        bots=sum(bool(chair.bot) and chair.free for chair in room.chairs),
        open=0 if _shut(room) else sum(chair.free for chair in room.chairs),
        watchers=len(host.watchers) + host.by_link,
        by_link=host.by_link,
        people=tuple(person.name for person in seated),
        yours=False,
        days=room.table.days,
        asleep=not host.anybody and not room.table.days,
        begins=room.begins,
    )


def _shut(room: Room) -> bool:
    return room.phase == "playing" and not room.table.late_join


def _persons(host: Host) -> int:
    """Count the present people who play there."""
    return sum(
        chair.holder is not None and host.is_present(chair.holder) for chair in host.room.chairs
    )


def awaits(host: Host, player: Player) -> bool:
    """Return whether people at a table wait for a player and this person can join them."""
    room = host.room
    if room.private or room.deal or room.table.days or not may_sit(room, player):
        return False
    waits = room.phase == "waiting" and not room.of_tournament and _persons(host) > 0
    return waits or room.begins > now()


def may_sit(room: Room, player: Player) -> bool:
    """Return whether the table has a seat for a person without one there."""
    free = any(chair.free for chair in room.chairs) and player.id not in room.barred
    return free and room.seat_of(player) is None


def _seat_offer(host: Host, player: Player) -> SeatOffer | None:
    room, course = host.room, host.room.course
    lively = course is not None and course.person_at > now() - LIVELY_TIME
    if course is None or not lively or room.paused or room.state is None:
        return None
    if not may_sit(room, player):
        return None
    people = tuple(
        chair.name
        for chair in room.chairs
        if chair.has_person and chair.player is not None and host.is_present(chair.player)
    )
    out = room.out()
    seats = (seat for seat, chair in enumerate(room.chairs) if chair.free and seat not in out)
    seat = next(seats, None)
    if not people or seat is None:
        return None
    holds = room.rules.holding(room.state, seat) if isinstance(room.rules, HoldsSeats) else None
    return SeatOffer(
        code=room.code,
        game=room.game,
        name=room.rules.meta.name,
        seat=seat,
        bot=room.chairs[seat].bot_name,
        people=people,
        moved=course.person_at,
        holds=holds,
        waits=decide.waits(room, seat),
    )
