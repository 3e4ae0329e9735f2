"""Several keys of one person: a one-time code, new or kept for recovery, links a further key."""

import secrets
from collections.abc import Callable

import structlog

from arcade.club.limits.rate_limiter import KeyedRateLimiter
from arcade.club.people.accounts import Accounts
from arcade.eventlog.log import NotStored
from arcade.players import names
from arcade.players.player import Player
from arcade.rooms.clocks import now
from arcade.rooms.errors import Refused, refused
from arcade.rooms.moderation import must_have_name

GOOD_FOR = 600_000
"""How long a code may be used, in milliseconds."""
TRIES = 5
"""How many wrong codes may come from one origin in that time."""

log = structlog.get_logger()


class Devices:
    """Issues codes and accepts them. All but recovery codes are forgotten when the server ends."""

    def __init__(self, accounts: Accounts, clock: Callable[[], int] = now) -> None:
        self._accounts = accounts
        self._clock = clock
        self._codes: dict[str, tuple[Player, int]] = {}
        self._tries = KeyedRateLimiter(TRIES / GOOD_FOR, TRIES, clock)

    def code(self, player: Player) -> str:
        """Return a new code for use from another key; an older one becomes void.

        Raises `Refused` for guests and people without a name.
        """
        _must_have_key(player)
        self._forget(player)
        code = names.resume_code(secrets.token_bytes(16))
        self._codes[code] = (player, self._clock() + GOOD_FOR)
        return code

    async def recovery(self, player: Player) -> str:
        """Return a new recovery code, shown only this once; an older one becomes void.

        Raises `Refused` as `code` does, and `NotStored`.
        """
        _must_have_key(player)
        code = names.recovery_code(secrets.token_bytes(16))
        await self._accounts.make_recoverable(player, code)
        log.info("recovery code made", player=player.id)
        return code

    async def link(self, key: str, code: str, origin: str) -> Player:
        """Link a key (a fingerprint) to the person with this code, and return the person.

        The code may be a recovery code or a guest's own, who then has a key but no name yet. Raises
        `Refused` for a wrong or used code, after too many wrong ones from an origin, and for a key
        that is somebody's already.
        """
        if not self._tries.may(origin):
            raise refused("Too many wrong codes; try again in ten minutes.")
        read = names.read_resume_code(code) or ""
        recovery = names.read_recovery_code(code) or ""
        player, until = self._codes.get(read, (None, 0))
        if player is None or self._clock() >= until:
            player = self._accounts.recoverable(recovery) or self._accounts.resume(read)
        if player is None:
            self._tries.take(origin)
            log.info("wrong code", key=key, origin=origin)
            if read:  # of the form of a code for another key
                raise refused("That code is wrong, used, or older than ten minutes.")
            raise refused("That code is wrong, used, or replaced by a newer one.")
        if self._accounts.known(key).id == player.id and not self._accounts.dropped(key):
            raise refused(
                "This key is yours already. To link another one, come with it: "
                "ssh -i KEY -o IdentitiesOnly=yes"
            )
        held = self._codes.pop(read, None)  # two that come at once are not both let in
        try:
            await self._accounts.link(key, player, recovery)
        except (Refused, NotStored):
            if held:
                self._codes[read] = held
            raise
        log.info("linked", key=key, player=player.id, origin=origin, recovered=bool(recovery))
        return self._accounts.known(key)

    async def unlink(self, player: Player, key: str, by: str) -> None:
        """Take `key` from a person who logged in with the key `by`; raises `Refused`."""
        if key == player.id == by:
            raise refused("Your account began with this key: take it away from another one.")
        await self._accounts.unlink(player, key)
        log.info("unlinked", key=key, player=player.id, by=by)

    async def relink(self, player: Player, key: str, only: bool) -> None:
        """Link a key at the host's request; `only`: remove the other keys and the recovery code."""
        if player.guest or not player.name:
            raise refused("A guest has no account; their code brings them back.")
        if key not in self._accounts.keys(player):
            await self._accounts.link(key, player)
        if only:
            await self._accounts.make_recoverable(player, "")
            for other in self._accounts.keys(player):
                if other != key:
                    await self._accounts.unlink(player, other)

    def _forget(self, player: Player) -> None:
        """Drop a person's older code, and expired ones."""
        self._codes = {
            code: (who, until)
            for code, (who, until) in self._codes.items()
            if who.id != player.id and self._clock() < until
        }


def _must_have_key(player: Player) -> None:
    if player.guest or not player.id:
        raise refused("Only people with a key can link another one; guests have a code.")
    must_have_name(player)
