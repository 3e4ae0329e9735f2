"""Who is here and where: what is kept up at each change, against everybody listed anew."""

from collections import Counter
from itertools import chain
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from arcade.club.presence import ClubPresence, Visit
from arcade.club.streams.messenger import Messenger
from arcade.engine.words import folded
from arcade.players.player import Player
from arcade.rooms.presence import Location, Peers, Presence

NAMES = ("Zoé", "amélie", "Ça-va", "Cœur", "Émile", "Łukasz", "Øyvind", "Zed", "", "Anna")
CODES = ("KAFEL", "LIMAN", "SOTER")


class House:
    """A process and its peers, and people who do anything in any order."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.peers = Peers("one")
        accounts: Any = SimpleNamespace()
        self.presence = ClubPresence(accounts, Messenger(None), self.peers)
        self.visits: dict[str, Visit] = {}
        self.at = Counter[Location]()
        self.elsewhere: dict[str, Presence] = {}

    def player(self) -> Player:
        """Return somebody, with a name or without."""
        number = self.chance.randrange(len(NAMES))
        return Player(f"SHA256:{number}", NAMES[number], guest=self.chance.random() < 0.2)

    def location(self) -> Location:
        return Location(self.chance.choice(CODES), self.player(), self.chance.random() < 0.5)

    def step(self) -> None:
        self.chance.choice(
            (self.enter, self.leave, self.rename, self.arrive, self.depart, self.tell)
        )()

    def enter(self) -> None:
        player = self.player()
        self.visits[player.id] = self.presence.enter(player, lambda _: None)

    def leave(self) -> None:
        if self.visits:
            self.visits.pop(self.chance.choice([*self.visits])).leave()

    def rename(self) -> None:
        if self.visits:
            visit = self.chance.choice([*self.visits.values()])
            visit.note_line(self.chance.random() < 0.7)
            new = self.chance.choice(("", f"{visit.player.id[-1]}x", visit.player.name))
            visit.rename(Player(visit.player.id, new))

    def arrive(self) -> None:
        location = self.location()
        self.at[location] += 1
        self.presence.arrive(location)

    def depart(self) -> None:
        if self.at:
            location = self.chance.choice([*self.at])
            self.at[location] -= 1
            self.at = +self.at
            self.presence.depart(location)

    def tell(self) -> None:
        """Let another process end, or tell who is there and where."""
        worker = self.chance.choice(("two", "three"))
        if self.chance.random() < 0.3:
            self.elsewhere.pop(worker, None)
            self.peers.set_workers(frozenset({"one", "two", "three"} - {worker}))
            return
        named = [player for _ in range(4) if (player := self.player()).name]
        presence = Presence(tuple(named), tuple(self.location() for _ in range(3)))
        self.elsewhere[worker] = presence
        self.peers.update(worker, presence)

    def check(self) -> None:
        """Hold that everything is as if everybody were listed now."""
        others = self.elsewhere.values()
        people = {player.id: player for each in others for player in each.visitors}
        visits = self.visits.values()
        people |= {visit.player.id: visit.player for visit in visits if visit.shown}
        where = (*self.at, *chain.from_iterable(each.locations for each in others))
        tables = {at.player.id: at for at in where}
        by_name = sorted(people.values(), key=lambda player: (folded(player.name), player.id))
        kept = self.presence.attendance
        assert self.presence.here == people and self.presence.tables == tables
        assert [*kept.by_name] == by_name
        assert [*kept.free] == [player for player in by_name if player.id not in tables]
        assert [*kept.at_tables] == [player for player in by_name if player.id in tables]
        assert all(kept.by_name.called(player.name) in by_name for player in by_name)
        assert kept.by_name.called("Nobody") is None
        assert sorted(map(str, self.presence.whereabouts())) == sorted(map(str, where))
        for number in range(len(NAMES)):
            of_person = self.presence.of_person(f"SHA256:{number}")
            assert of_person == tuple(at for at in where if at.player.id == f"SHA256:{number}")


@pytest.mark.parametrize("seed", range(8))
async def test_what_is_kept_is_what_listing_everybody_finds(seed: int) -> None:
    house = House(seed)
    for _ in range(250):
        house.step()
        house.check()
    house.presence.stop()
