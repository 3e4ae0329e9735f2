"""People whose connection broke at their seat: they return to the table, even if a game ended."""

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from arcade.club.streams.messenger import Dropped, Messenger
from arcade.engine.news import News, counted, phrase
from arcade.eventlog.log import Entry
from arcade.newest import Newest
from arcade.players.player import Player
from arcade.rooms import facts
from arcade.rooms.clocks import now
from arcade.rooms.errors import Refused
from arcade.rooms.host import Host
from arcade.rooms.presence import Location, Peers
from arcade.rooms.room import Room

RETURN_TIME = 600_000
"""Milliseconds after which nobody is led back to a table any more."""
MAX_PEOPLE = 10_000
"""The most persons remembered."""


Entries = Callable[[str], Awaitable[list[Entry]]]
"""Reads the stored facts of a table; raises `Refused`."""


class Returns:
    """Known to every process of the club; kept in memory only."""

    def __init__(self, messenger: Messenger, peers: Peers) -> None:
        self._messenger = messenger
        self._peers = peers
        peers.died = self._note_all
        self._dropped: Newest[str, tuple[str, int]] = Newest(MAX_PEOPLE)

    async def load(self, rooms: Iterable[Room], entries: Entries) -> None:
        """Lead people back to where they sat when the server ended, by the tables' records."""
        tables: dict[str, list[tuple[str, int]]] = {}
        for room in rooms:
            if _may_await(room):
                for seat, chair in enumerate(room.chairs):
                    if chair.holder is not None:
                        tables.setdefault(chair.holder.id, []).append((room.code, seat))
        for player_id, seats in tables.items():
            times = [0]
            if len(seats) > 1:  # they left all but one on purpose
                times = [await _last_done(player_id, seat, entries(code)) for code, seat in seats]
            _, (code, _) = max(zip(times, seats, strict=True))
            self.heard(player_id, code)

    def note(self, player: Player, code: str) -> None:
        """Note that somebody's connection broke at a table; "": that they left on purpose."""
        # Another process may have taken this one for dead, and have noted everybody who was here.
        if code or player.id in self._dropped or len(self._peers.workers) > 1:
            self.heard(player.id, code)
            self._messenger.send(Dropped(player.id, code))

    def _note_all(self, locations: Iterable[Location]) -> None:
        for at in locations:
            if at.seated:
                self.heard(at.player.id, at.code)

    def heard(self, player_id: str, code: str) -> None:
        if code:
            self._dropped[player_id] = code, now()
        else:
            self._dropped.pop(player_id, None)

    def to(self, player: Player) -> str:
        """Return the table somebody is led back to; "" for none."""
        code, at = self._dropped.get(player.id, ("", 0))
        return code if now() < at + RETURN_TIME else ""

    def ended_since(self, player: Player, room: Room) -> bool:
        """Return whether a game that is over ended after the person's connection broke."""
        _, at = self._dropped.get(player.id, ("", 0))
        return room.course is not None and room.course.at > at


def _may_await(room: Room) -> bool:
    """Return whether people sat there when the server ended, not long ago."""
    if room.table.days or room.phase not in ("waiting", "playing"):
        return False
    return room.course is None or now() - room.course.at < RETURN_TIME


async def _last_done(player_id: str, seat: int, entries: Awaitable[list[Entry]]) -> int:
    """Return when the person in a seat last did something there, in ms since 1970."""
    with suppress(Refused):
        stored = map(facts.decode, [entry.data for entry in await entries])
        return max((fact.at for fact in stored if _did(fact.fact, player_id, seat)), default=0)
    return 0


def _did(fact: facts.Fact, player_id: str, seat: int) -> bool:
    match fact:
        case facts.Acted(by="person") | facts.Returned() | facts.Asked():
            return fact.seat == seat
        case facts.Sat() | facts.Said() | facts.Emoted():
            return facts.person_of(fact) == player_id
    return False


def welcome(host: Host, seat: int) -> News:
    """Greet somebody who returns to a game; tell of the bot that played, or was to."""
    if host.room.phase == "over":
        return phrase("You are back. The game is over.")
    if host.room.chairs[seat].bot:
        return phrase("You are back. A bot has played for you meanwhile.")
    if seat not in host.takeovers:
        return phrase("You are back.")
    return counted(
        "You are back. A bot was to play in {n} second.",
        "You are back. A bot was to play in {n} seconds.",
        max(0, (host.takeovers[seat] - now()) // 1000),
    )
