"""The other processes of one log, as rooms need to know them: who is where, who drives what."""

from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct

from arcade.players.player import Player


class Location(Struct, frozen=True):
    """Somebody at a table, on a seat or watching."""

    code: str
    player: Player
    seated: bool


class Presence(Struct, frozen=True):
    """Who is in one process: everybody who visits, and the places they have at tables."""

    visitors: tuple[Player, ...] = ()
    places: tuple[Location, ...] = ()


class Peers:
    """What this process, called `me`, knows of the others; alone until it is told of them."""

    def __init__(self, me: str = "") -> None:
        self.me = me
        self._workers = frozenset((me,))
        self._presences: dict[str, Presence] = {}
        self._locations: dict[str, tuple[Location, ...]] = {}

    @property
    def workers(self) -> frozenset[str]:
        """The processes that live, by their leases."""
        return self._workers

    def drives(self, code: str) -> bool:
        """Whether this process moves a room's bots and clocks: the highest hash does.

        So the rooms of one that ends are shared out among the others, and no other room moves.
        """
        if len(self._workers) <= 1:
            return self.me in self._workers
        return self.me == max(self._workers, key=lambda worker: _weight(code, worker))

    def at(self, code: str) -> tuple[Location, ...]:
        """Give who is at a table by way of other processes."""
        return self._locations.get(code, ())

    def plays(self, code: str, player_id: str) -> bool:
        """Whether somebody is on a seat there by way of another process."""
        return any(one.seated and one.player.id == player_id for one in self.at(code))

    def watchers(self, code: str) -> tuple[str, ...]:
        """Name who watches there by way of other processes."""
        return tuple(one.player.name for one in self.at(code) if not one.seated)

    @property
    def visitors(self) -> tuple[Player, ...]:
        """Everybody who is in another process."""
        return tuple(
            player for presence in self._presences.values() for player in presence.visitors
        )

    @property
    def places(self) -> tuple[Location, ...]:
        """Every place at a table there."""
        return tuple(at for presence in self._presences.values() for at in presence.places)

    def set_workers(self, workers: frozenset[str]) -> frozenset[str]:
        """Take in which processes live; give the tables where somebody went with one that died."""
        self._workers = workers
        before = dict(self._locations)
        for worker in self._presences.keys() - workers:
            del self._presences[worker]
        return self._sort(before)

    def update(self, worker: str, presence: Presence) -> frozenset[str]:
        """Take in who is in another process; give the tables where somebody came or went."""
        before = dict(self._locations)
        self._presences[worker] = presence
        return self._sort(before)

    def _sort(self, before: dict[str, tuple[Location, ...]]) -> frozenset[str]:
        self._locations = _by_table(self.places)
        return frozenset(
            code
            for code in self._locations.keys() | before.keys()
            if self._locations.get(code) != before.get(code)
        )


def _by_table(places: Iterable[Location]) -> dict[str, tuple[Location, ...]]:
    found: dict[str, tuple[Location, ...]] = {}
    for one in places:
        found[one.code] = (*found.get(one.code, ()), one)
    return found


def _weight(code: str, worker: str) -> bytes:
    return sha256(f"{code} {worker}".encode()).digest()
