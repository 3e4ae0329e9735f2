"""The addresses at which anybody watches a table in a browser.

A public table's is its code. A private table's holds 128 bits besides, which follow from the code,
from whoever opened it and from a secret of the house: nothing is stored, and when the table is
closed its link leads nowhere.
"""

import base64
import hashlib
import hmac
import secrets

from arcade.players.player import Player
from arcade.rooms.errors import refused
from arcade.rooms.room import Room

TOKEN_BYTES = 16


class WatchLinks:
    """Makes links, and knows them again."""

    def __init__(self) -> None:
        self.site = ""
        """The address of the pages, such as https://arcade.example; "": there are none."""
        self.secret = secrets.token_bytes(32)
        """The same in all processes of a house."""

    def made_by(self, player: Player, room: Room) -> str:
        """Return the address at which the table is watched.

        Raises `Refused` where there are no pages, and for a private table of somebody else.
        """
        if not self.site:
            raise refused("This server shows nothing in browsers.")
        if not room.private:
            return f"{self.site}/w/{room.code}"
        if room.by.id != player.id:
            raise refused("Only {name}, who opened this table, has the link.", name=room.by.name)
        return f"{self.site}/w/{room.code}-{self._token(room)}"

    def may_show(self, room: Room, token: str) -> bool:
        return not room.private or hmac.compare_digest(
            token.lower().encode(), self._token(room).encode()
        )

    def _token(self, room: Room) -> str:
        opened = f"{room.code} {room.by.id}".encode()
        digest = hmac.digest(self.secret, opened, hashlib.sha256)[:TOKEN_BYTES]
        return base64.b32encode(digest).decode().rstrip("=").lower()
