"""The facts of the puzzles, and their fold."""

from array import array
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from arcade.engine.codec import Stored, VersionedCodec

STREAM = "puzzles"


class Posed(Struct, frozen=True, tag_field="fact", tag="posed"):
    """A day's puzzle of a game: what is `best` for a seat, in a state of the game?

    State and action are plain. `bots`: the position is from a game that bots played alone.
    """

    day: str
    game: str
    game_version: int
    options: Mapping[str, Any]
    seats: int
    seat: int
    state: Mapping[str, Any]
    best: Mapping[str, Any]
    bots: bool = False


class Answered(Struct, frozen=True, tag_field="fact", tag="answered"):
    """The only answer of a person (by id) to a day's puzzle."""

    day: str
    game: str
    player: str
    right: bool


Fact = Posed | Answered

form = VersionedCodec(Stored[Fact], 1)
decode = form.decode


class Fold:
    """The puzzles and the answers of two days, by day and game; only the first of a kind counts."""

    def __init__(self) -> None:
        self.posed: dict[tuple[str, str], Posed] = {}
        self.answers: dict[tuple[str, str], dict[str, Answered]] = {}
        self._times: dict[str, array[int]] = {}
        """When each person answered right, in ms since 1970."""

    def add(self, fact: Fact, at: int) -> None:
        match fact:
            case Posed(day, game):
                self.posed.setdefault((day, game), fact)
                self._drop_before(sorted({day for day, _ in self.posed})[-2:][0])
            case Answered(day, game, player, right):
                answers = self.answers.setdefault((day, game), {})
                if player not in answers:
                    answers[player] = fact
                    if right:
                        self._times.setdefault(player, array("q")).append(at)

    def _drop_before(self, day: str) -> None:
        for which in [which for which in self.posed if which[0] < day]:
            del self.posed[which]
            self.answers.pop(which, None)

    def solved(self, player: str) -> int:
        return len(self._times.get(player, ()))

    def times(self, player: str) -> Iterator[int]:
        """Return when a person answered right, the latest first."""
        return reversed(self._times.get(player, array("q")))
