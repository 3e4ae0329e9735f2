"""The tables at one moment, as the lobby lists them: made once for all who look."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from arcade.club.lobby import rows
from arcade.club.views import TableRow
from arcade.players.player import Player
from arcade.rooms.host import Host


class Listing:
    """A row for every table, and who has a seat where; to be made anew after any change."""

    def __init__(self, hosts: Iterable[Host]) -> None:
        self._rows: dict[str, TableRow] = {}
        held, turns = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
        public = []
        for host in hosts:
            room = host.room
            row = self._rows[room.code] = rows.row(host)
            if not room.private:
                public.append(row)
            to_act = room.to_act()
            for seat, chair in enumerate(room.chairs):
                if chair.player is None:
                    continue
                if not chair.gone:
                    held[chair.player.id].append(room.code)
                if seat in to_act and not chair.bot:
                    turns[chair.player.id].append(room.code)
        self._held: Mapping[str, Sequence[str]] = held
        self._turns: Mapping[str, Sequence[str]] = turns
        self._public = tuple(sorted(public, key=_order))

    def held(self, player: Player) -> Sequence[str]:
        """Name the tables where this person has a seat."""
        return self._held.get(player.id, [])

    def turns(self, player: Player) -> Sequence[str]:
        """Name the tables whose game waits for this person."""
        return self._turns.get(player.id, [])

    def rows(self, player: Player | None) -> tuple[TableRow, ...]:
        """Give the public tables, a person's own first, private or not."""
        own = set(self.held(player)) if player else set()
        turns = set(self.turns(player)) if player else set()
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
