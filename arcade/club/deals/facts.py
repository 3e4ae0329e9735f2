"""The facts of the daily deals (seals, attempts, results) and their fold."""

from array import array
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from arcade.engine.codec import Stored, VersionedCodec
from arcade.engine.game import SIGN, Better
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
    better: Better = "more"
    moves: int = 0


class Over(Struct, frozen=True, tag_field="fact", tag="over"):
    """A day (ISO) is over: each of its attempts has ended, or is marked as not counting."""

    day: str


class BotPlayed(Struct, frozen=True, tag_field="fact", tag="bot-played"):
    """How a bot fared in a person's seat, on the same dice against the same bots."""

    day: str
    game: str
    bot: str
    rank: int
    score: int


class WeekOver(Struct, frozen=True, tag_field="fact", tag="week-over"):
    """A game's league of a week is over; `day` is its Monday (ISO).

    `steps` are the ids of the persons on each step of the podium, the highest first.
    """

    day: str
    game: str
    steps: tuple[tuple[str, ...], ...]


Fact = Dealt | Began | Finished | Over | BotPlayed | WeekOver

Worth = tuple[int, int]

STEPS = 3
"""Steps of a podium."""
ALONE = 50
"""The points of a day for somebody who has nobody to beat, and whom nobody beats."""


class Ranked(NamedTuple):
    """A result with its place, which ties share, and how many others it is ahead of."""

    position: int
    beaten: int
    result: Finished


form = VersionedCodec(Stored[Fact], 1)
encode, decode = form.encode, form.decode


class Deals:
    """The fold of the facts: deals, attempts and results, by day and game."""

    def __init__(self) -> None:
        self.dealt: dict[tuple[str, str], Dealt] = {}
        self.began: dict[tuple[str, str], dict[str, Began]] = {}
        self.names: dict[str, str] = {}
        """What people were called when they last began a deal, by their ids."""
        self.finished: dict[tuple[str, str], dict[str, Finished]] = {}
        self._ranking: dict[tuple[str, str], list[tuple[Worth, int, Finished]]] = {}
        """The counting results, best first; the number is that of the result among them."""
        self.over: set[str] = set()
        """Days whose seeds may be revealed: no counting attempt can use them."""
        self.bots: dict[tuple[str, str], dict[str, BotPlayed]] = {}
        """By the bot's name."""
        self.weeks: dict[tuple[str, str], WeekOver] = {}
        """The leagues that are over, by Monday and game."""
        self._podiums: dict[str, dict[str, list[int]]] = {}
        self._times: dict[str, array[int]] = {}
        """When each person finished a deal that counts, in ms since 1970."""

    def add(self, fact: Fact, at: int) -> None:
        """Add a fact of that time; only the first of a kind counts."""
        match fact:
            case Dealt(day, game):
                self.dealt.setdefault((day, game), fact)
            case Began(day, game):
                self.began.setdefault((day, game), {}).setdefault(fact.player.id, fact)
                self.names[fact.player.id] = fact.player.name
            case Finished(day, game):
                results = self.finished.setdefault((day, game), {})
                if fact.player not in results:
                    results[fact.player] = fact
                    if fact.rank:
                        ranking = self._ranking.setdefault((day, game), [])
                        insort(ranking, (_worth(fact), len(ranking), fact))
                        self._times.setdefault(fact.player, array("q")).append(at)
            case Over(day):
                self.over.add(day)
            case BotPlayed(day, game, bot):
                self.bots.setdefault((day, game), {}).setdefault(bot, fact)
            case WeekOver(day, game) if (day, game) not in self.weeks:
                self.weeks[day, game] = fact
                for number, step in enumerate(fact.steps):
                    for player in step:
                        games = self._podiums.setdefault(player, {})
                        games.setdefault(game, [0] * STEPS)[number] += 1

    def has(self, fact: BotPlayed | WeekOver) -> bool:
        if isinstance(fact, WeekOver):
            return (fact.day, fact.game) in self.weeks
        return fact.bot in self.bots.get((fact.day, fact.game), {})

    def times(self, player: str) -> Iterator[int]:
        """Return when a person finished deals that count, the latest first."""
        return reversed(self._times.get(player, ()))

    def podiums(self, player: str) -> Mapping[str, Sequence[int]]:
        """Return how often a person was on each step of a week's podium, by game."""
        return self._podiums.get(player, {})

    def shares(self, day: str, game: str) -> dict[str, int]:
        """Return how many in 100 of the others each person beat; alone: `ALONE`."""
        ranking = self._ranking.get((day, game), [])
        others, shares = len(ranking) - 1, dict[str, int]()
        behind, worth = 0, None  # how many are behind those with this worth
        for number, (own, _, result) in enumerate(reversed(ranking)):
            if own != worth:
                behind, worth = number, own
            shares[result.player] = round(100 * behind / others) if others else ALONE
        return shares

    def count(self, day: str, game: str) -> int:
        """Return how many results count."""
        return len(self._ranking.get((day, game), ()))

    def best(self, day: str, game: str, most: int) -> Sequence[Ranked]:
        """Return the best counting results, best first.

        The rank among the seats counts first, then the score; speed does not count.
        """
        ranking = self._ranking.get((day, game), [])
        best = ranking[:most]
        ranked: list[Ranked] = []
        position = end = 0  # of those who share a place
        for number, (worth, _, result) in enumerate(best, 1):
            if number > end:
                position = end = number
                while end < len(best) and best[end][0] == worth:
                    end += 1
                if end == len(best):
                    end = bisect_right(ranking, worth, end, key=_worth_of)
            ranked.append(Ranked(position, len(ranking) - end, result))
        return ranked

    def of(self, day: str, game: str, player: str) -> Ranked | None:
        """Return a person's counting result."""
        result = self.finished.get((day, game), {}).get(player)
        if result is None or not result.rank:
            return None
        return _ranked(self._ranking[day, game], _worth(result), result)


def _ranked(
    ranking: Sequence[tuple[Worth, int, Finished]], worth: Worth, result: Finished
) -> Ranked:
    position = 1 + bisect_left(ranking, worth, key=_worth_of)
    return Ranked(position, len(ranking) - bisect_right(ranking, worth, key=_worth_of), result)


def _worth_of(ranked: tuple[Worth, int, Finished]) -> Worth:
    return ranked[0]


def _worth(result: Finished) -> Worth:
    return result.rank, SIGN[result.better] * result.score
