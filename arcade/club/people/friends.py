"""Friends: people who have marked each other, and what they hear of one another.

Must not know: tables' rules, or how a mark is shown.
"""

from collections.abc import Callable

from msgspec import Struct

from arcade.club.people.accounts import Accounts
from arcade.club.people.social import Community
from arcade.club.presence import ClubPresence
from arcade.club.views import FRIEND, Notice, Person
from arcade.engine.news import phrase
from arcade.engine.words import folded
from arcade.players.player import Player
from arcade.players.roster import GUEST
from arcade.rooms.errors import refused

HELLO_TIME = 8.0
"""Seconds for which "Ana is here" is shown."""


class Marked(Struct, frozen=True):
    """A person's mark on another, or its end; `friends`: the other marks them too."""

    name: str
    on: bool
    friends: bool


class Friends:
    """The friends of the people of this process.

    People who have not marked somebody do not learn that they are marked: every answer to them is
    the same, and costs the same, as without the mark.
    """

    def __init__(self, accounts: Accounts, presence: ClubPresence, community: Community) -> None:
        self._accounts = accounts
        self._presence = presence
        self._community = community
        self.came: Callable[[Player, frozenset[str]], None] = lambda _player, _friends: None
        """Called with a person who has come, and the ids of their friends."""
        presence.arrived = self._arrived

    async def mark(self, player: Player, name: str, on: bool) -> Marked:
        """Mark a person (by id or name), or take the mark back; raises `Refused`, `NotStored`.

        Two who mark each other are told that they are friends.
        """
        whom = self._community.find(name)
        if whom.id == player.id:
            raise refused("That is you.")
        if on and whom.id in self._accounts.ignored(player):
            raise refused("You ignore {name}; stop that first.", name=whom.name)
        if on != (whom.id in self._accounts.marked(player)):
            await self._accounts.meet(player)
            await self._accounts.mark(player, whom, on)
            self._presence.lobby_changed()
            if on and whom.id in self._accounts.friends(player):
                news = phrase("{who} and you are friends.", who=player.name)
                self._presence.send(whom.id, player.id, Notice(news, HELLO_TIME, rank=FRIEND))
        return Marked(whom.name, on, on and whom.id in self._accounts.friends(player))

    def all(self, player: Player) -> tuple[Person, ...]:
        """Return a person's friends: those who are here, then the others, by name."""
        return (*self._community.friends(player), *self.away(player))

    def away(self, player: Player) -> tuple[Person, ...]:
        """Return the friends who are not here."""
        here = self._presence.here
        names = self._accounts.marked(player)
        away = [
            _away(friend, names[friend])
            for friend in self._accounts.friends(player)
            if friend not in here
        ]
        return tuple(sorted(away, key=lambda person: folded(person.name)))

    def unanswered(self, player: Player) -> tuple[str, ...]:
        """Return the names of those whom a person marks without being marked by them."""
        friends = self._accounts.friends(player)
        marked = self._accounts.marked(player).items()
        return tuple(sorted((name for whom, name in marked if whom not in friends), key=folded))

    def _arrived(self, player_id: str) -> None:
        player = self._accounts.known(player_id)
        friends = self._accounts.friends(player)
        if not friends:
            return
        news = phrase("{who} is here.", who=player.name)
        for visit in self._presence.visits:
            if visit.player.id in friends:
                visit.hear(Notice(news, HELLO_TIME, rank=FRIEND))
        self.came(player, friends)


def _away(player_id: str, name: str) -> Person:
    guest = player_id.startswith(GUEST)
    return Person(player_id, name, guest, False, False, friend=True, marked=True, away=True)
