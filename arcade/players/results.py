"""The result of a finished game, as stored in the stream `results`, one fact for each game."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from arcade.engine.codec import VersionedCodec
from arcade.engine.game import Better

SCHEMA = 1
"""Version of the fact below; newer ones are refused."""

DAY = 86_400_000
"""Milliseconds in a day; days are UTC."""
BOT = "bot:"
"""Prefix of bots' keys, which no person's name or id has."""


Left = Literal["away", "gone"]
"""How a person was not there at a game's end: a bot played for them, or they gave the seat up."""


class Seat(Struct, frozen=True):
    """The owner of a seat's result: a person, or a bot of some strength.

    - The owner is the person who sat there when the game began, also after giving the seat up.
      Where a bot began, a person who made at least half of the seat's moves becomes the owner.
    - `name` is the person's, or the bot's at the table, at that time.
    - `moves` counts the seat's actions, `own` those its owner chose, not a bot or the clock; what
      bots do after the game is settled counts for nobody.
    """

    name: str
    player: str = ""
    guest: bool = False
    bot: str = ""
    moves: int = 0
    own: int = 0
    left: Left | UnsetType = UNSET

    @property
    def key(self) -> str:
        """The owner's permanent key: a person's id, or the bot's strength ("bot:expert")."""
        return self.player or BOT + self.bot

    @property
    def mostly_own(self) -> bool:
        """Whether the owner made at least half of the moves, and one before they gave it up."""
        return 2 * self.own >= self.moves and (self.own > 0 or self.left != "gone")


class Result(Struct, frozen=True):
    """One finished game: the `number`th that began at the table `code`, over at `at`.

    - `began`, `at`: ms since 1970. `options`: those that differ from the default.
    - `ranks`: 1 for winners; `scores`, `better`, `sides`, `stakes`: as in
      `arcade.engine.game.Outcome`.
    - `length`: number of actions, including those of bots and clocks.
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
    better: Better = "more"
    sides: tuple[int, ...] = ()
    stakes: tuple[int, ...] = ()
    private: bool = False
    v: int = SCHEMA

    def stands(self, seat: int) -> bool:
        """Return whether a seat's rank is its owner's own doing.

        A win that a bot mostly played is not the person's; a loss after the person left is. What
        persons mostly played tells nothing about a bot.
        """
        owner = self.seats[seat]
        return owner.mostly_own or bool(owner.player and self.ranks[seat] > 1)

    def side(self, seat: int) -> int:
        return self.sides[seat] if self.sides else seat

    @property
    def order(self) -> tuple[int, str, int]:
        """The sort key of all results: time, then code and number."""
        return self.at, self.code, self.number


form = VersionedCodec(Result, SCHEMA)
encode, decode = form.encode, form.decode
