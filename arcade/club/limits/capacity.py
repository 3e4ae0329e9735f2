"""Opening tables: how many may be open, in all and by people of one address."""

from collections import Counter
from collections.abc import Callable

from arcade.club.limits.allowance import Allowance
from arcade.club.limits.rate_limiter import counted, network
from arcade.club.people.accounts import Accounts
from arcade.club.people.moderation import Moderation
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.directory import Directory
from arcade.rooms.errors import refused
from arcade.rooms.facts import Facts
from arcade.rooms.host import Host

SLEEP_TIME = 600
"""Seconds of sleep after which a guest's table may be closed for another of its address."""


GUEST_SEATS = 4
"""The most seats one address's guests may have at public tables that others with a key opened."""


class Capacity:
    """Opens tables while there is room. A table from before this start counts for its opener."""

    def __init__(
        self, allowance: Allowance, accounts: Accounts, moderation: Moderation, rooms: Directory
    ) -> None:
        self._allowance = allowance
        self._accounts = accounts
        self._moderation = moderation
        self._rooms = rooms
        self._origins: dict[str, str] = {}
        self._opening = Counter[str]()

    async def open(self, player: Player, opening: Callable[[str], Facts]) -> Host:
        self._moderation.may_begin()
        self._allowance.keep(player)
        allowed, mine = self._allowance.allowed, self._allowance.origin(player)
        origins = [*map(self._origin, self._rooms), *self._opening.elements()]
        opened = Counter(name for origin in origins for name, _ in counted(origin))
        for name, times in counted(mine):
            full = opened[name] >= times * allowed.tables_per_address
            if full and not await self._close_guests(name):
                self._allowance.refused["tables-per-address"] += 1
                raise refused(
                    "Open tables opened from your address: {n}, and that is the most. "
                    "Sit down at one of them, or come back when one is closed.",
                    n=opened[name],
                )
        self._opening[mine] += 1
        try:
            if len(origins) >= allowed.tables:
                (most, _), *_ = Counter(map(network, origins)).most_common(1)
                await self._close_one(most)
            await self._accounts.meet(player)
            host = await self._rooms.create(opening)
            self._opened(host, player)
        finally:
            self._opening -= Counter((mine,))
        host.publish()
        return host

    def admit(self, player: Player, host: Host) -> None:
        """Raise `Refused` for a guest where guests of the same address have many seats already.

        Guests cost nothing, so nobody may fill other people's tables with them.
        """
        origin = self._allowance.origin(player)
        if not player.guest or not self._is_strange(host, origin):
            return
        people = self._allowance.people(origin)
        seats = sum(
            chair.player is not None and chair.player.guest and chair.player.id in people
            for other in self._rooms
            if self._is_strange(other, origin)
            for chair in other.room.chairs
        )
        if seats >= GUEST_SEATS:
            self._allowance.refused["guest-seats"] += 1
            raise refused(
                "Guests from your address have {n} seats at other people's tables, and that is "
                "the most. Open a table of your own, or ask for an invitation.",
                n=seats,
            )

    def _is_strange(self, host: Host, origin: str) -> bool:
        room = host.room
        return not (room.by.guest or room.private or room.deal) and self._origin(host) != origin

    def _opened(self, host: Host, player: Player) -> None:
        known = {open_host.room.code for open_host in self._rooms}
        self._origins = {code: origin for code, origin in self._origins.items() if code in known}
        self._origins[host.room.code] = self._allowance.origin(player)

    def _origin(self, host: Host) -> str:
        return self._origins.get(host.room.code, host.room.by.id)

    async def _close_guests(self, name: str) -> bool:
        """Close an address's oldest sleeping table at which only guests have played.

        A school has one address, and each of its guests leaves tables behind.
        """
        for host in self._rooms:
            room, known = host.room, dict(counted(self._origin(host)))
            people = [room.by, *(chair.player for chair in room.chairs if chair.player)]
            lasting = room.table.days or room.deal or not all(player.guest for player in people)
            if name in known and host.asleep >= SLEEP_TIME and not (lasting or host.anybody):
                await host.do(lambda room, _: decide.close(room))
                return True
        return False

    async def _close_one(self, most: str) -> None:
        """Close a network's oldest empty table, except those with days for a move."""
        for host in self._rooms:
            if (
                network(self._origin(host)) == most
                and not host.anybody
                and not host.room.table.days
            ):
                await host.do(lambda room, _: decide.close(room))
                return
        self._allowance.refused["tables"] += 1
        raise refused("Every table of the house is taken; come back in a while.")
