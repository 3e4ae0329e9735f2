"""Several keys, one person: a further key is linked by a code that is good for once."""

import secrets
from collections.abc import Callable

from arcade.club.pace import Pace
from arcade.club.people import People
from arcade.players import names
from arcade.players.player import Player
from arcade.rooms.errors import refused
from arcade.rooms.manners import must_have_name
from arcade.rooms.wallclock import now

GOOD_FOR = 600_000
"""How long a code may be used, in milliseconds."""
TRIES = 5
"""How many wrong codes may come from one origin in that time."""


class Devices:
    """Gives out codes and takes them. They are forgotten when the server ends."""

    def __init__(self, people: People, clock: Callable[[], int] = now) -> None:
        self._people = people
        self._clock = clock
        self._codes: dict[str, tuple[Player, int]] = {}
        self._tries = Pace(TRIES / GOOD_FOR, TRIES, clock)

    def code(self, player: Player) -> str:
        """Give a person a code to use from another key; an older one is void then.

        Raises `Refused` for guests and for who has no name yet.
        """
        if player.guest or not player.id:
            raise refused("Only who has come with a key can link another; guests have a code.")
        must_have_name(player)
        self._forget(player)
        code = names.resume_code(secrets.token_bytes(16))
        self._codes[code] = (player, self._clock() + GOOD_FOR)
        return code

    async def link(self, key: str, code: str, origin: str) -> Player:
        """Make the key (a fingerprint) that of the person whose code this is, and give the person.

        A guest's own code will do: the guest is a key-holder from then on, who has no name yet.
        Raises `Refused`: for a wrong or used code, after too many wrong ones from an origin, and
        for a key that is somebody's already, whose name and games would be out of reach.
        """
        if not self._tries.may(origin):
            raise refused("Too many wrong codes; try again in ten minutes.")
        read = names.read_resume_code(code) or ""
        player, until = self._codes.get(read, (None, 0))
        if player is None or self._clock() >= until:
            player = self._people.resume(read)
        if player is None:
            self._tries.take(origin)
            raise refused("That code is wrong, used, or older than ten minutes.")
        if self._people.known(key).id == player.id:
            raise refused("This key is yours already.")
        await self._people.link(key, player)
        self._codes.pop(read, None)
        return self._people.known(key)

    async def unlink(self, player: Player, key: str) -> None:
        """Take a linked key from a person; raises `Refused` where it is not theirs."""
        if key not in self._people.keys(player):
            raise refused("No such key is linked to you.")
        await self._people.unlink(key)

    def _forget(self, player: Player) -> None:
        """Drop a person's older code, and all that are too old."""
        self._codes = {
            code: (who, until)
            for code, (who, until) in self._codes.items()
            if who.id != player.id and self._clock() < until
        }
