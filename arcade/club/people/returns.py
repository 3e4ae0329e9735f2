"""People whose connection broke at a running game, and the table: they return there."""

from collections.abc import Callable

from arcade.club.streams.messenger import Dropped, Messenger
from arcade.newest import Newest
from arcade.players.player import Player
from arcade.rooms.clocks import now

RETURN = 600_000
"""Milliseconds after which nobody is led back to a table any more."""
MOST = 10_000
"""The most persons remembered."""


class Returns:
    """Known to every process of the club; kept in memory only."""

    def __init__(self, messenger: Messenger, clock: Callable[[], int] = now) -> None:
        self._messenger = messenger
        self._clock = clock
        self._dropped: Newest[str, tuple[str, int]] = Newest(MOST)

    def note(self, player: Player, code: str) -> None:
        """Note that somebody's connection broke at a table; "": that they left on purpose."""
        if code or player.id in self._dropped:
            self.heard(player.id, code)
            self._messenger.send(Dropped(player.id, code))

    def heard(self, player_id: str, code: str) -> None:
        if code:
            self._dropped[player_id] = code, self._clock()
        else:
            self._dropped.pop(player_id, None)

    def to(self, player: Player) -> str:
        """Return the table somebody is led back to; "" for none."""
        code, at = self._dropped.get(player.id, ("", 0))
        return code if self._clock() < at + RETURN else ""
