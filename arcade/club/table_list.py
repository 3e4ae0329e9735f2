"""The tables as the lobby lists them, and where somebody has a seat or is to act."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from arcade.club.presence import ClubPresence
from arcade.club.table_view import table_view
from arcade.club.views import TableRow, TableView
from arcade.players.player import Player
from arcade.rooms.directory import Directory
from arcade.rooms.errors import refused
from arcade.rooms.host import Host
from arcade.rooms.room import Room

MOST_TABLES = 12
"""At how many open tables one person may have a seat."""


class TableList:
    """The open tables; the list is built once after each change."""

    def __init__(self, rooms: Directory, presence: ClubPresence) -> None:
        self._rooms = rooms
        self._presence = presence
        self._listing: _Listing | None = None
        self._shown: dict[str, tuple[TableRow, tuple[int, ...]]] = {}
        rooms.subscribe(self._room_changed)

    def row(self, code: str) -> TableRow:
        """Return the row of a table, private or not; raises `Refused`."""
        return table_row(self._rooms.find(code))

    def every(self) -> tuple[TableRow, ...]:
        return tuple(map(table_row, self._rooms))

    def rows(self, player: Player | None) -> tuple[TableRow, ...]:
        """Return the public tables, after the person's own, private or not."""
        return self._newest().rows(player)

    def held(self, player: Player) -> Sequence[str]:
        return self._newest().held.get(player.id, [])

    def turns(self, player: Player) -> Sequence[str]:
        return self._newest().turns.get(player.id, [])

    def glance(self, code: str, player: Player) -> tuple[TableView, int]:
        """Return a table as a person may see it now, and when it last changed; raises `Refused`."""
        host = self._rooms.find(code)
        room = host.room
        at = room.course.at if room.course is not None else 0
        return table_view(host, player, room.seat_of(player)), at

    def allow_another(self, player: Player) -> None:
        """Raise `Refused` for a person with seats at too many tables."""
        held = self.held(player)
        if len(held) >= MOST_TABLES:
            raise refused(
                "You have a seat at {n} tables, and that is the most. Give one up first: {codes}",
                n=len(held),
                codes=", ".join(held),
            )

    def inviting(self, player: Player, game: str | None) -> Host | None:
        return max(
            (host for host in self._newest().joinable if _invites(host, player, game)),
            key=lambda host: (host.room.phase == "waiting", _persons(host)),
            default=None,
        )

    def _newest(self) -> "_Listing":
        if self._listing is None:
            self._listing = _Listing(self._rooms)
        return self._listing

    def _room_changed(self, host: Host) -> None:
        self._listing = None
        room, code = host.room, host.room.code
        row = table_row(host) if room.phase != "closed" else None
        shown = (row, room.to_act() if room.table.days else ()) if row else None
        if self._shown.get(code) != shown:
            if shown is None:
                self._shown.pop(code, None)
            else:
                self._shown[code] = shown
            self._presence.lobby_changed()


class _Listing:
    """All tables at one moment, and who has a seat where."""

    def __init__(self, hosts: Iterable[Host]) -> None:
        self._rows: dict[str, TableRow] = {}
        held, turns = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
        public = []
        self.joinable: list[Host] = []
        for host in hosts:
            room = host.room
            row = self._rows[room.code] = table_row(host)
            if not room.private:
                public.append(row)
                if row.open and row.taken:
                    self.joinable.append(host)
            to_act = room.to_act()
            for seat, chair in enumerate(room.chairs):
                if chair.player is None:
                    continue
                if not chair.gone:
                    held[chair.player.id].append(room.code)
                if seat in to_act and not chair.bot:
                    turns[chair.player.id].append(room.code)
        self.held: Mapping[str, Sequence[str]] = held
        self.turns: Mapping[str, Sequence[str]] = turns
        self._public = tuple(sorted(public, key=_order))

    def rows(self, player: Player | None) -> tuple[TableRow, ...]:
        own = set(self.held.get(player.id, [])) if player else set()
        turns = set(self.turns.get(player.id, [])) if player else set()
        if not own and not turns:
            return self._public
        special = own | turns
        first = [
            replace(self._rows[code], yours=code in own, turn=code in turns) for code in special
        ]
        others = [row for row in self._public if row.code not in special]
        return (*sorted(first, key=_order), *others)


def _order(row: TableRow) -> tuple[bool | int | str, ...]:
    return (
        *(not row.turn, not row.yours, row.asleep, not row.open, row.phase != "waiting"),
        *(-len(row.people), row.code),
    )


def table_row(host: Host) -> TableRow:
    room = host.room
    seated = [chair for chair in room.chairs if chair.player and not chair.gone]
    return TableRow(
        code=room.code,
        game=room.game,
        name=room.rules.meta.name,
        phase=room.phase,
        seats=len(room.chairs),
        taken=len(seated),
        bots=sum(1 for chair in room.chairs if chair.bot and chair not in seated),
        open=0 if _shut(room) else sum(chair.free for chair in room.chairs),
        watchers=len(host.watchers),
        people=tuple(chair.name for chair in seated),
        yours=False,
        days=room.table.days,
        asleep=not host.anybody and not room.table.days,
    )


def _shut(room: Room) -> bool:
    return room.phase == "playing" and not room.table.late_join


def _persons(host: Host) -> int:
    """Count the persons who play there and are present."""
    return sum(
        chair.player is not None and not chair.gone and host.is_present(chair.player)
        for chair in host.room.chairs
    )


def _invites(host: Host, player: Player, game: str | None) -> bool:
    """Return whether a quick play may join here: somebody is there, and a seat is free."""
    room = host.room
    return (
        not room.private
        and (game is None or room.game == game)
        and _persons(host) > 0
        and any(chair.free for chair in room.chairs)
        and not _shut(room)
        and room.seat_of(player) is None
    )
