"""The other processes that share the log: who is where, and which process drives a room."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256

from msgspec import Struct, field

from arcade.players.player import Player


class Location(Struct, frozen=True):
    code: str
    player: Player
    seated: bool


class Presence(Struct, frozen=True):
    visitors: tuple[Player, ...] = ()
    locations: tuple[Location, ...] = field(default=(), name="places")
    by_link: Mapping[str, int] = {}
    """How many watch each table by its link, without a name."""
    waits: Mapping[str, int] = {}
    """How many calls each person waits for, by id."""


class Peers:
    """What this process, called `me`, knows about the others."""

    def __init__(self, me: str = "") -> None:
        self.me = me
        self.workers = frozenset((me,))
        """The processes that hold a lease."""
        self._presences: dict[str, Presence] = {}
        self._by_code: Mapping[str, tuple[Location, ...]] = {}
        self._by_link = Counter[str]()
        self.people: Mapping[str, Player] = {}
        """Everybody connected to another process, by id."""
        self._by_person: Mapping[str, tuple[Location, ...]] = {}
        self.moved: Callable[[Iterable[str]], None] = lambda _ids: None
        """Called with the ids of people who have come, gone or moved in other processes."""
        self.died: Callable[[tuple[Location, ...]], None] = lambda _locations: None
        """Called with who was at which table through a process that has ended without a word."""

    def drives(self, code: str) -> bool:
        """Return whether this process runs a room's bots and clocks (rendezvous hashing).

        When a process ends, the others share its rooms, and no other room changes hands.
        """
        if len(self.workers) <= 1:
            return self.me in self.workers
        return self.me == max(self.workers, key=lambda me: sha256(f"{code} {me}".encode()).digest())

    def at(self, code: str) -> tuple[Location, ...]:
        """Return who is at a table through other processes."""
        return self._by_code.get(code, ())

    def of_person(self, player_id: str) -> tuple[Location, ...]:
        """Return where a person is at tables through other processes."""
        return self._by_person.get(player_id, ())

    def visits(self, code: str, player_id: str) -> bool:
        """Return whether a person is at a table through another process."""
        return any(location.player.id == player_id for location in self.at(code))

    def watchers(self, code: str) -> tuple[str, ...]:
        """Return the names of a table's spectators in other processes."""
        return tuple(location.player.name for location in self.at(code) if not location.seated)

    def by_link(self, code: str) -> int:
        """Count those who watch a table by its link in other processes."""
        return self._by_link[code]

    def waits(self, player_id: str) -> int:
        """Count the calls for which a person waits in other processes."""
        return sum(presence.waits.get(player_id, 0) for presence in self._presences.values())

    @property
    def locations(self) -> tuple[Location, ...]:
        """Everybody at a table through another process."""
        return tuple(at for presence in self._presences.values() for at in presence.locations)

    def set_workers(self, workers: frozenset[str]) -> frozenset[str]:
        """Set the live processes; return the tables that lost somebody."""
        self.workers = workers
        for worker in self._presences.keys() - workers:
            self.died(self._presences.pop(worker).locations)
        return self._sort()

    def update(self, worker: str, presence: Presence) -> frozenset[str]:
        """Set the presence of another process; return the tables where somebody came or went."""
        self._presences[worker] = presence
        return self._sort()

    def _sort(self) -> frozenset[str]:
        """Sort everybody by table; return the tables where that is news."""
        before, links = self._by_code, self._by_link
        self._by_code, self._by_link = _grouped(self.locations, lambda at: at.code), Counter[str]()
        for presence in self._presences.values():
            self._by_link.update(presence.by_link)
        people, by_person = self.people, self._by_person
        presences = self._presences.values()
        self.people = {player.id: player for each in presences for player in each.visitors}
        self._by_person = _grouped(self.locations, lambda at: at.player.id)
        self.moved({*_differing(people, self.people), *_differing(by_person, self._by_person)})
        codes = {*before, *self._by_code, *links, *self._by_link}
        return frozenset(
            code
            for code in codes
            if (before.get(code), links[code]) != (self._by_code.get(code), self._by_link[code])
        )


def _differing(before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[str]:
    keys = before.keys() | after.keys()
    return (key for key in keys if before.get(key) != after.get(key))


def _grouped(
    locations: Iterable[Location], key: Callable[[Location], str]
) -> Mapping[str, tuple[Location, ...]]:
    groups = defaultdict[str, list[Location]](list)
    for location in locations:
        groups[key(location)].append(location)
    return {each: tuple(group) for each, group in groups.items()}
