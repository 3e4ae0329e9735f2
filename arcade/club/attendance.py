"""Everybody here, in the order of their names, and at which table: each change moves one person."""

from bisect import bisect_left
from collections.abc import Iterator

from arcade.engine.words import folded
from arcade.players.player import Player
from arcade.rooms.presence import Location


class ByName:
    """People in the order of their names."""

    def __init__(self) -> None:
        self._entries: list[tuple[str, str, Player]] = []
        """Each with the name as it is compared, and the id."""

    def __iter__(self) -> Iterator[Player]:
        return (player for _, _, player in self._entries)

    def add(self, player: Player) -> None:
        self._entries.insert(self._at(player), (folded(player.name), player.id, player))

    def remove(self, player: Player) -> None:
        del self._entries[self._at(player)]

    def called(self, name: str) -> Player | None:
        """Return the person with a name, in whatever capitals and accents."""
        at = bisect_left(self._entries, (folded(name),))
        alike = self._entries[at : at + 1]
        return alike[0][2] if alike and alike[0][0] == folded(name) else None

    def _at(self, player: Player) -> int:
        return bisect_left(self._entries, (folded(player.name), player.id))


class Attendance:
    """Who is here with a name, and who is at which table, in all processes."""

    def __init__(self) -> None:
        self.people: dict[str, Player] = {}
        self.tables: dict[str, Location] = {}
        self.by_name, self.free, self.at_tables = ByName(), ByName(), ByName()

    def note(self, player_id: str, player: Player | None, at: Location | None) -> None:
        """Note who somebody is now, None who is not here, and where."""
        before = self.people.pop(player_id, None)
        if before is not None:
            self.by_name.remove(before)
            self._part(player_id).remove(before)
        if at is not None:
            self.tables[player_id] = at
        else:
            self.tables.pop(player_id, None)
        if player is not None:
            self.people[player_id] = player
            self.by_name.add(player)
            self._part(player_id).add(player)

    def _part(self, player_id: str) -> ByName:
        return self.at_tables if player_id in self.tables else self.free
