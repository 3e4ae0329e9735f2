"""Limits storage by the people of one address, so that nobody fills the server.

Must not know: what an address is; the front end names each origin.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct

from arcade.club.limits.machine_use import MachineUse
from arcade.club.limits.rate_limiter import KeyedRateLimiter
from arcade.players.player import Player
from arcade.rooms.errors import Refused, refused

MESSAGES, MESSAGE_EVERY = 5, 2.0
"""How many messages one person may send at once, and the seconds for one more."""
GUESSES, GUESS_EVERY = 20, 30.0
"""How many wrong table codes may come from one origin at once, and the seconds for one more: a
private table is for people who were given its code."""


class Allowed(Struct, frozen=True):
    """How much is kept for everybody together, and for all people of one address.

    A limit per time may be used up at once, and is restored over that time.
    """

    tables: int = 2000
    tables_per_address: int = 64
    newcomers_per_hour: int = 200
    facts_per_minute: int = 1200
    talk_per_minute: int = 60
    reports_per_hour: int = 5


class Allowance:
    """Counts requests by person and by origin, and raises `Refused` if there are too many.

    A person without a known origin is an origin of their own.
    """

    def __init__(
        self, allowed: Allowed | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.allowed = most = allowed or Allowed()
        self.refused: Counter[str] = Counter()
        """Refusals by kind, for the metrics."""
        self._origins: dict[str, list[str]] = {}
        self._own_talk = KeyedRateLimiter(1 / MESSAGE_EVERY, MESSAGES, clock)
        self._talk = _limiter(most.talk_per_minute, 60, clock)
        self._facts = _limiter(most.facts_per_minute, 60, clock)
        self._newcomers = _limiter(most.newcomers_per_hour, 3600, clock)
        self._guesses = KeyedRateLimiter(1 / GUESS_EVERY, GUESSES, clock)
        self._reports = _limiter(most.reports_per_hour, 3600, clock)

    def share(self, use: MachineUse, *more: tuple[str, KeyedRateLimiter]) -> None:
        """Count together with the other processes of this machine; call it first."""
        for what, limiter in (
            ("talk", self._talk),
            ("facts", self._facts),
            ("newcomers", self._newcomers),
            ("codes", self._guesses),
            ("reports", self._reports),
            *more,
        ):
            limiter.machine = use, what

    def comes_from(self, player: Player, origin: str) -> None:
        """Note that a session of this person comes from `origin`, until `has_left`."""
        self._origins.setdefault(player.id, []).append(origin)

    def has_left(self, player: Player, origin: str) -> None:
        self._origins[player.id].remove(origin)
        if not self._origins[player.id]:
            del self._origins[player.id]

    def origin(self, player: Player) -> str:
        """Return the origin of a person's last session."""
        return self._origins.get(player.id, [player.id])[-1]

    def people(self, origin: str) -> set[str]:
        """Return the ids of the people whose sessions come from an origin."""
        return {player_id for player_id, origins in self._origins.items() if origin in origins}

    def talk(self, player: Player) -> None:
        if not (self._own_talk.take(player.id) and self._talk.take(self.origin(player))):
            self.refused["talk"] += 1
            raise refused("Not so fast: wait a moment, then say it again.")

    def report(self, player: Player) -> None:
        if not self._reports.take(self.origin(player)):
            self.refused["reports"] += 1
            raise refused("The host has several reports of yours; wait a while with the next.")

    @contextmanager
    def guess(self, origin: str) -> Iterator[None]:
        """Count a request that is refused inside the block as a guess of a table's code."""
        if not self._guesses.may(origin):
            self.refused["codes"] += 1
            raise refused("Too many tables were asked for that are not there; wait a while.")
        try:
            yield
        except Refused:
            self._guesses.take(origin)
            raise

    @contextmanager
    def calling(self, player: Player, origin: str) -> Iterator[None]:
        """Charge a person's actions inside the block to their origin."""
        self.comes_from(player, origin)
        try:
            yield
        finally:
            self.has_left(player, origin)

    def keep(self, player: Player) -> None:
        if not self._facts.take(self.origin(player)):
            self.refused["facts"] += 1
            raise refused("Not so fast: too much comes from your address. Wait a moment.")

    def newcomer(self, player: Player) -> None:
        if not self._newcomers.take(self.origin(player)):
            self.refused["newcomers"] += 1
            raise refused("Many new people have come from your address; come back in a while.")


def _limiter(most: int, seconds: float, clock: Callable[[], float]) -> KeyedRateLimiter:
    return KeyedRateLimiter(most / seconds, most, clock)
