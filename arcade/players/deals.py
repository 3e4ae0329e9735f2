"""The facts of the daily deals (seals, attempts, results) and their fold."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from arcade.engine.codec import Stored, VersionedCodec
from arcade.players.player import Player


class Dealt(Struct, frozen=True, tag_field="fact", tag="dealt"):
    """A day's deal of a game was sealed; `seed` (hex) is revealed after the day (ISO, UTC)."""

    day: str
    game: str
    commitment: str
    seed: str


class Began(Struct, frozen=True, tag_field="fact", tag="began"):
    """A person began their only attempt at a day's deal, at this table."""

    day: str
    game: str
    player: Player
    code: str


class Finished(Struct, frozen=True, tag_field="fact", tag="finished"):
    """How an attempt ended: `rank` among the seats (1: won), `score`, the person's `moves`.

    `rank` 0: the person gave up, or a bot played part of it, so it does not count. `better` tells
    which scores are better.
    """

    day: str
    game: str
    player: str
    code: str
    rank: int
    score: int
    better: Literal["more", "less", "none"] = "more"
    moves: int = 0


class Over(Struct, frozen=True, tag_field="fact", tag="over"):
    """A day (ISO) is over: each of its attempts has ended, or is marked as not counting."""

    day: str


Fact = Dealt | Began | Finished | Over

form = VersionedCodec(Stored[Fact], 1)
encode, decode = form.encode, form.decode


class Deals:
    """The fold of the facts: deals, attempts and results, by day and game."""

    def __init__(self) -> None:
        self.dealt: dict[tuple[str, str], Dealt] = {}
        self.began: dict[tuple[str, str], dict[str, Began]] = {}
        self.finished: dict[tuple[str, str], dict[str, Finished]] = {}
        self.over: set[str] = set()
        """Days whose seeds may be revealed: no counting attempt can use them."""

    def add(self, fact: Fact) -> None:
        """Add a fact; only the first of a kind counts."""
        match fact:
            case Dealt(day, game):
                self.dealt.setdefault((day, game), fact)
            case Began(day, game):
                self.began.setdefault((day, game), {}).setdefault(fact.player.id, fact)
            case Finished(day, game):
                self.finished.setdefault((day, game), {}).setdefault(fact.player, fact)
            case Over(day):
                self.over.add(day)

    def order(self, day: str, game: str) -> Sequence[tuple[int, Finished]]:
        """Return the counting results with their places, best first; ties share a place.

        The rank among the seats counts first, then the score; speed does not count.
        """
        counting = [result for result in self.finished.get((day, game), {}).values() if result.rank]
        counting.sort(key=_worth)
        worths = [_worth(result) for result in counting]
        pairs = zip(worths, counting, strict=True)
        return [(1 + worths.index(worth), result) for worth, result in pairs]


def _worth(result: Finished) -> tuple[int, int]:
    sign = {"more": -1, "less": 1, "none": 0}[result.better]
    return result.rank, sign * result.score
