"""How many tables may be open: in all, and of those whom one origin has opened."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from arcade.club.people.origin import counted, network
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.errors import refused
from arcade.rooms.host import Host

if TYPE_CHECKING:
    from arcade.club.club import Club


class Capacity:
    """Asked before a table is opened. A table from before this start is its opener's own."""

    def __init__(self, club: "Club") -> None:
        self._club = club
        self._origins: dict[str, str] = {}
        self._opening = Counter[str]()

    @asynccontextmanager
    async def room(self, player: Player) -> AsyncIterator[None]:
        """See to it that one more may be opened, which happens inside; raises `Refused`."""
        allowance, hosts = self._club.allowance, self._club.hosts
        allowance.keep(player)
        allowed, mine = allowance.allowed, allowance.origin(player)
        origins = [*map(self._origin, hosts), *self._opening.elements()]
        opened = Counter(name for origin in origins for name, _ in counted(origin))
        for name, times in counted(mine):
            if opened[name] >= times * allowed.tables_per_address:
                raise refused(
                    "{n} tables opened from your address are open, and that is the most. "
                    "Sit down at one of them, or come back when one is closed.",
                    n=opened[name],
                )
        self._opening[mine] += 1
        try:
            if len(origins) >= allowed.tables:
                (most, _), *_ = Counter(map(network, origins)).most_common(1)
                await self._close_one(most)
            yield
        finally:
            self._opening -= Counter((mine,))

    def opened(self, host: Host, player: Player) -> None:
        """Note where a table was opened from."""
        there = {one.room.code for one in self._club.hosts}
        self._origins = {code: one for code, one in self._origins.items() if code in there}
        self._origins[host.room.code] = self._club.allowance.origin(player)

    def _origin(self, host: Host) -> str:
        return self._origins.get(host.room.code, host.room.by.id)

    async def _close_one(self, most: str) -> None:
        """Close the oldest of a network's tables where nobody is; not where days go by."""
        for host in self._club.hosts:
            if (
                network(self._origin(host)) == most
                and not host.anybody
                and not host.room.table.days
            ):
                await host.do(lambda room, _: decide.close(room))
                return
        raise refused("Every table of the house is taken; come back in a while.")
