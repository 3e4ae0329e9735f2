"""Several keys of one person: a one-time code, new or kept for recovery, links a further key."""

import secrets
from collections.abc import Callable

import structlog

from arcade.club.i18n import dates
from arcade.club.limits.rate_limiter import KeyedRateLimiter
from arcade.club.people.accounts import Accounts, PendingCode, hash_of
from arcade.engine.news import News, phrase
from arcade.players import names
from arcade.players.player import Player
from arcade.players.roster import KeyChange
from arcade.rooms.clocks import now
from arcade.rooms.errors import refused
from arcade.rooms.moderation import must_have_name

GOOD_FOR = 600_000
"""How long a code may be used, in milliseconds."""
RECOVERY_EVERY = 60_000
"""Milliseconds before somebody is given another recovery code instead of one just made."""
TRIES = 5
"""How many wrong codes may come from one origin in that time, besides one try of each key."""
LOG_BURST, LOG_EVERY = 20, 10_000
"""Lines in the log for one origin at once, and the milliseconds for one more: codes are cheap."""

CODE_MADE = phrase("A code for another key of your account has just been made.")

log = structlog.get_logger()


class Devices:
    """Issues codes and accepts them.

    Every process knows the hash of a code for another key until the server ends (`issued` tells the
    others); a recovery code is stored.
    """

    def __init__(
        self,
        accounts: Accounts,
        clock: Callable[[], int] = now,
        issued: Callable[[PendingCode], None] = lambda _: None,
    ) -> None:
        self.accounts = accounts
        self._clock = clock
        self._issued = issued
        self._codes: dict[str, PendingCode] = {}
        self.tries = KeyedRateLimiter(TRIES / GOOD_FOR, TRIES, clock)
        self._own_tries = KeyedRateLimiter(1 / GOOD_FOR, 1, clock)
        self._noted = KeyedRateLimiter(1 / LOG_EVERY, LOG_BURST, clock)
        self.informed: set[str] = set()
        """Ids of people who are changing their codes in the session that would show the notice."""
        self.log_origins = False
        """Whether addresses may appear in the log."""

    def code(self, player: Player) -> str:
        """Return a new code for use from another key; an older one becomes void.

        Raises `Refused` for guests and people without a name.
        """
        _must_have_key(player)
        code = names.resume_code(secrets.token_bytes(16))
        voided = self.accounts.times_voided(player)
        pending = PendingCode(hash_of(code), player, self._clock() + GOOD_FOR, voided)
        self.remember(pending)
        self._issued(pending)
        return code

    def remember(self, pending: PendingCode) -> None:
        """Remember a code from this process or another; the person's older one becomes void."""
        self._codes = {
            code.digest: code
            for code in self._codes.values()
            if code.player.id != pending.player.id and self._clock() < code.until
        }
        self._codes[pending.digest] = pending

    @property
    def pending(self) -> tuple[PendingCode, ...]:
        return tuple(code for code in self._codes.values() if self._clock() < code.until)

    async def new_recovery(self, player: Player, by: str, visiting: bool = False) -> str:
        """Return a recovery code as `recovery` does; refused within a minute of an unused one.

        `visiting`: the person asks in their own session, which needs no notice.
        """
        if visiting:
            self.informed.add(player.id)
        try:
            return await self.recovery(player, by, RECOVERY_EVERY)
        finally:
            self.informed.discard(player.id)

    async def recovery(self, player: Player, by: str = "", after: int = 0) -> str:
        """Return a new recovery code, shown only this once; an older one becomes void.

        `by` is the key that asks. Raises `Refused` as `code` does, and where an unused code is
        younger than `after` milliseconds; and `NotStored`.
        """
        _must_have_key(player)
        code = names.recovery_code(secrets.token_bytes(16))
        await self.accounts.make_recoverable(player, code, by, after)
        self._note(player.id, "recovery code made", player=player.id)
        return code

    async def link(self, key: str, code: str, origin: str) -> Player:
        """Link a key (a fingerprint) to the person with this code, and return the person.

        It may also be a recovery code, or a guest's own: the guest then has a key but no name yet.
        Raises `Refused` for a wrong, void or used code, after too many wrong ones from an origin,
        and for a key that is somebody's already.
        """
        if not (self.tries.may(origin) or self._own_tries.may(key)):
            raise refused("Too many wrong codes; try again in ten minutes.")
        read = names.read_resume_code(code) or ""
        recovery = names.read_recovery_code(code) or ""
        pending = self._codes.get(hash_of(read)) if read else None
        if pending is not None and self._clock() < pending.until:
            player: Player | None = pending.player
        else:
            pending = None
            player = self.accounts.recoverable(recovery) or self.accounts.resume(read)
        if player is None:
            self.tries.take(origin)
            self._own_tries.take(key)
            self._note(origin, "wrong code", key=key)
            if read:  # of the form of a code for another key
                raise refused("That code is wrong, used, or older than ten minutes.")
            raise refused("That code is wrong, used, or replaced by a newer one.")
        if self.accounts.known(key).id == player.id and not self.accounts.dropped(key):
            raise refused(
                "This key is yours already. To link another one, come with it: "
                "ssh -i KEY -o IdentitiesOnly=yes"
            )
        await self.accounts.link(key, player, recovery, pending)
        self._note(origin, "linked", key=key, player=player.id, recovered=bool(recovery))
        return self.accounts.known(key)

    async def unlink(self, player: Player, key: str, by: str) -> None:
        """Take `key` from a person who logged in with the key `by`; raises `Refused`."""
        if key == player.id == by:
            raise refused("Your account began with this key: take it away from another one.")
        await self.accounts.unlink(player, key, by)
        self._note(player.id, "unlinked", key=key, player=player.id, by=by)

    async def relink(self, player: Player, key: str, only: bool) -> None:
        """Link a key at the host's request; `only`: remove the other keys and all codes."""
        if player.guest or not player.name:
            raise refused("A guest has no account; their code brings them back.")
        if only:
            await self.accounts.relink(player, key)
        elif key not in self.accounts.keys(player):
            await self.accounts.link(key, player)

    def _note(self, origin: str, event: str, **what: object) -> None:
        if self._noted.take(origin):
            whence = {"origin": origin} if self.log_origins and origin != what.get("player") else {}
            log.info(event, **what, **whence)


def change_notice(change: KeyChange, connect: str) -> News:
    """Notify a person of a change to their keys, and of the remedy, a command that `connect`s."""
    when = dates.minute(change.at)
    if change.what == "recovery":
        return phrase(
            "On {when} UTC a recovery code was made for your account. If it was not you: take off "
            "the keys that are not yours ({connect} unlink KEY), which voids it.",
            when=when,
            connect=connect,
        )
    if change.what == "removed":
        return phrase(
            "On {when} UTC this key was taken off your account: {key}", when=when, key=change.key
        )
    return phrase(
        "On {when} UTC a key was added to your account. If it was not you: {connect} unlink {key}",
        when=when,
        connect=connect,
        key=change.key,
    )


def _must_have_key(player: Player) -> None:
    if player.guest or not player.id:
        raise refused("Only people with a key can link another one; guests have a code.")
    must_have_name(player)
