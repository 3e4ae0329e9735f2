"""Decides who is called by HTTP, and for what: the occasions of `wait`, for people who are away."""

import base64
import hmac
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterator

from msgspec import Struct

from arcade.club.calls import Callee, Occasion
from arcade.club.i18n.words import Words
from arcade.club.limits.rate_limiter import KeyedRateLimiter
from arcade.club.people.accounts import Accounts
from arcade.club.presence import ClubPresence
from arcade.club.speech.lobby import occasion_text
from arcade.club.webhooks import target
from arcade.club.webhooks.target import Target
from arcade.players.player import Player
from arcade.rooms.errors import Refused, refused
from arcade.rooms.host import Host

HOST = Player("", "")
"""Whose webhook the host's is: it is called where anybody could sit down."""
AN_HOUR, AT_ONCE = 60, 10
"""Calls of one person: in an hour, and at once."""


class Message(Struct, frozen=True):
    """A call to be sent; `owner` is whose it is."""

    owner: str
    target: Target
    secret: bytes
    occasion: Occasion
    text: str


class Webhooks:
    """The webhooks of people, and the host's for open seats.

    With several processes each of them knows what has been sent; the one that drives the table
    sends it.
    """

    def __init__(self, accounts: Accounts, presence: ClubPresence) -> None:
        self._accounts = accounts
        self._presence = presence
        self.secret = b""
        """What the signatures are made with, the same in all processes."""
        self.private = False
        """Whether addresses may be in the host's own network, and without encryption."""
        self.send: Callable[[Message], None] | None = None
        """Sends a message later, and tries again; None: this server sends none."""
        self.attempt: Callable[[Message], Awaitable[str]] | None = None
        """Sends a message now, and returns the answer in a few words."""
        self.host = ""
        """The host's own address, for open seats; "": none."""
        self._limiter = KeyedRateLimiter(AN_HOUR / 3600, AT_ONCE)
        self._callees: dict[str, Callee] = {}
        self._last: defaultdict[str, dict[str, Occasion]] = defaultdict(dict)
        """The occasions of each table that stand, by the id of the person."""

    async def choose(self, player: Player, text: str) -> str:
        """Set a person's address, "" for none; return the secret of its signatures."""
        if self.send is None:
            raise refused("This server sends no webhooks.")
        if player.guest or not player.name:
            raise refused("This needs an SSH key and a name.")
        if text:
            target.read(text, self.private)
        await self._accounts.set_webhook(player, text)
        self._callees.pop(player.id, None)
        return self.shown_secret(player)

    def address(self, player: Player) -> str:
        return self._accounts.webhooks.get(player.id, "")

    def shown_secret(self, player: Player) -> str:
        return "whsec_" + base64.b64encode(self._secret(player.id)).decode()

    async def test(self, player: Player) -> str:
        """Send a call now; return the answer in a few words. Raises `Refused`."""
        address = self.address(player)
        if self.attempt is None or not address:
            raise refused("You have no webhook: webhook URL sets one.")
        if not self._limiter.take(player.id):
            raise refused("Too many calls in a short time; try again later.")
        occasion = Occasion("friend", "", "", "", (player.name,))
        return await self.attempt(
            self._message(player, target.read(address, self.private), occasion)
        )

    # What happens

    def room_changed(self, host: Host) -> None:
        """Call the people whom a change of a table concerns, and the host for an open seat."""
        if self.send is None or not (self._accounts.webhooks or self.host):
            return
        room, standing = host.room, self._last[host.room.code]
        if room.phase == "closed":
            del self._last[room.code]
            for chair in room.chairs:
                if chair.player is not None and chair.player.id in self._callees:
                    self._callees[chair.player.id].forget(room.code)
            return
        for player, to in self._concerned(host):
            callee = self._callees.setdefault(player.id, Callee(player, to.game))
            if player is HOST:
                callee.game = room.game
            occasion, before = callee.occasion(host), standing.pop(player.id, None)
            if occasion is not None:
                standing[player.id] = occasion
                new = before is None or before.kind != occasion.kind or occasion.kind == "joined"
                if new and self._presence.peers.drives(room.code):
                    self._call(player, to, occasion)

    def call(self, people: Collection[str], occasion: Occasion) -> None:
        """Call the people with these ids, if this process is the one that does it."""
        about = occasion.code or ", ".join(occasion.people)
        if self.send is None or not self._presence.peers.drives(about):
            return
        for player_id in self._accounts.webhooks.keys() & people:
            if (to := self._target(self._accounts.webhooks[player_id])) is not None:
                self._call(self._accounts.known(player_id), to, occasion)

    def _concerned(self, host: Host) -> Iterator[tuple[Player, Target]]:
        webhooks, room = self._accounts.webhooks, host.room
        seated = {chair.player.id for chair in room.chairs if chair.player is not None}
        for player_id in (*(seated & webhooks.keys()), *self._subscribers(room.game, seated)):
            if (to := self._target(webhooks[player_id])) is not None:
                yield self._accounts.known(player_id), to
        if self.host and (to := self._target(self.host)) is not None:
            yield HOST, to

    def _subscribers(self, game: str, besides: set[str]) -> list[str]:
        return [
            player_id
            for player_id, address in self._accounts.webhooks.items()
            if "game=" in address and player_id not in besides
            if (to := self._target(address)) is not None and to.game == game
        ]

    def _target(self, address: str) -> Target | None:
        try:
            return target.read(address, self.private)
        except Refused:
            return None  # of a game that is here no more, or allowed no more

    def _call(self, player: Player, to: Target, occasion: Occasion) -> None:
        here = player.id in self._presence.here
        if self.send is not None and not here and self._limiter.take(player.id):
            self.send(self._message(player, to, occasion))

    def _message(self, player: Player, to: Target, occasion: Occasion) -> Message:
        words = Words(self._accounts.language(player) or "en")
        text = occasion_text(words, occasion)
        return Message(player.id, to, self._secret(player.id), occasion, text)

    def _secret(self, player_id: str) -> bytes:
        return hmac.digest(self.secret, player_id.encode(), "sha256")
