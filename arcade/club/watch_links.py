"""The addresses at which anybody watches a table in a browser.

A public table's has its code. A private table's has 128 bits instead, by which nobody sits down.
They follow from the code, from whoever opened it and from a secret of the house: nothing is stored,
and when the table is closed its link leads nowhere.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from functools import lru_cache

from arcade.players.player import Player
from arcade.rooms.errors import refused
from arcade.rooms.room import Room

TOKEN_BYTES = 16


class WatchLinks:
    """Makes links, and knows them again."""

    def __init__(self) -> None:
        self.site = ""
        """The base address of the pages, such as https://arcade.example; "": there are none."""
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
        return f"{self.site}/w/{self._token(room)}"

    def to_seat(self, code: str) -> str:
        """Return the address at which one sits down at a table in a browser."""
        return f"{self.site}/t/{code}"

    def to_link(self, code: str) -> str:
        """Return the address at which a browser becomes one more key of a person.

        After "#" no server and no log sees it.
        """
        return f"{self.site}/play#link={code}"

    def private(self, rooms: Iterable[Room], token: str) -> str:
        """Return the code of the private table that a link shows; "" if none does."""
        given = token.lower().encode()
        for room in rooms:
            if room.private and hmac.compare_digest(given, self._token(room).encode()):
                return room.code
        return ""

    def _token(self, room: Room) -> str:
        return _token(self.secret, f"{room.code} {room.by.id}")


@lru_cache(maxsize=4096)
def _token(secret: bytes, opened: str) -> str:
    digest = hmac.digest(secret, opened.encode(), hashlib.sha256)[:TOKEN_BYTES]
    return base64.b32encode(digest).decode().rstrip("=").lower()
