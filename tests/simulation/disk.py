"""What is really stored, the one truth: every append is checked against the rooms it makes."""

import asyncio
from bisect import bisect
from collections import Counter
from collections.abc import Sequence

from arcade.rooms import facts
from arcade.rooms.evolve import evolve
from arcade.rooms.facts import Acted, Sat
from arcade.rooms.room import Room


class Broken(AssertionError):
    """A promise was not kept; the message says which."""


class Disk:
    """The streams, and every room as it was after each of its facts."""

    def __init__(self) -> None:
        self.streams: dict[str, list[bytes]] = {}
        self.rooms: dict[str, list[Room]] = {}
        self.acted: Counter[tuple[str, str]] = Counter()
        """How often each person acted at each table, by code and id."""
        self._times: dict[str, list[float]] = {}
        self.at: dict[tuple[str, str], int] = {}
        """Which fact their last act is."""

    def append(self, stream: str, data: Sequence[bytes]) -> int:
        """Store; raises `Broken` where a room would become what it must not."""
        kept = self.streams.setdefault(stream, [])
        kept.extend(data)
        self._times.setdefault(stream, []).extend([asyncio.get_running_loop().time()] * len(data))
        code = stream.removeprefix("room.")
        if code != stream:
            for fact in data:
                self._check(code, facts.decode(fact))
        return len(kept)

    def known(self, stream: str, ago: float) -> int:
        """Return how many facts a stream had some seconds ago."""
        return bisect(self._times.get(stream, []), asyncio.get_running_loop().time() - ago)

    def last(self, stream: str) -> float:
        """Return when the last fact was stored."""
        return self._times[stream][-1]

    def _check(self, code: str, stored: facts.Stored) -> None:
        history = self.rooms.setdefault(code, [])
        before = history[-1] if history else None
        if stored.n != len(history) + 1:
            raise Broken(f"{code}: fact {stored.n} comes after fact {len(history)}")
        fact = stored.fact
        if before is not None and before.phase == "closed":
            raise Broken(f"{code}: {fact!r} after the end")
        if before is not None and isinstance(fact, Sat):
            chair = before.chairs[fact.seat]
            if not chair.free or before.seat_of(fact.player) not in (None, fact.seat):
                raise Broken(f"{code}: {fact.player.name} takes the seat of {chair.name}")
        if before is not None and isinstance(fact, Acted):
            player = before.chairs[fact.seat].player
            if fact.by == "person" and player is not None:
                self.acted[code, player.id] += 1
                self.at[code, player.id] = stored.n
        history.append(evolve(before, stored))
