"""The facts of the duels, and a duel as their fold."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct, field

from arcade.engine.codec import Stored, VersionedCodec
from arcade.engine.game import SIGN, Better
from arcade.engine.words import N_
from arcade.players.player import Player
from arcade.players.results import DAY
from arcade.rooms.facts import duel_deal

LIFE = 14 * DAY
"""Milliseconds within which a duel has to be played."""


class Deal(Struct, frozen=True):
    """The sealed deal of one round; the seed (hex) is revealed when both have played it."""

    commitment: str
    seed: str


class Challenged(Struct, frozen=True, tag_field="fact", tag="challenged"):
    """A person challenges another, or ("") whoever comes with the code; a deal for each round.

    `after` is the duel of which it is the rematch.
    """

    code: str
    game: str
    game_version: int
    options: Mapping[str, Any]
    seats: int
    by: Player
    to: Player | None
    deals: tuple[Deal, ...]
    after: str = ""


class Accepted(Struct, frozen=True, tag_field="fact", tag="accepted"):
    """A person takes up a duel that was open to anybody."""

    code: str
    player: Player


class Began(Struct, frozen=True, tag_field="fact", tag="began"):
    """A person began their only attempt at a round (from 1), at this table."""

    code: str
    round: int
    player: str
    table: str


class Played(Struct, frozen=True, tag_field="fact", tag="played"):
    """How an attempt ended: `rank` among the seats (1: won; 0: given up, or not their own play)."""

    code: str
    round: int
    player: str
    rank: int
    score: int
    better: Better = "more"


class Ended(Struct, frozen=True, tag_field="fact", tag="ended"):
    """A duel ended without a result: refused, taken back, or not played in time."""

    code: str
    why: Literal["declined", "withdrawn", "lapsed"]


Fact = Challenged | Accepted | Began | Played | Ended

form = VersionedCodec(Stored[Fact], 1)
decode = form.decode


What = Literal["challenged", "accepted", "played", "over", "declined", "withdrawn", "lapsed"]
_NOT_PLAYED = N_("{who} does not play the duel: {game}.")
SENTENCES: Mapping[str, str] = {
    "challenged": N_("{who} challenges you to a duel: {game}."),
    "accepted": N_("{who} takes up your duel: {game}."),
    "played": N_("{who} has played your duel: {game}."),
    "over": N_("{who} has played: your duel is over ({game})."),
    "declined": _NOT_PLAYED,
    "withdrawn": N_("{who} takes the challenge back: {game}."),
    "lapsed": _NOT_PLAYED,
}
"""How each change is reported to the other person."""


class Change(Struct, frozen=True):
    """What happened in a duel, when (ms since 1970), and through whom (a person's id)."""

    at: int
    what: What
    by: str
    code: str


class Duel(Struct):
    """A duel as its facts make it."""

    challenge: Challenged
    at: int
    second: Player | None = None
    why: Literal["", "declined", "withdrawn", "lapsed"] = ""
    """Why it ended without a result."""
    tables: dict[tuple[int, str], str] = field(default_factory=dict)
    """The tables of the attempts, by round and person."""
    attempts: dict[tuple[int, str], Played] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)

    @property
    def players(self) -> tuple[Player, ...]:
        """The challenger, then the other person if there is one."""
        first = self.challenge.by
        return (first,) if self.second is None else (first, self.second)

    @property
    def until(self) -> int:
        """When it lapses, in ms since 1970."""
        return self.at + LIFE

    @property
    def rounds(self) -> int:
        return len(self.challenge.deals)

    def has(self, player_id: str) -> bool:
        return any(player.id == player_id for player in self.players)

    def begun_by(self, player_id: str) -> bool:
        """Whether a person has begun a round."""
        return any(player == player_id for _, player in self.tables)

    def other(self, player_id: str) -> Player | None:
        return next((player for player in self.players if player.id != player_id), None)

    def shown(self, number: int) -> bool:
        """Whether both have played a round, so that each may see the other's play."""
        attempts = [(number, player.id) in self.attempts for player in self.players]
        return len(attempts) > 1 and all(attempts)

    def winner(self, number: int) -> str | None:
        """Return the id of the winner of a round that both have played, "" for a draw."""
        if not self.shown(number):
            return None
        first, second = (self.attempts[number, player.id] for player in self.players)
        if _worth(first) == _worth(second):
            return ""
        return first.player if _worth(first) < _worth(second) else second.player

    def wins(self, player_id: str) -> int:
        return sum(self.winner(number) == player_id for number in self._numbers)

    @property
    def over(self) -> bool:
        """Whether both have played all that is needed."""
        needed = self.rounds // 2 + 1
        decided = any(self.wins(player.id) >= needed for player in self.players)
        return decided or all(map(self.shown, self._numbers))

    @property
    def ended(self) -> bool:
        return self.over or bool(self.why)

    def next_round(self, player_id: str) -> int:
        """Return the round that a person plays next; 0: none, or none yet.

        The last of three is played if the first two have decided nothing.
        """
        if self.ended:
            return 0
        left = (number for number in self._numbers if (number, player_id) not in self.attempts)
        number = next(left, 0)
        early = number == self.rounds > 1 and not all(map(self.shown, range(1, number)))
        return 0 if early else number

    def over_deals(self) -> Iterator[str]:
        """Yield the names of the deals whose seeds may be revealed."""
        for number in self._numbers:
            if self.why or self.shown(number):
                yield duel_deal(self.challenge.code, number)

    @property
    def _numbers(self) -> range:
        return range(1, self.rounds + 1)


class Fold:
    """All duels, by code and by person."""

    def __init__(self) -> None:
        self.duels: dict[str, Duel] = {}
        self.over: set[str] = set()
        """The names of the deals whose seeds may be revealed."""
        self._of: dict[str, list[str]] = {}

    def of(self, player_id: str) -> Iterator[Duel]:
        """Yield a person's duels, the newest first."""
        return (self.duels[code] for code in reversed(self._of.get(player_id, [])))

    def add(self, fact: Fact, at: int) -> Change | None:
        """Add a fact; only the first of a kind counts. Return what it changes for people."""
        if isinstance(fact, Challenged):
            if fact.code in self.duels:
                return None
            duel = self.duels[fact.code] = Duel(fact, at, fact.to)
            for player in duel.players:
                self._of.setdefault(player.id, []).append(fact.code)
            return _note(duel, Change(at, "challenged", fact.by.id, fact.code))
        duel = self.duels[fact.code]
        if duel.why:
            return None
        change: Change | None = None
        match fact:
            case Accepted(code, player) if duel.second is None:
                duel.second = player
                self._of.setdefault(player.id, []).append(code)
                change = Change(at, "accepted", player.id, code)
            case Began(_, number, player_id, table):
                duel.tables.setdefault((number, player_id), table)
            case Played(code, number, player_id) if (number, player_id) not in duel.attempts:
                duel.attempts[number, player_id] = fact
                change = Change(at, "over" if duel.over else "played", player_id, code)
            case Ended(code, why) if not duel.over:
                duel.why = why
                by = duel.challenge.by if why == "withdrawn" else duel.second
                change = Change(at, why, by.id if by is not None and why != "lapsed" else "", code)
        self.over.update(duel.over_deals())
        return _note(duel, change) if change is not None else None


def _note(duel: Duel, change: Change) -> Change:
    duel.changes.append(change)
    return change


def _worth(attempt: Played) -> tuple[bool, int, int]:
    """Return a key that sorts attempts, the best first."""
    return not attempt.rank, attempt.rank, SIGN[attempt.better] * attempt.score
