"""Calls people who are elsewhere: at their turn, when somebody joins them, when people wait, when a
friend comes, when something happens in a duel, when a round of a tournament begins.

Must not know: how a call reaches its person.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection
from typing import Literal

from msgspec import Struct

from arcade.club.presence import ClubPresence
from arcade.club.table_list import TableList, awaits
from arcade.players.player import Player
from arcade.rooms.directory import Directory
from arcade.rooms.errors import refused
from arcade.rooms.host import Host

MAX_WAITS = 4
"""How many calls one person may wait for at a time."""


Kind = Literal[
    "turn",
    "joined",
    "waiting",
    "friend",
    "round",
    "duel-challenged",
    "duel-accepted",
    "duel-played",
    "duel-over",
]


class Occasion(Struct, frozen=True):
    """Why somebody is called: their turn, a newcomer, people who wait for a player, a friend, a
    round of a tournament, a duel.

    `people` are the newcomer, those who wait, the friend who has come (and is at no table yet), or
    the other person of the duel with this `code`.
    """

    kind: Kind
    code: str
    game: str
    name: str
    """The game's name."""
    people: tuple[str, ...] = ()


class Calls:
    """Calls the people of this process who wait for it."""

    def __init__(self, presence: ClubPresence, rooms: Directory, tables: TableList) -> None:
        self._presence = presence
        self._rooms = rooms
        self._tables = tables
        self.callees: defaultdict[str, list[Callee]] = defaultdict(list)
        """By the person's id, and by the key of the game for which they want to be called."""

    async def next(
        self, player: Player, game: str = "", seconds: int | None = None
    ) -> Occasion | None:
        """Wait until something calls a person, at once if it already does; None after `seconds`.

        With a `game` they are also called where people wait for a player of it. Raises `Refused`.
        """
        if self._presence.waits(player.id) >= MAX_WAITS:
            raise refused("You wait {n} times already, and that is the most.", n=MAX_WAITS)
        callee = Callee(player, game)
        own = [self._rooms.find(code) for code in self._tables.seated(player)]
        waiting = self._tables.waiting(player, game) if game else []
        for host in (*own, *waiting):
            callee.consider(host)
        topics = [player.id, game] if game else [player.id]
        for topic in topics:
            self.callees[topic].append(callee)
        self._presence.count_wait(player.id, 1)
        try:
            async with asyncio.timeout(seconds):
                return await callee.called
        except TimeoutError:
            return None
        finally:
            self._presence.count_wait(player.id, -1)
            for topic in topics:
                self.callees[topic].remove(callee)
                if not self.callees[topic]:
                    del self.callees[topic]

    def call(self, people: Collection[str], occasion: Occasion) -> None:
        """Call the people with these ids."""
        for player_id in self.callees.keys() & people:
            for callee in self.callees[player_id]:
                callee.call(occasion)

    def room_changed(self, host: Host) -> None:
        seated = (chair.player.id for chair in host.room.chairs if chair.player is not None)
        for topic in (host.room.game, *seated):
            for callee in self.callees.get(topic, ()):
                callee.consider(host)


class Callee:
    """A person who waits for a call, also for a `game`."""

    def __init__(self, player: Player, game: str) -> None:
        self._player = player
        self.game = game
        self._company: dict[str, frozenset[str]] = {}
        """By table where the person has a seat: the ids of the people last seen there."""
        self.called: asyncio.Future[Occasion] = asyncio.get_running_loop().create_future()

    def consider(self, host: Host) -> None:
        """Call the person if a table gives a reason."""
        occasion = self.occasion(host)
        if occasion is not None:
            self.call(occasion)

    def call(self, occasion: Occasion) -> None:
        if not self.called.done():
            self.called.set_result(occasion)

    def forget(self, code: str) -> None:
        """Forget who was at a table."""
        self._company.pop(code, None)

    def occasion(self, host: Host) -> Occasion | None:
        """Return the reason that a table gives to call the person, if any."""
        room = host.room
        table = room.code, room.game, room.rules.meta.name
        people = {
            chair.holder.id: chair.holder.name for chair in room.chairs if chair.holder is not None
        }
        if self._player.id not in people:
            if people and room.game == self.game and awaits(host, self._player):
                return Occasion("waiting", *table, tuple(people.values()))
            return None
        seat = room.seat_of(self._player)
        if seat in room.to_act() and not room.chairs[seat].bot:
            return Occasion("turn", *table)
        before = self._company.get(room.code, frozenset(people))
        self._company[room.code] = frozenset(people)
        newcomers = tuple(people[other] for other in people if other not in before)
        return Occasion("joined", *table, newcomers) if newcomers else None
