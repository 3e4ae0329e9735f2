"""Bans, mutes and announcements by the host, and reports to the host."""

from collections.abc import Iterable

from arcade.club.i18n import dates
from arcade.club.limits.allowance import Allowance
from arcade.club.streams.following import FactStream
from arcade.engine import registry
from arcade.engine.codec import Stored
from arcade.engine.fence import Fault
from arcade.engine.news import News, phrase
from arcade.eventlog.log import EventLog
from arcade.players import conduct
from arcade.players.player import Player
from arcade.rooms.clocks import now
from arcade.rooms.errors import refused

STREAM = "house"
CENTURY = 100 * 365 * 24 * 60
"""In minutes."""


class Moderation:
    """Keeps the stream `house`, which decides who may come in and who may speak.

    `closing` is set in the last minute before the server ends: nothing new begins then.
    """

    def __init__(self, events: EventLog, allowance: Allowance) -> None:
        self.closing = False
        self.conduct = conduct.Conduct()
        self.cursor = FactStream(events, STREAM, conduct.form, self._take)
        self._allowance = allowance

    # What everybody else asks

    def shut_out(self, ids: Iterable[str], address: str = "") -> News | None:
        """Return why somebody with these ids or this address may not come in, or None."""
        ban = self.conduct.ban(now(), ids, address)
        if ban is None:
            return None
        if not ban.until:
            return phrase("You are banned here. {why}", why=ban.why)
        return phrase("You are banned here until {when} UTC. {why}", when=when(ban), why=ban.why)

    def may_speak(self, player: Player) -> None:
        """Raise `Refused` if a person is muted, or has said too much in a short time."""
        mute = self.conduct.mute(now(), player.id)
        if mute is not None and not mute.until:
            raise refused("The host has muted you.")
        if mute is not None:
            raise refused("The host has muted you until {when} UTC.", when=when(mute))
        self._allowance.talk(player)

    def may_begin(self) -> None:
        """Raise `Refused` in the last minute before the server ends."""
        if self.closing:
            raise refused("The server is about to be closed; come back in a moment.")

    # What the host does; each raises `NotStored`

    async def ban(
        self, whom: str, minutes: int = 0, why: str = "", name: str = ""
    ) -> conduct.Banned:
        """Ban an id or a network for `minutes`, or for good (0)."""
        fact = conduct.Banned(whom, self._until(minutes), why, name)
        await self._store(fact)
        return fact

    async def unban(self, whom: str) -> bool:
        """Lift a ban; return whether there was one."""
        known = any(ban.whom == whom for ban in self.bans())
        if known:
            await self._store(conduct.Unbanned(whom))
        return known

    def bans(self) -> tuple[conduct.Banned, ...]:
        return tuple(self.conduct.bans(now()))

    async def mute(self, player: Player, minutes: int) -> conduct.Muted:
        """Mute a person for `minutes`, or until `unmute` (0)."""
        fact = conduct.Muted(player.id, player.name, self._until(minutes))
        await self._store(fact)
        return fact

    async def unmute(self, player: Player) -> bool:
        """Unmute a person; return whether they were muted."""
        muted = self.conduct.mute(now(), player.id) is not None
        if muted:
            await self._store(conduct.Unmuted(player.id))
        return muted

    async def announce(self, text: str) -> None:
        await self._store(conduct.Announced(text))

    async def report(
        self, by: Player, whom: Player, why: str, table: str, lines: tuple[str, ...]
    ) -> None:
        """Store a report for the host; raises `Refused` if there are too many."""
        self._allowance.talk(by)  # not whether they may speak: a muted person may ask for help
        self._allowance.report(by)
        await self._store(conduct.Reported(by.id, by.name, whom.id, whom.name, why, table, lines))

    async def game_failed(self, table: str, fault: Fault) -> None:
        why, where = fault.why[:200], fault.where[:100]
        await self._store(conduct.GameFailed(fault.game, table, fault.call, why, where))

    async def switch_game(self, game: str, on: bool) -> None:
        """Take a game out of the lobby, or let it in again, whatever it has done."""
        await self._store(conduct.GameSwitched(game, on))

    def _until(self, minutes: int) -> int:
        """Return the end of a period; one that nobody will outlive is for good."""
        return now() + minutes * 60_000 if 0 < minutes < CENTURY else 0

    async def _store(self, fact: conduct.Fact) -> None:
        await self.cursor.add(lambda: fact)

    def _take(self, stored: Stored[conduct.Fact]) -> None:
        self.conduct.add([stored])
        if isinstance(stored.fact, conduct.GameFailed | conduct.GameSwitched):
            registry.withdraw(self.conduct.withdrawn)


def when(fact: conduct.Banned | conduct.Muted) -> str:
    """Return the end, "2026-11-21 08:40" (UTC), or "" if it is for good."""
    return dates.minute(fact.until) if fact.until else ""
