"""What came of a finished game, as the stream `results` keeps it: one fact a game."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from arcade.engine.versioned_codec import VersionedCodec

SCHEMA = 1
"""Version of the facts below; newer ones are refused, older ones stay readable."""

BOT = "bot:"
"""What the keys of bots begin with; no person's name or id does."""


class Seat(Struct, frozen=True):
    """Whose result a seat's is: a person's, or a bot's of that strength.

    - It is the person's who sat there when the game began, else the bot's; but a person who came
      later and made at least half of the seat's moves is the owner.
    - `name` is the person's, or the one the bot had at the table, as it was then.
    - `moves` counts the seat's actions, `own` those its owner chose: what a bot or the clock did
      for a person is not among them.
    """

    name: str
    player: str = ""
    guest: bool = False
    bot: str = ""
    moves: int = 0
    own: int = 0

    @property
    def key(self) -> str:
        """Name the owner for ever: a person's id, or the bot's strength ("bot:expert")."""
        return self.player or BOT + self.bot

    @property
    def mostly_own(self) -> bool:
        """Whether the owner made at least half of the seat's moves."""
        return 2 * self.own >= self.moves


class Result(Struct, frozen=True):
    """One finished game: the `number`th that began at the table `code`, over at `at`.

    - `began`, `at`: ms since 1970. `options`: those that are not as usual.
    - `ranks`: 1 for winners; `scores`, `better`, `sides`, `stakes`: as in
      `arcade.engine.game.Outcome`.
    - `length`: how many actions it took, what bots and clocks did included.
    """

    code: str
    number: int
    game: str
    began: int
    at: int
    seats: tuple[Seat, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    length: int
    options: Mapping[str, Any] = {}
    better: Literal["more", "less", "none"] = "more"
    sides: tuple[int, ...] = ()
    stakes: tuple[int, ...] = ()
    private: bool = False
    v: int = SCHEMA

    def stands(self, seat: int) -> bool:
        """Return whether a seat's rank is its owner's own doing.

        What a bot mostly won for a person is not the person's; what it lost after the person had
        left is. What persons mostly played for a bot says nothing of the bot.
        """
        owner = self.seats[seat]
        return owner.mostly_own or bool(owner.player and self.ranks[seat] > 1)

    def side(self, seat: int) -> int:
        """Return the side of a seat: its own, where partners do not win together."""
        return self.sides[seat] if self.sides else seat

    @property
    def place(self) -> tuple[int, str, int]:
        """Return what puts all results of a club in one order: time, then code and number."""
        return self.at, self.code, self.number


form = VersionedCodec(Result, SCHEMA)
encode, decode = form.encode, form.decode
